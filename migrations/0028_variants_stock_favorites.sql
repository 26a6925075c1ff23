CREATE TABLE `favorites` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`type` text NOT NULL,
	`target_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `favorites_target` ON `favorites` (`user_id`,`type`,`target_id`);--> statement-breakpoint
CREATE INDEX `favorites_newest` ON `favorites` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `favorites_newest_of_type` ON `favorites` (`user_id`,`type`,`created_at`,`id`);--> statement-breakpoint
DROP INDEX `variants_sku`;--> statement-breakpoint
ALTER TABLE `variants` ADD `deleted_at` integer;--> statement-breakpoint
ALTER TABLE `variants` ADD `low_stock_threshold` integer;--> statement-breakpoint
ALTER TABLE `variants` ADD `stock_shop_id` text;--> statement-breakpoint
CREATE INDEX `variants_shop` ON `variants` (`stock_shop_id`,`created_at`,`id`) WHERE stock_shop_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `variants_low` ON `variants` (`stock_shop_id`,`created_at`,`id`) WHERE stock_shop_id IS NOT NULL AND stock - held <= low_stock_threshold;--> statement-breakpoint
CREATE UNIQUE INDEX `variants_sku` ON `variants` (`product_id`,`sku`) WHERE sku IS NOT NULL AND deleted_at IS NULL;--> statement-breakpoint
ALTER TABLE `exchange_rates` ADD `frozen_at` integer;--> statement-breakpoint
CREATE INDEX `exchange_rates_newest` ON `exchange_rates` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `exchange_rates_pair` ON `exchange_rates` (`base_currency`,`quote_currency`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `products_in_category` ON `products` (`category_id`);--> statement-breakpoint
CREATE INDEX `products_in_subcategory` ON `products` (`subcategory_id`);--> statement-breakpoint
CREATE INDEX `stock_movements_type` ON `stock_movements` (`variant_id`,`type`,`created_at`);