CREATE TABLE `categories` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`folded_name` text NOT NULL,
	`slug` text NOT NULL,
	`sort_order` integer DEFAULT 0 NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`requires_expiry` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `categories_name` ON `categories` (`folded_name`);--> statement-breakpoint
CREATE UNIQUE INDEX `categories_slug` ON `categories` (`slug`);--> statement-breakpoint
CREATE TABLE `delivery_zones` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`country` text NOT NULL,
	`city` text NOT NULL,
	`folded_city` text NOT NULL,
	`lat` real NOT NULL,
	`lng` real NOT NULL,
	`radius_km` real NOT NULL,
	`fee_minor` integer NOT NULL,
	`fee_currency` text NOT NULL,
	`is_open` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `delivery_zones_city` ON `delivery_zones` (`folded_city`);--> statement-breakpoint
CREATE TABLE `exchange_rates` (
	`id` text PRIMARY KEY NOT NULL,
	`base_currency` text NOT NULL,
	`quote_currency` text NOT NULL,
	`rate_scaled` integer NOT NULL,
	`source` text NOT NULL,
	`effective_at` integer NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL,
	CONSTRAINT "exchange_rates_positive" CHECK(rate_scaled > 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `exchange_rates_in_force` ON `exchange_rates` (`base_currency`,`quote_currency`,`effective_at`);--> statement-breakpoint
CREATE TABLE `product_images` (
	`id` text PRIMARY KEY NOT NULL,
	`product_id` text NOT NULL,
	`key` text NOT NULL,
	`content_type` text NOT NULL,
	`position` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `product_images_position` ON `product_images` (`product_id`,`position`);--> statement-breakpoint
CREATE TABLE `products` (
	`id` text PRIMARY KEY NOT NULL,
	`shop_id` text NOT NULL,
	`seller_profile_id` text NOT NULL,
	`category_id` text NOT NULL,
	`subcategory_id` text NOT NULL,
	`name` text NOT NULL,
	`slug` text NOT NULL,
	`description` text NOT NULL,
	`brand` text,
	`unit` text DEFAULT 'piece' NOT NULL,
	`weight_grams` integer,
	`expires_at` integer,
	`currency` text NOT NULL,
	`status` text DEFAULT 'DRAFT' NOT NULL,
	`moderation_status` text DEFAULT 'NONE' NOT NULL,
	`visible` integer DEFAULT false NOT NULL,
	`min_price_minor` integer DEFAULT 0 NOT NULL,
	`in_stock` integer DEFAULT false NOT NULL,
	`published_at` integer,
	`deleted_at` integer,
	`reached_at` text DEFAULT '{}' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`seller_profile_id`) REFERENCES `seller_profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`category_id`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`subcategory_id`) REFERENCES `subcategories`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `products_slug` ON `products` (`slug`);--> statement-breakpoint
CREATE INDEX `products_shop` ON `products` (`shop_id`,`created_at`,`id`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `products_shop_status` ON `products` (`shop_id`,`status`,`created_at`,`id`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `products_seller` ON `products` (`seller_profile_id`,`published_at`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `products_newest` ON `products` (`created_at`,`id`) WHERE visible = 1;--> statement-breakpoint
CREATE INDEX `products_category` ON `products` (`category_id`,`created_at`,`id`) WHERE visible = 1;--> statement-breakpoint
CREATE INDEX `products_subcategory` ON `products` (`subcategory_id`,`created_at`,`id`) WHERE visible = 1;--> statement-breakpoint
CREATE INDEX `products_public_shop` ON `products` (`shop_id`,`created_at`,`id`) WHERE visible = 1;--> statement-breakpoint
CREATE INDEX `products_shop_category` ON `products` (`shop_id`,`category_id`) WHERE visible = 1;--> statement-breakpoint
CREATE INDEX `products_price` ON `products` (`min_price_minor`,`id`) WHERE visible = 1;--> statement-breakpoint
CREATE INDEX `products_expiry` ON `products` (`expires_at`) WHERE visible = 1 AND expires_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `stock_holds` (
	`order_id` text NOT NULL,
	`variant_id` text NOT NULL,
	`quantity` integer NOT NULL,
	PRIMARY KEY(`order_id`, `variant_id`),
	FOREIGN KEY (`variant_id`) REFERENCES `variants`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "stock_holds_quantity" CHECK(quantity > 0)
) STRICT;
--> statement-breakpoint
CREATE TABLE `stock_movements` (
	`id` text PRIMARY KEY NOT NULL,
	`variant_id` text NOT NULL,
	`type` text NOT NULL,
	`amount` integer NOT NULL,
	`reason` text,
	`order_id` text,
	`actor_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`variant_id`) REFERENCES `variants`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `stock_movements_variant` ON `stock_movements` (`variant_id`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `stock_movements_order` ON `stock_movements` (`order_id`,`variant_id`,`type`) WHERE order_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `subcategories` (
	`id` text PRIMARY KEY NOT NULL,
	`category_id` text NOT NULL,
	`name` text NOT NULL,
	`folded_name` text NOT NULL,
	`slug` text NOT NULL,
	`sort_order` integer DEFAULT 0 NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`category_id`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `subcategories_name` ON `subcategories` (`category_id`,`folded_name`);--> statement-breakpoint
CREATE UNIQUE INDEX `subcategories_slug` ON `subcategories` (`category_id`,`slug`);--> statement-breakpoint
CREATE TABLE `variants` (
	`id` text PRIMARY KEY NOT NULL,
	`product_id` text NOT NULL,
	`name` text,
	`attributes` text,
	`sku` text,
	`price_minor` integer NOT NULL,
	`stock` integer DEFAULT 0 NOT NULL,
	`held` integer DEFAULT 0 NOT NULL,
	`is_default` integer DEFAULT false NOT NULL,
	`position` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "variants_price" CHECK(price_minor > 0),
	CONSTRAINT "variants_stock" CHECK(stock >= 0),
	CONSTRAINT "variants_held" CHECK(held >= 0 AND held <= stock)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `variants_position` ON `variants` (`product_id`,`position`);--> statement-breakpoint
CREATE UNIQUE INDEX `variants_sku` ON `variants` (`product_id`,`sku`) WHERE sku IS NOT NULL;--> statement-breakpoint
CREATE TABLE `attempts` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`window_ends_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `attempts_window` ON `attempts` (`window_ends_at`);--> statement-breakpoint
CREATE TABLE `codes` (
	`purpose` text NOT NULL,
	`person` text NOT NULL,
	`target` text NOT NULL,
	`code_hash` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`sent_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`consumed_at` integer,
	PRIMARY KEY(`purpose`, `person`),
	CONSTRAINT "codes_attempts" CHECK(attempts BETWEEN 0 AND 5)
) STRICT;
--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`client_type` text NOT NULL,
	`device_name` text,
	`ip_address` text,
	`generation` integer DEFAULT 1 NOT NULL,
	`rotated_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`revoked_at` integer,
	`revoke_reason` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `sessions_live` ON `sessions` (`user_id`,`created_at`) WHERE revoked_at IS NULL;--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`email_verified_at` integer,
	`phone` text,
	`phone_verified_at` integer,
	`role` text NOT NULL,
	`preferred_currency` text DEFAULT 'USD' NOT NULL,
	`locale` text DEFAULT 'fr' NOT NULL,
	`avatar_key` text,
	`password_hash` text,
	`blocked_at` integer,
	`block_reason` text,
	`deleted_at` integer,
	`last_login_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `users_phone` ON `users` (`phone`) WHERE phone_verified_at IS NOT NULL AND deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `users_newest` ON `users` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `users_role_newest` ON `users` (`role`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `accounts` (
	`code` text NOT NULL,
	`currency` text NOT NULL,
	`balance_minor` integer NOT NULL,
	`may_overdraw` integer NOT NULL,
	PRIMARY KEY(`code`, `currency`),
	CONSTRAINT "accounts_covered" CHECK(may_overdraw = 1 OR balance_minor >= 0)
) STRICT;
--> statement-breakpoint
CREATE TABLE `gateway_transactions` (
	`id` text PRIMARY KEY NOT NULL,
	`gateway` text NOT NULL,
	`kind` text NOT NULL,
	`purpose` text NOT NULL,
	`subject_id` text NOT NULL,
	`reference` text NOT NULL,
	`external_id` text,
	`original_reference` text,
	`status` text NOT NULL,
	`state` text,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`phone` text NOT NULL,
	`network` text NOT NULL,
	`country` text NOT NULL,
	`failure_code` text,
	`failure_message` text,
	`sent_at` integer,
	`checks` integer DEFAULT 0 NOT NULL,
	`next_check_at` integer,
	`final_at` integer,
	`reached_at` text DEFAULT '{}' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "gateway_transactions_amount" CHECK(amount_minor > 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `gateway_transactions_reference` ON `gateway_transactions` (`reference`);--> statement-breakpoint
CREATE UNIQUE INDEX `gateway_transactions_live` ON `gateway_transactions` (`purpose`,`subject_id`) WHERE status IN ('pending', 'review');--> statement-breakpoint
CREATE INDEX `gateway_transactions_external` ON `gateway_transactions` (`external_id`);--> statement-breakpoint
CREATE INDEX `gateway_transactions_subject` ON `gateway_transactions` (`subject_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `gateway_transactions_due` ON `gateway_transactions` (`next_check_at`) WHERE next_check_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `money_settings` (
	`currency` text PRIMARY KEY NOT NULL,
	`min_payout_minor` integer NOT NULL,
	`max_payout_per_day_minor` integer,
	`commission_bps` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `payouts` (
	`id` text PRIMARY KEY NOT NULL,
	`gateway` text NOT NULL,
	`owner_id` text,
	`owner_kind` text,
	`requested_by` text NOT NULL,
	`account` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`phone` text NOT NULL,
	`network` text NOT NULL,
	`country` text NOT NULL,
	`reason` text,
	`status` text NOT NULL,
	`failure_code` text,
	`expires_at` integer,
	`reached_at` text DEFAULT '{}' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "payouts_amount" CHECK(amount_minor > 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `payouts_gateway_newest` ON `payouts` (`gateway`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `payouts_gateway_status` ON `payouts` (`gateway`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `payouts_owner` ON `payouts` (`owner_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `payouts_awaiting` ON `payouts` (`expires_at`) WHERE status = 'AWAITING_CODE';--> statement-breakpoint
CREATE TABLE `refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`kind` text NOT NULL,
	`status` text NOT NULL,
	`reason` text,
	`gateway` text NOT NULL,
	`phone` text NOT NULL,
	`network` text NOT NULL,
	`country` text NOT NULL,
	`attempt` integer DEFAULT 0 NOT NULL,
	`failure_code` text,
	`requested_by` text,
	`reached_at` text DEFAULT '{}' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "refunds_amount" CHECK(amount_minor > 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_open` ON `refunds` (`order_id`) WHERE status IN ('REQUESTED', 'AWAITING_CODE', 'PROCESSING', 'FAILED');--> statement-breakpoint
CREATE INDEX `refunds_order` ON `refunds` (`order_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `transfers` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`ref` text NOT NULL,
	`from_account` text NOT NULL,
	`to_account` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`actor_id` text,
	`created_at` integer NOT NULL,
	CONSTRAINT "transfers_amount" CHECK(amount_minor > 0 AND from_account <> to_account)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `transfers_key` ON `transfers` (`kind`,`ref`);--> statement-breakpoint
CREATE INDEX `transfers_from` ON `transfers` (`from_account`,`currency`,`created_at`);--> statement-breakpoint
CREATE INDEX `transfers_to` ON `transfers` (`to_account`,`currency`,`created_at`);--> statement-breakpoint
CREATE TABLE `wallet_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`type` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`balance_after_minor` integer NOT NULL,
	`order_id` text,
	`payout_id` text,
	`created_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `wallet_entries_owner` ON `wallet_entries` (`owner_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `wallet_entries_owner_type` ON `wallet_entries` (`owner_id`,`type`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `wallet_entries_owner_currency` ON `wallet_entries` (`owner_id`,`currency`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`status` text NOT NULL,
	`rider_id` text,
	`pickup` text NOT NULL,
	`dropoff` text NOT NULL,
	`zone_id` text,
	`lat` real,
	`lng` real,
	`fee_minor` integer NOT NULL,
	`rider_earning_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`failure_reason` text,
	`reached_at` text DEFAULT '{}' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`rider_id`) REFERENCES `riders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`zone_id`) REFERENCES `delivery_zones`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `deliveries_order` ON `deliveries` (`order_id`);--> statement-breakpoint
CREATE INDEX `deliveries_open` ON `deliveries` (`created_at`) WHERE status = 'UNASSIGNED';--> statement-breakpoint
CREATE INDEX `deliveries_rider` ON `deliveries` (`rider_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `deliveries_rider_status` ON `deliveries` (`rider_id`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `order_items` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`product_id` text NOT NULL,
	`variant_id` text NOT NULL,
	`name` text NOT NULL,
	`quantity` integer NOT NULL,
	`unit_price_minor` integer NOT NULL,
	`line_total_minor` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "order_items_total" CHECK(line_total_minor = unit_price_minor * quantity AND quantity > 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `order_items_variant` ON `order_items` (`order_id`,`variant_id`);--> statement-breakpoint
CREATE TABLE `orders` (
	`id` text PRIMARY KEY NOT NULL,
	`number` text NOT NULL,
	`buyer_id` text NOT NULL,
	`shop_id` text NOT NULL,
	`seller_profile_id` text NOT NULL,
	`status` text NOT NULL,
	`payment_status` text NOT NULL,
	`fulfillment_method` text NOT NULL,
	`payment_method` text NOT NULL,
	`currency` text NOT NULL,
	`delivery_address` text,
	`note` text,
	`subtotal_minor` integer NOT NULL,
	`delivery_fee_minor` integer NOT NULL,
	`total_minor` integer NOT NULL,
	`refunded_minor` integer DEFAULT 0 NOT NULL,
	`rate_scaled` integer,
	`rate_currency` text,
	`paid_currency` text,
	`paid_subtotal_minor` integer,
	`paid_fee_minor` integer,
	`commission_minor` integer DEFAULT 0 NOT NULL,
	`prep_minutes` integer,
	`rejection_reason` text,
	`cancellation_reason` text,
	`cancelled_by` text,
	`hold_ends_at` integer,
	`due_at` integer,
	`reached_at` text DEFAULT '{}' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`buyer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`seller_profile_id`) REFERENCES `seller_profiles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "orders_total" CHECK(total_minor = subtotal_minor + delivery_fee_minor),
	CONSTRAINT "orders_refunded" CHECK(refunded_minor BETWEEN 0 AND total_minor)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_number` ON `orders` (`number`);--> statement-breakpoint
CREATE INDEX `orders_buyer` ON `orders` (`buyer_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_buyer_status` ON `orders` (`buyer_id`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_seller` ON `orders` (`seller_profile_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_seller_status` ON `orders` (`seller_profile_id`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_shop_open` ON `orders` (`shop_id`) WHERE status NOT IN ('COMPLETED', 'REJECTED', 'CANCELLED', 'REFUNDED');--> statement-breakpoint
CREATE INDEX `orders_due` ON `orders` (`due_at`) WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `riders` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`status` text NOT NULL,
	`availability` text DEFAULT 'OFFLINE' NOT NULL,
	`vehicle_type` text NOT NULL,
	`vehicle_plate` text,
	`zones` text NOT NULL,
	`active_jobs` integer DEFAULT 0 NOT NULL,
	`completed_count` integer DEFAULT 0 NOT NULL,
	`lat` real,
	`lng` real,
	`located_at` integer,
	`reached_at` text DEFAULT '{}' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "riders_job_limit" CHECK(active_jobs BETWEEN 0 AND 3)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `riders_user` ON `riders` (`user_id`);--> statement-breakpoint
CREATE INDEX `riders_newest` ON `riders` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `riders_status_newest` ON `riders` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `audit` (
	`id` text PRIMARY KEY NOT NULL,
	`actor_id` text,
	`action` text NOT NULL,
	`target_id` text NOT NULL,
	`details` text NOT NULL,
	`at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `audit_newest` ON `audit` (`at`);--> statement-breakpoint
CREATE INDEX `audit_target` ON `audit` (`target_id`,`at`);--> statement-breakpoint
CREATE TABLE `counters` (
	`name` text PRIMARY KEY NOT NULL,
	`value` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `history` (
	`thing_id` text NOT NULL,
	`version` integer NOT NULL,
	`thing` text NOT NULL,
	`event` text NOT NULL,
	`from_status` text,
	`to_status` text NOT NULL,
	`actor_id` text,
	`reason` text,
	`at` integer NOT NULL,
	PRIMARY KEY(`thing_id`, `version`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`scope` text NOT NULL,
	`key` text NOT NULL,
	`body_hash` text NOT NULL,
	`committed_at` integer,
	`status` integer,
	`response` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`scope`, `key`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `idempotency_keys_age` ON `idempotency_keys` (`created_at`);--> statement-breakpoint
CREATE TABLE `incidents` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`severity` text NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`order_id` text,
	`ref` text NOT NULL,
	`status` text DEFAULT 'OPEN' NOT NULL,
	`created_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `incidents_ref` ON `incidents` (`ref`);--> statement-breakpoint
CREATE INDEX `incidents_open_order` ON `incidents` (`order_id`) WHERE status IN ('OPEN', 'INVESTIGATING');--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`channel` text NOT NULL,
	`recipient` text NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`body` text NOT NULL,
	`status` text DEFAULT 'PENDING' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` integer NOT NULL,
	`failure` text,
	`created_at` integer NOT NULL,
	`sent_at` integer
) STRICT;
--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`next_at`) WHERE status = 'PENDING';--> statement-breakpoint
CREATE TABLE `seller_profiles` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`business_name` text NOT NULL,
	`business_type` text NOT NULL,
	`rccm` text,
	`id_nat` text,
	`tax_number` text,
	`contact_phone` text NOT NULL,
	`address` text NOT NULL,
	`kyc_status` text DEFAULT 'NOT_STARTED' NOT NULL,
	`shop_count` integer DEFAULT 0 NOT NULL,
	`product_count` integer DEFAULT 0 NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `seller_profiles_user` ON `seller_profiles` (`user_id`);--> statement-breakpoint
CREATE TABLE `shops` (
	`id` text PRIMARY KEY NOT NULL,
	`seller_profile_id` text NOT NULL,
	`name` text NOT NULL,
	`slug` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`logo_key` text,
	`banner_key` text,
	`phone` text,
	`email` text,
	`address` text NOT NULL,
	`folded_city` text DEFAULT '' NOT NULL,
	`opening_hours` text NOT NULL,
	`closed_from` integer,
	`closed_to` integer,
	`currency` text NOT NULL,
	`min_order_minor` integer DEFAULT 0 NOT NULL,
	`prep_minutes` integer DEFAULT 30 NOT NULL,
	`delivery_methods` text NOT NULL,
	`status` text DEFAULT 'DRAFT' NOT NULL,
	`review_status` text DEFAULT 'NONE' NOT NULL,
	`published_at` integer,
	`reached_at` text DEFAULT '{}' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`seller_profile_id`) REFERENCES `seller_profiles`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `shops_slug` ON `shops` (`slug`);--> statement-breakpoint
CREATE INDEX `shops_seller` ON `shops` (`seller_profile_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `shops_public` ON `shops` (`created_at`,`id`) WHERE status = 'PUBLISHED';--> statement-breakpoint
CREATE INDEX `shops_city` ON `shops` (`folded_city`,`created_at`,`id`) WHERE status = 'PUBLISHED';--> statement-breakpoint
CREATE TABLE `wallets` (
	`owner_id` text PRIMARY KEY NOT NULL,
	`owner_kind` text NOT NULL,
	`user_id` text NOT NULL,
	`payout_phone` text,
	`payout_network` text,
	`payout_country` text,
	`payout_verified_at` integer,
	`frozen_at` integer,
	`freeze_reason` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "wallets_number" CHECK(payout_verified_at IS NULL OR payout_phone IS NOT NULL)
) STRICT;
--> statement-breakpoint
CREATE TABLE `plan_prices` (
	`plan_id` text NOT NULL,
	`billing_cycle` text NOT NULL,
	`currency` text NOT NULL,
	`amount_minor` integer NOT NULL,
	PRIMARY KEY(`plan_id`, `billing_cycle`, `currency`),
	FOREIGN KEY (`plan_id`) REFERENCES `plans`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "plan_prices_amount" CHECK(amount_minor >= 0)
) STRICT;
--> statement-breakpoint
CREATE TABLE `plans` (
	`id` text PRIMARY KEY NOT NULL,
	`slug` text NOT NULL,
	`name` text NOT NULL,
	`max_products` integer NOT NULL,
	`max_photos_per_product` integer NOT NULL,
	`max_shops` integer NOT NULL,
	`priority_support` integer DEFAULT false NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`sort_order` integer DEFAULT 0 NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `plans_slug` ON `plans` (`slug`);--> statement-breakpoint
CREATE INDEX `plans_order` ON `plans` (`sort_order`,`id`);--> statement-breakpoint
CREATE TABLE `subscription_payments` (
	`id` text PRIMARY KEY NOT NULL,
	`subscription_id` text NOT NULL,
	`seller_profile_id` text NOT NULL,
	`deposit_id` text,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`status` text NOT NULL,
	`expires_at` integer NOT NULL,
	`paid_at` integer,
	`reached_at` text DEFAULT '{}' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`subscription_id`) REFERENCES `subscriptions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`seller_profile_id`) REFERENCES `seller_profiles`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `subscription_payments_deposit` ON `subscription_payments` (`deposit_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `subscription_payments_pending` ON `subscription_payments` (`seller_profile_id`) WHERE status = 'PENDING';--> statement-breakpoint
CREATE INDEX `subscription_payments_seller` ON `subscription_payments` (`seller_profile_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `subscription_payments_due` ON `subscription_payments` (`status`,`expires_at`);--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`seller_profile_id` text NOT NULL,
	`plan_id` text NOT NULL,
	`billing_cycle` text NOT NULL,
	`currency` text NOT NULL,
	`status` text NOT NULL,
	`current_period_start` integer,
	`current_period_end` integer,
	`grace_ends_at` integer,
	`cancel_at_period_end` integer DEFAULT false NOT NULL,
	`reached_at` text DEFAULT '{}' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`seller_profile_id`) REFERENCES `seller_profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`plan_id`) REFERENCES `plans`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `subscriptions_live` ON `subscriptions` (`seller_profile_id`) WHERE status IN ('ACTIVE', 'GRACE');--> statement-breakpoint
CREATE UNIQUE INDEX `subscriptions_pending` ON `subscriptions` (`seller_profile_id`) WHERE status = 'PENDING';--> statement-breakpoint
CREATE INDEX `subscriptions_newest` ON `subscriptions` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `subscriptions_status_newest` ON `subscriptions` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `subscriptions_plan_newest` ON `subscriptions` (`plan_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `subscriptions_plan_status_newest` ON `subscriptions` (`plan_id`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `subscriptions_seller` ON `subscriptions` (`seller_profile_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `subscriptions_period_end` ON `subscriptions` (`status`,`current_period_end`);--> statement-breakpoint
CREATE INDEX `subscriptions_grace_end` ON `subscriptions` (`status`,`grace_ends_at`);