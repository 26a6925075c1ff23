ALTER TABLE `product_images` ADD `width` integer;--> statement-breakpoint
ALTER TABLE `product_images` ADD `height` integer;