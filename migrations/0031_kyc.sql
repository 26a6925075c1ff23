CREATE TABLE `platform_settings` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`updated_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `kyc` (
	`id` text PRIMARY KEY NOT NULL,
	`seller_profile_id` text NOT NULL,
	`status` text DEFAULT 'DRAFT' NOT NULL,
	`legal_name` text,
	`birth_date` text,
	`id_type` text,
	`sealed_id_number` text,
	`key_version` integer,
	`id_expires_at` text,
	`submitted_at` integer,
	`reviewed_at` integer,
	`reason` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`seller_profile_id`) REFERENCES `seller_profiles`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `kyc_seller` ON `kyc` (`seller_profile_id`);--> statement-breakpoint
CREATE INDEX `kyc_newest` ON `kyc` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `kyc_status` ON `kyc` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `documents_kyc` ON `documents` (`owner_id`,`kind`) WHERE kind IN ('ID_FRONT', 'ID_BACK', 'SELFIE', 'BUSINESS_REGISTRATION', 'TAX_CERTIFICATE', 'PROOF_OF_ADDRESS');