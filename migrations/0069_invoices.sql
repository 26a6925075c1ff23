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
	CONSTRAINT "invoices_sum" CHECK(total_minor > 0 AND tax_minor >= 0 AND subtotal_minor + tax_minor = total_minor)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_number` ON `invoices` (`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_payment` ON `invoices` (`subscription_payment_id`);--> statement-breakpoint
CREATE INDEX `invoices_newest` ON `invoices` (`issued_at`,`id`);--> statement-breakpoint
CREATE INDEX `invoices_status` ON `invoices` (`status`,`issued_at`,`id`);--> statement-breakpoint
CREATE INDEX `invoices_seller` ON `invoices` (`seller_profile_id`,`issued_at`,`id`);--> statement-breakpoint
CREATE INDEX `invoices_seller_status` ON `invoices` (`seller_profile_id`,`status`,`issued_at`,`id`);--> statement-breakpoint
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
ALTER TABLE `subscriptions` ADD `price_minor` integer;