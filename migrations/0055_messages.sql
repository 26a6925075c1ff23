CREATE TABLE `conversations` (
	`order_id` text NOT NULL,
	`channel` text NOT NULL,
	`user_id` text NOT NULL,
	`shown_to` text,
	`total` integer NOT NULL,
	`received` integer NOT NULL,
	`seen` integer DEFAULT 0 NOT NULL,
	`last_message_id` text NOT NULL,
	`last_at` integer NOT NULL,
	`told_at` integer,
	PRIMARY KEY(`order_id`, `channel`, `user_id`),
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "conversations_seen" CHECK(seen BETWEEN 0 AND received AND received <= total)
) STRICT;
--> statement-breakpoint
CREATE INDEX `conversations_inbox` ON `conversations` (`shown_to`,`last_at`,`last_message_id`);--> statement-breakpoint
CREATE TABLE `messages` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`channel` text NOT NULL,
	`position` integer NOT NULL,
	`sender_id` text NOT NULL,
	`recipient_id` text NOT NULL,
	`sender_role` text NOT NULL,
	`client_message_id` text NOT NULL,
	`body` text NOT NULL,
	`rider_id` text,
	`to_buyer` integer NOT NULL,
	`to_other` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`sender_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `messages_position` ON `messages` (`order_id`,`channel`,`position`);--> statement-breakpoint
CREATE UNIQUE INDEX `messages_client` ON `messages` (`sender_id`,`order_id`,`client_message_id`);--> statement-breakpoint
CREATE INDEX `messages_rider` ON `messages` (`order_id`,`rider_id`,`position`) WHERE rider_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `read_marks` (
	`order_id` text NOT NULL,
	`channel` text NOT NULL,
	`user_id` text NOT NULL,
	`seen_before` integer NOT NULL,
	`seen` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`order_id`, `channel`, `user_id`, `seen_before`),
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "read_marks_forward" CHECK(seen > seen_before)
) STRICT;
--> statement-breakpoint
ALTER TABLE `documents` ADD `message_id` text;--> statement-breakpoint
CREATE INDEX `documents_message` ON `documents` (`message_id`,`id`) WHERE message_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `documents_unused` ON `documents` (`created_at`) WHERE kind = 'ATTACHMENT' AND message_id IS NULL;