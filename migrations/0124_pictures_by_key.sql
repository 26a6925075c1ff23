CREATE UNIQUE INDEX `product_images_key` ON `product_images` (`key`);--> statement-breakpoint
CREATE INDEX `products_of_seller` ON `products` (`seller_profile_id`);--> statement-breakpoint
CREATE INDEX `users_avatar` ON `users` (`avatar_key`) WHERE avatar_key IS NOT NULL;--> statement-breakpoint
CREATE INDEX `users_erased` ON `users` (`erased_at`) WHERE erased_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `shops_logo` ON `shops` (`logo_key`) WHERE logo_key IS NOT NULL;--> statement-breakpoint
CREATE INDEX `shops_banner` ON `shops` (`banner_key`) WHERE banner_key IS NOT NULL;