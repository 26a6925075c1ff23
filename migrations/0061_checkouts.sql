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
CREATE UNIQUE INDEX `payin_shares_ref` ON `payin_shares` (`ref`);--> statement-breakpoint
CREATE INDEX `payin_shares_order` ON `payin_shares` (`order_id`,`payin_id`);--> statement-breakpoint
DROP INDEX `gateway_transactions_live`;--> statement-breakpoint
CREATE UNIQUE INDEX `gateway_transactions_live` ON `gateway_transactions` (`purpose`,`subject_id`,`currency`) WHERE status IN ('pending', 'review');--> statement-breakpoint
DROP INDEX `refunds_payin`;--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_payin` ON `refunds` (`payin_id`,`order_id`);--> statement-breakpoint
ALTER TABLE `orders` ADD `checkout_id` text;--> statement-breakpoint
CREATE INDEX `orders_checkout` ON `orders` (`checkout_id`) WHERE checkout_id IS NOT NULL;