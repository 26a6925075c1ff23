ALTER TABLE `products` ADD `forget_at` integer;--> statement-breakpoint
CREATE INDEX `products_forget` ON `products` (`forget_at`) WHERE forget_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `order_items_product` ON `order_items` (`product_id`);