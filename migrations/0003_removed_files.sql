CREATE TABLE `removed_files` (
	`key` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `sessions_of_user` ON `sessions` (`user_id`);