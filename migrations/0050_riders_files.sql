ALTER TABLE `documents` ADD `subject_id` text;--> statement-breakpoint
CREATE INDEX `documents_rider` ON `documents` (`owner_id`,`kind`) WHERE kind IN ('NATIONAL_ID', 'DRIVER_LICENSE', 'VEHICLE', 'PHOTO');--> statement-breakpoint
CREATE INDEX `documents_proofs` ON `documents` (`subject_id`) WHERE kind = 'PROOF';