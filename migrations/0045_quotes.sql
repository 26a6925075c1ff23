CREATE TABLE `quotes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`cart_version` integer NOT NULL,
	`fulfillment_method` text NOT NULL,
	`delivery_address` text,
	`lat` real,
	`lng` real,
	`groups` text NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `quotes_of_user` ON `quotes` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `quotes_expiry` ON `quotes` (`expires_at`);