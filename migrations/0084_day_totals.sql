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
	`orders` integer NOT NULL,
	`pending_payment_orders` integer NOT NULL,
	`pending_seller_review_orders` integer NOT NULL,
	`accepted_orders` integer NOT NULL,
	`preparing_orders` integer NOT NULL,
	`ready_for_pickup_orders` integer NOT NULL,
	`out_for_delivery_orders` integer NOT NULL,
	`returning_orders` integer NOT NULL,
	`delivered_orders` integer NOT NULL,
	`completed_orders` integer NOT NULL,
	`rejected_orders` integer NOT NULL,
	`cancelled_orders` integer NOT NULL,
	`refunded_orders` integer NOT NULL,
	PRIMARY KEY(`day`, `currency`)
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
CREATE TABLE `sales_days` (
	`day` text NOT NULL,
	`currency` text NOT NULL,
	`orders` integer NOT NULL,
	`gross_minor` integer NOT NULL,
	`refunds_minor` integer NOT NULL,
	`goods_minor` integer NOT NULL,
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
CREATE INDEX `seller_sales_seller` ON `seller_sales` (`seller_profile_id`,`span`,`day`);--> statement-breakpoint
CREATE TABLE `user_days` (
	`day` text PRIMARY KEY NOT NULL,
	`users` integer NOT NULL
) STRICT, WITHOUT ROWID;
