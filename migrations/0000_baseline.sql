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
CREATE UNIQUE INDEX `categories_name` ON `categories` (`folded_name`);
--> statement-breakpoint
CREATE UNIQUE INDEX `categories_slug` ON `categories` (`slug`);
--> statement-breakpoint
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
CREATE UNIQUE INDEX `subcategories_name` ON `subcategories` (`category_id`,`folded_name`);
--> statement-breakpoint
CREATE UNIQUE INDEX `subcategories_slug` ON `subcategories` (`category_id`,`slug`);
--> statement-breakpoint
CREATE TABLE `favorites` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`type` text NOT NULL,
	`target_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `favorites_target` ON `favorites` (`user_id`,`type`,`target_id`);
--> statement-breakpoint
CREATE INDEX `favorites_newest` ON `favorites` (`user_id`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `favorites_newest_of_type` ON `favorites` (`user_id`,`type`,`created_at`,`id`);
--> statement-breakpoint
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
	`failures` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`seller_profile_id`) REFERENCES `seller_profiles`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `product_imports_open` ON `product_imports` (`shop_id`) WHERE status = 'RUNNING';
--> statement-breakpoint
CREATE INDEX `product_imports_running` ON `product_imports` (`created_at`) WHERE status = 'RUNNING';
--> statement-breakpoint
CREATE INDEX `product_imports_shop` ON `product_imports` (`shop_id`);
--> statement-breakpoint
CREATE INDEX `product_imports_seller` ON `product_imports` (`seller_profile_id`,`created_at`);
--> statement-breakpoint
CREATE TABLE `product_images` (
	`id` text PRIMARY KEY NOT NULL,
	`product_id` text NOT NULL,
	`key` text NOT NULL,
	`content_type` text NOT NULL,
	`position` integer NOT NULL,
	`created_at` integer NOT NULL,
	`width` integer,
	`height` integer,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `product_images_position` ON `product_images` (`product_id`,`position`);
--> statement-breakpoint
CREATE UNIQUE INDEX `product_images_key` ON `product_images` (`key`);
--> statement-breakpoint
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
	`compared_price` integer DEFAULT 0 NOT NULL,
	`rating_count` integer DEFAULT 0 NOT NULL,
	`rating_sum` integer DEFAULT 0 NOT NULL,
	`rating_rank` integer DEFAULT 40000 NOT NULL,
	`published_at` integer,
	`deleted_at` integer,
	`reached_at` text DEFAULT '{}' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`moderation_mode` text DEFAULT 'POST' NOT NULL,
	`approved_before` integer DEFAULT false NOT NULL,
	`forget_at` integer,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`seller_profile_id`) REFERENCES `seller_profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`category_id`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`subcategory_id`) REFERENCES `subcategories`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `products_slug` ON `products` (`slug`);
--> statement-breakpoint
CREATE INDEX `products_shop` ON `products` (`shop_id`,`created_at`,`id`) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX `products_shop_status` ON `products` (`shop_id`,`status`,`created_at`,`id`) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX `products_seller` ON `products` (`seller_profile_id`,`published_at`) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX `products_of_seller` ON `products` (`seller_profile_id`);
--> statement-breakpoint
CREATE INDEX `products_in_category` ON `products` (`category_id`);
--> statement-breakpoint
CREATE INDEX `products_in_subcategory` ON `products` (`subcategory_id`);
--> statement-breakpoint
CREATE INDEX `products_newest` ON `products` (`created_at`,`id`) WHERE visible = 1;
--> statement-breakpoint
CREATE INDEX `products_category` ON `products` (`category_id`,`created_at`,`id`) WHERE visible = 1;
--> statement-breakpoint
CREATE INDEX `products_subcategory` ON `products` (`subcategory_id`,`created_at`,`id`) WHERE visible = 1;
--> statement-breakpoint
CREATE INDEX `products_public_shop` ON `products` (`shop_id`,`created_at`,`id`) WHERE visible = 1;
--> statement-breakpoint
CREATE INDEX `products_shop_category` ON `products` (`shop_id`,`category_id`) WHERE visible = 1;
--> statement-breakpoint
CREATE INDEX `products_currency` ON `products` (`currency`,`created_at`,`id`) WHERE visible = 1;
--> statement-breakpoint
CREATE INDEX `products_price` ON `products` (`compared_price`,`id`) WHERE visible = 1;
--> statement-breakpoint
CREATE INDEX `products_category_price` ON `products` (`category_id`,`compared_price`,`id`) WHERE visible = 1;
--> statement-breakpoint
CREATE INDEX `products_subcategory_price` ON `products` (`subcategory_id`,`compared_price`,`id`) WHERE visible = 1;
--> statement-breakpoint
CREATE INDEX `products_shop_price` ON `products` (`shop_id`,`compared_price`,`id`) WHERE visible = 1;
--> statement-breakpoint
CREATE INDEX `products_category_currency` ON `products` (`category_id`,`currency`,`created_at`,`id`) WHERE visible = 1;
--> statement-breakpoint
CREATE INDEX `products_category_currency_price` ON `products` (`category_id`,`currency`,`compared_price`,`id`) WHERE visible = 1;
--> statement-breakpoint
CREATE INDEX `products_rating` ON `products` (`rating_rank`,`id`) WHERE visible = 1;
--> statement-breakpoint
CREATE INDEX `products_category_rating` ON `products` (`category_id`,`rating_rank`,`id`) WHERE visible = 1;
--> statement-breakpoint
CREATE INDEX `products_subcategory_rating` ON `products` (`subcategory_id`,`rating_rank`,`id`) WHERE visible = 1;
--> statement-breakpoint
CREATE INDEX `products_shop_rating` ON `products` (`shop_id`,`rating_rank`,`id`) WHERE visible = 1;
--> statement-breakpoint
CREATE INDEX `products_currency_rating` ON `products` (`currency`,`rating_rank`,`id`) WHERE visible = 1;
--> statement-breakpoint
CREATE INDEX `products_category_currency_rating` ON `products` (`category_id`,`currency`,`rating_rank`,`id`) WHERE visible = 1;
--> statement-breakpoint
CREATE INDEX `products_currency_price` ON `products` (`currency`,`compared_price`,`id`) WHERE visible = 1;
--> statement-breakpoint
CREATE INDEX `products_all` ON `products` (`created_at`,`id`) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX `products_status` ON `products` (`status`,`created_at`,`id`) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX `products_moderation` ON `products` (`moderation_status`,`created_at`,`id`) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX `products_status_moderation` ON `products` (`status`,`moderation_status`,`created_at`,`id`) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX `products_shop_moderation` ON `products` (`shop_id`,`moderation_status`,`created_at`,`id`) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX `products_forget` ON `products` (`forget_at`) WHERE forget_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `products_expiry` ON `products` (`expires_at`) WHERE visible = 1 AND expires_at IS NOT NULL;
--> statement-breakpoint
CREATE TABLE `reports` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`target_id` text NOT NULL,
	`reporter_id` text NOT NULL,
	`reason_code` text NOT NULL,
	`comment` text,
	`status` text DEFAULT 'OPEN' NOT NULL,
	`note` text,
	`resolved_at` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`reporter_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `reports_open` ON `reports` (`reporter_id`,`target_id`) WHERE status = 'OPEN';
--> statement-breakpoint
CREATE INDEX `reports_reporter` ON `reports` (`reporter_id`,`created_at`);
--> statement-breakpoint
CREATE INDEX `reports_newest` ON `reports` (`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `reports_type_newest` ON `reports` (`type`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `reports_status_newest` ON `reports` (`status`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `reports_type_status_newest` ON `reports` (`type`,`status`,`created_at`,`id`);
--> statement-breakpoint
CREATE TABLE `search_misses` (
	`day` text NOT NULL,
	`word` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`day`, `word`)
) STRICT;
--> statement-breakpoint
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
	`id` text NOT NULL,
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
CREATE INDEX `stock_movements_variant` ON `stock_movements` (`variant_id`,`created_at`);
--> statement-breakpoint
CREATE INDEX `stock_movements_type` ON `stock_movements` (`variant_id`,`type`,`created_at`);
--> statement-breakpoint
CREATE UNIQUE INDEX `stock_movements_order` ON `stock_movements` (`order_id`,`variant_id`,`type`) WHERE order_id IS NOT NULL;
--> statement-breakpoint
CREATE TABLE `variants` (
	`id` text PRIMARY KEY NOT NULL,
	`product_id` text NOT NULL,
	`name` text,
	`attributes` text,
	`sku` text,
	`price_minor` integer NOT NULL,
	`stock` integer DEFAULT 0 NOT NULL,
	`held` integer DEFAULT 0 NOT NULL,
	`proved` integer DEFAULT 0 NOT NULL,
	`is_default` integer DEFAULT false NOT NULL,
	`position` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer,
	`low_stock_threshold` integer,
	`stock_shop_id` text,
	`sealed_stock` integer DEFAULT 0 NOT NULL,
	`sealed_moves` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "variants_price" CHECK(price_minor > 0),
	CONSTRAINT "variants_stock" CHECK(stock >= 0),
	CONSTRAINT "variants_held" CHECK(held >= 0 AND held <= stock)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `variants_position` ON `variants` (`product_id`,`position`);
--> statement-breakpoint
CREATE UNIQUE INDEX `variants_sku` ON `variants` (`product_id`,`sku`) WHERE sku IS NOT NULL AND deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX `variants_shop` ON `variants` (`stock_shop_id`,`created_at`,`id`) WHERE stock_shop_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `variants_shop_sku` ON `variants` (`stock_shop_id`,`sku`) WHERE stock_shop_id IS NOT NULL AND sku IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `variants_low` ON `variants` (`stock_shop_id`,`created_at`,`id`) WHERE stock_shop_id IS NOT NULL AND low_stock_threshold >= stock - held;
--> statement-breakpoint
CREATE TABLE `alerts` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`text` text NOT NULL,
	`status` text DEFAULT 'PENDING' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` integer NOT NULL,
	`failure` text,
	`created_at` integer NOT NULL,
	`sent_at` integer
) STRICT;
--> statement-breakpoint
CREATE INDEX `alerts_due` ON `alerts` (`next_at`) WHERE status = 'PENDING';
--> statement-breakpoint
CREATE INDEX `alerts_readiness` ON `alerts` (`id`) WHERE kind IN ('UNREADY', 'READY');
--> statement-breakpoint
CREATE TABLE `pending_approvals` (
	`id` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`subject_id` text NOT NULL,
	`requested_by` text NOT NULL,
	`terms` text NOT NULL,
	`input` text NOT NULL,
	`expires_at` integer NOT NULL,
	`ended_by` text,
	`ended_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`requested_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `pending_approvals_live` ON `pending_approvals` (`requested_by`,`purpose`) WHERE ended_at IS NULL;
--> statement-breakpoint
CREATE INDEX `pending_approvals_requester` ON `pending_approvals` (`requested_by`);
--> statement-breakpoint
CREATE INDEX `pending_approvals_expiry` ON `pending_approvals` (`expires_at`);
--> statement-breakpoint
CREATE TABLE `backup_files` (
	`backup_id` text NOT NULL,
	`number` integer NOT NULL,
	`key` text NOT NULL,
	`sha256` text NOT NULL,
	`rows` integer NOT NULL,
	`bytes` integer NOT NULL,
	PRIMARY KEY(`backup_id`, `number`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `backup_marks` (
	`name` text PRIMARY KEY NOT NULL,
	`epoch` integer DEFAULT 1 NOT NULL,
	`read_to` integer DEFAULT 0 NOT NULL,
	`kept_to` integer DEFAULT 0 NOT NULL,
	`kept_key` text DEFAULT '[]' NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `backups` (
	`id` text PRIMARY KEY NOT NULL,
	`chain` text DEFAULT '' NOT NULL,
	`migration` text,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	`rows` integer DEFAULT 0 NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`manifest_key` text,
	`turn` text DEFAULT '' NOT NULL,
	`turn_ends_at` integer DEFAULT 0 NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `backups_started` ON `backups` (`started_at`);
--> statement-breakpoint
CREATE TABLE `changed_rows` (
	`name` text NOT NULL,
	`epoch` integer NOT NULL,
	`key` any NOT NULL,
	PRIMARY KEY(`name`, `epoch`, `key`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `attempts` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`window_ends_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `attempts_window` ON `attempts` (`window_ends_at`);
--> statement-breakpoint
CREATE TABLE `codes` (
	`purpose` text NOT NULL,
	`person` text NOT NULL,
	`target` text NOT NULL,
	`code_hash` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`sent_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`consumed_at` integer,
	`typed` text,
	PRIMARY KEY(`purpose`, `person`),
	CONSTRAINT "codes_attempts" CHECK(attempts BETWEEN 0 AND 5)
) STRICT;
--> statement-breakpoint
CREATE TABLE `one_time_tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`user_id` text,
	`secret_hash` text NOT NULL,
	`facts` text DEFAULT '{}' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`expires_at` integer NOT NULL,
	`consumed_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "one_time_tokens_attempts" CHECK(attempts BETWEEN 0 AND 5)
) STRICT;
--> statement-breakpoint
CREATE INDEX `one_time_tokens_live` ON `one_time_tokens` (`user_id`,`purpose`) WHERE consumed_at IS NULL;
--> statement-breakpoint
CREATE INDEX `one_time_tokens_expiry` ON `one_time_tokens` (`expires_at`);
--> statement-breakpoint
CREATE TABLE `counters` (
	`name` text PRIMARY KEY NOT NULL,
	`value` integer NOT NULL,
	`sealed` integer DEFAULT 0 NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `documents` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`content_type` text NOT NULL,
	`size` integer NOT NULL,
	`created_at` integer NOT NULL,
	`subject_id` text,
	`message_id` text,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `documents_key` ON `documents` (`key`);
--> statement-breakpoint
CREATE INDEX `documents_owner` ON `documents` (`owner_id`,`created_at`);
--> statement-breakpoint
CREATE INDEX `documents_kyc` ON `documents` (`owner_id`,`kind`) WHERE kind IN ('ID_FRONT', 'ID_BACK', 'SELFIE', 'BUSINESS_REGISTRATION', 'TAX_CERTIFICATE', 'PROOF_OF_ADDRESS');
--> statement-breakpoint
CREATE INDEX `documents_rider` ON `documents` (`owner_id`,`kind`) WHERE kind IN ('NATIONAL_ID', 'DRIVER_LICENSE', 'VEHICLE', 'PHOTO');
--> statement-breakpoint
CREATE INDEX `documents_message` ON `documents` (`message_id`,`id`) WHERE message_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `documents_unused` ON `documents` (`created_at`) WHERE kind = 'ATTACHMENT' AND message_id IS NULL;
--> statement-breakpoint
CREATE INDEX `documents_attachments` ON `documents` (`subject_id`,`owner_id`) WHERE kind = 'ATTACHMENT';
--> statement-breakpoint
CREATE INDEX `documents_proofs` ON `documents` (`subject_id`) WHERE kind = 'PROOF';
--> statement-breakpoint
CREATE TABLE `held_bytes` (
	`owner_id` text PRIMARY KEY NOT NULL,
	`bytes` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `removed_files` (
	`key` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `stored_files` (
	`key` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`bytes` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `stored_files_owner` ON `stored_files` (`owner_id`);
--> statement-breakpoint
CREATE TABLE `audit` (
	`id` text PRIMARY KEY NOT NULL,
	`actor_id` text,
	`caller` text,
	`action` text NOT NULL,
	`target_id` text NOT NULL,
	`details` text NOT NULL,
	`at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `audit_by_time` ON `audit` (`at`,`id`);
--> statement-breakpoint
CREATE INDEX `audit_by_target` ON `audit` (`target_id`,`at`,`id`);
--> statement-breakpoint
CREATE INDEX `audit_by_actor` ON `audit` (`actor_id`,`at`,`id`);
--> statement-breakpoint
CREATE INDEX `audit_by_action` ON `audit` (`action`,`at`,`id`);
--> statement-breakpoint
CREATE INDEX `audit_by_actor_action` ON `audit` (`actor_id`,`action`,`at`,`id`);
--> statement-breakpoint
CREATE TABLE `history` (
	`thing_id` text NOT NULL,
	`version` integer NOT NULL,
	`thing` text NOT NULL,
	`event` text NOT NULL,
	`from_status` text,
	`to_status` text NOT NULL,
	`actor_id` text,
	`caller` text,
	`reason` text,
	`at` integer NOT NULL,
	PRIMARY KEY(`thing_id`, `version`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`scope` text NOT NULL,
	`key` text NOT NULL,
	`body_hash` text NOT NULL,
	`claim` text DEFAULT '' NOT NULL,
	`last_commit` text,
	`committed_at` integer,
	`status` integer,
	`response` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`scope`, `key`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `idempotency_keys_age` ON `idempotency_keys` (`created_at`);
--> statement-breakpoint
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
CREATE INDEX `incident_parties_mine` ON `incident_parties` (`user_id`,`opened_at`,`incident_id`);
--> statement-breakpoint
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
CREATE INDEX `incident_updates_incident` ON `incident_updates` (`incident_id`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `incident_updates_author` ON `incident_updates` (`author_id`);
--> statement-breakpoint
CREATE TABLE `incidents` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`severity` text NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`order_id` text,
	`ref` text NOT NULL,
	`status` text DEFAULT 'OPEN' NOT NULL,
	`created_at` integer NOT NULL,
	`opened_by` text,
	`opened_as` text,
	`number` text,
	`version` integer DEFAULT 1 NOT NULL,
	`updated_at` integer DEFAULT 0 NOT NULL,
	`outcome` text,
	`note` text,
	`refund_id` text,
	`refund_minor` integer,
	`refund_currency` text,
	`told_at` integer,
	`answer_by` integer,
	`remind_at` integer
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `incidents_ref` ON `incidents` (`ref`);
--> statement-breakpoint
CREATE INDEX `incidents_open_order` ON `incidents` (`order_id`) WHERE status IN ('OPEN', 'INVESTIGATING');
--> statement-breakpoint
CREATE UNIQUE INDEX `incidents_one_open` ON `incidents` (`order_id`) WHERE opened_by IS NOT NULL AND status IN ('OPEN', 'INVESTIGATING');
--> statement-breakpoint
CREATE UNIQUE INDEX `incidents_number` ON `incidents` (`number`);
--> statement-breakpoint
CREATE INDEX `incidents_newest` ON `incidents` (`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `incidents_status` ON `incidents` (`status`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `incidents_severity` ON `incidents` (`severity`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `incidents_status_severity` ON `incidents` (`status`,`severity`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `incidents_order` ON `incidents` (`order_id`,`created_at`,`id`) WHERE order_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `incidents_service_open` ON `incidents` (`ref`) WHERE opened_by IS NULL AND status IN ('OPEN', 'INVESTIGATING');
--> statement-breakpoint
CREATE INDEX `incidents_refund` ON `incidents` (`refund_id`) WHERE refund_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `incidents_untold` ON `incidents` (`created_at`) WHERE opened_by IS NOT NULL AND told_at IS NULL;
--> statement-breakpoint
CREATE INDEX `incidents_remind` ON `incidents` (`remind_at`) WHERE remind_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `incidents_opener` ON `incidents` (`opened_by`) WHERE opened_by IS NOT NULL;
--> statement-breakpoint
CREATE TABLE `live_listeners` (
	`user_id` text PRIMARY KEY NOT NULL,
	`rider_id` text
) STRICT;
--> statement-breakpoint
CREATE INDEX `live_listeners_riders` ON `live_listeners` (`rider_id`) WHERE rider_id IS NOT NULL;
--> statement-breakpoint
CREATE TABLE `live_notes` (
	`place` integer PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`session_id` text,
	`topic` text,
	`rank` integer,
	`message` text NOT NULL
) STRICT;
--> statement-breakpoint
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
CREATE TABLE `broadcasts` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`body` text NOT NULL,
	`role` text,
	`user_ids` text,
	`recipients` integer NOT NULL,
	`joined_at` integer NOT NULL,
	`reached` text NOT NULL,
	`created_at` integer NOT NULL,
	`done_at` integer
) STRICT;
--> statement-breakpoint
CREATE INDEX `broadcasts_open` ON `broadcasts` (`created_at`) WHERE done_at IS NULL;
--> statement-breakpoint
CREATE TABLE `feed_reads` (
	`user_id` text NOT NULL,
	`up_to` integer NOT NULL,
	`id` text NOT NULL,
	`marked` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `up_to`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `feeds` (
	`user_id` text PRIMARY KEY NOT NULL,
	`total` integer DEFAULT 0 NOT NULL,
	`unread` integer DEFAULT 0 NOT NULL,
	`read_to` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `notification_preferences` (
	`user_id` text PRIMARY KEY NOT NULL,
	`choices` text NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `notifications` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`type` text NOT NULL,
	`facts` text,
	`title` text,
	`body` text,
	`data` text NOT NULL,
	`read_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_id` ON `notifications` (`id`);
--> statement-breakpoint
CREATE INDEX `notifications_newest` ON `notifications` (`user_id`);
--> statement-breakpoint
CREATE INDEX `notifications_type` ON `notifications` (`user_id`,`type`);
--> statement-breakpoint
CREATE TABLE `message_counts` (
	`channel` text PRIMARY KEY NOT NULL,
	`window_ends_at` integer NOT NULL,
	`codes` integer NOT NULL,
	`notices` integer NOT NULL,
	`newcomers_codes` integer NOT NULL,
	`newcomers_notices` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`channel` text NOT NULL,
	`recipient` text NOT NULL,
	`kind` text NOT NULL,
	`lane` text DEFAULT 'NOTICE' NOT NULL,
	`is_newcomers` integer DEFAULT false NOT NULL,
	`subject` text NOT NULL,
	`body` text NOT NULL,
	`status` text DEFAULT 'PENDING' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` integer NOT NULL,
	`failure` text,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	`matter` text,
	`lease` text
) STRICT;
--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`lane`,`channel`,`is_newcomers`,`next_at`) WHERE status = 'PENDING';
--> statement-breakpoint
CREATE INDEX `outbox_codes` ON `outbox` (`created_at`) WHERE status = 'PENDING' AND lane = 'CODE';
--> statement-breakpoint
CREATE INDEX `outbox_failed` ON `outbox` (`created_at`) WHERE status = 'FAILED' AND failure <> 'NOBODY';
--> statement-breakpoint
CREATE INDEX `outbox_matter` ON `outbox` (`matter`) WHERE matter IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `outbox_device` ON `outbox` (`recipient`) WHERE channel = 'PUSH' AND status = 'PENDING';
--> statement-breakpoint
CREATE TABLE `purges` (
	`place` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`tag` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `purges_tag_unique` ON `purges` (`tag`);
--> statement-breakpoint
CREATE TABLE `push_devices` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`session_id` text NOT NULL,
	`kind` text NOT NULL,
	`address` text NOT NULL,
	`p256dh` text,
	`auth` text,
	`device_name` text,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `push_devices_address` ON `push_devices` (`address`);
--> statement-breakpoint
CREATE INDEX `push_devices_user` ON `push_devices` (`user_id`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `push_devices_session` ON `push_devices` (`session_id`);
--> statement-breakpoint
CREATE TABLE `recoveries` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`proven_at` integer,
	`completed_at` integer,
	`cancelled_at` integer,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`identifier` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `recoveries_open` ON `recoveries` (`user_id`) WHERE completed_at IS NULL AND cancelled_at IS NULL;
--> statement-breakpoint
CREATE INDEX `recoveries_expiry` ON `recoveries` (`expires_at`);
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
	`proven_at` integer,
	`has_second_factor` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `sessions_live` ON `sessions` (`user_id`,`created_at`) WHERE revoked_at IS NULL;
--> statement-breakpoint
CREATE INDEX `sessions_of_user` ON `sessions` (`user_id`);
--> statement-breakpoint
CREATE INDEX `sessions_ended` ON `sessions` (CASE WHEN revoked_at IS NULL THEN expires_at ELSE revoked_at END);
--> statement-breakpoint
CREATE TABLE `platform_settings` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`updated_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `terms_accepted` (
	`user_id` text NOT NULL,
	`version` text NOT NULL,
	`accepted_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `version`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
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
	`secondary_email` text,
	`password_hash` text,
	`blocked_at` integer,
	`block_reason` text,
	`deleted_at` integer,
	`erasure_due_at` integer,
	`erased_at` integer,
	`last_login_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`secondary_email_verified_at` integer,
	`withdrawals_held_until` integer,
	`devices_known_since` integer,
	`approvals_held_until` integer,
	`was_admin_until` integer,
	`phone_vouched` text
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email`) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX `users_phone` ON `users` (`phone`) WHERE phone_verified_at IS NOT NULL AND deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX `users_avatar` ON `users` (`avatar_key`) WHERE avatar_key IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `users_newest` ON `users` (`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `users_role_newest` ON `users` (`role`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `users_secondary_email` ON `users` (`secondary_email`) WHERE secondary_email IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `users_unproved` ON `users` (`created_at`) WHERE email_verified_at IS NULL AND last_login_at IS NULL AND deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX `users_was_admin` ON `users` (`was_admin_until`) WHERE was_admin_until IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `users_erased` ON `users` (`erased_at`) WHERE erased_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `users_erasure_due` ON `users` (`erasure_due_at`) WHERE erasure_due_at IS NOT NULL AND erased_at IS NULL;
--> statement-breakpoint
CREATE TABLE `bookings` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`status` text NOT NULL,
	`gateway` text,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`to_amount_minor` integer,
	`to_currency` text,
	`reference` text NOT NULL,
	`folded_reference` text NOT NULL,
	`note` text NOT NULL,
	`document_id` text,
	`requested_by` text NOT NULL,
	`confirmed_by` text,
	`expires_at` integer,
	`reached_at` text DEFAULT '{}' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`document_id`) REFERENCES `documents`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "bookings_amount" CHECK(amount_minor > 0),
	CONSTRAINT "bookings_to_amount" CHECK(to_amount_minor > 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `bookings_reference` ON `bookings` (`folded_reference`) WHERE status IN ('REQUESTED', 'BOOKED');
--> statement-breakpoint
CREATE INDEX `bookings_newest` ON `bookings` (`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `bookings_status` ON `bookings` (`status`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `bookings_kind` ON `bookings` (`kind`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `bookings_status_kind` ON `bookings` (`status`,`kind`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `bookings_waiting` ON `bookings` (`expires_at`) WHERE status = 'REQUESTED';
--> statement-breakpoint
CREATE INDEX `bookings_document` ON `bookings` (`document_id`) WHERE document_id IS NOT NULL;
--> statement-breakpoint
CREATE TABLE `expense_totals` (
	`day` text NOT NULL,
	`status` text NOT NULL,
	`category` text NOT NULL,
	`currency` text NOT NULL,
	`count` integer NOT NULL,
	`amount_minor` integer NOT NULL,
	PRIMARY KEY(`status`, `day`, `category`, `currency`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `expenses` (
	`id` text PRIMARY KEY NOT NULL,
	`label` text NOT NULL,
	`category` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`incurred_at` integer NOT NULL,
	`day` text NOT NULL,
	`vendor` text,
	`payment_method` text,
	`notes` text,
	`status` text NOT NULL,
	`created_by` text NOT NULL,
	`requested_by` text,
	`expires_at` integer,
	`ended_by` text,
	`approved_by` text,
	`approved_at` integer,
	`rejection_reason` text,
	`reversed_at` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "expenses_amount" CHECK(amount_minor > 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `expenses_newest` ON `expenses` (`incurred_at`,`id`);
--> statement-breakpoint
CREATE INDEX `expenses_status` ON `expenses` (`status`,`incurred_at`,`id`);
--> statement-breakpoint
CREATE INDEX `expenses_category` ON `expenses` (`category`,`incurred_at`,`id`);
--> statement-breakpoint
CREATE INDEX `expenses_currency` ON `expenses` (`currency`,`incurred_at`,`id`);
--> statement-breakpoint
CREATE INDEX `expenses_status_category` ON `expenses` (`status`,`category`,`incurred_at`,`id`);
--> statement-breakpoint
CREATE INDEX `expenses_status_currency` ON `expenses` (`status`,`currency`,`incurred_at`,`id`);
--> statement-breakpoint
CREATE INDEX `expenses_category_currency` ON `expenses` (`category`,`currency`,`incurred_at`,`id`);
--> statement-breakpoint
CREATE INDEX `expenses_status_category_currency` ON `expenses` (`status`,`category`,`currency`,`incurred_at`,`id`);
--> statement-breakpoint
CREATE INDEX `expenses_awaiting` ON `expenses` (`expires_at`) WHERE status = 'AWAITING_CODE';
--> statement-breakpoint
CREATE UNIQUE INDEX `expenses_one_awaiting` ON `expenses` (`requested_by`) WHERE status = 'AWAITING_CODE';
--> statement-breakpoint
CREATE TABLE `fee_days` (
	`day` text NOT NULL,
	`gateway` text NOT NULL,
	`currency` text NOT NULL,
	`count` integer NOT NULL,
	`amount_minor` integer NOT NULL,
	PRIMARY KEY(`day`, `gateway`, `currency`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `compared_nights` (
	`gateway` text PRIMARY KEY NOT NULL,
	`day` text NOT NULL,
	`updated_at` integer NOT NULL
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
	`fee_minor` integer,
	`charged_minor` integer,
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
	`asked_at` integer,
	`reported_at` integer,
	`decided_at` integer,
	`agreed_at` integer,
	`received_minor` integer,
	CONSTRAINT "gateway_transactions_amount" CHECK(amount_minor > 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `gateway_transactions_reference` ON `gateway_transactions` (`reference`);
--> statement-breakpoint
CREATE UNIQUE INDEX `gateway_transactions_live` ON `gateway_transactions` (`purpose`,`subject_id`,`currency`) WHERE status IN ('pending', 'review');
--> statement-breakpoint
CREATE INDEX `gateway_transactions_external` ON `gateway_transactions` (`external_id`);
--> statement-breakpoint
CREATE INDEX `gateway_transactions_subject` ON `gateway_transactions` (`subject_id`,`created_at`);
--> statement-breakpoint
CREATE INDEX `gateway_transactions_unpaid` ON `gateway_transactions` (`phone`,`created_at`) WHERE status <> 'succeeded';
--> statement-breakpoint
CREATE INDEX `gateway_transactions_refused` ON `gateway_transactions` (`phone`,`final_at`) WHERE status = 'failed';
--> statement-breakpoint
CREATE INDEX `gateway_transactions_listed` ON `gateway_transactions` (`gateway`,`kind`,`status`,`created_at`);
--> statement-breakpoint
CREATE INDEX `gateway_transactions_due` ON `gateway_transactions` (`gateway`,`next_check_at`) WHERE next_check_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `gateway_transactions_unreported` ON `gateway_transactions` (`created_at`) WHERE status = 'pending' AND reported_at IS NULL;
--> statement-breakpoint
CREATE INDEX `gateway_transactions_unagreed` ON `gateway_transactions` (`final_at`) WHERE agreed_at IS NULL AND status IN ('succeeded', 'failed', 'reversed');
--> statement-breakpoint
CREATE TABLE `gateway_wallets` (
	`gateway` text NOT NULL,
	`currency` text NOT NULL,
	`least_minor` integer NOT NULL,
	`most_minor` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`gateway`, `currency`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `payin_shares` (
	`payin_id` text NOT NULL,
	`order_id` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`ref` text NOT NULL,
	PRIMARY KEY(`payin_id`, `order_id`),
	FOREIGN KEY (`payin_id`) REFERENCES `gateway_transactions`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payin_shares_amount" CHECK(amount_minor > 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `payin_shares_ref` ON `payin_shares` (`ref`);
--> statement-breakpoint
CREATE INDEX `payin_shares_order` ON `payin_shares` (`order_id`);
--> statement-breakpoint
CREATE TABLE `law_clock` (
	`id` integer PRIMARY KEY NOT NULL,
	`epoch` integer NOT NULL,
	`turn` integer NOT NULL,
	`run_asked_at` integer
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `law_faults` (
	`name` text NOT NULL,
	`part` integer NOT NULL,
	`key` text NOT NULL,
	PRIMARY KEY(`name`, `part`, `key`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `law_faults_key` ON `law_faults` (`key`);
--> statement-breakpoint
CREATE TABLE `law_marks` (
	`name` text PRIMARY KEY NOT NULL,
	`proved_to` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `law_parts` (
	`seq` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`part` integer NOT NULL,
	`of` text,
	`walk` text,
	`is_nightly` integer NOT NULL,
	`is_shown` integer NOT NULL,
	`whole` text NOT NULL,
	`some` text NOT NULL,
	`range` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `law_verdicts` (
	`name` text PRIMARY KEY NOT NULL,
	`ok` integer NOT NULL,
	`checked_at` integer NOT NULL,
	`whole_at` integer,
	`more` integer DEFAULT 0 NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `law_verdicts_broken` ON `law_verdicts` (`name`) WHERE ok = 0;
--> statement-breakpoint
CREATE TABLE `law_walks` (
	`walk` text PRIMARY KEY NOT NULL,
	`held_to` text,
	`size` integer NOT NULL,
	`more` text NOT NULL,
	`night` text NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `touched` (
	`epoch` integer NOT NULL,
	`subject` text NOT NULL,
	`key` text NOT NULL,
	PRIMARY KEY(`epoch`, `subject`, `key`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `accounts` (
	`code` text NOT NULL,
	`currency` text NOT NULL,
	`balance_minor` integer NOT NULL,
	`may_overdraw` integer NOT NULL,
	`proved_minor` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`code`, `currency`),
	CONSTRAINT "accounts_covered" CHECK(may_overdraw = 1 OR balance_minor >= 0)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
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
CREATE UNIQUE INDEX `transfers_key` ON `transfers` (`kind`,`ref`);
--> statement-breakpoint
CREATE INDEX `transfers_newest` ON `transfers` (`currency`,`created_at`);
--> statement-breakpoint
CREATE INDEX `transfers_kind_newest` ON `transfers` (`kind`,`currency`,`created_at`);
--> statement-breakpoint
CREATE INDEX `transfers_from` ON `transfers` (`from_account`,`currency`,`created_at`);
--> statement-breakpoint
CREATE INDEX `transfers_to` ON `transfers` (`to_account`,`currency`,`created_at`);
--> statement-breakpoint
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
CREATE INDEX `wallet_entries_owner` ON `wallet_entries` (`owner_id`,`created_at`);
--> statement-breakpoint
CREATE INDEX `wallet_entries_owner_type` ON `wallet_entries` (`owner_id`,`type`,`created_at`);
--> statement-breakpoint
CREATE INDEX `wallet_entries_owner_currency` ON `wallet_entries` (`owner_id`,`currency`,`created_at`);
--> statement-breakpoint
CREATE TABLE `wallet_months` (
	`owner_id` text NOT NULL,
	`currency` text NOT NULL,
	`month` text NOT NULL,
	`opening_minor` integer NOT NULL,
	`amount_minor` integer NOT NULL,
	`lines` integer NOT NULL,
	`sha256` text,
	PRIMARY KEY(`owner_id`, `currency`, `month`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `wallet_months_here` ON `wallet_months` (`month`,`owner_id`) WHERE sha256 IS NULL;
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
	`exchange` text,
	`phone` text NOT NULL,
	`network` text NOT NULL,
	`country` text NOT NULL,
	`is_dust` integer DEFAULT false NOT NULL,
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
CREATE INDEX `payouts_admin_newest` ON `payouts` (`created_at`,`id`) WHERE owner_id IS NULL;
--> statement-breakpoint
CREATE INDEX `payouts_admin_status` ON `payouts` (`status`,`created_at`,`id`) WHERE owner_id IS NULL;
--> statement-breakpoint
CREATE INDEX `payouts_moving` ON `payouts` (`owner_id`) WHERE status IN ('ACCEPTED', 'ENQUEUED', 'PROCESSING', 'IN_RECONCILIATION');
--> statement-breakpoint
CREATE INDEX `payouts_owner` ON `payouts` (`owner_id`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `payouts_awaiting` ON `payouts` (`expires_at`) WHERE status = 'AWAITING_CODE';
--> statement-breakpoint
CREATE TABLE `exchange_rates` (
	`id` text PRIMARY KEY NOT NULL,
	`base_currency` text NOT NULL,
	`quote_currency` text NOT NULL,
	`rate_scaled` integer NOT NULL,
	`source` text NOT NULL,
	`effective_at` integer NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL,
	`frozen_at` integer,
	`jump_confirmed` integer DEFAULT false NOT NULL,
	CONSTRAINT "exchange_rates_positive" CHECK(rate_scaled > 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `exchange_rates_in_force` ON `exchange_rates` (`base_currency`,`quote_currency`,`effective_at`);
--> statement-breakpoint
CREATE INDEX `exchange_rates_newest` ON `exchange_rates` (`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `exchange_rates_pair` ON `exchange_rates` (`base_currency`,`quote_currency`,`created_at`,`id`);
--> statement-breakpoint
CREATE TABLE `price_rates` (
	`currency` text PRIMARY KEY NOT NULL,
	`worth` real,
	`renewed_to` text
) STRICT;
--> statement-breakpoint
CREATE TABLE `rate_memories` (
	`base_currency` text NOT NULL,
	`quote_currency` text NOT NULL,
	`last_scaled` integer,
	`from_scaled` integer,
	`changed_at` integer,
	`is_off` integer DEFAULT false NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`base_currency`, `quote_currency`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `money_settings` (
	`currency` text PRIMARY KEY NOT NULL,
	`min_payout_minor` integer NOT NULL,
	`max_payout_per_day_minor` integer,
	`commission_bps` integer NOT NULL
) STRICT;
--> statement-breakpoint
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
CREATE INDEX `wallets_user` ON `wallets` (`user_id`);
--> statement-breakpoint
CREATE TABLE `delivery_days` (
	`day` text NOT NULL,
	`currency` text NOT NULL,
	`deliveries` integer NOT NULL,
	`delivered` integer NOT NULL,
	`failed` integer NOT NULL,
	`fees_minor` integer NOT NULL,
	PRIMARY KEY(`day`, `currency`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `expense_days` (
	`day` text NOT NULL,
	`currency` text NOT NULL,
	`count` integer NOT NULL,
	`amount_minor` integer NOT NULL,
	PRIMARY KEY(`day`, `currency`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `order_days` (
	`day` text NOT NULL,
	`currency` text NOT NULL,
	`status` text NOT NULL,
	`orders` integer NOT NULL,
	`amount_minor` integer NOT NULL,
	PRIMARY KEY(`day`, `currency`, `status`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `payout_days` (
	`day` text NOT NULL,
	`currency` text NOT NULL,
	`count` integer NOT NULL,
	`amount_minor` integer NOT NULL,
	PRIMARY KEY(`day`, `currency`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `product_sales` (
	`product_id` text NOT NULL,
	`span` integer NOT NULL,
	`day` text NOT NULL,
	`currency` text NOT NULL,
	`quantity` integer NOT NULL,
	`amount_minor` integer NOT NULL,
	PRIMARY KEY(`span`, `day`, `product_id`, `currency`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `refund_days` (
	`day` text NOT NULL,
	`currency` text NOT NULL,
	`count` integer NOT NULL,
	`amount_minor` integer NOT NULL,
	PRIMARY KEY(`day`, `currency`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `rider_deliveries` (
	`rider_id` text NOT NULL,
	`day` text NOT NULL,
	`delivered` integer NOT NULL,
	PRIMARY KEY(`rider_id`, `day`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `sales_days` (
	`day` text NOT NULL,
	`currency` text NOT NULL,
	`orders` integer NOT NULL,
	`gross_minor` integer NOT NULL,
	`refunds_minor` integer NOT NULL,
	PRIMARY KEY(`day`, `currency`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `seller_sales` (
	`seller_profile_id` text NOT NULL,
	`span` integer NOT NULL,
	`day` text NOT NULL,
	`currency` text NOT NULL,
	`orders` integer NOT NULL,
	`amount_minor` integer NOT NULL,
	PRIMARY KEY(`span`, `day`, `seller_profile_id`, `currency`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `seller_sales_seller` ON `seller_sales` (`seller_profile_id`,`span`,`day`);
--> statement-breakpoint
CREATE TABLE `user_days` (
	`day` text PRIMARY KEY NOT NULL,
	`users` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `heartbeat_quarters` (
	`quarter` integer NOT NULL,
	`job` text NOT NULL,
	`runs` integer NOT NULL,
	`failures` integer NOT NULL,
	`worst_ms` integer NOT NULL,
	`most_left` integer NOT NULL,
	PRIMARY KEY(`quarter`, `job`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `heartbeats` (
	`job` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`succeeded_at` integer,
	`duration_ms` integer,
	`left_over` integer DEFAULT 0 NOT NULL,
	`failing` integer DEFAULT false NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `posts` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`slug` text NOT NULL,
	`excerpt` text NOT NULL,
	`body` text NOT NULL,
	`cover_key` text,
	`tags` text NOT NULL,
	`locale` text NOT NULL,
	`status` text DEFAULT 'DRAFT' NOT NULL,
	`published_at` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `posts_slug` ON `posts` (`slug`);
--> statement-breakpoint
CREATE INDEX `posts_newest` ON `posts` (`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `posts_status_newest` ON `posts` (`status`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `posts_locale_newest` ON `posts` (`locale`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `posts_status_locale_newest` ON `posts` (`status`,`locale`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `posts_public` ON `posts` (`published_at`,`id`) WHERE status = 'PUBLISHED';
--> statement-breakpoint
CREATE INDEX `posts_public_locale` ON `posts` (`locale`,`published_at`,`id`) WHERE status = 'PUBLISHED';
--> statement-breakpoint
CREATE TABLE `ticket_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`ticket_id` text NOT NULL,
	`author_id` text NOT NULL,
	`sender_role` text NOT NULL,
	`body` text NOT NULL,
	`is_internal` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `ticket_messages_ticket` ON `ticket_messages` (`ticket_id`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `ticket_messages_shown` ON `ticket_messages` (`ticket_id`,`created_at`,`id`) WHERE is_internal = 0;
--> statement-breakpoint
CREATE INDEX `ticket_messages_author` ON `ticket_messages` (`author_id`);
--> statement-breakpoint
CREATE TABLE `tickets` (
	`id` text PRIMARY KEY NOT NULL,
	`number` text NOT NULL,
	`owner_id` text NOT NULL,
	`subject` text NOT NULL,
	`category` text NOT NULL,
	`priority` text DEFAULT 'NORMAL' NOT NULL,
	`order_id` text,
	`status` text NOT NULL,
	`assignee_id` text,
	`goes_first` integer NOT NULL,
	`closes_at` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `tickets_number` ON `tickets` (`number`);
--> statement-breakpoint
CREATE INDEX `tickets_mine` ON `tickets` (`owner_id`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `tickets_first` ON `tickets` (`goes_first`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `tickets_status` ON `tickets` (`status`,`goes_first`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `tickets_assignee` ON `tickets` (`assignee_id`,`goes_first`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `tickets_assignee_status` ON `tickets` (`assignee_id`,`status`,`goes_first`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `tickets_order` ON `tickets` (`order_id`) WHERE order_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `tickets_closing` ON `tickets` (`closes_at`) WHERE closes_at IS NOT NULL;
--> statement-breakpoint
CREATE TABLE `cart_items` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`variant_id` text NOT NULL,
	`quantity` integer NOT NULL,
	`seen_price_minor` integer NOT NULL,
	`seen_currency` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`variant_id`) REFERENCES `variants`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "cart_items_quantity" CHECK(quantity BETWEEN 1 AND 999)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `cart_items_variant` ON `cart_items` (`user_id`,`variant_id`);
--> statement-breakpoint
CREATE INDEX `cart_items_of_user` ON `cart_items` (`user_id`,`created_at`,`id`);
--> statement-breakpoint
CREATE TABLE `carts` (
	`user_id` text PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
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
	`recipient` text,
	`rates` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `quotes_of_user` ON `quotes` (`user_id`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `quotes_expiry` ON `quotes` (`expires_at`);
--> statement-breakpoint
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
	`occurred_at` text DEFAULT '{}' NOT NULL,
	`overdue_at` integer,
	`rest_told_at` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`rider_id`) REFERENCES `riders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`zone_id`) REFERENCES `delivery_zones`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `deliveries_order` ON `deliveries` (`order_id`);
--> statement-breakpoint
CREATE INDEX `deliveries_waiting_square` ON `deliveries` (CAST((lat + 90) * 20 AS INTEGER),CAST((lng + 180) * 20 AS INTEGER),`zone_id`) WHERE status = 'UNASSIGNED';
--> statement-breakpoint
CREATE INDEX `deliveries_offered` ON `deliveries` (`rest_told_at`) WHERE status = 'UNASSIGNED' AND rest_told_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `deliveries_newest` ON `deliveries` (`created_at`);
--> statement-breakpoint
CREATE INDEX `deliveries_status` ON `deliveries` (`status`,`created_at`);
--> statement-breakpoint
CREATE INDEX `deliveries_zone` ON `deliveries` (`zone_id`,`created_at`);
--> statement-breakpoint
CREATE INDEX `deliveries_zone_status` ON `deliveries` (`zone_id`,`status`,`created_at`);
--> statement-breakpoint
CREATE INDEX `deliveries_rider` ON `deliveries` (`rider_id`,`created_at`);
--> statement-breakpoint
CREATE INDEX `deliveries_rider_status` ON `deliveries` (`rider_id`,`status`,`created_at`);
--> statement-breakpoint
CREATE TABLE `conversations` (
	`order_id` text NOT NULL,
	`channel` text NOT NULL,
	`user_id` text NOT NULL,
	`shown_to` text,
	`total` integer NOT NULL,
	`received` integer NOT NULL,
	`seen` integer DEFAULT 0 NOT NULL,
	`last_message_id` text NOT NULL,
	`last_at` integer NOT NULL,
	`told_at` integer,
	PRIMARY KEY(`order_id`, `channel`, `user_id`),
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "conversations_seen" CHECK(seen BETWEEN 0 AND received AND received <= total)
) STRICT;
--> statement-breakpoint
CREATE INDEX `conversations_inbox` ON `conversations` (`shown_to`,`last_at`);
--> statement-breakpoint
CREATE TABLE `messages` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`channel` text NOT NULL,
	`position` integer NOT NULL,
	`sender_id` text NOT NULL,
	`recipient_id` text NOT NULL,
	`sender_role` text NOT NULL,
	`client_message_id` text NOT NULL,
	`body` text NOT NULL,
	`rider_id` text,
	`to_buyer` integer NOT NULL,
	`to_other` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`sender_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `messages_position` ON `messages` (`order_id`,`channel`,`position`);
--> statement-breakpoint
CREATE UNIQUE INDEX `messages_client` ON `messages` (`sender_id`,`order_id`,`client_message_id`);
--> statement-breakpoint
CREATE INDEX `messages_rider` ON `messages` (`order_id`,`rider_id`,`position`) WHERE rider_id IS NOT NULL;
--> statement-breakpoint
CREATE TABLE `read_marks` (
	`order_id` text NOT NULL,
	`channel` text NOT NULL,
	`user_id` text NOT NULL,
	`seen_before` integer NOT NULL,
	`seen` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`order_id`, `channel`, `user_id`, `seen_before`),
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "read_marks_forward" CHECK(seen > seen_before)
) STRICT;
--> statement-breakpoint
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
CREATE INDEX `order_notes_order` ON `order_notes` (`order_id`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `order_notes_author` ON `order_notes` (`author_id`);
--> statement-breakpoint
CREATE TABLE `order_items` (
	`id` text NOT NULL,
	`order_id` text NOT NULL,
	`product_id` text NOT NULL,
	`variant_id` text NOT NULL,
	`name` text NOT NULL,
	`quantity` integer NOT NULL,
	`unit_price_minor` integer NOT NULL,
	`line_total_minor` integer NOT NULL,
	PRIMARY KEY(`order_id`, `variant_id`),
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "order_items_total" CHECK(line_total_minor >= 0 AND quantity > 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `order_items_product` ON `order_items` (`product_id`);
--> statement-breakpoint
CREATE TABLE `order_totals` (
	`status` text NOT NULL,
	`currency` text NOT NULL,
	`orders` integer NOT NULL,
	`amount_minor` integer NOT NULL,
	PRIMARY KEY(`status`, `currency`)
) STRICT;
--> statement-breakpoint
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
	`rate_over` integer,
	`zone_id` text,
	`checkout_id` text,
	`recipient` text,
	`emptied_at` integer,
	`sealed_in` integer,
	`sealed_place` text,
	`sealed_payers` text,
	`unsealed_at` integer,
	FOREIGN KEY (`buyer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`seller_profile_id`) REFERENCES `seller_profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`zone_id`) REFERENCES `delivery_zones`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "orders_refunded" CHECK(refunded_minor BETWEEN 0 AND total_minor)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_number` ON `orders` (`number`);
--> statement-breakpoint
CREATE INDEX `orders_buyer` ON `orders` (`buyer_id`,`created_at`);
--> statement-breakpoint
CREATE INDEX `orders_buyer_status` ON `orders` (`buyer_id`,`status`,`created_at`);
--> statement-breakpoint
CREATE INDEX `orders_seller` ON `orders` (`seller_profile_id`,`created_at`);
--> statement-breakpoint
CREATE INDEX `orders_seller_status` ON `orders` (`seller_profile_id`,`status`,`created_at`);
--> statement-breakpoint
CREATE INDEX `orders_newest` ON `orders` (`created_at`);
--> statement-breakpoint
CREATE INDEX `orders_status_newest` ON `orders` (`status`,`created_at`);
--> statement-breakpoint
CREATE INDEX `orders_shop_open` ON `orders` (`shop_id`) WHERE status NOT IN ('COMPLETED', 'REJECTED', 'CANCELLED', 'REFUNDED');
--> statement-breakpoint
CREATE INDEX `orders_checkout` ON `orders` (`checkout_id`) WHERE checkout_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `orders_unpaid` ON `orders` (`created_at`) WHERE status = 'CANCELLED' AND paid_currency IS NULL AND emptied_at IS NULL;
--> statement-breakpoint
CREATE INDEX `orders_sealed` ON `orders` (`sealed_in`) WHERE sealed_in IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `orders_sealable` ON `orders` (`updated_at`) WHERE sealed_in IS NULL AND status IN ('COMPLETED', 'REJECTED', 'CANCELLED', 'REFUNDED');
--> statement-breakpoint
CREATE INDEX `orders_due` ON `orders` (`due_at`) WHERE due_at IS NOT NULL;
--> statement-breakpoint
CREATE TABLE `refund_attempts` (
	`refund_id` text NOT NULL,
	`number` integer NOT NULL,
	`status` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`parts` text NOT NULL,
	`phone_minor` integer NOT NULL,
	`phone_currency` text NOT NULL,
	`phone` text NOT NULL,
	`movement_id` text,
	`failure_code` text,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	`arrived_late_at` integer,
	`returned_at` integer,
	PRIMARY KEY(`refund_id`, `number`),
	FOREIGN KEY (`refund_id`) REFERENCES `refunds`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`movement_id`) REFERENCES `gateway_transactions`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "refund_attempts_amount" CHECK(amount_minor > 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `refund_attempts_movement` ON `refund_attempts` (`movement_id`);
--> statement-breakpoint
CREATE TABLE `refund_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`refund_id` text NOT NULL,
	`requested_by` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`kind` text NOT NULL,
	`phone` text NOT NULL,
	`network` text NOT NULL,
	`country` text NOT NULL,
	`state` text NOT NULL,
	`expires_at` integer NOT NULL,
	`ended_by` text,
	`ended_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`refund_id`) REFERENCES `refunds`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "refund_requests_amount" CHECK(amount_minor > 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `refund_requests_open` ON `refund_requests` (`refund_id`) WHERE ended_at IS NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX `refund_requests_requester` ON `refund_requests` (`requested_by`) WHERE ended_at IS NULL;
--> statement-breakpoint
CREATE INDEX `refund_requests_refund` ON `refund_requests` (`refund_id`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `refund_requests_due` ON `refund_requests` (`expires_at`) WHERE ended_at IS NULL;
--> statement-breakpoint
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
	`requested_by` text,
	`reached_at` text DEFAULT '{}' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`payin_id` text,
	`commission_minor` integer DEFAULT 0 NOT NULL,
	`subscription_payment_id` text,
	`rest_by` text,
	`rejection_reason` text,
	`approved_phones` text DEFAULT '[]' NOT NULL,
	CONSTRAINT "refunds_amount" CHECK(amount_minor > 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_open` ON `refunds` (`order_id`) WHERE payin_id IS NULL AND status IN ('REQUESTED', 'AWAITING_CODE', 'PROCESSING', 'FAILED');
--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_payin` ON `refunds` (`payin_id`,`order_id`);
--> statement-breakpoint
CREATE INDEX `refunds_order` ON `refunds` (`order_id`,`created_at`);
--> statement-breakpoint
CREATE INDEX `refunds_newest` ON `refunds` (`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `refunds_status_newest` ON `refunds` (`status`,`created_at`,`id`);
--> statement-breakpoint
CREATE TABLE `review_images` (
	`id` text PRIMARY KEY NOT NULL,
	`review_id` text NOT NULL,
	`key` text NOT NULL,
	`position` integer NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	FOREIGN KEY (`review_id`) REFERENCES `reviews`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `review_images_position` ON `review_images` (`review_id`,`position`);
--> statement-breakpoint
CREATE UNIQUE INDEX `review_images_key` ON `review_images` (`key`);
--> statement-breakpoint
CREATE TABLE `review_sums` (
	`target_id` text NOT NULL,
	`rating` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`target_id`, `rating`),
	CONSTRAINT "review_sums_count" CHECK(count >= 0)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `review_wishes` (
	`due_at` integer NOT NULL,
	`order_id` text NOT NULL,
	PRIMARY KEY(`due_at`, `order_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `reviews` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`target_type` text NOT NULL,
	`target_id` text NOT NULL,
	`shop_id` text NOT NULL,
	`author_id` text NOT NULL,
	`rating` integer NOT NULL,
	`comment` text,
	`reason_code` text,
	`status` text NOT NULL,
	`annulled` integer DEFAULT false NOT NULL,
	`answer` text,
	`answered_at` integer,
	`reported_by` text,
	`report_reason` text,
	`report_comment` text,
	`decided_at` integer,
	`decision_reason` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reported_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "reviews_rating" CHECK(rating BETWEEN 1 AND 5)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `reviews_order` ON `reviews` (`order_id`,`target_id`);
--> statement-breakpoint
CREATE INDEX `reviews_newest` ON `reviews` (`target_id`,`id`) WHERE status = 'VISIBLE' AND annulled = 0;
--> statement-breakpoint
CREATE INDEX `reviews_lowest` ON `reviews` (`target_id`,`rating`,id DESC) WHERE status = 'VISIBLE' AND annulled = 0;
--> statement-breakpoint
CREATE INDEX `reviews_author` ON `reviews` (`author_id`,`id`);
--> statement-breakpoint
CREATE INDEX `reviews_status` ON `reviews` (`status`,`id`);
--> statement-breakpoint
CREATE INDEX `reviews_answered` ON `reviews` (`shop_id`) WHERE answer IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `reviews_reporter` ON `reviews` (`reported_by`) WHERE reported_by IS NOT NULL;
--> statement-breakpoint
CREATE TABLE `rider_days` (
	`rider_id` text NOT NULL,
	`day` text NOT NULL,
	`currency` text NOT NULL,
	`earned_minor` integer NOT NULL,
	`deliveries` integer NOT NULL,
	PRIMARY KEY(`rider_id`, `day`, `currency`)
) STRICT;
--> statement-breakpoint
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
	`rating_count` integer DEFAULT 0 NOT NULL,
	`rating_sum` integer DEFAULT 0 NOT NULL,
	`lat` real,
	`lng` real,
	`located_at` integer,
	`place_told_at` integer,
	`reached_at` text DEFAULT '{}' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "riders_jobs" CHECK(active_jobs >= 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `riders_user` ON `riders` (`user_id`);
--> statement-breakpoint
CREATE INDEX `riders_online` ON `riders` (`updated_at`) WHERE availability = 'ONLINE' AND status = 'ACTIVE';
--> statement-breakpoint
CREATE INDEX `riders_newest` ON `riders` (`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `riders_status_newest` ON `riders` (`status`,`created_at`,`id`);
--> statement-breakpoint
CREATE TABLE `sealed_files` (
	`n` integer PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`sha256` text NOT NULL,
	`bytes` integer NOT NULL,
	`written` integer NOT NULL,
	`orders` integer NOT NULL,
	`total_minor` integer NOT NULL,
	`last_day` text NOT NULL,
	`proved_at` integer DEFAULT 0 NOT NULL,
	`is_broken` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `sealed_files_key` ON `sealed_files` (`key`);
--> statement-breakpoint
CREATE INDEX `sealed_files_proved` ON `sealed_files` (`is_broken`,`proved_at`);
--> statement-breakpoint
CREATE INDEX `sealed_files_dead` ON `sealed_files` (`orders`,`created_at`) WHERE orders < written;
--> statement-breakpoint
CREATE TABLE `sealed_riders` (
	`rider_id` text NOT NULL,
	`n` integer NOT NULL,
	PRIMARY KEY(`rider_id`, `n`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `sealed_riders_file` ON `sealed_riders` (`n`);
--> statement-breakpoint
CREATE TABLE `sealing` (
	`id` text PRIMARY KEY NOT NULL,
	`amount_minor` integer
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
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
	`created_at` integer NOT NULL,
	`folded_name` text,
	`deleted_at` integer
) STRICT;
--> statement-breakpoint
CREATE INDEX `delivery_zones_city` ON `delivery_zones` (`folded_city`);
--> statement-breakpoint
CREATE INDEX `delivery_zones_newest` ON `delivery_zones` (`created_at`,`id`) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX `delivery_zones_name` ON `delivery_zones` (`folded_name`) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE TABLE `rider_zones` (
	`zone_id` text NOT NULL,
	`rider_id` text NOT NULL,
	PRIMARY KEY(`zone_id`, `rider_id`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `addresses` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`label` text NOT NULL,
	`recipient_name` text NOT NULL,
	`phone` text NOT NULL,
	`country` text NOT NULL,
	`city` text NOT NULL,
	`commune` text,
	`quartier` text,
	`avenue` text,
	`number` text,
	`landmark` text,
	`lat` real,
	`lng` real,
	`is_default` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `addresses_of_user` ON `addresses` (`user_id`,`created_at`);
--> statement-breakpoint
CREATE UNIQUE INDEX `addresses_default` ON `addresses` (`user_id`) WHERE is_default = 1;
--> statement-breakpoint
CREATE TABLE `data_copies` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`status` text DEFAULT 'PENDING' NOT NULL,
	`cursor` text DEFAULT '{"place":0,"file":0}' NOT NULL,
	`parts` integer DEFAULT 0 NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`entries` integer DEFAULT 0 NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`turn_ends_at` integer DEFAULT 0 NOT NULL,
	`expires_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `data_copies_user` ON `data_copies` (`user_id`);
--> statement-breakpoint
CREATE INDEX `data_copies_pending` ON `data_copies` (`updated_at`) WHERE status = 'PENDING';
--> statement-breakpoint
CREATE INDEX `data_copies_ready` ON `data_copies` (`expires_at`) WHERE status = 'READY';
--> statement-breakpoint
CREATE TABLE `backup_codes` (
	`user_id` text NOT NULL,
	`code_hash` text NOT NULL,
	`used_at` integer,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `code_hash`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `identities` (
	`provider` text NOT NULL,
	`subject` text NOT NULL,
	`user_id` text NOT NULL,
	`email` text NOT NULL,
	`linked_at` integer NOT NULL,
	PRIMARY KEY(`provider`, `subject`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `identities_of_user` ON `identities` (`user_id`,`provider`);
--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`credential_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text DEFAULT '[]' NOT NULL,
	`backed_up` integer NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "passkeys_counter" CHECK(counter >= 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `passkeys_credential` ON `passkeys` (`credential_id`);
--> statement-breakpoint
CREATE INDEX `passkeys_of_user` ON `passkeys` (`user_id`,`created_at`);
--> statement-breakpoint
CREATE TABLE `totp` (
	`user_id` text PRIMARY KEY NOT NULL,
	`sealed_seed` text NOT NULL,
	`key_version` integer NOT NULL,
	`confirmed_at` integer,
	`last_step` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `invoices` (
	`id` text PRIMARY KEY NOT NULL,
	`number` text NOT NULL,
	`seller_profile_id` text NOT NULL,
	`subscription_payment_id` text NOT NULL,
	`issuer` text NOT NULL,
	`buyer` text NOT NULL,
	`lines` text NOT NULL,
	`subtotal_minor` integer NOT NULL,
	`tax_bps` integer NOT NULL,
	`tax_minor` integer NOT NULL,
	`total_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`status` text NOT NULL,
	`issued_at` integer NOT NULL,
	`paid_at` integer,
	`reached_at` text DEFAULT '{}' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`seller_profile_id`) REFERENCES `seller_profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`subscription_payment_id`) REFERENCES `subscription_payments`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "invoices_amounts" CHECK(total_minor > 0 AND tax_minor >= 0 AND subtotal_minor >= 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_number` ON `invoices` (`number`);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_payment` ON `invoices` (`subscription_payment_id`);
--> statement-breakpoint
CREATE INDEX `invoices_newest` ON `invoices` (`issued_at`,`id`);
--> statement-breakpoint
CREATE INDEX `invoices_status` ON `invoices` (`status`,`issued_at`,`id`);
--> statement-breakpoint
CREATE INDEX `invoices_seller` ON `invoices` (`seller_profile_id`,`issued_at`,`id`);
--> statement-breakpoint
CREATE INDEX `invoices_seller_status` ON `invoices` (`seller_profile_id`,`status`,`issued_at`,`id`);
--> statement-breakpoint
CREATE TABLE `kyc` (
	`id` text PRIMARY KEY NOT NULL,
	`seller_profile_id` text NOT NULL,
	`status` text DEFAULT 'DRAFT' NOT NULL,
	`legal_name` text,
	`birth_date` text,
	`id_type` text,
	`sealed_id_number` text,
	`key_version` integer,
	`id_expires_at` text,
	`submitted_at` integer,
	`reviewed_at` integer,
	`reason` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`seller_profile_id`) REFERENCES `seller_profiles`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `kyc_seller` ON `kyc` (`seller_profile_id`);
--> statement-breakpoint
CREATE INDEX `kyc_newest` ON `kyc` (`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `kyc_status` ON `kyc` (`status`,`created_at`,`id`);
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
CREATE UNIQUE INDEX `plans_slug` ON `plans` (`slug`);
--> statement-breakpoint
CREATE INDEX `plans_order` ON `plans` (`sort_order`,`id`);
--> statement-breakpoint
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
CREATE UNIQUE INDEX `seller_profiles_user` ON `seller_profiles` (`user_id`);
--> statement-breakpoint
CREATE INDEX `seller_profiles_newest` ON `seller_profiles` (`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `seller_profiles_kyc_newest` ON `seller_profiles` (`kyc_status`,`created_at`,`id`);
--> statement-breakpoint
CREATE TABLE `shops` (
	`id` text PRIMARY KEY NOT NULL,
	`seller_profile_id` text NOT NULL,
	`name` text NOT NULL,
	`skeleton` text DEFAULT '' NOT NULL,
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
	`closure_note` text DEFAULT '' NOT NULL,
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
	`review_reason` text,
	`suspension_reason` text,
	`owner_blocked` integer DEFAULT false NOT NULL,
	`over_plan` integer DEFAULT false NOT NULL,
	`rating_count` integer DEFAULT 0 NOT NULL,
	`rating_sum` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`seller_profile_id`) REFERENCES `seller_profiles`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `shops_slug` ON `shops` (`slug`);
--> statement-breakpoint
CREATE UNIQUE INDEX `shops_skeleton` ON `shops` (address ->> 'country',`skeleton`) WHERE status = 'PUBLISHED' AND owner_blocked = 0 AND skeleton <> '';
--> statement-breakpoint
CREATE INDEX `shops_seller` ON `shops` (`seller_profile_id`,`created_at`);
--> statement-breakpoint
CREATE INDEX `shops_logo` ON `shops` (`logo_key`) WHERE logo_key IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `shops_banner` ON `shops` (`banner_key`) WHERE banner_key IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `shops_newest` ON `shops` (`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `shops_status_newest` ON `shops` (`status`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `shops_review_newest` ON `shops` (`review_status`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `shops_review_status_newest` ON `shops` (`review_status`,`status`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `shops_public` ON `shops` (`created_at`,`id`) WHERE status = 'PUBLISHED';
--> statement-breakpoint
CREATE INDEX `shops_city` ON `shops` (`folded_city`,`created_at`,`id`) WHERE status = 'PUBLISHED';
--> statement-breakpoint
CREATE TABLE `subscription_days` (
	`day` text NOT NULL,
	`currency` text NOT NULL,
	`paid_minor` integer DEFAULT 0 NOT NULL,
	`returned_minor` integer DEFAULT 0 NOT NULL,
	`started` integer DEFAULT 0 NOT NULL,
	`ended` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`day`, `currency`)
) STRICT;
--> statement-breakpoint
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
	`period_end` integer,
	FOREIGN KEY (`subscription_id`) REFERENCES `subscriptions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`seller_profile_id`) REFERENCES `seller_profiles`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `subscription_payments_deposit` ON `subscription_payments` (`deposit_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `subscription_payments_pending` ON `subscription_payments` (`seller_profile_id`) WHERE status = 'PENDING';
--> statement-breakpoint
CREATE INDEX `subscription_payments_seller` ON `subscription_payments` (`seller_profile_id`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `subscription_payments_subscription` ON `subscription_payments` (`subscription_id`);
--> statement-breakpoint
CREATE INDEX `subscription_payments_due` ON `subscription_payments` (`status`,`expires_at`);
--> statement-breakpoint
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
	`anchor_at` integer,
	`price_minor` integer,
	FOREIGN KEY (`seller_profile_id`) REFERENCES `seller_profiles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`plan_id`) REFERENCES `plans`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `subscriptions_live` ON `subscriptions` (`seller_profile_id`) WHERE status IN ('ACTIVE', 'GRACE');
--> statement-breakpoint
CREATE UNIQUE INDEX `subscriptions_pending` ON `subscriptions` (`seller_profile_id`) WHERE status = 'PENDING';
--> statement-breakpoint
CREATE INDEX `subscriptions_newest` ON `subscriptions` (`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `subscriptions_status_newest` ON `subscriptions` (`status`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `subscriptions_plan_newest` ON `subscriptions` (`plan_id`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `subscriptions_plan_status_newest` ON `subscriptions` (`plan_id`,`status`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `subscriptions_seller` ON `subscriptions` (`seller_profile_id`,`created_at`);
--> statement-breakpoint
CREATE INDEX `subscriptions_period_end` ON `subscriptions` (`status`,`current_period_end`);
--> statement-breakpoint
CREATE INDEX `subscriptions_grace_end` ON `subscriptions` (`status`,`grace_ends_at`);
--> statement-breakpoint
CREATE TABLE guard (code TEXT NOT NULL) STRICT;
--> statement-breakpoint
CREATE TRIGGER guard_raise BEFORE INSERT ON guard BEGIN
  SELECT RAISE(ABORT, NEW.code);
END;
--> statement-breakpoint
CREATE TABLE search_keys (row INTEGER PRIMARY KEY, thing_id TEXT NOT NULL UNIQUE) STRICT;
--> statement-breakpoint
CREATE TRIGGER history_stays BEFORE DELETE ON history WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  SELECT RAISE(ABORT, 'APPEND_ONLY');
END;
--> statement-breakpoint
CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit BEGIN
  SELECT RAISE(ABORT, 'APPEND_ONLY');
END;
--> statement-breakpoint
CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit BEGIN
  SELECT RAISE(ABORT, 'APPEND_ONLY');
END;
--> statement-breakpoint
CREATE TRIGGER terms_accepted_no_update BEFORE UPDATE ON terms_accepted BEGIN
  SELECT RAISE(ABORT, 'APPEND_ONLY');
END;
--> statement-breakpoint
CREATE TRIGGER terms_accepted_no_delete BEFORE DELETE ON terms_accepted BEGIN
  SELECT RAISE(ABORT, 'APPEND_ONLY');
END;
--> statement-breakpoint
CREATE TRIGGER history_only_words BEFORE UPDATE ON history WHEN NOT (
  NEW.reason IS NULL AND NEW.thing_id = OLD.thing_id AND NEW.version = OLD.version AND NEW.thing = OLD.thing
  AND NEW.event = OLD.event AND NEW.from_status IS OLD.from_status AND NEW.to_status = OLD.to_status
  AND NEW.actor_id IS OLD.actor_id AND NEW.caller IS OLD.caller AND NEW.at = OLD.at) BEGIN
  SELECT RAISE(ABORT, 'APPEND_ONLY');
END;
--> statement-breakpoint
CREATE TRIGGER keys_claimed AFTER INSERT ON idempotency_keys BEGIN
  INSERT INTO counters (name, value) VALUES ('keys:' || substr(NEW.scope, 1, 36), 1)
  ON CONFLICT (name) DO UPDATE SET value = value + 1;
END;
--> statement-breakpoint
CREATE TRIGGER keys_forgotten AFTER DELETE ON idempotency_keys BEGIN
  UPDATE counters SET value = value - 1 WHERE name = 'keys:' || substr(OLD.scope, 1, 36);
  DELETE FROM counters WHERE name = 'keys:' || substr(OLD.scope, 1, 36) AND value <= 0;
END;
--> statement-breakpoint
CREATE TRIGGER files_stored AFTER INSERT ON stored_files BEGIN
  INSERT INTO held_bytes (owner_id, bytes) VALUES (NEW.owner_id, NEW.bytes)
  ON CONFLICT (owner_id) DO UPDATE SET bytes = bytes + excluded.bytes;
END;
--> statement-breakpoint
CREATE TRIGGER files_removed AFTER DELETE ON stored_files BEGIN
  UPDATE held_bytes SET bytes = bytes - OLD.bytes WHERE owner_id = OLD.owner_id;
  DELETE FROM held_bytes WHERE owner_id = OLD.owner_id AND bytes <= 0;
END;
--> statement-breakpoint
CREATE TRIGGER files_let_go AFTER INSERT ON removed_files BEGIN
  DELETE FROM stored_files WHERE key = NEW.key;
  INSERT INTO purges (tag) SELECT substr(NEW.key, instr(NEW.key, '.') - 12, 12) WHERE instr(NEW.key, '.') > 12 AND instr(NEW.key, '/') = 0;
END;
--> statement-breakpoint
CREATE TRIGGER incidents_opened AFTER INSERT ON incidents WHEN NEW.opened_by IS NOT NULL BEGIN
  UPDATE incidents SET opened_as = (SELECT u.role FROM users u WHERE u.id = NEW.opened_by) WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER incidents_numbered AFTER INSERT ON incidents WHEN NEW.number IS NULL BEGIN
  INSERT INTO counters (name, value) VALUES ('series:incidents:' || strftime('%Y', NEW.created_at / 1000 + 7200, 'unixepoch'), 1)
    ON CONFLICT (name) DO UPDATE SET value = value + 1;
  UPDATE incidents SET updated_at = max(updated_at, created_at), number = (
    SELECT format('INC-%s-%06d', strftime('%Y', NEW.created_at / 1000 + 7200, 'unixepoch'), c.value)
    FROM counters c WHERE c.name = 'series:incidents:' || strftime('%Y', NEW.created_at / 1000 + 7200, 'unixepoch')) WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER feeds_insert AFTER INSERT ON notifications BEGIN
  INSERT INTO feeds (user_id, total, unread, read_to) VALUES (NEW.user_id, 1, NEW.read_at IS NULL, 0)
    ON CONFLICT (user_id) DO UPDATE SET total = total + 1, unread = unread + excluded.unread;
END;
--> statement-breakpoint
CREATE TRIGGER feeds_read AFTER UPDATE OF read_at ON notifications WHEN OLD.read_at IS NULL AND NEW.read_at IS NOT NULL BEGIN
  UPDATE feeds SET unread = unread - 1 WHERE user_id = NEW.user_id AND read_to < NEW.seq;
END;
--> statement-breakpoint
CREATE TRIGGER feeds_delete AFTER DELETE ON notifications BEGIN
  UPDATE feeds SET total = total - 1, unread = unread - (OLD.read_at IS NULL AND read_to < OLD.seq) WHERE user_id = OLD.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER feeds_read_all AFTER INSERT ON feed_reads BEGIN
  UPDATE feeds SET unread = 0, read_to = NEW.up_to WHERE user_id = NEW.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER purges_renewed BEFORE INSERT ON purges BEGIN
  DELETE FROM purges WHERE tag = NEW.tag;
END;
--> statement-breakpoint
CREATE TRIGGER push_devices_signed_out AFTER UPDATE OF revoked_at ON sessions WHEN NEW.revoked_at IS NOT NULL BEGIN
  DELETE FROM push_devices WHERE session_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER push_devices_session_gone BEFORE DELETE ON sessions BEGIN
  DELETE FROM push_devices WHERE session_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER pushes_of_device AFTER DELETE ON push_devices BEGIN
  DELETE FROM outbox WHERE recipient = OLD.id AND channel = 'PUSH' AND status = 'PENDING';
END;
--> statement-breakpoint
CREATE TRIGGER pushes_taken AFTER UPDATE OF status ON outbox WHEN NEW.channel = 'PUSH' AND NEW.status = 'SENT' AND NEW.matter IS NOT NULL BEGIN
  DELETE FROM outbox WHERE matter = NEW.matter AND channel = 'SMS' AND attempts = 0;
END;
--> statement-breakpoint
CREATE TRIGGER sms_instead AFTER UPDATE OF attempts ON outbox WHEN NEW.channel = 'SMS' AND NEW.matter IS NOT NULL AND OLD.attempts = 0 BEGIN
  DELETE FROM outbox WHERE matter = NEW.matter AND channel = 'PUSH' AND status = 'PENDING';
END;
--> statement-breakpoint
CREATE TRIGGER notifications_heard AFTER INSERT ON notifications
WHEN EXISTS (SELECT 1 FROM live_listeners WHERE user_id = NEW.user_id) BEGIN
  INSERT INTO live_notes (user_id, message) VALUES (NEW.user_id, json_object('type', 'notification', 'notification', json_object(
    'locale', (SELECT u.locale FROM users u WHERE u.id = NEW.user_id),
    'id', NEW.id, 'type', NEW.type, 'facts', json(NEW.facts), 'title', NEW.title, 'body', NEW.body,
    'data', json(NEW.data), 'readAt', NULL, 'createdAt', strftime('%Y-%m-%dT%H:%M:%fZ', NEW.created_at / 1000.0, 'unixepoch'))));
END;
--> statement-breakpoint
CREATE TRIGGER sessions_end_live AFTER UPDATE OF revoked_at ON sessions
WHEN OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL AND EXISTS (SELECT 1 FROM live_listeners WHERE user_id = NEW.user_id) BEGIN
  INSERT INTO live_notes (user_id, session_id, message)
  VALUES (NEW.user_id, NEW.id, json_object('type', 'end', 'reason', coalesce(NEW.revoke_reason, 'ENDED')));
END;
--> statement-breakpoint
CREATE TRIGGER sessions_dropped_live AFTER DELETE ON sessions
WHEN OLD.revoked_at IS NULL AND EXISTS (SELECT 1 FROM live_listeners WHERE user_id = OLD.user_id) BEGIN
  INSERT INTO live_notes (user_id, session_id, message) VALUES (OLD.user_id, OLD.id, json_object('type', 'end', 'reason', 'ENDED'));
END;
--> statement-breakpoint
CREATE TRIGGER transfers_no_update BEFORE UPDATE ON transfers BEGIN
  SELECT RAISE(ABORT, 'APPEND_ONLY');
END;
--> statement-breakpoint
CREATE TRIGGER transfers_stay BEFORE DELETE ON transfers WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  SELECT RAISE(ABORT, 'APPEND_ONLY');
END;
--> statement-breakpoint
CREATE TRIGGER wallet_entries_no_update BEFORE UPDATE ON wallet_entries BEGIN
  SELECT RAISE(ABORT, 'APPEND_ONLY');
END;
--> statement-breakpoint
CREATE TRIGGER wallet_entries_stay BEFORE DELETE ON wallet_entries WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  SELECT RAISE(ABORT, 'APPEND_ONLY');
END;
--> statement-breakpoint
CREATE TRIGGER transfers_post AFTER INSERT ON transfers WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO accounts (code, currency, balance_minor, may_overdraw)
    VALUES (NEW.to_account, NEW.currency, NEW.amount_minor,
      NOT (NEW.to_account = 'refunds:inFlight' OR NEW.to_account GLOB '*:held' OR NEW.to_account GLOB '*:pending' OR NEW.to_account GLOB '*:reserved'))
    ON CONFLICT (code, currency) DO UPDATE SET balance_minor = balance_minor + NEW.amount_minor;
  INSERT INTO accounts (code, currency, balance_minor, may_overdraw)
    VALUES (NEW.from_account, NEW.currency, 0,
      NOT (NEW.from_account = 'refunds:inFlight' OR NEW.from_account GLOB '*:held' OR NEW.from_account GLOB '*:pending' OR NEW.from_account GLOB '*:reserved'))
    ON CONFLICT (code, currency) DO NOTHING;
  UPDATE accounts SET balance_minor = balance_minor - NEW.amount_minor
    WHERE code = NEW.from_account AND currency = NEW.currency;
END;
--> statement-breakpoint
CREATE TRIGGER transfers_withdrawn AFTER INSERT ON transfers WHEN NEW.kind = 'withdrawal:done' BEGIN
  INSERT INTO counters (name, value) VALUES ('withdrawn:' || NEW.from_account || ':' || NEW.currency, NEW.amount_minor) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER transfers_returned AFTER INSERT ON transfers WHEN NEW.kind = 'withdrawal:returned' BEGIN
  INSERT INTO counters (name, value) VALUES ('withdrawn:' || replace(NEW.to_account, ':available', ':reserved') || ':' || NEW.currency, -NEW.amount_minor) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER transfers_earned AFTER INSERT ON transfers
WHEN NEW.to_account GLOB '*:available' AND (NEW.from_account GLOB '*:pending' OR NEW.from_account GLOB '*:held' OR NEW.kind = 'order:rider') BEGIN
  INSERT INTO counters (name, value, sealed) SELECT 'earned:' || NEW.to_account || ':' || NEW.currency, iif(s.now, 0, NEW.amount_minor), iif(s.now, -NEW.amount_minor, 0)
    FROM (SELECT EXISTS (SELECT 1 FROM sealing) AS now) s WHERE true
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value, sealed = sealed + excluded.sealed;
END;
--> statement-breakpoint
CREATE TRIGGER transfers_earned_sealed AFTER DELETE ON transfers
WHEN OLD.to_account GLOB '*:available' AND (OLD.from_account GLOB '*:pending' OR OLD.from_account GLOB '*:held' OR OLD.kind = 'order:rider') BEGIN
  UPDATE counters SET sealed = sealed + OLD.amount_minor WHERE name = 'earned:' || OLD.to_account || ':' || OLD.currency;
END;
--> statement-breakpoint
CREATE TRIGGER transfers_late AFTER INSERT ON transfers WHEN NEW.kind = 'withdrawal:late' BEGIN
  INSERT INTO counters (name, value) VALUES ('withdrawn:' || replace(NEW.from_account, ':available', ':reserved') || ':' || NEW.currency, NEW.amount_minor) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER wallet_months_kept AFTER INSERT ON wallet_entries WHEN NOT EXISTS (SELECT 1 FROM sealing)
BEGIN
  INSERT INTO wallet_months (owner_id, currency, month, opening_minor, amount_minor, lines)
  VALUES (
    NEW.owner_id, NEW.currency, strftime('%Y-%m', NEW.created_at / 1000 + 7200, 'unixepoch'),
    coalesce((
      SELECT m.opening_minor + m.amount_minor FROM wallet_months m
      WHERE m.owner_id = NEW.owner_id AND m.currency = NEW.currency
        AND m.month < strftime('%Y-%m', NEW.created_at / 1000 + 7200, 'unixepoch')
      ORDER BY m.month DESC LIMIT 1), 0),
    NEW.amount_minor, 1
  )
  ON CONFLICT (owner_id, currency, month) DO UPDATE
  SET amount_minor = amount_minor + excluded.amount_minor, lines = lines + 1;
  UPDATE wallet_months SET opening_minor = opening_minor + NEW.amount_minor
  WHERE owner_id = NEW.owner_id AND currency = NEW.currency
    AND month > strftime('%Y-%m', NEW.created_at / 1000 + 7200, 'unixepoch');
END;
--> statement-breakpoint
CREATE TRIGGER payin_shares_of_one AFTER INSERT ON gateway_transactions
WHEN NEW.purpose = 'ORDER' AND NOT EXISTS (SELECT 1 FROM sealing)
BEGIN
  INSERT INTO payin_shares (payin_id, order_id, amount_minor, ref)
  VALUES (NEW.id, NEW.subject_id, NEW.amount_minor, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER expenses_totalled AFTER INSERT ON expenses BEGIN
  INSERT INTO expense_totals (day, status, category, currency, count, amount_minor) VALUES ('', NEW.status, NEW.category, NEW.currency, 1, NEW.amount_minor)
    ON CONFLICT (day, status, category, currency) DO UPDATE SET count = count + excluded.count, amount_minor = amount_minor + excluded.amount_minor;
  INSERT INTO expense_totals (day, status, category, currency, count, amount_minor) VALUES (NEW.day, NEW.status, NEW.category, NEW.currency, 1, NEW.amount_minor)
    ON CONFLICT (day, status, category, currency) DO UPDATE SET count = count + excluded.count, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER expenses_retotalled AFTER UPDATE OF day, status, category, currency, amount_minor ON expenses
WHEN OLD.day <> NEW.day OR OLD.status <> NEW.status OR OLD.category <> NEW.category OR OLD.currency <> NEW.currency OR OLD.amount_minor <> NEW.amount_minor BEGIN
  INSERT INTO expense_totals (day, status, category, currency, count, amount_minor) VALUES ('', OLD.status, OLD.category, OLD.currency, -1, -OLD.amount_minor)
    ON CONFLICT (day, status, category, currency) DO UPDATE SET count = count + excluded.count, amount_minor = amount_minor + excluded.amount_minor;
  INSERT INTO expense_totals (day, status, category, currency, count, amount_minor) VALUES (OLD.day, OLD.status, OLD.category, OLD.currency, -1, -OLD.amount_minor)
    ON CONFLICT (day, status, category, currency) DO UPDATE SET count = count + excluded.count, amount_minor = amount_minor + excluded.amount_minor;
  INSERT INTO expense_totals (day, status, category, currency, count, amount_minor) VALUES ('', NEW.status, NEW.category, NEW.currency, 1, NEW.amount_minor)
    ON CONFLICT (day, status, category, currency) DO UPDATE SET count = count + excluded.count, amount_minor = amount_minor + excluded.amount_minor;
  INSERT INTO expense_totals (day, status, category, currency, count, amount_minor) VALUES (NEW.day, NEW.status, NEW.category, NEW.currency, 1, NEW.amount_minor)
    ON CONFLICT (day, status, category, currency) DO UPDATE SET count = count + excluded.count, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE expenses_search USING fts5 (label, vendor, notes, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3');
--> statement-breakpoint
CREATE TRIGGER expenses_found AFTER INSERT ON expenses BEGIN
  INSERT INTO search_keys (thing_id) VALUES (NEW.id);
  INSERT INTO expenses_search (rowid, label, vendor, notes) VALUES ((SELECT row FROM search_keys WHERE thing_id = NEW.id), (SELECT w.words || iif(instr(w.words, '''') + instr(w.words, '-') > 0, ' ' || replace(replace(w.words, '''', ''), '-', ''), '') FROM (SELECT (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ⁿ', 'n'), '₀', '0'), '₁', '1'), '₂', '2'), '₃', '3'), '₄', '4'), '₅', '5'), '₆', '6'), '₇', '7'), '₈', '8'), '₉', '9'), 'ﬀ', 'ff'), 'ﬁ', 'fi'), 'ﬂ', 'fl'), 'ﬃ', 'ffi'), 'ﬄ', 'ffl'), 'ﬅ', 'st'), 'ﬆ', 'st') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ŉ', 'ʼn'), 'ſ', 's'), 'Ǆ', 'DZ'), 'ǅ', 'Dz'), 'ǆ', 'dz'), 'Ǉ', 'LJ'), 'ǈ', 'Lj'), 'ǉ', 'lj'), 'Ǌ', 'NJ'), 'ǋ', 'Nj'), 'ǌ', 'nj'), 'Ǣ', 'ae'), 'ǣ', 'ae'), 'Ǳ', 'DZ'), 'ǲ', 'Dz'), 'ǳ', 'dz'), 'Ǽ', 'ae'), 'ǽ', 'ae'), 'Ǿ', 'o'), 'ǿ', 'o'), '⁰', '0'), 'ⁱ', 'i'), '⁴', '4'), '⁵', '5'), '⁶', '6'), '⁷', '7'), '⁸', '8'), '⁹', '9') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ʻ', ''''), 'ʼ', ''''), 'ʽ', ''''), 'ˈ', ''''), 'ˊ', ''''), 'ˋ', ''''), '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), '′', ''''), '‵', ''''), 'Ꞌ', ''''), 'ꞌ', ''''), '＇', ''''), 'ª', 'a'), '²', '2'), '³', '3'), 'µ', 'μ'), '¹', '1'), 'º', 'o'), '¼', '1 4'), '½', '1 2'), '¾', '3 4'), 'Ĳ', 'IJ'), 'ĳ', 'ij'), 'Ŀ', 'L·'), 'ŀ', 'l·') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'Ɗ', 'd'), 'ɖ', 'd'), 'Ɖ', 'd'), 'ƙ', 'k'), 'Ƙ', 'k'), 'ɲ', 'n'), 'Ɲ', 'n'), 'ɩ', 'i'), 'Ɩ', 'i'), 'ɪ', 'i'), 'Ɪ', 'i'), 'ʊ', 'u'), 'Ʊ', 'u'), 'ʋ', 'v'), 'Ʋ', 'v'), 'ǝ', 'e'), 'Ǝ', 'e'), 'ə', 'e'), 'Ə', 'e'), 'ɣ', 'g'), 'Ɣ', 'g'), 'ƴ', 'y'), 'Ƴ', 'y'), 'ƒ', 'f'), 'Ƒ', 'f'), '`', ''''), '´', ''''), 'ʹ', '''') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(NEW.label, 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ɛ', 'e'), 'Ɛ', 'e'), 'ɔ', 'o'), 'Ɔ', 'o'), 'ŋ', 'ng'), 'Ŋ', 'ng'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'ß', 'ss'), 'ẞ', 'ss'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ɓ', 'b'), 'Ɓ', 'b'), 'ɗ', 'd') AS part) AS h) AS h) AS h) AS h) AS words) AS w), (SELECT w.words || iif(instr(w.words, '''') + instr(w.words, '-') > 0, ' ' || replace(replace(w.words, '''', ''), '-', ''), '') FROM (SELECT (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ⁿ', 'n'), '₀', '0'), '₁', '1'), '₂', '2'), '₃', '3'), '₄', '4'), '₅', '5'), '₆', '6'), '₇', '7'), '₈', '8'), '₉', '9'), 'ﬀ', 'ff'), 'ﬁ', 'fi'), 'ﬂ', 'fl'), 'ﬃ', 'ffi'), 'ﬄ', 'ffl'), 'ﬅ', 'st'), 'ﬆ', 'st') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ŉ', 'ʼn'), 'ſ', 's'), 'Ǆ', 'DZ'), 'ǅ', 'Dz'), 'ǆ', 'dz'), 'Ǉ', 'LJ'), 'ǈ', 'Lj'), 'ǉ', 'lj'), 'Ǌ', 'NJ'), 'ǋ', 'Nj'), 'ǌ', 'nj'), 'Ǣ', 'ae'), 'ǣ', 'ae'), 'Ǳ', 'DZ'), 'ǲ', 'Dz'), 'ǳ', 'dz'), 'Ǽ', 'ae'), 'ǽ', 'ae'), 'Ǿ', 'o'), 'ǿ', 'o'), '⁰', '0'), 'ⁱ', 'i'), '⁴', '4'), '⁵', '5'), '⁶', '6'), '⁷', '7'), '⁸', '8'), '⁹', '9') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ʻ', ''''), 'ʼ', ''''), 'ʽ', ''''), 'ˈ', ''''), 'ˊ', ''''), 'ˋ', ''''), '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), '′', ''''), '‵', ''''), 'Ꞌ', ''''), 'ꞌ', ''''), '＇', ''''), 'ª', 'a'), '²', '2'), '³', '3'), 'µ', 'μ'), '¹', '1'), 'º', 'o'), '¼', '1 4'), '½', '1 2'), '¾', '3 4'), 'Ĳ', 'IJ'), 'ĳ', 'ij'), 'Ŀ', 'L·'), 'ŀ', 'l·') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'Ɗ', 'd'), 'ɖ', 'd'), 'Ɖ', 'd'), 'ƙ', 'k'), 'Ƙ', 'k'), 'ɲ', 'n'), 'Ɲ', 'n'), 'ɩ', 'i'), 'Ɩ', 'i'), 'ɪ', 'i'), 'Ɪ', 'i'), 'ʊ', 'u'), 'Ʊ', 'u'), 'ʋ', 'v'), 'Ʋ', 'v'), 'ǝ', 'e'), 'Ǝ', 'e'), 'ə', 'e'), 'Ə', 'e'), 'ɣ', 'g'), 'Ɣ', 'g'), 'ƴ', 'y'), 'Ƴ', 'y'), 'ƒ', 'f'), 'Ƒ', 'f'), '`', ''''), '´', ''''), 'ʹ', '''') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(NEW.vendor, 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ɛ', 'e'), 'Ɛ', 'e'), 'ɔ', 'o'), 'Ɔ', 'o'), 'ŋ', 'ng'), 'Ŋ', 'ng'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'ß', 'ss'), 'ẞ', 'ss'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ɓ', 'b'), 'Ɓ', 'b'), 'ɗ', 'd') AS part) AS h) AS h) AS h) AS h) AS words) AS w), (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ⁿ', 'n'), '₀', '0'), '₁', '1'), '₂', '2'), '₃', '3'), '₄', '4'), '₅', '5'), '₆', '6'), '₇', '7'), '₈', '8'), '₉', '9'), 'ﬀ', 'ff'), 'ﬁ', 'fi'), 'ﬂ', 'fl'), 'ﬃ', 'ffi'), 'ﬄ', 'ffl'), 'ﬅ', 'st'), 'ﬆ', 'st') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ŉ', 'ʼn'), 'ſ', 's'), 'Ǆ', 'DZ'), 'ǅ', 'Dz'), 'ǆ', 'dz'), 'Ǉ', 'LJ'), 'ǈ', 'Lj'), 'ǉ', 'lj'), 'Ǌ', 'NJ'), 'ǋ', 'Nj'), 'ǌ', 'nj'), 'Ǣ', 'ae'), 'ǣ', 'ae'), 'Ǳ', 'DZ'), 'ǲ', 'Dz'), 'ǳ', 'dz'), 'Ǽ', 'ae'), 'ǽ', 'ae'), 'Ǿ', 'o'), 'ǿ', 'o'), '⁰', '0'), 'ⁱ', 'i'), '⁴', '4'), '⁵', '5'), '⁶', '6'), '⁷', '7'), '⁸', '8'), '⁹', '9') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ʻ', ''''), 'ʼ', ''''), 'ʽ', ''''), 'ˈ', ''''), 'ˊ', ''''), 'ˋ', ''''), '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), '′', ''''), '‵', ''''), 'Ꞌ', ''''), 'ꞌ', ''''), '＇', ''''), 'ª', 'a'), '²', '2'), '³', '3'), 'µ', 'μ'), '¹', '1'), 'º', 'o'), '¼', '1 4'), '½', '1 2'), '¾', '3 4'), 'Ĳ', 'IJ'), 'ĳ', 'ij'), 'Ŀ', 'L·'), 'ŀ', 'l·') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'Ɗ', 'd'), 'ɖ', 'd'), 'Ɖ', 'd'), 'ƙ', 'k'), 'Ƙ', 'k'), 'ɲ', 'n'), 'Ɲ', 'n'), 'ɩ', 'i'), 'Ɩ', 'i'), 'ɪ', 'i'), 'Ɪ', 'i'), 'ʊ', 'u'), 'Ʊ', 'u'), 'ʋ', 'v'), 'Ʋ', 'v'), 'ǝ', 'e'), 'Ǝ', 'e'), 'ə', 'e'), 'Ə', 'e'), 'ɣ', 'g'), 'Ɣ', 'g'), 'ƴ', 'y'), 'Ƴ', 'y'), 'ƒ', 'f'), 'Ƒ', 'f'), '`', ''''), '´', ''''), 'ʹ', '''') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(NEW.notes, 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ɛ', 'e'), 'Ɛ', 'e'), 'ɔ', 'o'), 'Ɔ', 'o'), 'ŋ', 'ng'), 'Ŋ', 'ng'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'ß', 'ss'), 'ẞ', 'ss'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ɓ', 'b'), 'Ɓ', 'b'), 'ɗ', 'd') AS part) AS h) AS h) AS h) AS h));
END;
--> statement-breakpoint
CREATE TRIGGER expenses_reworded AFTER UPDATE OF label, vendor, notes ON expenses BEGIN
  UPDATE expenses_search SET label = (SELECT w.words || iif(instr(w.words, '''') + instr(w.words, '-') > 0, ' ' || replace(replace(w.words, '''', ''), '-', ''), '') FROM (SELECT (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ⁿ', 'n'), '₀', '0'), '₁', '1'), '₂', '2'), '₃', '3'), '₄', '4'), '₅', '5'), '₆', '6'), '₇', '7'), '₈', '8'), '₉', '9'), 'ﬀ', 'ff'), 'ﬁ', 'fi'), 'ﬂ', 'fl'), 'ﬃ', 'ffi'), 'ﬄ', 'ffl'), 'ﬅ', 'st'), 'ﬆ', 'st') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ŉ', 'ʼn'), 'ſ', 's'), 'Ǆ', 'DZ'), 'ǅ', 'Dz'), 'ǆ', 'dz'), 'Ǉ', 'LJ'), 'ǈ', 'Lj'), 'ǉ', 'lj'), 'Ǌ', 'NJ'), 'ǋ', 'Nj'), 'ǌ', 'nj'), 'Ǣ', 'ae'), 'ǣ', 'ae'), 'Ǳ', 'DZ'), 'ǲ', 'Dz'), 'ǳ', 'dz'), 'Ǽ', 'ae'), 'ǽ', 'ae'), 'Ǿ', 'o'), 'ǿ', 'o'), '⁰', '0'), 'ⁱ', 'i'), '⁴', '4'), '⁵', '5'), '⁶', '6'), '⁷', '7'), '⁸', '8'), '⁹', '9') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ʻ', ''''), 'ʼ', ''''), 'ʽ', ''''), 'ˈ', ''''), 'ˊ', ''''), 'ˋ', ''''), '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), '′', ''''), '‵', ''''), 'Ꞌ', ''''), 'ꞌ', ''''), '＇', ''''), 'ª', 'a'), '²', '2'), '³', '3'), 'µ', 'μ'), '¹', '1'), 'º', 'o'), '¼', '1 4'), '½', '1 2'), '¾', '3 4'), 'Ĳ', 'IJ'), 'ĳ', 'ij'), 'Ŀ', 'L·'), 'ŀ', 'l·') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'Ɗ', 'd'), 'ɖ', 'd'), 'Ɖ', 'd'), 'ƙ', 'k'), 'Ƙ', 'k'), 'ɲ', 'n'), 'Ɲ', 'n'), 'ɩ', 'i'), 'Ɩ', 'i'), 'ɪ', 'i'), 'Ɪ', 'i'), 'ʊ', 'u'), 'Ʊ', 'u'), 'ʋ', 'v'), 'Ʋ', 'v'), 'ǝ', 'e'), 'Ǝ', 'e'), 'ə', 'e'), 'Ə', 'e'), 'ɣ', 'g'), 'Ɣ', 'g'), 'ƴ', 'y'), 'Ƴ', 'y'), 'ƒ', 'f'), 'Ƒ', 'f'), '`', ''''), '´', ''''), 'ʹ', '''') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(NEW.label, 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ɛ', 'e'), 'Ɛ', 'e'), 'ɔ', 'o'), 'Ɔ', 'o'), 'ŋ', 'ng'), 'Ŋ', 'ng'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'ß', 'ss'), 'ẞ', 'ss'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ɓ', 'b'), 'Ɓ', 'b'), 'ɗ', 'd') AS part) AS h) AS h) AS h) AS h) AS words) AS w), vendor = (SELECT w.words || iif(instr(w.words, '''') + instr(w.words, '-') > 0, ' ' || replace(replace(w.words, '''', ''), '-', ''), '') FROM (SELECT (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ⁿ', 'n'), '₀', '0'), '₁', '1'), '₂', '2'), '₃', '3'), '₄', '4'), '₅', '5'), '₆', '6'), '₇', '7'), '₈', '8'), '₉', '9'), 'ﬀ', 'ff'), 'ﬁ', 'fi'), 'ﬂ', 'fl'), 'ﬃ', 'ffi'), 'ﬄ', 'ffl'), 'ﬅ', 'st'), 'ﬆ', 'st') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ŉ', 'ʼn'), 'ſ', 's'), 'Ǆ', 'DZ'), 'ǅ', 'Dz'), 'ǆ', 'dz'), 'Ǉ', 'LJ'), 'ǈ', 'Lj'), 'ǉ', 'lj'), 'Ǌ', 'NJ'), 'ǋ', 'Nj'), 'ǌ', 'nj'), 'Ǣ', 'ae'), 'ǣ', 'ae'), 'Ǳ', 'DZ'), 'ǲ', 'Dz'), 'ǳ', 'dz'), 'Ǽ', 'ae'), 'ǽ', 'ae'), 'Ǿ', 'o'), 'ǿ', 'o'), '⁰', '0'), 'ⁱ', 'i'), '⁴', '4'), '⁵', '5'), '⁶', '6'), '⁷', '7'), '⁸', '8'), '⁹', '9') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ʻ', ''''), 'ʼ', ''''), 'ʽ', ''''), 'ˈ', ''''), 'ˊ', ''''), 'ˋ', ''''), '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), '′', ''''), '‵', ''''), 'Ꞌ', ''''), 'ꞌ', ''''), '＇', ''''), 'ª', 'a'), '²', '2'), '³', '3'), 'µ', 'μ'), '¹', '1'), 'º', 'o'), '¼', '1 4'), '½', '1 2'), '¾', '3 4'), 'Ĳ', 'IJ'), 'ĳ', 'ij'), 'Ŀ', 'L·'), 'ŀ', 'l·') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'Ɗ', 'd'), 'ɖ', 'd'), 'Ɖ', 'd'), 'ƙ', 'k'), 'Ƙ', 'k'), 'ɲ', 'n'), 'Ɲ', 'n'), 'ɩ', 'i'), 'Ɩ', 'i'), 'ɪ', 'i'), 'Ɪ', 'i'), 'ʊ', 'u'), 'Ʊ', 'u'), 'ʋ', 'v'), 'Ʋ', 'v'), 'ǝ', 'e'), 'Ǝ', 'e'), 'ə', 'e'), 'Ə', 'e'), 'ɣ', 'g'), 'Ɣ', 'g'), 'ƴ', 'y'), 'Ƴ', 'y'), 'ƒ', 'f'), 'Ƒ', 'f'), '`', ''''), '´', ''''), 'ʹ', '''') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(NEW.vendor, 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ɛ', 'e'), 'Ɛ', 'e'), 'ɔ', 'o'), 'Ɔ', 'o'), 'ŋ', 'ng'), 'Ŋ', 'ng'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'ß', 'ss'), 'ẞ', 'ss'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ɓ', 'b'), 'Ɓ', 'b'), 'ɗ', 'd') AS part) AS h) AS h) AS h) AS h) AS words) AS w), notes = (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ⁿ', 'n'), '₀', '0'), '₁', '1'), '₂', '2'), '₃', '3'), '₄', '4'), '₅', '5'), '₆', '6'), '₇', '7'), '₈', '8'), '₉', '9'), 'ﬀ', 'ff'), 'ﬁ', 'fi'), 'ﬂ', 'fl'), 'ﬃ', 'ffi'), 'ﬄ', 'ffl'), 'ﬅ', 'st'), 'ﬆ', 'st') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ŉ', 'ʼn'), 'ſ', 's'), 'Ǆ', 'DZ'), 'ǅ', 'Dz'), 'ǆ', 'dz'), 'Ǉ', 'LJ'), 'ǈ', 'Lj'), 'ǉ', 'lj'), 'Ǌ', 'NJ'), 'ǋ', 'Nj'), 'ǌ', 'nj'), 'Ǣ', 'ae'), 'ǣ', 'ae'), 'Ǳ', 'DZ'), 'ǲ', 'Dz'), 'ǳ', 'dz'), 'Ǽ', 'ae'), 'ǽ', 'ae'), 'Ǿ', 'o'), 'ǿ', 'o'), '⁰', '0'), 'ⁱ', 'i'), '⁴', '4'), '⁵', '5'), '⁶', '6'), '⁷', '7'), '⁸', '8'), '⁹', '9') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ʻ', ''''), 'ʼ', ''''), 'ʽ', ''''), 'ˈ', ''''), 'ˊ', ''''), 'ˋ', ''''), '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), '′', ''''), '‵', ''''), 'Ꞌ', ''''), 'ꞌ', ''''), '＇', ''''), 'ª', 'a'), '²', '2'), '³', '3'), 'µ', 'μ'), '¹', '1'), 'º', 'o'), '¼', '1 4'), '½', '1 2'), '¾', '3 4'), 'Ĳ', 'IJ'), 'ĳ', 'ij'), 'Ŀ', 'L·'), 'ŀ', 'l·') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'Ɗ', 'd'), 'ɖ', 'd'), 'Ɖ', 'd'), 'ƙ', 'k'), 'Ƙ', 'k'), 'ɲ', 'n'), 'Ɲ', 'n'), 'ɩ', 'i'), 'Ɩ', 'i'), 'ɪ', 'i'), 'Ɪ', 'i'), 'ʊ', 'u'), 'Ʊ', 'u'), 'ʋ', 'v'), 'Ʋ', 'v'), 'ǝ', 'e'), 'Ǝ', 'e'), 'ə', 'e'), 'Ə', 'e'), 'ɣ', 'g'), 'Ɣ', 'g'), 'ƴ', 'y'), 'Ƴ', 'y'), 'ƒ', 'f'), 'Ƒ', 'f'), '`', ''''), '´', ''''), 'ʹ', '''') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(NEW.notes, 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ɛ', 'e'), 'Ɛ', 'e'), 'ɔ', 'o'), 'Ɔ', 'o'), 'ŋ', 'ng'), 'Ŋ', 'ng'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'ß', 'ss'), 'ẞ', 'ss'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ɓ', 'b'), 'Ɓ', 'b'), 'ɗ', 'd') AS part) AS h) AS h) AS h) AS h) WHERE rowid = (SELECT row FROM search_keys WHERE thing_id = OLD.id);
END;
--> statement-breakpoint
INSERT INTO money_settings (currency, min_payout_minor, max_payout_per_day_minor, commission_bps) VALUES
  ('USD', 100, NULL, 0), ('CDF', 100000, NULL, 0), ('RWF', 1000, NULL, 0);
--> statement-breakpoint
INSERT INTO law_clock (id, epoch, turn) VALUES (1, 1, 0);
--> statement-breakpoint
INSERT INTO law_marks (name, proved_to) VALUES ('accounts', 0), ('variants', 0);
--> statement-breakpoint
CREATE TRIGGER shops_counted AFTER INSERT ON shops BEGIN
  UPDATE seller_profiles SET shop_count = shop_count + (NEW.status <> 'CLOSED') WHERE id = NEW.seller_profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER shops_recounted AFTER UPDATE OF status ON shops WHEN (OLD.status = 'CLOSED') <> (NEW.status = 'CLOSED') BEGIN
  UPDATE seller_profiles SET shop_count = shop_count + (NEW.status <> 'CLOSED') - (OLD.status <> 'CLOSED') WHERE id = NEW.seller_profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER products_counted AFTER INSERT ON products BEGIN
  UPDATE seller_profiles SET product_count = product_count + (NEW.status <> 'ARCHIVED') WHERE id = NEW.seller_profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER products_recounted AFTER UPDATE OF status, deleted_at ON products
WHEN OLD.status <> NEW.status OR (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL) BEGIN
  UPDATE seller_profiles SET product_count = product_count + (NEW.status <> 'ARCHIVED' AND NEW.deleted_at IS NULL) - (OLD.status <> 'ARCHIVED' AND OLD.deleted_at IS NULL) WHERE id = NEW.seller_profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER shops_published AFTER UPDATE OF status ON shops WHEN NEW.status = 'PUBLISHED' AND NEW.review_status = 'NONE' BEGIN
  INSERT INTO moderation_events (thing_id, version, thing, event, from_status, to_status, at)
    VALUES (NEW.id, NEW.version, 'shop', 'publish', 'NONE', 'PENDING', NEW.updated_at);
  UPDATE shops SET review_status = 'PENDING' WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER subscription_days_turn AFTER INSERT ON history
WHEN NEW.thing = 'subscription' AND (NEW.to_status IN ('ACTIVE', 'GRACE')) <> (coalesce(NEW.from_status, '') IN ('ACTIVE', 'GRACE'))
BEGIN
  INSERT INTO subscription_days (day, currency, started, ended)
  SELECT date(NEW.at / 1000 + 7200, 'unixepoch'), s.currency, NEW.to_status IN ('ACTIVE', 'GRACE'), NEW.to_status IN ('PENDING', 'EXPIRED', 'CANCELLED')
  FROM subscriptions s WHERE s.id = NEW.thing_id
  ON CONFLICT (day, currency) DO UPDATE SET started = started + excluded.started, ended = ended + excluded.ended;
END;
--> statement-breakpoint
CREATE TRIGGER subscription_days_paid AFTER INSERT ON history
WHEN NEW.thing = 'subscription_payment' AND NEW.to_status IN ('SUCCEEDED', 'REFUNDED')
BEGIN
  INSERT INTO subscription_days (day, currency, paid_minor, returned_minor)
  SELECT date(NEW.at / 1000 + 7200, 'unixepoch'), p.currency, p.amount_minor * (NEW.to_status = 'SUCCEEDED'),
    p.amount_minor * (NEW.to_status = 'REFUNDED')
  FROM subscription_payments p WHERE p.id = NEW.thing_id AND p.amount_minor > 0
  ON CONFLICT (day, currency) DO UPDATE
  SET paid_minor = paid_minor + excluded.paid_minor, returned_minor = returned_minor + excluded.returned_minor;
END;
--> statement-breakpoint
CREATE TRIGGER subscriptions_mrr AFTER UPDATE OF status, price_minor ON subscriptions
WHEN (OLD.status = 'ACTIVE' AND OLD.price_minor > 0) OR (NEW.status = 'ACTIVE' AND NEW.price_minor > 0)
BEGIN
  INSERT INTO counters (name, value)
  VALUES (
    'mrr:' || NEW.currency || ':' || NEW.billing_cycle,
    iif(NEW.status = 'ACTIVE', coalesce(NEW.price_minor, 0), 0) - iif(OLD.status = 'ACTIVE', coalesce(OLD.price_minor, 0), 0)
  )
  ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE shops_search USING fts5 (name, description, city, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3');
--> statement-breakpoint
CREATE TRIGGER shops_hidden AFTER UPDATE OF status ON shops WHEN OLD.status = 'PUBLISHED' AND NEW.status <> 'PUBLISHED' BEGIN
  DELETE FROM shops_search WHERE rowid = (SELECT row FROM search_keys WHERE thing_id = OLD.id);
  DELETE FROM search_keys WHERE thing_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER shops_opened AFTER INSERT ON shops WHEN NEW.status = 'PUBLISHED' BEGIN
  INSERT INTO search_keys (thing_id) VALUES (NEW.id);
  INSERT INTO shops_search (rowid, name, description, city) VALUES ((SELECT row FROM search_keys WHERE thing_id = NEW.id), (SELECT w.words || iif(instr(w.words, '''') + instr(w.words, '-') > 0, ' ' || replace(replace(w.words, '''', ''), '-', ''), '') FROM (SELECT (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ⁿ', 'n'), '₀', '0'), '₁', '1'), '₂', '2'), '₃', '3'), '₄', '4'), '₅', '5'), '₆', '6'), '₇', '7'), '₈', '8'), '₉', '9'), 'ﬀ', 'ff'), 'ﬁ', 'fi'), 'ﬂ', 'fl'), 'ﬃ', 'ffi'), 'ﬄ', 'ffl'), 'ﬅ', 'st'), 'ﬆ', 'st') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ŉ', 'ʼn'), 'ſ', 's'), 'Ǆ', 'DZ'), 'ǅ', 'Dz'), 'ǆ', 'dz'), 'Ǉ', 'LJ'), 'ǈ', 'Lj'), 'ǉ', 'lj'), 'Ǌ', 'NJ'), 'ǋ', 'Nj'), 'ǌ', 'nj'), 'Ǣ', 'ae'), 'ǣ', 'ae'), 'Ǳ', 'DZ'), 'ǲ', 'Dz'), 'ǳ', 'dz'), 'Ǽ', 'ae'), 'ǽ', 'ae'), 'Ǿ', 'o'), 'ǿ', 'o'), '⁰', '0'), 'ⁱ', 'i'), '⁴', '4'), '⁵', '5'), '⁶', '6'), '⁷', '7'), '⁸', '8'), '⁹', '9') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ʻ', ''''), 'ʼ', ''''), 'ʽ', ''''), 'ˈ', ''''), 'ˊ', ''''), 'ˋ', ''''), '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), '′', ''''), '‵', ''''), 'Ꞌ', ''''), 'ꞌ', ''''), '＇', ''''), 'ª', 'a'), '²', '2'), '³', '3'), 'µ', 'μ'), '¹', '1'), 'º', 'o'), '¼', '1 4'), '½', '1 2'), '¾', '3 4'), 'Ĳ', 'IJ'), 'ĳ', 'ij'), 'Ŀ', 'L·'), 'ŀ', 'l·') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'Ɗ', 'd'), 'ɖ', 'd'), 'Ɖ', 'd'), 'ƙ', 'k'), 'Ƙ', 'k'), 'ɲ', 'n'), 'Ɲ', 'n'), 'ɩ', 'i'), 'Ɩ', 'i'), 'ɪ', 'i'), 'Ɪ', 'i'), 'ʊ', 'u'), 'Ʊ', 'u'), 'ʋ', 'v'), 'Ʋ', 'v'), 'ǝ', 'e'), 'Ǝ', 'e'), 'ə', 'e'), 'Ə', 'e'), 'ɣ', 'g'), 'Ɣ', 'g'), 'ƴ', 'y'), 'Ƴ', 'y'), 'ƒ', 'f'), 'Ƒ', 'f'), '`', ''''), '´', ''''), 'ʹ', '''') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(NEW.name, 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ɛ', 'e'), 'Ɛ', 'e'), 'ɔ', 'o'), 'Ɔ', 'o'), 'ŋ', 'ng'), 'Ŋ', 'ng'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'ß', 'ss'), 'ẞ', 'ss'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ɓ', 'b'), 'Ɓ', 'b'), 'ɗ', 'd') AS part) AS h) AS h) AS h) AS h) AS words) AS w), (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ⁿ', 'n'), '₀', '0'), '₁', '1'), '₂', '2'), '₃', '3'), '₄', '4'), '₅', '5'), '₆', '6'), '₇', '7'), '₈', '8'), '₉', '9'), 'ﬀ', 'ff'), 'ﬁ', 'fi'), 'ﬂ', 'fl'), 'ﬃ', 'ffi'), 'ﬄ', 'ffl'), 'ﬅ', 'st'), 'ﬆ', 'st') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ŉ', 'ʼn'), 'ſ', 's'), 'Ǆ', 'DZ'), 'ǅ', 'Dz'), 'ǆ', 'dz'), 'Ǉ', 'LJ'), 'ǈ', 'Lj'), 'ǉ', 'lj'), 'Ǌ', 'NJ'), 'ǋ', 'Nj'), 'ǌ', 'nj'), 'Ǣ', 'ae'), 'ǣ', 'ae'), 'Ǳ', 'DZ'), 'ǲ', 'Dz'), 'ǳ', 'dz'), 'Ǽ', 'ae'), 'ǽ', 'ae'), 'Ǿ', 'o'), 'ǿ', 'o'), '⁰', '0'), 'ⁱ', 'i'), '⁴', '4'), '⁵', '5'), '⁶', '6'), '⁷', '7'), '⁸', '8'), '⁹', '9') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ʻ', ''''), 'ʼ', ''''), 'ʽ', ''''), 'ˈ', ''''), 'ˊ', ''''), 'ˋ', ''''), '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), '′', ''''), '‵', ''''), 'Ꞌ', ''''), 'ꞌ', ''''), '＇', ''''), 'ª', 'a'), '²', '2'), '³', '3'), 'µ', 'μ'), '¹', '1'), 'º', 'o'), '¼', '1 4'), '½', '1 2'), '¾', '3 4'), 'Ĳ', 'IJ'), 'ĳ', 'ij'), 'Ŀ', 'L·'), 'ŀ', 'l·') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'Ɗ', 'd'), 'ɖ', 'd'), 'Ɖ', 'd'), 'ƙ', 'k'), 'Ƙ', 'k'), 'ɲ', 'n'), 'Ɲ', 'n'), 'ɩ', 'i'), 'Ɩ', 'i'), 'ɪ', 'i'), 'Ɪ', 'i'), 'ʊ', 'u'), 'Ʊ', 'u'), 'ʋ', 'v'), 'Ʋ', 'v'), 'ǝ', 'e'), 'Ǝ', 'e'), 'ə', 'e'), 'Ə', 'e'), 'ɣ', 'g'), 'Ɣ', 'g'), 'ƴ', 'y'), 'Ƴ', 'y'), 'ƒ', 'f'), 'Ƒ', 'f'), '`', ''''), '´', ''''), 'ʹ', '''') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(NEW.description, 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ɛ', 'e'), 'Ɛ', 'e'), 'ɔ', 'o'), 'Ɔ', 'o'), 'ŋ', 'ng'), 'Ŋ', 'ng'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'ß', 'ss'), 'ẞ', 'ss'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ɓ', 'b'), 'Ɓ', 'b'), 'ɗ', 'd') AS part) AS h) AS h) AS h) AS h), (SELECT w.words || iif(instr(w.words, '''') + instr(w.words, '-') > 0, ' ' || replace(replace(w.words, '''', ''), '-', ''), '') FROM (SELECT (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ⁿ', 'n'), '₀', '0'), '₁', '1'), '₂', '2'), '₃', '3'), '₄', '4'), '₅', '5'), '₆', '6'), '₇', '7'), '₈', '8'), '₉', '9'), 'ﬀ', 'ff'), 'ﬁ', 'fi'), 'ﬂ', 'fl'), 'ﬃ', 'ffi'), 'ﬄ', 'ffl'), 'ﬅ', 'st'), 'ﬆ', 'st') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ŉ', 'ʼn'), 'ſ', 's'), 'Ǆ', 'DZ'), 'ǅ', 'Dz'), 'ǆ', 'dz'), 'Ǉ', 'LJ'), 'ǈ', 'Lj'), 'ǉ', 'lj'), 'Ǌ', 'NJ'), 'ǋ', 'Nj'), 'ǌ', 'nj'), 'Ǣ', 'ae'), 'ǣ', 'ae'), 'Ǳ', 'DZ'), 'ǲ', 'Dz'), 'ǳ', 'dz'), 'Ǽ', 'ae'), 'ǽ', 'ae'), 'Ǿ', 'o'), 'ǿ', 'o'), '⁰', '0'), 'ⁱ', 'i'), '⁴', '4'), '⁵', '5'), '⁶', '6'), '⁷', '7'), '⁸', '8'), '⁹', '9') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ʻ', ''''), 'ʼ', ''''), 'ʽ', ''''), 'ˈ', ''''), 'ˊ', ''''), 'ˋ', ''''), '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), '′', ''''), '‵', ''''), 'Ꞌ', ''''), 'ꞌ', ''''), '＇', ''''), 'ª', 'a'), '²', '2'), '³', '3'), 'µ', 'μ'), '¹', '1'), 'º', 'o'), '¼', '1 4'), '½', '1 2'), '¾', '3 4'), 'Ĳ', 'IJ'), 'ĳ', 'ij'), 'Ŀ', 'L·'), 'ŀ', 'l·') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'Ɗ', 'd'), 'ɖ', 'd'), 'Ɖ', 'd'), 'ƙ', 'k'), 'Ƙ', 'k'), 'ɲ', 'n'), 'Ɲ', 'n'), 'ɩ', 'i'), 'Ɩ', 'i'), 'ɪ', 'i'), 'Ɪ', 'i'), 'ʊ', 'u'), 'Ʊ', 'u'), 'ʋ', 'v'), 'Ʋ', 'v'), 'ǝ', 'e'), 'Ǝ', 'e'), 'ə', 'e'), 'Ə', 'e'), 'ɣ', 'g'), 'Ɣ', 'g'), 'ƴ', 'y'), 'Ƴ', 'y'), 'ƒ', 'f'), 'Ƒ', 'f'), '`', ''''), '´', ''''), 'ʹ', '''') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(NEW.address ->> 'city', 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ɛ', 'e'), 'Ɛ', 'e'), 'ɔ', 'o'), 'Ɔ', 'o'), 'ŋ', 'ng'), 'Ŋ', 'ng'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'ß', 'ss'), 'ẞ', 'ss'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ɓ', 'b'), 'Ɓ', 'b'), 'ɗ', 'd') AS part) AS h) AS h) AS h) AS h) AS words) AS w));
END;
--> statement-breakpoint
CREATE TRIGGER shops_shown AFTER UPDATE OF status ON shops WHEN OLD.status <> 'PUBLISHED' AND NEW.status = 'PUBLISHED' BEGIN
  INSERT INTO search_keys (thing_id) VALUES (NEW.id);
  INSERT INTO shops_search (rowid, name, description, city) VALUES ((SELECT row FROM search_keys WHERE thing_id = NEW.id), (SELECT w.words || iif(instr(w.words, '''') + instr(w.words, '-') > 0, ' ' || replace(replace(w.words, '''', ''), '-', ''), '') FROM (SELECT (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ⁿ', 'n'), '₀', '0'), '₁', '1'), '₂', '2'), '₃', '3'), '₄', '4'), '₅', '5'), '₆', '6'), '₇', '7'), '₈', '8'), '₉', '9'), 'ﬀ', 'ff'), 'ﬁ', 'fi'), 'ﬂ', 'fl'), 'ﬃ', 'ffi'), 'ﬄ', 'ffl'), 'ﬅ', 'st'), 'ﬆ', 'st') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ŉ', 'ʼn'), 'ſ', 's'), 'Ǆ', 'DZ'), 'ǅ', 'Dz'), 'ǆ', 'dz'), 'Ǉ', 'LJ'), 'ǈ', 'Lj'), 'ǉ', 'lj'), 'Ǌ', 'NJ'), 'ǋ', 'Nj'), 'ǌ', 'nj'), 'Ǣ', 'ae'), 'ǣ', 'ae'), 'Ǳ', 'DZ'), 'ǲ', 'Dz'), 'ǳ', 'dz'), 'Ǽ', 'ae'), 'ǽ', 'ae'), 'Ǿ', 'o'), 'ǿ', 'o'), '⁰', '0'), 'ⁱ', 'i'), '⁴', '4'), '⁵', '5'), '⁶', '6'), '⁷', '7'), '⁸', '8'), '⁹', '9') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ʻ', ''''), 'ʼ', ''''), 'ʽ', ''''), 'ˈ', ''''), 'ˊ', ''''), 'ˋ', ''''), '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), '′', ''''), '‵', ''''), 'Ꞌ', ''''), 'ꞌ', ''''), '＇', ''''), 'ª', 'a'), '²', '2'), '³', '3'), 'µ', 'μ'), '¹', '1'), 'º', 'o'), '¼', '1 4'), '½', '1 2'), '¾', '3 4'), 'Ĳ', 'IJ'), 'ĳ', 'ij'), 'Ŀ', 'L·'), 'ŀ', 'l·') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'Ɗ', 'd'), 'ɖ', 'd'), 'Ɖ', 'd'), 'ƙ', 'k'), 'Ƙ', 'k'), 'ɲ', 'n'), 'Ɲ', 'n'), 'ɩ', 'i'), 'Ɩ', 'i'), 'ɪ', 'i'), 'Ɪ', 'i'), 'ʊ', 'u'), 'Ʊ', 'u'), 'ʋ', 'v'), 'Ʋ', 'v'), 'ǝ', 'e'), 'Ǝ', 'e'), 'ə', 'e'), 'Ə', 'e'), 'ɣ', 'g'), 'Ɣ', 'g'), 'ƴ', 'y'), 'Ƴ', 'y'), 'ƒ', 'f'), 'Ƒ', 'f'), '`', ''''), '´', ''''), 'ʹ', '''') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(NEW.name, 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ɛ', 'e'), 'Ɛ', 'e'), 'ɔ', 'o'), 'Ɔ', 'o'), 'ŋ', 'ng'), 'Ŋ', 'ng'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'ß', 'ss'), 'ẞ', 'ss'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ɓ', 'b'), 'Ɓ', 'b'), 'ɗ', 'd') AS part) AS h) AS h) AS h) AS h) AS words) AS w), (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ⁿ', 'n'), '₀', '0'), '₁', '1'), '₂', '2'), '₃', '3'), '₄', '4'), '₅', '5'), '₆', '6'), '₇', '7'), '₈', '8'), '₉', '9'), 'ﬀ', 'ff'), 'ﬁ', 'fi'), 'ﬂ', 'fl'), 'ﬃ', 'ffi'), 'ﬄ', 'ffl'), 'ﬅ', 'st'), 'ﬆ', 'st') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ŉ', 'ʼn'), 'ſ', 's'), 'Ǆ', 'DZ'), 'ǅ', 'Dz'), 'ǆ', 'dz'), 'Ǉ', 'LJ'), 'ǈ', 'Lj'), 'ǉ', 'lj'), 'Ǌ', 'NJ'), 'ǋ', 'Nj'), 'ǌ', 'nj'), 'Ǣ', 'ae'), 'ǣ', 'ae'), 'Ǳ', 'DZ'), 'ǲ', 'Dz'), 'ǳ', 'dz'), 'Ǽ', 'ae'), 'ǽ', 'ae'), 'Ǿ', 'o'), 'ǿ', 'o'), '⁰', '0'), 'ⁱ', 'i'), '⁴', '4'), '⁵', '5'), '⁶', '6'), '⁷', '7'), '⁸', '8'), '⁹', '9') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ʻ', ''''), 'ʼ', ''''), 'ʽ', ''''), 'ˈ', ''''), 'ˊ', ''''), 'ˋ', ''''), '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), '′', ''''), '‵', ''''), 'Ꞌ', ''''), 'ꞌ', ''''), '＇', ''''), 'ª', 'a'), '²', '2'), '³', '3'), 'µ', 'μ'), '¹', '1'), 'º', 'o'), '¼', '1 4'), '½', '1 2'), '¾', '3 4'), 'Ĳ', 'IJ'), 'ĳ', 'ij'), 'Ŀ', 'L·'), 'ŀ', 'l·') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'Ɗ', 'd'), 'ɖ', 'd'), 'Ɖ', 'd'), 'ƙ', 'k'), 'Ƙ', 'k'), 'ɲ', 'n'), 'Ɲ', 'n'), 'ɩ', 'i'), 'Ɩ', 'i'), 'ɪ', 'i'), 'Ɪ', 'i'), 'ʊ', 'u'), 'Ʊ', 'u'), 'ʋ', 'v'), 'Ʋ', 'v'), 'ǝ', 'e'), 'Ǝ', 'e'), 'ə', 'e'), 'Ə', 'e'), 'ɣ', 'g'), 'Ɣ', 'g'), 'ƴ', 'y'), 'Ƴ', 'y'), 'ƒ', 'f'), 'Ƒ', 'f'), '`', ''''), '´', ''''), 'ʹ', '''') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(NEW.description, 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ɛ', 'e'), 'Ɛ', 'e'), 'ɔ', 'o'), 'Ɔ', 'o'), 'ŋ', 'ng'), 'Ŋ', 'ng'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'ß', 'ss'), 'ẞ', 'ss'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ɓ', 'b'), 'Ɓ', 'b'), 'ɗ', 'd') AS part) AS h) AS h) AS h) AS h), (SELECT w.words || iif(instr(w.words, '''') + instr(w.words, '-') > 0, ' ' || replace(replace(w.words, '''', ''), '-', ''), '') FROM (SELECT (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ⁿ', 'n'), '₀', '0'), '₁', '1'), '₂', '2'), '₃', '3'), '₄', '4'), '₅', '5'), '₆', '6'), '₇', '7'), '₈', '8'), '₉', '9'), 'ﬀ', 'ff'), 'ﬁ', 'fi'), 'ﬂ', 'fl'), 'ﬃ', 'ffi'), 'ﬄ', 'ffl'), 'ﬅ', 'st'), 'ﬆ', 'st') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ŉ', 'ʼn'), 'ſ', 's'), 'Ǆ', 'DZ'), 'ǅ', 'Dz'), 'ǆ', 'dz'), 'Ǉ', 'LJ'), 'ǈ', 'Lj'), 'ǉ', 'lj'), 'Ǌ', 'NJ'), 'ǋ', 'Nj'), 'ǌ', 'nj'), 'Ǣ', 'ae'), 'ǣ', 'ae'), 'Ǳ', 'DZ'), 'ǲ', 'Dz'), 'ǳ', 'dz'), 'Ǽ', 'ae'), 'ǽ', 'ae'), 'Ǿ', 'o'), 'ǿ', 'o'), '⁰', '0'), 'ⁱ', 'i'), '⁴', '4'), '⁵', '5'), '⁶', '6'), '⁷', '7'), '⁸', '8'), '⁹', '9') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ʻ', ''''), 'ʼ', ''''), 'ʽ', ''''), 'ˈ', ''''), 'ˊ', ''''), 'ˋ', ''''), '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), '′', ''''), '‵', ''''), 'Ꞌ', ''''), 'ꞌ', ''''), '＇', ''''), 'ª', 'a'), '²', '2'), '³', '3'), 'µ', 'μ'), '¹', '1'), 'º', 'o'), '¼', '1 4'), '½', '1 2'), '¾', '3 4'), 'Ĳ', 'IJ'), 'ĳ', 'ij'), 'Ŀ', 'L·'), 'ŀ', 'l·') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'Ɗ', 'd'), 'ɖ', 'd'), 'Ɖ', 'd'), 'ƙ', 'k'), 'Ƙ', 'k'), 'ɲ', 'n'), 'Ɲ', 'n'), 'ɩ', 'i'), 'Ɩ', 'i'), 'ɪ', 'i'), 'Ɪ', 'i'), 'ʊ', 'u'), 'Ʊ', 'u'), 'ʋ', 'v'), 'Ʋ', 'v'), 'ǝ', 'e'), 'Ǝ', 'e'), 'ə', 'e'), 'Ə', 'e'), 'ɣ', 'g'), 'Ɣ', 'g'), 'ƴ', 'y'), 'Ƴ', 'y'), 'ƒ', 'f'), 'Ƒ', 'f'), '`', ''''), '´', ''''), 'ʹ', '''') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(NEW.address ->> 'city', 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ɛ', 'e'), 'Ɛ', 'e'), 'ɔ', 'o'), 'Ɔ', 'o'), 'ŋ', 'ng'), 'Ŋ', 'ng'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'ß', 'ss'), 'ẞ', 'ss'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ɓ', 'b'), 'Ɓ', 'b'), 'ɗ', 'd') AS part) AS h) AS h) AS h) AS h) AS words) AS w));
END;
--> statement-breakpoint
CREATE TRIGGER shops_reworded AFTER UPDATE OF name, description, address ON shops WHEN OLD.status = 'PUBLISHED' AND NEW.status = 'PUBLISHED' BEGIN
  UPDATE shops_search SET name = (SELECT w.words || iif(instr(w.words, '''') + instr(w.words, '-') > 0, ' ' || replace(replace(w.words, '''', ''), '-', ''), '') FROM (SELECT (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ⁿ', 'n'), '₀', '0'), '₁', '1'), '₂', '2'), '₃', '3'), '₄', '4'), '₅', '5'), '₆', '6'), '₇', '7'), '₈', '8'), '₉', '9'), 'ﬀ', 'ff'), 'ﬁ', 'fi'), 'ﬂ', 'fl'), 'ﬃ', 'ffi'), 'ﬄ', 'ffl'), 'ﬅ', 'st'), 'ﬆ', 'st') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ŉ', 'ʼn'), 'ſ', 's'), 'Ǆ', 'DZ'), 'ǅ', 'Dz'), 'ǆ', 'dz'), 'Ǉ', 'LJ'), 'ǈ', 'Lj'), 'ǉ', 'lj'), 'Ǌ', 'NJ'), 'ǋ', 'Nj'), 'ǌ', 'nj'), 'Ǣ', 'ae'), 'ǣ', 'ae'), 'Ǳ', 'DZ'), 'ǲ', 'Dz'), 'ǳ', 'dz'), 'Ǽ', 'ae'), 'ǽ', 'ae'), 'Ǿ', 'o'), 'ǿ', 'o'), '⁰', '0'), 'ⁱ', 'i'), '⁴', '4'), '⁵', '5'), '⁶', '6'), '⁷', '7'), '⁸', '8'), '⁹', '9') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ʻ', ''''), 'ʼ', ''''), 'ʽ', ''''), 'ˈ', ''''), 'ˊ', ''''), 'ˋ', ''''), '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), '′', ''''), '‵', ''''), 'Ꞌ', ''''), 'ꞌ', ''''), '＇', ''''), 'ª', 'a'), '²', '2'), '³', '3'), 'µ', 'μ'), '¹', '1'), 'º', 'o'), '¼', '1 4'), '½', '1 2'), '¾', '3 4'), 'Ĳ', 'IJ'), 'ĳ', 'ij'), 'Ŀ', 'L·'), 'ŀ', 'l·') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'Ɗ', 'd'), 'ɖ', 'd'), 'Ɖ', 'd'), 'ƙ', 'k'), 'Ƙ', 'k'), 'ɲ', 'n'), 'Ɲ', 'n'), 'ɩ', 'i'), 'Ɩ', 'i'), 'ɪ', 'i'), 'Ɪ', 'i'), 'ʊ', 'u'), 'Ʊ', 'u'), 'ʋ', 'v'), 'Ʋ', 'v'), 'ǝ', 'e'), 'Ǝ', 'e'), 'ə', 'e'), 'Ə', 'e'), 'ɣ', 'g'), 'Ɣ', 'g'), 'ƴ', 'y'), 'Ƴ', 'y'), 'ƒ', 'f'), 'Ƒ', 'f'), '`', ''''), '´', ''''), 'ʹ', '''') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(NEW.name, 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ɛ', 'e'), 'Ɛ', 'e'), 'ɔ', 'o'), 'Ɔ', 'o'), 'ŋ', 'ng'), 'Ŋ', 'ng'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'ß', 'ss'), 'ẞ', 'ss'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ɓ', 'b'), 'Ɓ', 'b'), 'ɗ', 'd') AS part) AS h) AS h) AS h) AS h) AS words) AS w), description = (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ⁿ', 'n'), '₀', '0'), '₁', '1'), '₂', '2'), '₃', '3'), '₄', '4'), '₅', '5'), '₆', '6'), '₇', '7'), '₈', '8'), '₉', '9'), 'ﬀ', 'ff'), 'ﬁ', 'fi'), 'ﬂ', 'fl'), 'ﬃ', 'ffi'), 'ﬄ', 'ffl'), 'ﬅ', 'st'), 'ﬆ', 'st') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ŉ', 'ʼn'), 'ſ', 's'), 'Ǆ', 'DZ'), 'ǅ', 'Dz'), 'ǆ', 'dz'), 'Ǉ', 'LJ'), 'ǈ', 'Lj'), 'ǉ', 'lj'), 'Ǌ', 'NJ'), 'ǋ', 'Nj'), 'ǌ', 'nj'), 'Ǣ', 'ae'), 'ǣ', 'ae'), 'Ǳ', 'DZ'), 'ǲ', 'Dz'), 'ǳ', 'dz'), 'Ǽ', 'ae'), 'ǽ', 'ae'), 'Ǿ', 'o'), 'ǿ', 'o'), '⁰', '0'), 'ⁱ', 'i'), '⁴', '4'), '⁵', '5'), '⁶', '6'), '⁷', '7'), '⁸', '8'), '⁹', '9') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ʻ', ''''), 'ʼ', ''''), 'ʽ', ''''), 'ˈ', ''''), 'ˊ', ''''), 'ˋ', ''''), '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), '′', ''''), '‵', ''''), 'Ꞌ', ''''), 'ꞌ', ''''), '＇', ''''), 'ª', 'a'), '²', '2'), '³', '3'), 'µ', 'μ'), '¹', '1'), 'º', 'o'), '¼', '1 4'), '½', '1 2'), '¾', '3 4'), 'Ĳ', 'IJ'), 'ĳ', 'ij'), 'Ŀ', 'L·'), 'ŀ', 'l·') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'Ɗ', 'd'), 'ɖ', 'd'), 'Ɖ', 'd'), 'ƙ', 'k'), 'Ƙ', 'k'), 'ɲ', 'n'), 'Ɲ', 'n'), 'ɩ', 'i'), 'Ɩ', 'i'), 'ɪ', 'i'), 'Ɪ', 'i'), 'ʊ', 'u'), 'Ʊ', 'u'), 'ʋ', 'v'), 'Ʋ', 'v'), 'ǝ', 'e'), 'Ǝ', 'e'), 'ə', 'e'), 'Ə', 'e'), 'ɣ', 'g'), 'Ɣ', 'g'), 'ƴ', 'y'), 'Ƴ', 'y'), 'ƒ', 'f'), 'Ƒ', 'f'), '`', ''''), '´', ''''), 'ʹ', '''') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(NEW.description, 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ɛ', 'e'), 'Ɛ', 'e'), 'ɔ', 'o'), 'Ɔ', 'o'), 'ŋ', 'ng'), 'Ŋ', 'ng'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'ß', 'ss'), 'ẞ', 'ss'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ɓ', 'b'), 'Ɓ', 'b'), 'ɗ', 'd') AS part) AS h) AS h) AS h) AS h), city = (SELECT w.words || iif(instr(w.words, '''') + instr(w.words, '-') > 0, ' ' || replace(replace(w.words, '''', ''), '-', ''), '') FROM (SELECT (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ⁿ', 'n'), '₀', '0'), '₁', '1'), '₂', '2'), '₃', '3'), '₄', '4'), '₅', '5'), '₆', '6'), '₇', '7'), '₈', '8'), '₉', '9'), 'ﬀ', 'ff'), 'ﬁ', 'fi'), 'ﬂ', 'fl'), 'ﬃ', 'ffi'), 'ﬄ', 'ffl'), 'ﬅ', 'st'), 'ﬆ', 'st') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ŉ', 'ʼn'), 'ſ', 's'), 'Ǆ', 'DZ'), 'ǅ', 'Dz'), 'ǆ', 'dz'), 'Ǉ', 'LJ'), 'ǈ', 'Lj'), 'ǉ', 'lj'), 'Ǌ', 'NJ'), 'ǋ', 'Nj'), 'ǌ', 'nj'), 'Ǣ', 'ae'), 'ǣ', 'ae'), 'Ǳ', 'DZ'), 'ǲ', 'Dz'), 'ǳ', 'dz'), 'Ǽ', 'ae'), 'ǽ', 'ae'), 'Ǿ', 'o'), 'ǿ', 'o'), '⁰', '0'), 'ⁱ', 'i'), '⁴', '4'), '⁵', '5'), '⁶', '6'), '⁷', '7'), '⁸', '8'), '⁹', '9') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ʻ', ''''), 'ʼ', ''''), 'ʽ', ''''), 'ˈ', ''''), 'ˊ', ''''), 'ˋ', ''''), '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), '′', ''''), '‵', ''''), 'Ꞌ', ''''), 'ꞌ', ''''), '＇', ''''), 'ª', 'a'), '²', '2'), '³', '3'), 'µ', 'μ'), '¹', '1'), 'º', 'o'), '¼', '1 4'), '½', '1 2'), '¾', '3 4'), 'Ĳ', 'IJ'), 'ĳ', 'ij'), 'Ŀ', 'L·'), 'ŀ', 'l·') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'Ɗ', 'd'), 'ɖ', 'd'), 'Ɖ', 'd'), 'ƙ', 'k'), 'Ƙ', 'k'), 'ɲ', 'n'), 'Ɲ', 'n'), 'ɩ', 'i'), 'Ɩ', 'i'), 'ɪ', 'i'), 'Ɪ', 'i'), 'ʊ', 'u'), 'Ʊ', 'u'), 'ʋ', 'v'), 'Ʋ', 'v'), 'ǝ', 'e'), 'Ǝ', 'e'), 'ə', 'e'), 'Ə', 'e'), 'ɣ', 'g'), 'Ɣ', 'g'), 'ƴ', 'y'), 'Ƴ', 'y'), 'ƒ', 'f'), 'Ƒ', 'f'), '`', ''''), '´', ''''), 'ʹ', '''') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(NEW.address ->> 'city', 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ɛ', 'e'), 'Ɛ', 'e'), 'ɔ', 'o'), 'Ɔ', 'o'), 'ŋ', 'ng'), 'Ŋ', 'ng'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'ß', 'ss'), 'ẞ', 'ss'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ɓ', 'b'), 'Ɓ', 'b'), 'ɗ', 'd') AS part) AS h) AS h) AS h) AS h) AS words) AS w) WHERE rowid = (SELECT row FROM search_keys WHERE thing_id = OLD.id);
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE sellers_search USING fts5 (name, registrations, phone, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3');
--> statement-breakpoint
CREATE TRIGGER seller_profiles_made AFTER INSERT ON seller_profiles BEGIN
  INSERT INTO search_keys (thing_id) VALUES (NEW.id);
  INSERT INTO sellers_search (rowid, name, registrations, phone)
  VALUES ((SELECT row FROM search_keys WHERE thing_id = NEW.id), (SELECT w.words || iif(instr(w.words, '''') + instr(w.words, '-') > 0, ' ' || replace(replace(w.words, '''', ''), '-', ''), '') FROM (SELECT (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ⁿ', 'n'), '₀', '0'), '₁', '1'), '₂', '2'), '₃', '3'), '₄', '4'), '₅', '5'), '₆', '6'), '₇', '7'), '₈', '8'), '₉', '9'), 'ﬀ', 'ff'), 'ﬁ', 'fi'), 'ﬂ', 'fl'), 'ﬃ', 'ffi'), 'ﬄ', 'ffl'), 'ﬅ', 'st'), 'ﬆ', 'st') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ŉ', 'ʼn'), 'ſ', 's'), 'Ǆ', 'DZ'), 'ǅ', 'Dz'), 'ǆ', 'dz'), 'Ǉ', 'LJ'), 'ǈ', 'Lj'), 'ǉ', 'lj'), 'Ǌ', 'NJ'), 'ǋ', 'Nj'), 'ǌ', 'nj'), 'Ǣ', 'ae'), 'ǣ', 'ae'), 'Ǳ', 'DZ'), 'ǲ', 'Dz'), 'ǳ', 'dz'), 'Ǽ', 'ae'), 'ǽ', 'ae'), 'Ǿ', 'o'), 'ǿ', 'o'), '⁰', '0'), 'ⁱ', 'i'), '⁴', '4'), '⁵', '5'), '⁶', '6'), '⁷', '7'), '⁸', '8'), '⁹', '9') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ʻ', ''''), 'ʼ', ''''), 'ʽ', ''''), 'ˈ', ''''), 'ˊ', ''''), 'ˋ', ''''), '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), '′', ''''), '‵', ''''), 'Ꞌ', ''''), 'ꞌ', ''''), '＇', ''''), 'ª', 'a'), '²', '2'), '³', '3'), 'µ', 'μ'), '¹', '1'), 'º', 'o'), '¼', '1 4'), '½', '1 2'), '¾', '3 4'), 'Ĳ', 'IJ'), 'ĳ', 'ij'), 'Ŀ', 'L·'), 'ŀ', 'l·') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'Ɗ', 'd'), 'ɖ', 'd'), 'Ɖ', 'd'), 'ƙ', 'k'), 'Ƙ', 'k'), 'ɲ', 'n'), 'Ɲ', 'n'), 'ɩ', 'i'), 'Ɩ', 'i'), 'ɪ', 'i'), 'Ɪ', 'i'), 'ʊ', 'u'), 'Ʊ', 'u'), 'ʋ', 'v'), 'Ʋ', 'v'), 'ǝ', 'e'), 'Ǝ', 'e'), 'ə', 'e'), 'Ə', 'e'), 'ɣ', 'g'), 'Ɣ', 'g'), 'ƴ', 'y'), 'Ƴ', 'y'), 'ƒ', 'f'), 'Ƒ', 'f'), '`', ''''), '´', ''''), 'ʹ', '''') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(NEW.business_name, 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ɛ', 'e'), 'Ɛ', 'e'), 'ɔ', 'o'), 'Ɔ', 'o'), 'ŋ', 'ng'), 'Ŋ', 'ng'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'ß', 'ss'), 'ẞ', 'ss'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ɓ', 'b'), 'Ɓ', 'b'), 'ɗ', 'd') AS part) AS h) AS h) AS h) AS h) AS words) AS w), coalesce(NEW.rccm, '') || ' ' || coalesce(NEW.id_nat, '') || ' ' || coalesce(NEW.tax_number, ''), NEW.contact_phone);
END;
--> statement-breakpoint
CREATE TRIGGER seller_profiles_reworded AFTER UPDATE OF business_name, rccm, id_nat, tax_number, contact_phone ON seller_profiles BEGIN
  UPDATE sellers_search SET name = (SELECT w.words || iif(instr(w.words, '''') + instr(w.words, '-') > 0, ' ' || replace(replace(w.words, '''', ''), '-', ''), '') FROM (SELECT (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ⁿ', 'n'), '₀', '0'), '₁', '1'), '₂', '2'), '₃', '3'), '₄', '4'), '₅', '5'), '₆', '6'), '₇', '7'), '₈', '8'), '₉', '9'), 'ﬀ', 'ff'), 'ﬁ', 'fi'), 'ﬂ', 'fl'), 'ﬃ', 'ffi'), 'ﬄ', 'ffl'), 'ﬅ', 'st'), 'ﬆ', 'st') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ŉ', 'ʼn'), 'ſ', 's'), 'Ǆ', 'DZ'), 'ǅ', 'Dz'), 'ǆ', 'dz'), 'Ǉ', 'LJ'), 'ǈ', 'Lj'), 'ǉ', 'lj'), 'Ǌ', 'NJ'), 'ǋ', 'Nj'), 'ǌ', 'nj'), 'Ǣ', 'ae'), 'ǣ', 'ae'), 'Ǳ', 'DZ'), 'ǲ', 'Dz'), 'ǳ', 'dz'), 'Ǽ', 'ae'), 'ǽ', 'ae'), 'Ǿ', 'o'), 'ǿ', 'o'), '⁰', '0'), 'ⁱ', 'i'), '⁴', '4'), '⁵', '5'), '⁶', '6'), '⁷', '7'), '⁸', '8'), '⁹', '9') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ʻ', ''''), 'ʼ', ''''), 'ʽ', ''''), 'ˈ', ''''), 'ˊ', ''''), 'ˋ', ''''), '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), '′', ''''), '‵', ''''), 'Ꞌ', ''''), 'ꞌ', ''''), '＇', ''''), 'ª', 'a'), '²', '2'), '³', '3'), 'µ', 'μ'), '¹', '1'), 'º', 'o'), '¼', '1 4'), '½', '1 2'), '¾', '3 4'), 'Ĳ', 'IJ'), 'ĳ', 'ij'), 'Ŀ', 'L·'), 'ŀ', 'l·') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'Ɗ', 'd'), 'ɖ', 'd'), 'Ɖ', 'd'), 'ƙ', 'k'), 'Ƙ', 'k'), 'ɲ', 'n'), 'Ɲ', 'n'), 'ɩ', 'i'), 'Ɩ', 'i'), 'ɪ', 'i'), 'Ɪ', 'i'), 'ʊ', 'u'), 'Ʊ', 'u'), 'ʋ', 'v'), 'Ʋ', 'v'), 'ǝ', 'e'), 'Ǝ', 'e'), 'ə', 'e'), 'Ə', 'e'), 'ɣ', 'g'), 'Ɣ', 'g'), 'ƴ', 'y'), 'Ƴ', 'y'), 'ƒ', 'f'), 'Ƒ', 'f'), '`', ''''), '´', ''''), 'ʹ', '''') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(NEW.business_name, 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ɛ', 'e'), 'Ɛ', 'e'), 'ɔ', 'o'), 'Ɔ', 'o'), 'ŋ', 'ng'), 'Ŋ', 'ng'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'ß', 'ss'), 'ẞ', 'ss'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ɓ', 'b'), 'Ɓ', 'b'), 'ɗ', 'd') AS part) AS h) AS h) AS h) AS h) AS words) AS w), registrations = coalesce(NEW.rccm, '') || ' ' || coalesce(NEW.id_nat, '') || ' ' || coalesce(NEW.tax_number, ''), phone = NEW.contact_phone
  WHERE rowid = (SELECT row FROM search_keys WHERE thing_id = NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER shops_purged AFTER UPDATE OF status, owner_blocked ON shops
WHEN OLD.status = 'PUBLISHED' AND OLD.owner_blocked = 0 AND NOT (NEW.status = 'PUBLISHED' AND NEW.owner_blocked = 0) BEGIN
  INSERT INTO purges (tag) SELECT substr(NEW.logo_key, instr(NEW.logo_key, '.') - 12, 12) WHERE NEW.logo_key IS NOT NULL;
  INSERT INTO purges (tag) SELECT substr(NEW.banner_key, instr(NEW.banner_key, '.') - 12, 12) WHERE NEW.banner_key IS NOT NULL;
  INSERT INTO purges (tag) SELECT substr(g.key, instr(g.key, '.') - 12, 12)
    FROM products p CROSS JOIN product_images g ON g.product_id = p.id WHERE p.shop_id = NEW.id;
  INSERT INTO purges (tag) VALUES (substr(NEW.id, -12));
END;
--> statement-breakpoint
CREATE TRIGGER stock_movements_stay BEFORE DELETE ON stock_movements WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  SELECT RAISE(ABORT, 'APPEND_ONLY');
END;
--> statement-breakpoint
CREATE TRIGGER stock_movements_only_words BEFORE UPDATE ON stock_movements WHEN NOT (
  NEW.reason IS NULL AND NEW.id = OLD.id AND NEW.variant_id = OLD.variant_id AND NEW.type = OLD.type
  AND NEW.amount = OLD.amount AND NEW.order_id IS OLD.order_id AND NEW.actor_id IS OLD.actor_id
  AND NEW.created_at = OLD.created_at) BEGIN
  SELECT RAISE(ABORT, 'APPEND_ONLY');
END;
--> statement-breakpoint
CREATE TRIGGER stock_movements_sealed AFTER DELETE ON stock_movements BEGIN
  UPDATE variants SET sealed_stock = sealed_stock + OLD.amount, sealed_moves = sealed_moves + 1 WHERE id = OLD.variant_id;
END;
--> statement-breakpoint
CREATE TRIGGER stock_movements_unsealed AFTER INSERT ON stock_movements WHEN EXISTS (SELECT 1 FROM sealing) BEGIN
  UPDATE variants SET sealed_stock = sealed_stock - NEW.amount, sealed_moves = sealed_moves - 1 WHERE id = NEW.variant_id;
END;
--> statement-breakpoint
CREATE TRIGGER stock_movements_apply AFTER INSERT ON stock_movements WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  UPDATE variants SET stock = stock + NEW.amount, updated_at = NEW.created_at WHERE id = NEW.variant_id;
END;
--> statement-breakpoint
CREATE TRIGGER stock_holds_take AFTER INSERT ON stock_holds BEGIN
  UPDATE variants SET held = held + NEW.quantity WHERE id = NEW.variant_id;
END;
--> statement-breakpoint
CREATE TRIGGER stock_holds_release AFTER DELETE ON stock_holds BEGIN
  UPDATE variants SET held = held - OLD.quantity WHERE id = OLD.variant_id;
END;
--> statement-breakpoint
CREATE TRIGGER variants_added AFTER INSERT ON variants BEGIN
  UPDATE variants SET stock_shop_id = (SELECT p.shop_id FROM products p WHERE p.id = NEW.product_id AND p.deleted_at IS NULL)
    WHERE id = NEW.id AND deleted_at IS NULL AND stock_shop_id IS NULL;
  UPDATE products SET
    min_price_minor = (SELECT coalesce(min(v.price_minor), 0) FROM variants v WHERE v.product_id = NEW.product_id AND v.deleted_at IS NULL),
    in_stock = EXISTS (SELECT 1 FROM variants v WHERE v.product_id = NEW.product_id AND v.deleted_at IS NULL AND v.stock > v.held)
    WHERE id = NEW.product_id;
END;
--> statement-breakpoint
CREATE TRIGGER variants_deleted AFTER UPDATE OF deleted_at ON variants WHEN OLD.deleted_at IS NOT NEW.deleted_at BEGIN
  UPDATE variants SET stock_shop_id = (SELECT p.shop_id FROM products p WHERE p.id = NEW.product_id AND p.deleted_at IS NULL AND NEW.deleted_at IS NULL)
    WHERE id = NEW.id;
  UPDATE products SET
    min_price_minor = (SELECT coalesce(min(v.price_minor), 0) FROM variants v WHERE v.product_id = NEW.product_id AND v.deleted_at IS NULL),
    in_stock = EXISTS (SELECT 1 FROM variants v WHERE v.product_id = NEW.product_id AND v.deleted_at IS NULL AND v.stock > v.held)
    WHERE id = NEW.product_id;
END;
--> statement-breakpoint
CREATE TRIGGER variants_removed AFTER DELETE ON variants BEGIN
  UPDATE products SET
    min_price_minor = (SELECT coalesce(min(v.price_minor), 0) FROM variants v WHERE v.product_id = OLD.product_id AND v.deleted_at IS NULL),
    in_stock = EXISTS (SELECT 1 FROM variants v WHERE v.product_id = OLD.product_id AND v.deleted_at IS NULL AND v.stock > v.held)
    WHERE id = OLD.product_id;
  DELETE FROM stock_search WHERE rowid = (SELECT row FROM search_keys WHERE thing_id = OLD.id);
  DELETE FROM search_keys WHERE thing_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER variants_repriced AFTER UPDATE OF price_minor ON variants WHEN OLD.price_minor <> NEW.price_minor BEGIN
  UPDATE products SET
    min_price_minor = (SELECT coalesce(min(v.price_minor), 0) FROM variants v WHERE v.product_id = NEW.product_id AND v.deleted_at IS NULL),
    in_stock = EXISTS (SELECT 1 FROM variants v WHERE v.product_id = NEW.product_id AND v.deleted_at IS NULL AND v.stock > v.held)
    WHERE id = NEW.product_id;
END;
--> statement-breakpoint
CREATE TRIGGER variants_restocked AFTER UPDATE OF stock, held ON variants WHEN (OLD.stock > OLD.held) <> (NEW.stock > NEW.held) BEGIN
  UPDATE products SET
    min_price_minor = (SELECT coalesce(min(v.price_minor), 0) FROM variants v WHERE v.product_id = NEW.product_id AND v.deleted_at IS NULL),
    in_stock = EXISTS (SELECT 1 FROM variants v WHERE v.product_id = NEW.product_id AND v.deleted_at IS NULL AND v.stock > v.held)
    WHERE id = NEW.product_id;
END;
--> statement-breakpoint
CREATE TRIGGER variants_follow_product AFTER UPDATE OF shop_id, deleted_at ON products
WHEN OLD.shop_id <> NEW.shop_id OR OLD.deleted_at IS NOT NEW.deleted_at BEGIN
  UPDATE variants SET stock_shop_id = CASE WHEN NEW.deleted_at IS NULL THEN NEW.shop_id END WHERE product_id = NEW.id AND deleted_at IS NULL;
END;
--> statement-breakpoint
CREATE TRIGGER products_compared_first AFTER INSERT ON products WHEN NEW.min_price_minor > 0 BEGIN
  UPDATE products SET compared_price = CASE NEW.currency WHEN 'USD' THEN NEW.min_price_minor * 1000 ELSE
  coalesce((SELECT min(CAST(round(NEW.min_price_minor * r.worth) AS INTEGER), 3999999999999999) FROM price_rates r WHERE r.currency = NEW.currency),
    4000000000000000 + NEW.min_price_minor) END WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER products_compared AFTER UPDATE OF min_price_minor, currency ON products
WHEN OLD.min_price_minor <> NEW.min_price_minor OR OLD.currency <> NEW.currency BEGIN
  UPDATE products SET compared_price = CASE NEW.currency WHEN 'USD' THEN NEW.min_price_minor * 1000 ELSE
  coalesce((SELECT min(CAST(round(NEW.min_price_minor * r.worth) AS INTEGER), 3999999999999999) FROM price_rates r WHERE r.currency = NEW.currency),
    4000000000000000 + NEW.min_price_minor) END WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE products_search USING fts5 (name, brand, variants, description, place, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3');
--> statement-breakpoint
CREATE TRIGGER products_hidden AFTER UPDATE OF visible ON products WHEN OLD.visible = 1 AND NEW.visible = 0 BEGIN
  DELETE FROM products_search WHERE rowid = (SELECT row FROM search_keys WHERE thing_id = OLD.id);
  DELETE FROM search_keys WHERE thing_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER products_reworded AFTER UPDATE OF name, brand, description, category_id, subcategory_id, shop_id, currency ON products WHEN OLD.visible = 1 AND NEW.visible = 1 BEGIN
  UPDATE products_search SET name = (SELECT w.words || iif(instr(w.words, '''') + instr(w.words, '-') > 0, ' ' || replace(replace(w.words, '''', ''), '-', ''), '') FROM (SELECT (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ⁿ', 'n'), '₀', '0'), '₁', '1'), '₂', '2'), '₃', '3'), '₄', '4'), '₅', '5'), '₆', '6'), '₇', '7'), '₈', '8'), '₉', '9'), 'ﬀ', 'ff'), 'ﬁ', 'fi'), 'ﬂ', 'fl'), 'ﬃ', 'ffi'), 'ﬄ', 'ffl'), 'ﬅ', 'st'), 'ﬆ', 'st') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ŉ', 'ʼn'), 'ſ', 's'), 'Ǆ', 'DZ'), 'ǅ', 'Dz'), 'ǆ', 'dz'), 'Ǉ', 'LJ'), 'ǈ', 'Lj'), 'ǉ', 'lj'), 'Ǌ', 'NJ'), 'ǋ', 'Nj'), 'ǌ', 'nj'), 'Ǣ', 'ae'), 'ǣ', 'ae'), 'Ǳ', 'DZ'), 'ǲ', 'Dz'), 'ǳ', 'dz'), 'Ǽ', 'ae'), 'ǽ', 'ae'), 'Ǿ', 'o'), 'ǿ', 'o'), '⁰', '0'), 'ⁱ', 'i'), '⁴', '4'), '⁵', '5'), '⁶', '6'), '⁷', '7'), '⁸', '8'), '⁹', '9') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ʻ', ''''), 'ʼ', ''''), 'ʽ', ''''), 'ˈ', ''''), 'ˊ', ''''), 'ˋ', ''''), '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), '′', ''''), '‵', ''''), 'Ꞌ', ''''), 'ꞌ', ''''), '＇', ''''), 'ª', 'a'), '²', '2'), '³', '3'), 'µ', 'μ'), '¹', '1'), 'º', 'o'), '¼', '1 4'), '½', '1 2'), '¾', '3 4'), 'Ĳ', 'IJ'), 'ĳ', 'ij'), 'Ŀ', 'L·'), 'ŀ', 'l·') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'Ɗ', 'd'), 'ɖ', 'd'), 'Ɖ', 'd'), 'ƙ', 'k'), 'Ƙ', 'k'), 'ɲ', 'n'), 'Ɲ', 'n'), 'ɩ', 'i'), 'Ɩ', 'i'), 'ɪ', 'i'), 'Ɪ', 'i'), 'ʊ', 'u'), 'Ʊ', 'u'), 'ʋ', 'v'), 'Ʋ', 'v'), 'ǝ', 'e'), 'Ǝ', 'e'), 'ə', 'e'), 'Ə', 'e'), 'ɣ', 'g'), 'Ɣ', 'g'), 'ƴ', 'y'), 'Ƴ', 'y'), 'ƒ', 'f'), 'Ƒ', 'f'), '`', ''''), '´', ''''), 'ʹ', '''') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(NEW.name, 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ɛ', 'e'), 'Ɛ', 'e'), 'ɔ', 'o'), 'Ɔ', 'o'), 'ŋ', 'ng'), 'Ŋ', 'ng'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'ß', 'ss'), 'ẞ', 'ss'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ɓ', 'b'), 'Ɓ', 'b'), 'ɗ', 'd') AS part) AS h) AS h) AS h) AS h) AS words) AS w), brand = (SELECT w.words || '  ' || replace(replace(w.words, '''', ''), '-', '') FROM (SELECT (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ⁿ', 'n'), '₀', '0'), '₁', '1'), '₂', '2'), '₃', '3'), '₄', '4'), '₅', '5'), '₆', '6'), '₇', '7'), '₈', '8'), '₉', '9'), 'ﬀ', 'ff'), 'ﬁ', 'fi'), 'ﬂ', 'fl'), 'ﬃ', 'ffi'), 'ﬄ', 'ffl'), 'ﬅ', 'st'), 'ﬆ', 'st') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ŉ', 'ʼn'), 'ſ', 's'), 'Ǆ', 'DZ'), 'ǅ', 'Dz'), 'ǆ', 'dz'), 'Ǉ', 'LJ'), 'ǈ', 'Lj'), 'ǉ', 'lj'), 'Ǌ', 'NJ'), 'ǋ', 'Nj'), 'ǌ', 'nj'), 'Ǣ', 'ae'), 'ǣ', 'ae'), 'Ǳ', 'DZ'), 'ǲ', 'Dz'), 'ǳ', 'dz'), 'Ǽ', 'ae'), 'ǽ', 'ae'), 'Ǿ', 'o'), 'ǿ', 'o'), '⁰', '0'), 'ⁱ', 'i'), '⁴', '4'), '⁵', '5'), '⁶', '6'), '⁷', '7'), '⁸', '8'), '⁹', '9') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ʻ', ''''), 'ʼ', ''''), 'ʽ', ''''), 'ˈ', ''''), 'ˊ', ''''), 'ˋ', ''''), '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), '′', ''''), '‵', ''''), 'Ꞌ', ''''), 'ꞌ', ''''), '＇', ''''), 'ª', 'a'), '²', '2'), '³', '3'), 'µ', 'μ'), '¹', '1'), 'º', 'o'), '¼', '1 4'), '½', '1 2'), '¾', '3 4'), 'Ĳ', 'IJ'), 'ĳ', 'ij'), 'Ŀ', 'L·'), 'ŀ', 'l·') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'Ɗ', 'd'), 'ɖ', 'd'), 'Ɖ', 'd'), 'ƙ', 'k'), 'Ƙ', 'k'), 'ɲ', 'n'), 'Ɲ', 'n'), 'ɩ', 'i'), 'Ɩ', 'i'), 'ɪ', 'i'), 'Ɪ', 'i'), 'ʊ', 'u'), 'Ʊ', 'u'), 'ʋ', 'v'), 'Ʋ', 'v'), 'ǝ', 'e'), 'Ǝ', 'e'), 'ə', 'e'), 'Ə', 'e'), 'ɣ', 'g'), 'Ɣ', 'g'), 'ƴ', 'y'), 'Ƴ', 'y'), 'ƒ', 'f'), 'Ƒ', 'f'), '`', ''''), '´', ''''), 'ʹ', '''') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(NEW.brand, 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ɛ', 'e'), 'Ɛ', 'e'), 'ɔ', 'o'), 'Ɔ', 'o'), 'ŋ', 'ng'), 'Ŋ', 'ng'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'ß', 'ss'), 'ẞ', 'ss'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ɓ', 'b'), 'Ɓ', 'b'), 'ɗ', 'd') AS part) AS h) AS h) AS h) AS h) AS words) AS w), variants = (SELECT w.words || iif(instr(w.words, '''') + instr(w.words, '-') > 0, ' ' || replace(replace(w.words, '''', ''), '-', ''), '') FROM (SELECT (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ⁿ', 'n'), '₀', '0'), '₁', '1'), '₂', '2'), '₃', '3'), '₄', '4'), '₅', '5'), '₆', '6'), '₇', '7'), '₈', '8'), '₉', '9'), 'ﬀ', 'ff'), 'ﬁ', 'fi'), 'ﬂ', 'fl'), 'ﬃ', 'ffi'), 'ﬄ', 'ffl'), 'ﬅ', 'st'), 'ﬆ', 'st') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ŉ', 'ʼn'), 'ſ', 's'), 'Ǆ', 'DZ'), 'ǅ', 'Dz'), 'ǆ', 'dz'), 'Ǉ', 'LJ'), 'ǈ', 'Lj'), 'ǉ', 'lj'), 'Ǌ', 'NJ'), 'ǋ', 'Nj'), 'ǌ', 'nj'), 'Ǣ', 'ae'), 'ǣ', 'ae'), 'Ǳ', 'DZ'), 'ǲ', 'Dz'), 'ǳ', 'dz'), 'Ǽ', 'ae'), 'ǽ', 'ae'), 'Ǿ', 'o'), 'ǿ', 'o'), '⁰', '0'), 'ⁱ', 'i'), '⁴', '4'), '⁵', '5'), '⁶', '6'), '⁷', '7'), '⁸', '8'), '⁹', '9') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ʻ', ''''), 'ʼ', ''''), 'ʽ', ''''), 'ˈ', ''''), 'ˊ', ''''), 'ˋ', ''''), '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), '′', ''''), '‵', ''''), 'Ꞌ', ''''), 'ꞌ', ''''), '＇', ''''), 'ª', 'a'), '²', '2'), '³', '3'), 'µ', 'μ'), '¹', '1'), 'º', 'o'), '¼', '1 4'), '½', '1 2'), '¾', '3 4'), 'Ĳ', 'IJ'), 'ĳ', 'ij'), 'Ŀ', 'L·'), 'ŀ', 'l·') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'Ɗ', 'd'), 'ɖ', 'd'), 'Ɖ', 'd'), 'ƙ', 'k'), 'Ƙ', 'k'), 'ɲ', 'n'), 'Ɲ', 'n'), 'ɩ', 'i'), 'Ɩ', 'i'), 'ɪ', 'i'), 'Ɪ', 'i'), 'ʊ', 'u'), 'Ʊ', 'u'), 'ʋ', 'v'), 'Ʋ', 'v'), 'ǝ', 'e'), 'Ǝ', 'e'), 'ə', 'e'), 'Ə', 'e'), 'ɣ', 'g'), 'Ɣ', 'g'), 'ƴ', 'y'), 'Ƴ', 'y'), 'ƒ', 'f'), 'Ƒ', 'f'), '`', ''''), '´', ''''), 'ʹ', '''') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace((SELECT group_concat(coalesce(v.name, '') || ' ' || coalesce(v.sku, ''), ' ') FROM variants v WHERE v.product_id = NEW.id AND v.deleted_at IS NULL
    AND (v.name IS NOT NULL OR v.sku IS NOT NULL)), 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ɛ', 'e'), 'Ɛ', 'e'), 'ɔ', 'o'), 'Ɔ', 'o'), 'ŋ', 'ng'), 'Ŋ', 'ng'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'ß', 'ss'), 'ẞ', 'ss'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ɓ', 'b'), 'Ɓ', 'b'), 'ɗ', 'd') AS part) AS h) AS h) AS h) AS h) AS words) AS w), description = (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ⁿ', 'n'), '₀', '0'), '₁', '1'), '₂', '2'), '₃', '3'), '₄', '4'), '₅', '5'), '₆', '6'), '₇', '7'), '₈', '8'), '₉', '9'), 'ﬀ', 'ff'), 'ﬁ', 'fi'), 'ﬂ', 'fl'), 'ﬃ', 'ffi'), 'ﬄ', 'ffl'), 'ﬅ', 'st'), 'ﬆ', 'st') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ŉ', 'ʼn'), 'ſ', 's'), 'Ǆ', 'DZ'), 'ǅ', 'Dz'), 'ǆ', 'dz'), 'Ǉ', 'LJ'), 'ǈ', 'Lj'), 'ǉ', 'lj'), 'Ǌ', 'NJ'), 'ǋ', 'Nj'), 'ǌ', 'nj'), 'Ǣ', 'ae'), 'ǣ', 'ae'), 'Ǳ', 'DZ'), 'ǲ', 'Dz'), 'ǳ', 'dz'), 'Ǽ', 'ae'), 'ǽ', 'ae'), 'Ǿ', 'o'), 'ǿ', 'o'), '⁰', '0'), 'ⁱ', 'i'), '⁴', '4'), '⁵', '5'), '⁶', '6'), '⁷', '7'), '⁸', '8'), '⁹', '9') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ʻ', ''''), 'ʼ', ''''), 'ʽ', ''''), 'ˈ', ''''), 'ˊ', ''''), 'ˋ', ''''), '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), '′', ''''), '‵', ''''), 'Ꞌ', ''''), 'ꞌ', ''''), '＇', ''''), 'ª', 'a'), '²', '2'), '³', '3'), 'µ', 'μ'), '¹', '1'), 'º', 'o'), '¼', '1 4'), '½', '1 2'), '¾', '3 4'), 'Ĳ', 'IJ'), 'ĳ', 'ij'), 'Ŀ', 'L·'), 'ŀ', 'l·') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'Ɗ', 'd'), 'ɖ', 'd'), 'Ɖ', 'd'), 'ƙ', 'k'), 'Ƙ', 'k'), 'ɲ', 'n'), 'Ɲ', 'n'), 'ɩ', 'i'), 'Ɩ', 'i'), 'ɪ', 'i'), 'Ɪ', 'i'), 'ʊ', 'u'), 'Ʊ', 'u'), 'ʋ', 'v'), 'Ʋ', 'v'), 'ǝ', 'e'), 'Ǝ', 'e'), 'ə', 'e'), 'Ə', 'e'), 'ɣ', 'g'), 'Ɣ', 'g'), 'ƴ', 'y'), 'Ƴ', 'y'), 'ƒ', 'f'), 'Ƒ', 'f'), '`', ''''), '´', ''''), 'ʹ', '''') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(NEW.description, 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ɛ', 'e'), 'Ɛ', 'e'), 'ɔ', 'o'), 'Ɔ', 'o'), 'ŋ', 'ng'), 'Ŋ', 'ng'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'ß', 'ss'), 'ẞ', 'ss'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ɓ', 'b'), 'Ɓ', 'b'), 'ɗ', 'd') AS part) AS h) AS h) AS h) AS h),
    place = replace(NEW.category_id || ' ' || NEW.subcategory_id || ' ' || NEW.shop_id, '-', '') || ' ' || NEW.currency
  WHERE rowid = (SELECT row FROM search_keys WHERE thing_id = OLD.id);
END;
--> statement-breakpoint
CREATE TRIGGER products_shown AFTER UPDATE OF visible ON products WHEN OLD.visible = 0 AND NEW.visible = 1 BEGIN
  INSERT INTO search_keys (thing_id) VALUES (NEW.id);
  INSERT INTO products_search (rowid, name, brand, variants, description, place) VALUES ((SELECT row FROM search_keys WHERE thing_id = NEW.id), (SELECT w.words || iif(instr(w.words, '''') + instr(w.words, '-') > 0, ' ' || replace(replace(w.words, '''', ''), '-', ''), '') FROM (SELECT (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ⁿ', 'n'), '₀', '0'), '₁', '1'), '₂', '2'), '₃', '3'), '₄', '4'), '₅', '5'), '₆', '6'), '₇', '7'), '₈', '8'), '₉', '9'), 'ﬀ', 'ff'), 'ﬁ', 'fi'), 'ﬂ', 'fl'), 'ﬃ', 'ffi'), 'ﬄ', 'ffl'), 'ﬅ', 'st'), 'ﬆ', 'st') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ŉ', 'ʼn'), 'ſ', 's'), 'Ǆ', 'DZ'), 'ǅ', 'Dz'), 'ǆ', 'dz'), 'Ǉ', 'LJ'), 'ǈ', 'Lj'), 'ǉ', 'lj'), 'Ǌ', 'NJ'), 'ǋ', 'Nj'), 'ǌ', 'nj'), 'Ǣ', 'ae'), 'ǣ', 'ae'), 'Ǳ', 'DZ'), 'ǲ', 'Dz'), 'ǳ', 'dz'), 'Ǽ', 'ae'), 'ǽ', 'ae'), 'Ǿ', 'o'), 'ǿ', 'o'), '⁰', '0'), 'ⁱ', 'i'), '⁴', '4'), '⁵', '5'), '⁶', '6'), '⁷', '7'), '⁸', '8'), '⁹', '9') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ʻ', ''''), 'ʼ', ''''), 'ʽ', ''''), 'ˈ', ''''), 'ˊ', ''''), 'ˋ', ''''), '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), '′', ''''), '‵', ''''), 'Ꞌ', ''''), 'ꞌ', ''''), '＇', ''''), 'ª', 'a'), '²', '2'), '³', '3'), 'µ', 'μ'), '¹', '1'), 'º', 'o'), '¼', '1 4'), '½', '1 2'), '¾', '3 4'), 'Ĳ', 'IJ'), 'ĳ', 'ij'), 'Ŀ', 'L·'), 'ŀ', 'l·') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'Ɗ', 'd'), 'ɖ', 'd'), 'Ɖ', 'd'), 'ƙ', 'k'), 'Ƙ', 'k'), 'ɲ', 'n'), 'Ɲ', 'n'), 'ɩ', 'i'), 'Ɩ', 'i'), 'ɪ', 'i'), 'Ɪ', 'i'), 'ʊ', 'u'), 'Ʊ', 'u'), 'ʋ', 'v'), 'Ʋ', 'v'), 'ǝ', 'e'), 'Ǝ', 'e'), 'ə', 'e'), 'Ə', 'e'), 'ɣ', 'g'), 'Ɣ', 'g'), 'ƴ', 'y'), 'Ƴ', 'y'), 'ƒ', 'f'), 'Ƒ', 'f'), '`', ''''), '´', ''''), 'ʹ', '''') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(NEW.name, 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ɛ', 'e'), 'Ɛ', 'e'), 'ɔ', 'o'), 'Ɔ', 'o'), 'ŋ', 'ng'), 'Ŋ', 'ng'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'ß', 'ss'), 'ẞ', 'ss'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ɓ', 'b'), 'Ɓ', 'b'), 'ɗ', 'd') AS part) AS h) AS h) AS h) AS h) AS words) AS w), (SELECT w.words || '  ' || replace(replace(w.words, '''', ''), '-', '') FROM (SELECT (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ⁿ', 'n'), '₀', '0'), '₁', '1'), '₂', '2'), '₃', '3'), '₄', '4'), '₅', '5'), '₆', '6'), '₇', '7'), '₈', '8'), '₉', '9'), 'ﬀ', 'ff'), 'ﬁ', 'fi'), 'ﬂ', 'fl'), 'ﬃ', 'ffi'), 'ﬄ', 'ffl'), 'ﬅ', 'st'), 'ﬆ', 'st') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ŉ', 'ʼn'), 'ſ', 's'), 'Ǆ', 'DZ'), 'ǅ', 'Dz'), 'ǆ', 'dz'), 'Ǉ', 'LJ'), 'ǈ', 'Lj'), 'ǉ', 'lj'), 'Ǌ', 'NJ'), 'ǋ', 'Nj'), 'ǌ', 'nj'), 'Ǣ', 'ae'), 'ǣ', 'ae'), 'Ǳ', 'DZ'), 'ǲ', 'Dz'), 'ǳ', 'dz'), 'Ǽ', 'ae'), 'ǽ', 'ae'), 'Ǿ', 'o'), 'ǿ', 'o'), '⁰', '0'), 'ⁱ', 'i'), '⁴', '4'), '⁵', '5'), '⁶', '6'), '⁷', '7'), '⁸', '8'), '⁹', '9') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ʻ', ''''), 'ʼ', ''''), 'ʽ', ''''), 'ˈ', ''''), 'ˊ', ''''), 'ˋ', ''''), '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), '′', ''''), '‵', ''''), 'Ꞌ', ''''), 'ꞌ', ''''), '＇', ''''), 'ª', 'a'), '²', '2'), '³', '3'), 'µ', 'μ'), '¹', '1'), 'º', 'o'), '¼', '1 4'), '½', '1 2'), '¾', '3 4'), 'Ĳ', 'IJ'), 'ĳ', 'ij'), 'Ŀ', 'L·'), 'ŀ', 'l·') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'Ɗ', 'd'), 'ɖ', 'd'), 'Ɖ', 'd'), 'ƙ', 'k'), 'Ƙ', 'k'), 'ɲ', 'n'), 'Ɲ', 'n'), 'ɩ', 'i'), 'Ɩ', 'i'), 'ɪ', 'i'), 'Ɪ', 'i'), 'ʊ', 'u'), 'Ʊ', 'u'), 'ʋ', 'v'), 'Ʋ', 'v'), 'ǝ', 'e'), 'Ǝ', 'e'), 'ə', 'e'), 'Ə', 'e'), 'ɣ', 'g'), 'Ɣ', 'g'), 'ƴ', 'y'), 'Ƴ', 'y'), 'ƒ', 'f'), 'Ƒ', 'f'), '`', ''''), '´', ''''), 'ʹ', '''') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(NEW.brand, 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ɛ', 'e'), 'Ɛ', 'e'), 'ɔ', 'o'), 'Ɔ', 'o'), 'ŋ', 'ng'), 'Ŋ', 'ng'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'ß', 'ss'), 'ẞ', 'ss'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ɓ', 'b'), 'Ɓ', 'b'), 'ɗ', 'd') AS part) AS h) AS h) AS h) AS h) AS words) AS w), (SELECT w.words || iif(instr(w.words, '''') + instr(w.words, '-') > 0, ' ' || replace(replace(w.words, '''', ''), '-', ''), '') FROM (SELECT (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ⁿ', 'n'), '₀', '0'), '₁', '1'), '₂', '2'), '₃', '3'), '₄', '4'), '₅', '5'), '₆', '6'), '₇', '7'), '₈', '8'), '₉', '9'), 'ﬀ', 'ff'), 'ﬁ', 'fi'), 'ﬂ', 'fl'), 'ﬃ', 'ffi'), 'ﬄ', 'ffl'), 'ﬅ', 'st'), 'ﬆ', 'st') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ŉ', 'ʼn'), 'ſ', 's'), 'Ǆ', 'DZ'), 'ǅ', 'Dz'), 'ǆ', 'dz'), 'Ǉ', 'LJ'), 'ǈ', 'Lj'), 'ǉ', 'lj'), 'Ǌ', 'NJ'), 'ǋ', 'Nj'), 'ǌ', 'nj'), 'Ǣ', 'ae'), 'ǣ', 'ae'), 'Ǳ', 'DZ'), 'ǲ', 'Dz'), 'ǳ', 'dz'), 'Ǽ', 'ae'), 'ǽ', 'ae'), 'Ǿ', 'o'), 'ǿ', 'o'), '⁰', '0'), 'ⁱ', 'i'), '⁴', '4'), '⁵', '5'), '⁶', '6'), '⁷', '7'), '⁸', '8'), '⁹', '9') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ʻ', ''''), 'ʼ', ''''), 'ʽ', ''''), 'ˈ', ''''), 'ˊ', ''''), 'ˋ', ''''), '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), '′', ''''), '‵', ''''), 'Ꞌ', ''''), 'ꞌ', ''''), '＇', ''''), 'ª', 'a'), '²', '2'), '³', '3'), 'µ', 'μ'), '¹', '1'), 'º', 'o'), '¼', '1 4'), '½', '1 2'), '¾', '3 4'), 'Ĳ', 'IJ'), 'ĳ', 'ij'), 'Ŀ', 'L·'), 'ŀ', 'l·') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'Ɗ', 'd'), 'ɖ', 'd'), 'Ɖ', 'd'), 'ƙ', 'k'), 'Ƙ', 'k'), 'ɲ', 'n'), 'Ɲ', 'n'), 'ɩ', 'i'), 'Ɩ', 'i'), 'ɪ', 'i'), 'Ɪ', 'i'), 'ʊ', 'u'), 'Ʊ', 'u'), 'ʋ', 'v'), 'Ʋ', 'v'), 'ǝ', 'e'), 'Ǝ', 'e'), 'ə', 'e'), 'Ə', 'e'), 'ɣ', 'g'), 'Ɣ', 'g'), 'ƴ', 'y'), 'Ƴ', 'y'), 'ƒ', 'f'), 'Ƒ', 'f'), '`', ''''), '´', ''''), 'ʹ', '''') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace((SELECT group_concat(coalesce(v.name, '') || ' ' || coalesce(v.sku, ''), ' ') FROM variants v WHERE v.product_id = NEW.id AND v.deleted_at IS NULL
    AND (v.name IS NOT NULL OR v.sku IS NOT NULL)), 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ɛ', 'e'), 'Ɛ', 'e'), 'ɔ', 'o'), 'Ɔ', 'o'), 'ŋ', 'ng'), 'Ŋ', 'ng'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'ß', 'ss'), 'ẞ', 'ss'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ɓ', 'b'), 'Ɓ', 'b'), 'ɗ', 'd') AS part) AS h) AS h) AS h) AS h) AS words) AS w), (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ⁿ', 'n'), '₀', '0'), '₁', '1'), '₂', '2'), '₃', '3'), '₄', '4'), '₅', '5'), '₆', '6'), '₇', '7'), '₈', '8'), '₉', '9'), 'ﬀ', 'ff'), 'ﬁ', 'fi'), 'ﬂ', 'fl'), 'ﬃ', 'ffi'), 'ﬄ', 'ffl'), 'ﬅ', 'st'), 'ﬆ', 'st') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ŉ', 'ʼn'), 'ſ', 's'), 'Ǆ', 'DZ'), 'ǅ', 'Dz'), 'ǆ', 'dz'), 'Ǉ', 'LJ'), 'ǈ', 'Lj'), 'ǉ', 'lj'), 'Ǌ', 'NJ'), 'ǋ', 'Nj'), 'ǌ', 'nj'), 'Ǣ', 'ae'), 'ǣ', 'ae'), 'Ǳ', 'DZ'), 'ǲ', 'Dz'), 'ǳ', 'dz'), 'Ǽ', 'ae'), 'ǽ', 'ae'), 'Ǿ', 'o'), 'ǿ', 'o'), '⁰', '0'), 'ⁱ', 'i'), '⁴', '4'), '⁵', '5'), '⁶', '6'), '⁷', '7'), '⁸', '8'), '⁹', '9') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ʻ', ''''), 'ʼ', ''''), 'ʽ', ''''), 'ˈ', ''''), 'ˊ', ''''), 'ˋ', ''''), '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), '′', ''''), '‵', ''''), 'Ꞌ', ''''), 'ꞌ', ''''), '＇', ''''), 'ª', 'a'), '²', '2'), '³', '3'), 'µ', 'μ'), '¹', '1'), 'º', 'o'), '¼', '1 4'), '½', '1 2'), '¾', '3 4'), 'Ĳ', 'IJ'), 'ĳ', 'ij'), 'Ŀ', 'L·'), 'ŀ', 'l·') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'Ɗ', 'd'), 'ɖ', 'd'), 'Ɖ', 'd'), 'ƙ', 'k'), 'Ƙ', 'k'), 'ɲ', 'n'), 'Ɲ', 'n'), 'ɩ', 'i'), 'Ɩ', 'i'), 'ɪ', 'i'), 'Ɪ', 'i'), 'ʊ', 'u'), 'Ʊ', 'u'), 'ʋ', 'v'), 'Ʋ', 'v'), 'ǝ', 'e'), 'Ǝ', 'e'), 'ə', 'e'), 'Ə', 'e'), 'ɣ', 'g'), 'Ɣ', 'g'), 'ƴ', 'y'), 'Ƴ', 'y'), 'ƒ', 'f'), 'Ƒ', 'f'), '`', ''''), '´', ''''), 'ʹ', '''') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(NEW.description, 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ɛ', 'e'), 'Ɛ', 'e'), 'ɔ', 'o'), 'Ɔ', 'o'), 'ŋ', 'ng'), 'Ŋ', 'ng'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'ß', 'ss'), 'ẞ', 'ss'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ɓ', 'b'), 'Ɓ', 'b'), 'ɗ', 'd') AS part) AS h) AS h) AS h) AS h),
    replace(NEW.category_id || ' ' || NEW.subcategory_id || ' ' || NEW.shop_id, '-', '') || ' ' || NEW.currency);
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE all_products_search USING fts5 (name, brand, variants, description, place, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3');
--> statement-breakpoint
CREATE TRIGGER products_unfiled AFTER UPDATE OF deleted_at ON products WHEN OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL BEGIN
  DELETE FROM all_products_search WHERE rowid = (SELECT row FROM search_keys WHERE thing_id = 'any:' || OLD.id);
  DELETE FROM search_keys WHERE thing_id = 'any:' || OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER products_refiled AFTER UPDATE OF name, brand, description, shop_id, status, moderation_status ON products
WHEN OLD.name IS NOT NEW.name OR OLD.brand IS NOT NEW.brand OR OLD.description IS NOT NEW.description OR OLD.shop_id IS NOT NEW.shop_id
  OR OLD.status IS NOT NEW.status OR OLD.moderation_status IS NOT NEW.moderation_status BEGIN
  UPDATE all_products_search SET name = (SELECT w.words || iif(instr(w.words, '''') + instr(w.words, '-') > 0, ' ' || replace(replace(w.words, '''', ''), '-', ''), '') FROM (SELECT (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ⁿ', 'n'), '₀', '0'), '₁', '1'), '₂', '2'), '₃', '3'), '₄', '4'), '₅', '5'), '₆', '6'), '₇', '7'), '₈', '8'), '₉', '9'), 'ﬀ', 'ff'), 'ﬁ', 'fi'), 'ﬂ', 'fl'), 'ﬃ', 'ffi'), 'ﬄ', 'ffl'), 'ﬅ', 'st'), 'ﬆ', 'st') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ŉ', 'ʼn'), 'ſ', 's'), 'Ǆ', 'DZ'), 'ǅ', 'Dz'), 'ǆ', 'dz'), 'Ǉ', 'LJ'), 'ǈ', 'Lj'), 'ǉ', 'lj'), 'Ǌ', 'NJ'), 'ǋ', 'Nj'), 'ǌ', 'nj'), 'Ǣ', 'ae'), 'ǣ', 'ae'), 'Ǳ', 'DZ'), 'ǲ', 'Dz'), 'ǳ', 'dz'), 'Ǽ', 'ae'), 'ǽ', 'ae'), 'Ǿ', 'o'), 'ǿ', 'o'), '⁰', '0'), 'ⁱ', 'i'), '⁴', '4'), '⁵', '5'), '⁶', '6'), '⁷', '7'), '⁸', '8'), '⁹', '9') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ʻ', ''''), 'ʼ', ''''), 'ʽ', ''''), 'ˈ', ''''), 'ˊ', ''''), 'ˋ', ''''), '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), '′', ''''), '‵', ''''), 'Ꞌ', ''''), 'ꞌ', ''''), '＇', ''''), 'ª', 'a'), '²', '2'), '³', '3'), 'µ', 'μ'), '¹', '1'), 'º', 'o'), '¼', '1 4'), '½', '1 2'), '¾', '3 4'), 'Ĳ', 'IJ'), 'ĳ', 'ij'), 'Ŀ', 'L·'), 'ŀ', 'l·') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'Ɗ', 'd'), 'ɖ', 'd'), 'Ɖ', 'd'), 'ƙ', 'k'), 'Ƙ', 'k'), 'ɲ', 'n'), 'Ɲ', 'n'), 'ɩ', 'i'), 'Ɩ', 'i'), 'ɪ', 'i'), 'Ɪ', 'i'), 'ʊ', 'u'), 'Ʊ', 'u'), 'ʋ', 'v'), 'Ʋ', 'v'), 'ǝ', 'e'), 'Ǝ', 'e'), 'ə', 'e'), 'Ə', 'e'), 'ɣ', 'g'), 'Ɣ', 'g'), 'ƴ', 'y'), 'Ƴ', 'y'), 'ƒ', 'f'), 'Ƒ', 'f'), '`', ''''), '´', ''''), 'ʹ', '''') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(NEW.name, 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ɛ', 'e'), 'Ɛ', 'e'), 'ɔ', 'o'), 'Ɔ', 'o'), 'ŋ', 'ng'), 'Ŋ', 'ng'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'ß', 'ss'), 'ẞ', 'ss'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ɓ', 'b'), 'Ɓ', 'b'), 'ɗ', 'd') AS part) AS h) AS h) AS h) AS h) AS words) AS w), brand = (SELECT w.words || '  ' || replace(replace(w.words, '''', ''), '-', '') FROM (SELECT (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ⁿ', 'n'), '₀', '0'), '₁', '1'), '₂', '2'), '₃', '3'), '₄', '4'), '₅', '5'), '₆', '6'), '₇', '7'), '₈', '8'), '₉', '9'), 'ﬀ', 'ff'), 'ﬁ', 'fi'), 'ﬂ', 'fl'), 'ﬃ', 'ffi'), 'ﬄ', 'ffl'), 'ﬅ', 'st'), 'ﬆ', 'st') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ŉ', 'ʼn'), 'ſ', 's'), 'Ǆ', 'DZ'), 'ǅ', 'Dz'), 'ǆ', 'dz'), 'Ǉ', 'LJ'), 'ǈ', 'Lj'), 'ǉ', 'lj'), 'Ǌ', 'NJ'), 'ǋ', 'Nj'), 'ǌ', 'nj'), 'Ǣ', 'ae'), 'ǣ', 'ae'), 'Ǳ', 'DZ'), 'ǲ', 'Dz'), 'ǳ', 'dz'), 'Ǽ', 'ae'), 'ǽ', 'ae'), 'Ǿ', 'o'), 'ǿ', 'o'), '⁰', '0'), 'ⁱ', 'i'), '⁴', '4'), '⁵', '5'), '⁶', '6'), '⁷', '7'), '⁸', '8'), '⁹', '9') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ʻ', ''''), 'ʼ', ''''), 'ʽ', ''''), 'ˈ', ''''), 'ˊ', ''''), 'ˋ', ''''), '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), '′', ''''), '‵', ''''), 'Ꞌ', ''''), 'ꞌ', ''''), '＇', ''''), 'ª', 'a'), '²', '2'), '³', '3'), 'µ', 'μ'), '¹', '1'), 'º', 'o'), '¼', '1 4'), '½', '1 2'), '¾', '3 4'), 'Ĳ', 'IJ'), 'ĳ', 'ij'), 'Ŀ', 'L·'), 'ŀ', 'l·') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'Ɗ', 'd'), 'ɖ', 'd'), 'Ɖ', 'd'), 'ƙ', 'k'), 'Ƙ', 'k'), 'ɲ', 'n'), 'Ɲ', 'n'), 'ɩ', 'i'), 'Ɩ', 'i'), 'ɪ', 'i'), 'Ɪ', 'i'), 'ʊ', 'u'), 'Ʊ', 'u'), 'ʋ', 'v'), 'Ʋ', 'v'), 'ǝ', 'e'), 'Ǝ', 'e'), 'ə', 'e'), 'Ə', 'e'), 'ɣ', 'g'), 'Ɣ', 'g'), 'ƴ', 'y'), 'Ƴ', 'y'), 'ƒ', 'f'), 'Ƒ', 'f'), '`', ''''), '´', ''''), 'ʹ', '''') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(NEW.brand, 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ɛ', 'e'), 'Ɛ', 'e'), 'ɔ', 'o'), 'Ɔ', 'o'), 'ŋ', 'ng'), 'Ŋ', 'ng'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'ß', 'ss'), 'ẞ', 'ss'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ɓ', 'b'), 'Ɓ', 'b'), 'ɗ', 'd') AS part) AS h) AS h) AS h) AS h) AS words) AS w), variants = (SELECT w.words || iif(instr(w.words, '''') + instr(w.words, '-') > 0, ' ' || replace(replace(w.words, '''', ''), '-', ''), '') FROM (SELECT (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ⁿ', 'n'), '₀', '0'), '₁', '1'), '₂', '2'), '₃', '3'), '₄', '4'), '₅', '5'), '₆', '6'), '₇', '7'), '₈', '8'), '₉', '9'), 'ﬀ', 'ff'), 'ﬁ', 'fi'), 'ﬂ', 'fl'), 'ﬃ', 'ffi'), 'ﬄ', 'ffl'), 'ﬅ', 'st'), 'ﬆ', 'st') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ŉ', 'ʼn'), 'ſ', 's'), 'Ǆ', 'DZ'), 'ǅ', 'Dz'), 'ǆ', 'dz'), 'Ǉ', 'LJ'), 'ǈ', 'Lj'), 'ǉ', 'lj'), 'Ǌ', 'NJ'), 'ǋ', 'Nj'), 'ǌ', 'nj'), 'Ǣ', 'ae'), 'ǣ', 'ae'), 'Ǳ', 'DZ'), 'ǲ', 'Dz'), 'ǳ', 'dz'), 'Ǽ', 'ae'), 'ǽ', 'ae'), 'Ǿ', 'o'), 'ǿ', 'o'), '⁰', '0'), 'ⁱ', 'i'), '⁴', '4'), '⁵', '5'), '⁶', '6'), '⁷', '7'), '⁸', '8'), '⁹', '9') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ʻ', ''''), 'ʼ', ''''), 'ʽ', ''''), 'ˈ', ''''), 'ˊ', ''''), 'ˋ', ''''), '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), '′', ''''), '‵', ''''), 'Ꞌ', ''''), 'ꞌ', ''''), '＇', ''''), 'ª', 'a'), '²', '2'), '³', '3'), 'µ', 'μ'), '¹', '1'), 'º', 'o'), '¼', '1 4'), '½', '1 2'), '¾', '3 4'), 'Ĳ', 'IJ'), 'ĳ', 'ij'), 'Ŀ', 'L·'), 'ŀ', 'l·') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'Ɗ', 'd'), 'ɖ', 'd'), 'Ɖ', 'd'), 'ƙ', 'k'), 'Ƙ', 'k'), 'ɲ', 'n'), 'Ɲ', 'n'), 'ɩ', 'i'), 'Ɩ', 'i'), 'ɪ', 'i'), 'Ɪ', 'i'), 'ʊ', 'u'), 'Ʊ', 'u'), 'ʋ', 'v'), 'Ʋ', 'v'), 'ǝ', 'e'), 'Ǝ', 'e'), 'ə', 'e'), 'Ə', 'e'), 'ɣ', 'g'), 'Ɣ', 'g'), 'ƴ', 'y'), 'Ƴ', 'y'), 'ƒ', 'f'), 'Ƒ', 'f'), '`', ''''), '´', ''''), 'ʹ', '''') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace((SELECT group_concat(coalesce(v.name, '') || ' ' || coalesce(v.sku, ''), ' ') FROM variants v WHERE v.product_id = NEW.id AND v.deleted_at IS NULL
    AND (v.name IS NOT NULL OR v.sku IS NOT NULL)), 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ɛ', 'e'), 'Ɛ', 'e'), 'ɔ', 'o'), 'Ɔ', 'o'), 'ŋ', 'ng'), 'Ŋ', 'ng'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'ß', 'ss'), 'ẞ', 'ss'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ɓ', 'b'), 'Ɓ', 'b'), 'ɗ', 'd') AS part) AS h) AS h) AS h) AS h) AS words) AS w), description = (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ⁿ', 'n'), '₀', '0'), '₁', '1'), '₂', '2'), '₃', '3'), '₄', '4'), '₅', '5'), '₆', '6'), '₇', '7'), '₈', '8'), '₉', '9'), 'ﬀ', 'ff'), 'ﬁ', 'fi'), 'ﬂ', 'fl'), 'ﬃ', 'ffi'), 'ﬄ', 'ffl'), 'ﬅ', 'st'), 'ﬆ', 'st') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ŉ', 'ʼn'), 'ſ', 's'), 'Ǆ', 'DZ'), 'ǅ', 'Dz'), 'ǆ', 'dz'), 'Ǉ', 'LJ'), 'ǈ', 'Lj'), 'ǉ', 'lj'), 'Ǌ', 'NJ'), 'ǋ', 'Nj'), 'ǌ', 'nj'), 'Ǣ', 'ae'), 'ǣ', 'ae'), 'Ǳ', 'DZ'), 'ǲ', 'Dz'), 'ǳ', 'dz'), 'Ǽ', 'ae'), 'ǽ', 'ae'), 'Ǿ', 'o'), 'ǿ', 'o'), '⁰', '0'), 'ⁱ', 'i'), '⁴', '4'), '⁵', '5'), '⁶', '6'), '⁷', '7'), '⁸', '8'), '⁹', '9') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ʻ', ''''), 'ʼ', ''''), 'ʽ', ''''), 'ˈ', ''''), 'ˊ', ''''), 'ˋ', ''''), '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), '′', ''''), '‵', ''''), 'Ꞌ', ''''), 'ꞌ', ''''), '＇', ''''), 'ª', 'a'), '²', '2'), '³', '3'), 'µ', 'μ'), '¹', '1'), 'º', 'o'), '¼', '1 4'), '½', '1 2'), '¾', '3 4'), 'Ĳ', 'IJ'), 'ĳ', 'ij'), 'Ŀ', 'L·'), 'ŀ', 'l·') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'Ɗ', 'd'), 'ɖ', 'd'), 'Ɖ', 'd'), 'ƙ', 'k'), 'Ƙ', 'k'), 'ɲ', 'n'), 'Ɲ', 'n'), 'ɩ', 'i'), 'Ɩ', 'i'), 'ɪ', 'i'), 'Ɪ', 'i'), 'ʊ', 'u'), 'Ʊ', 'u'), 'ʋ', 'v'), 'Ʋ', 'v'), 'ǝ', 'e'), 'Ǝ', 'e'), 'ə', 'e'), 'Ə', 'e'), 'ɣ', 'g'), 'Ɣ', 'g'), 'ƴ', 'y'), 'Ƴ', 'y'), 'ƒ', 'f'), 'Ƒ', 'f'), '`', ''''), '´', ''''), 'ʹ', '''') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(NEW.description, 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ɛ', 'e'), 'Ɛ', 'e'), 'ɔ', 'o'), 'Ɔ', 'o'), 'ŋ', 'ng'), 'Ŋ', 'ng'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'ß', 'ss'), 'ẞ', 'ss'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ɓ', 'b'), 'Ɓ', 'b'), 'ɗ', 'd') AS part) AS h) AS h) AS h) AS h),
    place = replace(NEW.shop_id, '-', '') || ' ' || NEW.status || ' ' || replace(NEW.moderation_status, '_', '')
  WHERE rowid = (SELECT row FROM search_keys WHERE thing_id = 'any:' || OLD.id);
END;
--> statement-breakpoint
CREATE TRIGGER products_filed AFTER INSERT ON products BEGIN
  INSERT INTO search_keys (thing_id) VALUES ('any:' || NEW.id);
  INSERT INTO all_products_search (rowid, name, brand, variants, description, place) VALUES ((SELECT row FROM search_keys WHERE thing_id = 'any:' || NEW.id),
    (SELECT w.words || iif(instr(w.words, '''') + instr(w.words, '-') > 0, ' ' || replace(replace(w.words, '''', ''), '-', ''), '') FROM (SELECT (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ⁿ', 'n'), '₀', '0'), '₁', '1'), '₂', '2'), '₃', '3'), '₄', '4'), '₅', '5'), '₆', '6'), '₇', '7'), '₈', '8'), '₉', '9'), 'ﬀ', 'ff'), 'ﬁ', 'fi'), 'ﬂ', 'fl'), 'ﬃ', 'ffi'), 'ﬄ', 'ffl'), 'ﬅ', 'st'), 'ﬆ', 'st') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ŉ', 'ʼn'), 'ſ', 's'), 'Ǆ', 'DZ'), 'ǅ', 'Dz'), 'ǆ', 'dz'), 'Ǉ', 'LJ'), 'ǈ', 'Lj'), 'ǉ', 'lj'), 'Ǌ', 'NJ'), 'ǋ', 'Nj'), 'ǌ', 'nj'), 'Ǣ', 'ae'), 'ǣ', 'ae'), 'Ǳ', 'DZ'), 'ǲ', 'Dz'), 'ǳ', 'dz'), 'Ǽ', 'ae'), 'ǽ', 'ae'), 'Ǿ', 'o'), 'ǿ', 'o'), '⁰', '0'), 'ⁱ', 'i'), '⁴', '4'), '⁵', '5'), '⁶', '6'), '⁷', '7'), '⁸', '8'), '⁹', '9') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ʻ', ''''), 'ʼ', ''''), 'ʽ', ''''), 'ˈ', ''''), 'ˊ', ''''), 'ˋ', ''''), '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), '′', ''''), '‵', ''''), 'Ꞌ', ''''), 'ꞌ', ''''), '＇', ''''), 'ª', 'a'), '²', '2'), '³', '3'), 'µ', 'μ'), '¹', '1'), 'º', 'o'), '¼', '1 4'), '½', '1 2'), '¾', '3 4'), 'Ĳ', 'IJ'), 'ĳ', 'ij'), 'Ŀ', 'L·'), 'ŀ', 'l·') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'Ɗ', 'd'), 'ɖ', 'd'), 'Ɖ', 'd'), 'ƙ', 'k'), 'Ƙ', 'k'), 'ɲ', 'n'), 'Ɲ', 'n'), 'ɩ', 'i'), 'Ɩ', 'i'), 'ɪ', 'i'), 'Ɪ', 'i'), 'ʊ', 'u'), 'Ʊ', 'u'), 'ʋ', 'v'), 'Ʋ', 'v'), 'ǝ', 'e'), 'Ǝ', 'e'), 'ə', 'e'), 'Ə', 'e'), 'ɣ', 'g'), 'Ɣ', 'g'), 'ƴ', 'y'), 'Ƴ', 'y'), 'ƒ', 'f'), 'Ƒ', 'f'), '`', ''''), '´', ''''), 'ʹ', '''') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(NEW.name, 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ɛ', 'e'), 'Ɛ', 'e'), 'ɔ', 'o'), 'Ɔ', 'o'), 'ŋ', 'ng'), 'Ŋ', 'ng'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'ß', 'ss'), 'ẞ', 'ss'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ɓ', 'b'), 'Ɓ', 'b'), 'ɗ', 'd') AS part) AS h) AS h) AS h) AS h) AS words) AS w), (SELECT w.words || '  ' || replace(replace(w.words, '''', ''), '-', '') FROM (SELECT (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ⁿ', 'n'), '₀', '0'), '₁', '1'), '₂', '2'), '₃', '3'), '₄', '4'), '₅', '5'), '₆', '6'), '₇', '7'), '₈', '8'), '₉', '9'), 'ﬀ', 'ff'), 'ﬁ', 'fi'), 'ﬂ', 'fl'), 'ﬃ', 'ffi'), 'ﬄ', 'ffl'), 'ﬅ', 'st'), 'ﬆ', 'st') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ŉ', 'ʼn'), 'ſ', 's'), 'Ǆ', 'DZ'), 'ǅ', 'Dz'), 'ǆ', 'dz'), 'Ǉ', 'LJ'), 'ǈ', 'Lj'), 'ǉ', 'lj'), 'Ǌ', 'NJ'), 'ǋ', 'Nj'), 'ǌ', 'nj'), 'Ǣ', 'ae'), 'ǣ', 'ae'), 'Ǳ', 'DZ'), 'ǲ', 'Dz'), 'ǳ', 'dz'), 'Ǽ', 'ae'), 'ǽ', 'ae'), 'Ǿ', 'o'), 'ǿ', 'o'), '⁰', '0'), 'ⁱ', 'i'), '⁴', '4'), '⁵', '5'), '⁶', '6'), '⁷', '7'), '⁸', '8'), '⁹', '9') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ʻ', ''''), 'ʼ', ''''), 'ʽ', ''''), 'ˈ', ''''), 'ˊ', ''''), 'ˋ', ''''), '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), '′', ''''), '‵', ''''), 'Ꞌ', ''''), 'ꞌ', ''''), '＇', ''''), 'ª', 'a'), '²', '2'), '³', '3'), 'µ', 'μ'), '¹', '1'), 'º', 'o'), '¼', '1 4'), '½', '1 2'), '¾', '3 4'), 'Ĳ', 'IJ'), 'ĳ', 'ij'), 'Ŀ', 'L·'), 'ŀ', 'l·') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'Ɗ', 'd'), 'ɖ', 'd'), 'Ɖ', 'd'), 'ƙ', 'k'), 'Ƙ', 'k'), 'ɲ', 'n'), 'Ɲ', 'n'), 'ɩ', 'i'), 'Ɩ', 'i'), 'ɪ', 'i'), 'Ɪ', 'i'), 'ʊ', 'u'), 'Ʊ', 'u'), 'ʋ', 'v'), 'Ʋ', 'v'), 'ǝ', 'e'), 'Ǝ', 'e'), 'ə', 'e'), 'Ə', 'e'), 'ɣ', 'g'), 'Ɣ', 'g'), 'ƴ', 'y'), 'Ƴ', 'y'), 'ƒ', 'f'), 'Ƒ', 'f'), '`', ''''), '´', ''''), 'ʹ', '''') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(NEW.brand, 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ɛ', 'e'), 'Ɛ', 'e'), 'ɔ', 'o'), 'Ɔ', 'o'), 'ŋ', 'ng'), 'Ŋ', 'ng'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'ß', 'ss'), 'ẞ', 'ss'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ɓ', 'b'), 'Ɓ', 'b'), 'ɗ', 'd') AS part) AS h) AS h) AS h) AS h) AS words) AS w), (SELECT w.words || iif(instr(w.words, '''') + instr(w.words, '-') > 0, ' ' || replace(replace(w.words, '''', ''), '-', ''), '') FROM (SELECT (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ⁿ', 'n'), '₀', '0'), '₁', '1'), '₂', '2'), '₃', '3'), '₄', '4'), '₅', '5'), '₆', '6'), '₇', '7'), '₈', '8'), '₉', '9'), 'ﬀ', 'ff'), 'ﬁ', 'fi'), 'ﬂ', 'fl'), 'ﬃ', 'ffi'), 'ﬄ', 'ffl'), 'ﬅ', 'st'), 'ﬆ', 'st') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ŉ', 'ʼn'), 'ſ', 's'), 'Ǆ', 'DZ'), 'ǅ', 'Dz'), 'ǆ', 'dz'), 'Ǉ', 'LJ'), 'ǈ', 'Lj'), 'ǉ', 'lj'), 'Ǌ', 'NJ'), 'ǋ', 'Nj'), 'ǌ', 'nj'), 'Ǣ', 'ae'), 'ǣ', 'ae'), 'Ǳ', 'DZ'), 'ǲ', 'Dz'), 'ǳ', 'dz'), 'Ǽ', 'ae'), 'ǽ', 'ae'), 'Ǿ', 'o'), 'ǿ', 'o'), '⁰', '0'), 'ⁱ', 'i'), '⁴', '4'), '⁵', '5'), '⁶', '6'), '⁷', '7'), '⁸', '8'), '⁹', '9') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ʻ', ''''), 'ʼ', ''''), 'ʽ', ''''), 'ˈ', ''''), 'ˊ', ''''), 'ˋ', ''''), '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), '′', ''''), '‵', ''''), 'Ꞌ', ''''), 'ꞌ', ''''), '＇', ''''), 'ª', 'a'), '²', '2'), '³', '3'), 'µ', 'μ'), '¹', '1'), 'º', 'o'), '¼', '1 4'), '½', '1 2'), '¾', '3 4'), 'Ĳ', 'IJ'), 'ĳ', 'ij'), 'Ŀ', 'L·'), 'ŀ', 'l·') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'Ɗ', 'd'), 'ɖ', 'd'), 'Ɖ', 'd'), 'ƙ', 'k'), 'Ƙ', 'k'), 'ɲ', 'n'), 'Ɲ', 'n'), 'ɩ', 'i'), 'Ɩ', 'i'), 'ɪ', 'i'), 'Ɪ', 'i'), 'ʊ', 'u'), 'Ʊ', 'u'), 'ʋ', 'v'), 'Ʋ', 'v'), 'ǝ', 'e'), 'Ǝ', 'e'), 'ə', 'e'), 'Ə', 'e'), 'ɣ', 'g'), 'Ɣ', 'g'), 'ƴ', 'y'), 'Ƴ', 'y'), 'ƒ', 'f'), 'Ƒ', 'f'), '`', ''''), '´', ''''), 'ʹ', '''') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace((SELECT group_concat(coalesce(v.name, '') || ' ' || coalesce(v.sku, ''), ' ') FROM variants v WHERE v.product_id = NEW.id AND v.deleted_at IS NULL
    AND (v.name IS NOT NULL OR v.sku IS NOT NULL)), 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ɛ', 'e'), 'Ɛ', 'e'), 'ɔ', 'o'), 'Ɔ', 'o'), 'ŋ', 'ng'), 'Ŋ', 'ng'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'ß', 'ss'), 'ẞ', 'ss'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ɓ', 'b'), 'Ɓ', 'b'), 'ɗ', 'd') AS part) AS h) AS h) AS h) AS h) AS words) AS w), (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ⁿ', 'n'), '₀', '0'), '₁', '1'), '₂', '2'), '₃', '3'), '₄', '4'), '₅', '5'), '₆', '6'), '₇', '7'), '₈', '8'), '₉', '9'), 'ﬀ', 'ff'), 'ﬁ', 'fi'), 'ﬂ', 'fl'), 'ﬃ', 'ffi'), 'ﬄ', 'ffl'), 'ﬅ', 'st'), 'ﬆ', 'st') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ŉ', 'ʼn'), 'ſ', 's'), 'Ǆ', 'DZ'), 'ǅ', 'Dz'), 'ǆ', 'dz'), 'Ǉ', 'LJ'), 'ǈ', 'Lj'), 'ǉ', 'lj'), 'Ǌ', 'NJ'), 'ǋ', 'Nj'), 'ǌ', 'nj'), 'Ǣ', 'ae'), 'ǣ', 'ae'), 'Ǳ', 'DZ'), 'ǲ', 'Dz'), 'ǳ', 'dz'), 'Ǽ', 'ae'), 'ǽ', 'ae'), 'Ǿ', 'o'), 'ǿ', 'o'), '⁰', '0'), 'ⁱ', 'i'), '⁴', '4'), '⁵', '5'), '⁶', '6'), '⁷', '7'), '⁸', '8'), '⁹', '9') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ʻ', ''''), 'ʼ', ''''), 'ʽ', ''''), 'ˈ', ''''), 'ˊ', ''''), 'ˋ', ''''), '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), '′', ''''), '‵', ''''), 'Ꞌ', ''''), 'ꞌ', ''''), '＇', ''''), 'ª', 'a'), '²', '2'), '³', '3'), 'µ', 'μ'), '¹', '1'), 'º', 'o'), '¼', '1 4'), '½', '1 2'), '¾', '3 4'), 'Ĳ', 'IJ'), 'ĳ', 'ij'), 'Ŀ', 'L·'), 'ŀ', 'l·') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'Ɗ', 'd'), 'ɖ', 'd'), 'Ɖ', 'd'), 'ƙ', 'k'), 'Ƙ', 'k'), 'ɲ', 'n'), 'Ɲ', 'n'), 'ɩ', 'i'), 'Ɩ', 'i'), 'ɪ', 'i'), 'Ɪ', 'i'), 'ʊ', 'u'), 'Ʊ', 'u'), 'ʋ', 'v'), 'Ʋ', 'v'), 'ǝ', 'e'), 'Ǝ', 'e'), 'ə', 'e'), 'Ə', 'e'), 'ɣ', 'g'), 'Ɣ', 'g'), 'ƴ', 'y'), 'Ƴ', 'y'), 'ƒ', 'f'), 'Ƒ', 'f'), '`', ''''), '´', ''''), 'ʹ', '''') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(NEW.description, 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ɛ', 'e'), 'Ɛ', 'e'), 'ɔ', 'o'), 'Ɔ', 'o'), 'ŋ', 'ng'), 'Ŋ', 'ng'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'ß', 'ss'), 'ẞ', 'ss'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ɓ', 'b'), 'Ɓ', 'b'), 'ɗ', 'd') AS part) AS h) AS h) AS h) AS h), replace(NEW.shop_id, '-', '') || ' ' || NEW.status || ' ' || replace(NEW.moderation_status, '_', ''));
END;
--> statement-breakpoint
CREATE TRIGGER variants_found AFTER INSERT ON variants WHEN NEW.name IS NOT NULL OR NEW.sku IS NOT NULL BEGIN
  UPDATE products_search SET variants = (SELECT (SELECT w.words || iif(instr(w.words, '''') + instr(w.words, '-') > 0, ' ' || replace(replace(w.words, '''', ''), '-', ''), '') FROM (SELECT (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ⁿ', 'n'), '₀', '0'), '₁', '1'), '₂', '2'), '₃', '3'), '₄', '4'), '₅', '5'), '₆', '6'), '₇', '7'), '₈', '8'), '₉', '9'), 'ﬀ', 'ff'), 'ﬁ', 'fi'), 'ﬂ', 'fl'), 'ﬃ', 'ffi'), 'ﬄ', 'ffl'), 'ﬅ', 'st'), 'ﬆ', 'st') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ŉ', 'ʼn'), 'ſ', 's'), 'Ǆ', 'DZ'), 'ǅ', 'Dz'), 'ǆ', 'dz'), 'Ǉ', 'LJ'), 'ǈ', 'Lj'), 'ǉ', 'lj'), 'Ǌ', 'NJ'), 'ǋ', 'Nj'), 'ǌ', 'nj'), 'Ǣ', 'ae'), 'ǣ', 'ae'), 'Ǳ', 'DZ'), 'ǲ', 'Dz'), 'ǳ', 'dz'), 'Ǽ', 'ae'), 'ǽ', 'ae'), 'Ǿ', 'o'), 'ǿ', 'o'), '⁰', '0'), 'ⁱ', 'i'), '⁴', '4'), '⁵', '5'), '⁶', '6'), '⁷', '7'), '⁸', '8'), '⁹', '9') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ʻ', ''''), 'ʼ', ''''), 'ʽ', ''''), 'ˈ', ''''), 'ˊ', ''''), 'ˋ', ''''), '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), '′', ''''), '‵', ''''), 'Ꞌ', ''''), 'ꞌ', ''''), '＇', ''''), 'ª', 'a'), '²', '2'), '³', '3'), 'µ', 'μ'), '¹', '1'), 'º', 'o'), '¼', '1 4'), '½', '1 2'), '¾', '3 4'), 'Ĳ', 'IJ'), 'ĳ', 'ij'), 'Ŀ', 'L·'), 'ŀ', 'l·') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'Ɗ', 'd'), 'ɖ', 'd'), 'Ɖ', 'd'), 'ƙ', 'k'), 'Ƙ', 'k'), 'ɲ', 'n'), 'Ɲ', 'n'), 'ɩ', 'i'), 'Ɩ', 'i'), 'ɪ', 'i'), 'Ɪ', 'i'), 'ʊ', 'u'), 'Ʊ', 'u'), 'ʋ', 'v'), 'Ʋ', 'v'), 'ǝ', 'e'), 'Ǝ', 'e'), 'ə', 'e'), 'Ə', 'e'), 'ɣ', 'g'), 'Ɣ', 'g'), 'ƴ', 'y'), 'Ƴ', 'y'), 'ƒ', 'f'), 'Ƒ', 'f'), '`', ''''), '´', ''''), 'ʹ', '''') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace((SELECT group_concat(coalesce(v.name, '') || ' ' || coalesce(v.sku, ''), ' ') FROM variants v WHERE v.product_id = p.id AND v.deleted_at IS NULL
    AND (v.name IS NOT NULL OR v.sku IS NOT NULL)), 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ɛ', 'e'), 'Ɛ', 'e'), 'ɔ', 'o'), 'Ɔ', 'o'), 'ŋ', 'ng'), 'Ŋ', 'ng'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'ß', 'ss'), 'ẞ', 'ss'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ɓ', 'b'), 'Ɓ', 'b'), 'ɗ', 'd') AS part) AS h) AS h) AS h) AS h) AS words) AS w) FROM products p WHERE p.id = NEW.product_id)
  WHERE rowid = (SELECT k.row FROM search_keys k JOIN products p ON p.id = k.thing_id WHERE p.id = NEW.product_id AND p.visible = 1);
  UPDATE all_products_search SET variants = (SELECT (SELECT w.words || iif(instr(w.words, '''') + instr(w.words, '-') > 0, ' ' || replace(replace(w.words, '''', ''), '-', ''), '') FROM (SELECT (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ⁿ', 'n'), '₀', '0'), '₁', '1'), '₂', '2'), '₃', '3'), '₄', '4'), '₅', '5'), '₆', '6'), '₇', '7'), '₈', '8'), '₉', '9'), 'ﬀ', 'ff'), 'ﬁ', 'fi'), 'ﬂ', 'fl'), 'ﬃ', 'ffi'), 'ﬄ', 'ffl'), 'ﬅ', 'st'), 'ﬆ', 'st') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ŉ', 'ʼn'), 'ſ', 's'), 'Ǆ', 'DZ'), 'ǅ', 'Dz'), 'ǆ', 'dz'), 'Ǉ', 'LJ'), 'ǈ', 'Lj'), 'ǉ', 'lj'), 'Ǌ', 'NJ'), 'ǋ', 'Nj'), 'ǌ', 'nj'), 'Ǣ', 'ae'), 'ǣ', 'ae'), 'Ǳ', 'DZ'), 'ǲ', 'Dz'), 'ǳ', 'dz'), 'Ǽ', 'ae'), 'ǽ', 'ae'), 'Ǿ', 'o'), 'ǿ', 'o'), '⁰', '0'), 'ⁱ', 'i'), '⁴', '4'), '⁵', '5'), '⁶', '6'), '⁷', '7'), '⁸', '8'), '⁹', '9') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ʻ', ''''), 'ʼ', ''''), 'ʽ', ''''), 'ˈ', ''''), 'ˊ', ''''), 'ˋ', ''''), '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), '′', ''''), '‵', ''''), 'Ꞌ', ''''), 'ꞌ', ''''), '＇', ''''), 'ª', 'a'), '²', '2'), '³', '3'), 'µ', 'μ'), '¹', '1'), 'º', 'o'), '¼', '1 4'), '½', '1 2'), '¾', '3 4'), 'Ĳ', 'IJ'), 'ĳ', 'ij'), 'Ŀ', 'L·'), 'ŀ', 'l·') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'Ɗ', 'd'), 'ɖ', 'd'), 'Ɖ', 'd'), 'ƙ', 'k'), 'Ƙ', 'k'), 'ɲ', 'n'), 'Ɲ', 'n'), 'ɩ', 'i'), 'Ɩ', 'i'), 'ɪ', 'i'), 'Ɪ', 'i'), 'ʊ', 'u'), 'Ʊ', 'u'), 'ʋ', 'v'), 'Ʋ', 'v'), 'ǝ', 'e'), 'Ǝ', 'e'), 'ə', 'e'), 'Ə', 'e'), 'ɣ', 'g'), 'Ɣ', 'g'), 'ƴ', 'y'), 'Ƴ', 'y'), 'ƒ', 'f'), 'Ƒ', 'f'), '`', ''''), '´', ''''), 'ʹ', '''') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace((SELECT group_concat(coalesce(v.name, '') || ' ' || coalesce(v.sku, ''), ' ') FROM variants v WHERE v.product_id = p.id AND v.deleted_at IS NULL
    AND (v.name IS NOT NULL OR v.sku IS NOT NULL)), 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ɛ', 'e'), 'Ɛ', 'e'), 'ɔ', 'o'), 'Ɔ', 'o'), 'ŋ', 'ng'), 'Ŋ', 'ng'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'ß', 'ss'), 'ẞ', 'ss'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ɓ', 'b'), 'Ɓ', 'b'), 'ɗ', 'd') AS part) AS h) AS h) AS h) AS h) AS words) AS w) FROM products p WHERE p.id = NEW.product_id)
  WHERE rowid = (SELECT row FROM search_keys WHERE thing_id = 'any:' || NEW.product_id);
END;
--> statement-breakpoint
CREATE TRIGGER variants_found_otherwise AFTER UPDATE OF name, sku, deleted_at ON variants
WHEN OLD.name IS NOT NEW.name OR OLD.sku IS NOT NEW.sku OR (OLD.deleted_at IS NOT NEW.deleted_at AND (NEW.name IS NOT NULL OR NEW.sku IS NOT NULL)) BEGIN
  UPDATE products_search SET variants = (SELECT (SELECT w.words || iif(instr(w.words, '''') + instr(w.words, '-') > 0, ' ' || replace(replace(w.words, '''', ''), '-', ''), '') FROM (SELECT (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ⁿ', 'n'), '₀', '0'), '₁', '1'), '₂', '2'), '₃', '3'), '₄', '4'), '₅', '5'), '₆', '6'), '₇', '7'), '₈', '8'), '₉', '9'), 'ﬀ', 'ff'), 'ﬁ', 'fi'), 'ﬂ', 'fl'), 'ﬃ', 'ffi'), 'ﬄ', 'ffl'), 'ﬅ', 'st'), 'ﬆ', 'st') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ŉ', 'ʼn'), 'ſ', 's'), 'Ǆ', 'DZ'), 'ǅ', 'Dz'), 'ǆ', 'dz'), 'Ǉ', 'LJ'), 'ǈ', 'Lj'), 'ǉ', 'lj'), 'Ǌ', 'NJ'), 'ǋ', 'Nj'), 'ǌ', 'nj'), 'Ǣ', 'ae'), 'ǣ', 'ae'), 'Ǳ', 'DZ'), 'ǲ', 'Dz'), 'ǳ', 'dz'), 'Ǽ', 'ae'), 'ǽ', 'ae'), 'Ǿ', 'o'), 'ǿ', 'o'), '⁰', '0'), 'ⁱ', 'i'), '⁴', '4'), '⁵', '5'), '⁶', '6'), '⁷', '7'), '⁸', '8'), '⁹', '9') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ʻ', ''''), 'ʼ', ''''), 'ʽ', ''''), 'ˈ', ''''), 'ˊ', ''''), 'ˋ', ''''), '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), '′', ''''), '‵', ''''), 'Ꞌ', ''''), 'ꞌ', ''''), '＇', ''''), 'ª', 'a'), '²', '2'), '³', '3'), 'µ', 'μ'), '¹', '1'), 'º', 'o'), '¼', '1 4'), '½', '1 2'), '¾', '3 4'), 'Ĳ', 'IJ'), 'ĳ', 'ij'), 'Ŀ', 'L·'), 'ŀ', 'l·') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'Ɗ', 'd'), 'ɖ', 'd'), 'Ɖ', 'd'), 'ƙ', 'k'), 'Ƙ', 'k'), 'ɲ', 'n'), 'Ɲ', 'n'), 'ɩ', 'i'), 'Ɩ', 'i'), 'ɪ', 'i'), 'Ɪ', 'i'), 'ʊ', 'u'), 'Ʊ', 'u'), 'ʋ', 'v'), 'Ʋ', 'v'), 'ǝ', 'e'), 'Ǝ', 'e'), 'ə', 'e'), 'Ə', 'e'), 'ɣ', 'g'), 'Ɣ', 'g'), 'ƴ', 'y'), 'Ƴ', 'y'), 'ƒ', 'f'), 'Ƒ', 'f'), '`', ''''), '´', ''''), 'ʹ', '''') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace((SELECT group_concat(coalesce(v.name, '') || ' ' || coalesce(v.sku, ''), ' ') FROM variants v WHERE v.product_id = p.id AND v.deleted_at IS NULL
    AND (v.name IS NOT NULL OR v.sku IS NOT NULL)), 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ɛ', 'e'), 'Ɛ', 'e'), 'ɔ', 'o'), 'Ɔ', 'o'), 'ŋ', 'ng'), 'Ŋ', 'ng'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'ß', 'ss'), 'ẞ', 'ss'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ɓ', 'b'), 'Ɓ', 'b'), 'ɗ', 'd') AS part) AS h) AS h) AS h) AS h) AS words) AS w) FROM products p WHERE p.id = NEW.product_id)
  WHERE rowid = (SELECT k.row FROM search_keys k JOIN products p ON p.id = k.thing_id WHERE p.id = NEW.product_id AND p.visible = 1);
  UPDATE all_products_search SET variants = (SELECT (SELECT w.words || iif(instr(w.words, '''') + instr(w.words, '-') > 0, ' ' || replace(replace(w.words, '''', ''), '-', ''), '') FROM (SELECT (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ⁿ', 'n'), '₀', '0'), '₁', '1'), '₂', '2'), '₃', '3'), '₄', '4'), '₅', '5'), '₆', '6'), '₇', '7'), '₈', '8'), '₉', '9'), 'ﬀ', 'ff'), 'ﬁ', 'fi'), 'ﬂ', 'fl'), 'ﬃ', 'ffi'), 'ﬄ', 'ffl'), 'ﬅ', 'st'), 'ﬆ', 'st') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ŉ', 'ʼn'), 'ſ', 's'), 'Ǆ', 'DZ'), 'ǅ', 'Dz'), 'ǆ', 'dz'), 'Ǉ', 'LJ'), 'ǈ', 'Lj'), 'ǉ', 'lj'), 'Ǌ', 'NJ'), 'ǋ', 'Nj'), 'ǌ', 'nj'), 'Ǣ', 'ae'), 'ǣ', 'ae'), 'Ǳ', 'DZ'), 'ǲ', 'Dz'), 'ǳ', 'dz'), 'Ǽ', 'ae'), 'ǽ', 'ae'), 'Ǿ', 'o'), 'ǿ', 'o'), '⁰', '0'), 'ⁱ', 'i'), '⁴', '4'), '⁵', '5'), '⁶', '6'), '⁷', '7'), '⁸', '8'), '⁹', '9') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ʻ', ''''), 'ʼ', ''''), 'ʽ', ''''), 'ˈ', ''''), 'ˊ', ''''), 'ˋ', ''''), '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), '′', ''''), '‵', ''''), 'Ꞌ', ''''), 'ꞌ', ''''), '＇', ''''), 'ª', 'a'), '²', '2'), '³', '3'), 'µ', 'μ'), '¹', '1'), 'º', 'o'), '¼', '1 4'), '½', '1 2'), '¾', '3 4'), 'Ĳ', 'IJ'), 'ĳ', 'ij'), 'Ŀ', 'L·'), 'ŀ', 'l·') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'Ɗ', 'd'), 'ɖ', 'd'), 'Ɖ', 'd'), 'ƙ', 'k'), 'Ƙ', 'k'), 'ɲ', 'n'), 'Ɲ', 'n'), 'ɩ', 'i'), 'Ɩ', 'i'), 'ɪ', 'i'), 'Ɪ', 'i'), 'ʊ', 'u'), 'Ʊ', 'u'), 'ʋ', 'v'), 'Ʋ', 'v'), 'ǝ', 'e'), 'Ǝ', 'e'), 'ə', 'e'), 'Ə', 'e'), 'ɣ', 'g'), 'Ɣ', 'g'), 'ƴ', 'y'), 'Ƴ', 'y'), 'ƒ', 'f'), 'Ƒ', 'f'), '`', ''''), '´', ''''), 'ʹ', '''') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace((SELECT group_concat(coalesce(v.name, '') || ' ' || coalesce(v.sku, ''), ' ') FROM variants v WHERE v.product_id = p.id AND v.deleted_at IS NULL
    AND (v.name IS NOT NULL OR v.sku IS NOT NULL)), 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ɛ', 'e'), 'Ɛ', 'e'), 'ɔ', 'o'), 'Ɔ', 'o'), 'ŋ', 'ng'), 'Ŋ', 'ng'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'ß', 'ss'), 'ẞ', 'ss'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ɓ', 'b'), 'Ɓ', 'b'), 'ɗ', 'd') AS part) AS h) AS h) AS h) AS h) AS words) AS w) FROM products p WHERE p.id = NEW.product_id)
  WHERE rowid = (SELECT row FROM search_keys WHERE thing_id = 'any:' || NEW.product_id);
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE stock_search USING fts5 (words, place, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3');
--> statement-breakpoint
CREATE TRIGGER variants_listed AFTER UPDATE OF stock_shop_id ON variants WHEN OLD.stock_shop_id IS NOT NEW.stock_shop_id BEGIN
  DELETE FROM stock_search WHERE rowid = (SELECT row FROM search_keys WHERE thing_id = OLD.id);
  DELETE FROM search_keys WHERE thing_id = OLD.id;
  INSERT INTO search_keys (thing_id) SELECT NEW.id WHERE NEW.stock_shop_id IS NOT NULL;
  INSERT INTO stock_search (rowid, words, place) SELECT k.row, (SELECT w.words || iif(instr(w.words, '''') + instr(w.words, '-') > 0, ' ' || replace(replace(w.words, '''', ''), '-', ''), '') FROM (SELECT (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ⁿ', 'n'), '₀', '0'), '₁', '1'), '₂', '2'), '₃', '3'), '₄', '4'), '₅', '5'), '₆', '6'), '₇', '7'), '₈', '8'), '₉', '9'), 'ﬀ', 'ff'), 'ﬁ', 'fi'), 'ﬂ', 'fl'), 'ﬃ', 'ffi'), 'ﬄ', 'ffl'), 'ﬅ', 'st'), 'ﬆ', 'st') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ŉ', 'ʼn'), 'ſ', 's'), 'Ǆ', 'DZ'), 'ǅ', 'Dz'), 'ǆ', 'dz'), 'Ǉ', 'LJ'), 'ǈ', 'Lj'), 'ǉ', 'lj'), 'Ǌ', 'NJ'), 'ǋ', 'Nj'), 'ǌ', 'nj'), 'Ǣ', 'ae'), 'ǣ', 'ae'), 'Ǳ', 'DZ'), 'ǲ', 'Dz'), 'ǳ', 'dz'), 'Ǽ', 'ae'), 'ǽ', 'ae'), 'Ǿ', 'o'), 'ǿ', 'o'), '⁰', '0'), 'ⁱ', 'i'), '⁴', '4'), '⁵', '5'), '⁶', '6'), '⁷', '7'), '⁸', '8'), '⁹', '9') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ʻ', ''''), 'ʼ', ''''), 'ʽ', ''''), 'ˈ', ''''), 'ˊ', ''''), 'ˋ', ''''), '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), '′', ''''), '‵', ''''), 'Ꞌ', ''''), 'ꞌ', ''''), '＇', ''''), 'ª', 'a'), '²', '2'), '³', '3'), 'µ', 'μ'), '¹', '1'), 'º', 'o'), '¼', '1 4'), '½', '1 2'), '¾', '3 4'), 'Ĳ', 'IJ'), 'ĳ', 'ij'), 'Ŀ', 'L·'), 'ŀ', 'l·') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'Ɗ', 'd'), 'ɖ', 'd'), 'Ɖ', 'd'), 'ƙ', 'k'), 'Ƙ', 'k'), 'ɲ', 'n'), 'Ɲ', 'n'), 'ɩ', 'i'), 'Ɩ', 'i'), 'ɪ', 'i'), 'Ɪ', 'i'), 'ʊ', 'u'), 'Ʊ', 'u'), 'ʋ', 'v'), 'Ʋ', 'v'), 'ǝ', 'e'), 'Ǝ', 'e'), 'ə', 'e'), 'Ə', 'e'), 'ɣ', 'g'), 'Ɣ', 'g'), 'ƴ', 'y'), 'Ƴ', 'y'), 'ƒ', 'f'), 'Ƒ', 'f'), '`', ''''), '´', ''''), 'ʹ', '''') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace((SELECT p.name FROM products p WHERE p.id = NEW.product_id) || ' ' || coalesce(NEW.name, '') || ' ' || coalesce(NEW.sku, ''), 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ɛ', 'e'), 'Ɛ', 'e'), 'ɔ', 'o'), 'Ɔ', 'o'), 'ŋ', 'ng'), 'Ŋ', 'ng'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'ß', 'ss'), 'ẞ', 'ss'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ɓ', 'b'), 'Ɓ', 'b'), 'ɗ', 'd') AS part) AS h) AS h) AS h) AS h) AS words) AS w), replace(NEW.stock_shop_id, '-', '')
    FROM search_keys k WHERE k.thing_id = NEW.id AND NEW.stock_shop_id IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER variants_reworded AFTER UPDATE OF name, sku ON variants
WHEN NEW.stock_shop_id IS NOT NULL AND (OLD.name IS NOT NEW.name OR OLD.sku IS NOT NEW.sku) BEGIN
  UPDATE stock_search SET words = (SELECT w.words || iif(instr(w.words, '''') + instr(w.words, '-') > 0, ' ' || replace(replace(w.words, '''', ''), '-', ''), '') FROM (SELECT (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ⁿ', 'n'), '₀', '0'), '₁', '1'), '₂', '2'), '₃', '3'), '₄', '4'), '₅', '5'), '₆', '6'), '₇', '7'), '₈', '8'), '₉', '9'), 'ﬀ', 'ff'), 'ﬁ', 'fi'), 'ﬂ', 'fl'), 'ﬃ', 'ffi'), 'ﬄ', 'ffl'), 'ﬅ', 'st'), 'ﬆ', 'st') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ŉ', 'ʼn'), 'ſ', 's'), 'Ǆ', 'DZ'), 'ǅ', 'Dz'), 'ǆ', 'dz'), 'Ǉ', 'LJ'), 'ǈ', 'Lj'), 'ǉ', 'lj'), 'Ǌ', 'NJ'), 'ǋ', 'Nj'), 'ǌ', 'nj'), 'Ǣ', 'ae'), 'ǣ', 'ae'), 'Ǳ', 'DZ'), 'ǲ', 'Dz'), 'ǳ', 'dz'), 'Ǽ', 'ae'), 'ǽ', 'ae'), 'Ǿ', 'o'), 'ǿ', 'o'), '⁰', '0'), 'ⁱ', 'i'), '⁴', '4'), '⁵', '5'), '⁶', '6'), '⁷', '7'), '⁸', '8'), '⁹', '9') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ʻ', ''''), 'ʼ', ''''), 'ʽ', ''''), 'ˈ', ''''), 'ˊ', ''''), 'ˋ', ''''), '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), '′', ''''), '‵', ''''), 'Ꞌ', ''''), 'ꞌ', ''''), '＇', ''''), 'ª', 'a'), '²', '2'), '³', '3'), 'µ', 'μ'), '¹', '1'), 'º', 'o'), '¼', '1 4'), '½', '1 2'), '¾', '3 4'), 'Ĳ', 'IJ'), 'ĳ', 'ij'), 'Ŀ', 'L·'), 'ŀ', 'l·') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'Ɗ', 'd'), 'ɖ', 'd'), 'Ɖ', 'd'), 'ƙ', 'k'), 'Ƙ', 'k'), 'ɲ', 'n'), 'Ɲ', 'n'), 'ɩ', 'i'), 'Ɩ', 'i'), 'ɪ', 'i'), 'Ɪ', 'i'), 'ʊ', 'u'), 'Ʊ', 'u'), 'ʋ', 'v'), 'Ʋ', 'v'), 'ǝ', 'e'), 'Ǝ', 'e'), 'ə', 'e'), 'Ə', 'e'), 'ɣ', 'g'), 'Ɣ', 'g'), 'ƴ', 'y'), 'Ƴ', 'y'), 'ƒ', 'f'), 'Ƒ', 'f'), '`', ''''), '´', ''''), 'ʹ', '''') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace((SELECT p.name FROM products p WHERE p.id = NEW.product_id) || ' ' || coalesce(NEW.name, '') || ' ' || coalesce(NEW.sku, ''), 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ɛ', 'e'), 'Ɛ', 'e'), 'ɔ', 'o'), 'Ɔ', 'o'), 'ŋ', 'ng'), 'Ŋ', 'ng'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'ß', 'ss'), 'ẞ', 'ss'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ɓ', 'b'), 'Ɓ', 'b'), 'ɗ', 'd') AS part) AS h) AS h) AS h) AS h) AS words) AS w)
  WHERE rowid = (SELECT row FROM search_keys WHERE thing_id = NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER variants_renamed AFTER UPDATE OF name ON products WHEN OLD.name <> NEW.name BEGIN
  UPDATE stock_search SET words = (
    SELECT (SELECT w.words || iif(instr(w.words, '''') + instr(w.words, '-') > 0, ' ' || replace(replace(w.words, '''', ''), '-', ''), '') FROM (SELECT (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ⁿ', 'n'), '₀', '0'), '₁', '1'), '₂', '2'), '₃', '3'), '₄', '4'), '₅', '5'), '₆', '6'), '₇', '7'), '₈', '8'), '₉', '9'), 'ﬀ', 'ff'), 'ﬁ', 'fi'), 'ﬂ', 'fl'), 'ﬃ', 'ffi'), 'ﬄ', 'ffl'), 'ﬅ', 'st'), 'ﬆ', 'st') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ŉ', 'ʼn'), 'ſ', 's'), 'Ǆ', 'DZ'), 'ǅ', 'Dz'), 'ǆ', 'dz'), 'Ǉ', 'LJ'), 'ǈ', 'Lj'), 'ǉ', 'lj'), 'Ǌ', 'NJ'), 'ǋ', 'Nj'), 'ǌ', 'nj'), 'Ǣ', 'ae'), 'ǣ', 'ae'), 'Ǳ', 'DZ'), 'ǲ', 'Dz'), 'ǳ', 'dz'), 'Ǽ', 'ae'), 'ǽ', 'ae'), 'Ǿ', 'o'), 'ǿ', 'o'), '⁰', '0'), 'ⁱ', 'i'), '⁴', '4'), '⁵', '5'), '⁶', '6'), '⁷', '7'), '⁸', '8'), '⁹', '9') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ʻ', ''''), 'ʼ', ''''), 'ʽ', ''''), 'ˈ', ''''), 'ˊ', ''''), 'ˋ', ''''), '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), '′', ''''), '‵', ''''), 'Ꞌ', ''''), 'ꞌ', ''''), '＇', ''''), 'ª', 'a'), '²', '2'), '³', '3'), 'µ', 'μ'), '¹', '1'), 'º', 'o'), '¼', '1 4'), '½', '1 2'), '¾', '3 4'), 'Ĳ', 'IJ'), 'ĳ', 'ij'), 'Ŀ', 'L·'), 'ŀ', 'l·') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'Ɗ', 'd'), 'ɖ', 'd'), 'Ɖ', 'd'), 'ƙ', 'k'), 'Ƙ', 'k'), 'ɲ', 'n'), 'Ɲ', 'n'), 'ɩ', 'i'), 'Ɩ', 'i'), 'ɪ', 'i'), 'Ɪ', 'i'), 'ʊ', 'u'), 'Ʊ', 'u'), 'ʋ', 'v'), 'Ʋ', 'v'), 'ǝ', 'e'), 'Ǝ', 'e'), 'ə', 'e'), 'Ə', 'e'), 'ɣ', 'g'), 'Ɣ', 'g'), 'ƴ', 'y'), 'Ƴ', 'y'), 'ƒ', 'f'), 'Ƒ', 'f'), '`', ''''), '´', ''''), 'ʹ', '''') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(NEW.name || ' ' || coalesce(v.name, '') || ' ' || coalesce(v.sku, ''), 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ɛ', 'e'), 'Ɛ', 'e'), 'ɔ', 'o'), 'Ɔ', 'o'), 'ŋ', 'ng'), 'Ŋ', 'ng'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'ß', 'ss'), 'ẞ', 'ss'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ɓ', 'b'), 'Ɓ', 'b'), 'ɗ', 'd') AS part) AS h) AS h) AS h) AS h) AS words) AS w)
    FROM search_keys k JOIN variants v ON v.id = k.thing_id WHERE k.row = stock_search.rowid)
  WHERE rowid IN (SELECT k.row FROM variants v JOIN search_keys k ON k.thing_id = v.id WHERE v.product_id = NEW.id AND v.stock_shop_id IS NOT NULL);
END;
--> statement-breakpoint
CREATE TABLE search_words (word TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE search_spellings (near TEXT NOT NULL, word TEXT NOT NULL, PRIMARY KEY (near, word)) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TRIGGER products_spelled AFTER UPDATE OF visible, name, brand ON products
WHEN NEW.visible = 1 AND (OLD.visible = 0 OR OLD.name <> NEW.name OR OLD.brand IS NOT NEW.brand) BEGIN
  INSERT INTO search_words (word)
    SELECT DISTINCT w.value FROM (
      SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(folded), '''', ' '), '’', ' '), '-', ' '), '.', ' '), ',', ' '), ';', ' '), ':', ' '), '!', ' '), '?', ' '), '(', ' '), ')', ' '), '/', ' '), '+', ' '), '&', ' '), '*', ' '), '«', ' '), '»', ' '), ' ', ' '), '"', ' ') AS spaced FROM (
        SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(raw, 'à', 'a'), 'á', 'a'), 'â', 'a'), 'ã', 'a'), 'ä', 'a'), 'å', 'a'), 'À', 'a'), 'Á', 'a'), 'Â', 'a'), 'Ã', 'a'), 'Ä', 'a'), 'Å', 'a'), 'ç', 'c'), 'Ç', 'c'), 'è', 'e'), 'é', 'e'), 'ê', 'e'), 'ë', 'e'), 'È', 'e'), 'É', 'e'), 'Ê', 'e'), 'Ë', 'e'), 'ì', 'i'), 'í', 'i'), 'î', 'i'), 'ï', 'i'), 'Ì', 'i'), 'Í', 'i'), 'Î', 'i'), 'Ï', 'i'), 'ñ', 'n'), 'Ñ', 'n'), 'ò', 'o'), 'ó', 'o'), 'ô', 'o'), 'õ', 'o'), 'ö', 'o'), 'Ò', 'o'), 'Ó', 'o'), 'Ô', 'o'), 'Õ', 'o'), 'Ö', 'o'), 'ù', 'u'), 'ú', 'u'), 'û', 'u'), 'ü', 'u'), 'Ù', 'u'), 'Ú', 'u'), 'Û', 'u'), 'Ü', 'u'), 'ý', 'y'), 'ÿ', 'y'), 'Ý', 'y') AS folded FROM (SELECT (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ⁿ', 'n'), '₀', '0'), '₁', '1'), '₂', '2'), '₃', '3'), '₄', '4'), '₅', '5'), '₆', '6'), '₇', '7'), '₈', '8'), '₉', '9'), 'ﬀ', 'ff'), 'ﬁ', 'fi'), 'ﬂ', 'fl'), 'ﬃ', 'ffi'), 'ﬄ', 'ffl'), 'ﬅ', 'st'), 'ﬆ', 'st') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ŉ', 'ʼn'), 'ſ', 's'), 'Ǆ', 'DZ'), 'ǅ', 'Dz'), 'ǆ', 'dz'), 'Ǉ', 'LJ'), 'ǈ', 'Lj'), 'ǉ', 'lj'), 'Ǌ', 'NJ'), 'ǋ', 'Nj'), 'ǌ', 'nj'), 'Ǣ', 'ae'), 'ǣ', 'ae'), 'Ǳ', 'DZ'), 'ǲ', 'Dz'), 'ǳ', 'dz'), 'Ǽ', 'ae'), 'ǽ', 'ae'), 'Ǿ', 'o'), 'ǿ', 'o'), '⁰', '0'), 'ⁱ', 'i'), '⁴', '4'), '⁵', '5'), '⁶', '6'), '⁷', '7'), '⁸', '8'), '⁹', '9') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ʻ', ''''), 'ʼ', ''''), 'ʽ', ''''), 'ˈ', ''''), 'ˊ', ''''), 'ˋ', ''''), '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), '′', ''''), '‵', ''''), 'Ꞌ', ''''), 'ꞌ', ''''), '＇', ''''), 'ª', 'a'), '²', '2'), '³', '3'), 'µ', 'μ'), '¹', '1'), 'º', 'o'), '¼', '1 4'), '½', '1 2'), '¾', '3 4'), 'Ĳ', 'IJ'), 'ĳ', 'ij'), 'Ŀ', 'L·'), 'ŀ', 'l·') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'Ɗ', 'd'), 'ɖ', 'd'), 'Ɖ', 'd'), 'ƙ', 'k'), 'Ƙ', 'k'), 'ɲ', 'n'), 'Ɲ', 'n'), 'ɩ', 'i'), 'Ɩ', 'i'), 'ɪ', 'i'), 'Ɪ', 'i'), 'ʊ', 'u'), 'Ʊ', 'u'), 'ʋ', 'v'), 'Ʋ', 'v'), 'ǝ', 'e'), 'Ǝ', 'e'), 'ə', 'e'), 'Ə', 'e'), 'ɣ', 'g'), 'Ɣ', 'g'), 'ƴ', 'y'), 'Ƴ', 'y'), 'ƒ', 'f'), 'Ƒ', 'f'), '`', ''''), '´', ''''), 'ʹ', '''') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(NEW.name || ' ' || coalesce(NEW.brand, ''), 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ɛ', 'e'), 'Ɛ', 'e'), 'ɔ', 'o'), 'Ɔ', 'o'), 'ŋ', 'ng'), 'Ŋ', 'ng'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'ß', 'ss'), 'ẞ', 'ss'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ɓ', 'b'), 'Ɓ', 'b'), 'ɗ', 'd') AS part) AS h) AS h) AS h) AS h) AS raw) AS named) AS unaccented) AS split
    CROSS JOIN json_each('[' || replace(json_quote(spaced), ' ', '","') || ']') AS w
    WHERE length(w.value) BETWEEN 4 AND 24 AND w.value NOT GLOB '*[^a-z]*'
    ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER search_words_spelled AFTER INSERT ON search_words BEGIN
  INSERT INTO search_spellings (near, word)
    SELECT DISTINCT substr(plain, 1, i.value - 1) || substr(plain, i.value + 1), NEW.word
    FROM (SELECT iif(substr(sound, -1) IN ('s', 'x'), substr(sound, 1, length(sound) - 1), sound) AS plain
      FROM (SELECT replace(NEW.word, 'ph', 'f') AS sound) AS heard) AS spelled
    CROSS JOIN json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25]') AS i WHERE i.value <= length(plain) + 1
    ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER search_words_forgotten AFTER DELETE ON search_words BEGIN
  DELETE FROM search_spellings WHERE word = OLD.word AND near IN (
    SELECT substr(plain, 1, i.value - 1) || substr(plain, i.value + 1)
    FROM (SELECT iif(substr(sound, -1) IN ('s', 'x'), substr(sound, 1, length(sound) - 1), sound) AS plain
      FROM (SELECT replace(OLD.word, 'ph', 'f') AS sound) AS heard) AS spelled
    CROSS JOIN json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25]') AS i WHERE i.value <= length(plain) + 1);
END;
--> statement-breakpoint
CREATE TRIGGER search_misses_bounded AFTER INSERT ON search_misses WHEN NEW.word <> '' BEGIN
  INSERT INTO search_misses (day, word, count) VALUES (NEW.day, '', 1) ON CONFLICT (day, word) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER products_purged AFTER UPDATE OF visible ON products WHEN OLD.visible = 1 AND NEW.visible = 0
  AND (NEW.status <> 'PUBLISHED' OR NEW.deleted_at IS NOT NULL OR NEW.moderation_status IN ('REJECTED', 'TAKEN_DOWN') OR NEW.moderation_status = 'PENDING' AND NEW.moderation_mode = 'PRE')
  AND EXISTS (SELECT 1 FROM shops s WHERE s.id = NEW.shop_id AND s.status = 'PUBLISHED' AND s.owner_blocked = 0) BEGIN
  INSERT INTO purges (tag) VALUES (substr(NEW.id, -12));
END;
--> statement-breakpoint
CREATE TRIGGER pictures_purged AFTER UPDATE OF moderation_status ON products
WHEN NEW.moderation_status IN ('REJECTED', 'TAKEN_DOWN') AND NOT OLD.moderation_status IN ('REJECTED', 'TAKEN_DOWN') BEGIN
  INSERT INTO purges (tag) SELECT substr(g.key, instr(g.key, '.') - 12, 12) FROM product_images g WHERE g.product_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER deliveries_jobs AFTER UPDATE OF status, rider_id, overdue_at ON deliveries
WHEN OLD.status <> NEW.status OR OLD.rider_id IS NOT NEW.rider_id OR OLD.overdue_at IS NOT NEW.overdue_at BEGIN
  UPDATE riders SET active_jobs = active_jobs - 1 WHERE id = OLD.rider_id AND OLD.overdue_at IS NULL AND OLD.status IN ('ASSIGNED', 'PICKED_UP', 'FAILED_ATTEMPT', 'RETURNING');
  UPDATE riders SET active_jobs = active_jobs + 1 WHERE id = NEW.rider_id AND NEW.overdue_at IS NULL AND NEW.status IN ('ASSIGNED', 'PICKED_UP', 'FAILED_ATTEMPT', 'RETURNING');
  UPDATE riders SET completed_count = completed_count + 1 WHERE id = NEW.rider_id AND NEW.status = 'DELIVERED' AND OLD.status <> 'DELIVERED';
END;
--> statement-breakpoint
CREATE TRIGGER riders_job_limit BEFORE UPDATE OF active_jobs ON riders WHEN NEW.active_jobs > 3 AND NEW.active_jobs > OLD.active_jobs BEGIN
  SELECT RAISE(ABORT, 'JOB_LIMIT');
END;
--> statement-breakpoint
CREATE TRIGGER rider_zones_insert AFTER INSERT ON riders BEGIN
  INSERT INTO rider_zones (zone_id, rider_id) SELECT j.value, NEW.id FROM json_each(NEW.zones) j;
END;
--> statement-breakpoint
CREATE TRIGGER rider_zones_update AFTER UPDATE OF zones ON riders WHEN OLD.zones IS NOT NEW.zones BEGIN
  DELETE FROM rider_zones WHERE rider_id = OLD.id AND zone_id IN (SELECT j.value FROM json_each(OLD.zones) j);
  INSERT INTO rider_zones (zone_id, rider_id) SELECT j.value, NEW.id FROM json_each(NEW.zones) j;
END;
--> statement-breakpoint
CREATE TRIGGER rider_days_earn AFTER INSERT ON transfers WHEN NEW.kind = 'order:rider' AND NOT EXISTS (SELECT 1 FROM sealing)
BEGIN
  INSERT INTO rider_days (rider_id, day, currency, earned_minor, deliveries)
  VALUES (
    substr(NEW.to_account, 7, length(NEW.to_account) - 16),
    date(NEW.created_at / 1000 + 7200, 'unixepoch'),
    NEW.currency, NEW.amount_minor, 1
  )
  ON CONFLICT (rider_id, day, currency) DO UPDATE
  SET earned_minor = earned_minor + excluded.earned_minor, deliveries = deliveries + 1;
END;
--> statement-breakpoint
CREATE TRIGGER conversations_of_rider AFTER UPDATE OF rider_id ON deliveries WHEN OLD.rider_id IS NOT NEW.rider_id BEGIN
  UPDATE conversations SET shown_to = NULL
    WHERE order_id = NEW.order_id AND channel = 'BUYER_RIDER' AND user_id = (SELECT r.user_id FROM riders r WHERE r.id = OLD.rider_id)
      AND user_id <> (SELECT o.buyer_id FROM orders o WHERE o.id = NEW.order_id);
  UPDATE conversations SET shown_to = user_id
    WHERE order_id = NEW.order_id AND channel = 'BUYER_RIDER' AND user_id = (SELECT r.user_id FROM riders r WHERE r.id = NEW.rider_id);
END;
--> statement-breakpoint
CREATE TRIGGER incidents_ended AFTER UPDATE OF status ON incidents
WHEN NEW.order_id IS NOT NULL AND OLD.status IN ('OPEN', 'INVESTIGATING') AND NEW.status IN ('RESOLVED', 'DISMISSED') BEGIN
  UPDATE orders SET due_at = min(due_at, coalesce((reached_at ->> 'DELIVERED') + 172800000, due_at)) WHERE id = NEW.order_id AND status = 'DELIVERED';
END;
--> statement-breakpoint
CREATE TRIGGER refunds_ended AFTER UPDATE OF status ON refunds
WHEN NEW.payin_id IS NULL AND OLD.status IN ('REQUESTED', 'AWAITING_CODE', 'PROCESSING', 'FAILED') AND NEW.status IN ('SUCCEEDED', 'REJECTED') BEGIN
  UPDATE orders SET due_at = min(due_at, coalesce((reached_at ->> 'DELIVERED') + 172800000, due_at)) WHERE id = NEW.order_id AND status = 'DELIVERED';
END;
--> statement-breakpoint
CREATE TRIGGER orders_sealed_stay BEFORE UPDATE ON orders WHEN OLD.sealed_in IS NOT NULL AND NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  SELECT RAISE(ABORT, 'SEALED');
END;
--> statement-breakpoint
CREATE TRIGGER order_notes_unsealed BEFORE INSERT ON order_notes WHEN (SELECT o.sealed_in FROM orders o WHERE o.id = NEW.order_id) IS NOT NULL AND NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  SELECT RAISE(ABORT, 'SEALED');
END;
--> statement-breakpoint
CREATE TRIGGER messages_unsealed BEFORE INSERT ON messages WHEN (SELECT o.sealed_in FROM orders o WHERE o.id = NEW.order_id) IS NOT NULL AND NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  SELECT RAISE(ABORT, 'SEALED');
END;
--> statement-breakpoint
CREATE TRIGGER read_marks_unsealed BEFORE INSERT ON read_marks WHEN (SELECT o.sealed_in FROM orders o WHERE o.id = NEW.order_id) IS NOT NULL AND NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  SELECT RAISE(ABORT, 'SEALED');
END;
--> statement-breakpoint
CREATE TRIGGER refunds_unsealed BEFORE INSERT ON refunds WHEN (SELECT o.sealed_in FROM orders o WHERE o.id = NEW.order_id) IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'SEALED');
END;
--> statement-breakpoint
CREATE TRIGGER incidents_unsealed BEFORE INSERT ON incidents WHEN (SELECT o.sealed_in FROM orders o WHERE o.id = NEW.order_id) IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'SEALED');
END;
--> statement-breakpoint
CREATE TRIGGER tickets_unsealed BEFORE INSERT ON tickets WHEN (SELECT o.sealed_in FROM orders o WHERE o.id = NEW.order_id) IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'SEALED');
END;
--> statement-breakpoint
CREATE TRIGGER payins_unsealed BEFORE INSERT ON payin_shares WHEN (SELECT o.sealed_in FROM orders o WHERE o.id = NEW.order_id) IS NOT NULL AND NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  SELECT RAISE(ABORT, 'SEALED');
END;
--> statement-breakpoint
CREATE TRIGGER orders_added_up AFTER INSERT ON orders BEGIN
  INSERT INTO order_totals (status, currency, orders, amount_minor) VALUES (NEW.status, NEW.currency, 1, NEW.total_minor)
    ON CONFLICT (status, currency) DO UPDATE SET orders = orders + 1, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER orders_moved_in_totals AFTER UPDATE OF status, currency, total_minor ON orders
WHEN OLD.status <> NEW.status OR OLD.currency <> NEW.currency OR OLD.total_minor <> NEW.total_minor BEGIN
  UPDATE order_totals SET orders = orders - 1, amount_minor = amount_minor - OLD.total_minor WHERE status = OLD.status AND currency = OLD.currency;
  INSERT INTO order_totals (status, currency, orders, amount_minor) VALUES (NEW.status, NEW.currency, 1, NEW.total_minor)
    ON CONFLICT (status, currency) DO UPDATE SET orders = orders + 1, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER orders_taken_from_totals AFTER DELETE ON orders BEGIN
  UPDATE order_totals SET orders = orders - 1, amount_minor = amount_minor - OLD.total_minor WHERE status = OLD.status AND currency = OLD.currency;
  DELETE FROM orders_search WHERE rowid = (SELECT row FROM search_keys WHERE thing_id = OLD.id);
  DELETE FROM search_keys WHERE thing_id = OLD.id;
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE orders_search USING fts5 (name, email, phone, payers, tokenize = "unicode61 remove_diacritics 2 tokenchars '@._+-'", prefix = '2 3');
--> statement-breakpoint
CREATE TRIGGER orders_made_searchable AFTER INSERT ON orders BEGIN
  INSERT INTO search_keys (thing_id) VALUES (NEW.id);
  INSERT INTO orders_search (rowid, name, email, phone, payers)
  SELECT k.row, replace(replace(replace(replace(replace((SELECT w.words || iif(instr(w.words, '''') + instr(w.words, '-') > 0, ' ' || replace(replace(w.words, '''', ''), '-', ''), '') FROM (SELECT (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ⁿ', 'n'), '₀', '0'), '₁', '1'), '₂', '2'), '₃', '3'), '₄', '4'), '₅', '5'), '₆', '6'), '₇', '7'), '₈', '8'), '₉', '9'), 'ﬀ', 'ff'), 'ﬁ', 'fi'), 'ﬂ', 'fl'), 'ﬃ', 'ffi'), 'ﬄ', 'ffl'), 'ﬅ', 'st'), 'ﬆ', 'st') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ŉ', 'ʼn'), 'ſ', 's'), 'Ǆ', 'DZ'), 'ǅ', 'Dz'), 'ǆ', 'dz'), 'Ǉ', 'LJ'), 'ǈ', 'Lj'), 'ǉ', 'lj'), 'Ǌ', 'NJ'), 'ǋ', 'Nj'), 'ǌ', 'nj'), 'Ǣ', 'ae'), 'ǣ', 'ae'), 'Ǳ', 'DZ'), 'ǲ', 'Dz'), 'ǳ', 'dz'), 'Ǽ', 'ae'), 'ǽ', 'ae'), 'Ǿ', 'o'), 'ǿ', 'o'), '⁰', '0'), 'ⁱ', 'i'), '⁴', '4'), '⁵', '5'), '⁶', '6'), '⁷', '7'), '⁸', '8'), '⁹', '9') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ʻ', ''''), 'ʼ', ''''), 'ʽ', ''''), 'ˈ', ''''), 'ˊ', ''''), 'ˋ', ''''), '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), '′', ''''), '‵', ''''), 'Ꞌ', ''''), 'ꞌ', ''''), '＇', ''''), 'ª', 'a'), '²', '2'), '³', '3'), 'µ', 'μ'), '¹', '1'), 'º', 'o'), '¼', '1 4'), '½', '1 2'), '¾', '3 4'), 'Ĳ', 'IJ'), 'ĳ', 'ij'), 'Ŀ', 'L·'), 'ŀ', 'l·') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'Ɗ', 'd'), 'ɖ', 'd'), 'Ɖ', 'd'), 'ƙ', 'k'), 'Ƙ', 'k'), 'ɲ', 'n'), 'Ɲ', 'n'), 'ɩ', 'i'), 'Ɩ', 'i'), 'ɪ', 'i'), 'Ɪ', 'i'), 'ʊ', 'u'), 'Ʊ', 'u'), 'ʋ', 'v'), 'Ʋ', 'v'), 'ǝ', 'e'), 'Ǝ', 'e'), 'ə', 'e'), 'Ə', 'e'), 'ɣ', 'g'), 'Ɣ', 'g'), 'ƴ', 'y'), 'Ƴ', 'y'), 'ƒ', 'f'), 'Ƒ', 'f'), '`', ''''), '´', ''''), 'ʹ', '''') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(u.name, 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ɛ', 'e'), 'Ɛ', 'e'), 'ɔ', 'o'), 'Ɔ', 'o'), 'ŋ', 'ng'), 'Ŋ', 'ng'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'ß', 'ss'), 'ẞ', 'ss'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ɓ', 'b'), 'Ɓ', 'b'), 'ɗ', 'd') AS part) AS h) AS h) AS h) AS h) AS words) AS w), '-', ' '), '.', ' '), '_', ' '), '+', ' '), '@', ' '), u.email, coalesce(u.phone, ''),
    coalesce((SELECT group_concat(g.phone, ' ') FROM gateway_transactions g WHERE g.subject_id = NEW.id), '')
  FROM search_keys k JOIN users u ON u.id = NEW.buyer_id WHERE k.thing_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER payers_made_searchable AFTER INSERT ON payin_shares WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  UPDATE orders_search SET payers = payers || ' ' || (SELECT g.phone FROM gateway_transactions g WHERE g.id = NEW.payin_id)
  WHERE rowid = (SELECT row FROM search_keys WHERE thing_id = NEW.order_id);
END;
--> statement-breakpoint
CREATE TRIGGER buyers_renamed AFTER UPDATE OF name, email, phone ON users
WHEN OLD.name IS NOT NEW.name OR OLD.email IS NOT NEW.email OR OLD.phone IS NOT NEW.phone BEGIN
  UPDATE orders_search SET name = replace(replace(replace(replace(replace((SELECT w.words || iif(instr(w.words, '''') + instr(w.words, '-') > 0, ' ' || replace(replace(w.words, '''', ''), '-', ''), '') FROM (SELECT (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ⁿ', 'n'), '₀', '0'), '₁', '1'), '₂', '2'), '₃', '3'), '₄', '4'), '₅', '5'), '₆', '6'), '₇', '7'), '₈', '8'), '₉', '9'), 'ﬀ', 'ff'), 'ﬁ', 'fi'), 'ﬂ', 'fl'), 'ﬃ', 'ffi'), 'ﬄ', 'ffl'), 'ﬅ', 'st'), 'ﬆ', 'st') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ŉ', 'ʼn'), 'ſ', 's'), 'Ǆ', 'DZ'), 'ǅ', 'Dz'), 'ǆ', 'dz'), 'Ǉ', 'LJ'), 'ǈ', 'Lj'), 'ǉ', 'lj'), 'Ǌ', 'NJ'), 'ǋ', 'Nj'), 'ǌ', 'nj'), 'Ǣ', 'ae'), 'ǣ', 'ae'), 'Ǳ', 'DZ'), 'ǲ', 'Dz'), 'ǳ', 'dz'), 'Ǽ', 'ae'), 'ǽ', 'ae'), 'Ǿ', 'o'), 'ǿ', 'o'), '⁰', '0'), 'ⁱ', 'i'), '⁴', '4'), '⁵', '5'), '⁶', '6'), '⁷', '7'), '⁸', '8'), '⁹', '9') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ʻ', ''''), 'ʼ', ''''), 'ʽ', ''''), 'ˈ', ''''), 'ˊ', ''''), 'ˋ', ''''), '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), '′', ''''), '‵', ''''), 'Ꞌ', ''''), 'ꞌ', ''''), '＇', ''''), 'ª', 'a'), '²', '2'), '³', '3'), 'µ', 'μ'), '¹', '1'), 'º', 'o'), '¼', '1 4'), '½', '1 2'), '¾', '3 4'), 'Ĳ', 'IJ'), 'ĳ', 'ij'), 'Ŀ', 'L·'), 'ŀ', 'l·') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'Ɗ', 'd'), 'ɖ', 'd'), 'Ɖ', 'd'), 'ƙ', 'k'), 'Ƙ', 'k'), 'ɲ', 'n'), 'Ɲ', 'n'), 'ɩ', 'i'), 'Ɩ', 'i'), 'ɪ', 'i'), 'Ɪ', 'i'), 'ʊ', 'u'), 'Ʊ', 'u'), 'ʋ', 'v'), 'Ʋ', 'v'), 'ǝ', 'e'), 'Ǝ', 'e'), 'ə', 'e'), 'Ə', 'e'), 'ɣ', 'g'), 'Ɣ', 'g'), 'ƴ', 'y'), 'Ƴ', 'y'), 'ƒ', 'f'), 'Ƒ', 'f'), '`', ''''), '´', ''''), 'ʹ', '''') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(NEW.name, 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ɛ', 'e'), 'Ɛ', 'e'), 'ɔ', 'o'), 'Ɔ', 'o'), 'ŋ', 'ng'), 'Ŋ', 'ng'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'ß', 'ss'), 'ẞ', 'ss'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ɓ', 'b'), 'Ɓ', 'b'), 'ɗ', 'd') AS part) AS h) AS h) AS h) AS h) AS words) AS w), '-', ' '), '.', ' '), '_', ' '), '+', ' '), '@', ' '),
    email = NEW.email, phone = coalesce(NEW.phone, '')
  WHERE rowid IN (SELECT k.row FROM search_keys k WHERE k.thing_id IN (
    SELECT o.id FROM orders o WHERE o.buyer_id = NEW.id ORDER BY o.created_at DESC, o.id DESC LIMIT 1000));
END;
--> statement-breakpoint
CREATE TRIGGER offers_ended AFTER UPDATE OF status ON deliveries WHEN OLD.status = 'UNASSIGNED' AND NEW.status <> 'UNASSIGNED' BEGIN
  DELETE FROM outbox WHERE matter = NEW.id AND channel = 'PUSH' AND status = 'PENDING';
END;
--> statement-breakpoint
CREATE TRIGGER orders_placed_heard AFTER INSERT ON orders
WHEN EXISTS (SELECT 1 FROM live_listeners) BEGIN
  INSERT INTO live_notes (user_id, topic, rank, message)
  SELECT l.user_id, 'order:' || NEW.id, NEW.version, json_object('type', 'order', 'id', NEW.id, 'status', NEW.status, 'version', NEW.version)
  FROM live_listeners l WHERE l.user_id IN (
    SELECT o.buyer_id FROM orders o WHERE o.id = NEW.id
    UNION ALL SELECT sp.user_id FROM orders o JOIN seller_profiles sp ON sp.id = o.seller_profile_id
      WHERE o.id = NEW.id AND o.paid_currency IS NOT NULL
    UNION ALL SELECT r.user_id FROM deliveries d JOIN riders r ON r.id = d.rider_id WHERE d.order_id = NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER orders_heard AFTER UPDATE OF version ON orders
WHEN OLD.version <> NEW.version AND EXISTS (SELECT 1 FROM live_listeners) BEGIN
  INSERT INTO live_notes (user_id, topic, rank, message)
  SELECT l.user_id, 'order:' || NEW.id, NEW.version, json_object('type', 'order', 'id', NEW.id, 'status', NEW.status, 'version', NEW.version)
  FROM live_listeners l WHERE l.user_id IN (
    SELECT o.buyer_id FROM orders o WHERE o.id = NEW.id
    UNION ALL SELECT sp.user_id FROM orders o JOIN seller_profiles sp ON sp.id = o.seller_profile_id
      WHERE o.id = NEW.id AND o.paid_currency IS NOT NULL
    UNION ALL SELECT r.user_id FROM deliveries d JOIN riders r ON r.id = d.rider_id WHERE d.order_id = NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER deliveries_opened_heard AFTER INSERT ON deliveries
WHEN EXISTS (SELECT 1 FROM live_listeners) AND NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO live_notes (user_id, topic, rank, message)
  SELECT l.user_id, 'delivery:' || NEW.id, NEW.version, json_object('type', 'delivery', 'id', NEW.id, 'status', NEW.status)
  FROM live_listeners l WHERE l.user_id IN (
    SELECT o.buyer_id FROM orders o WHERE o.id = NEW.order_id
    UNION ALL SELECT sp.user_id FROM orders o JOIN seller_profiles sp ON sp.id = o.seller_profile_id
      WHERE o.id = NEW.order_id AND o.paid_currency IS NOT NULL
    UNION ALL SELECT r.user_id FROM deliveries d JOIN riders r ON r.id = d.rider_id WHERE d.order_id = NEW.order_id);
END;
--> statement-breakpoint
CREATE TRIGGER deliveries_heard AFTER UPDATE OF version ON deliveries
WHEN OLD.version <> NEW.version AND EXISTS (SELECT 1 FROM live_listeners) BEGIN
  INSERT INTO live_notes (user_id, topic, rank, message)
  SELECT l.user_id, 'delivery:' || NEW.id, NEW.version, json_object('type', 'delivery', 'id', NEW.id, 'status', NEW.status)
  FROM live_listeners l WHERE l.user_id IN (
    SELECT o.buyer_id FROM orders o WHERE o.id = NEW.order_id
    UNION ALL SELECT sp.user_id FROM orders o JOIN seller_profiles sp ON sp.id = o.seller_profile_id
      WHERE o.id = NEW.order_id AND o.paid_currency IS NOT NULL
    UNION ALL SELECT r.user_id FROM deliveries d JOIN riders r ON r.id = d.rider_id WHERE d.order_id = NEW.order_id);
END;
--> statement-breakpoint
CREATE TRIGGER messages_heard AFTER INSERT ON messages WHEN EXISTS (SELECT 1 FROM live_listeners) AND NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO live_notes (user_id, message)
  SELECT l.user_id, json_object('type', 'message', 'orderId', NEW.order_id, 'channel', NEW.channel, 'id', NEW.id)
  FROM live_listeners l WHERE l.user_id IN (NEW.sender_id, NEW.recipient_id);
END;
--> statement-breakpoint
CREATE TRIGGER jobs_opened_heard AFTER INSERT ON deliveries
WHEN NEW.status = 'UNASSIGNED' AND EXISTS (SELECT 1 FROM live_listeners WHERE rider_id IS NOT NULL) BEGIN
  INSERT INTO live_notes (user_id, topic, rank, message)
  SELECT h.user_id, 'job:' || NEW.id, NEW.version, json_object('type', 'job', 'deliveryId', NEW.id) FROM (
    SELECT l.user_id FROM live_listeners l JOIN riders r ON r.id = l.rider_id
    WHERE l.rider_id IS NOT NULL AND r.status = 'ACTIVE' AND r.availability = 'ONLINE'
      AND (r.active_jobs < 3 OR r.id IS NULL) AND r.id IS NOT NEW.rider_id
      AND (EXISTS (SELECT 1 FROM rider_zones z WHERE z.zone_id = NEW.zone_id AND z.rider_id = r.id)
        OR (r.zones = '[]' OR NEW.zone_id IS NULL) AND (2 * 6371 * asin(min(1, sqrt(
    pow(sin(radians(NEW.lat - r.lat) / 2), 2)
    + cos(radians(NEW.lat)) * cos(radians(r.lat)) * pow(sin(radians(NEW.lng - r.lng) / 2), 2))))) <= 15
        OR r.zones = '[]' AND (r.lat IS NULL OR CAST((NEW.lat + 90) * 20 AS INTEGER) IS NULL AND CAST((NEW.lng + 180) * 20 AS INTEGER) IS NULL))
    ORDER BY (2 * 6371 * asin(min(1, sqrt(
    pow(sin(radians(NEW.lat - r.lat) / 2), 2)
    + cos(radians(NEW.lat)) * cos(radians(r.lat)) * pow(sin(radians(NEW.lng - r.lng) / 2), 2))))) IS NULL, (2 * 6371 * asin(min(1, sqrt(
    pow(sin(radians(NEW.lat - r.lat) / 2), 2)
    + cos(radians(NEW.lat)) * cos(radians(r.lat)) * pow(sin(radians(NEW.lng - r.lng) / 2), 2))))) LIMIT 100) h;
END;
--> statement-breakpoint
CREATE TRIGGER jobs_heard AFTER UPDATE OF status ON deliveries
WHEN (OLD.status = 'UNASSIGNED') <> (NEW.status = 'UNASSIGNED') AND EXISTS (SELECT 1 FROM live_listeners WHERE rider_id IS NOT NULL) BEGIN
  INSERT INTO live_notes (user_id, topic, rank, message)
  SELECT h.user_id, 'job:' || NEW.id, NEW.version,
    json_object('type', iif(NEW.status = 'UNASSIGNED', 'job', 'jobGone'), 'deliveryId', NEW.id)
  FROM (
    SELECT l.user_id FROM live_listeners l JOIN riders r ON r.id = l.rider_id
    WHERE l.rider_id IS NOT NULL AND r.status = 'ACTIVE' AND r.availability = 'ONLINE'
      AND (r.active_jobs < 3 OR r.id IS OLD.rider_id) AND r.id IS NOT NEW.rider_id
      AND (EXISTS (SELECT 1 FROM rider_zones z WHERE z.zone_id = NEW.zone_id AND z.rider_id = r.id)
        OR (r.zones = '[]' OR NEW.zone_id IS NULL) AND (2 * 6371 * asin(min(1, sqrt(
    pow(sin(radians(NEW.lat - r.lat) / 2), 2)
    + cos(radians(NEW.lat)) * cos(radians(r.lat)) * pow(sin(radians(NEW.lng - r.lng) / 2), 2))))) <= 15
        OR r.zones = '[]' AND (r.lat IS NULL OR CAST((NEW.lat + 90) * 20 AS INTEGER) IS NULL AND CAST((NEW.lng + 180) * 20 AS INTEGER) IS NULL))
    ORDER BY (2 * 6371 * asin(min(1, sqrt(
    pow(sin(radians(NEW.lat - r.lat) / 2), 2)
    + cos(radians(NEW.lat)) * cos(radians(r.lat)) * pow(sin(radians(NEW.lng - r.lng) / 2), 2))))) IS NULL, (2 * 6371 * asin(min(1, sqrt(
    pow(sin(radians(NEW.lat - r.lat) / 2), 2)
    + cos(radians(NEW.lat)) * cos(radians(r.lat)) * pow(sin(radians(NEW.lng - r.lng) / 2), 2))))) LIMIT 100) h;
END;
--> statement-breakpoint
CREATE TRIGGER riders_joined_live AFTER INSERT ON riders BEGIN
  UPDATE live_listeners SET rider_id = NEW.id WHERE user_id = NEW.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER places_heard AFTER UPDATE OF place_told_at ON riders
WHEN NEW.lat IS NOT NULL AND NEW.lng IS NOT NULL AND NEW.place_told_at > coalesce(OLD.place_told_at, 0)
  AND EXISTS (SELECT 1 FROM live_listeners) BEGIN
  INSERT INTO live_notes (user_id, topic, rank, message)
  SELECT l.user_id, 'location:' || o.id, NEW.located_at,
    json_object('type', 'location', 'orderId', o.id, 'lat', NEW.lat, 'lng', NEW.lng, 'at', strftime('%Y-%m-%dT%H:%M:%fZ', NEW.located_at / 1000.0, 'unixepoch'))
  FROM deliveries d JOIN orders o ON o.id = d.order_id JOIN live_listeners l ON l.user_id = o.buyer_id
  WHERE d.rider_id = NEW.id AND d.status IN ('ASSIGNED', 'PICKED_UP', 'FAILED_ATTEMPT', 'RETURNING') AND o.status = 'OUT_FOR_DELIVERY';
END;
--> statement-breakpoint
CREATE TRIGGER reviews_annulled AFTER UPDATE OF status, payment_status ON orders
WHEN (OLD.status = 'COMPLETED' AND OLD.payment_status <> 'REFUNDED') <> (NEW.status = 'COMPLETED' AND NEW.payment_status <> 'REFUNDED') BEGIN
  UPDATE reviews SET annulled = NOT (NEW.status = 'COMPLETED' AND NEW.payment_status <> 'REFUNDED') WHERE order_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER reviews_wanted AFTER UPDATE OF status ON orders
WHEN NEW.status = 'COMPLETED' AND OLD.status <> 'COMPLETED' AND OLD.reached_at ->> 'COMPLETED' IS NULL BEGIN
  INSERT INTO review_wishes (due_at, order_id) VALUES (NEW.updated_at + 86400000, NEW.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER reviews_counted AFTER INSERT ON reviews WHEN NEW.status = 'VISIBLE' AND NEW.annulled = 0 BEGIN
  INSERT INTO review_sums (target_id, rating, count) VALUES (NEW.target_id, NEW.rating, 1) ON CONFLICT DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER reviews_recounted AFTER UPDATE OF status, annulled, rating ON reviews
WHEN OLD.rating <> NEW.rating OR (OLD.status = 'VISIBLE' AND OLD.annulled = 0) <> (NEW.status = 'VISIBLE' AND NEW.annulled = 0) BEGIN
  UPDATE review_sums SET count = count - 1
    WHERE target_id = OLD.target_id AND rating = OLD.rating AND OLD.status = 'VISIBLE' AND OLD.annulled = 0;
  INSERT INTO review_sums (target_id, rating, count)
    SELECT NEW.target_id, NEW.rating, 1 WHERE NEW.status = 'VISIBLE' AND NEW.annulled = 0 ON CONFLICT DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER reviews_discounted AFTER DELETE ON reviews WHEN OLD.status = 'VISIBLE' AND OLD.annulled = 0 BEGIN
  UPDATE review_sums SET count = count - 1 WHERE target_id = OLD.target_id AND rating = OLD.rating;
END;
--> statement-breakpoint
CREATE TRIGGER review_sums_begun AFTER INSERT ON review_sums BEGIN
  UPDATE products SET rating_count = rating_count + NEW.count, rating_sum = rating_sum + NEW.count * NEW.rating,
    rating_rank = (20 + rating_sum + NEW.count * NEW.rating) * 10000 / (5 + rating_count + NEW.count) WHERE id = NEW.target_id;
  UPDATE shops SET rating_count = rating_count + NEW.count, rating_sum = rating_sum + NEW.count * NEW.rating WHERE id = NEW.target_id;
  UPDATE riders SET rating_count = rating_count + NEW.count, rating_sum = rating_sum + NEW.count * NEW.rating WHERE id = NEW.target_id;
END;
--> statement-breakpoint
CREATE TRIGGER review_sums_moved AFTER UPDATE OF count ON review_sums BEGIN
  UPDATE products SET rating_count = rating_count + NEW.count - OLD.count, rating_sum = rating_sum + (NEW.count - OLD.count) * NEW.rating,
    rating_rank = (20 + rating_sum + (NEW.count - OLD.count) * NEW.rating) * 10000 / (5 + rating_count + NEW.count - OLD.count) WHERE id = NEW.target_id;
  UPDATE shops SET rating_count = rating_count + NEW.count - OLD.count, rating_sum = rating_sum + (NEW.count - OLD.count) * NEW.rating WHERE id = NEW.target_id;
  UPDATE riders SET rating_count = rating_count + NEW.count - OLD.count, rating_sum = rating_sum + (NEW.count - OLD.count) * NEW.rating WHERE id = NEW.target_id;
END;
--> statement-breakpoint
CREATE TRIGGER reviews_purged AFTER UPDATE OF status, annulled, comment ON reviews
WHEN OLD.status = 'VISIBLE' AND OLD.annulled = 0
  AND (NOT (NEW.status = 'VISIBLE' AND NEW.annulled = 0) OR OLD.comment IS NOT NULL AND NEW.comment IS NULL) BEGIN
  INSERT INTO purges (tag) SELECT substr(g.key, instr(g.key, '.') - 12, 12) FROM review_images g WHERE g.review_id = NEW.id;
  INSERT INTO purges (tag) VALUES (substr(NEW.id, -12));
  INSERT INTO purges (tag) VALUES (substr(NEW.target_id, -12));
END;
--> statement-breakpoint
CREATE TRIGGER reviews_removed AFTER DELETE ON reviews WHEN OLD.status = 'VISIBLE' AND OLD.annulled = 0 BEGIN
  INSERT INTO purges (tag) VALUES (substr(OLD.id, -12));
  INSERT INTO purges (tag) VALUES (substr(OLD.target_id, -12));
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE users_search USING fts5 (name, email, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3');
--> statement-breakpoint
CREATE TRIGGER users_joined AFTER INSERT ON users BEGIN
  INSERT INTO search_keys (thing_id) VALUES (NEW.id);
  INSERT INTO users_search (rowid, name, email) VALUES ((SELECT row FROM search_keys WHERE thing_id = NEW.id), (SELECT w.words || iif(instr(w.words, '''') + instr(w.words, '-') > 0, ' ' || replace(replace(w.words, '''', ''), '-', ''), '') FROM (SELECT (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ⁿ', 'n'), '₀', '0'), '₁', '1'), '₂', '2'), '₃', '3'), '₄', '4'), '₅', '5'), '₆', '6'), '₇', '7'), '₈', '8'), '₉', '9'), 'ﬀ', 'ff'), 'ﬁ', 'fi'), 'ﬂ', 'fl'), 'ﬃ', 'ffi'), 'ﬄ', 'ffl'), 'ﬅ', 'st'), 'ﬆ', 'st') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ŉ', 'ʼn'), 'ſ', 's'), 'Ǆ', 'DZ'), 'ǅ', 'Dz'), 'ǆ', 'dz'), 'Ǉ', 'LJ'), 'ǈ', 'Lj'), 'ǉ', 'lj'), 'Ǌ', 'NJ'), 'ǋ', 'Nj'), 'ǌ', 'nj'), 'Ǣ', 'ae'), 'ǣ', 'ae'), 'Ǳ', 'DZ'), 'ǲ', 'Dz'), 'ǳ', 'dz'), 'Ǽ', 'ae'), 'ǽ', 'ae'), 'Ǿ', 'o'), 'ǿ', 'o'), '⁰', '0'), 'ⁱ', 'i'), '⁴', '4'), '⁵', '5'), '⁶', '6'), '⁷', '7'), '⁸', '8'), '⁹', '9') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ʻ', ''''), 'ʼ', ''''), 'ʽ', ''''), 'ˈ', ''''), 'ˊ', ''''), 'ˋ', ''''), '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), '′', ''''), '‵', ''''), 'Ꞌ', ''''), 'ꞌ', ''''), '＇', ''''), 'ª', 'a'), '²', '2'), '³', '3'), 'µ', 'μ'), '¹', '1'), 'º', 'o'), '¼', '1 4'), '½', '1 2'), '¾', '3 4'), 'Ĳ', 'IJ'), 'ĳ', 'ij'), 'Ŀ', 'L·'), 'ŀ', 'l·') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'Ɗ', 'd'), 'ɖ', 'd'), 'Ɖ', 'd'), 'ƙ', 'k'), 'Ƙ', 'k'), 'ɲ', 'n'), 'Ɲ', 'n'), 'ɩ', 'i'), 'Ɩ', 'i'), 'ɪ', 'i'), 'Ɪ', 'i'), 'ʊ', 'u'), 'Ʊ', 'u'), 'ʋ', 'v'), 'Ʋ', 'v'), 'ǝ', 'e'), 'Ǝ', 'e'), 'ə', 'e'), 'Ə', 'e'), 'ɣ', 'g'), 'Ɣ', 'g'), 'ƴ', 'y'), 'Ƴ', 'y'), 'ƒ', 'f'), 'Ƒ', 'f'), '`', ''''), '´', ''''), 'ʹ', '''') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(NEW.name, 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ɛ', 'e'), 'Ɛ', 'e'), 'ɔ', 'o'), 'Ɔ', 'o'), 'ŋ', 'ng'), 'Ŋ', 'ng'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'ß', 'ss'), 'ẞ', 'ss'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ɓ', 'b'), 'Ɓ', 'b'), 'ɗ', 'd') AS part) AS h) AS h) AS h) AS h) AS words) AS w), NEW.email);
END;
--> statement-breakpoint
CREATE TRIGGER users_renamed AFTER UPDATE OF name, email ON users BEGIN
  UPDATE users_search SET name = (SELECT w.words || iif(instr(w.words, '''') + instr(w.words, '-') > 0, ' ' || replace(replace(w.words, '''', ''), '-', ''), '') FROM (SELECT (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ⁿ', 'n'), '₀', '0'), '₁', '1'), '₂', '2'), '₃', '3'), '₄', '4'), '₅', '5'), '₆', '6'), '₇', '7'), '₈', '8'), '₉', '9'), 'ﬀ', 'ff'), 'ﬁ', 'fi'), 'ﬂ', 'fl'), 'ﬃ', 'ffi'), 'ﬄ', 'ffl'), 'ﬅ', 'st'), 'ﬆ', 'st') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ŉ', 'ʼn'), 'ſ', 's'), 'Ǆ', 'DZ'), 'ǅ', 'Dz'), 'ǆ', 'dz'), 'Ǉ', 'LJ'), 'ǈ', 'Lj'), 'ǉ', 'lj'), 'Ǌ', 'NJ'), 'ǋ', 'Nj'), 'ǌ', 'nj'), 'Ǣ', 'ae'), 'ǣ', 'ae'), 'Ǳ', 'DZ'), 'ǲ', 'Dz'), 'ǳ', 'dz'), 'Ǽ', 'ae'), 'ǽ', 'ae'), 'Ǿ', 'o'), 'ǿ', 'o'), '⁰', '0'), 'ⁱ', 'i'), '⁴', '4'), '⁵', '5'), '⁶', '6'), '⁷', '7'), '⁸', '8'), '⁹', '9') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'ʻ', ''''), 'ʼ', ''''), 'ʽ', ''''), 'ˈ', ''''), 'ˊ', ''''), 'ˋ', ''''), '‘', ''''), '’', ''''), '‚', ''''), '‛', ''''), '′', ''''), '‵', ''''), 'Ꞌ', ''''), 'ꞌ', ''''), '＇', ''''), 'ª', 'a'), '²', '2'), '³', '3'), 'µ', 'μ'), '¹', '1'), 'º', 'o'), '¼', '1 4'), '½', '1 2'), '¾', '3 4'), 'Ĳ', 'IJ'), 'ĳ', 'ij'), 'Ŀ', 'L·'), 'ŀ', 'l·') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(h.part, 'Ɗ', 'd'), 'ɖ', 'd'), 'Ɖ', 'd'), 'ƙ', 'k'), 'Ƙ', 'k'), 'ɲ', 'n'), 'Ɲ', 'n'), 'ɩ', 'i'), 'Ɩ', 'i'), 'ɪ', 'i'), 'Ɪ', 'i'), 'ʊ', 'u'), 'Ʊ', 'u'), 'ʋ', 'v'), 'Ʋ', 'v'), 'ǝ', 'e'), 'Ǝ', 'e'), 'ə', 'e'), 'Ə', 'e'), 'ɣ', 'g'), 'Ɣ', 'g'), 'ƴ', 'y'), 'Ƴ', 'y'), 'ƒ', 'f'), 'Ƒ', 'f'), '`', ''''), '´', ''''), 'ʹ', '''') AS part FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(NEW.name, 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ɛ', 'e'), 'Ɛ', 'e'), 'ɔ', 'o'), 'Ɔ', 'o'), 'ŋ', 'ng'), 'Ŋ', 'ng'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'ß', 'ss'), 'ẞ', 'ss'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ɓ', 'b'), 'Ɓ', 'b'), 'ɗ', 'd') AS part) AS h) AS h) AS h) AS h) AS words) AS w), email = NEW.email WHERE rowid = (SELECT row FROM search_keys WHERE thing_id = OLD.id);
END;
--> statement-breakpoint
CREATE TRIGGER avatars_purged AFTER UPDATE OF blocked_at, deleted_at ON users
WHEN NEW.avatar_key IS NOT NULL AND (OLD.blocked_at IS NULL AND NEW.blocked_at IS NOT NULL OR OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL) BEGIN
  INSERT INTO purges (tag) VALUES (substr(NEW.avatar_key, instr(NEW.avatar_key, '.') - 12, 12));
END;
--> statement-breakpoint
CREATE TRIGGER tickets_subscribed AFTER INSERT ON subscriptions WHEN NEW.status IN ('ACTIVE', 'GRACE') BEGIN
  UPDATE tickets SET goes_first = (SELECT p.priority_support FROM plans p WHERE p.id = NEW.plan_id)
  WHERE owner_id = (SELECT sp.user_id FROM seller_profiles sp WHERE sp.id = NEW.seller_profile_id) AND status <> 'CLOSED';
END;
--> statement-breakpoint
CREATE TRIGGER tickets_resubscribed AFTER UPDATE OF status, plan_id ON subscriptions
WHEN NEW.status <> OLD.status OR NEW.plan_id <> OLD.plan_id BEGIN
  UPDATE tickets SET goes_first = EXISTS (
    SELECT 1 FROM subscriptions s JOIN plans p ON p.id = s.plan_id
    WHERE s.seller_profile_id = NEW.seller_profile_id AND s.status IN ('ACTIVE', 'GRACE') AND p.priority_support = 1)
  WHERE owner_id = (SELECT sp.user_id FROM seller_profiles sp WHERE sp.id = NEW.seller_profile_id) AND status <> 'CLOSED';
END;
--> statement-breakpoint
CREATE TRIGGER tickets_of_plan AFTER UPDATE OF priority_support ON plans WHEN NEW.priority_support <> OLD.priority_support BEGIN
  UPDATE tickets SET goes_first = NEW.priority_support
  WHERE status <> 'CLOSED' AND owner_id IN (
    SELECT sp.user_id FROM subscriptions s CROSS JOIN seller_profiles sp ON sp.id = s.seller_profile_id
    WHERE s.plan_id = NEW.id AND s.status IN ('ACTIVE', 'GRACE'));
END;
--> statement-breakpoint
CREATE TRIGGER users_left_the_team AFTER UPDATE OF role ON users
WHEN OLD.role IN ('ADMIN', 'SUPPORT') AND NEW.role NOT IN ('ADMIN', 'SUPPORT') BEGIN
  DELETE FROM incident_parties WHERE user_id = NEW.id AND part IN ('ADMIN', 'SUPPORT');
END;
--> statement-breakpoint
CREATE TRIGGER posts_purged AFTER UPDATE OF status ON posts WHEN OLD.status = 'PUBLISHED' AND NEW.status <> 'PUBLISHED' BEGIN
  INSERT INTO purges (tag) VALUES (substr(NEW.id, -12));
END;
--> statement-breakpoint
CREATE TRIGGER posts_deleted AFTER DELETE ON posts WHEN OLD.status = 'PUBLISHED' BEGIN
  INSERT INTO purges (tag) VALUES (substr(OLD.id, -12));
END;
--> statement-breakpoint
CREATE TRIGGER count_users_insert AFTER INSERT ON users BEGIN
  INSERT INTO counters (name, value) VALUES ('users', 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('users:' || NEW.role, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'users:open:' || NEW.role, 1 WHERE NEW.blocked_at IS NULL AND NEW.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_users_role_update AFTER UPDATE OF role ON users WHEN OLD.role IS NOT NEW.role BEGIN
  INSERT INTO counters (name, value) VALUES ('users:' || OLD.role, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('users:' || NEW.role, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_users_open_update AFTER UPDATE OF role, blocked_at, deleted_at ON users WHEN OLD.role IS NOT NEW.role OR OLD.blocked_at IS NOT NEW.blocked_at OR OLD.deleted_at IS NOT NEW.deleted_at BEGIN
  INSERT INTO counters (name, value) SELECT 'users:open:' || OLD.role, -1 WHERE OLD.blocked_at IS NULL AND OLD.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'users:open:' || NEW.role, 1 WHERE NEW.blocked_at IS NULL AND NEW.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_users_delete AFTER DELETE ON users BEGIN
  INSERT INTO counters (name, value) VALUES ('users', -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('users:' || OLD.role, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'users:open:' || OLD.role, -1 WHERE OLD.blocked_at IS NULL AND OLD.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_seller_profiles_insert AFTER INSERT ON seller_profiles BEGIN
  INSERT INTO counters (name, value) VALUES ('seller_profiles', 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('seller_profiles:' || NEW.kyc_status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_seller_profiles_kyc_status_update AFTER UPDATE OF kyc_status ON seller_profiles WHEN OLD.kyc_status IS NOT NEW.kyc_status BEGIN
  INSERT INTO counters (name, value) VALUES ('seller_profiles:' || OLD.kyc_status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('seller_profiles:' || NEW.kyc_status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_seller_profiles_delete AFTER DELETE ON seller_profiles BEGIN
  INSERT INTO counters (name, value) VALUES ('seller_profiles', -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('seller_profiles:' || OLD.kyc_status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_shops_insert AFTER INSERT ON shops BEGIN
  INSERT INTO counters (name, value) VALUES ('shops', 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('shops:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('shops:' || NEW.review_status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('shops:' || NEW.status || ':' || NEW.review_status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'shops:published', 1 WHERE NEW.status = 'PUBLISHED' AND NEW.owner_blocked = 0 AND NEW.over_plan = 0 ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_shops_status_update AFTER UPDATE OF status ON shops WHEN OLD.status IS NOT NEW.status BEGIN
  INSERT INTO counters (name, value) VALUES ('shops:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('shops:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_shops_review_status_update AFTER UPDATE OF review_status ON shops WHEN OLD.review_status IS NOT NEW.review_status BEGIN
  INSERT INTO counters (name, value) VALUES ('shops:' || OLD.review_status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('shops:' || NEW.review_status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_shops_status_review_status_update AFTER UPDATE OF status, review_status ON shops WHEN OLD.status IS NOT NEW.status OR OLD.review_status IS NOT NEW.review_status BEGIN
  INSERT INTO counters (name, value) VALUES ('shops:' || OLD.status || ':' || OLD.review_status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('shops:' || NEW.status || ':' || NEW.review_status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_shops_published_update AFTER UPDATE OF status, owner_blocked, over_plan ON shops WHEN OLD.status IS NOT NEW.status OR OLD.owner_blocked IS NOT NEW.owner_blocked OR OLD.over_plan IS NOT NEW.over_plan BEGIN
  INSERT INTO counters (name, value) SELECT 'shops:published', -1 WHERE OLD.status = 'PUBLISHED' AND OLD.owner_blocked = 0 AND OLD.over_plan = 0 ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'shops:published', 1 WHERE NEW.status = 'PUBLISHED' AND NEW.owner_blocked = 0 AND NEW.over_plan = 0 ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_shops_delete AFTER DELETE ON shops BEGIN
  INSERT INTO counters (name, value) VALUES ('shops', -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('shops:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('shops:' || OLD.review_status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('shops:' || OLD.status || ':' || OLD.review_status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'shops:published', -1 WHERE OLD.status = 'PUBLISHED' AND OLD.owner_blocked = 0 AND OLD.over_plan = 0 ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_products_insert AFTER INSERT ON products BEGIN
  INSERT INTO counters (name, value) SELECT 'products:visible', 1 WHERE NEW.visible = 1 ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:visible:category:' || NEW.category_id, 1 WHERE NEW.visible = 1 ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:visible:subcategory:' || NEW.subcategory_id, 1 WHERE NEW.visible = 1 ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:visible:shop:' || NEW.shop_id, 1 WHERE NEW.visible = 1 ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:shop:' || NEW.shop_id, 1 WHERE NEW.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:shop:' || NEW.shop_id || ':' || NEW.status, 1 WHERE NEW.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:shop:' || NEW.shop_id || ':' || NEW.moderation_status, 1 WHERE NEW.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:shop:' || NEW.shop_id || ':' || NEW.status || ':' || NEW.moderation_status, 1 WHERE NEW.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:all', 1 WHERE NEW.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:all:' || NEW.status, 1 WHERE NEW.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:all:' || NEW.moderation_status, 1 WHERE NEW.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:all:' || NEW.status || ':' || NEW.moderation_status, 1 WHERE NEW.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_products_visible_update AFTER UPDATE OF visible ON products WHEN OLD.visible IS NOT NEW.visible BEGIN
  INSERT INTO counters (name, value) SELECT 'products:visible', -1 WHERE OLD.visible = 1 ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:visible', 1 WHERE NEW.visible = 1 ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_products_visible_category_update AFTER UPDATE OF category_id, visible ON products WHEN OLD.category_id IS NOT NEW.category_id OR OLD.visible IS NOT NEW.visible BEGIN
  INSERT INTO counters (name, value) SELECT 'products:visible:category:' || OLD.category_id, -1 WHERE OLD.visible = 1 ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:visible:category:' || NEW.category_id, 1 WHERE NEW.visible = 1 ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_products_visible_subcategory_update AFTER UPDATE OF subcategory_id, visible ON products WHEN OLD.subcategory_id IS NOT NEW.subcategory_id OR OLD.visible IS NOT NEW.visible BEGIN
  INSERT INTO counters (name, value) SELECT 'products:visible:subcategory:' || OLD.subcategory_id, -1 WHERE OLD.visible = 1 ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:visible:subcategory:' || NEW.subcategory_id, 1 WHERE NEW.visible = 1 ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_products_visible_shop_update AFTER UPDATE OF shop_id, visible ON products WHEN OLD.shop_id IS NOT NEW.shop_id OR OLD.visible IS NOT NEW.visible BEGIN
  INSERT INTO counters (name, value) SELECT 'products:visible:shop:' || OLD.shop_id, -1 WHERE OLD.visible = 1 ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:visible:shop:' || NEW.shop_id, 1 WHERE NEW.visible = 1 ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_products_shop_update AFTER UPDATE OF shop_id, deleted_at ON products WHEN OLD.shop_id IS NOT NEW.shop_id OR OLD.deleted_at IS NOT NEW.deleted_at BEGIN
  INSERT INTO counters (name, value) SELECT 'products:shop:' || OLD.shop_id, -1 WHERE OLD.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:shop:' || NEW.shop_id, 1 WHERE NEW.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_products_shop_status_update AFTER UPDATE OF shop_id, status, deleted_at ON products WHEN OLD.shop_id IS NOT NEW.shop_id OR OLD.status IS NOT NEW.status OR OLD.deleted_at IS NOT NEW.deleted_at BEGIN
  INSERT INTO counters (name, value) SELECT 'products:shop:' || OLD.shop_id || ':' || OLD.status, -1 WHERE OLD.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:shop:' || NEW.shop_id || ':' || NEW.status, 1 WHERE NEW.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_products_shop_moderation_status_update AFTER UPDATE OF shop_id, moderation_status, deleted_at ON products WHEN OLD.shop_id IS NOT NEW.shop_id OR OLD.moderation_status IS NOT NEW.moderation_status OR OLD.deleted_at IS NOT NEW.deleted_at BEGIN
  INSERT INTO counters (name, value) SELECT 'products:shop:' || OLD.shop_id || ':' || OLD.moderation_status, -1 WHERE OLD.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:shop:' || NEW.shop_id || ':' || NEW.moderation_status, 1 WHERE NEW.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_products_shop_status_moderation_status_update AFTER UPDATE OF shop_id, status, moderation_status, deleted_at ON products WHEN OLD.shop_id IS NOT NEW.shop_id OR OLD.status IS NOT NEW.status OR OLD.moderation_status IS NOT NEW.moderation_status OR OLD.deleted_at IS NOT NEW.deleted_at BEGIN
  INSERT INTO counters (name, value) SELECT 'products:shop:' || OLD.shop_id || ':' || OLD.status || ':' || OLD.moderation_status, -1 WHERE OLD.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:shop:' || NEW.shop_id || ':' || NEW.status || ':' || NEW.moderation_status, 1 WHERE NEW.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_products_all_update AFTER UPDATE OF deleted_at ON products WHEN OLD.deleted_at IS NOT NEW.deleted_at BEGIN
  INSERT INTO counters (name, value) SELECT 'products:all', -1 WHERE OLD.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:all', 1 WHERE NEW.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_products_all_status_update AFTER UPDATE OF status, deleted_at ON products WHEN OLD.status IS NOT NEW.status OR OLD.deleted_at IS NOT NEW.deleted_at BEGIN
  INSERT INTO counters (name, value) SELECT 'products:all:' || OLD.status, -1 WHERE OLD.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:all:' || NEW.status, 1 WHERE NEW.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_products_all_moderation_status_update AFTER UPDATE OF moderation_status, deleted_at ON products WHEN OLD.moderation_status IS NOT NEW.moderation_status OR OLD.deleted_at IS NOT NEW.deleted_at BEGIN
  INSERT INTO counters (name, value) SELECT 'products:all:' || OLD.moderation_status, -1 WHERE OLD.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:all:' || NEW.moderation_status, 1 WHERE NEW.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_products_all_status_moderation_status_update AFTER UPDATE OF status, moderation_status, deleted_at ON products WHEN OLD.status IS NOT NEW.status OR OLD.moderation_status IS NOT NEW.moderation_status OR OLD.deleted_at IS NOT NEW.deleted_at BEGIN
  INSERT INTO counters (name, value) SELECT 'products:all:' || OLD.status || ':' || OLD.moderation_status, -1 WHERE OLD.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:all:' || NEW.status || ':' || NEW.moderation_status, 1 WHERE NEW.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_products_delete AFTER DELETE ON products BEGIN
  INSERT INTO counters (name, value) SELECT 'products:visible', -1 WHERE OLD.visible = 1 ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:visible:category:' || OLD.category_id, -1 WHERE OLD.visible = 1 ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:visible:subcategory:' || OLD.subcategory_id, -1 WHERE OLD.visible = 1 ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:visible:shop:' || OLD.shop_id, -1 WHERE OLD.visible = 1 ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:shop:' || OLD.shop_id, -1 WHERE OLD.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:shop:' || OLD.shop_id || ':' || OLD.status, -1 WHERE OLD.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:shop:' || OLD.shop_id || ':' || OLD.moderation_status, -1 WHERE OLD.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:shop:' || OLD.shop_id || ':' || OLD.status || ':' || OLD.moderation_status, -1 WHERE OLD.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:all', -1 WHERE OLD.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:all:' || OLD.status, -1 WHERE OLD.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:all:' || OLD.moderation_status, -1 WHERE OLD.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:all:' || OLD.status || ':' || OLD.moderation_status, -1 WHERE OLD.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_variants_insert AFTER INSERT ON variants BEGIN
  INSERT INTO counters (name, value) SELECT 'variants:shop:' || NEW.stock_shop_id, 1 WHERE NEW.stock_shop_id IS NOT NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_variants_shop_update AFTER UPDATE OF stock_shop_id ON variants WHEN OLD.stock_shop_id IS NOT NEW.stock_shop_id BEGIN
  INSERT INTO counters (name, value) SELECT 'variants:shop:' || OLD.stock_shop_id, -1 WHERE OLD.stock_shop_id IS NOT NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'variants:shop:' || NEW.stock_shop_id, 1 WHERE NEW.stock_shop_id IS NOT NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_variants_delete AFTER DELETE ON variants BEGIN
  INSERT INTO counters (name, value) SELECT 'variants:shop:' || OLD.stock_shop_id, -1 WHERE OLD.stock_shop_id IS NOT NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_incidents_insert AFTER INSERT ON incidents BEGIN
  INSERT INTO counters (name, value) VALUES ('incidents', 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('incidents:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('incidents:' || NEW.severity, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('incidents:' || NEW.status || ':' || NEW.severity, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_incidents_status_update AFTER UPDATE OF status ON incidents WHEN OLD.status IS NOT NEW.status BEGIN
  INSERT INTO counters (name, value) VALUES ('incidents:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('incidents:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_incidents_severity_update AFTER UPDATE OF severity ON incidents WHEN OLD.severity IS NOT NEW.severity BEGIN
  INSERT INTO counters (name, value) VALUES ('incidents:' || OLD.severity, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('incidents:' || NEW.severity, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_incidents_status_severity_update AFTER UPDATE OF status, severity ON incidents WHEN OLD.status IS NOT NEW.status OR OLD.severity IS NOT NEW.severity BEGIN
  INSERT INTO counters (name, value) VALUES ('incidents:' || OLD.status || ':' || OLD.severity, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('incidents:' || NEW.status || ':' || NEW.severity, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_incidents_delete AFTER DELETE ON incidents BEGIN
  INSERT INTO counters (name, value) VALUES ('incidents', -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('incidents:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('incidents:' || OLD.severity, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('incidents:' || OLD.status || ':' || OLD.severity, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_incident_parties_insert AFTER INSERT ON incident_parties BEGIN
  INSERT INTO counters (name, value) VALUES ('incidents:person:' || NEW.user_id, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_incidents_person_update AFTER UPDATE OF user_id ON incident_parties WHEN OLD.user_id IS NOT NEW.user_id BEGIN
  INSERT INTO counters (name, value) VALUES ('incidents:person:' || OLD.user_id, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('incidents:person:' || NEW.user_id, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_incident_parties_delete AFTER DELETE ON incident_parties BEGIN
  INSERT INTO counters (name, value) VALUES ('incidents:person:' || OLD.user_id, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_tickets_insert AFTER INSERT ON tickets BEGIN
  INSERT INTO counters (name, value) VALUES ('tickets', 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('tickets:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'tickets:' || NEW.assignee_id, 1 WHERE NEW.assignee_id IS NOT NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'tickets:' || NEW.status || ':' || NEW.assignee_id, 1 WHERE NEW.assignee_id IS NOT NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('tickets:person:' || NEW.owner_id, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_tickets_status_update AFTER UPDATE OF status ON tickets WHEN OLD.status IS NOT NEW.status BEGIN
  INSERT INTO counters (name, value) VALUES ('tickets:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('tickets:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_tickets_assignee_id_update AFTER UPDATE OF assignee_id ON tickets WHEN OLD.assignee_id IS NOT NEW.assignee_id BEGIN
  INSERT INTO counters (name, value) SELECT 'tickets:' || OLD.assignee_id, -1 WHERE OLD.assignee_id IS NOT NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'tickets:' || NEW.assignee_id, 1 WHERE NEW.assignee_id IS NOT NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_tickets_status_assignee_id_update AFTER UPDATE OF status, assignee_id ON tickets WHEN OLD.status IS NOT NEW.status OR OLD.assignee_id IS NOT NEW.assignee_id BEGIN
  INSERT INTO counters (name, value) SELECT 'tickets:' || OLD.status || ':' || OLD.assignee_id, -1 WHERE OLD.assignee_id IS NOT NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'tickets:' || NEW.status || ':' || NEW.assignee_id, 1 WHERE NEW.assignee_id IS NOT NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_tickets_person_update AFTER UPDATE OF owner_id ON tickets WHEN OLD.owner_id IS NOT NEW.owner_id BEGIN
  INSERT INTO counters (name, value) VALUES ('tickets:person:' || OLD.owner_id, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('tickets:person:' || NEW.owner_id, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_tickets_delete AFTER DELETE ON tickets BEGIN
  INSERT INTO counters (name, value) VALUES ('tickets', -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('tickets:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'tickets:' || OLD.assignee_id, -1 WHERE OLD.assignee_id IS NOT NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'tickets:' || OLD.status || ':' || OLD.assignee_id, -1 WHERE OLD.assignee_id IS NOT NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('tickets:person:' || OLD.owner_id, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_reports_insert AFTER INSERT ON reports BEGIN
  INSERT INTO counters (name, value) VALUES ('reports', 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('reports:' || NEW.type, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('reports:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('reports:' || NEW.type || ':' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_reports_type_update AFTER UPDATE OF type ON reports WHEN OLD.type IS NOT NEW.type BEGIN
  INSERT INTO counters (name, value) VALUES ('reports:' || OLD.type, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('reports:' || NEW.type, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_reports_status_update AFTER UPDATE OF status ON reports WHEN OLD.status IS NOT NEW.status BEGIN
  INSERT INTO counters (name, value) VALUES ('reports:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('reports:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_reports_type_status_update AFTER UPDATE OF type, status ON reports WHEN OLD.type IS NOT NEW.type OR OLD.status IS NOT NEW.status BEGIN
  INSERT INTO counters (name, value) VALUES ('reports:' || OLD.type || ':' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('reports:' || NEW.type || ':' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_reports_delete AFTER DELETE ON reports BEGIN
  INSERT INTO counters (name, value) VALUES ('reports', -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('reports:' || OLD.type, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('reports:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('reports:' || OLD.type || ':' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_subscriptions_insert AFTER INSERT ON subscriptions BEGIN
  INSERT INTO counters (name, value) VALUES ('subscriptions', 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('subscriptions:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('subscriptions:plan:' || NEW.plan_id, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('subscriptions:plan:' || NEW.plan_id || ':' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_subscriptions_status_update AFTER UPDATE OF status ON subscriptions WHEN OLD.status IS NOT NEW.status BEGIN
  INSERT INTO counters (name, value) VALUES ('subscriptions:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('subscriptions:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_subscriptions_plan_update AFTER UPDATE OF plan_id ON subscriptions WHEN OLD.plan_id IS NOT NEW.plan_id BEGIN
  INSERT INTO counters (name, value) VALUES ('subscriptions:plan:' || OLD.plan_id, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('subscriptions:plan:' || NEW.plan_id, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_subscriptions_plan_status_update AFTER UPDATE OF plan_id, status ON subscriptions WHEN OLD.plan_id IS NOT NEW.plan_id OR OLD.status IS NOT NEW.status BEGIN
  INSERT INTO counters (name, value) VALUES ('subscriptions:plan:' || OLD.plan_id || ':' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('subscriptions:plan:' || NEW.plan_id || ':' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_subscriptions_delete AFTER DELETE ON subscriptions BEGIN
  INSERT INTO counters (name, value) VALUES ('subscriptions', -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('subscriptions:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('subscriptions:plan:' || OLD.plan_id, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('subscriptions:plan:' || OLD.plan_id || ':' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_subscription_payments_insert AFTER INSERT ON subscription_payments BEGIN
  INSERT INTO counters (name, value) VALUES ('subscription_payments:' || NEW.seller_profile_id, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_subscription_payments_update AFTER UPDATE OF seller_profile_id ON subscription_payments WHEN OLD.seller_profile_id IS NOT NEW.seller_profile_id BEGIN
  INSERT INTO counters (name, value) VALUES ('subscription_payments:' || OLD.seller_profile_id, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('subscription_payments:' || NEW.seller_profile_id, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_subscription_payments_delete AFTER DELETE ON subscription_payments BEGIN
  INSERT INTO counters (name, value) VALUES ('subscription_payments:' || OLD.seller_profile_id, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_invoices_insert AFTER INSERT ON invoices BEGIN
  INSERT INTO counters (name, value) VALUES ('invoices', 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('invoices:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('invoices:seller:' || NEW.seller_profile_id, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('invoices:seller:' || NEW.seller_profile_id || ':' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_invoices_status_update AFTER UPDATE OF status ON invoices WHEN OLD.status IS NOT NEW.status BEGIN
  INSERT INTO counters (name, value) VALUES ('invoices:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('invoices:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_invoices_seller_update AFTER UPDATE OF seller_profile_id ON invoices WHEN OLD.seller_profile_id IS NOT NEW.seller_profile_id BEGIN
  INSERT INTO counters (name, value) VALUES ('invoices:seller:' || OLD.seller_profile_id, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('invoices:seller:' || NEW.seller_profile_id, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_invoices_seller_status_update AFTER UPDATE OF seller_profile_id, status ON invoices WHEN OLD.seller_profile_id IS NOT NEW.seller_profile_id OR OLD.status IS NOT NEW.status BEGIN
  INSERT INTO counters (name, value) VALUES ('invoices:seller:' || OLD.seller_profile_id || ':' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('invoices:seller:' || NEW.seller_profile_id || ':' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_invoices_delete AFTER DELETE ON invoices BEGIN
  INSERT INTO counters (name, value) VALUES ('invoices', -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('invoices:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('invoices:seller:' || OLD.seller_profile_id, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('invoices:seller:' || OLD.seller_profile_id || ':' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_orders_insert AFTER INSERT ON orders BEGIN
  INSERT INTO counters (name, value) VALUES ('orders:buyer:' || NEW.buyer_id, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('orders:buyer:' || NEW.buyer_id || ':' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('orders:seller:' || NEW.seller_profile_id, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('orders:seller:' || NEW.seller_profile_id || ':' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_orders_buyer_update AFTER UPDATE OF buyer_id ON orders WHEN OLD.buyer_id IS NOT NEW.buyer_id BEGIN
  INSERT INTO counters (name, value) VALUES ('orders:buyer:' || OLD.buyer_id, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('orders:buyer:' || NEW.buyer_id, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_orders_buyer_status_update AFTER UPDATE OF buyer_id, status ON orders WHEN OLD.buyer_id IS NOT NEW.buyer_id OR OLD.status IS NOT NEW.status BEGIN
  INSERT INTO counters (name, value) VALUES ('orders:buyer:' || OLD.buyer_id || ':' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('orders:buyer:' || NEW.buyer_id || ':' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_orders_seller_update AFTER UPDATE OF seller_profile_id ON orders WHEN OLD.seller_profile_id IS NOT NEW.seller_profile_id BEGIN
  INSERT INTO counters (name, value) VALUES ('orders:seller:' || OLD.seller_profile_id, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('orders:seller:' || NEW.seller_profile_id, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_orders_seller_status_update AFTER UPDATE OF seller_profile_id, status ON orders WHEN OLD.seller_profile_id IS NOT NEW.seller_profile_id OR OLD.status IS NOT NEW.status BEGIN
  INSERT INTO counters (name, value) VALUES ('orders:seller:' || OLD.seller_profile_id || ':' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('orders:seller:' || NEW.seller_profile_id || ':' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_orders_delete AFTER DELETE ON orders BEGIN
  INSERT INTO counters (name, value) VALUES ('orders:buyer:' || OLD.buyer_id, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('orders:buyer:' || OLD.buyer_id || ':' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('orders:seller:' || OLD.seller_profile_id, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('orders:seller:' || OLD.seller_profile_id || ':' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_conversations_insert AFTER INSERT ON conversations BEGIN
  INSERT INTO counters (name, value, sealed) SELECT 'conversations:' || NEW.shown_to, iif(EXISTS (SELECT 1 FROM sealing), 0, 1), iif(EXISTS (SELECT 1 FROM sealing), -1, 0) WHERE NEW.shown_to IS NOT NULL
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value, sealed = sealed + excluded.sealed;
END;
--> statement-breakpoint
CREATE TRIGGER count_conversations_update AFTER UPDATE OF shown_to ON conversations WHEN OLD.shown_to IS NOT NEW.shown_to BEGIN
  INSERT INTO counters (name, value, sealed) SELECT 'conversations:' || OLD.shown_to, iif(EXISTS (SELECT 1 FROM sealing), 0, -1), iif(EXISTS (SELECT 1 FROM sealing), 1, 0) WHERE OLD.shown_to IS NOT NULL
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value, sealed = sealed + excluded.sealed;
  INSERT INTO counters (name, value, sealed) SELECT 'conversations:' || NEW.shown_to, iif(EXISTS (SELECT 1 FROM sealing), 0, 1), iif(EXISTS (SELECT 1 FROM sealing), -1, 0) WHERE NEW.shown_to IS NOT NULL
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value, sealed = sealed + excluded.sealed;
END;
--> statement-breakpoint
CREATE TRIGGER count_conversations_delete AFTER DELETE ON conversations BEGIN
  INSERT INTO counters (name, value, sealed) SELECT 'conversations:' || OLD.shown_to, iif(EXISTS (SELECT 1 FROM sealing), 0, -1), iif(EXISTS (SELECT 1 FROM sealing), 1, 0) WHERE OLD.shown_to IS NOT NULL
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value, sealed = sealed + excluded.sealed;
END;
--> statement-breakpoint
CREATE TRIGGER count_kyc_insert AFTER INSERT ON kyc BEGIN
  INSERT INTO counters (name, value) VALUES ('kyc', 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('kyc:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_kyc_status_update AFTER UPDATE OF status ON kyc WHEN OLD.status IS NOT NEW.status BEGIN
  INSERT INTO counters (name, value) VALUES ('kyc:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('kyc:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_kyc_delete AFTER DELETE ON kyc BEGIN
  INSERT INTO counters (name, value) VALUES ('kyc', -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('kyc:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_riders_insert AFTER INSERT ON riders BEGIN
  INSERT INTO counters (name, value) VALUES ('riders', 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('riders:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_riders_status_update AFTER UPDATE OF status ON riders WHEN OLD.status IS NOT NEW.status BEGIN
  INSERT INTO counters (name, value) VALUES ('riders:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('riders:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_riders_delete AFTER DELETE ON riders BEGIN
  INSERT INTO counters (name, value) VALUES ('riders', -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('riders:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_deliveries_insert AFTER INSERT ON deliveries BEGIN
  INSERT INTO counters (name, value, sealed) SELECT 'deliveries:rider:' || NEW.rider_id, iif(EXISTS (SELECT 1 FROM sealing), 0, 1), iif(EXISTS (SELECT 1 FROM sealing), -1, 0) WHERE NEW.rider_id IS NOT NULL
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value, sealed = sealed + excluded.sealed;
  INSERT INTO counters (name, value, sealed) SELECT 'deliveries:rider:' || NEW.rider_id || ':' || NEW.status, iif(EXISTS (SELECT 1 FROM sealing), 0, 1), iif(EXISTS (SELECT 1 FROM sealing), -1, 0) WHERE NEW.rider_id IS NOT NULL
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value, sealed = sealed + excluded.sealed;
END;
--> statement-breakpoint
CREATE TRIGGER count_deliveries_rider_update AFTER UPDATE OF rider_id ON deliveries WHEN OLD.rider_id IS NOT NEW.rider_id BEGIN
  INSERT INTO counters (name, value, sealed) SELECT 'deliveries:rider:' || OLD.rider_id, iif(EXISTS (SELECT 1 FROM sealing), 0, -1), iif(EXISTS (SELECT 1 FROM sealing), 1, 0) WHERE OLD.rider_id IS NOT NULL
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value, sealed = sealed + excluded.sealed;
  INSERT INTO counters (name, value, sealed) SELECT 'deliveries:rider:' || NEW.rider_id, iif(EXISTS (SELECT 1 FROM sealing), 0, 1), iif(EXISTS (SELECT 1 FROM sealing), -1, 0) WHERE NEW.rider_id IS NOT NULL
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value, sealed = sealed + excluded.sealed;
END;
--> statement-breakpoint
CREATE TRIGGER count_deliveries_rider_status_update AFTER UPDATE OF rider_id, status ON deliveries WHEN OLD.rider_id IS NOT NEW.rider_id OR OLD.status IS NOT NEW.status BEGIN
  INSERT INTO counters (name, value, sealed) SELECT 'deliveries:rider:' || OLD.rider_id || ':' || OLD.status, iif(EXISTS (SELECT 1 FROM sealing), 0, -1), iif(EXISTS (SELECT 1 FROM sealing), 1, 0) WHERE OLD.rider_id IS NOT NULL
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value, sealed = sealed + excluded.sealed;
  INSERT INTO counters (name, value, sealed) SELECT 'deliveries:rider:' || NEW.rider_id || ':' || NEW.status, iif(EXISTS (SELECT 1 FROM sealing), 0, 1), iif(EXISTS (SELECT 1 FROM sealing), -1, 0) WHERE NEW.rider_id IS NOT NULL
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value, sealed = sealed + excluded.sealed;
END;
--> statement-breakpoint
CREATE TRIGGER count_deliveries_delete AFTER DELETE ON deliveries BEGIN
  INSERT INTO counters (name, value, sealed) SELECT 'deliveries:rider:' || OLD.rider_id, iif(EXISTS (SELECT 1 FROM sealing), 0, -1), iif(EXISTS (SELECT 1 FROM sealing), 1, 0) WHERE OLD.rider_id IS NOT NULL
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value, sealed = sealed + excluded.sealed;
  INSERT INTO counters (name, value, sealed) SELECT 'deliveries:rider:' || OLD.rider_id || ':' || OLD.status, iif(EXISTS (SELECT 1 FROM sealing), 0, -1), iif(EXISTS (SELECT 1 FROM sealing), 1, 0) WHERE OLD.rider_id IS NOT NULL
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value, sealed = sealed + excluded.sealed;
END;
--> statement-breakpoint
CREATE TRIGGER count_refunds_insert AFTER INSERT ON refunds BEGIN
  INSERT INTO counters (name, value) VALUES ('refunds', 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('refunds:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_refunds_status_update AFTER UPDATE OF status ON refunds WHEN OLD.status IS NOT NEW.status BEGIN
  INSERT INTO counters (name, value) VALUES ('refunds:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('refunds:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_refunds_delete AFTER DELETE ON refunds BEGIN
  INSERT INTO counters (name, value) VALUES ('refunds', -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('refunds:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_reviews_insert AFTER INSERT ON reviews BEGIN
  INSERT INTO counters (name, value) VALUES ('reviews', 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('reviews:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('reviews:author:' || NEW.author_id, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_reviews_status_update AFTER UPDATE OF status ON reviews WHEN OLD.status IS NOT NEW.status BEGIN
  INSERT INTO counters (name, value) VALUES ('reviews:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('reviews:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_reviews_author_update AFTER UPDATE OF author_id ON reviews WHEN OLD.author_id IS NOT NEW.author_id BEGIN
  INSERT INTO counters (name, value) VALUES ('reviews:author:' || OLD.author_id, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('reviews:author:' || NEW.author_id, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_reviews_delete AFTER DELETE ON reviews BEGIN
  INSERT INTO counters (name, value) VALUES ('reviews', -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('reviews:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('reviews:author:' || OLD.author_id, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_expenses_insert AFTER INSERT ON expenses BEGIN
  INSERT INTO counters (name, value) VALUES ('expenses', 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('expenses:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_expenses_status_update AFTER UPDATE OF status ON expenses WHEN OLD.status IS NOT NEW.status BEGIN
  INSERT INTO counters (name, value) VALUES ('expenses:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('expenses:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_expenses_delete AFTER DELETE ON expenses BEGIN
  INSERT INTO counters (name, value) VALUES ('expenses', -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('expenses:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_bookings_insert AFTER INSERT ON bookings BEGIN
  INSERT INTO counters (name, value) VALUES ('bookings', 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('bookings:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('bookings:' || NEW.kind, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('bookings:' || NEW.status || ':' || NEW.kind, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_bookings_status_update AFTER UPDATE OF status ON bookings WHEN OLD.status IS NOT NEW.status BEGIN
  INSERT INTO counters (name, value) VALUES ('bookings:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('bookings:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_bookings_kind_update AFTER UPDATE OF kind ON bookings WHEN OLD.kind IS NOT NEW.kind BEGIN
  INSERT INTO counters (name, value) VALUES ('bookings:' || OLD.kind, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('bookings:' || NEW.kind, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_bookings_status_kind_update AFTER UPDATE OF status, kind ON bookings WHEN OLD.status IS NOT NEW.status OR OLD.kind IS NOT NEW.kind BEGIN
  INSERT INTO counters (name, value) VALUES ('bookings:' || OLD.status || ':' || OLD.kind, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('bookings:' || NEW.status || ':' || NEW.kind, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_bookings_delete AFTER DELETE ON bookings BEGIN
  INSERT INTO counters (name, value) VALUES ('bookings', -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('bookings:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('bookings:' || OLD.kind, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('bookings:' || OLD.status || ':' || OLD.kind, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_payouts_insert AFTER INSERT ON payouts BEGIN
  INSERT INTO counters (name, value) SELECT 'payouts', 1 WHERE NEW.owner_id IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'payouts:' || NEW.status, 1 WHERE NEW.owner_id IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'payouts:owner:' || NEW.owner_id, 1 WHERE NEW.owner_id IS NOT NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_payouts_update AFTER UPDATE OF owner_id ON payouts WHEN OLD.owner_id IS NOT NEW.owner_id BEGIN
  INSERT INTO counters (name, value) SELECT 'payouts', -1 WHERE OLD.owner_id IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'payouts', 1 WHERE NEW.owner_id IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_payouts_status_update AFTER UPDATE OF status, owner_id ON payouts WHEN OLD.status IS NOT NEW.status OR OLD.owner_id IS NOT NEW.owner_id BEGIN
  INSERT INTO counters (name, value) SELECT 'payouts:' || OLD.status, -1 WHERE OLD.owner_id IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'payouts:' || NEW.status, 1 WHERE NEW.owner_id IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_payouts_owner_update AFTER UPDATE OF owner_id ON payouts WHEN OLD.owner_id IS NOT NEW.owner_id BEGIN
  INSERT INTO counters (name, value) SELECT 'payouts:owner:' || OLD.owner_id, -1 WHERE OLD.owner_id IS NOT NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'payouts:owner:' || NEW.owner_id, 1 WHERE NEW.owner_id IS NOT NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_payouts_delete AFTER DELETE ON payouts BEGIN
  INSERT INTO counters (name, value) SELECT 'payouts', -1 WHERE OLD.owner_id IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'payouts:' || OLD.status, -1 WHERE OLD.owner_id IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'payouts:owner:' || OLD.owner_id, -1 WHERE OLD.owner_id IS NOT NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_accounts_insert AFTER INSERT ON accounts BEGIN
  INSERT INTO counters (name, value, sealed) SELECT 'accounts', iif(EXISTS (SELECT 1 FROM sealing), 0, 1), iif(EXISTS (SELECT 1 FROM sealing), -1, 0) WHERE true
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value, sealed = sealed + excluded.sealed;
  INSERT INTO counters (name, value, sealed) SELECT 'accounts:' || NEW.currency, iif(EXISTS (SELECT 1 FROM sealing), 0, 1), iif(EXISTS (SELECT 1 FROM sealing), -1, 0) WHERE true
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value, sealed = sealed + excluded.sealed;
END;
--> statement-breakpoint
CREATE TRIGGER count_accounts_currency_update AFTER UPDATE OF currency ON accounts WHEN OLD.currency IS NOT NEW.currency BEGIN
  INSERT INTO counters (name, value, sealed) SELECT 'accounts:' || OLD.currency, iif(EXISTS (SELECT 1 FROM sealing), 0, -1), iif(EXISTS (SELECT 1 FROM sealing), 1, 0) WHERE true
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value, sealed = sealed + excluded.sealed;
  INSERT INTO counters (name, value, sealed) SELECT 'accounts:' || NEW.currency, iif(EXISTS (SELECT 1 FROM sealing), 0, 1), iif(EXISTS (SELECT 1 FROM sealing), -1, 0) WHERE true
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value, sealed = sealed + excluded.sealed;
END;
--> statement-breakpoint
CREATE TRIGGER count_accounts_delete AFTER DELETE ON accounts BEGIN
  INSERT INTO counters (name, value, sealed) SELECT 'accounts', iif(EXISTS (SELECT 1 FROM sealing), 0, -1), iif(EXISTS (SELECT 1 FROM sealing), 1, 0) WHERE true
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value, sealed = sealed + excluded.sealed;
  INSERT INTO counters (name, value, sealed) SELECT 'accounts:' || OLD.currency, iif(EXISTS (SELECT 1 FROM sealing), 0, -1), iif(EXISTS (SELECT 1 FROM sealing), 1, 0) WHERE true
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value, sealed = sealed + excluded.sealed;
END;
--> statement-breakpoint
CREATE TRIGGER count_audit_insert AFTER INSERT ON audit BEGIN
  INSERT INTO counters (name, value) VALUES ('audit', 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_audit_delete AFTER DELETE ON audit BEGIN
  INSERT INTO counters (name, value) VALUES ('audit', -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_posts_insert AFTER INSERT ON posts BEGIN
  INSERT INTO counters (name, value) VALUES ('posts', 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('posts:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('posts:' || NEW.locale, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('posts:' || NEW.status || ':' || NEW.locale, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_posts_status_update AFTER UPDATE OF status ON posts WHEN OLD.status IS NOT NEW.status BEGIN
  INSERT INTO counters (name, value) VALUES ('posts:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('posts:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_posts_locale_update AFTER UPDATE OF locale ON posts WHEN OLD.locale IS NOT NEW.locale BEGIN
  INSERT INTO counters (name, value) VALUES ('posts:' || OLD.locale, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('posts:' || NEW.locale, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_posts_status_locale_update AFTER UPDATE OF status, locale ON posts WHEN OLD.status IS NOT NEW.status OR OLD.locale IS NOT NEW.locale BEGIN
  INSERT INTO counters (name, value) VALUES ('posts:' || OLD.status || ':' || OLD.locale, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('posts:' || NEW.status || ':' || NEW.locale, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_posts_delete AFTER DELETE ON posts BEGIN
  INSERT INTO counters (name, value) VALUES ('posts', -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('posts:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('posts:' || OLD.locale, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('posts:' || OLD.status || ':' || OLD.locale, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_wallet_entries_insert AFTER INSERT ON wallet_entries BEGIN
  INSERT INTO counters (name, value, sealed) SELECT 'wallet_entries:' || NEW.owner_id, iif(EXISTS (SELECT 1 FROM sealing), 0, 1), iif(EXISTS (SELECT 1 FROM sealing), -1, 0) WHERE true
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value, sealed = sealed + excluded.sealed;
  INSERT INTO counters (name, value, sealed) SELECT 'wallet_entries:' || NEW.owner_id || ':' || NEW.currency, iif(EXISTS (SELECT 1 FROM sealing), 0, 1), iif(EXISTS (SELECT 1 FROM sealing), -1, 0) WHERE true
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value, sealed = sealed + excluded.sealed;
  INSERT INTO counters (name, value, sealed) SELECT 'wallet_entries:' || NEW.owner_id || ':' || NEW.type, iif(EXISTS (SELECT 1 FROM sealing), 0, 1), iif(EXISTS (SELECT 1 FROM sealing), -1, 0) WHERE true
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value, sealed = sealed + excluded.sealed;
  INSERT INTO counters (name, value, sealed) SELECT 'wallet_entries:' || NEW.owner_id || ':' || NEW.currency || ':' || NEW.type, iif(EXISTS (SELECT 1 FROM sealing), 0, 1), iif(EXISTS (SELECT 1 FROM sealing), -1, 0) WHERE true
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value, sealed = sealed + excluded.sealed;
END;
--> statement-breakpoint
CREATE TRIGGER count_wallet_entries_update AFTER UPDATE OF owner_id ON wallet_entries WHEN OLD.owner_id IS NOT NEW.owner_id BEGIN
  INSERT INTO counters (name, value, sealed) SELECT 'wallet_entries:' || OLD.owner_id, iif(EXISTS (SELECT 1 FROM sealing), 0, -1), iif(EXISTS (SELECT 1 FROM sealing), 1, 0) WHERE true
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value, sealed = sealed + excluded.sealed;
  INSERT INTO counters (name, value, sealed) SELECT 'wallet_entries:' || NEW.owner_id, iif(EXISTS (SELECT 1 FROM sealing), 0, 1), iif(EXISTS (SELECT 1 FROM sealing), -1, 0) WHERE true
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value, sealed = sealed + excluded.sealed;
END;
--> statement-breakpoint
CREATE TRIGGER count_wallet_entries_currency_update AFTER UPDATE OF owner_id, currency ON wallet_entries WHEN OLD.owner_id IS NOT NEW.owner_id OR OLD.currency IS NOT NEW.currency BEGIN
  INSERT INTO counters (name, value, sealed) SELECT 'wallet_entries:' || OLD.owner_id || ':' || OLD.currency, iif(EXISTS (SELECT 1 FROM sealing), 0, -1), iif(EXISTS (SELECT 1 FROM sealing), 1, 0) WHERE true
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value, sealed = sealed + excluded.sealed;
  INSERT INTO counters (name, value, sealed) SELECT 'wallet_entries:' || NEW.owner_id || ':' || NEW.currency, iif(EXISTS (SELECT 1 FROM sealing), 0, 1), iif(EXISTS (SELECT 1 FROM sealing), -1, 0) WHERE true
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value, sealed = sealed + excluded.sealed;
END;
--> statement-breakpoint
CREATE TRIGGER count_wallet_entries_type_update AFTER UPDATE OF owner_id, type ON wallet_entries WHEN OLD.owner_id IS NOT NEW.owner_id OR OLD.type IS NOT NEW.type BEGIN
  INSERT INTO counters (name, value, sealed) SELECT 'wallet_entries:' || OLD.owner_id || ':' || OLD.type, iif(EXISTS (SELECT 1 FROM sealing), 0, -1), iif(EXISTS (SELECT 1 FROM sealing), 1, 0) WHERE true
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value, sealed = sealed + excluded.sealed;
  INSERT INTO counters (name, value, sealed) SELECT 'wallet_entries:' || NEW.owner_id || ':' || NEW.type, iif(EXISTS (SELECT 1 FROM sealing), 0, 1), iif(EXISTS (SELECT 1 FROM sealing), -1, 0) WHERE true
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value, sealed = sealed + excluded.sealed;
END;
--> statement-breakpoint
CREATE TRIGGER count_wallet_entries_currency_type_update AFTER UPDATE OF owner_id, currency, type ON wallet_entries WHEN OLD.owner_id IS NOT NEW.owner_id OR OLD.currency IS NOT NEW.currency OR OLD.type IS NOT NEW.type BEGIN
  INSERT INTO counters (name, value, sealed) SELECT 'wallet_entries:' || OLD.owner_id || ':' || OLD.currency || ':' || OLD.type, iif(EXISTS (SELECT 1 FROM sealing), 0, -1), iif(EXISTS (SELECT 1 FROM sealing), 1, 0) WHERE true
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value, sealed = sealed + excluded.sealed;
  INSERT INTO counters (name, value, sealed) SELECT 'wallet_entries:' || NEW.owner_id || ':' || NEW.currency || ':' || NEW.type, iif(EXISTS (SELECT 1 FROM sealing), 0, 1), iif(EXISTS (SELECT 1 FROM sealing), -1, 0) WHERE true
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value, sealed = sealed + excluded.sealed;
END;
--> statement-breakpoint
CREATE TRIGGER count_wallet_entries_delete AFTER DELETE ON wallet_entries BEGIN
  INSERT INTO counters (name, value, sealed) SELECT 'wallet_entries:' || OLD.owner_id, iif(EXISTS (SELECT 1 FROM sealing), 0, -1), iif(EXISTS (SELECT 1 FROM sealing), 1, 0) WHERE true
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value, sealed = sealed + excluded.sealed;
  INSERT INTO counters (name, value, sealed) SELECT 'wallet_entries:' || OLD.owner_id || ':' || OLD.currency, iif(EXISTS (SELECT 1 FROM sealing), 0, -1), iif(EXISTS (SELECT 1 FROM sealing), 1, 0) WHERE true
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value, sealed = sealed + excluded.sealed;
  INSERT INTO counters (name, value, sealed) SELECT 'wallet_entries:' || OLD.owner_id || ':' || OLD.type, iif(EXISTS (SELECT 1 FROM sealing), 0, -1), iif(EXISTS (SELECT 1 FROM sealing), 1, 0) WHERE true
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value, sealed = sealed + excluded.sealed;
  INSERT INTO counters (name, value, sealed) SELECT 'wallet_entries:' || OLD.owner_id || ':' || OLD.currency || ':' || OLD.type, iif(EXISTS (SELECT 1 FROM sealing), 0, -1), iif(EXISTS (SELECT 1 FROM sealing), 1, 0) WHERE true
    ON CONFLICT (name) DO UPDATE SET value = value + excluded.value, sealed = sealed + excluded.sealed;
END;
--> statement-breakpoint
CREATE TRIGGER sum_order_days_orders_insert AFTER INSERT ON orders WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO order_days (day, currency, status, orders, amount_minor)
  SELECT day, currency, status, sum(orders), sum(amount_minor) FROM (SELECT date((NEW.created_at) / 1000 + 7200, 'unixepoch') AS day, NEW.currency AS currency, NEW.status AS status, (1) AS orders, (NEW.total_minor) AS amount_minor WHERE 1)
  WHERE true GROUP BY day, currency, status HAVING sum(orders) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (day, currency, status) DO UPDATE SET orders = orders + excluded.orders, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_order_days_orders_update AFTER UPDATE OF created_at, currency, status, total_minor ON orders WHEN ((date((OLD.created_at) / 1000 + 7200, 'unixepoch')) IS NOT (date((NEW.created_at) / 1000 + 7200, 'unixepoch')) OR (OLD.currency) IS NOT (NEW.currency) OR (OLD.status) IS NOT (NEW.status) OR (OLD.total_minor) IS NOT (NEW.total_minor)) AND NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO order_days (day, currency, status, orders, amount_minor)
  SELECT day, currency, status, sum(orders), sum(amount_minor) FROM (SELECT date((OLD.created_at) / 1000 + 7200, 'unixepoch') AS day, OLD.currency AS currency, OLD.status AS status, -(1) AS orders, -(OLD.total_minor) AS amount_minor WHERE 1 UNION ALL SELECT date((NEW.created_at) / 1000 + 7200, 'unixepoch') AS day, NEW.currency AS currency, NEW.status AS status, (1) AS orders, (NEW.total_minor) AS amount_minor WHERE 1)
  WHERE true GROUP BY day, currency, status HAVING sum(orders) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (day, currency, status) DO UPDATE SET orders = orders + excluded.orders, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_order_days_orders_delete AFTER DELETE ON orders WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO order_days (day, currency, status, orders, amount_minor)
  SELECT day, currency, status, sum(orders), sum(amount_minor) FROM (SELECT date((OLD.created_at) / 1000 + 7200, 'unixepoch') AS day, OLD.currency AS currency, OLD.status AS status, -(1) AS orders, -(OLD.total_minor) AS amount_minor WHERE 1)
  WHERE true GROUP BY day, currency, status HAVING sum(orders) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (day, currency, status) DO UPDATE SET orders = orders + excluded.orders, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_order_days_zero AFTER UPDATE ON order_days WHEN NEW.orders = 0 AND NEW.amount_minor = 0 BEGIN
  DELETE FROM order_days WHERE day = NEW.day AND currency = NEW.currency AND status = NEW.status;
END;
--> statement-breakpoint
CREATE TRIGGER sum_sales_days_orders_insert AFTER INSERT ON orders WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO sales_days (day, currency, orders, gross_minor, refunds_minor)
  SELECT day, currency, sum(orders), sum(gross_minor), sum(refunds_minor) FROM (SELECT date((coalesce(NEW.reached_at ->> 'PENDING_SELLER_REVIEW', NEW.created_at)) / 1000 + 7200, 'unixepoch') AS day, NEW.currency AS currency, (1) AS orders, (NEW.total_minor) AS gross_minor, (NEW.refunded_minor) AS refunds_minor WHERE NEW.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND NEW.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED'))
  WHERE true GROUP BY day, currency HAVING sum(orders) <> 0 OR sum(gross_minor) <> 0 OR sum(refunds_minor) <> 0
  ON CONFLICT (day, currency) DO UPDATE SET orders = orders + excluded.orders, gross_minor = gross_minor + excluded.gross_minor, refunds_minor = refunds_minor + excluded.refunds_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_sales_days_orders_update AFTER UPDATE OF payment_status, status, reached_at, created_at, currency, total_minor, refunded_minor ON orders WHEN ((OLD.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND OLD.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED')) IS NOT (NEW.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND NEW.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED')) OR (date((coalesce(OLD.reached_at ->> 'PENDING_SELLER_REVIEW', OLD.created_at)) / 1000 + 7200, 'unixepoch')) IS NOT (date((coalesce(NEW.reached_at ->> 'PENDING_SELLER_REVIEW', NEW.created_at)) / 1000 + 7200, 'unixepoch')) OR (OLD.currency) IS NOT (NEW.currency) OR (OLD.total_minor) IS NOT (NEW.total_minor) OR (OLD.refunded_minor) IS NOT (NEW.refunded_minor)) AND NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO sales_days (day, currency, orders, gross_minor, refunds_minor)
  SELECT day, currency, sum(orders), sum(gross_minor), sum(refunds_minor) FROM (SELECT date((coalesce(OLD.reached_at ->> 'PENDING_SELLER_REVIEW', OLD.created_at)) / 1000 + 7200, 'unixepoch') AS day, OLD.currency AS currency, -(1) AS orders, -(OLD.total_minor) AS gross_minor, -(OLD.refunded_minor) AS refunds_minor WHERE OLD.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND OLD.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED') UNION ALL SELECT date((coalesce(NEW.reached_at ->> 'PENDING_SELLER_REVIEW', NEW.created_at)) / 1000 + 7200, 'unixepoch') AS day, NEW.currency AS currency, (1) AS orders, (NEW.total_minor) AS gross_minor, (NEW.refunded_minor) AS refunds_minor WHERE NEW.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND NEW.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED'))
  WHERE true GROUP BY day, currency HAVING sum(orders) <> 0 OR sum(gross_minor) <> 0 OR sum(refunds_minor) <> 0
  ON CONFLICT (day, currency) DO UPDATE SET orders = orders + excluded.orders, gross_minor = gross_minor + excluded.gross_minor, refunds_minor = refunds_minor + excluded.refunds_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_sales_days_orders_delete AFTER DELETE ON orders WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO sales_days (day, currency, orders, gross_minor, refunds_minor)
  SELECT day, currency, sum(orders), sum(gross_minor), sum(refunds_minor) FROM (SELECT date((coalesce(OLD.reached_at ->> 'PENDING_SELLER_REVIEW', OLD.created_at)) / 1000 + 7200, 'unixepoch') AS day, OLD.currency AS currency, -(1) AS orders, -(OLD.total_minor) AS gross_minor, -(OLD.refunded_minor) AS refunds_minor WHERE OLD.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND OLD.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED'))
  WHERE true GROUP BY day, currency HAVING sum(orders) <> 0 OR sum(gross_minor) <> 0 OR sum(refunds_minor) <> 0
  ON CONFLICT (day, currency) DO UPDATE SET orders = orders + excluded.orders, gross_minor = gross_minor + excluded.gross_minor, refunds_minor = refunds_minor + excluded.refunds_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_sales_days_zero AFTER UPDATE ON sales_days WHEN NEW.orders = 0 AND NEW.gross_minor = 0 AND NEW.refunds_minor = 0 BEGIN
  DELETE FROM sales_days WHERE day = NEW.day AND currency = NEW.currency;
END;
--> statement-breakpoint
CREATE TRIGGER sum_seller_sales_orders_insert AFTER INSERT ON orders WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO seller_sales (span, day, seller_profile_id, currency, orders, amount_minor)
  SELECT span, day, seller_profile_id, currency, sum(orders), sum(amount_minor) FROM (SELECT span.days AS span, date(unixepoch(date((coalesce(NEW.reached_at ->> 'PENDING_SELLER_REVIEW', NEW.created_at)) / 1000 + 7200, 'unixepoch')) / 86400 / span.days * span.days * 86400, 'unixepoch') AS day, NEW.seller_profile_id AS seller_profile_id, NEW.currency AS currency, (1) AS orders, (NEW.subtotal_minor) AS amount_minor FROM (SELECT 1 AS days UNION ALL SELECT 8 UNION ALL SELECT 64) span WHERE NEW.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND NEW.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED'))
  WHERE true GROUP BY span, day, seller_profile_id, currency HAVING sum(orders) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (span, day, seller_profile_id, currency) DO UPDATE SET orders = orders + excluded.orders, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_seller_sales_orders_update AFTER UPDATE OF payment_status, status, reached_at, created_at, seller_profile_id, currency, subtotal_minor ON orders WHEN ((OLD.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND OLD.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED')) IS NOT (NEW.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND NEW.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED')) OR (date((coalesce(OLD.reached_at ->> 'PENDING_SELLER_REVIEW', OLD.created_at)) / 1000 + 7200, 'unixepoch')) IS NOT (date((coalesce(NEW.reached_at ->> 'PENDING_SELLER_REVIEW', NEW.created_at)) / 1000 + 7200, 'unixepoch')) OR (OLD.seller_profile_id) IS NOT (NEW.seller_profile_id) OR (OLD.currency) IS NOT (NEW.currency) OR (OLD.subtotal_minor) IS NOT (NEW.subtotal_minor)) AND NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO seller_sales (span, day, seller_profile_id, currency, orders, amount_minor)
  SELECT span, day, seller_profile_id, currency, sum(orders), sum(amount_minor) FROM (SELECT span.days AS span, date(unixepoch(date((coalesce(OLD.reached_at ->> 'PENDING_SELLER_REVIEW', OLD.created_at)) / 1000 + 7200, 'unixepoch')) / 86400 / span.days * span.days * 86400, 'unixepoch') AS day, OLD.seller_profile_id AS seller_profile_id, OLD.currency AS currency, -(1) AS orders, -(OLD.subtotal_minor) AS amount_minor FROM (SELECT 1 AS days UNION ALL SELECT 8 UNION ALL SELECT 64) span WHERE OLD.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND OLD.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED') UNION ALL SELECT span.days AS span, date(unixepoch(date((coalesce(NEW.reached_at ->> 'PENDING_SELLER_REVIEW', NEW.created_at)) / 1000 + 7200, 'unixepoch')) / 86400 / span.days * span.days * 86400, 'unixepoch') AS day, NEW.seller_profile_id AS seller_profile_id, NEW.currency AS currency, (1) AS orders, (NEW.subtotal_minor) AS amount_minor FROM (SELECT 1 AS days UNION ALL SELECT 8 UNION ALL SELECT 64) span WHERE NEW.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND NEW.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED'))
  WHERE true GROUP BY span, day, seller_profile_id, currency HAVING sum(orders) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (span, day, seller_profile_id, currency) DO UPDATE SET orders = orders + excluded.orders, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_seller_sales_orders_delete AFTER DELETE ON orders WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO seller_sales (span, day, seller_profile_id, currency, orders, amount_minor)
  SELECT span, day, seller_profile_id, currency, sum(orders), sum(amount_minor) FROM (SELECT span.days AS span, date(unixepoch(date((coalesce(OLD.reached_at ->> 'PENDING_SELLER_REVIEW', OLD.created_at)) / 1000 + 7200, 'unixepoch')) / 86400 / span.days * span.days * 86400, 'unixepoch') AS day, OLD.seller_profile_id AS seller_profile_id, OLD.currency AS currency, -(1) AS orders, -(OLD.subtotal_minor) AS amount_minor FROM (SELECT 1 AS days UNION ALL SELECT 8 UNION ALL SELECT 64) span WHERE OLD.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND OLD.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED'))
  WHERE true GROUP BY span, day, seller_profile_id, currency HAVING sum(orders) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (span, day, seller_profile_id, currency) DO UPDATE SET orders = orders + excluded.orders, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_seller_sales_zero AFTER UPDATE ON seller_sales WHEN NEW.orders = 0 AND NEW.amount_minor = 0 BEGIN
  DELETE FROM seller_sales WHERE span = NEW.span AND day = NEW.day AND seller_profile_id = NEW.seller_profile_id AND currency = NEW.currency;
END;
--> statement-breakpoint
CREATE TRIGGER sum_product_sales_orders_insert AFTER INSERT ON orders WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO product_sales (span, day, product_id, currency, quantity, amount_minor)
  SELECT span, day, product_id, currency, sum(quantity), sum(amount_minor) FROM (SELECT span.days AS span, date(unixepoch(date((coalesce(NEW.reached_at ->> 'PENDING_SELLER_REVIEW', NEW.created_at)) / 1000 + 7200, 'unixepoch')) / 86400 / span.days * span.days * 86400, 'unixepoch') AS day, i.product_id AS product_id, NEW.currency AS currency, (i.quantity) AS quantity, (i.line_total_minor) AS amount_minor FROM order_items i, (SELECT 1 AS days UNION ALL SELECT 8 UNION ALL SELECT 64) span WHERE i.order_id = NEW.id AND NEW.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND NEW.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED'))
  WHERE true GROUP BY span, day, product_id, currency HAVING sum(quantity) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (span, day, product_id, currency) DO UPDATE SET quantity = quantity + excluded.quantity, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_product_sales_orders_update AFTER UPDATE OF payment_status, status, reached_at, created_at, currency ON orders WHEN ((OLD.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND OLD.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED')) IS NOT (NEW.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND NEW.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED')) OR (date((coalesce(OLD.reached_at ->> 'PENDING_SELLER_REVIEW', OLD.created_at)) / 1000 + 7200, 'unixepoch')) IS NOT (date((coalesce(NEW.reached_at ->> 'PENDING_SELLER_REVIEW', NEW.created_at)) / 1000 + 7200, 'unixepoch')) OR (OLD.currency) IS NOT (NEW.currency)) AND NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO product_sales (span, day, product_id, currency, quantity, amount_minor)
  SELECT span, day, product_id, currency, sum(quantity), sum(amount_minor) FROM (SELECT span.days AS span, date(unixepoch(date((coalesce(OLD.reached_at ->> 'PENDING_SELLER_REVIEW', OLD.created_at)) / 1000 + 7200, 'unixepoch')) / 86400 / span.days * span.days * 86400, 'unixepoch') AS day, i.product_id AS product_id, OLD.currency AS currency, -(i.quantity) AS quantity, -(i.line_total_minor) AS amount_minor FROM order_items i, (SELECT 1 AS days UNION ALL SELECT 8 UNION ALL SELECT 64) span WHERE i.order_id = OLD.id AND OLD.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND OLD.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED') UNION ALL SELECT span.days AS span, date(unixepoch(date((coalesce(NEW.reached_at ->> 'PENDING_SELLER_REVIEW', NEW.created_at)) / 1000 + 7200, 'unixepoch')) / 86400 / span.days * span.days * 86400, 'unixepoch') AS day, i.product_id AS product_id, NEW.currency AS currency, (i.quantity) AS quantity, (i.line_total_minor) AS amount_minor FROM order_items i, (SELECT 1 AS days UNION ALL SELECT 8 UNION ALL SELECT 64) span WHERE i.order_id = NEW.id AND NEW.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND NEW.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED'))
  WHERE true GROUP BY span, day, product_id, currency HAVING sum(quantity) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (span, day, product_id, currency) DO UPDATE SET quantity = quantity + excluded.quantity, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_product_sales_orders_delete AFTER DELETE ON orders WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO product_sales (span, day, product_id, currency, quantity, amount_minor)
  SELECT span, day, product_id, currency, sum(quantity), sum(amount_minor) FROM (SELECT span.days AS span, date(unixepoch(date((coalesce(OLD.reached_at ->> 'PENDING_SELLER_REVIEW', OLD.created_at)) / 1000 + 7200, 'unixepoch')) / 86400 / span.days * span.days * 86400, 'unixepoch') AS day, i.product_id AS product_id, OLD.currency AS currency, -(i.quantity) AS quantity, -(i.line_total_minor) AS amount_minor FROM order_items i, (SELECT 1 AS days UNION ALL SELECT 8 UNION ALL SELECT 64) span WHERE i.order_id = OLD.id AND OLD.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND OLD.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED'))
  WHERE true GROUP BY span, day, product_id, currency HAVING sum(quantity) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (span, day, product_id, currency) DO UPDATE SET quantity = quantity + excluded.quantity, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_product_sales_order_items_insert AFTER INSERT ON order_items WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO product_sales (span, day, product_id, currency, quantity, amount_minor)
  SELECT span, day, product_id, currency, sum(quantity), sum(amount_minor) FROM (SELECT span.days AS span, date(unixepoch(date((coalesce(o.reached_at ->> 'PENDING_SELLER_REVIEW', o.created_at)) / 1000 + 7200, 'unixepoch')) / 86400 / span.days * span.days * 86400, 'unixepoch') AS day, NEW.product_id AS product_id, o.currency AS currency, (NEW.quantity) AS quantity, (NEW.line_total_minor) AS amount_minor FROM orders o, (SELECT 1 AS days UNION ALL SELECT 8 UNION ALL SELECT 64) span WHERE NEW.order_id = o.id AND o.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND o.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED'))
  WHERE true GROUP BY span, day, product_id, currency HAVING sum(quantity) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (span, day, product_id, currency) DO UPDATE SET quantity = quantity + excluded.quantity, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_product_sales_order_items_update AFTER UPDATE OF order_id, product_id, quantity, line_total_minor ON order_items WHEN ((OLD.order_id) IS NOT (NEW.order_id) OR (OLD.product_id) IS NOT (NEW.product_id) OR (OLD.quantity) IS NOT (NEW.quantity) OR (OLD.line_total_minor) IS NOT (NEW.line_total_minor)) AND NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO product_sales (span, day, product_id, currency, quantity, amount_minor)
  SELECT span, day, product_id, currency, sum(quantity), sum(amount_minor) FROM (SELECT span.days AS span, date(unixepoch(date((coalesce(o.reached_at ->> 'PENDING_SELLER_REVIEW', o.created_at)) / 1000 + 7200, 'unixepoch')) / 86400 / span.days * span.days * 86400, 'unixepoch') AS day, OLD.product_id AS product_id, o.currency AS currency, -(OLD.quantity) AS quantity, -(OLD.line_total_minor) AS amount_minor FROM orders o, (SELECT 1 AS days UNION ALL SELECT 8 UNION ALL SELECT 64) span WHERE OLD.order_id = o.id AND o.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND o.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED') UNION ALL SELECT span.days AS span, date(unixepoch(date((coalesce(o.reached_at ->> 'PENDING_SELLER_REVIEW', o.created_at)) / 1000 + 7200, 'unixepoch')) / 86400 / span.days * span.days * 86400, 'unixepoch') AS day, NEW.product_id AS product_id, o.currency AS currency, (NEW.quantity) AS quantity, (NEW.line_total_minor) AS amount_minor FROM orders o, (SELECT 1 AS days UNION ALL SELECT 8 UNION ALL SELECT 64) span WHERE NEW.order_id = o.id AND o.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND o.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED'))
  WHERE true GROUP BY span, day, product_id, currency HAVING sum(quantity) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (span, day, product_id, currency) DO UPDATE SET quantity = quantity + excluded.quantity, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_product_sales_order_items_delete AFTER DELETE ON order_items WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO product_sales (span, day, product_id, currency, quantity, amount_minor)
  SELECT span, day, product_id, currency, sum(quantity), sum(amount_minor) FROM (SELECT span.days AS span, date(unixepoch(date((coalesce(o.reached_at ->> 'PENDING_SELLER_REVIEW', o.created_at)) / 1000 + 7200, 'unixepoch')) / 86400 / span.days * span.days * 86400, 'unixepoch') AS day, OLD.product_id AS product_id, o.currency AS currency, -(OLD.quantity) AS quantity, -(OLD.line_total_minor) AS amount_minor FROM orders o, (SELECT 1 AS days UNION ALL SELECT 8 UNION ALL SELECT 64) span WHERE OLD.order_id = o.id AND o.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND o.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED'))
  WHERE true GROUP BY span, day, product_id, currency HAVING sum(quantity) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (span, day, product_id, currency) DO UPDATE SET quantity = quantity + excluded.quantity, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_product_sales_zero AFTER UPDATE ON product_sales WHEN NEW.quantity = 0 AND NEW.amount_minor = 0 BEGIN
  DELETE FROM product_sales WHERE span = NEW.span AND day = NEW.day AND product_id = NEW.product_id AND currency = NEW.currency;
END;
--> statement-breakpoint
CREATE TRIGGER sum_delivery_days_deliveries_insert AFTER INSERT ON deliveries WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO delivery_days (day, currency, deliveries, delivered, failed, fees_minor)
  SELECT day, currency, sum(deliveries), sum(delivered), sum(failed), sum(fees_minor) FROM (SELECT date((NEW.created_at) / 1000 + 7200, 'unixepoch') AS day, NEW.currency AS currency, (1) AS deliveries, (NEW.status = 'DELIVERED') AS delivered, (NEW.status IN ('RETURNING', 'RETURNED')) AS failed, (iif(NEW.status IN ('DELIVERED', 'RETURNING', 'RETURNED'), NEW.fee_minor, 0)) AS fees_minor WHERE 1)
  WHERE true GROUP BY day, currency HAVING sum(deliveries) <> 0 OR sum(delivered) <> 0 OR sum(failed) <> 0 OR sum(fees_minor) <> 0
  ON CONFLICT (day, currency) DO UPDATE SET deliveries = deliveries + excluded.deliveries, delivered = delivered + excluded.delivered, failed = failed + excluded.failed, fees_minor = fees_minor + excluded.fees_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_delivery_days_deliveries_update AFTER UPDATE OF created_at, currency, status, fee_minor ON deliveries WHEN ((date((OLD.created_at) / 1000 + 7200, 'unixepoch')) IS NOT (date((NEW.created_at) / 1000 + 7200, 'unixepoch')) OR (OLD.currency) IS NOT (NEW.currency) OR (OLD.status = 'DELIVERED') IS NOT (NEW.status = 'DELIVERED') OR (OLD.status IN ('RETURNING', 'RETURNED')) IS NOT (NEW.status IN ('RETURNING', 'RETURNED')) OR (iif(OLD.status IN ('DELIVERED', 'RETURNING', 'RETURNED'), OLD.fee_minor, 0)) IS NOT (iif(NEW.status IN ('DELIVERED', 'RETURNING', 'RETURNED'), NEW.fee_minor, 0))) AND NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO delivery_days (day, currency, deliveries, delivered, failed, fees_minor)
  SELECT day, currency, sum(deliveries), sum(delivered), sum(failed), sum(fees_minor) FROM (SELECT date((OLD.created_at) / 1000 + 7200, 'unixepoch') AS day, OLD.currency AS currency, -(1) AS deliveries, -(OLD.status = 'DELIVERED') AS delivered, -(OLD.status IN ('RETURNING', 'RETURNED')) AS failed, -(iif(OLD.status IN ('DELIVERED', 'RETURNING', 'RETURNED'), OLD.fee_minor, 0)) AS fees_minor WHERE 1 UNION ALL SELECT date((NEW.created_at) / 1000 + 7200, 'unixepoch') AS day, NEW.currency AS currency, (1) AS deliveries, (NEW.status = 'DELIVERED') AS delivered, (NEW.status IN ('RETURNING', 'RETURNED')) AS failed, (iif(NEW.status IN ('DELIVERED', 'RETURNING', 'RETURNED'), NEW.fee_minor, 0)) AS fees_minor WHERE 1)
  WHERE true GROUP BY day, currency HAVING sum(deliveries) <> 0 OR sum(delivered) <> 0 OR sum(failed) <> 0 OR sum(fees_minor) <> 0
  ON CONFLICT (day, currency) DO UPDATE SET deliveries = deliveries + excluded.deliveries, delivered = delivered + excluded.delivered, failed = failed + excluded.failed, fees_minor = fees_minor + excluded.fees_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_delivery_days_deliveries_delete AFTER DELETE ON deliveries WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO delivery_days (day, currency, deliveries, delivered, failed, fees_minor)
  SELECT day, currency, sum(deliveries), sum(delivered), sum(failed), sum(fees_minor) FROM (SELECT date((OLD.created_at) / 1000 + 7200, 'unixepoch') AS day, OLD.currency AS currency, -(1) AS deliveries, -(OLD.status = 'DELIVERED') AS delivered, -(OLD.status IN ('RETURNING', 'RETURNED')) AS failed, -(iif(OLD.status IN ('DELIVERED', 'RETURNING', 'RETURNED'), OLD.fee_minor, 0)) AS fees_minor WHERE 1)
  WHERE true GROUP BY day, currency HAVING sum(deliveries) <> 0 OR sum(delivered) <> 0 OR sum(failed) <> 0 OR sum(fees_minor) <> 0
  ON CONFLICT (day, currency) DO UPDATE SET deliveries = deliveries + excluded.deliveries, delivered = delivered + excluded.delivered, failed = failed + excluded.failed, fees_minor = fees_minor + excluded.fees_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_delivery_days_zero AFTER UPDATE ON delivery_days WHEN NEW.deliveries = 0 AND NEW.delivered = 0 AND NEW.failed = 0 AND NEW.fees_minor = 0 BEGIN
  DELETE FROM delivery_days WHERE day = NEW.day AND currency = NEW.currency;
END;
--> statement-breakpoint
CREATE TRIGGER sum_rider_deliveries_deliveries_insert AFTER INSERT ON deliveries WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO rider_deliveries (day, rider_id, delivered)
  SELECT day, rider_id, sum(delivered) FROM (SELECT date((NEW.created_at) / 1000 + 7200, 'unixepoch') AS day, NEW.rider_id AS rider_id, (1) AS delivered WHERE +NEW.status = 'DELIVERED' AND NEW.rider_id IS NOT NULL)
  WHERE true GROUP BY day, rider_id HAVING sum(delivered) <> 0
  ON CONFLICT (day, rider_id) DO UPDATE SET delivered = delivered + excluded.delivered;
END;
--> statement-breakpoint
CREATE TRIGGER sum_rider_deliveries_deliveries_update AFTER UPDATE OF status, rider_id, created_at ON deliveries WHEN ((+OLD.status = 'DELIVERED' AND OLD.rider_id IS NOT NULL) IS NOT (+NEW.status = 'DELIVERED' AND NEW.rider_id IS NOT NULL) OR (date((OLD.created_at) / 1000 + 7200, 'unixepoch')) IS NOT (date((NEW.created_at) / 1000 + 7200, 'unixepoch')) OR (OLD.rider_id) IS NOT (NEW.rider_id)) AND NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO rider_deliveries (day, rider_id, delivered)
  SELECT day, rider_id, sum(delivered) FROM (SELECT date((OLD.created_at) / 1000 + 7200, 'unixepoch') AS day, OLD.rider_id AS rider_id, -(1) AS delivered WHERE +OLD.status = 'DELIVERED' AND OLD.rider_id IS NOT NULL UNION ALL SELECT date((NEW.created_at) / 1000 + 7200, 'unixepoch') AS day, NEW.rider_id AS rider_id, (1) AS delivered WHERE +NEW.status = 'DELIVERED' AND NEW.rider_id IS NOT NULL)
  WHERE true GROUP BY day, rider_id HAVING sum(delivered) <> 0
  ON CONFLICT (day, rider_id) DO UPDATE SET delivered = delivered + excluded.delivered;
END;
--> statement-breakpoint
CREATE TRIGGER sum_rider_deliveries_deliveries_delete AFTER DELETE ON deliveries WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO rider_deliveries (day, rider_id, delivered)
  SELECT day, rider_id, sum(delivered) FROM (SELECT date((OLD.created_at) / 1000 + 7200, 'unixepoch') AS day, OLD.rider_id AS rider_id, -(1) AS delivered WHERE +OLD.status = 'DELIVERED' AND OLD.rider_id IS NOT NULL)
  WHERE true GROUP BY day, rider_id HAVING sum(delivered) <> 0
  ON CONFLICT (day, rider_id) DO UPDATE SET delivered = delivered + excluded.delivered;
END;
--> statement-breakpoint
CREATE TRIGGER sum_rider_deliveries_zero AFTER UPDATE ON rider_deliveries WHEN NEW.delivered = 0 BEGIN
  DELETE FROM rider_deliveries WHERE day = NEW.day AND rider_id = NEW.rider_id;
END;
--> statement-breakpoint
CREATE TRIGGER sum_refund_days_refunds_insert AFTER INSERT ON refunds BEGIN
  INSERT INTO refund_days (day, currency, count, amount_minor)
  SELECT day, currency, sum(count), sum(amount_minor) FROM (SELECT date((coalesce(NEW.reached_at ->> 'SUCCEEDED', NEW.created_at)) / 1000 + 7200, 'unixepoch') AS day, NEW.currency AS currency, (1) AS count, (NEW.amount_minor) AS amount_minor WHERE NEW.status = 'SUCCEEDED')
  WHERE true GROUP BY day, currency HAVING sum(count) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (day, currency) DO UPDATE SET count = count + excluded.count, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_refund_days_refunds_update AFTER UPDATE OF status, reached_at, created_at, currency, amount_minor ON refunds WHEN (OLD.status = 'SUCCEEDED') IS NOT (NEW.status = 'SUCCEEDED') OR (date((coalesce(OLD.reached_at ->> 'SUCCEEDED', OLD.created_at)) / 1000 + 7200, 'unixepoch')) IS NOT (date((coalesce(NEW.reached_at ->> 'SUCCEEDED', NEW.created_at)) / 1000 + 7200, 'unixepoch')) OR (OLD.currency) IS NOT (NEW.currency) OR (OLD.amount_minor) IS NOT (NEW.amount_minor) BEGIN
  INSERT INTO refund_days (day, currency, count, amount_minor)
  SELECT day, currency, sum(count), sum(amount_minor) FROM (SELECT date((coalesce(OLD.reached_at ->> 'SUCCEEDED', OLD.created_at)) / 1000 + 7200, 'unixepoch') AS day, OLD.currency AS currency, -(1) AS count, -(OLD.amount_minor) AS amount_minor WHERE OLD.status = 'SUCCEEDED' UNION ALL SELECT date((coalesce(NEW.reached_at ->> 'SUCCEEDED', NEW.created_at)) / 1000 + 7200, 'unixepoch') AS day, NEW.currency AS currency, (1) AS count, (NEW.amount_minor) AS amount_minor WHERE NEW.status = 'SUCCEEDED')
  WHERE true GROUP BY day, currency HAVING sum(count) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (day, currency) DO UPDATE SET count = count + excluded.count, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_refund_days_refunds_delete AFTER DELETE ON refunds BEGIN
  INSERT INTO refund_days (day, currency, count, amount_minor)
  SELECT day, currency, sum(count), sum(amount_minor) FROM (SELECT date((coalesce(OLD.reached_at ->> 'SUCCEEDED', OLD.created_at)) / 1000 + 7200, 'unixepoch') AS day, OLD.currency AS currency, -(1) AS count, -(OLD.amount_minor) AS amount_minor WHERE OLD.status = 'SUCCEEDED')
  WHERE true GROUP BY day, currency HAVING sum(count) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (day, currency) DO UPDATE SET count = count + excluded.count, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_refund_days_zero AFTER UPDATE ON refund_days WHEN NEW.count = 0 AND NEW.amount_minor = 0 BEGIN
  DELETE FROM refund_days WHERE day = NEW.day AND currency = NEW.currency;
END;
--> statement-breakpoint
CREATE TRIGGER sum_payout_days_payouts_insert AFTER INSERT ON payouts BEGIN
  INSERT INTO payout_days (day, currency, count, amount_minor)
  SELECT day, currency, sum(count), sum(amount_minor) FROM (SELECT date((coalesce(NEW.reached_at ->> 'COMPLETED', NEW.created_at)) / 1000 + 7200, 'unixepoch') AS day, NEW.currency AS currency, (1) AS count, (NEW.amount_minor) AS amount_minor WHERE NEW.status = 'COMPLETED')
  WHERE true GROUP BY day, currency HAVING sum(count) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (day, currency) DO UPDATE SET count = count + excluded.count, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_payout_days_payouts_update AFTER UPDATE OF status, reached_at, created_at, currency, amount_minor ON payouts WHEN (OLD.status = 'COMPLETED') IS NOT (NEW.status = 'COMPLETED') OR (date((coalesce(OLD.reached_at ->> 'COMPLETED', OLD.created_at)) / 1000 + 7200, 'unixepoch')) IS NOT (date((coalesce(NEW.reached_at ->> 'COMPLETED', NEW.created_at)) / 1000 + 7200, 'unixepoch')) OR (OLD.currency) IS NOT (NEW.currency) OR (OLD.amount_minor) IS NOT (NEW.amount_minor) BEGIN
  INSERT INTO payout_days (day, currency, count, amount_minor)
  SELECT day, currency, sum(count), sum(amount_minor) FROM (SELECT date((coalesce(OLD.reached_at ->> 'COMPLETED', OLD.created_at)) / 1000 + 7200, 'unixepoch') AS day, OLD.currency AS currency, -(1) AS count, -(OLD.amount_minor) AS amount_minor WHERE OLD.status = 'COMPLETED' UNION ALL SELECT date((coalesce(NEW.reached_at ->> 'COMPLETED', NEW.created_at)) / 1000 + 7200, 'unixepoch') AS day, NEW.currency AS currency, (1) AS count, (NEW.amount_minor) AS amount_minor WHERE NEW.status = 'COMPLETED')
  WHERE true GROUP BY day, currency HAVING sum(count) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (day, currency) DO UPDATE SET count = count + excluded.count, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_payout_days_payouts_delete AFTER DELETE ON payouts BEGIN
  INSERT INTO payout_days (day, currency, count, amount_minor)
  SELECT day, currency, sum(count), sum(amount_minor) FROM (SELECT date((coalesce(OLD.reached_at ->> 'COMPLETED', OLD.created_at)) / 1000 + 7200, 'unixepoch') AS day, OLD.currency AS currency, -(1) AS count, -(OLD.amount_minor) AS amount_minor WHERE OLD.status = 'COMPLETED')
  WHERE true GROUP BY day, currency HAVING sum(count) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (day, currency) DO UPDATE SET count = count + excluded.count, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_payout_days_zero AFTER UPDATE ON payout_days WHEN NEW.count = 0 AND NEW.amount_minor = 0 BEGIN
  DELETE FROM payout_days WHERE day = NEW.day AND currency = NEW.currency;
END;
--> statement-breakpoint
CREATE TRIGGER sum_expense_days_expenses_insert AFTER INSERT ON expenses BEGIN
  INSERT INTO expense_days (day, currency, count, amount_minor)
  SELECT day, currency, sum(count), sum(amount_minor) FROM (SELECT NEW.day AS day, NEW.currency AS currency, (1) AS count, (NEW.amount_minor) AS amount_minor WHERE NEW.status = 'APPROVED' UNION ALL SELECT date((NEW.reversed_at) / 1000 + 7200, 'unixepoch') AS day, NEW.currency AS currency, -(1) AS count, -(NEW.amount_minor) AS amount_minor WHERE NEW.status = 'APPROVED' AND NEW.reversed_at IS NOT NULL)
  WHERE true GROUP BY day, currency HAVING sum(count) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (day, currency) DO UPDATE SET count = count + excluded.count, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_expense_days_expenses_update AFTER UPDATE OF status, day, reversed_at, currency, amount_minor ON expenses WHEN (OLD.status = 'APPROVED') IS NOT (NEW.status = 'APPROVED') OR (OLD.day) IS NOT (NEW.day) OR (OLD.status = 'APPROVED' AND OLD.reversed_at IS NOT NULL) IS NOT (NEW.status = 'APPROVED' AND NEW.reversed_at IS NOT NULL) OR (date((OLD.reversed_at) / 1000 + 7200, 'unixepoch')) IS NOT (date((NEW.reversed_at) / 1000 + 7200, 'unixepoch')) OR (OLD.currency) IS NOT (NEW.currency) OR (OLD.amount_minor) IS NOT (NEW.amount_minor) BEGIN
  INSERT INTO expense_days (day, currency, count, amount_minor)
  SELECT day, currency, sum(count), sum(amount_minor) FROM (SELECT OLD.day AS day, OLD.currency AS currency, -(1) AS count, -(OLD.amount_minor) AS amount_minor WHERE OLD.status = 'APPROVED' UNION ALL SELECT date((OLD.reversed_at) / 1000 + 7200, 'unixepoch') AS day, OLD.currency AS currency, (1) AS count, (OLD.amount_minor) AS amount_minor WHERE OLD.status = 'APPROVED' AND OLD.reversed_at IS NOT NULL UNION ALL SELECT NEW.day AS day, NEW.currency AS currency, (1) AS count, (NEW.amount_minor) AS amount_minor WHERE NEW.status = 'APPROVED' UNION ALL SELECT date((NEW.reversed_at) / 1000 + 7200, 'unixepoch') AS day, NEW.currency AS currency, -(1) AS count, -(NEW.amount_minor) AS amount_minor WHERE NEW.status = 'APPROVED' AND NEW.reversed_at IS NOT NULL)
  WHERE true GROUP BY day, currency HAVING sum(count) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (day, currency) DO UPDATE SET count = count + excluded.count, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_expense_days_expenses_delete AFTER DELETE ON expenses BEGIN
  INSERT INTO expense_days (day, currency, count, amount_minor)
  SELECT day, currency, sum(count), sum(amount_minor) FROM (SELECT OLD.day AS day, OLD.currency AS currency, -(1) AS count, -(OLD.amount_minor) AS amount_minor WHERE OLD.status = 'APPROVED' UNION ALL SELECT date((OLD.reversed_at) / 1000 + 7200, 'unixepoch') AS day, OLD.currency AS currency, (1) AS count, (OLD.amount_minor) AS amount_minor WHERE OLD.status = 'APPROVED' AND OLD.reversed_at IS NOT NULL)
  WHERE true GROUP BY day, currency HAVING sum(count) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (day, currency) DO UPDATE SET count = count + excluded.count, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_expense_days_zero AFTER UPDATE ON expense_days WHEN NEW.count = 0 AND NEW.amount_minor = 0 BEGIN
  DELETE FROM expense_days WHERE day = NEW.day AND currency = NEW.currency;
END;
--> statement-breakpoint
CREATE TRIGGER sum_fee_days_gateway_transactions_insert AFTER INSERT ON gateway_transactions WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO fee_days (day, gateway, currency, count, amount_minor)
  SELECT day, gateway, currency, sum(count), sum(amount_minor) FROM (SELECT date((coalesce(NEW.final_at, NEW.created_at)) / 1000 + 7200, 'unixepoch') AS day, NEW.gateway AS gateway, NEW.currency AS currency, (1) AS count, (NEW.fee_minor) AS amount_minor WHERE NEW.status = 'succeeded' AND NEW.fee_minor > 0)
  WHERE true GROUP BY day, gateway, currency HAVING sum(count) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (day, gateway, currency) DO UPDATE SET count = count + excluded.count, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_fee_days_gateway_transactions_update AFTER UPDATE OF status, fee_minor, final_at, created_at, gateway, currency ON gateway_transactions WHEN ((OLD.status = 'succeeded' AND OLD.fee_minor > 0) IS NOT (NEW.status = 'succeeded' AND NEW.fee_minor > 0) OR (date((coalesce(OLD.final_at, OLD.created_at)) / 1000 + 7200, 'unixepoch')) IS NOT (date((coalesce(NEW.final_at, NEW.created_at)) / 1000 + 7200, 'unixepoch')) OR (OLD.gateway) IS NOT (NEW.gateway) OR (OLD.currency) IS NOT (NEW.currency) OR (OLD.fee_minor) IS NOT (NEW.fee_minor)) AND NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO fee_days (day, gateway, currency, count, amount_minor)
  SELECT day, gateway, currency, sum(count), sum(amount_minor) FROM (SELECT date((coalesce(OLD.final_at, OLD.created_at)) / 1000 + 7200, 'unixepoch') AS day, OLD.gateway AS gateway, OLD.currency AS currency, -(1) AS count, -(OLD.fee_minor) AS amount_minor WHERE OLD.status = 'succeeded' AND OLD.fee_minor > 0 UNION ALL SELECT date((coalesce(NEW.final_at, NEW.created_at)) / 1000 + 7200, 'unixepoch') AS day, NEW.gateway AS gateway, NEW.currency AS currency, (1) AS count, (NEW.fee_minor) AS amount_minor WHERE NEW.status = 'succeeded' AND NEW.fee_minor > 0)
  WHERE true GROUP BY day, gateway, currency HAVING sum(count) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (day, gateway, currency) DO UPDATE SET count = count + excluded.count, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_fee_days_gateway_transactions_delete AFTER DELETE ON gateway_transactions WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO fee_days (day, gateway, currency, count, amount_minor)
  SELECT day, gateway, currency, sum(count), sum(amount_minor) FROM (SELECT date((coalesce(OLD.final_at, OLD.created_at)) / 1000 + 7200, 'unixepoch') AS day, OLD.gateway AS gateway, OLD.currency AS currency, -(1) AS count, -(OLD.fee_minor) AS amount_minor WHERE OLD.status = 'succeeded' AND OLD.fee_minor > 0)
  WHERE true GROUP BY day, gateway, currency HAVING sum(count) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (day, gateway, currency) DO UPDATE SET count = count + excluded.count, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_fee_days_zero AFTER UPDATE ON fee_days WHEN NEW.count = 0 AND NEW.amount_minor = 0 BEGIN
  DELETE FROM fee_days WHERE day = NEW.day AND gateway = NEW.gateway AND currency = NEW.currency;
END;
--> statement-breakpoint
CREATE TRIGGER sum_user_days_users_insert AFTER INSERT ON users BEGIN
  INSERT INTO user_days (day, users)
  SELECT day, sum(users) FROM (SELECT date((NEW.created_at) / 1000 + 7200, 'unixepoch') AS day, (1) AS users WHERE 1)
  WHERE true GROUP BY day HAVING sum(users) <> 0
  ON CONFLICT (day) DO UPDATE SET users = users + excluded.users;
END;
--> statement-breakpoint
CREATE TRIGGER sum_user_days_users_update AFTER UPDATE OF created_at ON users WHEN (date((OLD.created_at) / 1000 + 7200, 'unixepoch')) IS NOT (date((NEW.created_at) / 1000 + 7200, 'unixepoch')) BEGIN
  INSERT INTO user_days (day, users)
  SELECT day, sum(users) FROM (SELECT date((OLD.created_at) / 1000 + 7200, 'unixepoch') AS day, -(1) AS users WHERE 1 UNION ALL SELECT date((NEW.created_at) / 1000 + 7200, 'unixepoch') AS day, (1) AS users WHERE 1)
  WHERE true GROUP BY day HAVING sum(users) <> 0
  ON CONFLICT (day) DO UPDATE SET users = users + excluded.users;
END;
--> statement-breakpoint
CREATE TRIGGER sum_user_days_users_delete AFTER DELETE ON users BEGIN
  INSERT INTO user_days (day, users)
  SELECT day, sum(users) FROM (SELECT date((OLD.created_at) / 1000 + 7200, 'unixepoch') AS day, -(1) AS users WHERE 1)
  WHERE true GROUP BY day HAVING sum(users) <> 0
  ON CONFLICT (day) DO UPDATE SET users = users + excluded.users;
END;
--> statement-breakpoint
CREATE TRIGGER sum_user_days_zero AFTER UPDATE ON user_days WHEN NEW.users = 0 BEGIN
  DELETE FROM user_days WHERE day = NEW.day;
END;
--> statement-breakpoint
CREATE TRIGGER touch_orders_insert AFTER INSERT ON orders WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'order', NEW.id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'account', 'seller:' || NEW.seller_profile_id || ':pending' FROM law_clock c WHERE (NEW.reached_at ->> 'ACCEPTED' IS NOT NULL) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_orders_update AFTER UPDATE OF seller_profile_id, status, currency, subtotal_minor, delivery_fee_minor, total_minor, refunded_minor, paid_currency, paid_subtotal_minor, paid_fee_minor, commission_minor, cancelled_by, due_at, reached_at, version ON orders WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'order', NEW.id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'account', 'seller:' || NEW.seller_profile_id || ':pending' FROM law_clock c WHERE (NEW.reached_at ->> 'ACCEPTED' IS NOT NULL) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'account', 'seller:' || OLD.seller_profile_id || ':pending' FROM law_clock c WHERE (OLD.reached_at ->> 'ACCEPTED' IS NOT NULL) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_orders_delete AFTER DELETE ON orders WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'order', OLD.id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'account', 'seller:' || OLD.seller_profile_id || ':pending' FROM law_clock c WHERE (OLD.reached_at ->> 'ACCEPTED' IS NOT NULL) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_order_items_insert AFTER INSERT ON order_items WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'order', NEW.order_id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_order_items_update AFTER UPDATE OF order_id, line_total_minor ON order_items WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'order', NEW.order_id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'order', OLD.order_id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_order_items_delete AFTER DELETE ON order_items WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'order', OLD.order_id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_payin_shares_insert AFTER INSERT ON payin_shares WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'order', NEW.order_id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'attempt', NEW.payin_id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_payin_shares_update AFTER UPDATE OF payin_id, order_id, amount_minor, ref ON payin_shares WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'order', NEW.order_id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'order', OLD.order_id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'attempt', NEW.payin_id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'attempt', OLD.payin_id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_payin_shares_delete AFTER DELETE ON payin_shares WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'order', OLD.order_id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'attempt', OLD.payin_id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_gateway_transactions_insert AFTER INSERT ON gateway_transactions WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'attempt', NEW.id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'order', w.order_id FROM payin_shares w WHERE w.payin_id = NEW.id AND (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'paid', NEW.subject_id FROM law_clock c WHERE (NEW.purpose NOT IN ('ORDER', 'CHECKOUT')) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'refund', NEW.subject_id FROM law_clock c WHERE (NEW.purpose = 'REFUND') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'refund', r.id FROM refunds r WHERE r.payin_id = 'surplus:' || NEW.id AND (NEW.received_minor IS NOT NULL) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'payout', NEW.reference FROM law_clock c WHERE (NEW.purpose IN ('WITHDRAWAL', 'ADMIN_PAYOUT')) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'payment', NEW.subject_id FROM law_clock c WHERE (NEW.purpose = 'SUBSCRIPTION') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'subscription', p.subscription_id FROM subscription_payments p WHERE p.id = NEW.subject_id AND (NEW.purpose = 'SUBSCRIPTION') ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_gateway_transactions_update AFTER UPDATE OF kind, purpose, subject_id, reference, status, amount_minor, currency, phone, sent_at, final_at, decided_at, received_minor, created_at ON gateway_transactions WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'attempt', NEW.id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'order', w.order_id FROM payin_shares w WHERE w.payin_id = NEW.id AND (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'paid', NEW.subject_id FROM law_clock c WHERE (NEW.purpose NOT IN ('ORDER', 'CHECKOUT')) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'paid', OLD.subject_id FROM law_clock c WHERE (OLD.purpose NOT IN ('ORDER', 'CHECKOUT')) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'refund', NEW.subject_id FROM law_clock c WHERE (NEW.purpose = 'REFUND') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'refund', OLD.subject_id FROM law_clock c WHERE (OLD.purpose = 'REFUND') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'refund', r.id FROM refunds r WHERE r.payin_id = 'surplus:' || NEW.id AND (NEW.received_minor IS NOT NULL) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'payout', NEW.reference FROM law_clock c WHERE (NEW.purpose IN ('WITHDRAWAL', 'ADMIN_PAYOUT')) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'payout', OLD.reference FROM law_clock c WHERE (OLD.purpose IN ('WITHDRAWAL', 'ADMIN_PAYOUT')) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'payment', NEW.subject_id FROM law_clock c WHERE (NEW.purpose = 'SUBSCRIPTION') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'payment', OLD.subject_id FROM law_clock c WHERE (OLD.purpose = 'SUBSCRIPTION') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'subscription', p.subscription_id FROM subscription_payments p WHERE p.id = NEW.subject_id AND (NEW.purpose = 'SUBSCRIPTION') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'subscription', p.subscription_id FROM subscription_payments p WHERE p.id = OLD.subject_id AND (OLD.purpose = 'SUBSCRIPTION') ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_gateway_transactions_delete AFTER DELETE ON gateway_transactions WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'attempt', OLD.id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'order', w.order_id FROM payin_shares w WHERE w.payin_id = OLD.id AND (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'paid', OLD.subject_id FROM law_clock c WHERE (OLD.purpose NOT IN ('ORDER', 'CHECKOUT')) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'refund', OLD.subject_id FROM law_clock c WHERE (OLD.purpose = 'REFUND') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'refund', r.id FROM refunds r WHERE r.payin_id = 'surplus:' || OLD.id AND (OLD.received_minor IS NOT NULL) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'payout', OLD.reference FROM law_clock c WHERE (OLD.purpose IN ('WITHDRAWAL', 'ADMIN_PAYOUT')) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'payment', OLD.subject_id FROM law_clock c WHERE (OLD.purpose = 'SUBSCRIPTION') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'subscription', p.subscription_id FROM subscription_payments p WHERE p.id = OLD.subject_id AND (OLD.purpose = 'SUBSCRIPTION') ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_transfers_insert_1 AFTER INSERT ON transfers WHEN NOT EXISTS (SELECT 1 FROM sealing) AND (NEW.kind IN ('order:paid', 'charge:paid', 'order:rounded', 'refund:rounded', 'payin:reversed')) BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'attempt', coalesce((SELECT w.payin_id FROM payin_shares w WHERE w.ref = NEW.ref), NEW.ref) FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_transfers_insert_2 AFTER INSERT ON transfers WHEN NOT EXISTS (SELECT 1 FROM sealing) AND (NEW.kind = 'payin:reversed') BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'order', w.order_id FROM payin_shares w WHERE w.ref = NEW.ref AND (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_transfers_insert_3 AFTER INSERT ON transfers WHEN NOT EXISTS (SELECT 1 FROM sealing) AND (NEW.kind = 'subscription:paid') BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'attempt', g.id FROM gateway_transactions g WHERE g.subject_id = NEW.ref AND (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_transfers_insert_4 AFTER INSERT ON transfers WHEN NOT EXISTS (SELECT 1 FROM sealing) AND (NEW.kind IN ('subscription:paid', 'subscription:rounded')) BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'payment', NEW.ref FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_transfers_insert_5 AFTER INSERT ON transfers WHEN NOT EXISTS (SELECT 1 FROM sealing) AND (NEW.kind = 'subscription:rounded') BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'payment', g.subject_id FROM gateway_transactions g WHERE g.id = NEW.ref AND (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_transfers_insert_6 AFTER INSERT ON transfers WHEN NOT EXISTS (SELECT 1 FROM sealing) AND (NEW.kind = 'subscription:paid') BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'subscription', p.subscription_id FROM subscription_payments p WHERE p.id = NEW.ref AND (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_transfers_insert_7 AFTER INSERT ON transfers WHEN NOT EXISTS (SELECT 1 FROM sealing) AND (NEW.kind GLOB 'withdrawal:*' OR NEW.kind GLOB 'payout:*') BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'payout', NEW.ref FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_transfers_insert_8 AFTER INSERT ON transfers WHEN NOT EXISTS (SELECT 1 FROM sealing) AND (NEW.kind = 'refund:taken') BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'taken', NEW.ref FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_transfers_insert_9 AFTER INSERT ON transfers WHEN NOT EXISTS (SELECT 1 FROM sealing) AND (NEW.kind = 'refund:taken') BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'refund', substr(NEW.ref, 1, instr(NEW.ref, ':') - 1) FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_transfers_insert_10 AFTER INSERT ON transfers WHEN NOT EXISTS (SELECT 1 FROM sealing) AND (NEW.kind IN ('order:paid', 'order:exchanged', 'refund:done', 'refund:exchanged')
        AND 'platform:fx' IN (NEW.from_account, NEW.to_account)) BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'exchange', NEW.ref FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_transfers_insert_11 AFTER INSERT ON transfers WHEN NOT EXISTS (SELECT 1 FROM sealing) AND (NEW.kind GLOB 'booking:*') BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'booking', NEW.ref FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_transfers_insert_12 AFTER INSERT ON transfers WHEN NOT EXISTS (SELECT 1 FROM sealing) AND (NEW.kind = 'expense:approved') BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'expense', NEW.ref FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_transfers_insert_13 AFTER INSERT ON transfers WHEN NOT EXISTS (SELECT 1 FROM sealing) AND (NEW.kind = 'transfer:reversed') BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'booking', b.ref FROM transfers b WHERE b.id = NEW.ref AND b.kind GLOB 'booking:*' AND (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_transfers_insert_14 AFTER INSERT ON transfers WHEN NOT EXISTS (SELECT 1 FROM sealing) AND (NEW.kind = 'transfer:reversed') BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'expense', b.ref FROM transfers b WHERE b.id = NEW.ref AND b.kind GLOB 'expense:*' AND (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_accounts_insert AFTER INSERT ON accounts WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'account', NEW.code FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'order', substr(NEW.code, 7, length(NEW.code) - 11) FROM law_clock c WHERE (NEW.code GLOB 'order:*:held') ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_accounts_update AFTER UPDATE OF code, currency, balance_minor ON accounts WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'account', NEW.code FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'account', OLD.code FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'order', substr(NEW.code, 7, length(NEW.code) - 11) FROM law_clock c WHERE (NEW.code GLOB 'order:*:held') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'order', substr(OLD.code, 7, length(OLD.code) - 11) FROM law_clock c WHERE (OLD.code GLOB 'order:*:held') ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_accounts_delete AFTER DELETE ON accounts WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'account', OLD.code FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'order', substr(OLD.code, 7, length(OLD.code) - 11) FROM law_clock c WHERE (OLD.code GLOB 'order:*:held') ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_refunds_insert AFTER INSERT ON refunds BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'refund', NEW.id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'order', NEW.order_id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'payment', NEW.order_id FROM law_clock c WHERE (NEW.subscription_payment_id IS NOT NULL) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'account', 'seller:' || o.seller_profile_id || ':pending' FROM orders o WHERE o.id = NEW.order_id AND (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_refunds_update AFTER UPDATE OF order_id, amount_minor, currency, status, payin_id, commission_minor, subscription_payment_id, approved_phones ON refunds BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'refund', NEW.id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'order', NEW.order_id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'order', OLD.order_id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'payment', NEW.order_id FROM law_clock c WHERE (NEW.subscription_payment_id IS NOT NULL) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'payment', OLD.order_id FROM law_clock c WHERE (OLD.subscription_payment_id IS NOT NULL) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'account', 'seller:' || o.seller_profile_id || ':pending' FROM orders o WHERE o.id = NEW.order_id AND (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'account', 'seller:' || o.seller_profile_id || ':pending' FROM orders o WHERE o.id = OLD.order_id AND (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_refunds_delete AFTER DELETE ON refunds BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'refund', OLD.id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'order', OLD.order_id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'payment', OLD.order_id FROM law_clock c WHERE (OLD.subscription_payment_id IS NOT NULL) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'account', 'seller:' || o.seller_profile_id || ':pending' FROM orders o WHERE o.id = OLD.order_id AND (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_refund_attempts_insert AFTER INSERT ON refund_attempts BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'refund', NEW.refund_id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'order', r.order_id FROM refunds r WHERE r.id = NEW.refund_id AND (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'attempt', NEW.movement_id FROM law_clock c WHERE (NEW.movement_id IS NOT NULL) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_refund_attempts_update AFTER UPDATE OF refund_id, number, status, amount_minor, currency, parts, phone_minor, phone_currency, phone, movement_id, arrived_late_at ON refund_attempts BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'refund', NEW.refund_id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'refund', OLD.refund_id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'order', r.order_id FROM refunds r WHERE r.id = NEW.refund_id AND (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'order', r.order_id FROM refunds r WHERE r.id = OLD.refund_id AND (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'attempt', NEW.movement_id FROM law_clock c WHERE (NEW.movement_id IS NOT NULL) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'attempt', OLD.movement_id FROM law_clock c WHERE (OLD.movement_id IS NOT NULL) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_refund_attempts_delete AFTER DELETE ON refund_attempts BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'refund', OLD.refund_id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'order', r.order_id FROM refunds r WHERE r.id = OLD.refund_id AND (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'attempt', OLD.movement_id FROM law_clock c WHERE (OLD.movement_id IS NOT NULL) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_refund_requests_insert AFTER INSERT ON refund_requests BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'refund', NEW.refund_id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_refund_requests_update AFTER UPDATE OF refund_id, ended_at ON refund_requests BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'refund', NEW.refund_id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'refund', OLD.refund_id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_refund_requests_delete AFTER DELETE ON refund_requests BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'refund', OLD.refund_id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_payouts_insert AFTER INSERT ON payouts BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'payout', NEW.id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'account', coalesce(CAST(NEW.owner_kind || ':' || NEW.owner_id || ':reserved' AS TEXT), 'platform:reserved') FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_payouts_update AFTER UPDATE OF owner_id, owner_kind, account, amount_minor, currency, exchange, phone, status, version ON payouts BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'payout', NEW.id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'account', coalesce(CAST(NEW.owner_kind || ':' || NEW.owner_id || ':reserved' AS TEXT), 'platform:reserved') FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'account', coalesce(CAST(OLD.owner_kind || ':' || OLD.owner_id || ':reserved' AS TEXT), 'platform:reserved') FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_payouts_delete AFTER DELETE ON payouts BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'payout', OLD.id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'account', coalesce(CAST(OLD.owner_kind || ':' || OLD.owner_id || ':reserved' AS TEXT), 'platform:reserved') FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_history_insert AFTER INSERT ON history WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'booking', NEW.thing_id FROM law_clock c WHERE (NEW.thing = 'booking') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'expense', NEW.thing_id FROM law_clock c WHERE (NEW.thing = 'expense') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'attempt', NEW.thing_id FROM law_clock c WHERE (NEW.thing = 'gateway_transaction') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'order', NEW.thing_id FROM law_clock c WHERE (NEW.thing = 'order') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'payout', NEW.thing_id FROM law_clock c WHERE (NEW.thing = 'payout') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'refund', NEW.thing_id FROM law_clock c WHERE (NEW.thing = 'refund') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'subscription', NEW.thing_id FROM law_clock c WHERE (NEW.thing = 'subscription') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'payment', NEW.thing_id FROM law_clock c WHERE (NEW.thing = 'subscription_payment') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'thing', NEW.thing_id FROM law_clock c WHERE (NEW.thing NOT IN ('booking', 'expense', 'gateway_transaction', 'order', 'payout', 'refund', 'subscription', 'subscription_payment')) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_history_update AFTER UPDATE OF thing_id, version, thing, event, from_status, to_status, at ON history WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'booking', NEW.thing_id FROM law_clock c WHERE (NEW.thing = 'booking') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'booking', OLD.thing_id FROM law_clock c WHERE (OLD.thing = 'booking') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'expense', NEW.thing_id FROM law_clock c WHERE (NEW.thing = 'expense') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'expense', OLD.thing_id FROM law_clock c WHERE (OLD.thing = 'expense') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'attempt', NEW.thing_id FROM law_clock c WHERE (NEW.thing = 'gateway_transaction') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'attempt', OLD.thing_id FROM law_clock c WHERE (OLD.thing = 'gateway_transaction') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'order', NEW.thing_id FROM law_clock c WHERE (NEW.thing = 'order') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'order', OLD.thing_id FROM law_clock c WHERE (OLD.thing = 'order') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'payout', NEW.thing_id FROM law_clock c WHERE (NEW.thing = 'payout') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'payout', OLD.thing_id FROM law_clock c WHERE (OLD.thing = 'payout') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'refund', NEW.thing_id FROM law_clock c WHERE (NEW.thing = 'refund') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'refund', OLD.thing_id FROM law_clock c WHERE (OLD.thing = 'refund') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'subscription', NEW.thing_id FROM law_clock c WHERE (NEW.thing = 'subscription') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'subscription', OLD.thing_id FROM law_clock c WHERE (OLD.thing = 'subscription') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'payment', NEW.thing_id FROM law_clock c WHERE (NEW.thing = 'subscription_payment') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'payment', OLD.thing_id FROM law_clock c WHERE (OLD.thing = 'subscription_payment') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'thing', NEW.thing_id FROM law_clock c WHERE (NEW.thing NOT IN ('booking', 'expense', 'gateway_transaction', 'order', 'payout', 'refund', 'subscription', 'subscription_payment')) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'thing', OLD.thing_id FROM law_clock c WHERE (OLD.thing NOT IN ('booking', 'expense', 'gateway_transaction', 'order', 'payout', 'refund', 'subscription', 'subscription_payment')) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_history_delete AFTER DELETE ON history WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'booking', OLD.thing_id FROM law_clock c WHERE (OLD.thing = 'booking') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'expense', OLD.thing_id FROM law_clock c WHERE (OLD.thing = 'expense') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'attempt', OLD.thing_id FROM law_clock c WHERE (OLD.thing = 'gateway_transaction') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'order', OLD.thing_id FROM law_clock c WHERE (OLD.thing = 'order') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'payout', OLD.thing_id FROM law_clock c WHERE (OLD.thing = 'payout') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'refund', OLD.thing_id FROM law_clock c WHERE (OLD.thing = 'refund') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'subscription', OLD.thing_id FROM law_clock c WHERE (OLD.thing = 'subscription') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'payment', OLD.thing_id FROM law_clock c WHERE (OLD.thing = 'subscription_payment') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'thing', OLD.thing_id FROM law_clock c WHERE (OLD.thing NOT IN ('booking', 'expense', 'gateway_transaction', 'order', 'payout', 'refund', 'subscription', 'subscription_payment')) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_subscriptions_insert AFTER INSERT ON subscriptions BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'subscription', NEW.id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_subscriptions_update AFTER UPDATE OF seller_profile_id, plan_id, billing_cycle, currency, status, current_period_end, anchor_at ON subscriptions BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'subscription', NEW.id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_subscriptions_delete AFTER DELETE ON subscriptions BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'subscription', OLD.id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_subscription_payments_insert AFTER INSERT ON subscription_payments BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'payment', NEW.id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'subscription', NEW.subscription_id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'attempt', g.id FROM gateway_transactions g WHERE g.subject_id = NEW.id AND (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_subscription_payments_update AFTER UPDATE OF subscription_id, seller_profile_id, amount_minor, currency, status, paid_at, period_end ON subscription_payments BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'payment', NEW.id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'subscription', NEW.subscription_id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'subscription', OLD.subscription_id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'attempt', g.id FROM gateway_transactions g WHERE g.subject_id = NEW.id AND (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_subscription_payments_delete AFTER DELETE ON subscription_payments BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'payment', OLD.id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'subscription', OLD.subscription_id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'attempt', g.id FROM gateway_transactions g WHERE g.subject_id = OLD.id AND (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_incidents_insert AFTER INSERT ON incidents BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'order', NEW.order_id FROM law_clock c WHERE (NEW.order_id IS NOT NULL) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'attempt', substr(NEW.ref, instr(NEW.ref, ':') + 1, 36) FROM law_clock c WHERE (NEW.ref GLOB 'decided:*' OR NEW.ref GLOB 'subscription:*') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'payment', g.subject_id FROM gateway_transactions g WHERE g.id = substr(NEW.ref, instr(NEW.ref, ':') + 1, 36) AND (NEW.ref GLOB 'subscription:*') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'subscription', p.subscription_id FROM gateway_transactions g JOIN subscription_payments p ON p.id = g.subject_id WHERE g.id = substr(NEW.ref, instr(NEW.ref, ':') + 1, 36) AND (NEW.ref GLOB 'subscription:*') ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_incidents_update AFTER UPDATE OF order_id, ref, status ON incidents BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'order', NEW.order_id FROM law_clock c WHERE (NEW.order_id IS NOT NULL) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'order', OLD.order_id FROM law_clock c WHERE (OLD.order_id IS NOT NULL) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'attempt', substr(NEW.ref, instr(NEW.ref, ':') + 1, 36) FROM law_clock c WHERE (NEW.ref GLOB 'decided:*' OR NEW.ref GLOB 'subscription:*') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'attempt', substr(OLD.ref, instr(OLD.ref, ':') + 1, 36) FROM law_clock c WHERE (OLD.ref GLOB 'decided:*' OR OLD.ref GLOB 'subscription:*') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'payment', g.subject_id FROM gateway_transactions g WHERE g.id = substr(NEW.ref, instr(NEW.ref, ':') + 1, 36) AND (NEW.ref GLOB 'subscription:*') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'payment', g.subject_id FROM gateway_transactions g WHERE g.id = substr(OLD.ref, instr(OLD.ref, ':') + 1, 36) AND (OLD.ref GLOB 'subscription:*') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'subscription', p.subscription_id FROM gateway_transactions g JOIN subscription_payments p ON p.id = g.subject_id WHERE g.id = substr(NEW.ref, instr(NEW.ref, ':') + 1, 36) AND (NEW.ref GLOB 'subscription:*') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'subscription', p.subscription_id FROM gateway_transactions g JOIN subscription_payments p ON p.id = g.subject_id WHERE g.id = substr(OLD.ref, instr(OLD.ref, ':') + 1, 36) AND (OLD.ref GLOB 'subscription:*') ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_incidents_delete AFTER DELETE ON incidents BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'order', OLD.order_id FROM law_clock c WHERE (OLD.order_id IS NOT NULL) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'attempt', substr(OLD.ref, instr(OLD.ref, ':') + 1, 36) FROM law_clock c WHERE (OLD.ref GLOB 'decided:*' OR OLD.ref GLOB 'subscription:*') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'payment', g.subject_id FROM gateway_transactions g WHERE g.id = substr(OLD.ref, instr(OLD.ref, ':') + 1, 36) AND (OLD.ref GLOB 'subscription:*') ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'subscription', p.subscription_id FROM gateway_transactions g JOIN subscription_payments p ON p.id = g.subject_id WHERE g.id = substr(OLD.ref, instr(OLD.ref, ':') + 1, 36) AND (OLD.ref GLOB 'subscription:*') ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_bookings_insert AFTER INSERT ON bookings BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'booking', NEW.id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_bookings_update AFTER UPDATE OF kind, status, gateway, amount_minor, currency, to_amount_minor, to_currency, requested_by, confirmed_by, version ON bookings BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'booking', NEW.id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_bookings_delete AFTER DELETE ON bookings BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'booking', OLD.id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_expenses_insert AFTER INSERT ON expenses BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'expense', NEW.id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_expenses_update AFTER UPDATE OF amount_minor, currency, status, reversed_at, version ON expenses BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'expense', NEW.id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_expenses_delete AFTER DELETE ON expenses BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'expense', OLD.id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_variants_insert AFTER INSERT ON variants BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'variant', NEW.id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_variants_update AFTER UPDATE OF stock, held ON variants BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'variant', NEW.id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_variants_delete AFTER DELETE ON variants BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'variant', OLD.id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_stock_movements_insert AFTER INSERT ON stock_movements WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'variant', NEW.variant_id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'order', NEW.order_id FROM law_clock c WHERE (NEW.type = 'RETURN' AND NEW.order_id IS NOT NULL) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_stock_movements_update AFTER UPDATE OF variant_id, amount, type, order_id ON stock_movements WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'variant', NEW.variant_id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'variant', OLD.variant_id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'order', NEW.order_id FROM law_clock c WHERE (NEW.type = 'RETURN' AND NEW.order_id IS NOT NULL) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'order', OLD.order_id FROM law_clock c WHERE (OLD.type = 'RETURN' AND OLD.order_id IS NOT NULL) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_stock_movements_delete AFTER DELETE ON stock_movements WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'variant', OLD.variant_id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'order', OLD.order_id FROM law_clock c WHERE (OLD.type = 'RETURN' AND OLD.order_id IS NOT NULL) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_stock_holds_insert AFTER INSERT ON stock_holds BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'order', NEW.order_id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'variant', NEW.variant_id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_stock_holds_update AFTER UPDATE OF order_id, variant_id, quantity ON stock_holds BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'order', NEW.order_id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'order', OLD.order_id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'variant', NEW.variant_id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'variant', OLD.variant_id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_stock_holds_delete AFTER DELETE ON stock_holds BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'order', OLD.order_id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'variant', OLD.variant_id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_deliveries_insert AFTER INSERT ON deliveries WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'order', NEW.order_id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'rider', NEW.rider_id FROM law_clock c WHERE (NEW.rider_id IS NOT NULL) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_deliveries_update AFTER UPDATE OF order_id, status, rider_id, overdue_at ON deliveries WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'order', NEW.order_id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'order', OLD.order_id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'rider', NEW.rider_id FROM law_clock c WHERE (NEW.rider_id IS NOT NULL) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'rider', OLD.rider_id FROM law_clock c WHERE (OLD.rider_id IS NOT NULL) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_deliveries_delete AFTER DELETE ON deliveries WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'order', OLD.order_id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'rider', OLD.rider_id FROM law_clock c WHERE (OLD.rider_id IS NOT NULL) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_riders_insert AFTER INSERT ON riders BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'rider', NEW.id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_riders_update AFTER UPDATE OF active_jobs ON riders BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'rider', NEW.id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_riders_delete AFTER DELETE ON riders BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'rider', OLD.id FROM law_clock c WHERE (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_users_insert AFTER INSERT ON users BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'account', w.code || s.value FROM json_each('[":available",":pending",":reserved"]') s JOIN (
          SELECT 'seller:' || f.id AS code FROM seller_profiles f WHERE f.user_id = NEW.id
          UNION ALL SELECT 'rider:' || r.id FROM riders r WHERE r.user_id = NEW.id) w WHERE 1 AND (NEW.deleted_at IS NOT NULL) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_users_update AFTER UPDATE OF deleted_at ON users BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'account', w.code || s.value FROM json_each('[":available",":pending",":reserved"]') s JOIN (
          SELECT 'seller:' || f.id AS code FROM seller_profiles f WHERE f.user_id = NEW.id
          UNION ALL SELECT 'rider:' || r.id FROM riders r WHERE r.user_id = NEW.id) w WHERE 1 AND (NEW.deleted_at IS NOT NULL) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER touch_users_delete AFTER DELETE ON users BEGIN
  INSERT INTO touched (epoch, subject, key) SELECT (SELECT c.epoch FROM law_clock c), 'account', w.code || s.value FROM json_each('[":available",":pending",":reserved"]') s JOIN (
          SELECT 'seller:' || f.id AS code FROM seller_profiles f WHERE f.user_id = OLD.id
          UNION ALL SELECT 'rider:' || r.id FROM riders r WHERE r.user_id = OLD.id) w WHERE 1 AND (OLD.deleted_at IS NOT NULL) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_accounts_insert AFTER INSERT ON accounts BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.code, NEW.currency) FROM backup_marks WHERE name = 'accounts' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_accounts_update AFTER UPDATE ON accounts BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.code, OLD.currency) FROM backup_marks WHERE name = 'accounts' ON CONFLICT DO NOTHING;
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.code, NEW.currency) FROM backup_marks WHERE name = 'accounts' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_accounts_delete AFTER DELETE ON accounts BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.code, OLD.currency) FROM backup_marks WHERE name = 'accounts' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_addresses_update AFTER UPDATE ON addresses BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'addresses' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_addresses_delete AFTER DELETE ON addresses BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'addresses' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM addresses), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM addresses)) WHERE name = 'addresses' AND read_to > (SELECT coalesce(max(rowid), 0) FROM addresses);
END;
--> statement-breakpoint
CREATE TRIGGER changed_backup_codes_update AFTER UPDATE ON backup_codes BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'backup_codes' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_backup_codes_delete AFTER DELETE ON backup_codes BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'backup_codes' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM backup_codes), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM backup_codes)) WHERE name = 'backup_codes' AND read_to > (SELECT coalesce(max(rowid), 0) FROM backup_codes);
END;
--> statement-breakpoint
CREATE TRIGGER changed_bookings_update AFTER UPDATE ON bookings BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'bookings' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_bookings_delete AFTER DELETE ON bookings BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'bookings' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM bookings), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM bookings)) WHERE name = 'bookings' AND read_to > (SELECT coalesce(max(rowid), 0) FROM bookings);
END;
--> statement-breakpoint
CREATE TRIGGER changed_broadcasts_update AFTER UPDATE ON broadcasts BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'broadcasts' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_broadcasts_delete AFTER DELETE ON broadcasts BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'broadcasts' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM broadcasts), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM broadcasts)) WHERE name = 'broadcasts' AND read_to > (SELECT coalesce(max(rowid), 0) FROM broadcasts);
END;
--> statement-breakpoint
CREATE TRIGGER changed_cart_items_update AFTER UPDATE ON cart_items BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'cart_items' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_cart_items_delete AFTER DELETE ON cart_items BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'cart_items' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM cart_items), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM cart_items)) WHERE name = 'cart_items' AND read_to > (SELECT coalesce(max(rowid), 0) FROM cart_items);
END;
--> statement-breakpoint
CREATE TRIGGER changed_carts_update AFTER UPDATE ON carts BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'carts' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_carts_delete AFTER DELETE ON carts BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'carts' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM carts), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM carts)) WHERE name = 'carts' AND read_to > (SELECT coalesce(max(rowid), 0) FROM carts);
END;
--> statement-breakpoint
CREATE TRIGGER changed_categories_update AFTER UPDATE ON categories BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'categories' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_categories_delete AFTER DELETE ON categories BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'categories' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM categories), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM categories)) WHERE name = 'categories' AND read_to > (SELECT coalesce(max(rowid), 0) FROM categories);
END;
--> statement-breakpoint
CREATE TRIGGER changed_compared_nights_update AFTER UPDATE ON compared_nights BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'compared_nights' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_compared_nights_delete AFTER DELETE ON compared_nights BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'compared_nights' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM compared_nights), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM compared_nights)) WHERE name = 'compared_nights' AND read_to > (SELECT coalesce(max(rowid), 0) FROM compared_nights);
END;
--> statement-breakpoint
CREATE TRIGGER changed_conversations_insert AFTER INSERT ON conversations WHEN EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, NEW.rowid FROM backup_marks WHERE name = 'conversations' AND read_to >= NEW.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_conversations_update AFTER UPDATE ON conversations BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'conversations' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_conversations_delete AFTER DELETE ON conversations BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'conversations' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM conversations), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM conversations)) WHERE name = 'conversations' AND read_to > (SELECT coalesce(max(rowid), 0) FROM conversations);
END;
--> statement-breakpoint
CREATE TRIGGER changed_counters_update AFTER UPDATE ON counters BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'counters' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_counters_delete AFTER DELETE ON counters BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'counters' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM counters), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM counters)) WHERE name = 'counters' AND read_to > (SELECT coalesce(max(rowid), 0) FROM counters);
END;
--> statement-breakpoint
CREATE TRIGGER changed_deliveries_insert AFTER INSERT ON deliveries WHEN EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, NEW.rowid FROM backup_marks WHERE name = 'deliveries' AND read_to >= NEW.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_deliveries_update AFTER UPDATE ON deliveries BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'deliveries' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_deliveries_delete AFTER DELETE ON deliveries BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'deliveries' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM deliveries), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM deliveries)) WHERE name = 'deliveries' AND read_to > (SELECT coalesce(max(rowid), 0) FROM deliveries);
END;
--> statement-breakpoint
CREATE TRIGGER changed_delivery_days_insert AFTER INSERT ON delivery_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.day, NEW.currency) FROM backup_marks WHERE name = 'delivery_days' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_delivery_days_update AFTER UPDATE ON delivery_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.day, OLD.currency) FROM backup_marks WHERE name = 'delivery_days' ON CONFLICT DO NOTHING;
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.day, NEW.currency) FROM backup_marks WHERE name = 'delivery_days' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_delivery_days_delete AFTER DELETE ON delivery_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.day, OLD.currency) FROM backup_marks WHERE name = 'delivery_days' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_delivery_zones_update AFTER UPDATE ON delivery_zones BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'delivery_zones' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_delivery_zones_delete AFTER DELETE ON delivery_zones BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'delivery_zones' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM delivery_zones), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM delivery_zones)) WHERE name = 'delivery_zones' AND read_to > (SELECT coalesce(max(rowid), 0) FROM delivery_zones);
END;
--> statement-breakpoint
CREATE TRIGGER changed_documents_update AFTER UPDATE ON documents BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'documents' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_documents_delete AFTER DELETE ON documents BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'documents' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM documents), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM documents)) WHERE name = 'documents' AND read_to > (SELECT coalesce(max(rowid), 0) FROM documents);
END;
--> statement-breakpoint
CREATE TRIGGER changed_exchange_rates_update AFTER UPDATE ON exchange_rates BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'exchange_rates' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_exchange_rates_delete AFTER DELETE ON exchange_rates BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'exchange_rates' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM exchange_rates), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM exchange_rates)) WHERE name = 'exchange_rates' AND read_to > (SELECT coalesce(max(rowid), 0) FROM exchange_rates);
END;
--> statement-breakpoint
CREATE TRIGGER changed_expense_days_insert AFTER INSERT ON expense_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.day, NEW.currency) FROM backup_marks WHERE name = 'expense_days' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_expense_days_update AFTER UPDATE ON expense_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.day, OLD.currency) FROM backup_marks WHERE name = 'expense_days' ON CONFLICT DO NOTHING;
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.day, NEW.currency) FROM backup_marks WHERE name = 'expense_days' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_expense_days_delete AFTER DELETE ON expense_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.day, OLD.currency) FROM backup_marks WHERE name = 'expense_days' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_expense_totals_insert AFTER INSERT ON expense_totals BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.status, NEW.day, NEW.category, NEW.currency) FROM backup_marks WHERE name = 'expense_totals' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_expense_totals_update AFTER UPDATE ON expense_totals BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.status, OLD.day, OLD.category, OLD.currency) FROM backup_marks WHERE name = 'expense_totals' ON CONFLICT DO NOTHING;
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.status, NEW.day, NEW.category, NEW.currency) FROM backup_marks WHERE name = 'expense_totals' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_expense_totals_delete AFTER DELETE ON expense_totals BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.status, OLD.day, OLD.category, OLD.currency) FROM backup_marks WHERE name = 'expense_totals' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_expenses_update AFTER UPDATE ON expenses BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'expenses' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_expenses_delete AFTER DELETE ON expenses BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'expenses' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM expenses), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM expenses)) WHERE name = 'expenses' AND read_to > (SELECT coalesce(max(rowid), 0) FROM expenses);
END;
--> statement-breakpoint
CREATE TRIGGER changed_favorites_update AFTER UPDATE ON favorites BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'favorites' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_favorites_delete AFTER DELETE ON favorites BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'favorites' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM favorites), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM favorites)) WHERE name = 'favorites' AND read_to > (SELECT coalesce(max(rowid), 0) FROM favorites);
END;
--> statement-breakpoint
CREATE TRIGGER changed_fee_days_insert AFTER INSERT ON fee_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.day, NEW.gateway, NEW.currency) FROM backup_marks WHERE name = 'fee_days' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_fee_days_update AFTER UPDATE ON fee_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.day, OLD.gateway, OLD.currency) FROM backup_marks WHERE name = 'fee_days' ON CONFLICT DO NOTHING;
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.day, NEW.gateway, NEW.currency) FROM backup_marks WHERE name = 'fee_days' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_fee_days_delete AFTER DELETE ON fee_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.day, OLD.gateway, OLD.currency) FROM backup_marks WHERE name = 'fee_days' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_feed_reads_update AFTER UPDATE ON feed_reads BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'feed_reads' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_feed_reads_delete AFTER DELETE ON feed_reads BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'feed_reads' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM feed_reads), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM feed_reads)) WHERE name = 'feed_reads' AND read_to > (SELECT coalesce(max(rowid), 0) FROM feed_reads);
END;
--> statement-breakpoint
CREATE TRIGGER changed_feeds_update AFTER UPDATE ON feeds BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'feeds' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_feeds_delete AFTER DELETE ON feeds BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'feeds' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM feeds), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM feeds)) WHERE name = 'feeds' AND read_to > (SELECT coalesce(max(rowid), 0) FROM feeds);
END;
--> statement-breakpoint
CREATE TRIGGER changed_gateway_transactions_insert AFTER INSERT ON gateway_transactions WHEN EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, NEW.rowid FROM backup_marks WHERE name = 'gateway_transactions' AND read_to >= NEW.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_gateway_transactions_update AFTER UPDATE ON gateway_transactions BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'gateway_transactions' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_gateway_transactions_delete AFTER DELETE ON gateway_transactions BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'gateway_transactions' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM gateway_transactions), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM gateway_transactions)) WHERE name = 'gateway_transactions' AND read_to > (SELECT coalesce(max(rowid), 0) FROM gateway_transactions);
END;
--> statement-breakpoint
CREATE TRIGGER changed_gateway_wallets_update AFTER UPDATE ON gateway_wallets BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'gateway_wallets' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_gateway_wallets_delete AFTER DELETE ON gateway_wallets BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'gateway_wallets' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM gateway_wallets), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM gateway_wallets)) WHERE name = 'gateway_wallets' AND read_to > (SELECT coalesce(max(rowid), 0) FROM gateway_wallets);
END;
--> statement-breakpoint
CREATE TRIGGER changed_held_bytes_insert AFTER INSERT ON held_bytes BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.owner_id) FROM backup_marks WHERE name = 'held_bytes' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_held_bytes_update AFTER UPDATE ON held_bytes BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.owner_id) FROM backup_marks WHERE name = 'held_bytes' ON CONFLICT DO NOTHING;
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.owner_id) FROM backup_marks WHERE name = 'held_bytes' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_held_bytes_delete AFTER DELETE ON held_bytes BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.owner_id) FROM backup_marks WHERE name = 'held_bytes' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_history_insert AFTER INSERT ON history BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.thing_id, NEW.version) FROM backup_marks WHERE name = 'history' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_history_update AFTER UPDATE ON history BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.thing_id, OLD.version) FROM backup_marks WHERE name = 'history' ON CONFLICT DO NOTHING;
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.thing_id, NEW.version) FROM backup_marks WHERE name = 'history' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_history_delete AFTER DELETE ON history BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.thing_id, OLD.version) FROM backup_marks WHERE name = 'history' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_identities_update AFTER UPDATE ON identities BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'identities' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_identities_delete AFTER DELETE ON identities BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'identities' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM identities), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM identities)) WHERE name = 'identities' AND read_to > (SELECT coalesce(max(rowid), 0) FROM identities);
END;
--> statement-breakpoint
CREATE TRIGGER changed_incident_parties_update AFTER UPDATE ON incident_parties BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'incident_parties' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_incident_parties_delete AFTER DELETE ON incident_parties BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'incident_parties' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM incident_parties), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM incident_parties)) WHERE name = 'incident_parties' AND read_to > (SELECT coalesce(max(rowid), 0) FROM incident_parties);
END;
--> statement-breakpoint
CREATE TRIGGER changed_incident_updates_update AFTER UPDATE ON incident_updates BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'incident_updates' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_incident_updates_delete AFTER DELETE ON incident_updates BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'incident_updates' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM incident_updates), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM incident_updates)) WHERE name = 'incident_updates' AND read_to > (SELECT coalesce(max(rowid), 0) FROM incident_updates);
END;
--> statement-breakpoint
CREATE TRIGGER changed_incidents_update AFTER UPDATE ON incidents BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'incidents' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_incidents_delete AFTER DELETE ON incidents BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'incidents' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM incidents), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM incidents)) WHERE name = 'incidents' AND read_to > (SELECT coalesce(max(rowid), 0) FROM incidents);
END;
--> statement-breakpoint
CREATE TRIGGER changed_invoices_update AFTER UPDATE ON invoices BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'invoices' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_invoices_delete AFTER DELETE ON invoices BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'invoices' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM invoices), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM invoices)) WHERE name = 'invoices' AND read_to > (SELECT coalesce(max(rowid), 0) FROM invoices);
END;
--> statement-breakpoint
CREATE TRIGGER changed_kyc_update AFTER UPDATE ON kyc BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'kyc' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_kyc_delete AFTER DELETE ON kyc BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'kyc' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM kyc), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM kyc)) WHERE name = 'kyc' AND read_to > (SELECT coalesce(max(rowid), 0) FROM kyc);
END;
--> statement-breakpoint
CREATE TRIGGER changed_law_marks_insert AFTER INSERT ON law_marks BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.name) FROM backup_marks WHERE name = 'law_marks' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_law_marks_update AFTER UPDATE ON law_marks BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.name) FROM backup_marks WHERE name = 'law_marks' ON CONFLICT DO NOTHING;
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.name) FROM backup_marks WHERE name = 'law_marks' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_law_marks_delete AFTER DELETE ON law_marks BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.name) FROM backup_marks WHERE name = 'law_marks' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_messages_insert AFTER INSERT ON messages WHEN EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, NEW.rowid FROM backup_marks WHERE name = 'messages' AND read_to >= NEW.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_messages_update AFTER UPDATE ON messages BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'messages' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_messages_delete AFTER DELETE ON messages BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'messages' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM messages), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM messages)) WHERE name = 'messages' AND read_to > (SELECT coalesce(max(rowid), 0) FROM messages);
END;
--> statement-breakpoint
CREATE TRIGGER changed_moderation_events_update AFTER UPDATE ON moderation_events BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'moderation_events' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_moderation_events_delete AFTER DELETE ON moderation_events BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'moderation_events' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM moderation_events), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM moderation_events)) WHERE name = 'moderation_events' AND read_to > (SELECT coalesce(max(rowid), 0) FROM moderation_events);
END;
--> statement-breakpoint
CREATE TRIGGER changed_moderation_settings_insert AFTER INSERT ON moderation_settings BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, NEW.rowid FROM backup_marks WHERE name = 'moderation_settings' AND read_to >= NEW.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_moderation_settings_update AFTER UPDATE ON moderation_settings BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'moderation_settings' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, NEW.rowid FROM backup_marks WHERE name = 'moderation_settings' AND read_to >= NEW.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_moderation_settings_delete AFTER DELETE ON moderation_settings BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'moderation_settings' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM moderation_settings), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM moderation_settings)) WHERE name = 'moderation_settings' AND read_to > (SELECT coalesce(max(rowid), 0) FROM moderation_settings);
END;
--> statement-breakpoint
CREATE TRIGGER changed_money_settings_update AFTER UPDATE ON money_settings BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'money_settings' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_money_settings_delete AFTER DELETE ON money_settings BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'money_settings' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM money_settings), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM money_settings)) WHERE name = 'money_settings' AND read_to > (SELECT coalesce(max(rowid), 0) FROM money_settings);
END;
--> statement-breakpoint
CREATE TRIGGER changed_notification_preferences_update AFTER UPDATE ON notification_preferences BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'notification_preferences' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_notification_preferences_delete AFTER DELETE ON notification_preferences BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'notification_preferences' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM notification_preferences), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM notification_preferences)) WHERE name = 'notification_preferences' AND read_to > (SELECT coalesce(max(rowid), 0) FROM notification_preferences);
END;
--> statement-breakpoint
CREATE TRIGGER changed_notifications_insert AFTER INSERT ON notifications BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, NEW.rowid FROM backup_marks WHERE name = 'notifications' AND read_to >= NEW.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_notifications_update AFTER UPDATE ON notifications BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'notifications' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, NEW.rowid FROM backup_marks WHERE name = 'notifications' AND read_to >= NEW.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_notifications_delete AFTER DELETE ON notifications BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'notifications' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM notifications), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM notifications)) WHERE name = 'notifications' AND read_to > (SELECT coalesce(max(rowid), 0) FROM notifications);
END;
--> statement-breakpoint
CREATE TRIGGER changed_one_time_tokens_update AFTER UPDATE ON one_time_tokens BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'one_time_tokens' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_one_time_tokens_delete AFTER DELETE ON one_time_tokens BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'one_time_tokens' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM one_time_tokens), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM one_time_tokens)) WHERE name = 'one_time_tokens' AND read_to > (SELECT coalesce(max(rowid), 0) FROM one_time_tokens);
END;
--> statement-breakpoint
CREATE TRIGGER changed_order_days_insert AFTER INSERT ON order_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.day, NEW.currency, NEW.status) FROM backup_marks WHERE name = 'order_days' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_order_days_update AFTER UPDATE ON order_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.day, OLD.currency, OLD.status) FROM backup_marks WHERE name = 'order_days' ON CONFLICT DO NOTHING;
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.day, NEW.currency, NEW.status) FROM backup_marks WHERE name = 'order_days' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_order_days_delete AFTER DELETE ON order_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.day, OLD.currency, OLD.status) FROM backup_marks WHERE name = 'order_days' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_order_items_insert AFTER INSERT ON order_items WHEN EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, NEW.rowid FROM backup_marks WHERE name = 'order_items' AND read_to >= NEW.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_order_items_update AFTER UPDATE ON order_items BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'order_items' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_order_items_delete AFTER DELETE ON order_items BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'order_items' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM order_items), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM order_items)) WHERE name = 'order_items' AND read_to > (SELECT coalesce(max(rowid), 0) FROM order_items);
END;
--> statement-breakpoint
CREATE TRIGGER changed_order_notes_insert AFTER INSERT ON order_notes WHEN EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, NEW.rowid FROM backup_marks WHERE name = 'order_notes' AND read_to >= NEW.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_order_notes_update AFTER UPDATE ON order_notes BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'order_notes' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_order_notes_delete AFTER DELETE ON order_notes BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'order_notes' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM order_notes), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM order_notes)) WHERE name = 'order_notes' AND read_to > (SELECT coalesce(max(rowid), 0) FROM order_notes);
END;
--> statement-breakpoint
CREATE TRIGGER changed_order_totals_update AFTER UPDATE ON order_totals BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'order_totals' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_order_totals_delete AFTER DELETE ON order_totals BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'order_totals' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM order_totals), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM order_totals)) WHERE name = 'order_totals' AND read_to > (SELECT coalesce(max(rowid), 0) FROM order_totals);
END;
--> statement-breakpoint
CREATE TRIGGER changed_orders_update AFTER UPDATE ON orders BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'orders' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_orders_delete AFTER DELETE ON orders BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'orders' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM orders), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM orders)) WHERE name = 'orders' AND read_to > (SELECT coalesce(max(rowid), 0) FROM orders);
END;
--> statement-breakpoint
CREATE TRIGGER changed_outbox_update AFTER UPDATE ON outbox BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'outbox' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_outbox_delete AFTER DELETE ON outbox BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'outbox' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM outbox), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM outbox)) WHERE name = 'outbox' AND read_to > (SELECT coalesce(max(rowid), 0) FROM outbox);
END;
--> statement-breakpoint
CREATE TRIGGER changed_passkeys_update AFTER UPDATE ON passkeys BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'passkeys' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_passkeys_delete AFTER DELETE ON passkeys BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'passkeys' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM passkeys), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM passkeys)) WHERE name = 'passkeys' AND read_to > (SELECT coalesce(max(rowid), 0) FROM passkeys);
END;
--> statement-breakpoint
CREATE TRIGGER changed_payin_shares_insert AFTER INSERT ON payin_shares WHEN EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, NEW.rowid FROM backup_marks WHERE name = 'payin_shares' AND read_to >= NEW.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_payin_shares_update AFTER UPDATE ON payin_shares BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'payin_shares' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_payin_shares_delete AFTER DELETE ON payin_shares BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'payin_shares' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM payin_shares), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM payin_shares)) WHERE name = 'payin_shares' AND read_to > (SELECT coalesce(max(rowid), 0) FROM payin_shares);
END;
--> statement-breakpoint
CREATE TRIGGER changed_payout_days_insert AFTER INSERT ON payout_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.day, NEW.currency) FROM backup_marks WHERE name = 'payout_days' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_payout_days_update AFTER UPDATE ON payout_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.day, OLD.currency) FROM backup_marks WHERE name = 'payout_days' ON CONFLICT DO NOTHING;
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.day, NEW.currency) FROM backup_marks WHERE name = 'payout_days' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_payout_days_delete AFTER DELETE ON payout_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.day, OLD.currency) FROM backup_marks WHERE name = 'payout_days' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_payouts_update AFTER UPDATE ON payouts BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'payouts' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_payouts_delete AFTER DELETE ON payouts BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'payouts' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM payouts), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM payouts)) WHERE name = 'payouts' AND read_to > (SELECT coalesce(max(rowid), 0) FROM payouts);
END;
--> statement-breakpoint
CREATE TRIGGER changed_plan_prices_update AFTER UPDATE ON plan_prices BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'plan_prices' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_plan_prices_delete AFTER DELETE ON plan_prices BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'plan_prices' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM plan_prices), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM plan_prices)) WHERE name = 'plan_prices' AND read_to > (SELECT coalesce(max(rowid), 0) FROM plan_prices);
END;
--> statement-breakpoint
CREATE TRIGGER changed_plans_update AFTER UPDATE ON plans BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'plans' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_plans_delete AFTER DELETE ON plans BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'plans' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM plans), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM plans)) WHERE name = 'plans' AND read_to > (SELECT coalesce(max(rowid), 0) FROM plans);
END;
--> statement-breakpoint
CREATE TRIGGER changed_platform_settings_update AFTER UPDATE ON platform_settings BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'platform_settings' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_platform_settings_delete AFTER DELETE ON platform_settings BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'platform_settings' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM platform_settings), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM platform_settings)) WHERE name = 'platform_settings' AND read_to > (SELECT coalesce(max(rowid), 0) FROM platform_settings);
END;
--> statement-breakpoint
CREATE TRIGGER changed_posts_update AFTER UPDATE ON posts BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'posts' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_posts_delete AFTER DELETE ON posts BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'posts' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM posts), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM posts)) WHERE name = 'posts' AND read_to > (SELECT coalesce(max(rowid), 0) FROM posts);
END;
--> statement-breakpoint
CREATE TRIGGER changed_price_rates_update AFTER UPDATE ON price_rates BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'price_rates' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_price_rates_delete AFTER DELETE ON price_rates BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'price_rates' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM price_rates), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM price_rates)) WHERE name = 'price_rates' AND read_to > (SELECT coalesce(max(rowid), 0) FROM price_rates);
END;
--> statement-breakpoint
CREATE TRIGGER changed_product_images_update AFTER UPDATE ON product_images BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'product_images' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_product_images_delete AFTER DELETE ON product_images BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'product_images' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM product_images), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM product_images)) WHERE name = 'product_images' AND read_to > (SELECT coalesce(max(rowid), 0) FROM product_images);
END;
--> statement-breakpoint
CREATE TRIGGER changed_product_import_lines_update AFTER UPDATE ON product_import_lines BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'product_import_lines' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_product_import_lines_delete AFTER DELETE ON product_import_lines BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'product_import_lines' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM product_import_lines), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM product_import_lines)) WHERE name = 'product_import_lines' AND read_to > (SELECT coalesce(max(rowid), 0) FROM product_import_lines);
END;
--> statement-breakpoint
CREATE TRIGGER changed_product_imports_update AFTER UPDATE ON product_imports BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'product_imports' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_product_imports_delete AFTER DELETE ON product_imports BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'product_imports' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM product_imports), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM product_imports)) WHERE name = 'product_imports' AND read_to > (SELECT coalesce(max(rowid), 0) FROM product_imports);
END;
--> statement-breakpoint
CREATE TRIGGER changed_product_sales_insert AFTER INSERT ON product_sales BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.span, NEW.day, NEW.product_id, NEW.currency) FROM backup_marks WHERE name = 'product_sales' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_product_sales_update AFTER UPDATE ON product_sales BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.span, OLD.day, OLD.product_id, OLD.currency) FROM backup_marks WHERE name = 'product_sales' ON CONFLICT DO NOTHING;
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.span, NEW.day, NEW.product_id, NEW.currency) FROM backup_marks WHERE name = 'product_sales' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_product_sales_delete AFTER DELETE ON product_sales BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.span, OLD.day, OLD.product_id, OLD.currency) FROM backup_marks WHERE name = 'product_sales' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_products_update AFTER UPDATE ON products BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'products' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_products_delete AFTER DELETE ON products BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'products' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM products), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM products)) WHERE name = 'products' AND read_to > (SELECT coalesce(max(rowid), 0) FROM products);
END;
--> statement-breakpoint
CREATE TRIGGER changed_purges_insert AFTER INSERT ON purges BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, NEW.rowid FROM backup_marks WHERE name = 'purges' AND read_to >= NEW.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_purges_update AFTER UPDATE ON purges BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'purges' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, NEW.rowid FROM backup_marks WHERE name = 'purges' AND read_to >= NEW.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_purges_delete AFTER DELETE ON purges BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'purges' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM purges), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM purges)) WHERE name = 'purges' AND read_to > (SELECT coalesce(max(rowid), 0) FROM purges);
END;
--> statement-breakpoint
CREATE TRIGGER changed_push_devices_update AFTER UPDATE ON push_devices BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'push_devices' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_push_devices_delete AFTER DELETE ON push_devices BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'push_devices' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM push_devices), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM push_devices)) WHERE name = 'push_devices' AND read_to > (SELECT coalesce(max(rowid), 0) FROM push_devices);
END;
--> statement-breakpoint
CREATE TRIGGER changed_quotes_update AFTER UPDATE ON quotes BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'quotes' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_quotes_delete AFTER DELETE ON quotes BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'quotes' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM quotes), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM quotes)) WHERE name = 'quotes' AND read_to > (SELECT coalesce(max(rowid), 0) FROM quotes);
END;
--> statement-breakpoint
CREATE TRIGGER changed_rate_memories_update AFTER UPDATE ON rate_memories BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'rate_memories' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_rate_memories_delete AFTER DELETE ON rate_memories BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'rate_memories' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM rate_memories), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM rate_memories)) WHERE name = 'rate_memories' AND read_to > (SELECT coalesce(max(rowid), 0) FROM rate_memories);
END;
--> statement-breakpoint
CREATE TRIGGER changed_read_marks_insert AFTER INSERT ON read_marks WHEN EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, NEW.rowid FROM backup_marks WHERE name = 'read_marks' AND read_to >= NEW.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_read_marks_update AFTER UPDATE ON read_marks BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'read_marks' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_read_marks_delete AFTER DELETE ON read_marks BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'read_marks' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM read_marks), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM read_marks)) WHERE name = 'read_marks' AND read_to > (SELECT coalesce(max(rowid), 0) FROM read_marks);
END;
--> statement-breakpoint
CREATE TRIGGER changed_recoveries_update AFTER UPDATE ON recoveries BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'recoveries' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_recoveries_delete AFTER DELETE ON recoveries BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'recoveries' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM recoveries), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM recoveries)) WHERE name = 'recoveries' AND read_to > (SELECT coalesce(max(rowid), 0) FROM recoveries);
END;
--> statement-breakpoint
CREATE TRIGGER changed_refund_attempts_update AFTER UPDATE ON refund_attempts BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'refund_attempts' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_refund_attempts_delete AFTER DELETE ON refund_attempts BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'refund_attempts' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM refund_attempts), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM refund_attempts)) WHERE name = 'refund_attempts' AND read_to > (SELECT coalesce(max(rowid), 0) FROM refund_attempts);
END;
--> statement-breakpoint
CREATE TRIGGER changed_refund_days_insert AFTER INSERT ON refund_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.day, NEW.currency) FROM backup_marks WHERE name = 'refund_days' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_refund_days_update AFTER UPDATE ON refund_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.day, OLD.currency) FROM backup_marks WHERE name = 'refund_days' ON CONFLICT DO NOTHING;
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.day, NEW.currency) FROM backup_marks WHERE name = 'refund_days' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_refund_days_delete AFTER DELETE ON refund_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.day, OLD.currency) FROM backup_marks WHERE name = 'refund_days' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_refund_requests_update AFTER UPDATE ON refund_requests BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'refund_requests' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_refund_requests_delete AFTER DELETE ON refund_requests BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'refund_requests' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM refund_requests), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM refund_requests)) WHERE name = 'refund_requests' AND read_to > (SELECT coalesce(max(rowid), 0) FROM refund_requests);
END;
--> statement-breakpoint
CREATE TRIGGER changed_refunds_update AFTER UPDATE ON refunds BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'refunds' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_refunds_delete AFTER DELETE ON refunds BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'refunds' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM refunds), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM refunds)) WHERE name = 'refunds' AND read_to > (SELECT coalesce(max(rowid), 0) FROM refunds);
END;
--> statement-breakpoint
CREATE TRIGGER changed_removed_files_update AFTER UPDATE ON removed_files BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'removed_files' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_removed_files_delete AFTER DELETE ON removed_files BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'removed_files' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM removed_files), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM removed_files)) WHERE name = 'removed_files' AND read_to > (SELECT coalesce(max(rowid), 0) FROM removed_files);
END;
--> statement-breakpoint
CREATE TRIGGER changed_reports_update AFTER UPDATE ON reports BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'reports' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_reports_delete AFTER DELETE ON reports BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'reports' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM reports), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM reports)) WHERE name = 'reports' AND read_to > (SELECT coalesce(max(rowid), 0) FROM reports);
END;
--> statement-breakpoint
CREATE TRIGGER changed_review_images_update AFTER UPDATE ON review_images BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'review_images' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_review_images_delete AFTER DELETE ON review_images BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'review_images' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM review_images), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM review_images)) WHERE name = 'review_images' AND read_to > (SELECT coalesce(max(rowid), 0) FROM review_images);
END;
--> statement-breakpoint
CREATE TRIGGER changed_review_sums_insert AFTER INSERT ON review_sums BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.target_id, NEW.rating) FROM backup_marks WHERE name = 'review_sums' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_review_sums_update AFTER UPDATE ON review_sums BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.target_id, OLD.rating) FROM backup_marks WHERE name = 'review_sums' ON CONFLICT DO NOTHING;
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.target_id, NEW.rating) FROM backup_marks WHERE name = 'review_sums' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_review_sums_delete AFTER DELETE ON review_sums BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.target_id, OLD.rating) FROM backup_marks WHERE name = 'review_sums' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_review_wishes_insert AFTER INSERT ON review_wishes BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.due_at, NEW.order_id) FROM backup_marks WHERE name = 'review_wishes' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_review_wishes_update AFTER UPDATE ON review_wishes BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.due_at, OLD.order_id) FROM backup_marks WHERE name = 'review_wishes' ON CONFLICT DO NOTHING;
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.due_at, NEW.order_id) FROM backup_marks WHERE name = 'review_wishes' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_review_wishes_delete AFTER DELETE ON review_wishes BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.due_at, OLD.order_id) FROM backup_marks WHERE name = 'review_wishes' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_reviews_update AFTER UPDATE ON reviews BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'reviews' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_reviews_delete AFTER DELETE ON reviews BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'reviews' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM reviews), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM reviews)) WHERE name = 'reviews' AND read_to > (SELECT coalesce(max(rowid), 0) FROM reviews);
END;
--> statement-breakpoint
CREATE TRIGGER changed_rider_days_update AFTER UPDATE ON rider_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'rider_days' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_rider_days_delete AFTER DELETE ON rider_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'rider_days' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM rider_days), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM rider_days)) WHERE name = 'rider_days' AND read_to > (SELECT coalesce(max(rowid), 0) FROM rider_days);
END;
--> statement-breakpoint
CREATE TRIGGER changed_rider_deliveries_insert AFTER INSERT ON rider_deliveries BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.rider_id, NEW.day) FROM backup_marks WHERE name = 'rider_deliveries' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_rider_deliveries_update AFTER UPDATE ON rider_deliveries BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.rider_id, OLD.day) FROM backup_marks WHERE name = 'rider_deliveries' ON CONFLICT DO NOTHING;
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.rider_id, NEW.day) FROM backup_marks WHERE name = 'rider_deliveries' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_rider_deliveries_delete AFTER DELETE ON rider_deliveries BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.rider_id, OLD.day) FROM backup_marks WHERE name = 'rider_deliveries' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_rider_zones_update AFTER UPDATE ON rider_zones BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'rider_zones' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_rider_zones_delete AFTER DELETE ON rider_zones BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'rider_zones' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM rider_zones), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM rider_zones)) WHERE name = 'rider_zones' AND read_to > (SELECT coalesce(max(rowid), 0) FROM rider_zones);
END;
--> statement-breakpoint
CREATE TRIGGER changed_riders_update AFTER UPDATE ON riders BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'riders' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_riders_delete AFTER DELETE ON riders BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'riders' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM riders), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM riders)) WHERE name = 'riders' AND read_to > (SELECT coalesce(max(rowid), 0) FROM riders);
END;
--> statement-breakpoint
CREATE TRIGGER changed_sales_days_insert AFTER INSERT ON sales_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.day, NEW.currency) FROM backup_marks WHERE name = 'sales_days' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_sales_days_update AFTER UPDATE ON sales_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.day, OLD.currency) FROM backup_marks WHERE name = 'sales_days' ON CONFLICT DO NOTHING;
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.day, NEW.currency) FROM backup_marks WHERE name = 'sales_days' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_sales_days_delete AFTER DELETE ON sales_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.day, OLD.currency) FROM backup_marks WHERE name = 'sales_days' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_sealed_files_insert AFTER INSERT ON sealed_files BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, NEW.rowid FROM backup_marks WHERE name = 'sealed_files' AND read_to >= NEW.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_sealed_files_update AFTER UPDATE ON sealed_files BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'sealed_files' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, NEW.rowid FROM backup_marks WHERE name = 'sealed_files' AND read_to >= NEW.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_sealed_files_delete AFTER DELETE ON sealed_files BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'sealed_files' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM sealed_files), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM sealed_files)) WHERE name = 'sealed_files' AND read_to > (SELECT coalesce(max(rowid), 0) FROM sealed_files);
END;
--> statement-breakpoint
CREATE TRIGGER changed_sealed_riders_insert AFTER INSERT ON sealed_riders BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.rider_id, NEW.n) FROM backup_marks WHERE name = 'sealed_riders' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_sealed_riders_update AFTER UPDATE ON sealed_riders BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.rider_id, OLD.n) FROM backup_marks WHERE name = 'sealed_riders' ON CONFLICT DO NOTHING;
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.rider_id, NEW.n) FROM backup_marks WHERE name = 'sealed_riders' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_sealed_riders_delete AFTER DELETE ON sealed_riders BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.rider_id, OLD.n) FROM backup_marks WHERE name = 'sealed_riders' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_search_keys_insert AFTER INSERT ON search_keys BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, NEW.rowid FROM backup_marks WHERE name = 'search_keys' AND read_to >= NEW.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_search_keys_update AFTER UPDATE ON search_keys BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'search_keys' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, NEW.rowid FROM backup_marks WHERE name = 'search_keys' AND read_to >= NEW.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_search_keys_delete AFTER DELETE ON search_keys BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'search_keys' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM search_keys), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM search_keys)) WHERE name = 'search_keys' AND read_to > (SELECT coalesce(max(rowid), 0) FROM search_keys);
END;
--> statement-breakpoint
CREATE TRIGGER changed_search_misses_update AFTER UPDATE ON search_misses BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'search_misses' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_search_misses_delete AFTER DELETE ON search_misses BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'search_misses' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM search_misses), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM search_misses)) WHERE name = 'search_misses' AND read_to > (SELECT coalesce(max(rowid), 0) FROM search_misses);
END;
--> statement-breakpoint
CREATE TRIGGER changed_search_spellings_insert AFTER INSERT ON search_spellings BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.near, NEW.word) FROM backup_marks WHERE name = 'search_spellings' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_search_spellings_update AFTER UPDATE ON search_spellings BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.near, OLD.word) FROM backup_marks WHERE name = 'search_spellings' ON CONFLICT DO NOTHING;
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.near, NEW.word) FROM backup_marks WHERE name = 'search_spellings' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_search_spellings_delete AFTER DELETE ON search_spellings BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.near, OLD.word) FROM backup_marks WHERE name = 'search_spellings' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_search_words_insert AFTER INSERT ON search_words BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.word) FROM backup_marks WHERE name = 'search_words' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_search_words_update AFTER UPDATE ON search_words BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.word) FROM backup_marks WHERE name = 'search_words' ON CONFLICT DO NOTHING;
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.word) FROM backup_marks WHERE name = 'search_words' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_search_words_delete AFTER DELETE ON search_words BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.word) FROM backup_marks WHERE name = 'search_words' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_seller_profiles_update AFTER UPDATE ON seller_profiles BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'seller_profiles' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_seller_profiles_delete AFTER DELETE ON seller_profiles BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'seller_profiles' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM seller_profiles), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM seller_profiles)) WHERE name = 'seller_profiles' AND read_to > (SELECT coalesce(max(rowid), 0) FROM seller_profiles);
END;
--> statement-breakpoint
CREATE TRIGGER changed_seller_sales_insert AFTER INSERT ON seller_sales BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.span, NEW.day, NEW.seller_profile_id, NEW.currency) FROM backup_marks WHERE name = 'seller_sales' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_seller_sales_update AFTER UPDATE ON seller_sales BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.span, OLD.day, OLD.seller_profile_id, OLD.currency) FROM backup_marks WHERE name = 'seller_sales' ON CONFLICT DO NOTHING;
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.span, NEW.day, NEW.seller_profile_id, NEW.currency) FROM backup_marks WHERE name = 'seller_sales' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_seller_sales_delete AFTER DELETE ON seller_sales BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.span, OLD.day, OLD.seller_profile_id, OLD.currency) FROM backup_marks WHERE name = 'seller_sales' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_sessions_update AFTER UPDATE ON sessions BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'sessions' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_sessions_delete AFTER DELETE ON sessions BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'sessions' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM sessions), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM sessions)) WHERE name = 'sessions' AND read_to > (SELECT coalesce(max(rowid), 0) FROM sessions);
END;
--> statement-breakpoint
CREATE TRIGGER changed_shops_update AFTER UPDATE ON shops BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'shops' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_shops_delete AFTER DELETE ON shops BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'shops' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM shops), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM shops)) WHERE name = 'shops' AND read_to > (SELECT coalesce(max(rowid), 0) FROM shops);
END;
--> statement-breakpoint
CREATE TRIGGER changed_stock_holds_update AFTER UPDATE ON stock_holds BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'stock_holds' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_stock_holds_delete AFTER DELETE ON stock_holds BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'stock_holds' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM stock_holds), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM stock_holds)) WHERE name = 'stock_holds' AND read_to > (SELECT coalesce(max(rowid), 0) FROM stock_holds);
END;
--> statement-breakpoint
CREATE TRIGGER changed_stock_movements_insert AFTER INSERT ON stock_movements WHEN EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, NEW.rowid FROM backup_marks WHERE name = 'stock_movements' AND read_to >= NEW.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_stock_movements_update AFTER UPDATE ON stock_movements BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'stock_movements' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_stock_movements_delete AFTER DELETE ON stock_movements BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'stock_movements' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM stock_movements), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM stock_movements)) WHERE name = 'stock_movements' AND read_to > (SELECT coalesce(max(rowid), 0) FROM stock_movements);
END;
--> statement-breakpoint
CREATE TRIGGER changed_stored_files_insert AFTER INSERT ON stored_files BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.key) FROM backup_marks WHERE name = 'stored_files' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_stored_files_update AFTER UPDATE ON stored_files BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.key) FROM backup_marks WHERE name = 'stored_files' ON CONFLICT DO NOTHING;
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.key) FROM backup_marks WHERE name = 'stored_files' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_stored_files_delete AFTER DELETE ON stored_files BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.key) FROM backup_marks WHERE name = 'stored_files' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_subcategories_update AFTER UPDATE ON subcategories BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'subcategories' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_subcategories_delete AFTER DELETE ON subcategories BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'subcategories' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM subcategories), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM subcategories)) WHERE name = 'subcategories' AND read_to > (SELECT coalesce(max(rowid), 0) FROM subcategories);
END;
--> statement-breakpoint
CREATE TRIGGER changed_subscription_days_update AFTER UPDATE ON subscription_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'subscription_days' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_subscription_days_delete AFTER DELETE ON subscription_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'subscription_days' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM subscription_days), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM subscription_days)) WHERE name = 'subscription_days' AND read_to > (SELECT coalesce(max(rowid), 0) FROM subscription_days);
END;
--> statement-breakpoint
CREATE TRIGGER changed_subscription_payments_update AFTER UPDATE ON subscription_payments BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'subscription_payments' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_subscription_payments_delete AFTER DELETE ON subscription_payments BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'subscription_payments' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM subscription_payments), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM subscription_payments)) WHERE name = 'subscription_payments' AND read_to > (SELECT coalesce(max(rowid), 0) FROM subscription_payments);
END;
--> statement-breakpoint
CREATE TRIGGER changed_subscriptions_update AFTER UPDATE ON subscriptions BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'subscriptions' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_subscriptions_delete AFTER DELETE ON subscriptions BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'subscriptions' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM subscriptions), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM subscriptions)) WHERE name = 'subscriptions' AND read_to > (SELECT coalesce(max(rowid), 0) FROM subscriptions);
END;
--> statement-breakpoint
CREATE TRIGGER changed_terms_accepted_insert AFTER INSERT ON terms_accepted BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.user_id, NEW.version) FROM backup_marks WHERE name = 'terms_accepted' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_ticket_messages_update AFTER UPDATE ON ticket_messages BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'ticket_messages' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_ticket_messages_delete AFTER DELETE ON ticket_messages BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'ticket_messages' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM ticket_messages), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM ticket_messages)) WHERE name = 'ticket_messages' AND read_to > (SELECT coalesce(max(rowid), 0) FROM ticket_messages);
END;
--> statement-breakpoint
CREATE TRIGGER changed_tickets_update AFTER UPDATE ON tickets BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'tickets' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_tickets_delete AFTER DELETE ON tickets BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'tickets' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM tickets), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM tickets)) WHERE name = 'tickets' AND read_to > (SELECT coalesce(max(rowid), 0) FROM tickets);
END;
--> statement-breakpoint
CREATE TRIGGER changed_totp_update AFTER UPDATE ON totp BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'totp' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_totp_delete AFTER DELETE ON totp BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'totp' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM totp), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM totp)) WHERE name = 'totp' AND read_to > (SELECT coalesce(max(rowid), 0) FROM totp);
END;
--> statement-breakpoint
CREATE TRIGGER changed_transfers_insert AFTER INSERT ON transfers WHEN EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, NEW.rowid FROM backup_marks WHERE name = 'transfers' AND read_to >= NEW.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_transfers_delete AFTER DELETE ON transfers BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'transfers' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM transfers), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM transfers)) WHERE name = 'transfers' AND read_to > (SELECT coalesce(max(rowid), 0) FROM transfers);
END;
--> statement-breakpoint
CREATE TRIGGER changed_user_days_insert AFTER INSERT ON user_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.day) FROM backup_marks WHERE name = 'user_days' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_user_days_update AFTER UPDATE ON user_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.day) FROM backup_marks WHERE name = 'user_days' ON CONFLICT DO NOTHING;
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.day) FROM backup_marks WHERE name = 'user_days' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_user_days_delete AFTER DELETE ON user_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.day) FROM backup_marks WHERE name = 'user_days' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_users_update AFTER UPDATE ON users BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'users' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_users_delete AFTER DELETE ON users BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'users' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM users), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM users)) WHERE name = 'users' AND read_to > (SELECT coalesce(max(rowid), 0) FROM users);
END;
--> statement-breakpoint
CREATE TRIGGER changed_variants_update AFTER UPDATE ON variants BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'variants' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_variants_delete AFTER DELETE ON variants BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'variants' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM variants), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM variants)) WHERE name = 'variants' AND read_to > (SELECT coalesce(max(rowid), 0) FROM variants);
END;
--> statement-breakpoint
CREATE TRIGGER changed_wallet_entries_insert AFTER INSERT ON wallet_entries WHEN EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, NEW.rowid FROM backup_marks WHERE name = 'wallet_entries' AND read_to >= NEW.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_wallet_entries_delete AFTER DELETE ON wallet_entries BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'wallet_entries' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM wallet_entries), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM wallet_entries)) WHERE name = 'wallet_entries' AND read_to > (SELECT coalesce(max(rowid), 0) FROM wallet_entries);
END;
--> statement-breakpoint
CREATE TRIGGER changed_wallet_months_update AFTER UPDATE ON wallet_months BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'wallet_months' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_wallet_months_delete AFTER DELETE ON wallet_months BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'wallet_months' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM wallet_months), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM wallet_months)) WHERE name = 'wallet_months' AND read_to > (SELECT coalesce(max(rowid), 0) FROM wallet_months);
END;
--> statement-breakpoint
CREATE TRIGGER changed_wallets_update AFTER UPDATE ON wallets BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'wallets' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_wallets_delete AFTER DELETE ON wallets BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'wallets' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM wallets), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM wallets)) WHERE name = 'wallets' AND read_to > (SELECT coalesce(max(rowid), 0) FROM wallets);
END;
--> statement-breakpoint
DELETE FROM law_parts;
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (1, 'every account is the sum of its transfers', 0, 'account', 'k.code FROM accounts k WHERE k.code', 0, 1, 'SELECT a.code FROM accounts a WHERE 1 AND a.balance_minor <> coalesce((SELECT sum(t.amount_minor) FROM transfers t WHERE t.to_account = a.code AND t.currency = a.currency), 0) - coalesce((SELECT sum(t.amount_minor) FROM transfers t WHERE t.from_account = a.code AND t.currency = a.currency), 0)', 'SELECT a.code FROM accounts a WHERE 1 AND a.code IN (SELECT value FROM keys) AND a.balance_minor <> a.proved_minor + coalesce((SELECT sum(iif(t.to_account = a.code, t.amount_minor, -t.amount_minor)) FROM transfers t WHERE t.rowid > (SELECT k.proved_to FROM law_marks k WHERE k.name = ''accounts'') AND a.code IN (t.to_account, t.from_account) AND +t.currency = a.currency), 0)', 'SELECT a.code FROM accounts a WHERE 1 AND a.code > (SELECT low FROM span) AND a.code <= (SELECT high FROM span) AND NOT (EXISTS (SELECT 1 FROM transfers t WHERE t.to_account = a.code AND t.currency = a.currency LIMIT 1 OFFSET 2000) OR EXISTS (SELECT 1 FROM transfers t WHERE t.from_account = a.code AND t.currency = a.currency LIMIT 1 OFFSET 2000)) AND a.balance_minor <> coalesce((SELECT sum(t.amount_minor) FROM transfers t WHERE t.to_account = a.code AND t.currency = a.currency), 0) - coalesce((SELECT sum(t.amount_minor) FROM transfers t WHERE t.from_account = a.code AND t.currency = a.currency), 0)');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (2, 'all accounts of a currency sum to zero', 0, null, null, 1, 1, 'SELECT currency FROM accounts GROUP BY currency HAVING sum(balance_minor) <> 0', 'SELECT currency FROM accounts GROUP BY currency HAVING sum(balance_minor) <> 0', 'SELECT currency FROM accounts GROUP BY currency HAVING sum(balance_minor) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (3, 'no account that may not be negative is', 0, 'account', 'k.code FROM accounts k WHERE k.code', 0, 1, 'SELECT code FROM accounts WHERE 1 AND balance_minor < 0 AND (code = ''refunds:inFlight'' OR code GLOB ''*:held'' OR code GLOB ''*:pending'' OR code GLOB ''*:reserved'')', 'SELECT code FROM accounts WHERE 1 AND code IN (SELECT value FROM keys) AND balance_minor < 0 AND (code = ''refunds:inFlight'' OR code GLOB ''*:held'' OR code GLOB ''*:pending'' OR code GLOB ''*:reserved'')', 'SELECT code FROM accounts WHERE 1 AND code > (SELECT low FROM span) AND code <= (SELECT high FROM span) AND balance_minor < 0 AND (code = ''refunds:inFlight'' OR code GLOB ''*:held'' OR code GLOB ''*:pending'' OR code GLOB ''*:reserved'')');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (4, 'what the platform earned is not below zero', 0, 'account', 'k.code FROM accounts k WHERE k.code', 0, 1, 'SELECT code FROM accounts WHERE 1 AND balance_minor < 0 AND code IN (''platform:commission'', ''platform:subscriptions'')', 'SELECT code FROM accounts WHERE 1 AND code IN (SELECT value FROM keys) AND balance_minor < 0 AND code IN (''platform:commission'', ''platform:subscriptions'')', 'SELECT code FROM accounts WHERE 1 AND code > (SELECT low FROM span) AND code <= (SELECT high FROM span) AND balance_minor < 0 AND code IN (''platform:commission'', ''platform:subscriptions'')');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (5, 'reserved is what withdrawals and payouts on their way hold', 0, 'account', 'k.code FROM accounts k WHERE k.code', 0, 1, 'SELECT a.code FROM accounts a WHERE 1 AND a.code GLOB ''*:reserved'' AND a.balance_minor <> coalesce(( SELECT sum(p.amount_minor) FROM payouts p WHERE p.status IN (''ACCEPTED'', ''ENQUEUED'', ''PROCESSING'', ''IN_RECONCILIATION'') AND p.currency = a.currency AND p.owner_id IS iif(a.code = ''platform:reserved'', NULL, substr(a.code, instr(a.code, '':'') + 1, length(a.code) - instr(a.code, '':'') - 9))), 0)', 'SELECT a.code FROM accounts a WHERE 1 AND a.code IN (SELECT value FROM keys) AND a.code GLOB ''*:reserved'' AND a.balance_minor <> coalesce(( SELECT sum(p.amount_minor) FROM payouts p WHERE p.status IN (''ACCEPTED'', ''ENQUEUED'', ''PROCESSING'', ''IN_RECONCILIATION'') AND p.currency = a.currency AND p.owner_id IS iif(a.code = ''platform:reserved'', NULL, substr(a.code, instr(a.code, '':'') + 1, length(a.code) - instr(a.code, '':'') - 9))), 0)', 'SELECT a.code FROM accounts a WHERE 1 AND a.code > (SELECT low FROM span) AND a.code <= (SELECT high FROM span) AND a.code GLOB ''*:reserved'' AND a.balance_minor <> coalesce(( SELECT sum(p.amount_minor) FROM payouts p WHERE p.status IN (''ACCEPTED'', ''ENQUEUED'', ''PROCESSING'', ''IN_RECONCILIATION'') AND p.currency = a.currency AND p.owner_id IS iif(a.code = ''platform:reserved'', NULL, substr(a.code, instr(a.code, '':'') + 1, length(a.code) - instr(a.code, '':'') - 9))), 0)');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (6, 'a succeeded payin or deposit has exactly one credit of its amount', 0, 'attempt', 'k.id FROM gateway_transactions k WHERE k.id', 0, 1, 'SELECT g.id FROM gateway_transactions g LEFT JOIN payin_shares w ON w.payin_id = g.id WHERE 1 AND g.status = ''succeeded'' AND g.kind IN (''deposit'', ''payin'') AND 1 <> ( SELECT count(*) FROM transfers t WHERE t.kind IN (''order:paid'', ''charge:paid'', ''subscription:paid'') AND t.ref IN (coalesce(w.ref, g.id), coalesce(w.ref, g.subject_id)) AND t.amount_minor = coalesce(w.amount_minor, g.amount_minor) AND t.currency = g.currency) UNION ALL SELECT w.payin_id FROM payin_shares w WHERE 1 GROUP BY 1 HAVING sum(w.amount_minor) <> ( SELECT g.amount_minor FROM gateway_transactions g WHERE g.id = w.payin_id)', 'SELECT g.id FROM gateway_transactions g LEFT JOIN payin_shares w ON w.payin_id = g.id WHERE 1 AND g.id IN (SELECT value FROM keys) AND g.status = ''succeeded'' AND g.kind IN (''deposit'', ''payin'') AND 1 <> ( SELECT count(*) FROM transfers t WHERE t.kind IN (''order:paid'', ''charge:paid'', ''subscription:paid'') AND t.ref IN (coalesce(w.ref, g.id), coalesce(w.ref, g.subject_id)) AND t.amount_minor = coalesce(w.amount_minor, g.amount_minor) AND t.currency = g.currency) UNION ALL SELECT w.payin_id FROM payin_shares w WHERE 1 AND w.payin_id IN (SELECT value FROM keys) GROUP BY 1 HAVING sum(w.amount_minor) <> ( SELECT g.amount_minor FROM gateway_transactions g WHERE g.id = w.payin_id)', 'SELECT g.id FROM gateway_transactions g LEFT JOIN payin_shares w ON w.payin_id = g.id WHERE 1 AND g.id > (SELECT low FROM span) AND g.id <= (SELECT high FROM span) AND g.status = ''succeeded'' AND g.kind IN (''deposit'', ''payin'') AND 1 <> ( SELECT count(*) FROM transfers t WHERE t.kind IN (''order:paid'', ''charge:paid'', ''subscription:paid'') AND t.ref IN (coalesce(w.ref, g.id), coalesce(w.ref, g.subject_id)) AND t.amount_minor = coalesce(w.amount_minor, g.amount_minor) AND t.currency = g.currency) UNION ALL SELECT w.payin_id FROM payin_shares w WHERE 1 AND w.payin_id > (SELECT low FROM span) AND w.payin_id <= (SELECT high FROM span) GROUP BY 1 HAVING sum(w.amount_minor) <> ( SELECT g.amount_minor FROM gateway_transactions g WHERE g.id = w.payin_id)');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (7, 'money came in only for what succeeded', 0, 'attempt', 'k.id FROM gateway_transactions k WHERE k.id', 0, 1, 'SELECT w.payin_id FROM payin_shares w CROSS JOIN transfers t ON t.ref = w.ref AND t.kind IN (''order:paid'', ''charge:paid'') WHERE 1 AND NOT EXISTS (SELECT 1 FROM gateway_transactions g WHERE g.status IN (''succeeded'', ''reversed'') AND g.id = w.payin_id) UNION ALL SELECT t.ref FROM transfers t WHERE t.kind IN (''order:paid'', ''charge:paid'') AND NOT EXISTS (SELECT 1 FROM payin_shares w WHERE w.ref = t.ref) AND NOT EXISTS (SELECT 1 FROM gateway_transactions g WHERE g.status IN (''succeeded'', ''reversed'') AND g.id = t.ref)', 'SELECT w.payin_id FROM payin_shares w CROSS JOIN transfers t ON t.ref = w.ref AND t.kind IN (''order:paid'', ''charge:paid'') WHERE 1 AND w.payin_id IN (SELECT value FROM keys) AND NOT EXISTS (SELECT 1 FROM gateway_transactions g WHERE g.status IN (''succeeded'', ''reversed'') AND g.id = w.payin_id) UNION ALL SELECT t.ref FROM transfers t WHERE t.kind IN (''order:paid'', ''charge:paid'') AND t.ref IN (SELECT value FROM keys) AND NOT EXISTS (SELECT 1 FROM payin_shares w WHERE w.ref = t.ref) AND NOT EXISTS (SELECT 1 FROM gateway_transactions g WHERE g.status IN (''succeeded'', ''reversed'') AND g.id = t.ref)', 'SELECT w.payin_id FROM payin_shares w CROSS JOIN transfers t ON t.ref = w.ref AND t.kind IN (''order:paid'', ''charge:paid'') WHERE 1 AND w.payin_id > (SELECT low FROM span) AND w.payin_id <= (SELECT high FROM span) AND NOT EXISTS (SELECT 1 FROM gateway_transactions g WHERE g.status IN (''succeeded'', ''reversed'') AND g.id = w.payin_id) UNION ALL SELECT t.ref FROM transfers t WHERE t.kind IN (''order:paid'', ''charge:paid'') AND t.ref > (SELECT low FROM span) AND t.ref <= (SELECT high FROM span) AND NOT EXISTS (SELECT 1 FROM payin_shares w WHERE w.ref = t.ref) AND NOT EXISTS (SELECT 1 FROM gateway_transactions g WHERE g.status IN (''succeeded'', ''reversed'') AND g.id = t.ref)');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (8, 'a withdrawal that the phone gets in its own currency went through the exchange with both its halves, at its rate', 0, 'payout', 'k.id FROM payouts k WHERE k.id', 0, 1, 'SELECT p.id FROM payouts p WHERE 1 AND p.exchange IS NOT NULL AND ( (p.status IN (''COMPLETED'', ''RETURNED'')) <> (SELECT count(*) FROM transfers t WHERE t.kind = ''withdrawal:exchanged'' AND t.ref = p.id AND t.from_account = ''platform:fx'' AND t.amount_minor = p.exchange ->> ''amountMinor'' AND t.currency = p.exchange ->> ''currency'') OR (p.status = ''RETURNED'') <> (SELECT count(*) FROM transfers t WHERE t.kind = ''withdrawal:exchanged-back'' AND t.ref = p.id AND t.to_account = ''platform:fx'' AND t.amount_minor = p.exchange ->> ''amountMinor'' AND t.currency = p.exchange ->> ''currency'') OR p.exchange ->> ''amountMinor'' > p.amount_minor / 100.0 * (p.exchange ->> ''$.rate.times'') / (p.exchange ->> ''$.rate.over'') + 0.001) UNION ALL SELECT t.ref FROM transfers t WHERE t.kind IN (''withdrawal:exchanged'', ''withdrawal:exchanged-back'') AND NOT EXISTS ( SELECT 1 FROM payouts p WHERE p.id = t.ref AND p.exchange IS NOT NULL)', 'SELECT p.id FROM payouts p WHERE 1 AND p.id IN (SELECT value FROM keys) AND p.exchange IS NOT NULL AND ( (p.status IN (''COMPLETED'', ''RETURNED'')) <> (SELECT count(*) FROM transfers t WHERE t.kind = ''withdrawal:exchanged'' AND t.ref = p.id AND t.from_account = ''platform:fx'' AND t.amount_minor = p.exchange ->> ''amountMinor'' AND t.currency = p.exchange ->> ''currency'') OR (p.status = ''RETURNED'') <> (SELECT count(*) FROM transfers t WHERE t.kind = ''withdrawal:exchanged-back'' AND t.ref = p.id AND t.to_account = ''platform:fx'' AND t.amount_minor = p.exchange ->> ''amountMinor'' AND t.currency = p.exchange ->> ''currency'') OR p.exchange ->> ''amountMinor'' > p.amount_minor / 100.0 * (p.exchange ->> ''$.rate.times'') / (p.exchange ->> ''$.rate.over'') + 0.001) UNION ALL SELECT t.ref FROM transfers t WHERE t.kind IN (''withdrawal:exchanged'', ''withdrawal:exchanged-back'') AND t.ref IN (SELECT value FROM keys) AND NOT EXISTS ( SELECT 1 FROM payouts p WHERE p.id = t.ref AND p.exchange IS NOT NULL)', 'SELECT p.id FROM payouts p WHERE 1 AND p.id > (SELECT low FROM span) AND p.id <= (SELECT high FROM span) AND p.exchange IS NOT NULL AND ( (p.status IN (''COMPLETED'', ''RETURNED'')) <> (SELECT count(*) FROM transfers t WHERE t.kind = ''withdrawal:exchanged'' AND t.ref = p.id AND t.from_account = ''platform:fx'' AND t.amount_minor = p.exchange ->> ''amountMinor'' AND t.currency = p.exchange ->> ''currency'') OR (p.status = ''RETURNED'') <> (SELECT count(*) FROM transfers t WHERE t.kind = ''withdrawal:exchanged-back'' AND t.ref = p.id AND t.to_account = ''platform:fx'' AND t.amount_minor = p.exchange ->> ''amountMinor'' AND t.currency = p.exchange ->> ''currency'') OR p.exchange ->> ''amountMinor'' > p.amount_minor / 100.0 * (p.exchange ->> ''$.rate.times'') / (p.exchange ->> ''$.rate.over'') + 0.001) UNION ALL SELECT t.ref FROM transfers t WHERE t.kind IN (''withdrawal:exchanged'', ''withdrawal:exchanged-back'') AND t.ref > (SELECT low FROM span) AND t.ref <= (SELECT high FROM span) AND NOT EXISTS ( SELECT 1 FROM payouts p WHERE p.id = t.ref AND p.exchange IS NOT NULL)');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (9, 'what is on its way was put aside first', 0, 'payout', 'k.id FROM payouts k WHERE k.id', 0, 1, 'SELECT p.id FROM payouts p WHERE 1 AND p.status IN (''ACCEPTED'', ''ENQUEUED'', ''PROCESSING'', ''IN_RECONCILIATION'') AND NOT EXISTS ( SELECT 1 FROM transfers t WHERE t.kind IN (''withdrawal:reserved'', ''payout:reserved'') AND t.ref = p.id AND t.from_account = p.account AND t.amount_minor = p.amount_minor AND t.currency = p.currency)', 'SELECT p.id FROM payouts p WHERE 1 AND p.id IN (SELECT value FROM keys) AND p.status IN (''ACCEPTED'', ''ENQUEUED'', ''PROCESSING'', ''IN_RECONCILIATION'') AND NOT EXISTS ( SELECT 1 FROM transfers t WHERE t.kind IN (''withdrawal:reserved'', ''payout:reserved'') AND t.ref = p.id AND t.from_account = p.account AND t.amount_minor = p.amount_minor AND t.currency = p.currency)', 'SELECT p.id FROM payouts p WHERE 1 AND p.id > (SELECT low FROM span) AND p.id <= (SELECT high FROM span) AND p.status IN (''ACCEPTED'', ''ENQUEUED'', ''PROCESSING'', ''IN_RECONCILIATION'') AND NOT EXISTS ( SELECT 1 FROM transfers t WHERE t.kind IN (''withdrawal:reserved'', ''payout:reserved'') AND t.ref = p.id AND t.from_account = p.account AND t.amount_minor = p.amount_minor AND t.currency = p.currency)');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (10, 'a payout has at most one success and one release, never both', 0, 'payout', 'k.id FROM payouts k WHERE k.id', 0, 1, 'SELECT t.ref FROM transfers t WHERE t.kind IN (''withdrawal:done'', ''withdrawal:failed'', ''payout:done'', ''payout:released'') GROUP BY t.ref HAVING count(*) > 1', 'SELECT t.ref FROM transfers t WHERE t.kind IN (''withdrawal:done'', ''withdrawal:failed'', ''payout:done'', ''payout:released'') AND t.ref IN (SELECT value FROM keys) GROUP BY t.ref HAVING count(*) > 1', 'SELECT t.ref FROM transfers t WHERE t.kind IN (''withdrawal:done'', ''withdrawal:failed'', ''payout:done'', ''payout:released'') AND t.ref > (SELECT low FROM span) AND t.ref <= (SELECT high FROM span) GROUP BY t.ref HAVING count(*) > 1');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (11, 'a withdrawal that ended has moved its money', 0, 'payout', 'k.id FROM payouts k WHERE k.id', 0, 1, 'SELECT p.id FROM payouts p WHERE 1 AND p.owner_id IS NOT NULL AND p.status IN (''COMPLETED'', ''FAILED'', ''RETURNED'') AND 1 <> ( SELECT count(*) FROM transfers t WHERE t.kind IN (''withdrawal:done'', ''withdrawal:late'', ''withdrawal:returned'', ''withdrawal:failed'') AND t.ref = p.id AND t.amount_minor = p.amount_minor AND t.currency = p.currency AND CASE p.status WHEN ''COMPLETED'' THEN t.kind IN (''withdrawal:done'', ''withdrawal:late'') WHEN ''RETURNED'' THEN t.kind = ''withdrawal:returned'' ELSE t.kind = ''withdrawal:failed'' END)', 'SELECT p.id FROM payouts p WHERE 1 AND p.id IN (SELECT value FROM keys) AND p.owner_id IS NOT NULL AND p.status IN (''COMPLETED'', ''FAILED'', ''RETURNED'') AND 1 <> ( SELECT count(*) FROM transfers t WHERE t.kind IN (''withdrawal:done'', ''withdrawal:late'', ''withdrawal:returned'', ''withdrawal:failed'') AND t.ref = p.id AND t.amount_minor = p.amount_minor AND t.currency = p.currency AND CASE p.status WHEN ''COMPLETED'' THEN t.kind IN (''withdrawal:done'', ''withdrawal:late'') WHEN ''RETURNED'' THEN t.kind = ''withdrawal:returned'' ELSE t.kind = ''withdrawal:failed'' END)', 'SELECT p.id FROM payouts p WHERE 1 AND p.id > (SELECT low FROM span) AND p.id <= (SELECT high FROM span) AND p.owner_id IS NOT NULL AND p.status IN (''COMPLETED'', ''FAILED'', ''RETURNED'') AND 1 <> ( SELECT count(*) FROM transfers t WHERE t.kind IN (''withdrawal:done'', ''withdrawal:late'', ''withdrawal:returned'', ''withdrawal:failed'') AND t.ref = p.id AND t.amount_minor = p.amount_minor AND t.currency = p.currency AND CASE p.status WHEN ''COMPLETED'' THEN t.kind IN (''withdrawal:done'', ''withdrawal:late'') WHEN ''RETURNED'' THEN t.kind = ''withdrawal:returned'' ELSE t.kind = ''withdrawal:failed'' END)');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (12, 'a payout is sent as it was decided', 0, 'payout', 'k.id FROM payouts k WHERE k.id', 0, 1, 'SELECT p.id FROM payouts p JOIN gateway_transactions g ON g.reference = p.id WHERE 1 AND (g.amount_minor <> coalesce(p.exchange ->> ''amountMinor'', p.amount_minor) OR g.currency <> coalesce(p.exchange ->> ''currency'', p.currency) OR g.phone <> p.phone)', 'SELECT p.id FROM payouts p JOIN gateway_transactions g ON g.reference = p.id WHERE 1 AND p.id IN (SELECT value FROM keys) AND (g.amount_minor <> coalesce(p.exchange ->> ''amountMinor'', p.amount_minor) OR g.currency <> coalesce(p.exchange ->> ''currency'', p.currency) OR g.phone <> p.phone)', 'SELECT p.id FROM payouts p JOIN gateway_transactions g ON g.reference = p.id WHERE 1 AND p.id > (SELECT low FROM span) AND p.id <= (SELECT high FROM span) AND (g.amount_minor <> coalesce(p.exchange ->> ''amountMinor'', p.amount_minor) OR g.currency <> coalesce(p.exchange ->> ''currency'', p.currency) OR g.phone <> p.phone)');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (13, 'an admin payout leaves its account when it is completed, and only then', 0, 'payout', 'k.id FROM payouts k WHERE k.id', 0, 1, 'SELECT p.id FROM payouts p WHERE 1 AND +p.owner_id IS NULL AND (p.status IN (''COMPLETED'', ''RETURNED'')) <> ( SELECT count(*) FROM transfers t WHERE t.kind IN (''payout:done'', ''payout:late'') AND t.ref = p.id AND t.amount_minor = p.amount_minor AND t.currency = p.currency)', 'SELECT p.id FROM payouts p WHERE 1 AND p.id IN (SELECT value FROM keys) AND +p.owner_id IS NULL AND (p.status IN (''COMPLETED'', ''RETURNED'')) <> ( SELECT count(*) FROM transfers t WHERE t.kind IN (''payout:done'', ''payout:late'') AND t.ref = p.id AND t.amount_minor = p.amount_minor AND t.currency = p.currency)', 'SELECT p.id FROM payouts p WHERE 1 AND p.id > (SELECT low FROM span) AND p.id <= (SELECT high FROM span) AND +p.owner_id IS NULL AND (p.status IN (''COMPLETED'', ''RETURNED'')) <> ( SELECT count(*) FROM transfers t WHERE t.kind IN (''payout:done'', ''payout:late'') AND t.ref = p.id AND t.amount_minor = p.amount_minor AND t.currency = p.currency)');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (14, 'an admin payout that failed or was cancelled gave back what it reserved', 0, 'payout', 'k.id FROM payouts k WHERE k.id', 0, 1, 'SELECT r.ref FROM transfers r JOIN payouts p ON p.id = r.ref WHERE r.kind = ''payout:reserved'' AND (p.status IN (''FAILED'', ''CANCELLED'') OR EXISTS (SELECT 1 FROM transfers l WHERE l.kind = ''payout:late'' AND l.ref = p.id)) <> ( SELECT count(*) FROM transfers t WHERE t.kind = ''payout:released'' AND t.ref = r.ref AND t.to_account = r.from_account AND t.amount_minor = r.amount_minor AND t.currency = r.currency)', 'SELECT r.ref FROM transfers r JOIN payouts p ON p.id = r.ref WHERE r.kind = ''payout:reserved'' AND r.ref IN (SELECT value FROM keys) AND (p.status IN (''FAILED'', ''CANCELLED'') OR EXISTS (SELECT 1 FROM transfers l WHERE l.kind = ''payout:late'' AND l.ref = p.id)) <> ( SELECT count(*) FROM transfers t WHERE t.kind = ''payout:released'' AND t.ref = r.ref AND t.to_account = r.from_account AND t.amount_minor = r.amount_minor AND t.currency = r.currency)', 'SELECT r.ref FROM transfers r JOIN payouts p ON p.id = r.ref WHERE r.kind = ''payout:reserved'' AND r.ref > (SELECT low FROM span) AND r.ref <= (SELECT high FROM span) AND (p.status IN (''FAILED'', ''CANCELLED'') OR EXISTS (SELECT 1 FROM transfers l WHERE l.kind = ''payout:late'' AND l.ref = p.id)) <> ( SELECT count(*) FROM transfers t WHERE t.kind = ''payout:released'' AND t.ref = r.ref AND t.to_account = r.from_account AND t.amount_minor = r.amount_minor AND t.currency = r.currency)');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (15, 'a payout is where its history and its gateway say', 0, 'payout', 'k.id FROM payouts k WHERE k.id', 0, 1, 'SELECT p.id FROM payouts p WHERE 1 AND (NOT EXISTS ( SELECT 1 FROM history h WHERE h.thing_id = p.id AND h.version = p.version AND h.to_status = p.status) OR EXISTS (SELECT 1 FROM gateway_transactions g WHERE g.reference = p.id AND ( (g.status = ''succeeded'') <> (p.status = ''COMPLETED'') OR (g.status = ''reversed'') <> (p.status = ''RETURNED'') OR (g.status = ''failed'') <> (p.status IN (''FAILED'', ''CANCELLED'')))))', 'SELECT p.id FROM payouts p WHERE 1 AND p.id IN (SELECT value FROM keys) AND (NOT EXISTS ( SELECT 1 FROM history h WHERE h.thing_id = p.id AND h.version = p.version AND h.to_status = p.status) OR EXISTS (SELECT 1 FROM gateway_transactions g WHERE g.reference = p.id AND ( (g.status = ''succeeded'') <> (p.status = ''COMPLETED'') OR (g.status = ''reversed'') <> (p.status = ''RETURNED'') OR (g.status = ''failed'') <> (p.status IN (''FAILED'', ''CANCELLED'')))))', 'SELECT p.id FROM payouts p WHERE 1 AND p.id > (SELECT low FROM span) AND p.id <= (SELECT high FROM span) AND (NOT EXISTS ( SELECT 1 FROM history h WHERE h.thing_id = p.id AND h.version = p.version AND h.to_status = p.status) OR EXISTS (SELECT 1 FROM gateway_transactions g WHERE g.reference = p.id AND ( (g.status = ''succeeded'') <> (p.status = ''COMPLETED'') OR (g.status = ''reversed'') <> (p.status = ''RETURNED'') OR (g.status = ''failed'') <> (p.status IN (''FAILED'', ''CANCELLED'')))))');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (16, 'what an order holds is what was paid for it and is not settled', 0, 'order', 'k.id FROM orders k WHERE k.id', 0, 1, 'SELECT o.id FROM orders o LEFT JOIN accounts a ON a.code = ''order:'' || o.id || '':held'' AND a.currency = o.paid_currency WHERE 1 AND o.paid_currency IS NOT NULL AND coalesce(a.balance_minor, 0) <> CASE WHEN o.reached_at ->> ''COMPLETED'' IS NOT NULL THEN 0 WHEN o.cancelled_by IN (''RETURN'', ''STAFF'') AND EXISTS (SELECT 1 FROM transfers t WHERE t.from_account = ''order:'' || o.id || '':held'' AND t.kind IN (''order:rider'', ''order:delivery'')) THEN 0 WHEN o.reached_at ->> ''ACCEPTED'' IS NOT NULL THEN min(o.paid_fee_minor, o.paid_subtotal_minor + o.paid_fee_minor - coalesce((SELECT sum(r.amount_minor) FROM refunds r WHERE r.order_id = o.id AND r.payin_id IS NULL AND r.status IN (''PROCESSING'', ''SUCCEEDED'')), 0)) ELSE o.paid_subtotal_minor + o.paid_fee_minor - coalesce((SELECT sum(r.amount_minor) FROM refunds r WHERE r.order_id = o.id AND r.payin_id IS NULL AND r.status IN (''PROCESSING'', ''SUCCEEDED'')), 0) END + (o.paid_subtotal_minor + o.paid_fee_minor) * (SELECT count(*) - 1 FROM payin_shares w JOIN gateway_transactions g ON g.id = w.payin_id WHERE w.order_id = o.id AND g.status IN (''succeeded'', ''reversed'') AND NOT EXISTS ( SELECT 1 FROM transfers t WHERE t.kind = ''payin:reversed'' AND t.ref = w.ref AND t.from_account <> ''platform:cash'') AND NOT EXISTS ( SELECT 1 FROM refunds r WHERE r.payin_id = g.id AND r.order_id = w.order_id AND r.status IN (''PROCESSING'', ''SUCCEEDED'')))', 'SELECT o.id FROM orders o LEFT JOIN accounts a ON a.code = ''order:'' || o.id || '':held'' AND a.currency = o.paid_currency WHERE 1 AND o.id IN (SELECT value FROM keys) AND o.paid_currency IS NOT NULL AND coalesce(a.balance_minor, 0) <> CASE WHEN o.reached_at ->> ''COMPLETED'' IS NOT NULL THEN 0 WHEN o.cancelled_by IN (''RETURN'', ''STAFF'') AND EXISTS (SELECT 1 FROM transfers t WHERE t.from_account = ''order:'' || o.id || '':held'' AND t.kind IN (''order:rider'', ''order:delivery'')) THEN 0 WHEN o.reached_at ->> ''ACCEPTED'' IS NOT NULL THEN min(o.paid_fee_minor, o.paid_subtotal_minor + o.paid_fee_minor - coalesce((SELECT sum(r.amount_minor) FROM refunds r WHERE r.order_id = o.id AND r.payin_id IS NULL AND r.status IN (''PROCESSING'', ''SUCCEEDED'')), 0)) ELSE o.paid_subtotal_minor + o.paid_fee_minor - coalesce((SELECT sum(r.amount_minor) FROM refunds r WHERE r.order_id = o.id AND r.payin_id IS NULL AND r.status IN (''PROCESSING'', ''SUCCEEDED'')), 0) END + (o.paid_subtotal_minor + o.paid_fee_minor) * (SELECT count(*) - 1 FROM payin_shares w JOIN gateway_transactions g ON g.id = w.payin_id WHERE w.order_id = o.id AND g.status IN (''succeeded'', ''reversed'') AND NOT EXISTS ( SELECT 1 FROM transfers t WHERE t.kind = ''payin:reversed'' AND t.ref = w.ref AND t.from_account <> ''platform:cash'') AND NOT EXISTS ( SELECT 1 FROM refunds r WHERE r.payin_id = g.id AND r.order_id = w.order_id AND r.status IN (''PROCESSING'', ''SUCCEEDED'')))', 'SELECT o.id FROM orders o LEFT JOIN accounts a ON a.code = ''order:'' || o.id || '':held'' AND a.currency = o.paid_currency WHERE 1 AND o.id > (SELECT low FROM span) AND o.id <= (SELECT high FROM span) AND o.paid_currency IS NOT NULL AND coalesce(a.balance_minor, 0) <> CASE WHEN o.reached_at ->> ''COMPLETED'' IS NOT NULL THEN 0 WHEN o.cancelled_by IN (''RETURN'', ''STAFF'') AND EXISTS (SELECT 1 FROM transfers t WHERE t.from_account = ''order:'' || o.id || '':held'' AND t.kind IN (''order:rider'', ''order:delivery'')) THEN 0 WHEN o.reached_at ->> ''ACCEPTED'' IS NOT NULL THEN min(o.paid_fee_minor, o.paid_subtotal_minor + o.paid_fee_minor - coalesce((SELECT sum(r.amount_minor) FROM refunds r WHERE r.order_id = o.id AND r.payin_id IS NULL AND r.status IN (''PROCESSING'', ''SUCCEEDED'')), 0)) ELSE o.paid_subtotal_minor + o.paid_fee_minor - coalesce((SELECT sum(r.amount_minor) FROM refunds r WHERE r.order_id = o.id AND r.payin_id IS NULL AND r.status IN (''PROCESSING'', ''SUCCEEDED'')), 0) END + (o.paid_subtotal_minor + o.paid_fee_minor) * (SELECT count(*) - 1 FROM payin_shares w JOIN gateway_transactions g ON g.id = w.payin_id WHERE w.order_id = o.id AND g.status IN (''succeeded'', ''reversed'') AND NOT EXISTS ( SELECT 1 FROM transfers t WHERE t.kind = ''payin:reversed'' AND t.ref = w.ref AND t.from_account <> ''platform:cash'') AND NOT EXISTS ( SELECT 1 FROM refunds r WHERE r.payin_id = g.id AND r.order_id = w.order_id AND r.status IN (''PROCESSING'', ''SUCCEEDED'')))');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (17, 'money of an order that is over is on its way back, or somebody was told', 0, 'order', 'k.id FROM orders k WHERE k.id', 0, 1, 'SELECT o.id FROM orders o WHERE 1 AND o.paid_currency IS NOT NULL AND +o.status IN (''REJECTED'', ''CANCELLED'', ''REFUNDED'') AND (coalesce((SELECT sum(a.balance_minor) FROM accounts a WHERE a.code = ''order:'' || o.id || '':held''), 0) <> 0 OR o.reached_at ->> ''ACCEPTED'' IS NOT NULL AND o.reached_at ->> ''COMPLETED'' IS NULL AND o.paid_subtotal_minor > coalesce((SELECT sum(r.amount_minor) FROM refunds r WHERE r.order_id = o.id AND r.payin_id IS NULL AND r.status IN (''PROCESSING'', ''SUCCEEDED'')), 0)) AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.order_id = o.id AND NOT coalesce(r.payin_id GLOB ''surplus:*'', 0) AND r.status IN (''REQUESTED'', ''AWAITING_CODE'', ''PROCESSING'', ''FAILED'')) AND NOT EXISTS (SELECT 1 FROM incidents i WHERE i.order_id = o.id AND i.status IN (''OPEN'', ''INVESTIGATING'') AND (i.ref GLOB ''held:*'' OR i.ref GLOB ''paidTwice:*''))', 'SELECT o.id FROM orders o WHERE 1 AND o.id IN (SELECT value FROM keys) AND o.paid_currency IS NOT NULL AND +o.status IN (''REJECTED'', ''CANCELLED'', ''REFUNDED'') AND (coalesce((SELECT sum(a.balance_minor) FROM accounts a WHERE a.code = ''order:'' || o.id || '':held''), 0) <> 0 OR o.reached_at ->> ''ACCEPTED'' IS NOT NULL AND o.reached_at ->> ''COMPLETED'' IS NULL AND o.paid_subtotal_minor > coalesce((SELECT sum(r.amount_minor) FROM refunds r WHERE r.order_id = o.id AND r.payin_id IS NULL AND r.status IN (''PROCESSING'', ''SUCCEEDED'')), 0)) AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.order_id = o.id AND NOT coalesce(r.payin_id GLOB ''surplus:*'', 0) AND r.status IN (''REQUESTED'', ''AWAITING_CODE'', ''PROCESSING'', ''FAILED'')) AND NOT EXISTS (SELECT 1 FROM incidents i WHERE i.order_id = o.id AND i.status IN (''OPEN'', ''INVESTIGATING'') AND (i.ref GLOB ''held:*'' OR i.ref GLOB ''paidTwice:*''))', 'SELECT o.id FROM orders o WHERE 1 AND o.id > (SELECT low FROM span) AND o.id <= (SELECT high FROM span) AND o.paid_currency IS NOT NULL AND +o.status IN (''REJECTED'', ''CANCELLED'', ''REFUNDED'') AND (coalesce((SELECT sum(a.balance_minor) FROM accounts a WHERE a.code = ''order:'' || o.id || '':held''), 0) <> 0 OR o.reached_at ->> ''ACCEPTED'' IS NOT NULL AND o.reached_at ->> ''COMPLETED'' IS NULL AND o.paid_subtotal_minor > coalesce((SELECT sum(r.amount_minor) FROM refunds r WHERE r.order_id = o.id AND r.payin_id IS NULL AND r.status IN (''PROCESSING'', ''SUCCEEDED'')), 0)) AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.order_id = o.id AND NOT coalesce(r.payin_id GLOB ''surplus:*'', 0) AND r.status IN (''REQUESTED'', ''AWAITING_CODE'', ''PROCESSING'', ''FAILED'')) AND NOT EXISTS (SELECT 1 FROM incidents i WHERE i.order_id = o.id AND i.status IN (''OPEN'', ''INVESTIGATING'') AND (i.ref GLOB ''held:*'' OR i.ref GLOB ''paidTwice:*''))');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (18, 'a refund that failed, or that nobody has decided for a day, is in an open incident', 0, null, null, 0, 1, 'SELECT r.id FROM refunds r WHERE (r.status = ''FAILED'' OR r.status = ''REQUESTED'' AND r.created_at < ( SELECT b.succeeded_at FROM heartbeats b WHERE b.job = ''reportWaitingRefunds'') - 90000000) AND NOT EXISTS (SELECT 1 FROM incidents i WHERE i.refund_id = r.id AND i.opened_by IS NULL AND i.status IN (''OPEN'', ''INVESTIGATING''))', 'SELECT r.id FROM refunds r WHERE (r.status = ''FAILED'' OR r.status = ''REQUESTED'' AND r.created_at < ( SELECT b.succeeded_at FROM heartbeats b WHERE b.job = ''reportWaitingRefunds'') - 90000000) AND NOT EXISTS (SELECT 1 FROM incidents i WHERE i.refund_id = r.id AND i.opened_by IS NULL AND i.status IN (''OPEN'', ''INVESTIGATING''))', 'SELECT r.id FROM refunds r WHERE (r.status = ''FAILED'' OR r.status = ''REQUESTED'' AND r.created_at < ( SELECT b.succeeded_at FROM heartbeats b WHERE b.job = ''reportWaitingRefunds'') - 90000000) AND NOT EXISTS (SELECT 1 FROM incidents i WHERE i.refund_id = r.id AND i.opened_by IS NULL AND i.status IN (''OPEN'', ''INVESTIGATING''))');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (19, 'nobody has what was left of an order whose payment was taken back', 0, 'order', 'k.id FROM orders k WHERE k.id', 0, 1, 'SELECT o.id FROM orders o WHERE 1 AND o.paid_currency IS NOT NULL AND EXISTS (SELECT 1 FROM payin_shares w JOIN gateway_transactions g ON g.id = w.payin_id WHERE w.order_id = o.id AND g.status = ''reversed'') AND NOT EXISTS (SELECT 1 FROM payin_shares w JOIN gateway_transactions g ON g.id = w.payin_id WHERE w.order_id = o.id AND g.status = ''succeeded'' AND NOT EXISTS ( SELECT 1 FROM refunds r WHERE r.payin_id = g.id AND r.order_id = w.order_id AND r.status <> ''REJECTED'')) AND coalesce((SELECT sum(r.amount_minor) FROM refunds r WHERE r.order_id = o.id AND r.payin_id IS NULL AND r.status IN (''PROCESSING'', ''SUCCEEDED'')), 0) < o.paid_subtotal_minor + iif(o.cancelled_by IS ''RETURN'' AND EXISTS (SELECT 1 FROM transfers t WHERE t.from_account = ''order:'' || o.id || '':held'' AND t.kind IN (''order:rider'', ''order:delivery'')), 0, o.paid_fee_minor)', 'SELECT o.id FROM orders o WHERE 1 AND o.id IN (SELECT value FROM keys) AND o.paid_currency IS NOT NULL AND EXISTS (SELECT 1 FROM payin_shares w JOIN gateway_transactions g ON g.id = w.payin_id WHERE w.order_id = o.id AND g.status = ''reversed'') AND NOT EXISTS (SELECT 1 FROM payin_shares w JOIN gateway_transactions g ON g.id = w.payin_id WHERE w.order_id = o.id AND g.status = ''succeeded'' AND NOT EXISTS ( SELECT 1 FROM refunds r WHERE r.payin_id = g.id AND r.order_id = w.order_id AND r.status <> ''REJECTED'')) AND coalesce((SELECT sum(r.amount_minor) FROM refunds r WHERE r.order_id = o.id AND r.payin_id IS NULL AND r.status IN (''PROCESSING'', ''SUCCEEDED'')), 0) < o.paid_subtotal_minor + iif(o.cancelled_by IS ''RETURN'' AND EXISTS (SELECT 1 FROM transfers t WHERE t.from_account = ''order:'' || o.id || '':held'' AND t.kind IN (''order:rider'', ''order:delivery'')), 0, o.paid_fee_minor)', 'SELECT o.id FROM orders o WHERE 1 AND o.id > (SELECT low FROM span) AND o.id <= (SELECT high FROM span) AND o.paid_currency IS NOT NULL AND EXISTS (SELECT 1 FROM payin_shares w JOIN gateway_transactions g ON g.id = w.payin_id WHERE w.order_id = o.id AND g.status = ''reversed'') AND NOT EXISTS (SELECT 1 FROM payin_shares w JOIN gateway_transactions g ON g.id = w.payin_id WHERE w.order_id = o.id AND g.status = ''succeeded'' AND NOT EXISTS ( SELECT 1 FROM refunds r WHERE r.payin_id = g.id AND r.order_id = w.order_id AND r.status <> ''REJECTED'')) AND coalesce((SELECT sum(r.amount_minor) FROM refunds r WHERE r.order_id = o.id AND r.payin_id IS NULL AND r.status IN (''PROCESSING'', ''SUCCEEDED'')), 0) < o.paid_subtotal_minor + iif(o.cancelled_by IS ''RETURN'' AND EXISTS (SELECT 1 FROM transfers t WHERE t.from_account = ''order:'' || o.id || '':held'' AND t.kind IN (''order:rider'', ''order:delivery'')), 0, o.paid_fee_minor)');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (20, 'what is pending for a seller is what their accepted orders wait for', 0, 'account', 'k.code FROM accounts k WHERE k.code', 0, 1, 'SELECT a.code FROM accounts a WHERE 1 AND a.code GLOB ''seller:*:pending'' AND a.balance_minor <> coalesce(( SELECT sum(o.paid_subtotal_minor - o.commission_minor - min(o.paid_subtotal_minor, coalesce((SELECT sum(r.amount_minor) FROM refunds r WHERE r.order_id = o.id AND r.payin_id IS NULL AND r.status IN (''PROCESSING'', ''SUCCEEDED'')), 0)) + coalesce((SELECT sum(r.commission_minor) FROM refunds r WHERE r.order_id = o.id AND r.payin_id IS NULL AND r.status IN (''PROCESSING'', ''SUCCEEDED'')), 0)) FROM orders o WHERE o.seller_profile_id = substr(a.code, 8, length(a.code) - 15) AND o.paid_currency = a.currency AND o.status IN (''PENDING_PAYMENT'', ''PENDING_SELLER_REVIEW'', ''ACCEPTED'', ''PREPARING'', ''READY_FOR_PICKUP'', ''OUT_FOR_DELIVERY'', ''RETURNING'', ''DELIVERED'', ''REJECTED'', ''CANCELLED'', ''REFUNDED'') AND o.reached_at ->> ''ACCEPTED'' IS NOT NULL AND o.reached_at ->> ''COMPLETED'' IS NULL), 0)', 'SELECT a.code FROM accounts a WHERE 1 AND a.code IN (SELECT value FROM keys) AND a.code GLOB ''seller:*:pending'' AND a.balance_minor <> coalesce(( SELECT sum(o.paid_subtotal_minor - o.commission_minor - min(o.paid_subtotal_minor, coalesce((SELECT sum(r.amount_minor) FROM refunds r WHERE r.order_id = o.id AND r.payin_id IS NULL AND r.status IN (''PROCESSING'', ''SUCCEEDED'')), 0)) + coalesce((SELECT sum(r.commission_minor) FROM refunds r WHERE r.order_id = o.id AND r.payin_id IS NULL AND r.status IN (''PROCESSING'', ''SUCCEEDED'')), 0)) FROM orders o WHERE o.seller_profile_id = substr(a.code, 8, length(a.code) - 15) AND o.paid_currency = a.currency AND o.status IN (''PENDING_PAYMENT'', ''PENDING_SELLER_REVIEW'', ''ACCEPTED'', ''PREPARING'', ''READY_FOR_PICKUP'', ''OUT_FOR_DELIVERY'', ''RETURNING'', ''DELIVERED'', ''REJECTED'', ''CANCELLED'', ''REFUNDED'') AND o.reached_at ->> ''ACCEPTED'' IS NOT NULL AND o.reached_at ->> ''COMPLETED'' IS NULL), 0)', 'SELECT a.code FROM accounts a WHERE 1 AND a.code > (SELECT low FROM span) AND a.code <= (SELECT high FROM span) AND a.code GLOB ''seller:*:pending'' AND a.balance_minor <> coalesce(( SELECT sum(o.paid_subtotal_minor - o.commission_minor - min(o.paid_subtotal_minor, coalesce((SELECT sum(r.amount_minor) FROM refunds r WHERE r.order_id = o.id AND r.payin_id IS NULL AND r.status IN (''PROCESSING'', ''SUCCEEDED'')), 0)) + coalesce((SELECT sum(r.commission_minor) FROM refunds r WHERE r.order_id = o.id AND r.payin_id IS NULL AND r.status IN (''PROCESSING'', ''SUCCEEDED'')), 0)) FROM orders o WHERE o.seller_profile_id = substr(a.code, 8, length(a.code) - 15) AND o.paid_currency = a.currency AND o.status IN (''PENDING_PAYMENT'', ''PENDING_SELLER_REVIEW'', ''ACCEPTED'', ''PREPARING'', ''READY_FOR_PICKUP'', ''OUT_FOR_DELIVERY'', ''RETURNING'', ''DELIVERED'', ''REJECTED'', ''CANCELLED'', ''REFUNDED'') AND o.reached_at ->> ''ACCEPTED'' IS NOT NULL AND o.reached_at ->> ''COMPLETED'' IS NULL), 0)');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (21, 'what is pending for a seller is what their accepted orders wait for', 1, 'order', 'k.id FROM orders k WHERE k.id', 0, 1, 'SELECT o.id FROM orders o WHERE 1 AND o.reached_at ->> ''ACCEPTED'' IS NOT NULL AND o.reached_at ->> ''COMPLETED'' IS NULL AND o.paid_subtotal_minor - o.commission_minor - min(o.paid_subtotal_minor, coalesce((SELECT sum(r.amount_minor) FROM refunds r WHERE r.order_id = o.id AND r.payin_id IS NULL AND r.status IN (''PROCESSING'', ''SUCCEEDED'')), 0)) + coalesce((SELECT sum(r.commission_minor) FROM refunds r WHERE r.order_id = o.id AND r.payin_id IS NULL AND r.status IN (''PROCESSING'', ''SUCCEEDED'')), 0) <> 0 AND NOT EXISTS ( SELECT 1 FROM accounts a WHERE a.code = ''seller:'' || o.seller_profile_id || '':pending'' AND a.currency = o.paid_currency)', 'SELECT o.id FROM orders o WHERE 1 AND o.id IN (SELECT value FROM keys) AND o.reached_at ->> ''ACCEPTED'' IS NOT NULL AND o.reached_at ->> ''COMPLETED'' IS NULL AND o.paid_subtotal_minor - o.commission_minor - min(o.paid_subtotal_minor, coalesce((SELECT sum(r.amount_minor) FROM refunds r WHERE r.order_id = o.id AND r.payin_id IS NULL AND r.status IN (''PROCESSING'', ''SUCCEEDED'')), 0)) + coalesce((SELECT sum(r.commission_minor) FROM refunds r WHERE r.order_id = o.id AND r.payin_id IS NULL AND r.status IN (''PROCESSING'', ''SUCCEEDED'')), 0) <> 0 AND NOT EXISTS ( SELECT 1 FROM accounts a WHERE a.code = ''seller:'' || o.seller_profile_id || '':pending'' AND a.currency = o.paid_currency)', 'SELECT o.id FROM orders o WHERE 1 AND o.id > (SELECT low FROM span) AND o.id <= (SELECT high FROM span) AND o.reached_at ->> ''ACCEPTED'' IS NOT NULL AND o.reached_at ->> ''COMPLETED'' IS NULL AND o.paid_subtotal_minor - o.commission_minor - min(o.paid_subtotal_minor, coalesce((SELECT sum(r.amount_minor) FROM refunds r WHERE r.order_id = o.id AND r.payin_id IS NULL AND r.status IN (''PROCESSING'', ''SUCCEEDED'')), 0)) + coalesce((SELECT sum(r.commission_minor) FROM refunds r WHERE r.order_id = o.id AND r.payin_id IS NULL AND r.status IN (''PROCESSING'', ''SUCCEEDED'')), 0) <> 0 AND NOT EXISTS ( SELECT 1 FROM accounts a WHERE a.code = ''seller:'' || o.seller_profile_id || '':pending'' AND a.currency = o.paid_currency)');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (22, 'refunds of an order are at most what was paid', 0, 'order', 'k.id FROM orders k WHERE k.id', 0, 1, 'SELECT r.order_id FROM refunds r WHERE 1 AND NOT coalesce(r.payin_id GLOB ''surplus:*'', 0) AND +r.status IN (''PROCESSING'', ''SUCCEEDED'') GROUP BY r.order_id HAVING sum(r.amount_minor) > ( SELECT count(*) * (o.paid_subtotal_minor + o.paid_fee_minor) FROM orders o JOIN payin_shares w ON w.order_id = o.id JOIN gateway_transactions g ON g.id = w.payin_id AND g.status IN (''succeeded'', ''reversed'') AND NOT EXISTS ( SELECT 1 FROM transfers t WHERE t.kind = ''payin:reversed'' AND t.ref = w.ref AND t.from_account <> ''platform:cash'') WHERE o.id = r.order_id) UNION ALL SELECT r.order_id FROM refunds r JOIN refund_attempts a ON a.refund_id = r.id AND a.status IN (''OPEN'', ''ARRIVED'') JOIN gateway_transactions b ON b.id = a.movement_id AND b.purpose = ''REFUND'' AND b.status <> ''reversed'' WHERE 1 AND NOT coalesce(r.payin_id GLOB ''surplus:*'', 0) GROUP BY r.order_id HAVING sum(a.phone_minor) > ( SELECT sum(w.amount_minor) FROM payin_shares w JOIN gateway_transactions g ON g.id = w.payin_id WHERE w.order_id = r.order_id AND g.status IN (''succeeded'', ''reversed'') AND NOT EXISTS ( SELECT 1 FROM transfers t WHERE t.kind = ''payin:reversed'' AND t.ref = w.ref AND t.from_account <> ''platform:cash''))', 'SELECT r.order_id FROM refunds r WHERE 1 AND r.order_id IN (SELECT value FROM keys) AND NOT coalesce(r.payin_id GLOB ''surplus:*'', 0) AND +r.status IN (''PROCESSING'', ''SUCCEEDED'') GROUP BY r.order_id HAVING sum(r.amount_minor) > ( SELECT count(*) * (o.paid_subtotal_minor + o.paid_fee_minor) FROM orders o JOIN payin_shares w ON w.order_id = o.id JOIN gateway_transactions g ON g.id = w.payin_id AND g.status IN (''succeeded'', ''reversed'') AND NOT EXISTS ( SELECT 1 FROM transfers t WHERE t.kind = ''payin:reversed'' AND t.ref = w.ref AND t.from_account <> ''platform:cash'') WHERE o.id = r.order_id) UNION ALL SELECT r.order_id FROM refunds r JOIN refund_attempts a ON a.refund_id = r.id AND a.status IN (''OPEN'', ''ARRIVED'') JOIN gateway_transactions b ON b.id = a.movement_id AND b.purpose = ''REFUND'' AND b.status <> ''reversed'' WHERE 1 AND r.order_id IN (SELECT value FROM keys) AND NOT coalesce(r.payin_id GLOB ''surplus:*'', 0) GROUP BY r.order_id HAVING sum(a.phone_minor) > ( SELECT sum(w.amount_minor) FROM payin_shares w JOIN gateway_transactions g ON g.id = w.payin_id WHERE w.order_id = r.order_id AND g.status IN (''succeeded'', ''reversed'') AND NOT EXISTS ( SELECT 1 FROM transfers t WHERE t.kind = ''payin:reversed'' AND t.ref = w.ref AND t.from_account <> ''platform:cash''))', 'SELECT r.order_id FROM refunds r WHERE 1 AND r.order_id > (SELECT low FROM span) AND r.order_id <= (SELECT high FROM span) AND NOT coalesce(r.payin_id GLOB ''surplus:*'', 0) AND +r.status IN (''PROCESSING'', ''SUCCEEDED'') GROUP BY r.order_id HAVING sum(r.amount_minor) > ( SELECT count(*) * (o.paid_subtotal_minor + o.paid_fee_minor) FROM orders o JOIN payin_shares w ON w.order_id = o.id JOIN gateway_transactions g ON g.id = w.payin_id AND g.status IN (''succeeded'', ''reversed'') AND NOT EXISTS ( SELECT 1 FROM transfers t WHERE t.kind = ''payin:reversed'' AND t.ref = w.ref AND t.from_account <> ''platform:cash'') WHERE o.id = r.order_id) UNION ALL SELECT r.order_id FROM refunds r JOIN refund_attempts a ON a.refund_id = r.id AND a.status IN (''OPEN'', ''ARRIVED'') JOIN gateway_transactions b ON b.id = a.movement_id AND b.purpose = ''REFUND'' AND b.status <> ''reversed'' WHERE 1 AND r.order_id > (SELECT low FROM span) AND r.order_id <= (SELECT high FROM span) AND NOT coalesce(r.payin_id GLOB ''surplus:*'', 0) GROUP BY r.order_id HAVING sum(a.phone_minor) > ( SELECT sum(w.amount_minor) FROM payin_shares w JOIN gateway_transactions g ON g.id = w.payin_id WHERE w.order_id = r.order_id AND g.status IN (''succeeded'', ''reversed'') AND NOT EXISTS ( SELECT 1 FROM transfers t WHERE t.kind = ''payin:reversed'' AND t.ref = w.ref AND t.from_account <> ''platform:cash''))');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (23, 'a refund is a part of its order that has no side below zero, and of a subscription its whole payment', 0, 'order', 'k.id FROM orders k WHERE k.id', 0, 1, 'SELECT o.id FROM orders o WHERE 1 AND o.paid_currency IS NOT NULL AND EXISTS (SELECT 1 FROM refunds r WHERE r.order_id = o.id AND r.payin_id IS NULL) AND (coalesce((SELECT sum(r.commission_minor) FROM refunds r WHERE r.order_id = o.id AND r.payin_id IS NULL AND r.status IN (''PROCESSING'', ''SUCCEEDED'')), 0) NOT BETWEEN 0 AND o.commission_minor OR min(o.paid_subtotal_minor, coalesce((SELECT sum(r.amount_minor) FROM refunds r WHERE r.order_id = o.id AND r.payin_id IS NULL AND r.status IN (''PROCESSING'', ''SUCCEEDED'')), 0)) - coalesce((SELECT sum(r.commission_minor) FROM refunds r WHERE r.order_id = o.id AND r.payin_id IS NULL AND r.status IN (''PROCESSING'', ''SUCCEEDED'')), 0) > o.paid_subtotal_minor - o.commission_minor OR o.refunded_minor <> coalesce((SELECT sum(r.amount_minor) FROM refunds r WHERE r.order_id = o.id AND r.payin_id IS NULL AND r.status IN (''SUCCEEDED'')), 0))', 'SELECT o.id FROM orders o WHERE 1 AND o.id IN (SELECT value FROM keys) AND o.paid_currency IS NOT NULL AND EXISTS (SELECT 1 FROM refunds r WHERE r.order_id = o.id AND r.payin_id IS NULL) AND (coalesce((SELECT sum(r.commission_minor) FROM refunds r WHERE r.order_id = o.id AND r.payin_id IS NULL AND r.status IN (''PROCESSING'', ''SUCCEEDED'')), 0) NOT BETWEEN 0 AND o.commission_minor OR min(o.paid_subtotal_minor, coalesce((SELECT sum(r.amount_minor) FROM refunds r WHERE r.order_id = o.id AND r.payin_id IS NULL AND r.status IN (''PROCESSING'', ''SUCCEEDED'')), 0)) - coalesce((SELECT sum(r.commission_minor) FROM refunds r WHERE r.order_id = o.id AND r.payin_id IS NULL AND r.status IN (''PROCESSING'', ''SUCCEEDED'')), 0) > o.paid_subtotal_minor - o.commission_minor OR o.refunded_minor <> coalesce((SELECT sum(r.amount_minor) FROM refunds r WHERE r.order_id = o.id AND r.payin_id IS NULL AND r.status IN (''SUCCEEDED'')), 0))', 'SELECT o.id FROM orders o WHERE 1 AND o.id > (SELECT low FROM span) AND o.id <= (SELECT high FROM span) AND o.paid_currency IS NOT NULL AND EXISTS (SELECT 1 FROM refunds r WHERE r.order_id = o.id AND r.payin_id IS NULL) AND (coalesce((SELECT sum(r.commission_minor) FROM refunds r WHERE r.order_id = o.id AND r.payin_id IS NULL AND r.status IN (''PROCESSING'', ''SUCCEEDED'')), 0) NOT BETWEEN 0 AND o.commission_minor OR min(o.paid_subtotal_minor, coalesce((SELECT sum(r.amount_minor) FROM refunds r WHERE r.order_id = o.id AND r.payin_id IS NULL AND r.status IN (''PROCESSING'', ''SUCCEEDED'')), 0)) - coalesce((SELECT sum(r.commission_minor) FROM refunds r WHERE r.order_id = o.id AND r.payin_id IS NULL AND r.status IN (''PROCESSING'', ''SUCCEEDED'')), 0) > o.paid_subtotal_minor - o.commission_minor OR o.refunded_minor <> coalesce((SELECT sum(r.amount_minor) FROM refunds r WHERE r.order_id = o.id AND r.payin_id IS NULL AND r.status IN (''SUCCEEDED'')), 0))');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (24, 'a refund is a part of its order that has no side below zero, and of a subscription its whole payment', 1, 'payment', 'k.id FROM subscription_payments k WHERE k.id', 0, 1, 'SELECT sp.id FROM subscription_payments sp JOIN refunds r ON r.order_id = sp.id AND r.payin_id IS NULL WHERE 1 AND ((sp.status = ''REFUNDED'') < (r.status = ''SUCCEEDED'') OR r.status IN (''PROCESSING'', ''SUCCEEDED'') AND NOT EXISTS ( SELECT 1 FROM gateway_transactions g WHERE g.subject_id = sp.id AND g.status IN (''succeeded'', ''reversed'') AND g.currency = r.currency AND r.amount_minor = iif(g.currency = sp.currency, sp.amount_minor, g.amount_minor))) UNION ALL SELECT r.order_id FROM refunds r WHERE 1 AND r.subscription_payment_id IS NOT NULL AND r.payin_id IS NULL AND r.status IN (''PROCESSING'', ''SUCCEEDED'') GROUP BY 1 HAVING count(*) > 1', 'SELECT sp.id FROM subscription_payments sp JOIN refunds r ON r.order_id = sp.id AND r.payin_id IS NULL WHERE 1 AND sp.id IN (SELECT value FROM keys) AND ((sp.status = ''REFUNDED'') < (r.status = ''SUCCEEDED'') OR r.status IN (''PROCESSING'', ''SUCCEEDED'') AND NOT EXISTS ( SELECT 1 FROM gateway_transactions g WHERE g.subject_id = sp.id AND g.status IN (''succeeded'', ''reversed'') AND g.currency = r.currency AND r.amount_minor = iif(g.currency = sp.currency, sp.amount_minor, g.amount_minor))) UNION ALL SELECT r.order_id FROM refunds r WHERE 1 AND r.order_id IN (SELECT value FROM keys) AND r.subscription_payment_id IS NOT NULL AND r.payin_id IS NULL AND r.status IN (''PROCESSING'', ''SUCCEEDED'') GROUP BY 1 HAVING count(*) > 1', 'SELECT sp.id FROM subscription_payments sp JOIN refunds r ON r.order_id = sp.id AND r.payin_id IS NULL WHERE 1 AND sp.id > (SELECT low FROM span) AND sp.id <= (SELECT high FROM span) AND ((sp.status = ''REFUNDED'') < (r.status = ''SUCCEEDED'') OR r.status IN (''PROCESSING'', ''SUCCEEDED'') AND NOT EXISTS ( SELECT 1 FROM gateway_transactions g WHERE g.subject_id = sp.id AND g.status IN (''succeeded'', ''reversed'') AND g.currency = r.currency AND r.amount_minor = iif(g.currency = sp.currency, sp.amount_minor, g.amount_minor))) UNION ALL SELECT r.order_id FROM refunds r WHERE 1 AND r.order_id > (SELECT low FROM span) AND r.order_id <= (SELECT high FROM span) AND r.subscription_payment_id IS NOT NULL AND r.payin_id IS NULL AND r.status IN (''PROCESSING'', ''SUCCEEDED'') GROUP BY 1 HAVING count(*) > 1');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (25, 'nobody who is deleted has money in a wallet', 0, 'account', 'k.code FROM accounts k WHERE k.code', 0, 1, 'SELECT a.code FROM accounts a JOIN seller_profiles f ON f.id = substr(a.code, 8, instr(substr(a.code, 8), '':'') - 1) JOIN users u ON u.id = f.user_id WHERE 1 AND a.code GLOB ''seller:*'' AND a.balance_minor <> 0 AND u.deleted_at IS NOT NULL UNION ALL SELECT a.code FROM accounts a JOIN riders f ON f.id = substr(a.code, 7, instr(substr(a.code, 7), '':'') - 1) JOIN users u ON u.id = f.user_id WHERE 1 AND a.code GLOB ''rider:*'' AND a.balance_minor <> 0 AND u.deleted_at IS NOT NULL', 'SELECT a.code FROM accounts a JOIN seller_profiles f ON f.id = substr(a.code, 8, instr(substr(a.code, 8), '':'') - 1) JOIN users u ON u.id = f.user_id WHERE 1 AND a.code IN (SELECT value FROM keys) AND a.code GLOB ''seller:*'' AND a.balance_minor <> 0 AND u.deleted_at IS NOT NULL UNION ALL SELECT a.code FROM accounts a JOIN riders f ON f.id = substr(a.code, 7, instr(substr(a.code, 7), '':'') - 1) JOIN users u ON u.id = f.user_id WHERE 1 AND a.code IN (SELECT value FROM keys) AND a.code GLOB ''rider:*'' AND a.balance_minor <> 0 AND u.deleted_at IS NOT NULL', 'SELECT a.code FROM accounts a JOIN seller_profiles f ON f.id = substr(a.code, 8, instr(substr(a.code, 8), '':'') - 1) JOIN users u ON u.id = f.user_id WHERE 1 AND a.code > (SELECT low FROM span) AND a.code <= (SELECT high FROM span) AND a.code GLOB ''seller:*'' AND a.balance_minor <> 0 AND u.deleted_at IS NOT NULL UNION ALL SELECT a.code FROM accounts a JOIN riders f ON f.id = substr(a.code, 7, instr(substr(a.code, 7), '':'') - 1) JOIN users u ON u.id = f.user_id WHERE 1 AND a.code > (SELECT low FROM span) AND a.code <= (SELECT high FROM span) AND a.code GLOB ''rider:*'' AND a.balance_minor <> 0 AND u.deleted_at IS NOT NULL');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (26, 'a refund went to a number that paid, or that a code approved', 0, 'refund', 'k.id FROM refunds k WHERE k.id', 0, 1, 'SELECT r.id FROM refunds r JOIN gateway_transactions b ON b.subject_id = r.id WHERE 1 AND b.purpose = ''REFUND'' AND NOT EXISTS (SELECT 1 FROM json_each(r.approved_phones) n JOIN refund_attempts a ON a.refund_id = r.id WHERE a.movement_id = b.id AND n.value ->> ''phone'' = b.phone AND n.value ->> ''amountMinor'' = a.amount_minor) AND NOT EXISTS (SELECT 1 FROM payin_shares w JOIN gateway_transactions g ON g.id = w.payin_id WHERE w.order_id = r.order_id AND g.phone = b.phone AND g.status IN (''succeeded'', ''reversed'')) AND NOT EXISTS (SELECT 1 FROM gateway_transactions g WHERE g.subject_id = r.subscription_payment_id AND g.phone = b.phone AND g.status IN (''succeeded'', ''reversed'')) AND NOT EXISTS (SELECT 1 FROM gateway_transactions g WHERE r.payin_id GLOB ''surplus:*'' AND g.id = substr(r.payin_id, 9) AND g.phone = b.phone)', 'SELECT r.id FROM refunds r JOIN gateway_transactions b ON b.subject_id = r.id WHERE 1 AND r.id IN (SELECT value FROM keys) AND b.purpose = ''REFUND'' AND NOT EXISTS (SELECT 1 FROM json_each(r.approved_phones) n JOIN refund_attempts a ON a.refund_id = r.id WHERE a.movement_id = b.id AND n.value ->> ''phone'' = b.phone AND n.value ->> ''amountMinor'' = a.amount_minor) AND NOT EXISTS (SELECT 1 FROM payin_shares w JOIN gateway_transactions g ON g.id = w.payin_id WHERE w.order_id = r.order_id AND g.phone = b.phone AND g.status IN (''succeeded'', ''reversed'')) AND NOT EXISTS (SELECT 1 FROM gateway_transactions g WHERE g.subject_id = r.subscription_payment_id AND g.phone = b.phone AND g.status IN (''succeeded'', ''reversed'')) AND NOT EXISTS (SELECT 1 FROM gateway_transactions g WHERE r.payin_id GLOB ''surplus:*'' AND g.id = substr(r.payin_id, 9) AND g.phone = b.phone)', 'SELECT r.id FROM refunds r JOIN gateway_transactions b ON b.subject_id = r.id WHERE 1 AND r.id > (SELECT low FROM span) AND r.id <= (SELECT high FROM span) AND b.purpose = ''REFUND'' AND NOT EXISTS (SELECT 1 FROM json_each(r.approved_phones) n JOIN refund_attempts a ON a.refund_id = r.id WHERE a.movement_id = b.id AND n.value ->> ''phone'' = b.phone AND n.value ->> ''amountMinor'' = a.amount_minor) AND NOT EXISTS (SELECT 1 FROM payin_shares w JOIN gateway_transactions g ON g.id = w.payin_id WHERE w.order_id = r.order_id AND g.phone = b.phone AND g.status IN (''succeeded'', ''reversed'')) AND NOT EXISTS (SELECT 1 FROM gateway_transactions g WHERE g.subject_id = r.subscription_payment_id AND g.phone = b.phone AND g.status IN (''succeeded'', ''reversed'')) AND NOT EXISTS (SELECT 1 FROM gateway_transactions g WHERE r.payin_id GLOB ''surplus:*'' AND g.id = substr(r.payin_id, 9) AND g.phone = b.phone)');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (27, 'refunds in flight are those that process', 0, null, null, 0, 1, 'SELECT a.currency FROM accounts a WHERE a.code = ''refunds:inFlight'' AND a.balance_minor <> coalesce(( SELECT sum(r.amount_minor) FROM refunds r WHERE r.status = ''PROCESSING'' AND r.currency = a.currency), 0)', 'SELECT a.currency FROM accounts a WHERE a.code = ''refunds:inFlight'' AND a.balance_minor <> coalesce(( SELECT sum(r.amount_minor) FROM refunds r WHERE r.status = ''PROCESSING'' AND r.currency = a.currency), 0)', 'SELECT a.currency FROM accounts a WHERE a.code = ''refunds:inFlight'' AND a.balance_minor <> coalesce(( SELECT sum(r.amount_minor) FROM refunds r WHERE r.status = ''PROCESSING'' AND r.currency = a.currency), 0)');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (28, 'a refund that processes has one open attempt, and one that succeeded one that ended so', 0, 'refund', 'k.id FROM refunds k WHERE k.id', 0, 1, 'SELECT r.id FROM refunds r LEFT JOIN refund_attempts a ON a.refund_id = r.id WHERE 1 GROUP BY r.id HAVING (r.status = ''PROCESSING'') <> coalesce(sum(a.status = ''OPEN''), 0) OR (r.status = ''SUCCEEDED'') <> coalesce(sum(a.status IN (''ARRIVED'', ''UNNEEDED'')), 0) OR max(a.number) <> count(a.number) OR r.status = ''PROCESSING'' AND sum(iif(a.status = ''OPEN'', a.amount_minor, 0)) <> r.amount_minor', 'SELECT r.id FROM refunds r LEFT JOIN refund_attempts a ON a.refund_id = r.id WHERE 1 AND r.id IN (SELECT value FROM keys) GROUP BY r.id HAVING (r.status = ''PROCESSING'') <> coalesce(sum(a.status = ''OPEN''), 0) OR (r.status = ''SUCCEEDED'') <> coalesce(sum(a.status IN (''ARRIVED'', ''UNNEEDED'')), 0) OR max(a.number) <> count(a.number) OR r.status = ''PROCESSING'' AND sum(iif(a.status = ''OPEN'', a.amount_minor, 0)) <> r.amount_minor', 'SELECT r.id FROM refunds r LEFT JOIN refund_attempts a ON a.refund_id = r.id WHERE 1 AND r.id > (SELECT low FROM span) AND r.id <= (SELECT high FROM span) GROUP BY r.id HAVING (r.status = ''PROCESSING'') <> coalesce(sum(a.status = ''OPEN''), 0) OR (r.status = ''SUCCEEDED'') <> coalesce(sum(a.status IN (''ARRIVED'', ''UNNEEDED'')), 0) OR max(a.number) <> count(a.number) OR r.status = ''PROCESSING'' AND sum(iif(a.status = ''OPEN'', a.amount_minor, 0)) <> r.amount_minor');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (29, 'a refund awaits a code for one request, and no other has one open', 0, 'refund', 'k.id FROM refunds k WHERE k.id', 0, 1, 'SELECT r.id FROM refunds r WHERE 1 AND (r.status = ''AWAITING_CODE'') <> ( SELECT count(*) FROM refund_requests q WHERE q.refund_id = r.id AND q.ended_at IS NULL)', 'SELECT r.id FROM refunds r WHERE 1 AND r.id IN (SELECT value FROM keys) AND (r.status = ''AWAITING_CODE'') <> ( SELECT count(*) FROM refund_requests q WHERE q.refund_id = r.id AND q.ended_at IS NULL)', 'SELECT r.id FROM refunds r WHERE 1 AND r.id > (SELECT low FROM span) AND r.id <= (SELECT high FROM span) AND (r.status = ''AWAITING_CODE'') <> ( SELECT count(*) FROM refund_requests q WHERE q.refund_id = r.id AND q.ended_at IS NULL)');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (30, 'an attempt of a refund took what it says from where it says, and nothing else was taken for one', 0, 'refund', 'k.id FROM refunds k WHERE k.id', 0, 1, 'SELECT a.refund_id FROM refund_attempts a WHERE 1 AND (a.amount_minor <> (SELECT sum(p.value) FROM json_each(a.parts) p) OR EXISTS ( SELECT 1 FROM json_each(a.parts) p WHERE NOT EXISTS ( SELECT 1 FROM transfers t WHERE t.kind = ''refund:taken'' AND t.ref = a.refund_id || '':'' || a.number || '':'' || p.key AND t.to_account = ''refunds:inFlight'' AND t.amount_minor = p.value AND t.currency = a.currency)))', 'SELECT a.refund_id FROM refund_attempts a WHERE 1 AND a.refund_id IN (SELECT value FROM keys) AND (a.amount_minor <> (SELECT sum(p.value) FROM json_each(a.parts) p) OR EXISTS ( SELECT 1 FROM json_each(a.parts) p WHERE NOT EXISTS ( SELECT 1 FROM transfers t WHERE t.kind = ''refund:taken'' AND t.ref = a.refund_id || '':'' || a.number || '':'' || p.key AND t.to_account = ''refunds:inFlight'' AND t.amount_minor = p.value AND t.currency = a.currency)))', 'SELECT a.refund_id FROM refund_attempts a WHERE 1 AND a.refund_id > (SELECT low FROM span) AND a.refund_id <= (SELECT high FROM span) AND (a.amount_minor <> (SELECT sum(p.value) FROM json_each(a.parts) p) OR EXISTS ( SELECT 1 FROM json_each(a.parts) p WHERE NOT EXISTS ( SELECT 1 FROM transfers t WHERE t.kind = ''refund:taken'' AND t.ref = a.refund_id || '':'' || a.number || '':'' || p.key AND t.to_account = ''refunds:inFlight'' AND t.amount_minor = p.value AND t.currency = a.currency)))');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (31, 'an attempt of a refund took what it says from where it says, and nothing else was taken for one', 1, 'taken', 'k.ref FROM transfers k WHERE k.kind = ''refund:taken'' AND k.ref', 0, 1, 'SELECT t.ref FROM transfers t WHERE t.kind = ''refund:taken'' AND NOT EXISTS ( SELECT 1 FROM refund_attempts a JOIN json_each(a.parts) p WHERE a.refund_id = substr(t.ref, 1, instr(t.ref, '':'') - 1) AND t.ref = a.refund_id || '':'' || a.number || '':'' || p.key)', 'SELECT t.ref FROM transfers t WHERE t.kind = ''refund:taken'' AND t.ref IN (SELECT value FROM keys) AND NOT EXISTS ( SELECT 1 FROM refund_attempts a JOIN json_each(a.parts) p WHERE a.refund_id = substr(t.ref, 1, instr(t.ref, '':'') - 1) AND t.ref = a.refund_id || '':'' || a.number || '':'' || p.key)', 'SELECT t.ref FROM transfers t WHERE t.kind = ''refund:taken'' AND t.ref > (SELECT low FROM span) AND t.ref <= (SELECT high FROM span) AND NOT EXISTS ( SELECT 1 FROM refund_attempts a JOIN json_each(a.parts) p WHERE a.refund_id = substr(t.ref, 1, instr(t.ref, '':'') - 1) AND t.ref = a.refund_id || '':'' || a.number || '':'' || p.key)');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (32, 'an attempt of a refund is where its movement is, and sends no more', 0, 'refund', 'k.id FROM refunds k WHERE k.id', 0, 1, 'SELECT a.refund_id FROM refund_attempts a JOIN gateway_transactions g ON g.id = a.movement_id WHERE 1 AND (a.phone <> g.phone OR a.phone_currency <> g.currency OR a.phone_minor > g.amount_minor OR CASE a.status WHEN ''OPEN'' THEN g.status NOT IN (''pending'', ''expired'', ''review'') OR a.phone_minor <> g.amount_minor WHEN ''ARRIVED'' THEN g.status NOT IN (''succeeded'', ''reversed'') ELSE (g.status = ''failed'') <> (a.arrived_late_at IS NULL) END) UNION ALL SELECT g.subject_id FROM gateway_transactions g WHERE 1 AND g.purpose = ''REFUND'' AND NOT EXISTS ( SELECT 1 FROM refund_attempts a WHERE a.movement_id = g.id AND a.refund_id = g.subject_id) UNION ALL SELECT a.refund_id FROM refund_attempts a WHERE 1 AND a.movement_id IS NULL AND (a.status <> ''ARRIVED'' OR a.phone_minor <> 0)', 'SELECT a.refund_id FROM refund_attempts a JOIN gateway_transactions g ON g.id = a.movement_id WHERE 1 AND a.refund_id IN (SELECT value FROM keys) AND (a.phone <> g.phone OR a.phone_currency <> g.currency OR a.phone_minor > g.amount_minor OR CASE a.status WHEN ''OPEN'' THEN g.status NOT IN (''pending'', ''expired'', ''review'') OR a.phone_minor <> g.amount_minor WHEN ''ARRIVED'' THEN g.status NOT IN (''succeeded'', ''reversed'') ELSE (g.status = ''failed'') <> (a.arrived_late_at IS NULL) END) UNION ALL SELECT g.subject_id FROM gateway_transactions g WHERE 1 AND g.subject_id IN (SELECT value FROM keys) AND g.purpose = ''REFUND'' AND NOT EXISTS ( SELECT 1 FROM refund_attempts a WHERE a.movement_id = g.id AND a.refund_id = g.subject_id) UNION ALL SELECT a.refund_id FROM refund_attempts a WHERE 1 AND a.refund_id IN (SELECT value FROM keys) AND a.movement_id IS NULL AND (a.status <> ''ARRIVED'' OR a.phone_minor <> 0)', 'SELECT a.refund_id FROM refund_attempts a JOIN gateway_transactions g ON g.id = a.movement_id WHERE 1 AND a.refund_id > (SELECT low FROM span) AND a.refund_id <= (SELECT high FROM span) AND (a.phone <> g.phone OR a.phone_currency <> g.currency OR a.phone_minor > g.amount_minor OR CASE a.status WHEN ''OPEN'' THEN g.status NOT IN (''pending'', ''expired'', ''review'') OR a.phone_minor <> g.amount_minor WHEN ''ARRIVED'' THEN g.status NOT IN (''succeeded'', ''reversed'') ELSE (g.status = ''failed'') <> (a.arrived_late_at IS NULL) END) UNION ALL SELECT g.subject_id FROM gateway_transactions g WHERE 1 AND g.subject_id > (SELECT low FROM span) AND g.subject_id <= (SELECT high FROM span) AND g.purpose = ''REFUND'' AND NOT EXISTS ( SELECT 1 FROM refund_attempts a WHERE a.movement_id = g.id AND a.refund_id = g.subject_id) UNION ALL SELECT a.refund_id FROM refund_attempts a WHERE 1 AND a.refund_id > (SELECT low FROM span) AND a.refund_id <= (SELECT high FROM span) AND a.movement_id IS NULL AND (a.status <> ''ARRIVED'' OR a.phone_minor <> 0)');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (33, 'the books of an order are in its own currency, and nobody earns another', 0, 'account', 'k.code FROM accounts k WHERE k.code', 0, 1, 'SELECT a.code FROM accounts a WHERE 1 AND a.balance_minor <> 0 AND a.currency NOT IN (''USD'', ''CDF'') AND (a.code GLOB ''order:*'' OR a.code GLOB ''seller:*'' OR a.code GLOB ''rider:*'')', 'SELECT a.code FROM accounts a WHERE 1 AND a.code IN (SELECT value FROM keys) AND a.balance_minor <> 0 AND a.currency NOT IN (''USD'', ''CDF'') AND (a.code GLOB ''order:*'' OR a.code GLOB ''seller:*'' OR a.code GLOB ''rider:*'')', 'SELECT a.code FROM accounts a WHERE 1 AND a.code > (SELECT low FROM span) AND a.code <= (SELECT high FROM span) AND a.balance_minor <> 0 AND a.currency NOT IN (''USD'', ''CDF'') AND (a.code GLOB ''order:*'' OR a.code GLOB ''seller:*'' OR a.code GLOB ''rider:*'')');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (34, 'what is exchanged on the way in or out has both its halves', 0, 'exchange', 'k.ref FROM transfers k WHERE k.kind = ''order:exchanged'' AND k.ref', 0, 1, 'SELECT t.ref FROM transfers t WHERE t.kind = ''order:paid'' AND +t.to_account = ''platform:fx'' AND NOT EXISTS ( SELECT 1 FROM transfers e JOIN orders o ON o.id = substr(e.to_account, 7, length(e.to_account) - 11) WHERE e.kind = ''order:exchanged'' AND e.ref = t.ref AND e.amount_minor = o.total_minor AND e.currency = o.currency) UNION ALL SELECT t.ref FROM transfers t WHERE t.kind = ''refund:done'' AND +t.from_account = ''platform:fx'' AND NOT EXISTS ( SELECT 1 FROM transfers e JOIN refund_attempts a ON a.movement_id = coalesce((SELECT w.payin_id FROM payin_shares w WHERE w.ref = e.ref), e.ref) WHERE e.kind = ''refund:exchanged'' AND e.ref = t.ref AND e.amount_minor = a.amount_minor AND e.currency = a.currency)', 'SELECT t.ref FROM transfers t WHERE t.kind = ''order:paid'' AND t.ref IN (SELECT value FROM keys) AND +t.to_account = ''platform:fx'' AND NOT EXISTS ( SELECT 1 FROM transfers e JOIN orders o ON o.id = substr(e.to_account, 7, length(e.to_account) - 11) WHERE e.kind = ''order:exchanged'' AND e.ref = t.ref AND e.amount_minor = o.total_minor AND e.currency = o.currency) UNION ALL SELECT t.ref FROM transfers t WHERE t.kind = ''refund:done'' AND t.ref IN (SELECT value FROM keys) AND +t.from_account = ''platform:fx'' AND NOT EXISTS ( SELECT 1 FROM transfers e JOIN refund_attempts a ON a.movement_id = coalesce((SELECT w.payin_id FROM payin_shares w WHERE w.ref = e.ref), e.ref) WHERE e.kind = ''refund:exchanged'' AND e.ref = t.ref AND e.amount_minor = a.amount_minor AND e.currency = a.currency)', 'SELECT t.ref FROM transfers t WHERE t.kind = ''order:paid'' AND t.ref > (SELECT low FROM span) AND t.ref <= (SELECT high FROM span) AND +t.to_account = ''platform:fx'' AND NOT EXISTS ( SELECT 1 FROM transfers e JOIN orders o ON o.id = substr(e.to_account, 7, length(e.to_account) - 11) WHERE e.kind = ''order:exchanged'' AND e.ref = t.ref AND e.amount_minor = o.total_minor AND e.currency = o.currency) UNION ALL SELECT t.ref FROM transfers t WHERE t.kind = ''refund:done'' AND t.ref > (SELECT low FROM span) AND t.ref <= (SELECT high FROM span) AND +t.from_account = ''platform:fx'' AND NOT EXISTS ( SELECT 1 FROM transfers e JOIN refund_attempts a ON a.movement_id = coalesce((SELECT w.payin_id FROM payin_shares w WHERE w.ref = e.ref), e.ref) WHERE e.kind = ''refund:exchanged'' AND e.ref = t.ref AND e.amount_minor = a.amount_minor AND e.currency = a.currency)');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (35, 'our rounding is what payins and deposits were above their price, less what went back', 0, 'attempt', 'k.id FROM gateway_transactions k WHERE k.id', 0, 1, 'SELECT w.payin_id FROM payin_shares w JOIN gateway_transactions g ON g.id = w.payin_id JOIN orders o ON o.id = w.order_id AND o.currency = g.currency WHERE 1 AND coalesce((SELECT sum(iif(t.to_account = ''platform:rounding'', t.amount_minor, -t.amount_minor)) FROM transfers t WHERE t.kind IN (''order:rounded'', ''refund:rounded'') AND t.ref = w.ref), 0) <> iif(g.status = ''succeeded'' OR EXISTS (SELECT 1 FROM transfers t WHERE t.kind IN (''payin:reversed'') AND t.ref = w.ref AND t.from_account = ''platform:cash''), w.amount_minor - o.total_minor, 0) UNION ALL SELECT a.movement_id FROM refund_attempts a JOIN gateway_transactions g ON g.id = a.movement_id AND g.purpose = ''REFUND'' WHERE 1 AND coalesce((SELECT sum(iif(t.to_account = ''platform:rounding'', t.amount_minor, -t.amount_minor)) FROM transfers t WHERE t.kind IN (''order:rounded'', ''refund:rounded'') AND t.ref = a.movement_id), 0) <> iif(a.status = ''ARRIVED'' AND (a.phone_currency = a.currency OR a.phone_minor = 0), a.amount_minor - a.phone_minor, 0) UNION ALL SELECT t.ref FROM transfers t WHERE t.kind IN (''order:rounded'', ''refund:rounded'') AND NOT EXISTS (SELECT 1 FROM payin_shares w WHERE w.ref = t.ref) AND NOT EXISTS (SELECT 1 FROM refund_attempts a WHERE a.movement_id = t.ref) AND NOT EXISTS (SELECT 1 FROM refund_attempts a WHERE a.refund_id = t.ref AND a.movement_id IS NULL)', 'SELECT w.payin_id FROM payin_shares w JOIN gateway_transactions g ON g.id = w.payin_id JOIN orders o ON o.id = w.order_id AND o.currency = g.currency WHERE 1 AND w.payin_id IN (SELECT value FROM keys) AND coalesce((SELECT sum(iif(t.to_account = ''platform:rounding'', t.amount_minor, -t.amount_minor)) FROM transfers t WHERE t.kind IN (''order:rounded'', ''refund:rounded'') AND t.ref = w.ref), 0) <> iif(g.status = ''succeeded'' OR EXISTS (SELECT 1 FROM transfers t WHERE t.kind IN (''payin:reversed'') AND t.ref = w.ref AND t.from_account = ''platform:cash''), w.amount_minor - o.total_minor, 0) UNION ALL SELECT a.movement_id FROM refund_attempts a JOIN gateway_transactions g ON g.id = a.movement_id AND g.purpose = ''REFUND'' WHERE 1 AND a.movement_id IN (SELECT value FROM keys) AND coalesce((SELECT sum(iif(t.to_account = ''platform:rounding'', t.amount_minor, -t.amount_minor)) FROM transfers t WHERE t.kind IN (''order:rounded'', ''refund:rounded'') AND t.ref = a.movement_id), 0) <> iif(a.status = ''ARRIVED'' AND (a.phone_currency = a.currency OR a.phone_minor = 0), a.amount_minor - a.phone_minor, 0) UNION ALL SELECT t.ref FROM transfers t WHERE t.kind IN (''order:rounded'', ''refund:rounded'') AND t.ref IN (SELECT value FROM keys) AND NOT EXISTS (SELECT 1 FROM payin_shares w WHERE w.ref = t.ref) AND NOT EXISTS (SELECT 1 FROM refund_attempts a WHERE a.movement_id = t.ref) AND NOT EXISTS (SELECT 1 FROM refund_attempts a WHERE a.refund_id = t.ref AND a.movement_id IS NULL)', 'SELECT w.payin_id FROM payin_shares w JOIN gateway_transactions g ON g.id = w.payin_id JOIN orders o ON o.id = w.order_id AND o.currency = g.currency WHERE 1 AND w.payin_id > (SELECT low FROM span) AND w.payin_id <= (SELECT high FROM span) AND coalesce((SELECT sum(iif(t.to_account = ''platform:rounding'', t.amount_minor, -t.amount_minor)) FROM transfers t WHERE t.kind IN (''order:rounded'', ''refund:rounded'') AND t.ref = w.ref), 0) <> iif(g.status = ''succeeded'' OR EXISTS (SELECT 1 FROM transfers t WHERE t.kind IN (''payin:reversed'') AND t.ref = w.ref AND t.from_account = ''platform:cash''), w.amount_minor - o.total_minor, 0) UNION ALL SELECT a.movement_id FROM refund_attempts a JOIN gateway_transactions g ON g.id = a.movement_id AND g.purpose = ''REFUND'' WHERE 1 AND a.movement_id > (SELECT low FROM span) AND a.movement_id <= (SELECT high FROM span) AND coalesce((SELECT sum(iif(t.to_account = ''platform:rounding'', t.amount_minor, -t.amount_minor)) FROM transfers t WHERE t.kind IN (''order:rounded'', ''refund:rounded'') AND t.ref = a.movement_id), 0) <> iif(a.status = ''ARRIVED'' AND (a.phone_currency = a.currency OR a.phone_minor = 0), a.amount_minor - a.phone_minor, 0) UNION ALL SELECT t.ref FROM transfers t WHERE t.kind IN (''order:rounded'', ''refund:rounded'') AND t.ref > (SELECT low FROM span) AND t.ref <= (SELECT high FROM span) AND NOT EXISTS (SELECT 1 FROM payin_shares w WHERE w.ref = t.ref) AND NOT EXISTS (SELECT 1 FROM refund_attempts a WHERE a.movement_id = t.ref) AND NOT EXISTS (SELECT 1 FROM refund_attempts a WHERE a.refund_id = t.ref AND a.movement_id IS NULL)');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (36, 'our rounding is what payins and deposits were above their price, less what went back', 1, 'refund', 'k.id FROM refunds k WHERE k.id', 0, 1, 'SELECT a.refund_id FROM refund_attempts a WHERE 1 AND a.movement_id IS NULL AND a.phone_currency = a.currency AND coalesce((SELECT sum(iif(t.to_account = ''platform:rounding'', t.amount_minor, -t.amount_minor)) FROM transfers t WHERE t.kind IN (''order:rounded'', ''refund:rounded'') AND t.ref = a.refund_id), 0) <> a.amount_minor - a.phone_minor', 'SELECT a.refund_id FROM refund_attempts a WHERE 1 AND a.refund_id IN (SELECT value FROM keys) AND a.movement_id IS NULL AND a.phone_currency = a.currency AND coalesce((SELECT sum(iif(t.to_account = ''platform:rounding'', t.amount_minor, -t.amount_minor)) FROM transfers t WHERE t.kind IN (''order:rounded'', ''refund:rounded'') AND t.ref = a.refund_id), 0) <> a.amount_minor - a.phone_minor', 'SELECT a.refund_id FROM refund_attempts a WHERE 1 AND a.refund_id > (SELECT low FROM span) AND a.refund_id <= (SELECT high FROM span) AND a.movement_id IS NULL AND a.phone_currency = a.currency AND coalesce((SELECT sum(iif(t.to_account = ''platform:rounding'', t.amount_minor, -t.amount_minor)) FROM transfers t WHERE t.kind IN (''order:rounded'', ''refund:rounded'') AND t.ref = a.refund_id), 0) <> a.amount_minor - a.phone_minor');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (37, 'our rounding is what payins and deposits were above their price, less what went back', 2, 'payment', 'k.id FROM subscription_payments k WHERE k.id', 0, 1, 'SELECT sp.id FROM subscription_payments sp WHERE 1 AND coalesce((SELECT sum(iif(t.to_account = ''platform:rounding'', t.amount_minor, -t.amount_minor)) FROM transfers t WHERE t.kind IN (''subscription:rounded'') AND t.ref IN (SELECT sp.id UNION ALL SELECT g.id FROM gateway_transactions g WHERE g.subject_id = sp.id)), 0) <> coalesce(( SELECT sum(g.amount_minor - sp.amount_minor) FROM gateway_transactions g WHERE g.subject_id = sp.id AND g.purpose = ''SUBSCRIPTION'' AND g.status = ''succeeded'' AND g.currency = sp.currency), 0)', 'SELECT sp.id FROM subscription_payments sp WHERE 1 AND sp.id IN (SELECT value FROM keys) AND coalesce((SELECT sum(iif(t.to_account = ''platform:rounding'', t.amount_minor, -t.amount_minor)) FROM transfers t WHERE t.kind IN (''subscription:rounded'') AND t.ref IN (SELECT sp.id UNION ALL SELECT g.id FROM gateway_transactions g WHERE g.subject_id = sp.id)), 0) <> coalesce(( SELECT sum(g.amount_minor - sp.amount_minor) FROM gateway_transactions g WHERE g.subject_id = sp.id AND g.purpose = ''SUBSCRIPTION'' AND g.status = ''succeeded'' AND g.currency = sp.currency), 0)', 'SELECT sp.id FROM subscription_payments sp WHERE 1 AND sp.id > (SELECT low FROM span) AND sp.id <= (SELECT high FROM span) AND coalesce((SELECT sum(iif(t.to_account = ''platform:rounding'', t.amount_minor, -t.amount_minor)) FROM transfers t WHERE t.kind IN (''subscription:rounded'') AND t.ref IN (SELECT sp.id UNION ALL SELECT g.id FROM gateway_transactions g WHERE g.subject_id = sp.id)), 0) <> coalesce(( SELECT sum(g.amount_minor - sp.amount_minor) FROM gateway_transactions g WHERE g.subject_id = sp.id AND g.purpose = ''SUBSCRIPTION'' AND g.status = ''succeeded'' AND g.currency = sp.currency), 0)');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (38, 'the price of the goods is the sum of the lines', 0, 'order', 'k.id FROM orders k WHERE k.id', 0, 1, 'SELECT i.order_id FROM order_items i WHERE 1 GROUP BY 1 HAVING sum(i.line_total_minor) <> ( SELECT o.subtotal_minor FROM orders o WHERE o.id = i.order_id)', 'SELECT i.order_id FROM order_items i WHERE 1 AND i.order_id IN (SELECT value FROM keys) GROUP BY 1 HAVING sum(i.line_total_minor) <> ( SELECT o.subtotal_minor FROM orders o WHERE o.id = i.order_id)', 'SELECT i.order_id FROM order_items i WHERE 1 AND i.order_id > (SELECT low FROM span) AND i.order_id <= (SELECT high FROM span) GROUP BY 1 HAVING sum(i.line_total_minor) <> ( SELECT o.subtotal_minor FROM orders o WHERE o.id = i.order_id)');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (39, 'periods granted are periods paid', 0, 'subscription', 'k.id FROM subscriptions k WHERE k.id', 0, 1, 'SELECT w.id FROM ( SELECT h.thing_id AS id, 1 AS periods FROM history h WHERE h.thing = ''subscription'' AND h.event IN (''start'', ''renew'') UNION ALL SELECT sp.subscription_id, -1 FROM subscription_payments sp WHERE 1 AND (sp.amount_minor = 0 OR EXISTS ( SELECT 1 FROM transfers t WHERE t.kind IN (''subscription:paid'') AND t.ref = sp.id)) AND NOT EXISTS ( SELECT 1 FROM gateway_transactions g JOIN incidents i ON i.ref = ''subscription:'' || g.id WHERE g.subject_id = sp.id)) w GROUP BY w.id HAVING sum(w.periods) <> 0', 'SELECT w.id FROM ( SELECT h.thing_id AS id, 1 AS periods FROM history h WHERE h.thing = ''subscription'' AND h.event IN (''start'', ''renew'') AND h.thing_id IN (SELECT value FROM keys) UNION ALL SELECT sp.subscription_id, -1 FROM subscription_payments sp WHERE 1 AND sp.subscription_id IN (SELECT value FROM keys) AND (sp.amount_minor = 0 OR EXISTS ( SELECT 1 FROM transfers t WHERE t.kind IN (''subscription:paid'') AND t.ref = sp.id)) AND NOT EXISTS ( SELECT 1 FROM gateway_transactions g JOIN incidents i ON i.ref = ''subscription:'' || g.id WHERE g.subject_id = sp.id)) w GROUP BY w.id HAVING sum(w.periods) <> 0', 'SELECT w.id FROM ( SELECT h.thing_id AS id, 1 AS periods FROM history h WHERE h.thing = ''subscription'' AND h.event IN (''start'', ''renew'') AND h.thing_id > (SELECT low FROM span) AND h.thing_id <= (SELECT high FROM span) UNION ALL SELECT sp.subscription_id, -1 FROM subscription_payments sp WHERE 1 AND sp.subscription_id > (SELECT low FROM span) AND sp.subscription_id <= (SELECT high FROM span) AND (sp.amount_minor = 0 OR EXISTS ( SELECT 1 FROM transfers t WHERE t.kind IN (''subscription:paid'') AND t.ref = sp.id)) AND NOT EXISTS ( SELECT 1 FROM gateway_transactions g JOIN incidents i ON i.ref = ''subscription:'' || g.id WHERE g.subject_id = sp.id)) w GROUP BY w.id HAVING sum(w.periods) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (40, 'a payment of a subscription that came in bought one period, or a person gives it back', 0, 'payment', 'k.id FROM subscription_payments k WHERE k.id', 0, 1, 'SELECT sp.id FROM subscription_payments sp WHERE 1 AND (sp.status IN (''SUCCEEDED'', ''REFUNDED'')) <> (sp.period_end IS NOT NULL) + EXISTS ( SELECT 1 FROM gateway_transactions g JOIN incidents i ON i.ref = ''subscription:'' || g.id WHERE g.subject_id = sp.id)', 'SELECT sp.id FROM subscription_payments sp WHERE 1 AND sp.id IN (SELECT value FROM keys) AND (sp.status IN (''SUCCEEDED'', ''REFUNDED'')) <> (sp.period_end IS NOT NULL) + EXISTS ( SELECT 1 FROM gateway_transactions g JOIN incidents i ON i.ref = ''subscription:'' || g.id WHERE g.subject_id = sp.id)', 'SELECT sp.id FROM subscription_payments sp WHERE 1 AND sp.id > (SELECT low FROM span) AND sp.id <= (SELECT high FROM span) AND (sp.status IN (''SUCCEEDED'', ''REFUNDED'')) <> (sp.period_end IS NOT NULL) + EXISTS ( SELECT 1 FROM gateway_transactions g JOIN incidents i ON i.ref = ''subscription:'' || g.id WHERE g.subject_id = sp.id)');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (41, 'a subscription runs for as many periods as were paid', 0, 'subscription', 'k.id FROM subscriptions k WHERE k.id', 0, 1, 'SELECT s.id FROM subscriptions s LEFT JOIN subscription_payments sp ON sp.subscription_id = s.id AND sp.period_end > s.anchor_at AND NOT EXISTS ( SELECT 1 FROM history h WHERE h.thing_id = s.id AND h.from_status IN (''EXPIRED'', ''CANCELLED'') AND h.to_status = ''ACTIVE'' AND h.at > sp.paid_at) WHERE 1 AND s.anchor_at IS NOT NULL GROUP BY s.id HAVING (strftime(''%Y'', s.current_period_end / 1000 + 7200, ''unixepoch'') * 12 + strftime(''%m'', s.current_period_end / 1000 + 7200, ''unixepoch'')) - (strftime(''%Y'', s.anchor_at / 1000 + 7200, ''unixepoch'') * 12 + strftime(''%m'', s.anchor_at / 1000 + 7200, ''unixepoch'')) <> count(sp.id) * CASE s.billing_cycle WHEN ''YEARLY'' THEN 12 ELSE 1 END', 'SELECT s.id FROM subscriptions s LEFT JOIN subscription_payments sp ON sp.subscription_id = s.id AND sp.period_end > s.anchor_at AND NOT EXISTS ( SELECT 1 FROM history h WHERE h.thing_id = s.id AND h.from_status IN (''EXPIRED'', ''CANCELLED'') AND h.to_status = ''ACTIVE'' AND h.at > sp.paid_at) WHERE 1 AND s.id IN (SELECT value FROM keys) AND s.anchor_at IS NOT NULL GROUP BY s.id HAVING (strftime(''%Y'', s.current_period_end / 1000 + 7200, ''unixepoch'') * 12 + strftime(''%m'', s.current_period_end / 1000 + 7200, ''unixepoch'')) - (strftime(''%Y'', s.anchor_at / 1000 + 7200, ''unixepoch'') * 12 + strftime(''%m'', s.anchor_at / 1000 + 7200, ''unixepoch'')) <> count(sp.id) * CASE s.billing_cycle WHEN ''YEARLY'' THEN 12 ELSE 1 END', 'SELECT s.id FROM subscriptions s LEFT JOIN subscription_payments sp ON sp.subscription_id = s.id AND sp.period_end > s.anchor_at AND NOT EXISTS ( SELECT 1 FROM history h WHERE h.thing_id = s.id AND h.from_status IN (''EXPIRED'', ''CANCELLED'') AND h.to_status = ''ACTIVE'' AND h.at > sp.paid_at) WHERE 1 AND s.id > (SELECT low FROM span) AND s.id <= (SELECT high FROM span) AND s.anchor_at IS NOT NULL GROUP BY s.id HAVING (strftime(''%Y'', s.current_period_end / 1000 + 7200, ''unixepoch'') * 12 + strftime(''%m'', s.current_period_end / 1000 + 7200, ''unixepoch'')) - (strftime(''%Y'', s.anchor_at / 1000 + 7200, ''unixepoch'') * 12 + strftime(''%m'', s.anchor_at / 1000 + 7200, ''unixepoch'')) <> count(sp.id) * CASE s.billing_cycle WHEN ''YEARLY'' THEN 12 ELSE 1 END');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (42, 'stock is the sum of its movements', 0, 'variant', 'k.id FROM variants k WHERE k.id', 0, 1, 'SELECT v.id FROM variants v WHERE 1 AND v.stock - v.sealed_stock <> coalesce((SELECT sum(m.amount) FROM stock_movements m WHERE m.variant_id = v.id), 0)', 'SELECT v.id FROM variants v WHERE 1 AND v.id IN (SELECT value FROM keys) AND v.stock <> v.proved + coalesce((SELECT sum(m.amount) FROM stock_movements m WHERE m.rowid > (SELECT k.proved_to FROM law_marks k WHERE k.name = ''variants'') AND +m.variant_id = v.id), 0)', 'SELECT v.id FROM variants v WHERE 1 AND v.id > (SELECT low FROM span) AND v.id <= (SELECT high FROM span) AND v.stock - v.sealed_stock <> coalesce((SELECT sum(m.amount) FROM stock_movements m WHERE m.variant_id = v.id), 0)');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (43, 'what is held is the sum of the holds', 0, 'variant', 'k.id FROM variants k WHERE k.id', 0, 1, 'SELECT v.id FROM variants v LEFT JOIN ( SELECT variant_id, sum(quantity) AS quantity FROM stock_holds GROUP BY 1) w ON w.variant_id = v.id WHERE 1 AND (v.held <> coalesce(w.quantity, 0) OR v.stock < 0 OR v.held > v.stock)', 'SELECT v.id FROM variants v LEFT JOIN ( SELECT variant_id, sum(quantity) AS quantity FROM stock_holds GROUP BY 1) w ON w.variant_id = v.id WHERE 1 AND v.id IN (SELECT value FROM keys) AND (v.held <> coalesce(w.quantity, 0) OR v.stock < 0 OR v.held > v.stock)', 'SELECT v.id FROM variants v LEFT JOIN ( SELECT variant_id, sum(quantity) AS quantity FROM stock_holds GROUP BY 1) w ON w.variant_id = v.id WHERE 1 AND v.id > (SELECT low FROM span) AND v.id <= (SELECT high FROM span) AND (v.held <> coalesce(w.quantity, 0) OR v.stock < 0 OR v.held > v.stock)');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (44, 'only orders that wait for their payment hold stock', 0, 'order', 'k.id FROM orders k WHERE k.id', 0, 1, 'SELECT h.order_id FROM stock_holds h WHERE 1 AND NOT EXISTS ( SELECT 1 FROM orders o WHERE o.id = h.order_id AND o.status = ''PENDING_PAYMENT'')', 'SELECT h.order_id FROM stock_holds h WHERE 1 AND h.order_id IN (SELECT value FROM keys) AND NOT EXISTS ( SELECT 1 FROM orders o WHERE o.id = h.order_id AND o.status = ''PENDING_PAYMENT'')', 'SELECT h.order_id FROM stock_holds h WHERE 1 AND h.order_id > (SELECT low FROM span) AND h.order_id <= (SELECT high FROM span) AND NOT EXISTS ( SELECT 1 FROM orders o WHERE o.id = h.order_id AND o.status = ''PENDING_PAYMENT'')');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (45, 'goods that had left the shop are in its stock again only once they came back', 0, 'order', 'k.id FROM orders k WHERE k.id', 0, 1, 'SELECT o.id FROM orders o JOIN stock_movements m ON m.order_id = o.id WHERE 1 AND m.type = ''RETURN'' AND (o.reached_at ->> ''OUT_FOR_DELIVERY'' IS NOT NULL OR o.reached_at ->> ''DELIVERED'' IS NOT NULL) AND NOT EXISTS (SELECT 1 FROM history h WHERE h.thing_id = o.id AND h.thing = ''order'' AND h.event = ''returnReceived'')', 'SELECT o.id FROM orders o JOIN stock_movements m ON m.order_id = o.id WHERE 1 AND o.id IN (SELECT value FROM keys) AND m.type = ''RETURN'' AND (o.reached_at ->> ''OUT_FOR_DELIVERY'' IS NOT NULL OR o.reached_at ->> ''DELIVERED'' IS NOT NULL) AND NOT EXISTS (SELECT 1 FROM history h WHERE h.thing_id = o.id AND h.thing = ''order'' AND h.event = ''returnReceived'')', 'SELECT o.id FROM orders o JOIN stock_movements m ON m.order_id = o.id WHERE 1 AND o.id > (SELECT low FROM span) AND o.id <= (SELECT high FROM span) AND m.type = ''RETURN'' AND (o.reached_at ->> ''OUT_FOR_DELIVERY'' IS NOT NULL OR o.reached_at ->> ''DELIVERED'' IS NOT NULL) AND NOT EXISTS (SELECT 1 FROM history h WHERE h.thing_id = o.id AND h.thing = ''order'' AND h.event = ''returnReceived'')');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (46, 'a parcel that nobody has heard of for 72 hours is in an open incident', 0, 'order', 'k.id FROM orders k WHERE k.id', 0, 1, 'SELECT o.id FROM orders o JOIN deliveries d ON d.order_id = o.id WHERE 1 AND +d.status IN (''PICKED_UP'', ''FAILED_ATTEMPT'', ''RETURNING'') AND o.due_at IS NULL AND NOT EXISTS ( SELECT 1 FROM incidents i WHERE i.order_id = o.id AND i.status IN (''OPEN'', ''INVESTIGATING''))', 'SELECT o.id FROM orders o JOIN deliveries d ON d.order_id = o.id WHERE 1 AND o.id IN (SELECT value FROM keys) AND +d.status IN (''PICKED_UP'', ''FAILED_ATTEMPT'', ''RETURNING'') AND o.due_at IS NULL AND NOT EXISTS ( SELECT 1 FROM incidents i WHERE i.order_id = o.id AND i.status IN (''OPEN'', ''INVESTIGATING''))', 'SELECT o.id FROM orders o JOIN deliveries d ON d.order_id = o.id WHERE 1 AND o.id > (SELECT low FROM span) AND o.id <= (SELECT high FROM span) AND +d.status IN (''PICKED_UP'', ''FAILED_ATTEMPT'', ''RETURNING'') AND o.due_at IS NULL AND NOT EXISTS ( SELECT 1 FROM incidents i WHERE i.order_id = o.id AND i.status IN (''OPEN'', ''INVESTIGATING''))');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (47, 'what plans are held against is the true number of shops and products', 0, null, 'k.id FROM seller_profiles k WHERE k.id', 1, 1, 'SELECT sp.id FROM seller_profiles sp WHERE 1 AND ( sp.shop_count <> (SELECT count(*) FROM shops s WHERE s.seller_profile_id = sp.id AND s.status <> ''CLOSED'') OR sp.product_count <> ( SELECT count(*) FROM products p WHERE p.seller_profile_id = sp.id AND p.status <> ''ARCHIVED'' AND p.deleted_at IS NULL))', 'SELECT sp.id FROM seller_profiles sp WHERE 1 AND sp.id IN (SELECT value FROM keys) AND ( sp.shop_count <> (SELECT count(*) FROM shops s WHERE s.seller_profile_id = sp.id AND s.status <> ''CLOSED'') OR sp.product_count <> ( SELECT count(*) FROM products p WHERE p.seller_profile_id = sp.id AND p.status <> ''ARCHIVED'' AND p.deleted_at IS NULL))', 'SELECT sp.id FROM seller_profiles sp WHERE 1 AND sp.id > (SELECT low FROM span) AND sp.id <= (SELECT high FROM span) AND ( sp.shop_count <> (SELECT count(*) FROM shops s WHERE s.seller_profile_id = sp.id AND s.status <> ''CLOSED'') OR sp.product_count <> ( SELECT count(*) FROM products p WHERE p.seller_profile_id = sp.id AND p.status <> ''ARCHIVED'' AND p.deleted_at IS NULL))');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (48, 'every move follows the one before it', 0, 'thing', 'k.thing_id FROM history k WHERE k.thing_id', 0, 1, 'SELECT h.thing_id FROM history h WHERE 1 AND h.version > 1 AND NOT EXISTS ( SELECT 1 FROM history p WHERE p.thing_id = h.thing_id AND p.version = h.version - 1 AND p.to_status = h.from_status)', 'SELECT h.thing_id FROM history h WHERE 1 AND h.thing_id IN (SELECT value FROM keys) AND h.version > 1 AND NOT EXISTS ( SELECT 1 FROM history p WHERE p.thing_id = h.thing_id AND p.version = h.version - 1 AND p.to_status = h.from_status)', 'SELECT h.thing_id FROM history h WHERE 1 AND h.thing_id > (SELECT low FROM span) AND h.thing_id <= (SELECT high FROM span) AND h.version > 1 AND NOT EXISTS ( SELECT 1 FROM history p WHERE p.thing_id = h.thing_id AND p.version = h.version - 1 AND p.to_status = h.from_status)');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (49, 'an order is where its history says', 0, 'order', 'k.id FROM orders k WHERE k.id', 0, 1, 'SELECT o.id FROM orders o WHERE o.sealed_in IS NULL AND NOT EXISTS ( SELECT 1 FROM history h WHERE h.thing_id = o.id AND h.version = o.version AND h.to_status = o.status)', 'SELECT o.id FROM orders o WHERE o.sealed_in IS NULL AND o.id IN (SELECT value FROM keys) AND NOT EXISTS ( SELECT 1 FROM history h WHERE h.thing_id = o.id AND h.version = o.version AND h.to_status = o.status)', 'SELECT o.id FROM orders o WHERE o.sealed_in IS NULL AND o.id > (SELECT low FROM span) AND o.id <= (SELECT high FROM span) AND NOT EXISTS ( SELECT 1 FROM history h WHERE h.thing_id = o.id AND h.version = o.version AND h.to_status = o.status)');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (50, 'an order costs its goods and its delivery', 0, 'order', 'k.id FROM orders k WHERE k.id', 0, 1, 'SELECT o.id FROM orders o WHERE 1 AND o.total_minor <> o.subtotal_minor + o.delivery_fee_minor', 'SELECT o.id FROM orders o WHERE 1 AND o.id IN (SELECT value FROM keys) AND o.total_minor <> o.subtotal_minor + o.delivery_fee_minor', 'SELECT o.id FROM orders o WHERE 1 AND o.id > (SELECT low FROM span) AND o.id <= (SELECT high FROM span) AND o.total_minor <> o.subtotal_minor + o.delivery_fee_minor');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (51, 'no rider has more than three jobs', 0, 'rider', 'k.id FROM riders k WHERE k.id', 0, 1, 'SELECT r.id FROM riders r WHERE 1 AND (r.active_jobs > 3 OR r.active_jobs <> ( SELECT count(*) FROM deliveries d WHERE d.rider_id = r.id AND d.status IN (''ASSIGNED'', ''PICKED_UP'', ''FAILED_ATTEMPT'', ''RETURNING'') AND d.overdue_at IS NULL))', 'SELECT r.id FROM riders r WHERE 1 AND r.id IN (SELECT value FROM keys) AND (r.active_jobs > 3 OR r.active_jobs <> ( SELECT count(*) FROM deliveries d WHERE d.rider_id = r.id AND d.status IN (''ASSIGNED'', ''PICKED_UP'', ''FAILED_ATTEMPT'', ''RETURNING'') AND d.overdue_at IS NULL))', 'SELECT r.id FROM riders r WHERE 1 AND r.id > (SELECT low FROM span) AND r.id <= (SELECT high FROM span) AND (r.active_jobs > 3 OR r.active_jobs <> ( SELECT count(*) FROM deliveries d WHERE d.rider_id = r.id AND d.status IN (''ASSIGNED'', ''PICKED_UP'', ''FAILED_ATTEMPT'', ''RETURNING'') AND d.overdue_at IS NULL))');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (52, 'what a wallet earned and withdrew is in its transfers', 0, null, 'substr(k.code, 1, length(k.code) - 10) FROM accounts k WHERE k.code GLOB ''*:available'' AND k.code > ''rider'' AND k.code', 1, 1, 'SELECT w.name FROM ( SELECT c.name, c.value - c.sealed AS value FROM counters c WHERE c.name GLOB ''earned:*'' UNION ALL SELECT ''earned:'' || t.to_account || '':'' || t.currency, -t.amount_minor FROM transfers t WHERE t.to_account GLOB ''*:available'' AND (t.from_account GLOB ''*:pending'' OR t.from_account GLOB ''*:held'' OR t.kind = ''order:rider'')) w GROUP BY w.name HAVING sum(w.value) <> 0', 'SELECT w.name FROM ( SELECT c.name, c.value - c.sealed AS value FROM counters c WHERE c.name GLOB ''earned:*'' AND c.name IN (SELECT ''earned:'' || value || '';'' FROM keys) UNION ALL SELECT ''earned:'' || t.to_account || '':'' || t.currency, -t.amount_minor FROM transfers t WHERE t.to_account GLOB ''*:available'' AND t.to_account IN (SELECT value || '';'' FROM keys) AND (t.from_account GLOB ''*:pending'' OR t.from_account GLOB ''*:held'' OR t.kind = ''order:rider'')) w GROUP BY w.name HAVING sum(w.value) <> 0', 'SELECT w.name FROM ( SELECT c.name, c.value - c.sealed AS value FROM counters c WHERE c.name GLOB ''earned:*'' AND c.name > iif((SELECT low FROM span) = '''', ''earned:'', ''earned:'' || (SELECT low FROM span) || '';'') AND c.name <= ''earned:'' || (SELECT high FROM span) || '';'' UNION ALL SELECT ''earned:'' || t.to_account || '':'' || t.currency, -t.amount_minor FROM transfers t WHERE t.to_account GLOB ''*:available'' AND t.to_account > iif((SELECT low FROM span) = '''', '''', (SELECT low FROM span) || '';'') AND t.to_account <= (SELECT high FROM span) || '';'' AND (t.from_account GLOB ''*:pending'' OR t.from_account GLOB ''*:held'' OR t.kind = ''order:rider'')) w GROUP BY w.name HAVING sum(w.value) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (53, 'what a wallet earned and withdrew is in its transfers', 1, null, 'substr(k.code, 1, length(k.code) - 10) FROM accounts k WHERE k.code GLOB ''*:available'' AND k.code > ''rider'' AND k.code', 1, 1, 'SELECT w.name FROM ( SELECT c.name, c.value - c.sealed AS value FROM counters c WHERE c.name GLOB ''withdrawn:*'' UNION ALL SELECT ''withdrawn:'' || replace(t.from_account, '':available'', '':reserved'') || '':'' || t.currency, -t.amount_minor FROM transfers t WHERE +t.kind IN (''withdrawal:done'', ''withdrawal:late'') UNION ALL SELECT ''withdrawn:'' || replace(t.to_account, '':available'', '':reserved'') || '':'' || t.currency, t.amount_minor FROM transfers t WHERE +t.kind = ''withdrawal:returned'' ) w GROUP BY w.name HAVING sum(w.value) <> 0', 'SELECT w.name FROM ( SELECT c.name, c.value - c.sealed AS value FROM counters c WHERE c.name GLOB ''withdrawn:*'' AND c.name IN (SELECT ''withdrawn:'' || value || '';'' FROM keys) UNION ALL SELECT ''withdrawn:'' || replace(t.from_account, '':available'', '':reserved'') || '':'' || t.currency, -t.amount_minor FROM transfers t WHERE +t.kind IN (''withdrawal:done'', ''withdrawal:late'') AND t.from_account IN (SELECT value || '';'' FROM keys) UNION ALL SELECT ''withdrawn:'' || replace(t.to_account, '':available'', '':reserved'') || '':'' || t.currency, t.amount_minor FROM transfers t WHERE +t.kind = ''withdrawal:returned'' AND t.to_account IN (SELECT value || '';'' FROM keys)) w GROUP BY w.name HAVING sum(w.value) <> 0', 'SELECT w.name FROM ( SELECT c.name, c.value - c.sealed AS value FROM counters c WHERE c.name GLOB ''withdrawn:*'' AND c.name > iif((SELECT low FROM span) = '''', ''withdrawn:'', ''withdrawn:'' || (SELECT low FROM span) || '';'') AND c.name <= ''withdrawn:'' || (SELECT high FROM span) || '';'' UNION ALL SELECT ''withdrawn:'' || replace(t.from_account, '':available'', '':reserved'') || '':'' || t.currency, -t.amount_minor FROM transfers t WHERE +t.kind IN (''withdrawal:done'', ''withdrawal:late'') AND t.from_account > iif((SELECT low FROM span) = '''', '''', (SELECT low FROM span) || '';'') AND t.from_account <= (SELECT high FROM span) || '';'' UNION ALL SELECT ''withdrawn:'' || replace(t.to_account, '':available'', '':reserved'') || '':'' || t.currency, t.amount_minor FROM transfers t WHERE +t.kind = ''withdrawal:returned'' AND t.to_account > iif((SELECT low FROM span) = '''', '''', (SELECT low FROM span) || '';'') AND t.to_account <= (SELECT high FROM span) || '';'') w GROUP BY w.name HAVING sum(w.value) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (54, 'a booking has exactly its transfers once it is booked, and nothing else is booked as one', 0, 'booking', 'k.id FROM bookings k WHERE k.id', 0, 1, 'SELECT w.ref FROM ( SELECT t.kind, t.ref, t.from_account, t.to_account, t.amount_minor, t.currency, -1 AS one FROM transfers t WHERE t.kind IN (''booking:fee'', ''booking:settlement'', ''booking:topUp'', ''booking:given'', ''booking:got'', ''booking:rounding'') UNION ALL SELECT d.value ->> ''kind'', b.id, replace(d.value ->> ''from'', ''clearing'', ''gateway'' || coalesce(b.gateway, '''') || '':clearing''), replace(d.value ->> ''to'', ''clearing'', ''gateway'' || coalesce(b.gateway, '''') || '':clearing''), iif(d.value ->> ''isGot'', b.to_amount_minor, b.amount_minor), iif(d.value ->> ''isGot'', b.to_currency, b.currency), 1 FROM bookings b JOIN json_each(''[{"of":"GATEWAY_FEE","kind":"booking:fee","from":"platform:fees","to":"clearing"},{"of":"SETTLEMENT","kind":"booking:settlement","from":"platform:bank","to":"clearing"},{"of":"TOP_UP","kind":"booking:topUp","from":"clearing","to":"platform:bank"},{"of":"EXCHANGE","kind":"booking:given","from":"platform:fx","to":"platform:bank"},{"of":"EXCHANGE","kind":"booking:got","from":"platform:bank","to":"platform:fx","isGot":true},{"of":"ROUNDING","kind":"booking:rounding","from":"platform:rounding","to":"platform:cash"}]'') d ON d.value ->> ''of'' = +b.kind WHERE +b.status IN (''BOOKED'', ''REVERSED'') ) w GROUP BY w.kind, w.ref, w.from_account, w.to_account, w.amount_minor, w.currency HAVING sum(w.one) <> 0', 'SELECT w.ref FROM ( SELECT t.kind, t.ref, t.from_account, t.to_account, t.amount_minor, t.currency, -1 AS one FROM transfers t WHERE t.kind IN (''booking:fee'', ''booking:settlement'', ''booking:topUp'', ''booking:given'', ''booking:got'', ''booking:rounding'') AND t.ref IN (SELECT value FROM keys) UNION ALL SELECT d.value ->> ''kind'', b.id, replace(d.value ->> ''from'', ''clearing'', ''gateway'' || coalesce(b.gateway, '''') || '':clearing''), replace(d.value ->> ''to'', ''clearing'', ''gateway'' || coalesce(b.gateway, '''') || '':clearing''), iif(d.value ->> ''isGot'', b.to_amount_minor, b.amount_minor), iif(d.value ->> ''isGot'', b.to_currency, b.currency), 1 FROM bookings b JOIN json_each(''[{"of":"GATEWAY_FEE","kind":"booking:fee","from":"platform:fees","to":"clearing"},{"of":"SETTLEMENT","kind":"booking:settlement","from":"platform:bank","to":"clearing"},{"of":"TOP_UP","kind":"booking:topUp","from":"clearing","to":"platform:bank"},{"of":"EXCHANGE","kind":"booking:given","from":"platform:fx","to":"platform:bank"},{"of":"EXCHANGE","kind":"booking:got","from":"platform:bank","to":"platform:fx","isGot":true},{"of":"ROUNDING","kind":"booking:rounding","from":"platform:rounding","to":"platform:cash"}]'') d ON d.value ->> ''of'' = +b.kind WHERE +b.status IN (''BOOKED'', ''REVERSED'') AND b.id IN (SELECT value FROM keys)) w GROUP BY w.kind, w.ref, w.from_account, w.to_account, w.amount_minor, w.currency HAVING sum(w.one) <> 0', 'SELECT w.ref FROM ( SELECT t.kind, t.ref, t.from_account, t.to_account, t.amount_minor, t.currency, -1 AS one FROM transfers t WHERE t.kind IN (''booking:fee'', ''booking:settlement'', ''booking:topUp'', ''booking:given'', ''booking:got'', ''booking:rounding'') AND t.ref > (SELECT low FROM span) AND t.ref <= (SELECT high FROM span) UNION ALL SELECT d.value ->> ''kind'', b.id, replace(d.value ->> ''from'', ''clearing'', ''gateway'' || coalesce(b.gateway, '''') || '':clearing''), replace(d.value ->> ''to'', ''clearing'', ''gateway'' || coalesce(b.gateway, '''') || '':clearing''), iif(d.value ->> ''isGot'', b.to_amount_minor, b.amount_minor), iif(d.value ->> ''isGot'', b.to_currency, b.currency), 1 FROM bookings b JOIN json_each(''[{"of":"GATEWAY_FEE","kind":"booking:fee","from":"platform:fees","to":"clearing"},{"of":"SETTLEMENT","kind":"booking:settlement","from":"platform:bank","to":"clearing"},{"of":"TOP_UP","kind":"booking:topUp","from":"clearing","to":"platform:bank"},{"of":"EXCHANGE","kind":"booking:given","from":"platform:fx","to":"platform:bank"},{"of":"EXCHANGE","kind":"booking:got","from":"platform:bank","to":"platform:fx","isGot":true},{"of":"ROUNDING","kind":"booking:rounding","from":"platform:rounding","to":"platform:cash"}]'') d ON d.value ->> ''of'' = +b.kind WHERE +b.status IN (''BOOKED'', ''REVERSED'') AND b.id > (SELECT low FROM span) AND b.id <= (SELECT high FROM span)) w GROUP BY w.kind, w.ref, w.from_account, w.to_account, w.amount_minor, w.currency HAVING sum(w.one) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (55, 'a booking that was taken back has all its transfers reversed, and no other has one', 0, 'booking', 'k.id FROM bookings k WHERE k.id', 0, 1, 'SELECT b.id FROM bookings b JOIN transfers t ON t.ref = b.id AND t.kind IN (''booking:fee'', ''booking:settlement'', ''booking:topUp'', ''booking:given'', ''booking:got'', ''booking:rounding'') WHERE 1 AND (b.status = ''REVERSED'') <> EXISTS (SELECT 1 FROM transfers r WHERE r.kind = ''transfer:reversed'' AND r.ref = t.id)', 'SELECT b.id FROM bookings b JOIN transfers t ON t.ref = b.id AND t.kind IN (''booking:fee'', ''booking:settlement'', ''booking:topUp'', ''booking:given'', ''booking:got'', ''booking:rounding'') WHERE 1 AND b.id IN (SELECT value FROM keys) AND (b.status = ''REVERSED'') <> EXISTS (SELECT 1 FROM transfers r WHERE r.kind = ''transfer:reversed'' AND r.ref = t.id)', 'SELECT b.id FROM bookings b JOIN transfers t ON t.ref = b.id AND t.kind IN (''booking:fee'', ''booking:settlement'', ''booking:topUp'', ''booking:given'', ''booking:got'', ''booking:rounding'') WHERE 1 AND b.id > (SELECT low FROM span) AND b.id <= (SELECT high FROM span) AND (b.status = ''REVERSED'') <> EXISTS (SELECT 1 FROM transfers r WHERE r.kind = ''transfer:reversed'' AND r.ref = t.id)');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (56, 'a booking names a gateway and a second amount exactly where its kind moves them', 0, 'booking', 'k.id FROM bookings k WHERE k.id', 0, 1, 'SELECT b.id FROM bookings b WHERE 1 AND ((b.gateway IS NOT NULL) <> (b.kind IN (''GATEWAY_FEE'', ''SETTLEMENT'', ''TOP_UP'')) OR (b.to_amount_minor IS NOT NULL AND b.to_currency IS NOT NULL) <> (b.kind IN (''EXCHANGE'')) OR b.to_currency = b.currency)', 'SELECT b.id FROM bookings b WHERE 1 AND b.id IN (SELECT value FROM keys) AND ((b.gateway IS NOT NULL) <> (b.kind IN (''GATEWAY_FEE'', ''SETTLEMENT'', ''TOP_UP'')) OR (b.to_amount_minor IS NOT NULL AND b.to_currency IS NOT NULL) <> (b.kind IN (''EXCHANGE'')) OR b.to_currency = b.currency)', 'SELECT b.id FROM bookings b WHERE 1 AND b.id > (SELECT low FROM span) AND b.id <= (SELECT high FROM span) AND ((b.gateway IS NOT NULL) <> (b.kind IN (''GATEWAY_FEE'', ''SETTLEMENT'', ''TOP_UP'')) OR (b.to_amount_minor IS NOT NULL AND b.to_currency IS NOT NULL) <> (b.kind IN (''EXCHANGE'')) OR b.to_currency = b.currency)');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (57, 'a booking is where its history says, and two people made it', 0, 'booking', 'k.id FROM bookings k WHERE k.id', 0, 1, 'SELECT b.id FROM bookings b WHERE 1 AND (NOT EXISTS ( SELECT 1 FROM history h WHERE h.thing_id = b.id AND h.version = b.version AND h.to_status = b.status) OR b.confirmed_by = b.requested_by OR b.status IN (''BOOKED'', ''REVERSED'') AND b.confirmed_by IS NULL)', 'SELECT b.id FROM bookings b WHERE 1 AND b.id IN (SELECT value FROM keys) AND (NOT EXISTS ( SELECT 1 FROM history h WHERE h.thing_id = b.id AND h.version = b.version AND h.to_status = b.status) OR b.confirmed_by = b.requested_by OR b.status IN (''BOOKED'', ''REVERSED'') AND b.confirmed_by IS NULL)', 'SELECT b.id FROM bookings b WHERE 1 AND b.id > (SELECT low FROM span) AND b.id <= (SELECT high FROM span) AND (NOT EXISTS ( SELECT 1 FROM history h WHERE h.thing_id = b.id AND h.version = b.version AND h.to_status = b.status) OR b.confirmed_by = b.requested_by OR b.status IN (''BOOKED'', ''REVERSED'') AND b.confirmed_by IS NULL)');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (58, 'an expense is booked once, with its amount, when it is approved, and only then', 0, 'expense', 'k.id FROM expenses k WHERE k.id', 0, 1, 'SELECT e.id FROM expenses e WHERE 1 AND (e.status = ''APPROVED'') <> ( SELECT count(*) FROM transfers t WHERE t.kind = ''expense:approved'' AND t.ref = e.id AND t.amount_minor = e.amount_minor AND t.currency = e.currency)', 'SELECT e.id FROM expenses e WHERE 1 AND e.id IN (SELECT value FROM keys) AND (e.status = ''APPROVED'') <> ( SELECT count(*) FROM transfers t WHERE t.kind = ''expense:approved'' AND t.ref = e.id AND t.amount_minor = e.amount_minor AND t.currency = e.currency)', 'SELECT e.id FROM expenses e WHERE 1 AND e.id > (SELECT low FROM span) AND e.id <= (SELECT high FROM span) AND (e.status = ''APPROVED'') <> ( SELECT count(*) FROM transfers t WHERE t.kind = ''expense:approved'' AND t.ref = e.id AND t.amount_minor = e.amount_minor AND t.currency = e.currency)');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (59, 'what was spent is the sum of the approved expenses', 0, null, null, 0, 1, 'SELECT w.currency FROM ( SELECT e.currency, e.amount_minor FROM expense_totals e WHERE e.day = '''' AND e.status = ''APPROVED'' UNION ALL SELECT a.currency, a.balance_minor FROM accounts a WHERE a.code = ''platform:expenses'' UNION ALL SELECT t.currency, -t.amount_minor FROM transfers t WHERE t.kind = ''transfer:reversed'' AND t.to_account = ''platform:expenses'') w GROUP BY 1 HAVING sum(w.amount_minor) <> 0', 'SELECT w.currency FROM ( SELECT e.currency, e.amount_minor FROM expense_totals e WHERE e.day = '''' AND e.status = ''APPROVED'' UNION ALL SELECT a.currency, a.balance_minor FROM accounts a WHERE a.code = ''platform:expenses'' UNION ALL SELECT t.currency, -t.amount_minor FROM transfers t WHERE t.kind = ''transfer:reversed'' AND t.to_account = ''platform:expenses'') w GROUP BY 1 HAVING sum(w.amount_minor) <> 0', 'SELECT w.currency FROM ( SELECT e.currency, e.amount_minor FROM expense_totals e WHERE e.day = '''' AND e.status = ''APPROVED'' UNION ALL SELECT a.currency, a.balance_minor FROM accounts a WHERE a.code = ''platform:expenses'' UNION ALL SELECT t.currency, -t.amount_minor FROM transfers t WHERE t.kind = ''transfer:reversed'' AND t.to_account = ''platform:expenses'') w GROUP BY 1 HAVING sum(w.amount_minor) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (60, 'an expense says that it was taken back when its booking was, and only then', 0, 'expense', 'k.id FROM expenses k WHERE k.id', 0, 1, 'SELECT e.id FROM expenses e WHERE 1 AND (e.reversed_at IS NOT NULL) <> EXISTS ( SELECT 1 FROM transfers t JOIN transfers r ON r.kind = ''transfer:reversed'' AND r.ref = t.id WHERE t.kind = ''expense:approved'' AND t.ref = e.id AND r.amount_minor = e.amount_minor AND r.currency = e.currency)', 'SELECT e.id FROM expenses e WHERE 1 AND e.id IN (SELECT value FROM keys) AND (e.reversed_at IS NOT NULL) <> EXISTS ( SELECT 1 FROM transfers t JOIN transfers r ON r.kind = ''transfer:reversed'' AND r.ref = t.id WHERE t.kind = ''expense:approved'' AND t.ref = e.id AND r.amount_minor = e.amount_minor AND r.currency = e.currency)', 'SELECT e.id FROM expenses e WHERE 1 AND e.id > (SELECT low FROM span) AND e.id <= (SELECT high FROM span) AND (e.reversed_at IS NOT NULL) <> EXISTS ( SELECT 1 FROM transfers t JOIN transfers r ON r.kind = ''transfer:reversed'' AND r.ref = t.id WHERE t.kind = ''expense:approved'' AND t.ref = e.id AND r.amount_minor = e.amount_minor AND r.currency = e.currency)');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (61, 'an expense is where its history says', 0, 'expense', 'k.id FROM expenses k WHERE k.id', 0, 1, 'SELECT e.id FROM expenses e WHERE 1 AND NOT EXISTS ( SELECT 1 FROM history h WHERE h.thing_id = e.id AND h.version = e.version AND h.to_status = e.status)', 'SELECT e.id FROM expenses e WHERE 1 AND e.id IN (SELECT value FROM keys) AND NOT EXISTS ( SELECT 1 FROM history h WHERE h.thing_id = e.id AND h.version = e.version AND h.to_status = e.status)', 'SELECT e.id FROM expenses e WHERE 1 AND e.id > (SELECT low FROM span) AND e.id <= (SELECT high FROM span) AND NOT EXISTS ( SELECT 1 FROM history h WHERE h.thing_id = e.id AND h.version = e.version AND h.to_status = e.status)');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (62, 'what people decided by hand is what its gateway says, or has an open incident', 0, 'attempt', 'k.id FROM gateway_transactions k WHERE k.id', 0, 1, 'SELECT g.id FROM gateway_transactions g WHERE 1 AND g.agreed_at IS NULL AND g.status IN (''succeeded'', ''failed'', ''reversed'') AND g.decided_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM incidents i WHERE i.ref > ''decided:'' || g.id || '':'' AND i.ref < ''decided:'' || g.id || '';'' AND +i.status IN (''OPEN'', ''INVESTIGATING''))', 'SELECT g.id FROM gateway_transactions g WHERE 1 AND g.id IN (SELECT value FROM keys) AND g.agreed_at IS NULL AND g.status IN (''succeeded'', ''failed'', ''reversed'') AND g.decided_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM incidents i WHERE i.ref > ''decided:'' || g.id || '':'' AND i.ref < ''decided:'' || g.id || '';'' AND +i.status IN (''OPEN'', ''INVESTIGATING''))', 'SELECT g.id FROM gateway_transactions g WHERE 1 AND g.id > (SELECT low FROM span) AND g.id <= (SELECT high FROM span) AND g.agreed_at IS NULL AND g.status IN (''succeeded'', ''failed'', ''reversed'') AND g.decided_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM incidents i WHERE i.ref > ''decided:'' || g.id || '':'' AND i.ref < ''decided:'' || g.id || '';'' AND +i.status IN (''OPEN'', ''INVESTIGATING''))');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (63, 'a final movement that was never compared is young, or in an incident', 0, null, null, 0, 1, 'SELECT g.id FROM compared_nights CROSS JOIN gateway_transactions g INDEXED BY gateway_transactions_unagreed WHERE g.gateway = compared_nights.gateway AND g.agreed_at IS NULL AND g.status IN (''succeeded'', ''failed'', ''reversed'') AND g.decided_at IS NULL AND g.final_at < (unixepoch(compared_nights.day) - 3 * 86400) * 1000 AND NOT EXISTS (SELECT 1 FROM incidents i WHERE i.ref > ''night:'' || g.id || '':'' AND i.ref < ''night:'' || g.id || '';'')', 'SELECT g.id FROM compared_nights CROSS JOIN gateway_transactions g INDEXED BY gateway_transactions_unagreed WHERE g.gateway = compared_nights.gateway AND g.agreed_at IS NULL AND g.status IN (''succeeded'', ''failed'', ''reversed'') AND g.decided_at IS NULL AND g.final_at < (unixepoch(compared_nights.day) - 3 * 86400) * 1000 AND NOT EXISTS (SELECT 1 FROM incidents i WHERE i.ref > ''night:'' || g.id || '':'' AND i.ref < ''night:'' || g.id || '';'')', 'SELECT g.id FROM compared_nights CROSS JOIN gateway_transactions g INDEXED BY gateway_transactions_unagreed WHERE g.gateway = compared_nights.gateway AND g.agreed_at IS NULL AND g.status IN (''succeeded'', ''failed'', ''reversed'') AND g.decided_at IS NULL AND g.final_at < (unixepoch(compared_nights.day) - 3 * 86400) * 1000 AND NOT EXISTS (SELECT 1 FROM incidents i WHERE i.ref > ''night:'' || g.id || '':'' AND i.ref < ''night:'' || g.id || '';'')');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (64, 'nothing of a payment that only people say has come is sent back by itself', 0, 'refund', 'k.id FROM refunds k WHERE k.id', 0, 1, 'SELECT r.id FROM refunds r JOIN payin_shares w ON w.order_id = r.order_id JOIN gateway_transactions g ON g.id = w.payin_id AND (r.payin_id IS NULL OR r.payin_id IN (g.id, ''surplus:'' || g.id)) JOIN gateway_transactions s ON s.subject_id = r.id AND s.purpose = ''REFUND'' WHERE 1 AND g.agreed_at IS NULL AND g.status IN (''succeeded'', ''failed'', ''reversed'') AND g.decided_at IS NOT NULL AND g.status <> ''reversed'' AND s.created_at > g.decided_at AND NOT EXISTS ( SELECT 1 FROM audit a WHERE a.target_id = r.id AND a.action IN (''refund.confirm'', ''refund.retry'')) AND NOT EXISTS (SELECT 1 FROM gateway_transactions o JOIN payin_shares x ON x.payin_id = o.id WHERE x.order_id = w.order_id AND o.id <> g.id AND o.status = ''succeeded'')', 'SELECT r.id FROM refunds r JOIN payin_shares w ON w.order_id = r.order_id JOIN gateway_transactions g ON g.id = w.payin_id AND (r.payin_id IS NULL OR r.payin_id IN (g.id, ''surplus:'' || g.id)) JOIN gateway_transactions s ON s.subject_id = r.id AND s.purpose = ''REFUND'' WHERE 1 AND r.id IN (SELECT value FROM keys) AND g.agreed_at IS NULL AND g.status IN (''succeeded'', ''failed'', ''reversed'') AND g.decided_at IS NOT NULL AND g.status <> ''reversed'' AND s.created_at > g.decided_at AND NOT EXISTS ( SELECT 1 FROM audit a WHERE a.target_id = r.id AND a.action IN (''refund.confirm'', ''refund.retry'')) AND NOT EXISTS (SELECT 1 FROM gateway_transactions o JOIN payin_shares x ON x.payin_id = o.id WHERE x.order_id = w.order_id AND o.id <> g.id AND o.status = ''succeeded'')', 'SELECT r.id FROM refunds r JOIN payin_shares w ON w.order_id = r.order_id JOIN gateway_transactions g ON g.id = w.payin_id AND (r.payin_id IS NULL OR r.payin_id IN (g.id, ''surplus:'' || g.id)) JOIN gateway_transactions s ON s.subject_id = r.id AND s.purpose = ''REFUND'' WHERE 1 AND r.id > (SELECT low FROM span) AND r.id <= (SELECT high FROM span) AND g.agreed_at IS NULL AND g.status IN (''succeeded'', ''failed'', ''reversed'') AND g.decided_at IS NOT NULL AND g.status <> ''reversed'' AND s.created_at > g.decided_at AND NOT EXISTS ( SELECT 1 FROM audit a WHERE a.target_id = r.id AND a.action IN (''refund.confirm'', ''refund.retry'')) AND NOT EXISTS (SELECT 1 FROM gateway_transactions o JOIN payin_shares x ON x.payin_id = o.id WHERE x.order_id = w.order_id AND o.id <> g.id AND o.status = ''succeeded'')');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (65, 'what payins brought beside their amount lies apart until it goes back', 0, null, null, 0, 1, 'SELECT w.currency FROM ( SELECT a.currency, a.balance_minor AS amount_minor FROM accounts a WHERE a.code = ''payins:held'' UNION ALL SELECT r.currency, -r.amount_minor FROM refunds r WHERE r.payin_id GLOB ''surplus:*'' AND r.status IN (''REQUESTED'', ''AWAITING_CODE'', ''FAILED'')) w GROUP BY w.currency HAVING sum(w.amount_minor) <> 0', 'SELECT w.currency FROM ( SELECT a.currency, a.balance_minor AS amount_minor FROM accounts a WHERE a.code = ''payins:held'' UNION ALL SELECT r.currency, -r.amount_minor FROM refunds r WHERE r.payin_id GLOB ''surplus:*'' AND r.status IN (''REQUESTED'', ''AWAITING_CODE'', ''FAILED'')) w GROUP BY w.currency HAVING sum(w.amount_minor) <> 0', 'SELECT w.currency FROM ( SELECT a.currency, a.balance_minor AS amount_minor FROM accounts a WHERE a.code = ''payins:held'' UNION ALL SELECT r.currency, -r.amount_minor FROM refunds r WHERE r.payin_id GLOB ''surplus:*'' AND r.status IN (''REQUESTED'', ''AWAITING_CODE'', ''FAILED'')) w GROUP BY w.currency HAVING sum(w.amount_minor) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (66, 'what payins brought beside their amount lies apart until it goes back', 1, 'refund', 'k.id FROM refunds k WHERE k.id', 0, 1, 'SELECT r.id FROM refunds r LEFT JOIN gateway_transactions g ON g.id = substr(r.payin_id, 9) WHERE 1 AND r.payin_id GLOB ''surplus:*'' AND r.amount_minor IS NOT g.received_minor - iif(g.status = ''failed'', 0, g.amount_minor) AND NOT (g.status = ''failed'' AND g.received_minor IS NULL AND r.status NOT IN (''REQUESTED'', ''AWAITING_CODE'', ''FAILED''))', 'SELECT r.id FROM refunds r LEFT JOIN gateway_transactions g ON g.id = substr(r.payin_id, 9) WHERE 1 AND r.id IN (SELECT value FROM keys) AND r.payin_id GLOB ''surplus:*'' AND r.amount_minor IS NOT g.received_minor - iif(g.status = ''failed'', 0, g.amount_minor) AND NOT (g.status = ''failed'' AND g.received_minor IS NULL AND r.status NOT IN (''REQUESTED'', ''AWAITING_CODE'', ''FAILED''))', 'SELECT r.id FROM refunds r LEFT JOIN gateway_transactions g ON g.id = substr(r.payin_id, 9) WHERE 1 AND r.id > (SELECT low FROM span) AND r.id <= (SELECT high FROM span) AND r.payin_id GLOB ''surplus:*'' AND r.amount_minor IS NOT g.received_minor - iif(g.status = ''failed'', 0, g.amount_minor) AND NOT (g.status = ''failed'' AND g.received_minor IS NULL AND r.status NOT IN (''REQUESTED'', ''AWAITING_CODE'', ''FAILED''))');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (67, 'no account of the platform is below zero but its money outside and its shares', 0, 'account', 'k.code FROM accounts k WHERE k.code', 0, 1, 'SELECT code FROM accounts WHERE 1 AND balance_minor < 0 AND code GLOB ''platform:*'' AND code NOT IN (''platform:bank'', ''platform:cash'', ''platform:delivery'', ''platform:expenses'', ''platform:fees'', ''platform:fx'')', 'SELECT code FROM accounts WHERE 1 AND code IN (SELECT value FROM keys) AND balance_minor < 0 AND code GLOB ''platform:*'' AND code NOT IN (''platform:bank'', ''platform:cash'', ''platform:delivery'', ''platform:expenses'', ''platform:fees'', ''platform:fx'')', 'SELECT code FROM accounts WHERE 1 AND code > (SELECT low FROM span) AND code <= (SELECT high FROM span) AND balance_minor < 0 AND code GLOB ''platform:*'' AND code NOT IN (''platform:bank'', ''platform:cash'', ''platform:delivery'', ''platform:expenses'', ''platform:fees'', ''platform:fx'')');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (68, 'every paid period was granted, and every granted period was paid', 0, 'subscription', 'k.id FROM subscriptions k WHERE k.id', 0, 1, 'SELECT s.id FROM subscriptions s JOIN plan_prices pp ON pp.plan_id = s.plan_id AND pp.billing_cycle = s.billing_cycle AND pp.currency = s.currency AND pp.amount_minor > 0 WHERE 1 AND +s.status IN (''ACTIVE'', ''GRACE'', ''EXPIRED'') AND NOT EXISTS (SELECT 1 FROM subscription_payments p WHERE p.subscription_id = s.id AND p.amount_minor = 0) AND round((s.current_period_end - (CASE WHEN s.anchor_at BETWEEN (SELECT max(h.at) FROM history h WHERE h.thing_id = s.id AND h.to_status = ''ACTIVE'' AND h.from_status IN (''PENDING'', ''EXPIRED'', ''CANCELLED'')) - 37 * 86400000 AND (SELECT max(h.at) FROM history h WHERE h.thing_id = s.id AND h.to_status = ''ACTIVE'' AND h.from_status IN (''PENDING'', ''EXPIRED'', ''CANCELLED'')) THEN s.anchor_at ELSE (SELECT max(h.at) FROM history h WHERE h.thing_id = s.id AND h.to_status = ''ACTIVE'' AND h.from_status IN (''PENDING'', ''EXPIRED'', ''CANCELLED'')) END)) / 86400000.0 / CASE s.billing_cycle WHEN ''YEARLY'' THEN 365.2425 ELSE 30.436875 END) NOT BETWEEN (SELECT count(*) FROM gateway_transactions g JOIN subscription_payments p ON p.id = g.subject_id WHERE g.purpose = ''SUBSCRIPTION'' AND g.status IN (''succeeded'', ''reversed'') AND p.subscription_id = s.id AND g.final_at >= (SELECT max(h.at) FROM history h WHERE h.thing_id = s.id AND h.to_status = ''ACTIVE'' AND h.from_status IN (''PENDING'', ''EXPIRED'', ''CANCELLED'')) AND NOT EXISTS (SELECT 1 FROM incidents i WHERE i.ref = ''subscription:'' || g.id)) AND (SELECT count(*) FROM gateway_transactions g JOIN subscription_payments p ON p.id = g.subject_id WHERE g.purpose = ''SUBSCRIPTION'' AND g.status IN (''succeeded'', ''reversed'') AND p.subscription_id = s.id AND g.final_at >= (SELECT max(h.at) FROM history h WHERE h.thing_id = s.id AND h.to_status = ''ACTIVE'' AND h.from_status IN (''PENDING'', ''EXPIRED'', ''CANCELLED'')) - 60000 )', 'SELECT s.id FROM subscriptions s JOIN plan_prices pp ON pp.plan_id = s.plan_id AND pp.billing_cycle = s.billing_cycle AND pp.currency = s.currency AND pp.amount_minor > 0 WHERE 1 AND s.id IN (SELECT value FROM keys) AND +s.status IN (''ACTIVE'', ''GRACE'', ''EXPIRED'') AND NOT EXISTS (SELECT 1 FROM subscription_payments p WHERE p.subscription_id = s.id AND p.amount_minor = 0) AND round((s.current_period_end - (CASE WHEN s.anchor_at BETWEEN (SELECT max(h.at) FROM history h WHERE h.thing_id = s.id AND h.to_status = ''ACTIVE'' AND h.from_status IN (''PENDING'', ''EXPIRED'', ''CANCELLED'')) - 37 * 86400000 AND (SELECT max(h.at) FROM history h WHERE h.thing_id = s.id AND h.to_status = ''ACTIVE'' AND h.from_status IN (''PENDING'', ''EXPIRED'', ''CANCELLED'')) THEN s.anchor_at ELSE (SELECT max(h.at) FROM history h WHERE h.thing_id = s.id AND h.to_status = ''ACTIVE'' AND h.from_status IN (''PENDING'', ''EXPIRED'', ''CANCELLED'')) END)) / 86400000.0 / CASE s.billing_cycle WHEN ''YEARLY'' THEN 365.2425 ELSE 30.436875 END) NOT BETWEEN (SELECT count(*) FROM gateway_transactions g JOIN subscription_payments p ON p.id = g.subject_id WHERE g.purpose = ''SUBSCRIPTION'' AND g.status IN (''succeeded'', ''reversed'') AND p.subscription_id = s.id AND g.final_at >= (SELECT max(h.at) FROM history h WHERE h.thing_id = s.id AND h.to_status = ''ACTIVE'' AND h.from_status IN (''PENDING'', ''EXPIRED'', ''CANCELLED'')) AND NOT EXISTS (SELECT 1 FROM incidents i WHERE i.ref = ''subscription:'' || g.id)) AND (SELECT count(*) FROM gateway_transactions g JOIN subscription_payments p ON p.id = g.subject_id WHERE g.purpose = ''SUBSCRIPTION'' AND g.status IN (''succeeded'', ''reversed'') AND p.subscription_id = s.id AND g.final_at >= (SELECT max(h.at) FROM history h WHERE h.thing_id = s.id AND h.to_status = ''ACTIVE'' AND h.from_status IN (''PENDING'', ''EXPIRED'', ''CANCELLED'')) - 60000 )', 'SELECT s.id FROM subscriptions s JOIN plan_prices pp ON pp.plan_id = s.plan_id AND pp.billing_cycle = s.billing_cycle AND pp.currency = s.currency AND pp.amount_minor > 0 WHERE 1 AND s.id > (SELECT low FROM span) AND s.id <= (SELECT high FROM span) AND +s.status IN (''ACTIVE'', ''GRACE'', ''EXPIRED'') AND NOT EXISTS (SELECT 1 FROM subscription_payments p WHERE p.subscription_id = s.id AND p.amount_minor = 0) AND round((s.current_period_end - (CASE WHEN s.anchor_at BETWEEN (SELECT max(h.at) FROM history h WHERE h.thing_id = s.id AND h.to_status = ''ACTIVE'' AND h.from_status IN (''PENDING'', ''EXPIRED'', ''CANCELLED'')) - 37 * 86400000 AND (SELECT max(h.at) FROM history h WHERE h.thing_id = s.id AND h.to_status = ''ACTIVE'' AND h.from_status IN (''PENDING'', ''EXPIRED'', ''CANCELLED'')) THEN s.anchor_at ELSE (SELECT max(h.at) FROM history h WHERE h.thing_id = s.id AND h.to_status = ''ACTIVE'' AND h.from_status IN (''PENDING'', ''EXPIRED'', ''CANCELLED'')) END)) / 86400000.0 / CASE s.billing_cycle WHEN ''YEARLY'' THEN 365.2425 ELSE 30.436875 END) NOT BETWEEN (SELECT count(*) FROM gateway_transactions g JOIN subscription_payments p ON p.id = g.subject_id WHERE g.purpose = ''SUBSCRIPTION'' AND g.status IN (''succeeded'', ''reversed'') AND p.subscription_id = s.id AND g.final_at >= (SELECT max(h.at) FROM history h WHERE h.thing_id = s.id AND h.to_status = ''ACTIVE'' AND h.from_status IN (''PENDING'', ''EXPIRED'', ''CANCELLED'')) AND NOT EXISTS (SELECT 1 FROM incidents i WHERE i.ref = ''subscription:'' || g.id)) AND (SELECT count(*) FROM gateway_transactions g JOIN subscription_payments p ON p.id = g.subject_id WHERE g.purpose = ''SUBSCRIPTION'' AND g.status IN (''succeeded'', ''reversed'') AND p.subscription_id = s.id AND g.final_at >= (SELECT max(h.at) FROM history h WHERE h.thing_id = s.id AND h.to_status = ''ACTIVE'' AND h.from_status IN (''PENDING'', ''EXPIRED'', ''CANCELLED'')) - 60000 )');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (69, 'a deposit that succeeded granted a period at that moment, or somebody was told', 0, 'attempt', 'k.id FROM gateway_transactions k WHERE k.id', 0, 1, 'SELECT g.id FROM gateway_transactions g JOIN subscription_payments p ON p.id = g.subject_id WHERE 1 AND g.purpose = ''SUBSCRIPTION'' AND g.status = ''succeeded'' AND NOT EXISTS ( SELECT 1 FROM subscriptions s JOIN history h ON h.thing_id = s.id WHERE s.seller_profile_id = p.seller_profile_id AND h.to_status = ''ACTIVE'' AND h.at = g.final_at) AND NOT EXISTS (SELECT 1 FROM incidents i WHERE i.ref = ''subscription:'' || g.id)', 'SELECT g.id FROM gateway_transactions g JOIN subscription_payments p ON p.id = g.subject_id WHERE 1 AND g.id IN (SELECT value FROM keys) AND g.purpose = ''SUBSCRIPTION'' AND g.status = ''succeeded'' AND NOT EXISTS ( SELECT 1 FROM subscriptions s JOIN history h ON h.thing_id = s.id WHERE s.seller_profile_id = p.seller_profile_id AND h.to_status = ''ACTIVE'' AND h.at = g.final_at) AND NOT EXISTS (SELECT 1 FROM incidents i WHERE i.ref = ''subscription:'' || g.id)', 'SELECT g.id FROM gateway_transactions g JOIN subscription_payments p ON p.id = g.subject_id WHERE 1 AND g.id > (SELECT low FROM span) AND g.id <= (SELECT high FROM span) AND g.purpose = ''SUBSCRIPTION'' AND g.status = ''succeeded'' AND NOT EXISTS ( SELECT 1 FROM subscriptions s JOIN history h ON h.thing_id = s.id WHERE s.seller_profile_id = p.seller_profile_id AND h.to_status = ''ACTIVE'' AND h.at = g.final_at) AND NOT EXISTS (SELECT 1 FROM incidents i WHERE i.ref = ''subscription:'' || g.id)');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (70, 'a payment that bought nothing is in an open incident until it is given back', 0, 'payment', 'k.id FROM subscription_payments k WHERE k.id', 0, 1, 'SELECT sp.id FROM subscription_payments sp JOIN gateway_transactions g ON g.subject_id = sp.id AND g.purpose = ''SUBSCRIPTION'' WHERE 1 AND +sp.status = ''SUCCEEDED'' AND sp.period_end IS NULL AND g.status = ''succeeded'' AND NOT EXISTS ( SELECT 1 FROM incidents i WHERE i.ref = ''subscription:'' || g.id AND i.status IN (''OPEN'', ''INVESTIGATING''))', 'SELECT sp.id FROM subscription_payments sp JOIN gateway_transactions g ON g.subject_id = sp.id AND g.purpose = ''SUBSCRIPTION'' WHERE 1 AND sp.id IN (SELECT value FROM keys) AND +sp.status = ''SUCCEEDED'' AND sp.period_end IS NULL AND g.status = ''succeeded'' AND NOT EXISTS ( SELECT 1 FROM incidents i WHERE i.ref = ''subscription:'' || g.id AND i.status IN (''OPEN'', ''INVESTIGATING''))', 'SELECT sp.id FROM subscription_payments sp JOIN gateway_transactions g ON g.subject_id = sp.id AND g.purpose = ''SUBSCRIPTION'' WHERE 1 AND sp.id > (SELECT low FROM span) AND sp.id <= (SELECT high FROM span) AND +sp.status = ''SUCCEEDED'' AND sp.period_end IS NULL AND g.status = ''succeeded'' AND NOT EXISTS ( SELECT 1 FROM incidents i WHERE i.ref = ''subscription:'' || g.id AND i.status IN (''OPEN'', ''INVESTIGATING''))');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (71, 'nothing is charged for what is over', 0, 'attempt', 'k.id FROM gateway_transactions k WHERE k.id', 0, 1, 'SELECT g.id FROM gateway_transactions g JOIN history h ON h.thing_id = g.subject_id WHERE 1 AND g.purpose = ''SUBSCRIPTION'' AND h.from_status = ''PENDING'' AND h.to_status <> h.from_status AND g.sent_at > h.at + 60000 UNION ALL SELECT g.id FROM gateway_transactions g JOIN payin_shares w ON w.payin_id = g.id JOIN history h ON h.thing_id = w.order_id WHERE 1 AND h.from_status = ''PENDING_PAYMENT'' AND h.to_status <> h.from_status AND g.sent_at > h.at + 60000', 'SELECT g.id FROM gateway_transactions g JOIN history h ON h.thing_id = g.subject_id WHERE 1 AND g.id IN (SELECT value FROM keys) AND g.purpose = ''SUBSCRIPTION'' AND h.from_status = ''PENDING'' AND h.to_status <> h.from_status AND g.sent_at > h.at + 60000 UNION ALL SELECT g.id FROM gateway_transactions g JOIN payin_shares w ON w.payin_id = g.id JOIN history h ON h.thing_id = w.order_id WHERE 1 AND g.id IN (SELECT value FROM keys) AND h.from_status = ''PENDING_PAYMENT'' AND h.to_status <> h.from_status AND g.sent_at > h.at + 60000', 'SELECT g.id FROM gateway_transactions g JOIN history h ON h.thing_id = g.subject_id WHERE 1 AND g.id > (SELECT low FROM span) AND g.id <= (SELECT high FROM span) AND g.purpose = ''SUBSCRIPTION'' AND h.from_status = ''PENDING'' AND h.to_status <> h.from_status AND g.sent_at > h.at + 60000 UNION ALL SELECT g.id FROM gateway_transactions g JOIN payin_shares w ON w.payin_id = g.id JOIN history h ON h.thing_id = w.order_id WHERE 1 AND g.id > (SELECT low FROM span) AND g.id <= (SELECT high FROM span) AND h.from_status = ''PENDING_PAYMENT'' AND h.to_status <> h.from_status AND g.sent_at > h.at + 60000');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (72, 'an order has at most one payin on its way', 0, 'order', 'k.id FROM orders k WHERE k.id', 0, 1, 'SELECT w.order_id FROM payin_shares w JOIN gateway_transactions g ON g.id = w.payin_id WHERE 1 AND g.status IN (''pending'', ''review'') GROUP BY 1 HAVING count(*) > 1', 'SELECT w.order_id FROM payin_shares w JOIN gateway_transactions g ON g.id = w.payin_id WHERE 1 AND w.order_id IN (SELECT value FROM keys) AND g.status IN (''pending'', ''review'') GROUP BY 1 HAVING count(*) > 1', 'SELECT w.order_id FROM payin_shares w JOIN gateway_transactions g ON g.id = w.payin_id WHERE 1 AND w.order_id > (SELECT low FROM span) AND w.order_id <= (SELECT high FROM span) AND g.status IN (''pending'', ''review'') GROUP BY 1 HAVING count(*) > 1');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (73, 'of the payments of an order one pays it, and each other one goes back', 0, 'order', 'k.id FROM orders k WHERE k.id', 0, 1, 'SELECT o.order_id FROM (SELECT w.order_id, count(*) AS payins FROM payin_shares w JOIN gateway_transactions g ON g.id = w.payin_id WHERE 1 AND g.status = ''succeeded'' GROUP BY 1) o WHERE o.payins > 1 + (SELECT count(*) FROM refunds r JOIN gateway_transactions p ON p.id = r.payin_id WHERE r.order_id = o.order_id AND r.status <> ''REJECTED'' AND p.status = ''succeeded'')', 'SELECT o.order_id FROM (SELECT w.order_id, count(*) AS payins FROM payin_shares w JOIN gateway_transactions g ON g.id = w.payin_id WHERE 1 AND w.order_id IN (SELECT value FROM keys) AND g.status = ''succeeded'' GROUP BY 1) o WHERE o.payins > 1 + (SELECT count(*) FROM refunds r JOIN gateway_transactions p ON p.id = r.payin_id WHERE r.order_id = o.order_id AND r.status <> ''REJECTED'' AND p.status = ''succeeded'')', 'SELECT o.order_id FROM (SELECT w.order_id, count(*) AS payins FROM payin_shares w JOIN gateway_transactions g ON g.id = w.payin_id WHERE 1 AND w.order_id > (SELECT low FROM span) AND w.order_id <= (SELECT high FROM span) AND g.status = ''succeeded'' GROUP BY 1) o WHERE o.payins > 1 + (SELECT count(*) FROM refunds r JOIN gateway_transactions p ON p.id = r.payin_id WHERE r.order_id = o.order_id AND r.status <> ''REJECTED'' AND p.status = ''succeeded'')');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (74, 'what is paid, or paid out, is so once, or somebody was told', 0, 'paid', 'k.subject_id FROM gateway_transactions k WHERE k.subject_id', 0, 1, 'SELECT w.subject_id FROM (SELECT g.purpose, g.subject_id FROM gateway_transactions g WHERE 1 AND g.status = ''succeeded'' AND g.purpose NOT IN (''ORDER'', ''CHECKOUT'') GROUP BY 1, 2 HAVING count(*) > 1) w WHERE NOT EXISTS (SELECT 1 FROM gateway_transactions g JOIN incidents ON instr(incidents.ref, g.id) AND incidents.ref NOT GLOB ''silent:*'' WHERE g.subject_id = w.subject_id AND g.purpose = w.purpose AND g.status = ''succeeded'')', 'SELECT w.subject_id FROM (SELECT g.purpose, g.subject_id FROM gateway_transactions g WHERE 1 AND g.subject_id IN (SELECT value FROM keys) AND g.status = ''succeeded'' AND g.purpose NOT IN (''ORDER'', ''CHECKOUT'') GROUP BY 1, 2 HAVING count(*) > 1) w WHERE NOT EXISTS (SELECT 1 FROM gateway_transactions g JOIN incidents ON instr(incidents.ref, g.id) AND incidents.ref NOT GLOB ''silent:*'' WHERE g.subject_id = w.subject_id AND g.purpose = w.purpose AND g.status = ''succeeded'')', 'SELECT w.subject_id FROM (SELECT g.purpose, g.subject_id FROM gateway_transactions g WHERE 1 AND g.subject_id > (SELECT low FROM span) AND g.subject_id <= (SELECT high FROM span) AND g.status = ''succeeded'' AND g.purpose NOT IN (''ORDER'', ''CHECKOUT'') GROUP BY 1, 2 HAVING count(*) > 1) w WHERE NOT EXISTS (SELECT 1 FROM gateway_transactions g JOIN incidents ON instr(incidents.ref, g.id) AND incidents.ref NOT GLOB ''silent:*'' WHERE g.subject_id = w.subject_id AND g.purpose = w.purpose AND g.status = ''succeeded'')');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (75, 'what is paid, or paid out, is so once, or somebody was told', 1, 'order', 'k.id FROM orders k WHERE k.id', 0, 1, 'SELECT o.order_id FROM (SELECT w.order_id FROM payin_shares w JOIN gateway_transactions g ON g.id = w.payin_id WHERE 1 AND g.status = ''succeeded'' GROUP BY 1 HAVING count(*) > 1) o WHERE NOT EXISTS (SELECT 1 FROM payin_shares w JOIN gateway_transactions g ON g.id = w.payin_id JOIN incidents ON instr(incidents.ref, g.id) AND incidents.ref NOT GLOB ''silent:*'' WHERE w.order_id = o.order_id AND g.status = ''succeeded'') AND NOT EXISTS (SELECT 1 FROM incidents i WHERE i.order_id = o.order_id AND i.ref GLOB ''paidTwice:*'')', 'SELECT o.order_id FROM (SELECT w.order_id FROM payin_shares w JOIN gateway_transactions g ON g.id = w.payin_id WHERE 1 AND w.order_id IN (SELECT value FROM keys) AND g.status = ''succeeded'' GROUP BY 1 HAVING count(*) > 1) o WHERE NOT EXISTS (SELECT 1 FROM payin_shares w JOIN gateway_transactions g ON g.id = w.payin_id JOIN incidents ON instr(incidents.ref, g.id) AND incidents.ref NOT GLOB ''silent:*'' WHERE w.order_id = o.order_id AND g.status = ''succeeded'') AND NOT EXISTS (SELECT 1 FROM incidents i WHERE i.order_id = o.order_id AND i.ref GLOB ''paidTwice:*'')', 'SELECT o.order_id FROM (SELECT w.order_id FROM payin_shares w JOIN gateway_transactions g ON g.id = w.payin_id WHERE 1 AND w.order_id > (SELECT low FROM span) AND w.order_id <= (SELECT high FROM span) AND g.status = ''succeeded'' GROUP BY 1 HAVING count(*) > 1) o WHERE NOT EXISTS (SELECT 1 FROM payin_shares w JOIN gateway_transactions g ON g.id = w.payin_id JOIN incidents ON instr(incidents.ref, g.id) AND incidents.ref NOT GLOB ''silent:*'' WHERE w.order_id = o.order_id AND g.status = ''succeeded'') AND NOT EXISTS (SELECT 1 FROM incidents i WHERE i.order_id = o.order_id AND i.ref GLOB ''paidTwice:*'')');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (76, 'sealed files are there, as they were written', 0, null, null, 0, 1, 'SELECT f.key FROM sealed_files f WHERE f.is_broken = 1', 'SELECT f.key FROM sealed_files f WHERE f.is_broken = 1', 'SELECT f.key FROM sealed_files f WHERE f.is_broken = 1');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (77, 'sealed files hold the orders that say so, and what is carried of them comes to nothing in each currency', 0, null, 'k.id FROM orders k WHERE k.id', 1, 1, 'SELECT o.id FROM orders o WHERE o.sealed_in IS NOT NULL AND NOT EXISTS (SELECT 1 FROM sealed_files f WHERE f.n = o.sealed_in)', 'SELECT o.id FROM orders o WHERE o.sealed_in IS NOT NULL AND o.id IN (SELECT value FROM keys) AND NOT EXISTS (SELECT 1 FROM sealed_files f WHERE f.n = o.sealed_in)', 'SELECT o.id FROM orders o WHERE o.sealed_in IS NOT NULL AND o.id > (SELECT low FROM span) AND o.id <= (SELECT high FROM span) AND NOT EXISTS (SELECT 1 FROM sealed_files f WHERE f.n = o.sealed_in)');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (78, 'sealed files hold the orders that say so, and what is carried of them comes to nothing in each currency', 1, null, 'k.key FROM sealed_files k WHERE k.key', 1, 1, 'SELECT f.key FROM sealed_files f WHERE 1 AND (f.orders < 0 OR f.orders > f.written OR (f.orders, f.total_minor) <> (SELECT count(*), coalesce(sum(o.total_minor), 0) FROM orders o WHERE o.sealed_in = f.n))', 'SELECT f.key FROM sealed_files f WHERE 1 AND f.key IN (SELECT value FROM keys) AND (f.orders < 0 OR f.orders > f.written OR (f.orders, f.total_minor) <> (SELECT count(*), coalesce(sum(o.total_minor), 0) FROM orders o WHERE o.sealed_in = f.n))', 'SELECT f.key FROM sealed_files f WHERE 1 AND f.key > (SELECT low FROM span) AND f.key <= (SELECT high FROM span) AND (f.orders < 0 OR f.orders > f.written OR (f.orders, f.total_minor) <> (SELECT count(*), coalesce(sum(o.total_minor), 0) FROM orders o WHERE o.sealed_in = f.n))');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (79, 'sealed files hold the orders that say so, and what is carried of them comes to nothing in each currency', 2, null, null, 1, 1, 'SELECT t.currency FROM transfers t WHERE t.kind = ''sealed:carried'' GROUP BY t.currency HAVING sum(iif(t.to_account = ''sealed:carried'', -t.amount_minor, t.amount_minor)) <> 0', 'SELECT t.currency FROM transfers t WHERE t.kind = ''sealed:carried'' GROUP BY t.currency HAVING sum(iif(t.to_account = ''sealed:carried'', -t.amount_minor, t.amount_minor)) <> 0', 'SELECT t.currency FROM transfers t WHERE t.kind = ''sealed:carried'' GROUP BY t.currency HAVING sum(iif(t.to_account = ''sealed:carried'', -t.amount_minor, t.amount_minor)) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (80, 'every total of users is a number of rows', 0, null, null, 1, 1, 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''users'' OR name GLOB ''users:*'') AND NOT name GLOB ''users:open:*'' UNION ALL SELECT ''users'', -1 FROM users t WHERE 1 UNION ALL SELECT ''users:'' || t.role, -1 FROM users t WHERE 1) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''users'' OR name GLOB ''users:*'') AND NOT name GLOB ''users:open:*'' UNION ALL SELECT ''users'', -1 FROM users t WHERE 1 UNION ALL SELECT ''users:'' || t.role, -1 FROM users t WHERE 1) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''users'' OR name GLOB ''users:*'') AND NOT name GLOB ''users:open:*'' UNION ALL SELECT ''users'', -1 FROM users t WHERE 1 UNION ALL SELECT ''users:'' || t.role, -1 FROM users t WHERE 1) GROUP BY name HAVING sum(value) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (81, 'every total of users:open is a number of rows', 0, null, null, 1, 1, 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''users:open:*'' UNION ALL SELECT ''users:open:'' || t.role, -1 FROM users t WHERE t.blocked_at IS NULL AND t.deleted_at IS NULL) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''users:open:*'' UNION ALL SELECT ''users:open:'' || t.role, -1 FROM users t WHERE t.blocked_at IS NULL AND t.deleted_at IS NULL) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''users:open:*'' UNION ALL SELECT ''users:open:'' || t.role, -1 FROM users t WHERE t.blocked_at IS NULL AND t.deleted_at IS NULL) GROUP BY name HAVING sum(value) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (82, 'every total of seller_profiles is a number of rows', 0, null, null, 1, 1, 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''seller_profiles'' OR name GLOB ''seller_profiles:*'') UNION ALL SELECT ''seller_profiles'', -1 FROM seller_profiles t WHERE 1 UNION ALL SELECT ''seller_profiles:'' || t.kyc_status, -1 FROM seller_profiles t WHERE 1) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''seller_profiles'' OR name GLOB ''seller_profiles:*'') UNION ALL SELECT ''seller_profiles'', -1 FROM seller_profiles t WHERE 1 UNION ALL SELECT ''seller_profiles:'' || t.kyc_status, -1 FROM seller_profiles t WHERE 1) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''seller_profiles'' OR name GLOB ''seller_profiles:*'') UNION ALL SELECT ''seller_profiles'', -1 FROM seller_profiles t WHERE 1 UNION ALL SELECT ''seller_profiles:'' || t.kyc_status, -1 FROM seller_profiles t WHERE 1) GROUP BY name HAVING sum(value) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (83, 'every total of shops is a number of rows', 0, null, null, 1, 1, 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''shops'' OR name GLOB ''shops:*'') AND NOT (name = ''shops:published'' OR name GLOB ''shops:published:*'') UNION ALL SELECT ''shops'', -1 FROM shops t WHERE 1 UNION ALL SELECT ''shops:'' || t.status, -1 FROM shops t WHERE 1 UNION ALL SELECT ''shops:'' || t.review_status, -1 FROM shops t WHERE 1 UNION ALL SELECT ''shops:'' || t.status || '':'' || t.review_status, -1 FROM shops t WHERE 1) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''shops'' OR name GLOB ''shops:*'') AND NOT (name = ''shops:published'' OR name GLOB ''shops:published:*'') UNION ALL SELECT ''shops'', -1 FROM shops t WHERE 1 UNION ALL SELECT ''shops:'' || t.status, -1 FROM shops t WHERE 1 UNION ALL SELECT ''shops:'' || t.review_status, -1 FROM shops t WHERE 1 UNION ALL SELECT ''shops:'' || t.status || '':'' || t.review_status, -1 FROM shops t WHERE 1) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''shops'' OR name GLOB ''shops:*'') AND NOT (name = ''shops:published'' OR name GLOB ''shops:published:*'') UNION ALL SELECT ''shops'', -1 FROM shops t WHERE 1 UNION ALL SELECT ''shops:'' || t.status, -1 FROM shops t WHERE 1 UNION ALL SELECT ''shops:'' || t.review_status, -1 FROM shops t WHERE 1 UNION ALL SELECT ''shops:'' || t.status || '':'' || t.review_status, -1 FROM shops t WHERE 1) GROUP BY name HAVING sum(value) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (84, 'every total of shops:published is a number of rows', 0, null, null, 1, 1, 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''shops:published'' OR name GLOB ''shops:published:*'') UNION ALL SELECT ''shops:published'', -1 FROM shops t WHERE t.status = ''PUBLISHED'' AND t.owner_blocked = 0 AND t.over_plan = 0) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''shops:published'' OR name GLOB ''shops:published:*'') UNION ALL SELECT ''shops:published'', -1 FROM shops t WHERE t.status = ''PUBLISHED'' AND t.owner_blocked = 0 AND t.over_plan = 0) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''shops:published'' OR name GLOB ''shops:published:*'') UNION ALL SELECT ''shops:published'', -1 FROM shops t WHERE t.status = ''PUBLISHED'' AND t.owner_blocked = 0 AND t.over_plan = 0) GROUP BY name HAVING sum(value) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (85, 'every total of products:visible is a number of rows', 0, null, null, 1, 1, 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''products:visible'' OR name GLOB ''products:visible:*'') AND NOT name GLOB ''products:visible:category:*'' AND NOT name GLOB ''products:visible:subcategory:*'' AND NOT name GLOB ''products:visible:shop:*'' UNION ALL SELECT ''products:visible'', -1 FROM products t WHERE t.visible = 1) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''products:visible'' OR name GLOB ''products:visible:*'') AND NOT name GLOB ''products:visible:category:*'' AND NOT name GLOB ''products:visible:subcategory:*'' AND NOT name GLOB ''products:visible:shop:*'' UNION ALL SELECT ''products:visible'', -1 FROM products t WHERE t.visible = 1) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''products:visible'' OR name GLOB ''products:visible:*'') AND NOT name GLOB ''products:visible:category:*'' AND NOT name GLOB ''products:visible:subcategory:*'' AND NOT name GLOB ''products:visible:shop:*'' UNION ALL SELECT ''products:visible'', -1 FROM products t WHERE t.visible = 1) GROUP BY name HAVING sum(value) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (86, 'every total of products:visible:category is a number of rows', 0, null, 'k.category_id FROM products k WHERE k.visible = 1 AND k.category_id', 1, 1, 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''products:visible:category:*'' UNION ALL SELECT ''products:visible:category:'' || t.category_id, -1 FROM products t WHERE t.visible = 1) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''products:visible:category:*'' AND name IN (SELECT ''products:visible:category:'' || value || '';'' FROM keys) UNION ALL SELECT ''products:visible:category:'' || t.category_id, -1 FROM products t WHERE t.visible = 1 AND t.category_id IN (SELECT value FROM keys)) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''products:visible:category:*'' AND name > iif((SELECT low FROM span) = '''', ''products:visible:category:'', ''products:visible:category:'' || (SELECT low FROM span) || '';'') AND name <= ''products:visible:category:'' || (SELECT high FROM span) || '';'' UNION ALL SELECT ''products:visible:category:'' || t.category_id, -1 FROM products t WHERE t.visible = 1 AND t.category_id > (SELECT low FROM span) AND t.category_id <= (SELECT high FROM span)) GROUP BY name HAVING sum(value) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (87, 'every total of products:visible:subcategory is a number of rows', 0, null, 'k.subcategory_id FROM products k WHERE k.visible = 1 AND k.subcategory_id', 1, 1, 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''products:visible:subcategory:*'' UNION ALL SELECT ''products:visible:subcategory:'' || t.subcategory_id, -1 FROM products t WHERE t.visible = 1) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''products:visible:subcategory:*'' AND name IN (SELECT ''products:visible:subcategory:'' || value || '';'' FROM keys) UNION ALL SELECT ''products:visible:subcategory:'' || t.subcategory_id, -1 FROM products t WHERE t.visible = 1 AND t.subcategory_id IN (SELECT value FROM keys)) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''products:visible:subcategory:*'' AND name > iif((SELECT low FROM span) = '''', ''products:visible:subcategory:'', ''products:visible:subcategory:'' || (SELECT low FROM span) || '';'') AND name <= ''products:visible:subcategory:'' || (SELECT high FROM span) || '';'' UNION ALL SELECT ''products:visible:subcategory:'' || t.subcategory_id, -1 FROM products t WHERE t.visible = 1 AND t.subcategory_id > (SELECT low FROM span) AND t.subcategory_id <= (SELECT high FROM span)) GROUP BY name HAVING sum(value) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (88, 'every total of products:visible:shop is a number of rows', 0, null, 'k.shop_id FROM products k WHERE k.visible = 1 AND k.shop_id', 1, 1, 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''products:visible:shop:*'' UNION ALL SELECT ''products:visible:shop:'' || t.shop_id, -1 FROM products t WHERE t.visible = 1) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''products:visible:shop:*'' AND name IN (SELECT ''products:visible:shop:'' || value || '';'' FROM keys) UNION ALL SELECT ''products:visible:shop:'' || t.shop_id, -1 FROM products t WHERE t.visible = 1 AND t.shop_id IN (SELECT value FROM keys)) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''products:visible:shop:*'' AND name > iif((SELECT low FROM span) = '''', ''products:visible:shop:'', ''products:visible:shop:'' || (SELECT low FROM span) || '';'') AND name <= ''products:visible:shop:'' || (SELECT high FROM span) || '';'' UNION ALL SELECT ''products:visible:shop:'' || t.shop_id, -1 FROM products t WHERE t.visible = 1 AND t.shop_id > (SELECT low FROM span) AND t.shop_id <= (SELECT high FROM span)) GROUP BY name HAVING sum(value) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (89, 'every total of products:shop is a number of rows', 0, null, 'k.shop_id FROM products k WHERE k.deleted_at IS NULL AND k.shop_id', 1, 1, 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''products:shop:*'' UNION ALL SELECT ''products:shop:'' || t.shop_id, -1 FROM products t WHERE t.deleted_at IS NULL UNION ALL SELECT ''products:shop:'' || t.shop_id || '':'' || t.status, -1 FROM products t WHERE t.deleted_at IS NULL UNION ALL SELECT ''products:shop:'' || t.shop_id || '':'' || t.moderation_status, -1 FROM products t WHERE t.deleted_at IS NULL UNION ALL SELECT ''products:shop:'' || t.shop_id || '':'' || t.status || '':'' || t.moderation_status, -1 FROM products t WHERE t.deleted_at IS NULL) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''products:shop:*'' AND name IN (SELECT ''products:shop:'' || value || '';'' FROM keys) UNION ALL SELECT ''products:shop:'' || t.shop_id, -1 FROM products t WHERE t.deleted_at IS NULL AND t.shop_id IN (SELECT value FROM keys) UNION ALL SELECT ''products:shop:'' || t.shop_id || '':'' || t.status, -1 FROM products t WHERE t.deleted_at IS NULL AND t.shop_id IN (SELECT value FROM keys) UNION ALL SELECT ''products:shop:'' || t.shop_id || '':'' || t.moderation_status, -1 FROM products t WHERE t.deleted_at IS NULL AND t.shop_id IN (SELECT value FROM keys) UNION ALL SELECT ''products:shop:'' || t.shop_id || '':'' || t.status || '':'' || t.moderation_status, -1 FROM products t WHERE t.deleted_at IS NULL AND t.shop_id IN (SELECT value FROM keys)) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''products:shop:*'' AND name > iif((SELECT low FROM span) = '''', ''products:shop:'', ''products:shop:'' || (SELECT low FROM span) || '';'') AND name <= ''products:shop:'' || (SELECT high FROM span) || '';'' UNION ALL SELECT ''products:shop:'' || t.shop_id, -1 FROM products t WHERE t.deleted_at IS NULL AND t.shop_id > (SELECT low FROM span) AND t.shop_id <= (SELECT high FROM span) UNION ALL SELECT ''products:shop:'' || t.shop_id || '':'' || t.status, -1 FROM products t WHERE t.deleted_at IS NULL AND t.shop_id > (SELECT low FROM span) AND t.shop_id <= (SELECT high FROM span) UNION ALL SELECT ''products:shop:'' || t.shop_id || '':'' || t.moderation_status, -1 FROM products t WHERE t.deleted_at IS NULL AND t.shop_id > (SELECT low FROM span) AND t.shop_id <= (SELECT high FROM span) UNION ALL SELECT ''products:shop:'' || t.shop_id || '':'' || t.status || '':'' || t.moderation_status, -1 FROM products t WHERE t.deleted_at IS NULL AND t.shop_id > (SELECT low FROM span) AND t.shop_id <= (SELECT high FROM span)) GROUP BY name HAVING sum(value) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (90, 'every total of products:all is a number of rows', 0, null, null, 1, 1, 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''products:all'' OR name GLOB ''products:all:*'') UNION ALL SELECT ''products:all'', -1 FROM products t WHERE t.deleted_at IS NULL UNION ALL SELECT ''products:all:'' || t.status, -1 FROM products t WHERE t.deleted_at IS NULL UNION ALL SELECT ''products:all:'' || t.moderation_status, -1 FROM products t WHERE t.deleted_at IS NULL UNION ALL SELECT ''products:all:'' || t.status || '':'' || t.moderation_status, -1 FROM products t WHERE t.deleted_at IS NULL) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''products:all'' OR name GLOB ''products:all:*'') UNION ALL SELECT ''products:all'', -1 FROM products t WHERE t.deleted_at IS NULL UNION ALL SELECT ''products:all:'' || t.status, -1 FROM products t WHERE t.deleted_at IS NULL UNION ALL SELECT ''products:all:'' || t.moderation_status, -1 FROM products t WHERE t.deleted_at IS NULL UNION ALL SELECT ''products:all:'' || t.status || '':'' || t.moderation_status, -1 FROM products t WHERE t.deleted_at IS NULL) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''products:all'' OR name GLOB ''products:all:*'') UNION ALL SELECT ''products:all'', -1 FROM products t WHERE t.deleted_at IS NULL UNION ALL SELECT ''products:all:'' || t.status, -1 FROM products t WHERE t.deleted_at IS NULL UNION ALL SELECT ''products:all:'' || t.moderation_status, -1 FROM products t WHERE t.deleted_at IS NULL UNION ALL SELECT ''products:all:'' || t.status || '':'' || t.moderation_status, -1 FROM products t WHERE t.deleted_at IS NULL) GROUP BY name HAVING sum(value) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (91, 'every total of variants:shop is a number of rows', 0, null, 'k.stock_shop_id FROM variants k WHERE 1 AND k.stock_shop_id', 1, 1, 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''variants:shop:*'' UNION ALL SELECT ''variants:shop:'' || t.stock_shop_id, -1 FROM variants t WHERE t.stock_shop_id IS NOT NULL) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''variants:shop:*'' AND name IN (SELECT ''variants:shop:'' || value || '';'' FROM keys) UNION ALL SELECT ''variants:shop:'' || t.stock_shop_id, -1 FROM variants t WHERE t.stock_shop_id IS NOT NULL AND t.stock_shop_id IN (SELECT value FROM keys)) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''variants:shop:*'' AND name > iif((SELECT low FROM span) = '''', ''variants:shop:'', ''variants:shop:'' || (SELECT low FROM span) || '';'') AND name <= ''variants:shop:'' || (SELECT high FROM span) || '';'' UNION ALL SELECT ''variants:shop:'' || t.stock_shop_id, -1 FROM variants t WHERE t.stock_shop_id IS NOT NULL AND t.stock_shop_id > (SELECT low FROM span) AND t.stock_shop_id <= (SELECT high FROM span)) GROUP BY name HAVING sum(value) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (92, 'every total of incidents is a number of rows', 0, null, null, 1, 1, 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''incidents'' OR name GLOB ''incidents:*'') AND NOT name GLOB ''incidents:person:*'' UNION ALL SELECT ''incidents'', -1 FROM incidents t WHERE 1 UNION ALL SELECT ''incidents:'' || t.status, -1 FROM incidents t WHERE 1 UNION ALL SELECT ''incidents:'' || t.severity, -1 FROM incidents t WHERE 1 UNION ALL SELECT ''incidents:'' || t.status || '':'' || t.severity, -1 FROM incidents t WHERE 1) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''incidents'' OR name GLOB ''incidents:*'') AND NOT name GLOB ''incidents:person:*'' UNION ALL SELECT ''incidents'', -1 FROM incidents t WHERE 1 UNION ALL SELECT ''incidents:'' || t.status, -1 FROM incidents t WHERE 1 UNION ALL SELECT ''incidents:'' || t.severity, -1 FROM incidents t WHERE 1 UNION ALL SELECT ''incidents:'' || t.status || '':'' || t.severity, -1 FROM incidents t WHERE 1) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''incidents'' OR name GLOB ''incidents:*'') AND NOT name GLOB ''incidents:person:*'' UNION ALL SELECT ''incidents'', -1 FROM incidents t WHERE 1 UNION ALL SELECT ''incidents:'' || t.status, -1 FROM incidents t WHERE 1 UNION ALL SELECT ''incidents:'' || t.severity, -1 FROM incidents t WHERE 1 UNION ALL SELECT ''incidents:'' || t.status || '':'' || t.severity, -1 FROM incidents t WHERE 1) GROUP BY name HAVING sum(value) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (93, 'every total of incidents:person is a number of rows', 0, null, 'k.user_id FROM incident_parties k WHERE 1 AND k.user_id', 1, 1, 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''incidents:person:*'' UNION ALL SELECT ''incidents:person:'' || t.user_id, -1 FROM incident_parties t WHERE 1) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''incidents:person:*'' AND name IN (SELECT ''incidents:person:'' || value || '';'' FROM keys) UNION ALL SELECT ''incidents:person:'' || t.user_id, -1 FROM incident_parties t WHERE 1 AND t.user_id IN (SELECT value FROM keys)) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''incidents:person:*'' AND name > iif((SELECT low FROM span) = '''', ''incidents:person:'', ''incidents:person:'' || (SELECT low FROM span) || '';'') AND name <= ''incidents:person:'' || (SELECT high FROM span) || '';'' UNION ALL SELECT ''incidents:person:'' || t.user_id, -1 FROM incident_parties t WHERE 1 AND t.user_id > (SELECT low FROM span) AND t.user_id <= (SELECT high FROM span)) GROUP BY name HAVING sum(value) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (94, 'every total of tickets is a number of rows', 0, null, null, 1, 1, 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''tickets'' OR name GLOB ''tickets:*'') AND NOT name GLOB ''tickets:person:*'' UNION ALL SELECT ''tickets'', -1 FROM tickets t WHERE 1 UNION ALL SELECT ''tickets:'' || t.status, -1 FROM tickets t WHERE 1 UNION ALL SELECT ''tickets:'' || t.assignee_id, -1 FROM tickets t WHERE t.assignee_id IS NOT NULL UNION ALL SELECT ''tickets:'' || t.status || '':'' || t.assignee_id, -1 FROM tickets t WHERE t.assignee_id IS NOT NULL) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''tickets'' OR name GLOB ''tickets:*'') AND NOT name GLOB ''tickets:person:*'' UNION ALL SELECT ''tickets'', -1 FROM tickets t WHERE 1 UNION ALL SELECT ''tickets:'' || t.status, -1 FROM tickets t WHERE 1 UNION ALL SELECT ''tickets:'' || t.assignee_id, -1 FROM tickets t WHERE t.assignee_id IS NOT NULL UNION ALL SELECT ''tickets:'' || t.status || '':'' || t.assignee_id, -1 FROM tickets t WHERE t.assignee_id IS NOT NULL) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''tickets'' OR name GLOB ''tickets:*'') AND NOT name GLOB ''tickets:person:*'' UNION ALL SELECT ''tickets'', -1 FROM tickets t WHERE 1 UNION ALL SELECT ''tickets:'' || t.status, -1 FROM tickets t WHERE 1 UNION ALL SELECT ''tickets:'' || t.assignee_id, -1 FROM tickets t WHERE t.assignee_id IS NOT NULL UNION ALL SELECT ''tickets:'' || t.status || '':'' || t.assignee_id, -1 FROM tickets t WHERE t.assignee_id IS NOT NULL) GROUP BY name HAVING sum(value) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (95, 'every total of tickets:person is a number of rows', 0, null, 'k.owner_id FROM tickets k WHERE 1 AND k.owner_id', 1, 1, 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''tickets:person:*'' UNION ALL SELECT ''tickets:person:'' || t.owner_id, -1 FROM tickets t WHERE 1) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''tickets:person:*'' AND name IN (SELECT ''tickets:person:'' || value || '';'' FROM keys) UNION ALL SELECT ''tickets:person:'' || t.owner_id, -1 FROM tickets t WHERE 1 AND t.owner_id IN (SELECT value FROM keys)) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''tickets:person:*'' AND name > iif((SELECT low FROM span) = '''', ''tickets:person:'', ''tickets:person:'' || (SELECT low FROM span) || '';'') AND name <= ''tickets:person:'' || (SELECT high FROM span) || '';'' UNION ALL SELECT ''tickets:person:'' || t.owner_id, -1 FROM tickets t WHERE 1 AND t.owner_id > (SELECT low FROM span) AND t.owner_id <= (SELECT high FROM span)) GROUP BY name HAVING sum(value) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (96, 'every total of reports is a number of rows', 0, null, null, 1, 1, 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''reports'' OR name GLOB ''reports:*'') UNION ALL SELECT ''reports'', -1 FROM reports t WHERE 1 UNION ALL SELECT ''reports:'' || t.type, -1 FROM reports t WHERE 1 UNION ALL SELECT ''reports:'' || t.status, -1 FROM reports t WHERE 1 UNION ALL SELECT ''reports:'' || t.type || '':'' || t.status, -1 FROM reports t WHERE 1) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''reports'' OR name GLOB ''reports:*'') UNION ALL SELECT ''reports'', -1 FROM reports t WHERE 1 UNION ALL SELECT ''reports:'' || t.type, -1 FROM reports t WHERE 1 UNION ALL SELECT ''reports:'' || t.status, -1 FROM reports t WHERE 1 UNION ALL SELECT ''reports:'' || t.type || '':'' || t.status, -1 FROM reports t WHERE 1) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''reports'' OR name GLOB ''reports:*'') UNION ALL SELECT ''reports'', -1 FROM reports t WHERE 1 UNION ALL SELECT ''reports:'' || t.type, -1 FROM reports t WHERE 1 UNION ALL SELECT ''reports:'' || t.status, -1 FROM reports t WHERE 1 UNION ALL SELECT ''reports:'' || t.type || '':'' || t.status, -1 FROM reports t WHERE 1) GROUP BY name HAVING sum(value) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (97, 'every total of subscriptions is a number of rows', 0, null, null, 1, 1, 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''subscriptions'' OR name GLOB ''subscriptions:*'') AND NOT name GLOB ''subscriptions:plan:*'' UNION ALL SELECT ''subscriptions'', -1 FROM subscriptions t WHERE 1 UNION ALL SELECT ''subscriptions:'' || t.status, -1 FROM subscriptions t WHERE 1) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''subscriptions'' OR name GLOB ''subscriptions:*'') AND NOT name GLOB ''subscriptions:plan:*'' UNION ALL SELECT ''subscriptions'', -1 FROM subscriptions t WHERE 1 UNION ALL SELECT ''subscriptions:'' || t.status, -1 FROM subscriptions t WHERE 1) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''subscriptions'' OR name GLOB ''subscriptions:*'') AND NOT name GLOB ''subscriptions:plan:*'' UNION ALL SELECT ''subscriptions'', -1 FROM subscriptions t WHERE 1 UNION ALL SELECT ''subscriptions:'' || t.status, -1 FROM subscriptions t WHERE 1) GROUP BY name HAVING sum(value) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (98, 'every total of subscriptions:plan is a number of rows', 0, null, 'k.plan_id FROM subscriptions k WHERE 1 AND k.plan_id', 1, 1, 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''subscriptions:plan:*'' UNION ALL SELECT ''subscriptions:plan:'' || t.plan_id, -1 FROM subscriptions t WHERE 1 UNION ALL SELECT ''subscriptions:plan:'' || t.plan_id || '':'' || t.status, -1 FROM subscriptions t WHERE 1) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''subscriptions:plan:*'' AND name IN (SELECT ''subscriptions:plan:'' || value || '';'' FROM keys) UNION ALL SELECT ''subscriptions:plan:'' || t.plan_id, -1 FROM subscriptions t WHERE 1 AND t.plan_id IN (SELECT value FROM keys) UNION ALL SELECT ''subscriptions:plan:'' || t.plan_id || '':'' || t.status, -1 FROM subscriptions t WHERE 1 AND t.plan_id IN (SELECT value FROM keys)) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''subscriptions:plan:*'' AND name > iif((SELECT low FROM span) = '''', ''subscriptions:plan:'', ''subscriptions:plan:'' || (SELECT low FROM span) || '';'') AND name <= ''subscriptions:plan:'' || (SELECT high FROM span) || '';'' UNION ALL SELECT ''subscriptions:plan:'' || t.plan_id, -1 FROM subscriptions t WHERE 1 AND t.plan_id > (SELECT low FROM span) AND t.plan_id <= (SELECT high FROM span) UNION ALL SELECT ''subscriptions:plan:'' || t.plan_id || '':'' || t.status, -1 FROM subscriptions t WHERE 1 AND t.plan_id > (SELECT low FROM span) AND t.plan_id <= (SELECT high FROM span)) GROUP BY name HAVING sum(value) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (99, 'every total of subscription_payments is a number of rows', 0, null, 'k.seller_profile_id FROM subscription_payments k WHERE 1 AND k.seller_profile_id', 1, 1, 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''subscription_payments:*'' UNION ALL SELECT ''subscription_payments:'' || t.seller_profile_id, -1 FROM subscription_payments t WHERE 1) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''subscription_payments:*'' AND name IN (SELECT ''subscription_payments:'' || value || '';'' FROM keys) UNION ALL SELECT ''subscription_payments:'' || t.seller_profile_id, -1 FROM subscription_payments t WHERE 1 AND t.seller_profile_id IN (SELECT value FROM keys)) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''subscription_payments:*'' AND name > iif((SELECT low FROM span) = '''', ''subscription_payments:'', ''subscription_payments:'' || (SELECT low FROM span) || '';'') AND name <= ''subscription_payments:'' || (SELECT high FROM span) || '';'' UNION ALL SELECT ''subscription_payments:'' || t.seller_profile_id, -1 FROM subscription_payments t WHERE 1 AND t.seller_profile_id > (SELECT low FROM span) AND t.seller_profile_id <= (SELECT high FROM span)) GROUP BY name HAVING sum(value) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (100, 'every total of invoices is a number of rows', 0, null, null, 1, 1, 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''invoices'' OR name GLOB ''invoices:*'') AND NOT name GLOB ''invoices:seller:*'' UNION ALL SELECT ''invoices'', -1 FROM invoices t WHERE 1 UNION ALL SELECT ''invoices:'' || t.status, -1 FROM invoices t WHERE 1) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''invoices'' OR name GLOB ''invoices:*'') AND NOT name GLOB ''invoices:seller:*'' UNION ALL SELECT ''invoices'', -1 FROM invoices t WHERE 1 UNION ALL SELECT ''invoices:'' || t.status, -1 FROM invoices t WHERE 1) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''invoices'' OR name GLOB ''invoices:*'') AND NOT name GLOB ''invoices:seller:*'' UNION ALL SELECT ''invoices'', -1 FROM invoices t WHERE 1 UNION ALL SELECT ''invoices:'' || t.status, -1 FROM invoices t WHERE 1) GROUP BY name HAVING sum(value) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (101, 'every total of invoices:seller is a number of rows', 0, null, 'k.seller_profile_id FROM invoices k WHERE 1 AND k.seller_profile_id', 1, 1, 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''invoices:seller:*'' UNION ALL SELECT ''invoices:seller:'' || t.seller_profile_id, -1 FROM invoices t WHERE 1 UNION ALL SELECT ''invoices:seller:'' || t.seller_profile_id || '':'' || t.status, -1 FROM invoices t WHERE 1) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''invoices:seller:*'' AND name IN (SELECT ''invoices:seller:'' || value || '';'' FROM keys) UNION ALL SELECT ''invoices:seller:'' || t.seller_profile_id, -1 FROM invoices t WHERE 1 AND t.seller_profile_id IN (SELECT value FROM keys) UNION ALL SELECT ''invoices:seller:'' || t.seller_profile_id || '':'' || t.status, -1 FROM invoices t WHERE 1 AND t.seller_profile_id IN (SELECT value FROM keys)) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''invoices:seller:*'' AND name > iif((SELECT low FROM span) = '''', ''invoices:seller:'', ''invoices:seller:'' || (SELECT low FROM span) || '';'') AND name <= ''invoices:seller:'' || (SELECT high FROM span) || '';'' UNION ALL SELECT ''invoices:seller:'' || t.seller_profile_id, -1 FROM invoices t WHERE 1 AND t.seller_profile_id > (SELECT low FROM span) AND t.seller_profile_id <= (SELECT high FROM span) UNION ALL SELECT ''invoices:seller:'' || t.seller_profile_id || '':'' || t.status, -1 FROM invoices t WHERE 1 AND t.seller_profile_id > (SELECT low FROM span) AND t.seller_profile_id <= (SELECT high FROM span)) GROUP BY name HAVING sum(value) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (102, 'every total of orders:buyer is a number of rows', 0, null, 'k.buyer_id FROM orders k WHERE 1 AND k.buyer_id', 1, 1, 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''orders:buyer:*'' UNION ALL SELECT ''orders:buyer:'' || t.buyer_id, -1 FROM orders t WHERE 1 UNION ALL SELECT ''orders:buyer:'' || t.buyer_id || '':'' || t.status, -1 FROM orders t WHERE 1) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''orders:buyer:*'' AND name IN (SELECT ''orders:buyer:'' || value || '';'' FROM keys) UNION ALL SELECT ''orders:buyer:'' || t.buyer_id, -1 FROM orders t WHERE 1 AND t.buyer_id IN (SELECT value FROM keys) UNION ALL SELECT ''orders:buyer:'' || t.buyer_id || '':'' || t.status, -1 FROM orders t WHERE 1 AND t.buyer_id IN (SELECT value FROM keys)) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''orders:buyer:*'' AND name > iif((SELECT low FROM span) = '''', ''orders:buyer:'', ''orders:buyer:'' || (SELECT low FROM span) || '';'') AND name <= ''orders:buyer:'' || (SELECT high FROM span) || '';'' UNION ALL SELECT ''orders:buyer:'' || t.buyer_id, -1 FROM orders t WHERE 1 AND t.buyer_id > (SELECT low FROM span) AND t.buyer_id <= (SELECT high FROM span) UNION ALL SELECT ''orders:buyer:'' || t.buyer_id || '':'' || t.status, -1 FROM orders t WHERE 1 AND t.buyer_id > (SELECT low FROM span) AND t.buyer_id <= (SELECT high FROM span)) GROUP BY name HAVING sum(value) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (103, 'every total of orders:seller is a number of rows', 0, null, 'k.seller_profile_id FROM orders k WHERE 1 AND k.seller_profile_id', 1, 1, 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''orders:seller:*'' UNION ALL SELECT ''orders:seller:'' || t.seller_profile_id, -1 FROM orders t WHERE 1 UNION ALL SELECT ''orders:seller:'' || t.seller_profile_id || '':'' || t.status, -1 FROM orders t WHERE 1) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''orders:seller:*'' AND name IN (SELECT ''orders:seller:'' || value || '';'' FROM keys) UNION ALL SELECT ''orders:seller:'' || t.seller_profile_id, -1 FROM orders t WHERE 1 AND t.seller_profile_id IN (SELECT value FROM keys) UNION ALL SELECT ''orders:seller:'' || t.seller_profile_id || '':'' || t.status, -1 FROM orders t WHERE 1 AND t.seller_profile_id IN (SELECT value FROM keys)) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''orders:seller:*'' AND name > iif((SELECT low FROM span) = '''', ''orders:seller:'', ''orders:seller:'' || (SELECT low FROM span) || '';'') AND name <= ''orders:seller:'' || (SELECT high FROM span) || '';'' UNION ALL SELECT ''orders:seller:'' || t.seller_profile_id, -1 FROM orders t WHERE 1 AND t.seller_profile_id > (SELECT low FROM span) AND t.seller_profile_id <= (SELECT high FROM span) UNION ALL SELECT ''orders:seller:'' || t.seller_profile_id || '':'' || t.status, -1 FROM orders t WHERE 1 AND t.seller_profile_id > (SELECT low FROM span) AND t.seller_profile_id <= (SELECT high FROM span)) GROUP BY name HAVING sum(value) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (104, 'every total of conversations is a number of rows', 0, null, 'k.shown_to FROM conversations k WHERE 1 AND k.shown_to', 1, 1, 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''conversations:*'' UNION ALL SELECT ''conversations:'' || t.shown_to, -1 FROM conversations t WHERE t.shown_to IS NOT NULL) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''conversations:*'' AND name IN (SELECT ''conversations:'' || value || '';'' FROM keys) UNION ALL SELECT ''conversations:'' || t.shown_to, -1 FROM conversations t WHERE t.shown_to IS NOT NULL AND t.shown_to IN (SELECT value FROM keys)) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''conversations:*'' AND name > iif((SELECT low FROM span) = '''', ''conversations:'', ''conversations:'' || (SELECT low FROM span) || '';'') AND name <= ''conversations:'' || (SELECT high FROM span) || '';'' UNION ALL SELECT ''conversations:'' || t.shown_to, -1 FROM conversations t WHERE t.shown_to IS NOT NULL AND t.shown_to > (SELECT low FROM span) AND t.shown_to <= (SELECT high FROM span)) GROUP BY name HAVING sum(value) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (105, 'every total of kyc is a number of rows', 0, null, null, 1, 1, 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''kyc'' OR name GLOB ''kyc:*'') UNION ALL SELECT ''kyc'', -1 FROM kyc t WHERE 1 UNION ALL SELECT ''kyc:'' || t.status, -1 FROM kyc t WHERE 1) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''kyc'' OR name GLOB ''kyc:*'') UNION ALL SELECT ''kyc'', -1 FROM kyc t WHERE 1 UNION ALL SELECT ''kyc:'' || t.status, -1 FROM kyc t WHERE 1) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''kyc'' OR name GLOB ''kyc:*'') UNION ALL SELECT ''kyc'', -1 FROM kyc t WHERE 1 UNION ALL SELECT ''kyc:'' || t.status, -1 FROM kyc t WHERE 1) GROUP BY name HAVING sum(value) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (106, 'every total of riders is a number of rows', 0, null, null, 1, 1, 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''riders'' OR name GLOB ''riders:*'') UNION ALL SELECT ''riders'', -1 FROM riders t WHERE 1 UNION ALL SELECT ''riders:'' || t.status, -1 FROM riders t WHERE 1) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''riders'' OR name GLOB ''riders:*'') UNION ALL SELECT ''riders'', -1 FROM riders t WHERE 1 UNION ALL SELECT ''riders:'' || t.status, -1 FROM riders t WHERE 1) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''riders'' OR name GLOB ''riders:*'') UNION ALL SELECT ''riders'', -1 FROM riders t WHERE 1 UNION ALL SELECT ''riders:'' || t.status, -1 FROM riders t WHERE 1) GROUP BY name HAVING sum(value) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (107, 'every total of deliveries:rider is a number of rows', 0, null, 'k.rider_id FROM deliveries k WHERE 1 AND k.rider_id', 1, 1, 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''deliveries:rider:*'' UNION ALL SELECT ''deliveries:rider:'' || t.rider_id, -1 FROM deliveries t WHERE t.rider_id IS NOT NULL UNION ALL SELECT ''deliveries:rider:'' || t.rider_id || '':'' || t.status, -1 FROM deliveries t WHERE t.rider_id IS NOT NULL) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''deliveries:rider:*'' AND name IN (SELECT ''deliveries:rider:'' || value || '';'' FROM keys) UNION ALL SELECT ''deliveries:rider:'' || t.rider_id, -1 FROM deliveries t WHERE t.rider_id IS NOT NULL AND t.rider_id IN (SELECT value FROM keys) UNION ALL SELECT ''deliveries:rider:'' || t.rider_id || '':'' || t.status, -1 FROM deliveries t WHERE t.rider_id IS NOT NULL AND t.rider_id IN (SELECT value FROM keys)) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''deliveries:rider:*'' AND name > iif((SELECT low FROM span) = '''', ''deliveries:rider:'', ''deliveries:rider:'' || (SELECT low FROM span) || '';'') AND name <= ''deliveries:rider:'' || (SELECT high FROM span) || '';'' UNION ALL SELECT ''deliveries:rider:'' || t.rider_id, -1 FROM deliveries t WHERE t.rider_id IS NOT NULL AND t.rider_id > (SELECT low FROM span) AND t.rider_id <= (SELECT high FROM span) UNION ALL SELECT ''deliveries:rider:'' || t.rider_id || '':'' || t.status, -1 FROM deliveries t WHERE t.rider_id IS NOT NULL AND t.rider_id > (SELECT low FROM span) AND t.rider_id <= (SELECT high FROM span)) GROUP BY name HAVING sum(value) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (108, 'every total of refunds is a number of rows', 0, null, null, 1, 1, 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''refunds'' OR name GLOB ''refunds:*'') UNION ALL SELECT ''refunds'', -1 FROM refunds t WHERE 1 UNION ALL SELECT ''refunds:'' || t.status, -1 FROM refunds t WHERE 1) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''refunds'' OR name GLOB ''refunds:*'') UNION ALL SELECT ''refunds'', -1 FROM refunds t WHERE 1 UNION ALL SELECT ''refunds:'' || t.status, -1 FROM refunds t WHERE 1) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''refunds'' OR name GLOB ''refunds:*'') UNION ALL SELECT ''refunds'', -1 FROM refunds t WHERE 1 UNION ALL SELECT ''refunds:'' || t.status, -1 FROM refunds t WHERE 1) GROUP BY name HAVING sum(value) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (109, 'every total of reviews is a number of rows', 0, null, null, 1, 1, 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''reviews'' OR name GLOB ''reviews:*'') AND NOT name GLOB ''reviews:author:*'' UNION ALL SELECT ''reviews'', -1 FROM reviews t WHERE 1 UNION ALL SELECT ''reviews:'' || t.status, -1 FROM reviews t WHERE 1) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''reviews'' OR name GLOB ''reviews:*'') AND NOT name GLOB ''reviews:author:*'' UNION ALL SELECT ''reviews'', -1 FROM reviews t WHERE 1 UNION ALL SELECT ''reviews:'' || t.status, -1 FROM reviews t WHERE 1) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''reviews'' OR name GLOB ''reviews:*'') AND NOT name GLOB ''reviews:author:*'' UNION ALL SELECT ''reviews'', -1 FROM reviews t WHERE 1 UNION ALL SELECT ''reviews:'' || t.status, -1 FROM reviews t WHERE 1) GROUP BY name HAVING sum(value) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (110, 'every total of reviews:author is a number of rows', 0, null, 'k.author_id FROM reviews k WHERE 1 AND k.author_id', 1, 1, 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''reviews:author:*'' UNION ALL SELECT ''reviews:author:'' || t.author_id, -1 FROM reviews t WHERE 1) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''reviews:author:*'' AND name IN (SELECT ''reviews:author:'' || value || '';'' FROM keys) UNION ALL SELECT ''reviews:author:'' || t.author_id, -1 FROM reviews t WHERE 1 AND t.author_id IN (SELECT value FROM keys)) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''reviews:author:*'' AND name > iif((SELECT low FROM span) = '''', ''reviews:author:'', ''reviews:author:'' || (SELECT low FROM span) || '';'') AND name <= ''reviews:author:'' || (SELECT high FROM span) || '';'' UNION ALL SELECT ''reviews:author:'' || t.author_id, -1 FROM reviews t WHERE 1 AND t.author_id > (SELECT low FROM span) AND t.author_id <= (SELECT high FROM span)) GROUP BY name HAVING sum(value) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (111, 'every total of expenses is a number of rows', 0, null, null, 1, 1, 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''expenses'' OR name GLOB ''expenses:*'') UNION ALL SELECT ''expenses'', -1 FROM expenses t WHERE 1 UNION ALL SELECT ''expenses:'' || t.status, -1 FROM expenses t WHERE 1) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''expenses'' OR name GLOB ''expenses:*'') UNION ALL SELECT ''expenses'', -1 FROM expenses t WHERE 1 UNION ALL SELECT ''expenses:'' || t.status, -1 FROM expenses t WHERE 1) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''expenses'' OR name GLOB ''expenses:*'') UNION ALL SELECT ''expenses'', -1 FROM expenses t WHERE 1 UNION ALL SELECT ''expenses:'' || t.status, -1 FROM expenses t WHERE 1) GROUP BY name HAVING sum(value) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (112, 'every total of bookings is a number of rows', 0, null, null, 1, 1, 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''bookings'' OR name GLOB ''bookings:*'') UNION ALL SELECT ''bookings'', -1 FROM bookings t WHERE 1 UNION ALL SELECT ''bookings:'' || t.status, -1 FROM bookings t WHERE 1 UNION ALL SELECT ''bookings:'' || t.kind, -1 FROM bookings t WHERE 1 UNION ALL SELECT ''bookings:'' || t.status || '':'' || t.kind, -1 FROM bookings t WHERE 1) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''bookings'' OR name GLOB ''bookings:*'') UNION ALL SELECT ''bookings'', -1 FROM bookings t WHERE 1 UNION ALL SELECT ''bookings:'' || t.status, -1 FROM bookings t WHERE 1 UNION ALL SELECT ''bookings:'' || t.kind, -1 FROM bookings t WHERE 1 UNION ALL SELECT ''bookings:'' || t.status || '':'' || t.kind, -1 FROM bookings t WHERE 1) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''bookings'' OR name GLOB ''bookings:*'') UNION ALL SELECT ''bookings'', -1 FROM bookings t WHERE 1 UNION ALL SELECT ''bookings:'' || t.status, -1 FROM bookings t WHERE 1 UNION ALL SELECT ''bookings:'' || t.kind, -1 FROM bookings t WHERE 1 UNION ALL SELECT ''bookings:'' || t.status || '':'' || t.kind, -1 FROM bookings t WHERE 1) GROUP BY name HAVING sum(value) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (113, 'every total of payouts is a number of rows', 0, null, null, 1, 1, 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''payouts'' OR name GLOB ''payouts:*'') AND NOT name GLOB ''payouts:owner:*'' UNION ALL SELECT ''payouts'', -1 FROM payouts t WHERE t.owner_id IS NULL UNION ALL SELECT ''payouts:'' || t.status, -1 FROM payouts t WHERE t.owner_id IS NULL) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''payouts'' OR name GLOB ''payouts:*'') AND NOT name GLOB ''payouts:owner:*'' UNION ALL SELECT ''payouts'', -1 FROM payouts t WHERE t.owner_id IS NULL UNION ALL SELECT ''payouts:'' || t.status, -1 FROM payouts t WHERE t.owner_id IS NULL) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''payouts'' OR name GLOB ''payouts:*'') AND NOT name GLOB ''payouts:owner:*'' UNION ALL SELECT ''payouts'', -1 FROM payouts t WHERE t.owner_id IS NULL UNION ALL SELECT ''payouts:'' || t.status, -1 FROM payouts t WHERE t.owner_id IS NULL) GROUP BY name HAVING sum(value) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (114, 'every total of payouts:owner is a number of rows', 0, null, 'k.owner_id FROM payouts k WHERE 1 AND k.owner_id', 1, 1, 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''payouts:owner:*'' UNION ALL SELECT ''payouts:owner:'' || t.owner_id, -1 FROM payouts t WHERE t.owner_id IS NOT NULL) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''payouts:owner:*'' AND name IN (SELECT ''payouts:owner:'' || value || '';'' FROM keys) UNION ALL SELECT ''payouts:owner:'' || t.owner_id, -1 FROM payouts t WHERE t.owner_id IS NOT NULL AND t.owner_id IN (SELECT value FROM keys)) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''payouts:owner:*'' AND name > iif((SELECT low FROM span) = '''', ''payouts:owner:'', ''payouts:owner:'' || (SELECT low FROM span) || '';'') AND name <= ''payouts:owner:'' || (SELECT high FROM span) || '';'' UNION ALL SELECT ''payouts:owner:'' || t.owner_id, -1 FROM payouts t WHERE t.owner_id IS NOT NULL AND t.owner_id > (SELECT low FROM span) AND t.owner_id <= (SELECT high FROM span)) GROUP BY name HAVING sum(value) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (115, 'every total of accounts is a number of rows', 0, null, null, 1, 1, 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''accounts'' OR name GLOB ''accounts:*'') UNION ALL SELECT ''accounts'', -1 FROM accounts t WHERE 1 UNION ALL SELECT ''accounts:'' || t.currency, -1 FROM accounts t WHERE 1) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''accounts'' OR name GLOB ''accounts:*'') UNION ALL SELECT ''accounts'', -1 FROM accounts t WHERE 1 UNION ALL SELECT ''accounts:'' || t.currency, -1 FROM accounts t WHERE 1) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''accounts'' OR name GLOB ''accounts:*'') UNION ALL SELECT ''accounts'', -1 FROM accounts t WHERE 1 UNION ALL SELECT ''accounts:'' || t.currency, -1 FROM accounts t WHERE 1) GROUP BY name HAVING sum(value) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (116, 'every total of audit is a number of rows', 0, null, null, 1, 1, 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''audit'' OR name GLOB ''audit:*'') UNION ALL SELECT ''audit'', -1 FROM audit t WHERE 1) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''audit'' OR name GLOB ''audit:*'') UNION ALL SELECT ''audit'', -1 FROM audit t WHERE 1) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''audit'' OR name GLOB ''audit:*'') UNION ALL SELECT ''audit'', -1 FROM audit t WHERE 1) GROUP BY name HAVING sum(value) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (117, 'every total of posts is a number of rows', 0, null, null, 1, 1, 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''posts'' OR name GLOB ''posts:*'') UNION ALL SELECT ''posts'', -1 FROM posts t WHERE 1 UNION ALL SELECT ''posts:'' || t.status, -1 FROM posts t WHERE 1 UNION ALL SELECT ''posts:'' || t.locale, -1 FROM posts t WHERE 1 UNION ALL SELECT ''posts:'' || t.status || '':'' || t.locale, -1 FROM posts t WHERE 1) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''posts'' OR name GLOB ''posts:*'') UNION ALL SELECT ''posts'', -1 FROM posts t WHERE 1 UNION ALL SELECT ''posts:'' || t.status, -1 FROM posts t WHERE 1 UNION ALL SELECT ''posts:'' || t.locale, -1 FROM posts t WHERE 1 UNION ALL SELECT ''posts:'' || t.status || '':'' || t.locale, -1 FROM posts t WHERE 1) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE (name = ''posts'' OR name GLOB ''posts:*'') UNION ALL SELECT ''posts'', -1 FROM posts t WHERE 1 UNION ALL SELECT ''posts:'' || t.status, -1 FROM posts t WHERE 1 UNION ALL SELECT ''posts:'' || t.locale, -1 FROM posts t WHERE 1 UNION ALL SELECT ''posts:'' || t.status || '':'' || t.locale, -1 FROM posts t WHERE 1) GROUP BY name HAVING sum(value) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (118, 'every total of wallet_entries is a number of rows', 0, null, 'k.owner_id FROM wallet_entries k WHERE 1 AND k.owner_id', 1, 1, 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''wallet_entries:*'' UNION ALL SELECT ''wallet_entries:'' || t.owner_id, -1 FROM wallet_entries t WHERE 1 UNION ALL SELECT ''wallet_entries:'' || t.owner_id || '':'' || t.currency, -1 FROM wallet_entries t WHERE 1 UNION ALL SELECT ''wallet_entries:'' || t.owner_id || '':'' || t.type, -1 FROM wallet_entries t WHERE 1 UNION ALL SELECT ''wallet_entries:'' || t.owner_id || '':'' || t.currency || '':'' || t.type, -1 FROM wallet_entries t WHERE 1) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''wallet_entries:*'' AND name IN (SELECT ''wallet_entries:'' || value || '';'' FROM keys) UNION ALL SELECT ''wallet_entries:'' || t.owner_id, -1 FROM wallet_entries t WHERE 1 AND t.owner_id IN (SELECT value FROM keys) UNION ALL SELECT ''wallet_entries:'' || t.owner_id || '':'' || t.currency, -1 FROM wallet_entries t WHERE 1 AND t.owner_id IN (SELECT value FROM keys) UNION ALL SELECT ''wallet_entries:'' || t.owner_id || '':'' || t.type, -1 FROM wallet_entries t WHERE 1 AND t.owner_id IN (SELECT value FROM keys) UNION ALL SELECT ''wallet_entries:'' || t.owner_id || '':'' || t.currency || '':'' || t.type, -1 FROM wallet_entries t WHERE 1 AND t.owner_id IN (SELECT value FROM keys)) GROUP BY name HAVING sum(value) <> 0', 'SELECT name FROM (SELECT name, value - sealed AS value FROM counters WHERE name GLOB ''wallet_entries:*'' AND name > iif((SELECT low FROM span) = '''', ''wallet_entries:'', ''wallet_entries:'' || (SELECT low FROM span) || '';'') AND name <= ''wallet_entries:'' || (SELECT high FROM span) || '';'' UNION ALL SELECT ''wallet_entries:'' || t.owner_id, -1 FROM wallet_entries t WHERE 1 AND t.owner_id > (SELECT low FROM span) AND t.owner_id <= (SELECT high FROM span) UNION ALL SELECT ''wallet_entries:'' || t.owner_id || '':'' || t.currency, -1 FROM wallet_entries t WHERE 1 AND t.owner_id > (SELECT low FROM span) AND t.owner_id <= (SELECT high FROM span) UNION ALL SELECT ''wallet_entries:'' || t.owner_id || '':'' || t.type, -1 FROM wallet_entries t WHERE 1 AND t.owner_id > (SELECT low FROM span) AND t.owner_id <= (SELECT high FROM span) UNION ALL SELECT ''wallet_entries:'' || t.owner_id || '':'' || t.currency || '':'' || t.type, -1 FROM wallet_entries t WHERE 1 AND t.owner_id > (SELECT low FROM span) AND t.owner_id <= (SELECT high FROM span)) GROUP BY name HAVING sum(value) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (119, 'what riders earned by day is what was paid to them', 0, null, 'k.id FROM riders k WHERE k.id', 1, 0, 'SELECT w.rider_id FROM ( SELECT d.rider_id, d.day, d.currency, d.earned_minor, d.deliveries FROM rider_days d WHERE 1 UNION ALL SELECT substr(t.to_account, 7, length(t.to_account) - 16), date(t.created_at / 1000 + 7200, ''unixepoch''), t.currency, -t.amount_minor, -1 FROM transfers t WHERE +t.kind = ''order:rider'' ) w WHERE w.day > (SELECT coalesce(max(f.last_day), '''') FROM sealed_files f) GROUP BY w.rider_id, w.day, w.currency HAVING sum(w.earned_minor) <> 0 OR sum(w.deliveries) <> 0', 'SELECT w.rider_id FROM ( SELECT d.rider_id, d.day, d.currency, d.earned_minor, d.deliveries FROM rider_days d WHERE 1 AND d.rider_id IN (SELECT value FROM keys) UNION ALL SELECT substr(t.to_account, 7, length(t.to_account) - 16), date(t.created_at / 1000 + 7200, ''unixepoch''), t.currency, -t.amount_minor, -1 FROM transfers t WHERE +t.kind = ''order:rider'' AND t.to_account IN (SELECT ''rider:'' || value || '':available'' FROM keys)) w WHERE w.day > (SELECT coalesce(max(f.last_day), '''') FROM sealed_files f) GROUP BY w.rider_id, w.day, w.currency HAVING sum(w.earned_minor) <> 0 OR sum(w.deliveries) <> 0', 'SELECT w.rider_id FROM ( SELECT d.rider_id, d.day, d.currency, d.earned_minor, d.deliveries FROM rider_days d WHERE 1 AND d.rider_id > (SELECT low FROM span) AND d.rider_id <= (SELECT high FROM span) UNION ALL SELECT substr(t.to_account, 7, length(t.to_account) - 16), date(t.created_at / 1000 + 7200, ''unixepoch''), t.currency, -t.amount_minor, -1 FROM transfers t WHERE +t.kind = ''order:rider'' AND t.to_account > iif((SELECT low FROM span) = '''', ''rider:'', ''rider:'' || (SELECT low FROM span) || '':available'') AND t.to_account <= ''rider:'' || (SELECT high FROM span) || '':available'') w WHERE w.day > (SELECT coalesce(max(f.last_day), '''') FROM sealed_files f) GROUP BY w.rider_id, w.day, w.currency HAVING sum(w.earned_minor) <> 0 OR sum(w.deliveries) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (120, 'the totals of expenses are those of their rows', 0, null, null, 1, 0, 'SELECT w.day FROM ( SELECT t.day, t.status, t.category, t.currency, t.count, t.amount_minor FROM expense_totals t UNION ALL SELECT e.day, e.status, e.category, e.currency, -1, -e.amount_minor FROM expenses e UNION ALL SELECT '''', e.status, e.category, e.currency, -1, -e.amount_minor FROM expenses e) w GROUP BY w.day, w.status, w.category, w.currency HAVING sum(w.count) <> 0 OR sum(w.amount_minor) <> 0', 'SELECT w.day FROM ( SELECT t.day, t.status, t.category, t.currency, t.count, t.amount_minor FROM expense_totals t UNION ALL SELECT e.day, e.status, e.category, e.currency, -1, -e.amount_minor FROM expenses e UNION ALL SELECT '''', e.status, e.category, e.currency, -1, -e.amount_minor FROM expenses e) w GROUP BY w.day, w.status, w.category, w.currency HAVING sum(w.count) <> 0 OR sum(w.amount_minor) <> 0', 'SELECT w.day FROM ( SELECT t.day, t.status, t.category, t.currency, t.count, t.amount_minor FROM expense_totals t UNION ALL SELECT e.day, e.status, e.category, e.currency, -1, -e.amount_minor FROM expenses e UNION ALL SELECT '''', e.status, e.category, e.currency, -1, -e.amount_minor FROM expenses e) w GROUP BY w.day, w.status, w.category, w.currency HAVING sum(w.count) <> 0 OR sum(w.amount_minor) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (121, 'the bytes that a person holds are those of their files', 0, null, 'k.id FROM users k WHERE k.id', 1, 0, 'SELECT w.owner_id FROM ( SELECT h.owner_id, h.bytes FROM held_bytes h WHERE 1 UNION ALL SELECT f.owner_id, -f.bytes FROM stored_files f WHERE 1 ) w GROUP BY w.owner_id HAVING sum(w.bytes) <> 0', 'SELECT w.owner_id FROM ( SELECT h.owner_id, h.bytes FROM held_bytes h WHERE 1 AND h.owner_id IN (SELECT value FROM keys) UNION ALL SELECT f.owner_id, -f.bytes FROM stored_files f WHERE 1 AND f.owner_id IN (SELECT value FROM keys)) w GROUP BY w.owner_id HAVING sum(w.bytes) <> 0', 'SELECT w.owner_id FROM ( SELECT h.owner_id, h.bytes FROM held_bytes h WHERE 1 AND h.owner_id > (SELECT low FROM span) AND h.owner_id <= (SELECT high FROM span) UNION ALL SELECT f.owner_id, -f.bytes FROM stored_files f WHERE 1 AND f.owner_id > (SELECT low FROM span) AND f.owner_id <= (SELECT high FROM span)) w GROUP BY w.owner_id HAVING sum(w.bytes) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (122, 'what orders come to is the sum of the orders', 0, null, null, 1, 0, 'SELECT status FROM ( SELECT status, currency, orders, amount_minor FROM order_totals UNION ALL SELECT o.status, o.currency, -o.orders, -o.amount_minor FROM order_days o) GROUP BY status, currency HAVING sum(orders) <> 0 OR sum(amount_minor) <> 0', 'SELECT status FROM ( SELECT status, currency, orders, amount_minor FROM order_totals UNION ALL SELECT o.status, o.currency, -o.orders, -o.amount_minor FROM order_days o) GROUP BY status, currency HAVING sum(orders) <> 0 OR sum(amount_minor) <> 0', 'SELECT status FROM ( SELECT status, currency, orders, amount_minor FROM order_totals UNION ALL SELECT o.status, o.currency, -o.orders, -o.amount_minor FROM order_days o) GROUP BY status, currency HAVING sum(orders) <> 0 OR sum(amount_minor) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (123, 'a payment of a subscription that cost something has its invoice, of its amount; given back, a void one', 0, null, 'k.id FROM subscription_payments k WHERE k.id', 1, 0, 'SELECT p.id FROM subscription_payments p LEFT JOIN invoices i ON i.subscription_payment_id = p.id WHERE 1 AND p.amount_minor > 0 AND (p.status IN (''SUCCEEDED'', ''REFUNDED'')) <> (i.id IS NOT NULL) UNION ALL SELECT i.id FROM invoices i JOIN subscription_payments p ON p.id = i.subscription_payment_id WHERE 1 AND (i.total_minor <> p.amount_minor OR i.currency <> p.currency OR i.status = ''ISSUED'' OR (p.status = ''REFUNDED'' AND i.status <> ''VOID''))', 'SELECT p.id FROM subscription_payments p LEFT JOIN invoices i ON i.subscription_payment_id = p.id WHERE 1 AND p.id IN (SELECT value FROM keys) AND p.amount_minor > 0 AND (p.status IN (''SUCCEEDED'', ''REFUNDED'')) <> (i.id IS NOT NULL) UNION ALL SELECT i.id FROM invoices i JOIN subscription_payments p ON p.id = i.subscription_payment_id WHERE 1 AND p.id IN (SELECT value FROM keys) AND (i.total_minor <> p.amount_minor OR i.currency <> p.currency OR i.status = ''ISSUED'' OR (p.status = ''REFUNDED'' AND i.status <> ''VOID''))', 'SELECT p.id FROM subscription_payments p LEFT JOIN invoices i ON i.subscription_payment_id = p.id WHERE 1 AND p.id > (SELECT low FROM span) AND p.id <= (SELECT high FROM span) AND p.amount_minor > 0 AND (p.status IN (''SUCCEEDED'', ''REFUNDED'')) <> (i.id IS NOT NULL) UNION ALL SELECT i.id FROM invoices i JOIN subscription_payments p ON p.id = i.subscription_payment_id WHERE 1 AND p.id > (SELECT low FROM span) AND p.id <= (SELECT high FROM span) AND (i.total_minor <> p.amount_minor OR i.currency <> p.currency OR i.status = ''ISSUED'' OR (p.status = ''REFUNDED'' AND i.status <> ''VOID''))');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (124, 'the tax of an invoice is what its rate finds in its total, and its lines are the rest', 0, null, 'k.id FROM invoices k WHERE k.id', 1, 0, 'SELECT i.id FROM invoices i WHERE 1 AND (i.tax_minor <> (2 * i.total_minor * i.tax_bps + 10000 + i.tax_bps) / (2 * (10000 + i.tax_bps)) OR i.total_minor <> i.subtotal_minor + i.tax_minor OR i.subtotal_minor <> (SELECT sum(l.value ->> ''amountMinor'') FROM json_each(i.lines) l))', 'SELECT i.id FROM invoices i WHERE 1 AND i.id IN (SELECT value FROM keys) AND (i.tax_minor <> (2 * i.total_minor * i.tax_bps + 10000 + i.tax_bps) / (2 * (10000 + i.tax_bps)) OR i.total_minor <> i.subtotal_minor + i.tax_minor OR i.subtotal_minor <> (SELECT sum(l.value ->> ''amountMinor'') FROM json_each(i.lines) l))', 'SELECT i.id FROM invoices i WHERE 1 AND i.id > (SELECT low FROM span) AND i.id <= (SELECT high FROM span) AND (i.tax_minor <> (2 * i.total_minor * i.tax_bps + 10000 + i.tax_bps) / (2 * (10000 + i.tax_bps)) OR i.total_minor <> i.subtotal_minor + i.tax_minor OR i.subtotal_minor <> (SELECT sum(l.value ->> ''amountMinor'') FROM json_each(i.lines) l))');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (125, 'the numbers of invoices follow each other in each year', 0, null, null, 1, 0, 'SELECT w.year FROM ( SELECT substr(c.name, 17) AS year, c.value AS taken, 0 AS there, 0 AS last FROM counters c WHERE c.name GLOB ''series:invoices:*'' UNION ALL SELECT substr(i.number, 5, 4), 0, 1, CAST(substr(i.number, 10) AS integer) FROM invoices i) w GROUP BY w.year HAVING sum(w.taken) <> sum(w.there) OR max(w.last) <> sum(w.there)', 'SELECT w.year FROM ( SELECT substr(c.name, 17) AS year, c.value AS taken, 0 AS there, 0 AS last FROM counters c WHERE c.name GLOB ''series:invoices:*'' UNION ALL SELECT substr(i.number, 5, 4), 0, 1, CAST(substr(i.number, 10) AS integer) FROM invoices i) w GROUP BY w.year HAVING sum(w.taken) <> sum(w.there) OR max(w.last) <> sum(w.there)', 'SELECT w.year FROM ( SELECT substr(c.name, 17) AS year, c.value AS taken, 0 AS there, 0 AS last FROM counters c WHERE c.name GLOB ''series:invoices:*'' UNION ALL SELECT substr(i.number, 5, 4), 0, 1, CAST(substr(i.number, 10) AS integer) FROM invoices i) w GROUP BY w.year HAVING sum(w.taken) <> sum(w.there) OR max(w.last) <> sum(w.there)');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (126, 'what subscriptions brought by day is what was paid for them, and how they began and ended', 0, null, null, 1, 0, 'SELECT w.day FROM ( SELECT d.day, d.currency, d.paid_minor AS paid, d.returned_minor AS returned, d.started, d.ended FROM subscription_days d UNION ALL SELECT date(h.at / 1000 + 7200, ''unixepoch''), s.currency, 0, 0, -(h.to_status IN (''ACTIVE'', ''GRACE'')), -(h.to_status NOT IN (''ACTIVE'', ''GRACE'')) FROM subscriptions s JOIN history h ON h.thing_id = s.id WHERE (h.to_status IN (''ACTIVE'', ''GRACE'')) <> (coalesce(h.from_status, '''') IN (''ACTIVE'', ''GRACE'')) UNION ALL SELECT date(h.at / 1000 + 7200, ''unixepoch''), p.currency, -p.amount_minor * (h.to_status = ''SUCCEEDED''), -p.amount_minor * (h.to_status = ''REFUNDED''), 0, 0 FROM subscription_payments p JOIN history h ON h.thing_id = p.id WHERE h.to_status IN (''SUCCEEDED'', ''REFUNDED'') AND p.amount_minor > 0) w GROUP BY w.day, w.currency HAVING sum(w.paid) <> 0 OR sum(w.returned) <> 0 OR sum(w.started) <> 0 OR sum(w.ended) <> 0', 'SELECT w.day FROM ( SELECT d.day, d.currency, d.paid_minor AS paid, d.returned_minor AS returned, d.started, d.ended FROM subscription_days d UNION ALL SELECT date(h.at / 1000 + 7200, ''unixepoch''), s.currency, 0, 0, -(h.to_status IN (''ACTIVE'', ''GRACE'')), -(h.to_status NOT IN (''ACTIVE'', ''GRACE'')) FROM subscriptions s JOIN history h ON h.thing_id = s.id WHERE (h.to_status IN (''ACTIVE'', ''GRACE'')) <> (coalesce(h.from_status, '''') IN (''ACTIVE'', ''GRACE'')) UNION ALL SELECT date(h.at / 1000 + 7200, ''unixepoch''), p.currency, -p.amount_minor * (h.to_status = ''SUCCEEDED''), -p.amount_minor * (h.to_status = ''REFUNDED''), 0, 0 FROM subscription_payments p JOIN history h ON h.thing_id = p.id WHERE h.to_status IN (''SUCCEEDED'', ''REFUNDED'') AND p.amount_minor > 0) w GROUP BY w.day, w.currency HAVING sum(w.paid) <> 0 OR sum(w.returned) <> 0 OR sum(w.started) <> 0 OR sum(w.ended) <> 0', 'SELECT w.day FROM ( SELECT d.day, d.currency, d.paid_minor AS paid, d.returned_minor AS returned, d.started, d.ended FROM subscription_days d UNION ALL SELECT date(h.at / 1000 + 7200, ''unixepoch''), s.currency, 0, 0, -(h.to_status IN (''ACTIVE'', ''GRACE'')), -(h.to_status NOT IN (''ACTIVE'', ''GRACE'')) FROM subscriptions s JOIN history h ON h.thing_id = s.id WHERE (h.to_status IN (''ACTIVE'', ''GRACE'')) <> (coalesce(h.from_status, '''') IN (''ACTIVE'', ''GRACE'')) UNION ALL SELECT date(h.at / 1000 + 7200, ''unixepoch''), p.currency, -p.amount_minor * (h.to_status = ''SUCCEEDED''), -p.amount_minor * (h.to_status = ''REFUNDED''), 0, 0 FROM subscription_payments p JOIN history h ON h.thing_id = p.id WHERE h.to_status IN (''SUCCEEDED'', ''REFUNDED'') AND p.amount_minor > 0) w GROUP BY w.day, w.currency HAVING sum(w.paid) <> 0 OR sum(w.returned) <> 0 OR sum(w.started) <> 0 OR sum(w.ended) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (127, 'what subscriptions bring in a month or a year is what they cost', 0, null, null, 1, 0, 'SELECT w.name FROM ( SELECT c.name, c.value FROM counters c WHERE c.name GLOB ''mrr:*'' UNION ALL SELECT ''mrr:'' || s.currency || '':'' || s.billing_cycle, -s.price_minor FROM subscriptions s WHERE s.status = ''ACTIVE'' AND s.price_minor > 0) w GROUP BY w.name HAVING sum(w.value) <> 0', 'SELECT w.name FROM ( SELECT c.name, c.value FROM counters c WHERE c.name GLOB ''mrr:*'' UNION ALL SELECT ''mrr:'' || s.currency || '':'' || s.billing_cycle, -s.price_minor FROM subscriptions s WHERE s.status = ''ACTIVE'' AND s.price_minor > 0) w GROUP BY w.name HAVING sum(w.value) <> 0', 'SELECT w.name FROM ( SELECT c.name, c.value FROM counters c WHERE c.name GLOB ''mrr:*'' UNION ALL SELECT ''mrr:'' || s.currency || '':'' || s.billing_cycle, -s.price_minor FROM subscriptions s WHERE s.status = ''ACTIVE'' AND s.price_minor > 0) w GROUP BY w.name HAVING sum(w.value) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (128, 'a month of a wallet opens with what the one before it closed with, and moves by its lines', 0, null, 'k.owner_id FROM wallet_entries k WHERE k.owner_id', 1, 0, 'SELECT w.owner_id FROM ( SELECT m.owner_id, m.currency, m.month, m.amount_minor, m.lines FROM wallet_months m WHERE m.sha256 IS NULL UNION ALL SELECT e.owner_id, e.currency, strftime(''%Y-%m'', e.created_at / 1000 + 7200, ''unixepoch''), -e.amount_minor, -1 FROM wallet_entries e WHERE 1 ) w GROUP BY w.owner_id, w.currency, w.month HAVING sum(w.amount_minor) <> 0 OR sum(w.lines) <> 0 UNION ALL SELECT m.owner_id FROM wallet_months m WHERE 1 AND m.opening_minor <> coalesce(( SELECT b.opening_minor + b.amount_minor FROM wallet_months b WHERE b.owner_id = m.owner_id AND b.currency = m.currency AND b.month < m.month ORDER BY b.month DESC LIMIT 1), 0)', 'SELECT w.owner_id FROM ( SELECT m.owner_id, m.currency, m.month, m.amount_minor, m.lines FROM wallet_months m WHERE m.sha256 IS NULL AND m.owner_id IN (SELECT value FROM keys) UNION ALL SELECT e.owner_id, e.currency, strftime(''%Y-%m'', e.created_at / 1000 + 7200, ''unixepoch''), -e.amount_minor, -1 FROM wallet_entries e WHERE 1 AND e.owner_id IN (SELECT value FROM keys)) w GROUP BY w.owner_id, w.currency, w.month HAVING sum(w.amount_minor) <> 0 OR sum(w.lines) <> 0 UNION ALL SELECT m.owner_id FROM wallet_months m WHERE 1 AND m.owner_id IN (SELECT value FROM keys) AND m.opening_minor <> coalesce(( SELECT b.opening_minor + b.amount_minor FROM wallet_months b WHERE b.owner_id = m.owner_id AND b.currency = m.currency AND b.month < m.month ORDER BY b.month DESC LIMIT 1), 0)', 'SELECT w.owner_id FROM ( SELECT m.owner_id, m.currency, m.month, m.amount_minor, m.lines FROM wallet_months m WHERE m.sha256 IS NULL AND m.owner_id > (SELECT low FROM span) AND m.owner_id <= (SELECT high FROM span) UNION ALL SELECT e.owner_id, e.currency, strftime(''%Y-%m'', e.created_at / 1000 + 7200, ''unixepoch''), -e.amount_minor, -1 FROM wallet_entries e WHERE 1 AND e.owner_id > (SELECT low FROM span) AND e.owner_id <= (SELECT high FROM span)) w GROUP BY w.owner_id, w.currency, w.month HAVING sum(w.amount_minor) <> 0 OR sum(w.lines) <> 0 UNION ALL SELECT m.owner_id FROM wallet_months m WHERE 1 AND m.owner_id > (SELECT low FROM span) AND m.owner_id <= (SELECT high FROM span) AND m.opening_minor <> coalesce(( SELECT b.opening_minor + b.amount_minor FROM wallet_months b WHERE b.owner_id = m.owner_id AND b.currency = m.currency AND b.month < m.month ORDER BY b.month DESC LIMIT 1), 0)');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (129, 'the totals of orders by day are those of their rows', 0, null, 'day:orders', 1, 0, 'SELECT day FROM (SELECT day, currency, status, orders, amount_minor FROM order_days WHERE 1 UNION ALL SELECT date((o.created_at) / 1000 + 7200, ''unixepoch'') AS day, o.currency AS currency, o.status AS status, -(1) AS orders, -(o.total_minor) AS amount_minor FROM orders o WHERE 1 ) WHERE day > (SELECT coalesce(max(f.last_day), '''') FROM sealed_files f) GROUP BY day, currency, status HAVING sum(orders) <> 0 OR sum(amount_minor) <> 0', 'SELECT day FROM (SELECT day, currency, status, orders, amount_minor FROM order_days WHERE 1 AND day IN (SELECT value FROM keys) UNION ALL SELECT date((o.created_at) / 1000 + 7200, ''unixepoch'') AS day, o.currency AS currency, o.status AS status, -(1) AS orders, -(o.total_minor) AS amount_minor FROM orders o WHERE 1 AND day:o.created_at IN (SELECT value FROM keys)) WHERE day > (SELECT coalesce(max(f.last_day), '''') FROM sealed_files f) GROUP BY day, currency, status HAVING sum(orders) <> 0 OR sum(amount_minor) <> 0', 'SELECT day FROM (SELECT day, currency, status, orders, amount_minor FROM order_days WHERE 1 AND day > (SELECT low FROM span) AND day <= (SELECT high FROM span) UNION ALL SELECT date((o.created_at) / 1000 + 7200, ''unixepoch'') AS day, o.currency AS currency, o.status AS status, -(1) AS orders, -(o.total_minor) AS amount_minor FROM orders o WHERE 1 AND o.created_at >= (unixepoch((SELECT low FROM span)) + 79200) * 1000 AND o.created_at < (unixepoch((SELECT high FROM span)) + 79200) * 1000) WHERE day > (SELECT coalesce(max(f.last_day), '''') FROM sealed_files f) GROUP BY day, currency, status HAVING sum(orders) <> 0 OR sum(amount_minor) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (130, 'the totals of sales by day are those of their rows', 0, null, null, 1, 0, 'SELECT day FROM (SELECT day, currency, orders, gross_minor, refunds_minor FROM sales_days WHERE 1 UNION ALL SELECT date((coalesce(o.reached_at ->> ''PENDING_SELLER_REVIEW'', o.created_at)) / 1000 + 7200, ''unixepoch'') AS day, o.currency AS currency, -(1) AS orders, -(o.total_minor) AS gross_minor, -(o.refunded_minor) AS refunds_minor FROM orders o WHERE o.payment_status IN (''PAID'', ''PARTIALLY_REFUNDED'') AND o.status NOT IN (''REJECTED'', ''CANCELLED'', ''REFUNDED'') ) WHERE day > (SELECT coalesce(max(f.last_day), '''') FROM sealed_files f) GROUP BY day, currency HAVING sum(orders) <> 0 OR sum(gross_minor) <> 0 OR sum(refunds_minor) <> 0', 'SELECT day FROM (SELECT day, currency, orders, gross_minor, refunds_minor FROM sales_days WHERE 1 UNION ALL SELECT date((coalesce(o.reached_at ->> ''PENDING_SELLER_REVIEW'', o.created_at)) / 1000 + 7200, ''unixepoch'') AS day, o.currency AS currency, -(1) AS orders, -(o.total_minor) AS gross_minor, -(o.refunded_minor) AS refunds_minor FROM orders o WHERE o.payment_status IN (''PAID'', ''PARTIALLY_REFUNDED'') AND o.status NOT IN (''REJECTED'', ''CANCELLED'', ''REFUNDED'') ) WHERE day > (SELECT coalesce(max(f.last_day), '''') FROM sealed_files f) GROUP BY day, currency HAVING sum(orders) <> 0 OR sum(gross_minor) <> 0 OR sum(refunds_minor) <> 0', 'SELECT day FROM (SELECT day, currency, orders, gross_minor, refunds_minor FROM sales_days WHERE 1 UNION ALL SELECT date((coalesce(o.reached_at ->> ''PENDING_SELLER_REVIEW'', o.created_at)) / 1000 + 7200, ''unixepoch'') AS day, o.currency AS currency, -(1) AS orders, -(o.total_minor) AS gross_minor, -(o.refunded_minor) AS refunds_minor FROM orders o WHERE o.payment_status IN (''PAID'', ''PARTIALLY_REFUNDED'') AND o.status NOT IN (''REJECTED'', ''CANCELLED'', ''REFUNDED'') ) WHERE day > (SELECT coalesce(max(f.last_day), '''') FROM sealed_files f) GROUP BY day, currency HAVING sum(orders) <> 0 OR sum(gross_minor) <> 0 OR sum(refunds_minor) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (131, 'the totals of sellers by day are those of their rows', 0, null, 'k.seller_profile_id FROM orders k WHERE k.seller_profile_id', 1, 0, 'SELECT day FROM (SELECT span, day, seller_profile_id, currency, orders, amount_minor FROM seller_sales WHERE 1 UNION ALL SELECT span.days AS span, date(unixepoch(date((coalesce(o.reached_at ->> ''PENDING_SELLER_REVIEW'', o.created_at)) / 1000 + 7200, ''unixepoch'')) / 86400 / span.days * span.days * 86400, ''unixepoch'') AS day, o.seller_profile_id AS seller_profile_id, o.currency AS currency, -(1) AS orders, -(o.subtotal_minor) AS amount_minor FROM orders o, (SELECT 1 AS days) span WHERE o.payment_status IN (''PAID'', ''PARTIALLY_REFUNDED'') AND o.status NOT IN (''REJECTED'', ''CANCELLED'', ''REFUNDED'') UNION ALL SELECT span.days AS span, date(unixepoch(t.day) / 86400 / span.days * span.days * 86400, ''unixepoch'') AS day, t.seller_profile_id AS seller_profile_id, t.currency AS currency, -(t.orders) AS orders, -(t.amount_minor) AS amount_minor FROM seller_sales t, (SELECT 8 AS days UNION ALL SELECT 64) span WHERE +t.span = 1 AND 1 ) WHERE day > (SELECT coalesce(max(f.last_day), '''') FROM sealed_files f) GROUP BY span, day, seller_profile_id, currency HAVING sum(orders) <> 0 OR sum(amount_minor) <> 0', 'SELECT day FROM (SELECT span, day, seller_profile_id, currency, orders, amount_minor FROM seller_sales WHERE 1 AND seller_profile_id IN (SELECT value FROM keys) UNION ALL SELECT span.days AS span, date(unixepoch(date((coalesce(o.reached_at ->> ''PENDING_SELLER_REVIEW'', o.created_at)) / 1000 + 7200, ''unixepoch'')) / 86400 / span.days * span.days * 86400, ''unixepoch'') AS day, o.seller_profile_id AS seller_profile_id, o.currency AS currency, -(1) AS orders, -(o.subtotal_minor) AS amount_minor FROM orders o, (SELECT 1 AS days) span WHERE o.payment_status IN (''PAID'', ''PARTIALLY_REFUNDED'') AND o.status NOT IN (''REJECTED'', ''CANCELLED'', ''REFUNDED'') AND o.seller_profile_id IN (SELECT value FROM keys) UNION ALL SELECT span.days AS span, date(unixepoch(t.day) / 86400 / span.days * span.days * 86400, ''unixepoch'') AS day, t.seller_profile_id AS seller_profile_id, t.currency AS currency, -(t.orders) AS orders, -(t.amount_minor) AS amount_minor FROM seller_sales t, (SELECT 8 AS days UNION ALL SELECT 64) span WHERE +t.span = 1 AND 1 AND t.seller_profile_id IN (SELECT value FROM keys)) WHERE day > (SELECT coalesce(max(f.last_day), '''') FROM sealed_files f) GROUP BY span, day, seller_profile_id, currency HAVING sum(orders) <> 0 OR sum(amount_minor) <> 0', 'SELECT day FROM (SELECT span, day, seller_profile_id, currency, orders, amount_minor FROM seller_sales WHERE 1 AND seller_profile_id > (SELECT low FROM span) AND seller_profile_id <= (SELECT high FROM span) UNION ALL SELECT span.days AS span, date(unixepoch(date((coalesce(o.reached_at ->> ''PENDING_SELLER_REVIEW'', o.created_at)) / 1000 + 7200, ''unixepoch'')) / 86400 / span.days * span.days * 86400, ''unixepoch'') AS day, o.seller_profile_id AS seller_profile_id, o.currency AS currency, -(1) AS orders, -(o.subtotal_minor) AS amount_minor FROM orders o, (SELECT 1 AS days) span WHERE o.payment_status IN (''PAID'', ''PARTIALLY_REFUNDED'') AND o.status NOT IN (''REJECTED'', ''CANCELLED'', ''REFUNDED'') AND o.seller_profile_id > (SELECT low FROM span) AND o.seller_profile_id <= (SELECT high FROM span) UNION ALL SELECT span.days AS span, date(unixepoch(t.day) / 86400 / span.days * span.days * 86400, ''unixepoch'') AS day, t.seller_profile_id AS seller_profile_id, t.currency AS currency, -(t.orders) AS orders, -(t.amount_minor) AS amount_minor FROM seller_sales t, (SELECT 8 AS days UNION ALL SELECT 64) span WHERE +t.span = 1 AND 1 AND t.seller_profile_id > (SELECT low FROM span) AND t.seller_profile_id <= (SELECT high FROM span)) WHERE day > (SELECT coalesce(max(f.last_day), '''') FROM sealed_files f) GROUP BY span, day, seller_profile_id, currency HAVING sum(orders) <> 0 OR sum(amount_minor) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (132, 'the totals of products by day are those of their rows', 0, null, null, 1, 0, 'SELECT day FROM (SELECT span, day, product_id, currency, quantity, amount_minor FROM product_sales WHERE 1 UNION ALL SELECT span.days AS span, date(unixepoch(date((coalesce(o.reached_at ->> ''PENDING_SELLER_REVIEW'', o.created_at)) / 1000 + 7200, ''unixepoch'')) / 86400 / span.days * span.days * 86400, ''unixepoch'') AS day, i.product_id AS product_id, o.currency AS currency, -(i.quantity) AS quantity, -(i.line_total_minor) AS amount_minor FROM orders o, order_items i, (SELECT 1 AS days) span WHERE i.order_id = o.id AND o.payment_status IN (''PAID'', ''PARTIALLY_REFUNDED'') AND o.status NOT IN (''REJECTED'', ''CANCELLED'', ''REFUNDED'') UNION ALL SELECT span.days AS span, date(unixepoch(t.day) / 86400 / span.days * span.days * 86400, ''unixepoch'') AS day, t.product_id AS product_id, t.currency AS currency, -(t.quantity) AS quantity, -(t.amount_minor) AS amount_minor FROM product_sales t, (SELECT 8 AS days UNION ALL SELECT 64) span WHERE +t.span = 1 AND 1 ) WHERE day > (SELECT coalesce(max(f.last_day), '''') FROM sealed_files f) GROUP BY span, day, product_id, currency HAVING sum(quantity) <> 0 OR sum(amount_minor) <> 0', 'SELECT day FROM (SELECT span, day, product_id, currency, quantity, amount_minor FROM product_sales WHERE 1 UNION ALL SELECT span.days AS span, date(unixepoch(date((coalesce(o.reached_at ->> ''PENDING_SELLER_REVIEW'', o.created_at)) / 1000 + 7200, ''unixepoch'')) / 86400 / span.days * span.days * 86400, ''unixepoch'') AS day, i.product_id AS product_id, o.currency AS currency, -(i.quantity) AS quantity, -(i.line_total_minor) AS amount_minor FROM orders o, order_items i, (SELECT 1 AS days) span WHERE i.order_id = o.id AND o.payment_status IN (''PAID'', ''PARTIALLY_REFUNDED'') AND o.status NOT IN (''REJECTED'', ''CANCELLED'', ''REFUNDED'') UNION ALL SELECT span.days AS span, date(unixepoch(t.day) / 86400 / span.days * span.days * 86400, ''unixepoch'') AS day, t.product_id AS product_id, t.currency AS currency, -(t.quantity) AS quantity, -(t.amount_minor) AS amount_minor FROM product_sales t, (SELECT 8 AS days UNION ALL SELECT 64) span WHERE +t.span = 1 AND 1 ) WHERE day > (SELECT coalesce(max(f.last_day), '''') FROM sealed_files f) GROUP BY span, day, product_id, currency HAVING sum(quantity) <> 0 OR sum(amount_minor) <> 0', 'SELECT day FROM (SELECT span, day, product_id, currency, quantity, amount_minor FROM product_sales WHERE 1 UNION ALL SELECT span.days AS span, date(unixepoch(date((coalesce(o.reached_at ->> ''PENDING_SELLER_REVIEW'', o.created_at)) / 1000 + 7200, ''unixepoch'')) / 86400 / span.days * span.days * 86400, ''unixepoch'') AS day, i.product_id AS product_id, o.currency AS currency, -(i.quantity) AS quantity, -(i.line_total_minor) AS amount_minor FROM orders o, order_items i, (SELECT 1 AS days) span WHERE i.order_id = o.id AND o.payment_status IN (''PAID'', ''PARTIALLY_REFUNDED'') AND o.status NOT IN (''REJECTED'', ''CANCELLED'', ''REFUNDED'') UNION ALL SELECT span.days AS span, date(unixepoch(t.day) / 86400 / span.days * span.days * 86400, ''unixepoch'') AS day, t.product_id AS product_id, t.currency AS currency, -(t.quantity) AS quantity, -(t.amount_minor) AS amount_minor FROM product_sales t, (SELECT 8 AS days UNION ALL SELECT 64) span WHERE +t.span = 1 AND 1 ) WHERE day > (SELECT coalesce(max(f.last_day), '''') FROM sealed_files f) GROUP BY span, day, product_id, currency HAVING sum(quantity) <> 0 OR sum(amount_minor) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (133, 'the totals of deliveries by day are those of their rows', 0, null, 'day:deliveries', 1, 0, 'SELECT day FROM (SELECT day, currency, deliveries, delivered, failed, fees_minor FROM delivery_days WHERE 1 UNION ALL SELECT date((d.created_at) / 1000 + 7200, ''unixepoch'') AS day, d.currency AS currency, -(1) AS deliveries, -(d.status = ''DELIVERED'') AS delivered, -(d.status IN (''RETURNING'', ''RETURNED'')) AS failed, -(iif(d.status IN (''DELIVERED'', ''RETURNING'', ''RETURNED''), d.fee_minor, 0)) AS fees_minor FROM deliveries d WHERE 1 ) WHERE day > (SELECT coalesce(max(f.last_day), '''') FROM sealed_files f) GROUP BY day, currency HAVING sum(deliveries) <> 0 OR sum(delivered) <> 0 OR sum(failed) <> 0 OR sum(fees_minor) <> 0', 'SELECT day FROM (SELECT day, currency, deliveries, delivered, failed, fees_minor FROM delivery_days WHERE 1 AND day IN (SELECT value FROM keys) UNION ALL SELECT date((d.created_at) / 1000 + 7200, ''unixepoch'') AS day, d.currency AS currency, -(1) AS deliveries, -(d.status = ''DELIVERED'') AS delivered, -(d.status IN (''RETURNING'', ''RETURNED'')) AS failed, -(iif(d.status IN (''DELIVERED'', ''RETURNING'', ''RETURNED''), d.fee_minor, 0)) AS fees_minor FROM deliveries d WHERE 1 AND day:d.created_at IN (SELECT value FROM keys)) WHERE day > (SELECT coalesce(max(f.last_day), '''') FROM sealed_files f) GROUP BY day, currency HAVING sum(deliveries) <> 0 OR sum(delivered) <> 0 OR sum(failed) <> 0 OR sum(fees_minor) <> 0', 'SELECT day FROM (SELECT day, currency, deliveries, delivered, failed, fees_minor FROM delivery_days WHERE 1 AND day > (SELECT low FROM span) AND day <= (SELECT high FROM span) UNION ALL SELECT date((d.created_at) / 1000 + 7200, ''unixepoch'') AS day, d.currency AS currency, -(1) AS deliveries, -(d.status = ''DELIVERED'') AS delivered, -(d.status IN (''RETURNING'', ''RETURNED'')) AS failed, -(iif(d.status IN (''DELIVERED'', ''RETURNING'', ''RETURNED''), d.fee_minor, 0)) AS fees_minor FROM deliveries d WHERE 1 AND d.created_at >= (unixepoch((SELECT low FROM span)) + 79200) * 1000 AND d.created_at < (unixepoch((SELECT high FROM span)) + 79200) * 1000) WHERE day > (SELECT coalesce(max(f.last_day), '''') FROM sealed_files f) GROUP BY day, currency HAVING sum(deliveries) <> 0 OR sum(delivered) <> 0 OR sum(failed) <> 0 OR sum(fees_minor) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (134, 'the totals of riders by day are those of their rows', 0, null, 'k.rider_id FROM deliveries k WHERE k.rider_id', 1, 0, 'SELECT day FROM (SELECT day, rider_id, delivered FROM rider_deliveries WHERE 1 UNION ALL SELECT date((d.created_at) / 1000 + 7200, ''unixepoch'') AS day, d.rider_id AS rider_id, -(1) AS delivered FROM deliveries d WHERE +d.status = ''DELIVERED'' AND d.rider_id IS NOT NULL ) WHERE day > (SELECT coalesce(max(f.last_day), '''') FROM sealed_files f) GROUP BY day, rider_id HAVING sum(delivered) <> 0', 'SELECT day FROM (SELECT day, rider_id, delivered FROM rider_deliveries WHERE 1 AND rider_id IN (SELECT value FROM keys) UNION ALL SELECT date((d.created_at) / 1000 + 7200, ''unixepoch'') AS day, d.rider_id AS rider_id, -(1) AS delivered FROM deliveries d WHERE +d.status = ''DELIVERED'' AND d.rider_id IS NOT NULL AND d.rider_id IN (SELECT value FROM keys)) WHERE day > (SELECT coalesce(max(f.last_day), '''') FROM sealed_files f) GROUP BY day, rider_id HAVING sum(delivered) <> 0', 'SELECT day FROM (SELECT day, rider_id, delivered FROM rider_deliveries WHERE 1 AND rider_id > (SELECT low FROM span) AND rider_id <= (SELECT high FROM span) UNION ALL SELECT date((d.created_at) / 1000 + 7200, ''unixepoch'') AS day, d.rider_id AS rider_id, -(1) AS delivered FROM deliveries d WHERE +d.status = ''DELIVERED'' AND d.rider_id IS NOT NULL AND d.rider_id > (SELECT low FROM span) AND d.rider_id <= (SELECT high FROM span)) WHERE day > (SELECT coalesce(max(f.last_day), '''') FROM sealed_files f) GROUP BY day, rider_id HAVING sum(delivered) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (135, 'the totals of refunds by day are those of their rows', 0, null, null, 1, 0, 'SELECT day FROM (SELECT day, currency, count, amount_minor FROM refund_days WHERE 1 UNION ALL SELECT date((coalesce(r.reached_at ->> ''SUCCEEDED'', r.created_at)) / 1000 + 7200, ''unixepoch'') AS day, r.currency AS currency, -(1) AS count, -(r.amount_minor) AS amount_minor FROM refunds r WHERE r.status = ''SUCCEEDED'' ) GROUP BY day, currency HAVING sum(count) <> 0 OR sum(amount_minor) <> 0', 'SELECT day FROM (SELECT day, currency, count, amount_minor FROM refund_days WHERE 1 UNION ALL SELECT date((coalesce(r.reached_at ->> ''SUCCEEDED'', r.created_at)) / 1000 + 7200, ''unixepoch'') AS day, r.currency AS currency, -(1) AS count, -(r.amount_minor) AS amount_minor FROM refunds r WHERE r.status = ''SUCCEEDED'' ) GROUP BY day, currency HAVING sum(count) <> 0 OR sum(amount_minor) <> 0', 'SELECT day FROM (SELECT day, currency, count, amount_minor FROM refund_days WHERE 1 UNION ALL SELECT date((coalesce(r.reached_at ->> ''SUCCEEDED'', r.created_at)) / 1000 + 7200, ''unixepoch'') AS day, r.currency AS currency, -(1) AS count, -(r.amount_minor) AS amount_minor FROM refunds r WHERE r.status = ''SUCCEEDED'' ) GROUP BY day, currency HAVING sum(count) <> 0 OR sum(amount_minor) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (136, 'the totals of payouts by day are those of their rows', 0, null, null, 1, 0, 'SELECT day FROM (SELECT day, currency, count, amount_minor FROM payout_days WHERE 1 UNION ALL SELECT date((coalesce(p.reached_at ->> ''COMPLETED'', p.created_at)) / 1000 + 7200, ''unixepoch'') AS day, p.currency AS currency, -(1) AS count, -(p.amount_minor) AS amount_minor FROM payouts p WHERE p.status = ''COMPLETED'' ) GROUP BY day, currency HAVING sum(count) <> 0 OR sum(amount_minor) <> 0', 'SELECT day FROM (SELECT day, currency, count, amount_minor FROM payout_days WHERE 1 UNION ALL SELECT date((coalesce(p.reached_at ->> ''COMPLETED'', p.created_at)) / 1000 + 7200, ''unixepoch'') AS day, p.currency AS currency, -(1) AS count, -(p.amount_minor) AS amount_minor FROM payouts p WHERE p.status = ''COMPLETED'' ) GROUP BY day, currency HAVING sum(count) <> 0 OR sum(amount_minor) <> 0', 'SELECT day FROM (SELECT day, currency, count, amount_minor FROM payout_days WHERE 1 UNION ALL SELECT date((coalesce(p.reached_at ->> ''COMPLETED'', p.created_at)) / 1000 + 7200, ''unixepoch'') AS day, p.currency AS currency, -(1) AS count, -(p.amount_minor) AS amount_minor FROM payouts p WHERE p.status = ''COMPLETED'' ) GROUP BY day, currency HAVING sum(count) <> 0 OR sum(amount_minor) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (137, 'the totals of expenses by day are those of their rows', 0, null, null, 1, 0, 'SELECT day FROM (SELECT day, currency, count, amount_minor FROM expense_days WHERE 1 UNION ALL SELECT e.day AS day, e.currency AS currency, -(1) AS count, -(e.amount_minor) AS amount_minor FROM expenses e WHERE e.status = ''APPROVED'' UNION ALL SELECT date((e.reversed_at) / 1000 + 7200, ''unixepoch'') AS day, e.currency AS currency, (1) AS count, (e.amount_minor) AS amount_minor FROM expenses e WHERE e.status = ''APPROVED'' AND e.reversed_at IS NOT NULL ) GROUP BY day, currency HAVING sum(count) <> 0 OR sum(amount_minor) <> 0', 'SELECT day FROM (SELECT day, currency, count, amount_minor FROM expense_days WHERE 1 UNION ALL SELECT e.day AS day, e.currency AS currency, -(1) AS count, -(e.amount_minor) AS amount_minor FROM expenses e WHERE e.status = ''APPROVED'' UNION ALL SELECT date((e.reversed_at) / 1000 + 7200, ''unixepoch'') AS day, e.currency AS currency, (1) AS count, (e.amount_minor) AS amount_minor FROM expenses e WHERE e.status = ''APPROVED'' AND e.reversed_at IS NOT NULL ) GROUP BY day, currency HAVING sum(count) <> 0 OR sum(amount_minor) <> 0', 'SELECT day FROM (SELECT day, currency, count, amount_minor FROM expense_days WHERE 1 UNION ALL SELECT e.day AS day, e.currency AS currency, -(1) AS count, -(e.amount_minor) AS amount_minor FROM expenses e WHERE e.status = ''APPROVED'' UNION ALL SELECT date((e.reversed_at) / 1000 + 7200, ''unixepoch'') AS day, e.currency AS currency, (1) AS count, (e.amount_minor) AS amount_minor FROM expenses e WHERE e.status = ''APPROVED'' AND e.reversed_at IS NOT NULL ) GROUP BY day, currency HAVING sum(count) <> 0 OR sum(amount_minor) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (138, 'the totals of fees by day are those of their rows', 0, null, null, 1, 0, 'SELECT day FROM (SELECT day, gateway, currency, count, amount_minor FROM fee_days WHERE 1 UNION ALL SELECT date((coalesce(g.final_at, g.created_at)) / 1000 + 7200, ''unixepoch'') AS day, g.gateway AS gateway, g.currency AS currency, -(1) AS count, -(g.fee_minor) AS amount_minor FROM gateway_transactions g WHERE g.status = ''succeeded'' AND g.fee_minor > 0 ) WHERE day > (SELECT coalesce(max(f.last_day), '''') FROM sealed_files f) GROUP BY day, gateway, currency HAVING sum(count) <> 0 OR sum(amount_minor) <> 0', 'SELECT day FROM (SELECT day, gateway, currency, count, amount_minor FROM fee_days WHERE 1 UNION ALL SELECT date((coalesce(g.final_at, g.created_at)) / 1000 + 7200, ''unixepoch'') AS day, g.gateway AS gateway, g.currency AS currency, -(1) AS count, -(g.fee_minor) AS amount_minor FROM gateway_transactions g WHERE g.status = ''succeeded'' AND g.fee_minor > 0 ) WHERE day > (SELECT coalesce(max(f.last_day), '''') FROM sealed_files f) GROUP BY day, gateway, currency HAVING sum(count) <> 0 OR sum(amount_minor) <> 0', 'SELECT day FROM (SELECT day, gateway, currency, count, amount_minor FROM fee_days WHERE 1 UNION ALL SELECT date((coalesce(g.final_at, g.created_at)) / 1000 + 7200, ''unixepoch'') AS day, g.gateway AS gateway, g.currency AS currency, -(1) AS count, -(g.fee_minor) AS amount_minor FROM gateway_transactions g WHERE g.status = ''succeeded'' AND g.fee_minor > 0 ) WHERE day > (SELECT coalesce(max(f.last_day), '''') FROM sealed_files f) GROUP BY day, gateway, currency HAVING sum(count) <> 0 OR sum(amount_minor) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (139, 'the totals of users by day are those of their rows', 0, null, 'day:users', 1, 0, 'SELECT day FROM (SELECT day, users FROM user_days WHERE 1 UNION ALL SELECT date((u.created_at) / 1000 + 7200, ''unixepoch'') AS day, -(1) AS users FROM users u WHERE 1 ) GROUP BY day HAVING sum(users) <> 0', 'SELECT day FROM (SELECT day, users FROM user_days WHERE 1 AND day IN (SELECT value FROM keys) UNION ALL SELECT date((u.created_at) / 1000 + 7200, ''unixepoch'') AS day, -(1) AS users FROM users u WHERE 1 AND day:u.created_at IN (SELECT value FROM keys)) GROUP BY day HAVING sum(users) <> 0', 'SELECT day FROM (SELECT day, users FROM user_days WHERE 1 AND day > (SELECT low FROM span) AND day <= (SELECT high FROM span) UNION ALL SELECT date((u.created_at) / 1000 + 7200, ''unixepoch'') AS day, -(1) AS users FROM users u WHERE 1 AND u.created_at >= (unixepoch((SELECT low FROM span)) + 79200) * 1000 AND u.created_at < (unixepoch((SELECT high FROM span)) + 79200) * 1000) GROUP BY day HAVING sum(users) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (140, 'every order is found by its buyer, and by each number that was asked for it', 0, null, 'k.id FROM orders k WHERE k.id', 1, 0, 'SELECT o.id FROM orders o LEFT JOIN search_keys k ON k.thing_id = o.id LEFT JOIN orders_search s ON s.rowid = k.row WHERE 1 AND s.rowid IS NULL UNION ALL SELECT o.id FROM orders o JOIN users u ON u.id = o.buyer_id JOIN search_keys k ON k.thing_id = o.id JOIN orders_search s ON s.rowid = k.row WHERE 1 AND u.erased_at IS NULL AND (s.email <> u.email OR s.phone <> coalesce(u.phone, '''')) AND 1000 > (SELECT count(*) FROM (SELECT 1 FROM orders n WHERE n.buyer_id = o.buyer_id AND (n.created_at, n.id) > (o.created_at, o.id) LIMIT 1000)) UNION ALL SELECT o.id FROM orders o JOIN users u ON u.id = o.buyer_id JOIN search_keys k ON k.thing_id = o.id JOIN orders_search s ON s.rowid = k.row JOIN payin_shares w ON w.order_id = o.id JOIN gateway_transactions g ON g.id = w.payin_id WHERE 1 AND u.erased_at IS NULL AND instr(s.payers, g.phone) = 0', 'SELECT o.id FROM orders o LEFT JOIN search_keys k ON k.thing_id = o.id LEFT JOIN orders_search s ON s.rowid = k.row WHERE 1 AND o.id IN (SELECT value FROM keys) AND s.rowid IS NULL UNION ALL SELECT o.id FROM orders o JOIN users u ON u.id = o.buyer_id JOIN search_keys k ON k.thing_id = o.id JOIN orders_search s ON s.rowid = k.row WHERE 1 AND o.id IN (SELECT value FROM keys) AND u.erased_at IS NULL AND (s.email <> u.email OR s.phone <> coalesce(u.phone, '''')) AND 1000 > (SELECT count(*) FROM (SELECT 1 FROM orders n WHERE n.buyer_id = o.buyer_id AND (n.created_at, n.id) > (o.created_at, o.id) LIMIT 1000)) UNION ALL SELECT o.id FROM orders o JOIN users u ON u.id = o.buyer_id JOIN search_keys k ON k.thing_id = o.id JOIN orders_search s ON s.rowid = k.row JOIN payin_shares w ON w.order_id = o.id JOIN gateway_transactions g ON g.id = w.payin_id WHERE 1 AND o.id IN (SELECT value FROM keys) AND u.erased_at IS NULL AND instr(s.payers, g.phone) = 0', 'SELECT o.id FROM orders o LEFT JOIN search_keys k ON k.thing_id = o.id LEFT JOIN orders_search s ON s.rowid = k.row WHERE 1 AND o.id > (SELECT low FROM span) AND o.id <= (SELECT high FROM span) AND s.rowid IS NULL UNION ALL SELECT o.id FROM orders o JOIN users u ON u.id = o.buyer_id JOIN search_keys k ON k.thing_id = o.id JOIN orders_search s ON s.rowid = k.row WHERE 1 AND o.id > (SELECT low FROM span) AND o.id <= (SELECT high FROM span) AND u.erased_at IS NULL AND (s.email <> u.email OR s.phone <> coalesce(u.phone, '''')) AND 1000 > (SELECT count(*) FROM (SELECT 1 FROM orders n WHERE n.buyer_id = o.buyer_id AND (n.created_at, n.id) > (o.created_at, o.id) LIMIT 1000)) UNION ALL SELECT o.id FROM orders o JOIN users u ON u.id = o.buyer_id JOIN search_keys k ON k.thing_id = o.id JOIN orders_search s ON s.rowid = k.row JOIN payin_shares w ON w.order_id = o.id JOIN gateway_transactions g ON g.id = w.payin_id WHERE 1 AND o.id > (SELECT low FROM span) AND o.id <= (SELECT high FROM span) AND u.erased_at IS NULL AND instr(s.payers, g.phone) = 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (141, 'the zones of riders are those that they chose', 0, null, 'k.id FROM riders k WHERE k.id', 1, 0, 'SELECT r.id FROM riders r, json_each(r.zones) j WHERE 1 AND NOT EXISTS ( SELECT 1 FROM rider_zones z WHERE z.zone_id = j.value AND z.rider_id = r.id) UNION ALL SELECT rider_zones.rider_id FROM rider_zones WHERE 1 AND NOT EXISTS ( SELECT 1 FROM riders r, json_each(r.zones) j WHERE r.id = rider_zones.rider_id AND j.value = rider_zones.zone_id)', 'SELECT r.id FROM riders r, json_each(r.zones) j WHERE 1 AND r.id IN (SELECT value FROM keys) AND NOT EXISTS ( SELECT 1 FROM rider_zones z WHERE z.zone_id = j.value AND z.rider_id = r.id) UNION ALL SELECT rider_zones.rider_id FROM rider_zones WHERE 1 AND rider_zones.rider_id IN (SELECT value FROM keys) AND NOT EXISTS ( SELECT 1 FROM riders r, json_each(r.zones) j WHERE r.id = rider_zones.rider_id AND j.value = rider_zones.zone_id)', 'SELECT r.id FROM riders r, json_each(r.zones) j WHERE 1 AND r.id > (SELECT low FROM span) AND r.id <= (SELECT high FROM span) AND NOT EXISTS ( SELECT 1 FROM rider_zones z WHERE z.zone_id = j.value AND z.rider_id = r.id) UNION ALL SELECT rider_zones.rider_id FROM rider_zones WHERE 1 AND rider_zones.rider_id > (SELECT low FROM span) AND rider_zones.rider_id <= (SELECT high FROM span) AND NOT EXISTS ( SELECT 1 FROM riders r, json_each(r.zones) j WHERE r.id = rider_zones.rider_id AND j.value = rider_zones.zone_id)');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (142, 'a conversation counts its messages, ends with the last of them and is read up to its last mark', 0, null, 'k.id FROM orders k WHERE k.id', 1, 0, 'SELECT c.order_id FROM conversations c WHERE 1 AND (c.total <> (SELECT count(*) FROM messages m WHERE m.order_id = c.order_id AND m.channel = c.channel AND c.user_id IN (m.sender_id, m.recipient_id)) OR c.received <> (SELECT count(*) FROM messages m WHERE m.order_id = c.order_id AND m.channel = c.channel AND m.recipient_id = c.user_id) OR c.last_message_id <> (SELECT m.id FROM messages m WHERE m.order_id = c.order_id AND m.channel = c.channel AND c.user_id IN (m.sender_id, m.recipient_id) ORDER BY m.position DESC LIMIT 1) OR c.seen <> coalesce((SELECT max(r.seen) FROM read_marks r WHERE r.order_id = c.order_id AND r.channel = c.channel AND r.user_id = c.user_id), 0))', 'SELECT c.order_id FROM conversations c WHERE 1 AND c.order_id IN (SELECT value FROM keys) AND (c.total <> (SELECT count(*) FROM messages m WHERE m.order_id = c.order_id AND m.channel = c.channel AND c.user_id IN (m.sender_id, m.recipient_id)) OR c.received <> (SELECT count(*) FROM messages m WHERE m.order_id = c.order_id AND m.channel = c.channel AND m.recipient_id = c.user_id) OR c.last_message_id <> (SELECT m.id FROM messages m WHERE m.order_id = c.order_id AND m.channel = c.channel AND c.user_id IN (m.sender_id, m.recipient_id) ORDER BY m.position DESC LIMIT 1) OR c.seen <> coalesce((SELECT max(r.seen) FROM read_marks r WHERE r.order_id = c.order_id AND r.channel = c.channel AND r.user_id = c.user_id), 0))', 'SELECT c.order_id FROM conversations c WHERE 1 AND c.order_id > (SELECT low FROM span) AND c.order_id <= (SELECT high FROM span) AND (c.total <> (SELECT count(*) FROM messages m WHERE m.order_id = c.order_id AND m.channel = c.channel AND c.user_id IN (m.sender_id, m.recipient_id)) OR c.received <> (SELECT count(*) FROM messages m WHERE m.order_id = c.order_id AND m.channel = c.channel AND m.recipient_id = c.user_id) OR c.last_message_id <> (SELECT m.id FROM messages m WHERE m.order_id = c.order_id AND m.channel = c.channel AND c.user_id IN (m.sender_id, m.recipient_id) ORDER BY m.position DESC LIMIT 1) OR c.seen <> coalesce((SELECT max(r.seen) FROM read_marks r WHERE r.order_id = c.order_id AND r.channel = c.channel AND r.user_id = c.user_id), 0))');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (143, 'a feed counts its notifications and those that are unread', 0, null, 'k.user_id FROM notifications k WHERE k.user_id', 1, 0, 'SELECT w.user_id FROM ( SELECT f.user_id, f.total, f.unread FROM feeds f WHERE 1 UNION ALL SELECT n.user_id, -1, -(n.read_at IS NULL AND n.seq > coalesce( (SELECT max(r.up_to) FROM feed_reads r WHERE r.user_id = n.user_id), 0)) FROM notifications n WHERE 1 ) w GROUP BY w.user_id HAVING sum(w.total) <> 0 OR sum(w.unread) <> 0 UNION ALL SELECT f.user_id FROM feeds f WHERE 1 AND f.read_to <> coalesce( (SELECT max(r.up_to) FROM feed_reads r WHERE r.user_id = f.user_id), 0)', 'SELECT w.user_id FROM ( SELECT f.user_id, f.total, f.unread FROM feeds f WHERE 1 AND f.user_id IN (SELECT value FROM keys) UNION ALL SELECT n.user_id, -1, -(n.read_at IS NULL AND n.seq > coalesce( (SELECT max(r.up_to) FROM feed_reads r WHERE r.user_id = n.user_id), 0)) FROM notifications n WHERE 1 AND n.user_id IN (SELECT value FROM keys)) w GROUP BY w.user_id HAVING sum(w.total) <> 0 OR sum(w.unread) <> 0 UNION ALL SELECT f.user_id FROM feeds f WHERE 1 AND f.user_id IN (SELECT value FROM keys) AND f.read_to <> coalesce( (SELECT max(r.up_to) FROM feed_reads r WHERE r.user_id = f.user_id), 0)', 'SELECT w.user_id FROM ( SELECT f.user_id, f.total, f.unread FROM feeds f WHERE 1 AND f.user_id > (SELECT low FROM span) AND f.user_id <= (SELECT high FROM span) UNION ALL SELECT n.user_id, -1, -(n.read_at IS NULL AND n.seq > coalesce( (SELECT max(r.up_to) FROM feed_reads r WHERE r.user_id = n.user_id), 0)) FROM notifications n WHERE 1 AND n.user_id > (SELECT low FROM span) AND n.user_id <= (SELECT high FROM span)) w GROUP BY w.user_id HAVING sum(w.total) <> 0 OR sum(w.unread) <> 0 UNION ALL SELECT f.user_id FROM feeds f WHERE 1 AND f.user_id > (SELECT low FROM span) AND f.user_id <= (SELECT high FROM span) AND f.read_to <> coalesce( (SELECT max(r.up_to) FROM feed_reads r WHERE r.user_id = f.user_id), 0)');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (144, 'tickets of sellers whose plan has priority go first until they are closed, and no others', 0, null, null, 1, 0, 'SELECT t.id FROM tickets t WHERE t.status <> ''CLOSED'' AND t.goes_first <> EXISTS ( SELECT 1 FROM seller_profiles sp JOIN subscriptions s ON s.seller_profile_id = sp.id JOIN plans p ON p.id = s.plan_id WHERE sp.user_id = t.owner_id AND s.status IN (''ACTIVE'', ''GRACE'') AND p.priority_support = 1)', 'SELECT t.id FROM tickets t WHERE t.status <> ''CLOSED'' AND t.goes_first <> EXISTS ( SELECT 1 FROM seller_profiles sp JOIN subscriptions s ON s.seller_profile_id = sp.id JOIN plans p ON p.id = s.plan_id WHERE sp.user_id = t.owner_id AND s.status IN (''ACTIVE'', ''GRACE'') AND p.priority_support = 1)', 'SELECT t.id FROM tickets t WHERE t.status <> ''CLOSED'' AND t.goes_first <> EXISTS ( SELECT 1 FROM seller_profiles sp JOIN subscriptions s ON s.seller_profile_id = sp.id JOIN plans p ON p.id = s.plan_id WHERE sp.user_id = t.owner_id AND s.status IN (''ACTIVE'', ''GRACE'') AND p.priority_support = 1)');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (145, 'shops over what their seller''s plan allows are hidden with what they sell, the youngest of the published, and no others', 0, null, 'k.id FROM seller_profiles k WHERE k.id', 1, 0, 'SELECT q.id FROM (SELECT s.*, row_number() OVER ( PARTITION BY s.seller_profile_id, s.status = ''PUBLISHED'' ORDER BY s.published_at, s.id) AS place FROM shops s WHERE 1 ) q JOIN subscriptions u ON u.seller_profile_id = q.seller_profile_id AND +u.status IN (''ACTIVE'', ''GRACE'') JOIN plans p ON p.id = u.plan_id WHERE q.over_plan <> (q.status = ''PUBLISHED'' AND q.place > p.max_shops) UNION ALL SELECT s.id FROM shops s WHERE 1 AND s.over_plan = 1 AND (s.status <> ''PUBLISHED'' OR EXISTS (SELECT 1 FROM products p WHERE p.shop_id = s.id AND p.visible = 1))', 'SELECT q.id FROM (SELECT s.*, row_number() OVER ( PARTITION BY s.seller_profile_id, s.status = ''PUBLISHED'' ORDER BY s.published_at, s.id) AS place FROM shops s WHERE 1 AND s.seller_profile_id IN (SELECT value FROM keys)) q JOIN subscriptions u ON u.seller_profile_id = q.seller_profile_id AND +u.status IN (''ACTIVE'', ''GRACE'') JOIN plans p ON p.id = u.plan_id WHERE q.over_plan <> (q.status = ''PUBLISHED'' AND q.place > p.max_shops) UNION ALL SELECT s.id FROM shops s WHERE 1 AND s.seller_profile_id IN (SELECT value FROM keys) AND s.over_plan = 1 AND (s.status <> ''PUBLISHED'' OR EXISTS (SELECT 1 FROM products p WHERE p.shop_id = s.id AND p.visible = 1))', 'SELECT q.id FROM (SELECT s.*, row_number() OVER ( PARTITION BY s.seller_profile_id, s.status = ''PUBLISHED'' ORDER BY s.published_at, s.id) AS place FROM shops s WHERE 1 AND s.seller_profile_id > (SELECT low FROM span) AND s.seller_profile_id <= (SELECT high FROM span)) q JOIN subscriptions u ON u.seller_profile_id = q.seller_profile_id AND +u.status IN (''ACTIVE'', ''GRACE'') JOIN plans p ON p.id = u.plan_id WHERE q.over_plan <> (q.status = ''PUBLISHED'' AND q.place > p.max_shops) UNION ALL SELECT s.id FROM shops s WHERE 1 AND s.seller_profile_id > (SELECT low FROM span) AND s.seller_profile_id <= (SELECT high FROM span) AND s.over_plan = 1 AND (s.status <> ''PUBLISHED'' OR EXISTS (SELECT 1 FROM products p WHERE p.shop_id = s.id AND p.visible = 1))');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (146, 'a message is in the conversations of both', 0, null, 'k.id FROM orders k WHERE k.id', 1, 0, 'SELECT m.id FROM messages m WHERE 1 AND 2 <> (SELECT count(*) FROM conversations c WHERE m.order_id = c.order_id AND m.channel = c.channel AND c.user_id IN (m.sender_id, m.recipient_id))', 'SELECT m.id FROM messages m WHERE 1 AND m.order_id IN (SELECT value FROM keys) AND 2 <> (SELECT count(*) FROM conversations c WHERE m.order_id = c.order_id AND m.channel = c.channel AND c.user_id IN (m.sender_id, m.recipient_id))', 'SELECT m.id FROM messages m WHERE 1 AND m.order_id > (SELECT low FROM span) AND m.order_id <= (SELECT high FROM span) AND 2 <> (SELECT count(*) FROM conversations c WHERE m.order_id = c.order_id AND m.channel = c.channel AND c.user_id IN (m.sender_id, m.recipient_id))');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (147, 'the numbers of visible reviews by their rating are those of their rows', 0, null, 'k.target_id FROM review_sums k WHERE k.target_id', 1, 0, 'SELECT w.target_id FROM ( SELECT s.target_id, s.rating, s.count FROM review_sums s WHERE 1 UNION ALL SELECT r.target_id, r.rating, -1 FROM reviews r INDEXED BY reviews_newest WHERE r.status = ''VISIBLE'' AND r.annulled = 0 ) w GROUP BY w.target_id, w.rating HAVING sum(w.count) <> 0', 'SELECT w.target_id FROM ( SELECT s.target_id, s.rating, s.count FROM review_sums s WHERE 1 AND s.target_id IN (SELECT value FROM keys) UNION ALL SELECT r.target_id, r.rating, -1 FROM reviews r INDEXED BY reviews_newest WHERE r.status = ''VISIBLE'' AND r.annulled = 0 AND r.target_id IN (SELECT value FROM keys)) w GROUP BY w.target_id, w.rating HAVING sum(w.count) <> 0', 'SELECT w.target_id FROM ( SELECT s.target_id, s.rating, s.count FROM review_sums s WHERE 1 AND s.target_id > (SELECT low FROM span) AND s.target_id <= (SELECT high FROM span) UNION ALL SELECT r.target_id, r.rating, -1 FROM reviews r INDEXED BY reviews_newest WHERE r.status = ''VISIBLE'' AND r.annulled = 0 AND r.target_id > (SELECT low FROM span) AND r.target_id <= (SELECT high FROM span)) w GROUP BY w.target_id, w.rating HAVING sum(w.count) <> 0');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (148, 'the rating of a product, shop or rider is that of its visible reviews', 0, null, 'k.id FROM products k WHERE k.id', 1, 0, 'SELECT t.id FROM ( SELECT p.id, p.rating_count, p.rating_sum FROM products p WHERE 1 UNION ALL SELECT s.id, s.rating_count, s.rating_sum FROM shops s WHERE 1 UNION ALL SELECT d.id, d.rating_count, d.rating_sum FROM riders d WHERE 1 UNION ALL SELECT r.target_id, -r.count, -r.count * r.rating FROM review_sums r WHERE 1 ) t GROUP BY t.id HAVING sum(t.rating_count) <> 0 OR sum(t.rating_sum) <> 0 UNION ALL SELECT p.id FROM products p WHERE 1 AND p.rating_rank <> (20 + p.rating_sum) * 10000 / (5 + p.rating_count)', 'SELECT t.id FROM ( SELECT p.id, p.rating_count, p.rating_sum FROM products p WHERE 1 AND p.id IN (SELECT value FROM keys) UNION ALL SELECT s.id, s.rating_count, s.rating_sum FROM shops s WHERE 1 AND s.id IN (SELECT value FROM keys) UNION ALL SELECT d.id, d.rating_count, d.rating_sum FROM riders d WHERE 1 AND d.id IN (SELECT value FROM keys) UNION ALL SELECT r.target_id, -r.count, -r.count * r.rating FROM review_sums r WHERE 1 AND r.target_id IN (SELECT value FROM keys)) t GROUP BY t.id HAVING sum(t.rating_count) <> 0 OR sum(t.rating_sum) <> 0 UNION ALL SELECT p.id FROM products p WHERE 1 AND p.id IN (SELECT value FROM keys) AND p.rating_rank <> (20 + p.rating_sum) * 10000 / (5 + p.rating_count)', 'SELECT t.id FROM ( SELECT p.id, p.rating_count, p.rating_sum FROM products p WHERE 1 AND p.id > (SELECT low FROM span) AND p.id <= (SELECT high FROM span) UNION ALL SELECT s.id, s.rating_count, s.rating_sum FROM shops s WHERE 1 AND s.id > (SELECT low FROM span) AND s.id <= (SELECT high FROM span) UNION ALL SELECT d.id, d.rating_count, d.rating_sum FROM riders d WHERE 1 AND d.id > (SELECT low FROM span) AND d.id <= (SELECT high FROM span) UNION ALL SELECT r.target_id, -r.count, -r.count * r.rating FROM review_sums r WHERE 1 AND r.target_id > (SELECT low FROM span) AND r.target_id <= (SELECT high FROM span)) t GROUP BY t.id HAVING sum(t.rating_count) <> 0 OR sum(t.rating_sum) <> 0 UNION ALL SELECT p.id FROM products p WHERE 1 AND p.id > (SELECT low FROM span) AND p.id <= (SELECT high FROM span) AND p.rating_rank <> (20 + p.rating_sum) * 10000 / (5 + p.rating_count)');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (149, 'a review is of an order of its author that completed, with what it is about, and of no shop of their own', 0, null, 'k.id FROM reviews k WHERE k.id', 1, 0, 'SELECT r.id FROM reviews r CROSS JOIN orders o ON o.id = r.order_id WHERE o.sealed_in IS NULL AND (r.author_id <> o.buyer_id OR r.shop_id <> o.shop_id OR o.reached_at ->> ''COMPLETED'' IS NULL OR r.author_id = (SELECT sp.user_id FROM seller_profiles sp WHERE sp.id = o.seller_profile_id) OR r.target_type = ''SHOP'' AND r.target_id <> o.shop_id OR r.target_type = ''PRODUCT'' AND r.target_id NOT IN (SELECT i.product_id FROM order_items i WHERE i.order_id = o.id) AND EXISTS (SELECT 1 FROM order_items i WHERE i.order_id = o.id) OR r.target_type = ''RIDER'' AND r.target_id NOT IN (SELECT coalesce(d.rider_id, '''') FROM deliveries d WHERE d.order_id = o.id) AND EXISTS (SELECT 1 FROM deliveries d WHERE d.order_id = o.id))', 'SELECT r.id FROM reviews r CROSS JOIN orders o ON o.id = r.order_id WHERE o.sealed_in IS NULL AND r.id IN (SELECT value FROM keys) AND (r.author_id <> o.buyer_id OR r.shop_id <> o.shop_id OR o.reached_at ->> ''COMPLETED'' IS NULL OR r.author_id = (SELECT sp.user_id FROM seller_profiles sp WHERE sp.id = o.seller_profile_id) OR r.target_type = ''SHOP'' AND r.target_id <> o.shop_id OR r.target_type = ''PRODUCT'' AND r.target_id NOT IN (SELECT i.product_id FROM order_items i WHERE i.order_id = o.id) AND EXISTS (SELECT 1 FROM order_items i WHERE i.order_id = o.id) OR r.target_type = ''RIDER'' AND r.target_id NOT IN (SELECT coalesce(d.rider_id, '''') FROM deliveries d WHERE d.order_id = o.id) AND EXISTS (SELECT 1 FROM deliveries d WHERE d.order_id = o.id))', 'SELECT r.id FROM reviews r CROSS JOIN orders o ON o.id = r.order_id WHERE o.sealed_in IS NULL AND r.id > (SELECT low FROM span) AND r.id <= (SELECT high FROM span) AND (r.author_id <> o.buyer_id OR r.shop_id <> o.shop_id OR o.reached_at ->> ''COMPLETED'' IS NULL OR r.author_id = (SELECT sp.user_id FROM seller_profiles sp WHERE sp.id = o.seller_profile_id) OR r.target_type = ''SHOP'' AND r.target_id <> o.shop_id OR r.target_type = ''PRODUCT'' AND r.target_id NOT IN (SELECT i.product_id FROM order_items i WHERE i.order_id = o.id) AND EXISTS (SELECT 1 FROM order_items i WHERE i.order_id = o.id) OR r.target_type = ''RIDER'' AND r.target_id NOT IN (SELECT coalesce(d.rider_id, '''') FROM deliveries d WHERE d.order_id = o.id) AND EXISTS (SELECT 1 FROM deliveries d WHERE d.order_id = o.id))');
--> statement-breakpoint
INSERT INTO law_parts (seq, name, part, of, walk, is_nightly, is_shown, whole, some, range) VALUES (150, 'reviews of orders that were cancelled or wholly refunded since are annulled, and no others', 0, null, 'k.id FROM reviews k WHERE k.id', 1, 0, 'SELECT r.id FROM reviews r CROSS JOIN orders o ON o.id = r.order_id WHERE 1 AND r.annulled = (o.status = ''COMPLETED'' AND o.payment_status <> ''REFUNDED'')', 'SELECT r.id FROM reviews r CROSS JOIN orders o ON o.id = r.order_id WHERE 1 AND r.id IN (SELECT value FROM keys) AND r.annulled = (o.status = ''COMPLETED'' AND o.payment_status <> ''REFUNDED'')', 'SELECT r.id FROM reviews r CROSS JOIN orders o ON o.id = r.order_id WHERE 1 AND r.id > (SELECT low FROM span) AND r.id <= (SELECT high FROM span) AND r.annulled = (o.status = ''COMPLETED'' AND o.payment_status <> ''REFUNDED'')');
