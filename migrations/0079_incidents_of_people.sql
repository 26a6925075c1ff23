CREATE TABLE `incident_parties` (
	`incident_id` text NOT NULL,
	`user_id` text NOT NULL,
	`part` text NOT NULL,
	`opened_at` integer NOT NULL,
	PRIMARY KEY(`incident_id`, `user_id`),
	FOREIGN KEY (`incident_id`) REFERENCES `incidents`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `incident_parties_mine` ON `incident_parties` (`user_id`,`opened_at`,`incident_id`);--> statement-breakpoint
CREATE TABLE `incident_updates` (
	`id` text PRIMARY KEY NOT NULL,
	`incident_id` text NOT NULL,
	`author_id` text NOT NULL,
	`author_role` text NOT NULL,
	`body` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`incident_id`) REFERENCES `incidents`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `incident_updates_incident` ON `incident_updates` (`incident_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `incident_updates_author` ON `incident_updates` (`author_id`);--> statement-breakpoint
ALTER TABLE `incidents` ADD `number` text;--> statement-breakpoint
ALTER TABLE `incidents` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `incidents` ADD `updated_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `incidents` ADD `outcome` text;--> statement-breakpoint
ALTER TABLE `incidents` ADD `note` text;--> statement-breakpoint
ALTER TABLE `incidents` ADD `refund_id` text;--> statement-breakpoint
ALTER TABLE `incidents` ADD `refund_minor` integer;--> statement-breakpoint
ALTER TABLE `incidents` ADD `refund_currency` text;--> statement-breakpoint
CREATE UNIQUE INDEX `incidents_one_open` ON `incidents` (`order_id`) WHERE opened_by IS NOT NULL AND status IN ('OPEN', 'INVESTIGATING');--> statement-breakpoint
CREATE UNIQUE INDEX `incidents_number` ON `incidents` (`number`);--> statement-breakpoint
CREATE INDEX `incidents_newest` ON `incidents` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `incidents_status` ON `incidents` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `incidents_severity` ON `incidents` (`severity`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `incidents_status_severity` ON `incidents` (`status`,`severity`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `incidents_order` ON `incidents` (`order_id`,`created_at`,`id`) WHERE order_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `incidents_opener` ON `incidents` (`opened_by`) WHERE opened_by IS NOT NULL;