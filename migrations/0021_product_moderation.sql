CREATE TABLE `moderation_events` (
	`thing_id` text NOT NULL,
	`version` integer NOT NULL,
	`thing` text NOT NULL,
	`event` text NOT NULL,
	`from_status` text NOT NULL,
	`to_status` text NOT NULL,
	`reason_code` text,
	`reason` text,
	`actor_id` text,
	`at` integer NOT NULL,
	PRIMARY KEY(`thing_id`, `version`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `moderation_settings` (
	`id` integer PRIMARY KEY NOT NULL,
	`mode` text NOT NULL,
	`updated_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
ALTER TABLE `products` ADD `moderation_mode` text DEFAULT 'POST' NOT NULL;--> statement-breakpoint
ALTER TABLE `products` ADD `approved_before` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `products_all` ON `products` (`created_at`,`id`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `products_status` ON `products` (`status`,`created_at`,`id`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `products_moderation` ON `products` (`moderation_status`,`created_at`,`id`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `products_status_moderation` ON `products` (`status`,`moderation_status`,`created_at`,`id`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `products_shop_moderation` ON `products` (`shop_id`,`moderation_status`,`created_at`,`id`) WHERE deleted_at IS NULL;