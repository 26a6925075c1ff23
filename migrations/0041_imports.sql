CREATE TABLE `product_import_lines` (
	`import_id` text NOT NULL,
	`line` integer NOT NULL,
	`content` text NOT NULL,
	PRIMARY KEY(`import_id`, `line`),
	FOREIGN KEY (`import_id`) REFERENCES `product_imports`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `product_imports` (
	`id` text PRIMARY KEY NOT NULL,
	`shop_id` text NOT NULL,
	`seller_profile_id` text NOT NULL,
	`status` text NOT NULL,
	`lines` integer NOT NULL,
	`done` integer DEFAULT 0 NOT NULL,
	`cursor` integer DEFAULT 0 NOT NULL,
	`errors` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`seller_profile_id`) REFERENCES `seller_profiles`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `product_imports_open` ON `product_imports` (`shop_id`) WHERE status = 'RUNNING';--> statement-breakpoint
CREATE INDEX `product_imports_running` ON `product_imports` (`created_at`) WHERE status = 'RUNNING';--> statement-breakpoint
CREATE INDEX `product_imports_shop` ON `product_imports` (`shop_id`);--> statement-breakpoint
CREATE INDEX `product_imports_seller` ON `product_imports` (`seller_profile_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `variants_shop_sku` ON `variants` (`stock_shop_id`,`sku`) WHERE stock_shop_id IS NOT NULL AND sku IS NOT NULL;