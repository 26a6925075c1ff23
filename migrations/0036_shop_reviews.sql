ALTER TABLE `shops` ADD `review_reason` text;--> statement-breakpoint
ALTER TABLE `shops` ADD `suspension_reason` text;--> statement-breakpoint
CREATE INDEX `shops_newest` ON `shops` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `shops_status_newest` ON `shops` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `shops_review_newest` ON `shops` (`review_status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `shops_review_status_newest` ON `shops` (`review_status`,`status`,`created_at`,`id`);