CREATE TABLE `price_rates` (
	`currency` text PRIMARY KEY NOT NULL,
	`worth` real,
	`renewed_to` text
) STRICT;
--> statement-breakpoint
DROP INDEX `products_price`;--> statement-breakpoint
DROP INDEX `products_category_price`;--> statement-breakpoint
DROP INDEX `products_subcategory_price`;--> statement-breakpoint
DROP INDEX `products_shop_price`;--> statement-breakpoint
DROP INDEX `products_category_currency_price`;--> statement-breakpoint
DROP INDEX `products_currency_price`;--> statement-breakpoint
ALTER TABLE `products` ADD `compared_price` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `products_price` ON `products` (`compared_price`,`id`) WHERE visible = 1;--> statement-breakpoint
CREATE INDEX `products_category_price` ON `products` (`category_id`,`compared_price`,`id`) WHERE visible = 1;--> statement-breakpoint
CREATE INDEX `products_subcategory_price` ON `products` (`subcategory_id`,`compared_price`,`id`) WHERE visible = 1;--> statement-breakpoint
CREATE INDEX `products_shop_price` ON `products` (`shop_id`,`compared_price`,`id`) WHERE visible = 1;--> statement-breakpoint
CREATE INDEX `products_category_currency_price` ON `products` (`category_id`,`currency`,`compared_price`,`id`) WHERE visible = 1;--> statement-breakpoint
CREATE INDEX `products_currency_price` ON `products` (`currency`,`compared_price`,`id`) WHERE visible = 1;
--> statement-breakpoint
-- Lists compare prices of two currencies in thousandths of a US cent (src/db/compared-price.ts).
CREATE TRIGGER products_compared_first AFTER INSERT ON products WHEN NEW.min_price_minor > 0 BEGIN
  UPDATE products SET compared_price = CASE NEW.currency WHEN 'USD' THEN NEW.min_price_minor * 1000 ELSE
  coalesce((SELECT min(CAST(round(NEW.min_price_minor * r.worth) AS INTEGER), 3999999999999999) FROM price_rates r WHERE r.currency = NEW.currency), 4000000000000000 + NEW.min_price_minor) END WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER products_compared AFTER UPDATE OF min_price_minor, currency ON products
WHEN OLD.min_price_minor <> NEW.min_price_minor OR OLD.currency <> NEW.currency BEGIN
  UPDATE products SET compared_price = CASE NEW.currency WHEN 'USD' THEN NEW.min_price_minor * 1000 ELSE
  coalesce((SELECT min(CAST(round(NEW.min_price_minor * r.worth) AS INTEGER), 3999999999999999) FROM price_rates r WHERE r.currency = NEW.currency), 4000000000000000 + NEW.min_price_minor) END WHERE id = NEW.id;
END;
--> statement-breakpoint
UPDATE products SET compared_price = CASE currency WHEN 'USD' THEN min_price_minor * 1000 ELSE 4000000000000000 + min_price_minor END;
