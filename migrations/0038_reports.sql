CREATE TABLE `reports` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`target_id` text NOT NULL,
	`reporter_id` text NOT NULL,
	`reason_code` text NOT NULL,
	`comment` text,
	`status` text DEFAULT 'OPEN' NOT NULL,
	`note` text,
	`resolved_at` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`reporter_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `reports_open` ON `reports` (`reporter_id`,`target_id`) WHERE status = 'OPEN';--> statement-breakpoint
CREATE INDEX `reports_reporter` ON `reports` (`reporter_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `reports_newest` ON `reports` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `reports_type_newest` ON `reports` (`type`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `reports_status_newest` ON `reports` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `reports_type_status_newest` ON `reports` (`type`,`status`,`created_at`,`id`);