CREATE INDEX `products_currency` ON `products` (`currency`,`created_at`,`id`) WHERE visible = 1;--> statement-breakpoint
CREATE INDEX `products_category_price` ON `products` (`category_id`,`min_price_minor`,`id`) WHERE visible = 1;--> statement-breakpoint
CREATE INDEX `products_subcategory_price` ON `products` (`subcategory_id`,`min_price_minor`,`id`) WHERE visible = 1;--> statement-breakpoint
CREATE INDEX `products_shop_price` ON `products` (`shop_id`,`min_price_minor`,`id`) WHERE visible = 1;--> statement-breakpoint
CREATE INDEX `products_category_currency` ON `products` (`category_id`,`currency`,`created_at`,`id`) WHERE visible = 1;--> statement-breakpoint
CREATE INDEX `products_category_currency_price` ON `products` (`category_id`,`currency`,`min_price_minor`,`id`) WHERE visible = 1;--> statement-breakpoint
CREATE INDEX `products_currency_price` ON `products` (`currency`,`min_price_minor`,`id`) WHERE visible = 1;--> statement-breakpoint
-- The search also knows where a product stands, so that words within one category, shop or currency are found there and not among all
-- that have them. An id is one word of it.
DROP TRIGGER products_shown;
--> statement-breakpoint
DROP TRIGGER products_reworded;
--> statement-breakpoint
DROP TABLE products_search;
--> statement-breakpoint
CREATE VIRTUAL TABLE products_search USING fts5 (name, brand, description, place, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3');
--> statement-breakpoint
INSERT INTO products_search (rowid, name, brand, description, place)
  SELECT k.row, p.name, p.brand, p.description, replace(p.category_id || ' ' || p.subcategory_id || ' ' || p.shop_id, '-', '') || ' ' || p.currency
  FROM products p JOIN search_keys k ON k.thing_id = p.id WHERE p.visible = 1;
--> statement-breakpoint
CREATE TRIGGER products_shown AFTER UPDATE OF visible ON products WHEN OLD.visible = 0 AND NEW.visible = 1 BEGIN
  INSERT INTO search_keys (thing_id) VALUES (NEW.id);
  INSERT INTO products_search (rowid, name, brand, description, place) VALUES ((SELECT row FROM search_keys WHERE thing_id = NEW.id), NEW.name, NEW.brand, NEW.description,
    replace(NEW.category_id || ' ' || NEW.subcategory_id || ' ' || NEW.shop_id, '-', '') || ' ' || NEW.currency);
  INSERT INTO counters (name, value) VALUES ('products:visible', 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('products:visible:category:' || NEW.category_id, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('products:visible:subcategory:' || NEW.subcategory_id, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('products:visible:shop:' || NEW.shop_id, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER products_reworded AFTER UPDATE OF name, brand, description, category_id, subcategory_id, shop_id, currency ON products WHEN OLD.visible = 1 AND NEW.visible = 1 BEGIN
  UPDATE products_search SET name = NEW.name, brand = NEW.brand, description = NEW.description,
    place = replace(NEW.category_id || ' ' || NEW.subcategory_id || ' ' || NEW.shop_id, '-', '') || ' ' || NEW.currency
  WHERE rowid = (SELECT row FROM search_keys WHERE thing_id = OLD.id);
END;
