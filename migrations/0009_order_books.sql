-- A converted line is rounded as a whole, so it need not be its unit price times its quantity. SQLite cannot change a CHECK:
-- the lines move to a table of their own. Nothing refers to them and no trigger watches them.
CREATE TABLE `order_lines` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`product_id` text NOT NULL,
	`variant_id` text NOT NULL,
	`name` text NOT NULL,
	`quantity` integer NOT NULL,
	`unit_price_minor` integer NOT NULL,
	`line_total_minor` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "order_items_total" CHECK(line_total_minor >= 0 AND quantity > 0)
) STRICT;
--> statement-breakpoint
INSERT INTO `order_lines` ("id", "order_id", "product_id", "variant_id", "name", "quantity", "unit_price_minor", "line_total_minor") SELECT "id", "order_id", "product_id", "variant_id", "name", "quantity", "unit_price_minor", "line_total_minor" FROM `order_items` ORDER BY rowid;--> statement-breakpoint
DROP TABLE `order_items`;--> statement-breakpoint
ALTER TABLE `order_lines` RENAME TO `order_items`;--> statement-breakpoint
CREATE UNIQUE INDEX `order_items_variant` ON `order_items` (`order_id`,`variant_id`);--> statement-breakpoint
ALTER TABLE `incidents` ADD `opened_by` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `rate_over` integer;--> statement-breakpoint
CREATE INDEX `gateway_transactions_in_flight` ON `gateway_transactions` (`phone`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `gateway_transactions_refused` ON `gateway_transactions` (`phone`,`final_at`) WHERE status = 'failed';--> statement-breakpoint
-- A rider whose order was given back earns the share from the platform's own.
DROP TRIGGER transfers_earned;--> statement-breakpoint
CREATE TRIGGER transfers_earned AFTER INSERT ON transfers
WHEN NEW.to_account GLOB '*:available' AND (NEW.from_account GLOB '*:pending' OR NEW.from_account GLOB '*:held' OR NEW.kind = 'order:rider') BEGIN
  INSERT INTO counters (name, value) VALUES ('earned:' || NEW.to_account || ':' || NEW.currency, NEW.amount_minor) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
