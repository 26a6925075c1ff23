-- What a deleted variant cost or had left counts no more; the shop whose stock lists a variant is kept on it.
DROP TRIGGER variants_added;
--> statement-breakpoint
DROP TRIGGER variants_removed;
--> statement-breakpoint
DROP TRIGGER variants_repriced;
--> statement-breakpoint
DROP TRIGGER variants_restocked;
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
-- What a seller looks for in the stock of a shop: words of the product, the variant and its reference.
CREATE VIRTUAL TABLE stock_search USING fts5 (words, place, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3');
--> statement-breakpoint
CREATE TRIGGER variants_listed AFTER UPDATE OF stock_shop_id ON variants WHEN OLD.stock_shop_id IS NOT NEW.stock_shop_id BEGIN
  DELETE FROM stock_search WHERE rowid = (SELECT row FROM search_keys WHERE thing_id = OLD.id);
  DELETE FROM search_keys WHERE thing_id = OLD.id;
  INSERT INTO search_keys (thing_id) SELECT NEW.id WHERE NEW.stock_shop_id IS NOT NULL;
  INSERT INTO stock_search (rowid, words, place) SELECT k.row, (SELECT p.name FROM products p WHERE p.id = NEW.product_id) || ' ' || coalesce(NEW.name, '') || ' ' || coalesce(NEW.sku, ''), replace(NEW.stock_shop_id, '-', '')
    FROM search_keys k WHERE k.thing_id = NEW.id AND NEW.stock_shop_id IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER variants_reworded AFTER UPDATE OF name, sku ON variants
WHEN NEW.stock_shop_id IS NOT NULL AND (OLD.name IS NOT NEW.name OR OLD.sku IS NOT NEW.sku) BEGIN
  UPDATE stock_search SET words = (SELECT p.name FROM products p WHERE p.id = NEW.product_id) || ' ' || coalesce(NEW.name, '') || ' ' || coalesce(NEW.sku, '')
  WHERE rowid = (SELECT row FROM search_keys WHERE thing_id = NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER variants_renamed AFTER UPDATE OF name ON products WHEN OLD.name <> NEW.name BEGIN
  UPDATE stock_search SET words = (
    SELECT NEW.name || ' ' || coalesce(v.name, '') || ' ' || coalesce(v.sku, '')
    FROM search_keys k JOIN variants v ON v.id = k.thing_id WHERE k.row = stock_search.rowid)
  WHERE rowid IN (SELECT k.row FROM variants v JOIN search_keys k ON k.thing_id = v.id WHERE v.product_id = NEW.id AND v.stock_shop_id IS NOT NULL);
END;
--> statement-breakpoint
UPDATE variants SET stock_shop_id = (SELECT p.shop_id FROM products p WHERE p.id = variants.product_id AND p.deleted_at IS NULL);
