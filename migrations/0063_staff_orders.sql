CREATE TABLE `order_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`author_id` text NOT NULL,
	`body` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `order_notes_order` ON `order_notes` (`order_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `order_totals` (
	`status` text NOT NULL,
	`currency` text NOT NULL,
	`orders` integer NOT NULL,
	`amount_minor` integer NOT NULL,
	PRIMARY KEY(`status`, `currency`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `orders_newest` ON `orders` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_status_newest` ON `orders` (`status`,`created_at`,`id`);