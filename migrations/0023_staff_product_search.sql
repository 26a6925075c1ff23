-- Staff find every product by its words, not only what guests see: a full-text table of its own, whose `place` knows the shop and both
-- states. Its rows rise with each new product, so that the newest come first without sorting.
CREATE VIRTUAL TABLE all_products_search USING fts5 (name, brand, description, place, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3');
--> statement-breakpoint
INSERT INTO search_keys (thing_id) SELECT 'any:' || p.id FROM products p WHERE p.deleted_at IS NULL ORDER BY p.created_at, p.id;
--> statement-breakpoint
INSERT INTO all_products_search (rowid, name, brand, description, place)
  SELECT k.row, p.name, p.brand, p.description, replace(p.shop_id, '-', '') || ' ' || p.status || ' ' || replace(p.moderation_status, '_', '')
  FROM products p JOIN search_keys k ON k.thing_id = 'any:' || p.id WHERE p.deleted_at IS NULL;
--> statement-breakpoint
CREATE TRIGGER products_filed AFTER INSERT ON products BEGIN
  INSERT INTO search_keys (thing_id) VALUES ('any:' || NEW.id);
  INSERT INTO all_products_search (rowid, name, brand, description, place) VALUES ((SELECT row FROM search_keys WHERE thing_id = 'any:' || NEW.id),
    NEW.name, NEW.brand, NEW.description, replace(NEW.shop_id, '-', '') || ' ' || NEW.status || ' ' || replace(NEW.moderation_status, '_', ''));
END;
--> statement-breakpoint
CREATE TRIGGER products_refiled AFTER UPDATE OF name, brand, description, shop_id, status, moderation_status ON products
WHEN OLD.name IS NOT NEW.name OR OLD.brand IS NOT NEW.brand OR OLD.description IS NOT NEW.description OR OLD.shop_id IS NOT NEW.shop_id
  OR OLD.status IS NOT NEW.status OR OLD.moderation_status IS NOT NEW.moderation_status BEGIN
  UPDATE all_products_search SET name = NEW.name, brand = NEW.brand, description = NEW.description,
    place = replace(NEW.shop_id, '-', '') || ' ' || NEW.status || ' ' || replace(NEW.moderation_status, '_', '')
  WHERE rowid = (SELECT row FROM search_keys WHERE thing_id = 'any:' || OLD.id);
END;
--> statement-breakpoint
CREATE TRIGGER products_unfiled AFTER UPDATE OF deleted_at ON products WHEN OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL BEGIN
  DELETE FROM all_products_search WHERE rowid = (SELECT row FROM search_keys WHERE thing_id = 'any:' || OLD.id);
  DELETE FROM search_keys WHERE thing_id = 'any:' || OLD.id;
END;
