CREATE TABLE `ticket_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`ticket_id` text NOT NULL,
	`author_id` text NOT NULL,
	`sender_role` text NOT NULL,
	`body` text NOT NULL,
	`is_internal` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `ticket_messages_ticket` ON `ticket_messages` (`ticket_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `ticket_messages_shown` ON `ticket_messages` (`ticket_id`,`created_at`,`id`) WHERE is_internal = 0;--> statement-breakpoint
CREATE INDEX `ticket_messages_author` ON `ticket_messages` (`author_id`);--> statement-breakpoint
CREATE TABLE `tickets` (
	`id` text PRIMARY KEY NOT NULL,
	`number` text NOT NULL,
	`owner_id` text NOT NULL,
	`subject` text NOT NULL,
	`category` text NOT NULL,
	`priority` text DEFAULT 'NORMAL' NOT NULL,
	`order_id` text,
	`status` text NOT NULL,
	`assignee_id` text,
	`goes_first` integer NOT NULL,
	`closes_at` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `tickets_number` ON `tickets` (`number`);--> statement-breakpoint
CREATE INDEX `tickets_mine` ON `tickets` (`owner_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `tickets_first` ON `tickets` (`goes_first`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `tickets_status` ON `tickets` (`status`,`goes_first`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `tickets_assignee` ON `tickets` (`assignee_id`,`goes_first`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `tickets_assignee_status` ON `tickets` (`assignee_id`,`status`,`goes_first`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `tickets_closing` ON `tickets` (`closes_at`) WHERE closes_at IS NOT NULL;