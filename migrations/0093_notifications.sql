CREATE TABLE `broadcasts` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`body` text NOT NULL,
	`role` text,
	`user_ids` text,
	`recipients` integer NOT NULL,
	`joined_at` integer NOT NULL,
	`reached` text NOT NULL,
	`created_at` integer NOT NULL,
	`done_at` integer
) STRICT;
--> statement-breakpoint
CREATE INDEX `broadcasts_open` ON `broadcasts` (`created_at`) WHERE done_at IS NULL;--> statement-breakpoint
CREATE TABLE `feed_reads` (
	`user_id` text NOT NULL,
	`up_to` integer NOT NULL,
	`id` text NOT NULL,
	`marked` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `up_to`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `feeds` (
	`user_id` text PRIMARY KEY NOT NULL,
	`total` integer DEFAULT 0 NOT NULL,
	`unread` integer DEFAULT 0 NOT NULL,
	`read_to` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `notification_preferences` (
	`user_id` text PRIMARY KEY NOT NULL,
	`choices` text NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `notifications` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`type` text NOT NULL,
	`title` text NOT NULL,
	`body` text NOT NULL,
	`data` text NOT NULL,
	`read_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_id` ON `notifications` (`id`);--> statement-breakpoint
CREATE INDEX `notifications_newest` ON `notifications` (`user_id`,`seq`);--> statement-breakpoint
CREATE INDEX `notifications_type` ON `notifications` (`user_id`,`type`,`seq`);--> statement-breakpoint
CREATE INDEX `notifications_unread` ON `notifications` (`user_id`,`seq`) WHERE read_at IS NULL;--> statement-breakpoint
CREATE INDEX `notifications_unread_type` ON `notifications` (`user_id`,`type`,`seq`) WHERE read_at IS NULL;