-- Of the catalogue: stock, what lists sort and filter by, and search.

-- A movement of stock stays, or goes into a sealed file (docs/growth.md); only the reason that somebody wrote goes with them.
CREATE TRIGGER stock_movements_stay BEFORE DELETE ON stock_movements WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  SELECT RAISE(ABORT, 'APPEND_ONLY');
END;
CREATE TRIGGER stock_movements_only_words BEFORE UPDATE ON stock_movements WHEN NOT (
  NEW.reason IS NULL AND NEW.id = OLD.id AND NEW.variant_id = OLD.variant_id AND NEW.type = OLD.type
  AND NEW.amount = OLD.amount AND NEW.order_id IS OLD.order_id AND NEW.actor_id IS OLD.actor_id
  AND NEW.created_at = OLD.created_at) BEGIN
  SELECT RAISE(ABORT, 'APPEND_ONLY');
END;

-- Stock is the sum of its movements, also of sealed ones, which the variant carries; what is held is the sum of its holds.
CREATE TRIGGER stock_movements_sealed AFTER DELETE ON stock_movements BEGIN
  UPDATE variants SET sealed_stock = sealed_stock + OLD.amount, sealed_moves = sealed_moves + 1 WHERE id = OLD.variant_id;
END;
CREATE TRIGGER stock_movements_unsealed AFTER INSERT ON stock_movements WHEN EXISTS (SELECT 1 FROM sealing) BEGIN
  UPDATE variants SET sealed_stock = sealed_stock - NEW.amount, sealed_moves = sealed_moves - 1 WHERE id = NEW.variant_id;
END;
CREATE TRIGGER stock_movements_apply AFTER INSERT ON stock_movements WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  UPDATE variants SET stock = stock + NEW.amount, updated_at = NEW.created_at WHERE id = NEW.variant_id;
END;
CREATE TRIGGER stock_holds_take AFTER INSERT ON stock_holds BEGIN
  UPDATE variants SET held = held + NEW.quantity WHERE id = NEW.variant_id;
END;
CREATE TRIGGER stock_holds_release AFTER DELETE ON stock_holds BEGIN
  UPDATE variants SET held = held - OLD.quantity WHERE id = OLD.variant_id;
END;

-- A product keeps its least price and whether it is in stock, by which lists sort and filter; a variant keeps the shop whose
-- stock lists it. A deleted variant counts no more.
CREATE TRIGGER variants_added AFTER INSERT ON variants BEGIN
  UPDATE variants SET stock_shop_id = (SELECT p.shop_id FROM products p WHERE p.id = NEW.product_id AND p.deleted_at IS NULL)
    WHERE id = NEW.id AND deleted_at IS NULL AND stock_shop_id IS NULL;
  UPDATE products SET
    min_price_minor = (SELECT coalesce(min(v.price_minor), 0) FROM variants v WHERE v.product_id = NEW.product_id AND v.deleted_at IS NULL),
    in_stock = EXISTS (SELECT 1 FROM variants v WHERE v.product_id = NEW.product_id AND v.deleted_at IS NULL AND v.stock > v.held)
    WHERE id = NEW.product_id;
END;
CREATE TRIGGER variants_deleted AFTER UPDATE OF deleted_at ON variants WHEN OLD.deleted_at IS NOT NEW.deleted_at BEGIN
  UPDATE variants SET stock_shop_id = (SELECT p.shop_id FROM products p WHERE p.id = NEW.product_id AND p.deleted_at IS NULL AND NEW.deleted_at IS NULL)
    WHERE id = NEW.id;
  UPDATE products SET
    min_price_minor = (SELECT coalesce(min(v.price_minor), 0) FROM variants v WHERE v.product_id = NEW.product_id AND v.deleted_at IS NULL),
    in_stock = EXISTS (SELECT 1 FROM variants v WHERE v.product_id = NEW.product_id AND v.deleted_at IS NULL AND v.stock > v.held)
    WHERE id = NEW.product_id;
END;
CREATE TRIGGER variants_removed AFTER DELETE ON variants BEGIN
  UPDATE products SET
    min_price_minor = (SELECT coalesce(min(v.price_minor), 0) FROM variants v WHERE v.product_id = OLD.product_id AND v.deleted_at IS NULL),
    in_stock = EXISTS (SELECT 1 FROM variants v WHERE v.product_id = OLD.product_id AND v.deleted_at IS NULL AND v.stock > v.held)
    WHERE id = OLD.product_id;
  DELETE FROM stock_search WHERE rowid = (SELECT row FROM search_keys WHERE thing_id = OLD.id);
  DELETE FROM search_keys WHERE thing_id = OLD.id;
END;
CREATE TRIGGER variants_repriced AFTER UPDATE OF price_minor ON variants WHEN OLD.price_minor <> NEW.price_minor BEGIN
  UPDATE products SET
    min_price_minor = (SELECT coalesce(min(v.price_minor), 0) FROM variants v WHERE v.product_id = NEW.product_id AND v.deleted_at IS NULL),
    in_stock = EXISTS (SELECT 1 FROM variants v WHERE v.product_id = NEW.product_id AND v.deleted_at IS NULL AND v.stock > v.held)
    WHERE id = NEW.product_id;
END;
CREATE TRIGGER variants_restocked AFTER UPDATE OF stock, held ON variants WHEN (OLD.stock > OLD.held) <> (NEW.stock > NEW.held) BEGIN
  UPDATE products SET
    min_price_minor = (SELECT coalesce(min(v.price_minor), 0) FROM variants v WHERE v.product_id = NEW.product_id AND v.deleted_at IS NULL),
    in_stock = EXISTS (SELECT 1 FROM variants v WHERE v.product_id = NEW.product_id AND v.deleted_at IS NULL AND v.stock > v.held)
    WHERE id = NEW.product_id;
END;
CREATE TRIGGER variants_follow_product AFTER UPDATE OF shop_id, deleted_at ON products
WHEN OLD.shop_id <> NEW.shop_id OR OLD.deleted_at IS NOT NEW.deleted_at BEGIN
  UPDATE variants SET stock_shop_id = CASE WHEN NEW.deleted_at IS NULL THEN NEW.shop_id END WHERE product_id = NEW.id AND deleted_at IS NULL;
END;

-- Lists compare prices of two currencies in thousandths of a US cent (src/db/compared-price.ts).
CREATE TRIGGER products_compared_first AFTER INSERT ON products WHEN NEW.min_price_minor > 0 BEGIN
  UPDATE products SET compared_price = {{comparedPrice(NEW.min_price_minor, NEW.currency)}} WHERE id = NEW.id;
END;
CREATE TRIGGER products_compared AFTER UPDATE OF min_price_minor, currency ON products
WHEN OLD.min_price_minor <> NEW.min_price_minor OR OLD.currency <> NEW.currency BEGIN
  UPDATE products SET compared_price = {{comparedPrice(NEW.min_price_minor, NEW.currency)}} WHERE id = NEW.id;
END;

-- Guests search products that are visible, and no others. The search also knows their category, shop and currency, so that
-- words within one of them are found there and not among all that have them. An id is one word of it.
CREATE VIRTUAL TABLE products_search USING fts5 (name, brand, variants, description, place, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3');
CREATE TRIGGER products_hidden AFTER UPDATE OF visible ON products WHEN OLD.visible = 1 AND NEW.visible = 0 BEGIN
  DELETE FROM products_search WHERE rowid = (SELECT row FROM search_keys WHERE thing_id = OLD.id);
  DELETE FROM search_keys WHERE thing_id = OLD.id;
END;
CREATE TRIGGER products_reworded AFTER UPDATE OF name, brand, description, category_id, subcategory_id, shop_id, currency ON products WHEN OLD.visible = 1 AND NEW.visible = 1 BEGIN
  UPDATE products_search SET name = {{searchable(NEW.name)}}, brand = {{brand(NEW.brand)}}, variants = {{variantWords(NEW.id)}}, description = {{foldInSql(NEW.description)}},
    place = replace(NEW.category_id || ' ' || NEW.subcategory_id || ' ' || NEW.shop_id, '-', '') || ' ' || NEW.currency
  WHERE rowid = (SELECT row FROM search_keys WHERE thing_id = OLD.id);
END;
CREATE TRIGGER products_shown AFTER UPDATE OF visible ON products WHEN OLD.visible = 0 AND NEW.visible = 1 BEGIN
  INSERT INTO search_keys (thing_id) VALUES (NEW.id);
  INSERT INTO products_search (rowid, name, brand, variants, description, place) VALUES ((SELECT row FROM search_keys WHERE thing_id = NEW.id), {{searchable(NEW.name)}}, {{brand(NEW.brand)}}, {{variantWords(NEW.id)}}, {{foldInSql(NEW.description)}},
    replace(NEW.category_id || ' ' || NEW.subcategory_id || ' ' || NEW.shop_id, '-', '') || ' ' || NEW.currency);
END;

-- Staff search every product, in a table of its own whose `place` knows the shop and both states. Its rows rise with each
-- new product, so that the newest come first without sorting.
CREATE VIRTUAL TABLE all_products_search USING fts5 (name, brand, variants, description, place, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3');
CREATE TRIGGER products_unfiled AFTER UPDATE OF deleted_at ON products WHEN OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL BEGIN
  DELETE FROM all_products_search WHERE rowid = (SELECT row FROM search_keys WHERE thing_id = 'any:' || OLD.id);
  DELETE FROM search_keys WHERE thing_id = 'any:' || OLD.id;
END;
CREATE TRIGGER products_refiled AFTER UPDATE OF name, brand, description, shop_id, status, moderation_status ON products
WHEN OLD.name IS NOT NEW.name OR OLD.brand IS NOT NEW.brand OR OLD.description IS NOT NEW.description OR OLD.shop_id IS NOT NEW.shop_id
  OR OLD.status IS NOT NEW.status OR OLD.moderation_status IS NOT NEW.moderation_status BEGIN
  UPDATE all_products_search SET name = {{searchable(NEW.name)}}, brand = {{brand(NEW.brand)}}, variants = {{variantWords(NEW.id)}}, description = {{foldInSql(NEW.description)}},
    place = replace(NEW.shop_id, '-', '') || ' ' || NEW.status || ' ' || replace(NEW.moderation_status, '_', '')
  WHERE rowid = (SELECT row FROM search_keys WHERE thing_id = 'any:' || OLD.id);
END;
CREATE TRIGGER products_filed AFTER INSERT ON products BEGIN
  INSERT INTO search_keys (thing_id) VALUES ('any:' || NEW.id);
  INSERT INTO all_products_search (rowid, name, brand, variants, description, place) VALUES ((SELECT row FROM search_keys WHERE thing_id = 'any:' || NEW.id),
    {{searchable(NEW.name)}}, {{brand(NEW.brand)}}, {{variantWords(NEW.id)}}, {{foldInSql(NEW.description)}}, replace(NEW.shop_id, '-', '') || ' ' || NEW.status || ' ' || replace(NEW.moderation_status, '_', ''));
END;

-- Variants are found by their names and references in both searches.
CREATE TRIGGER variants_found AFTER INSERT ON variants WHEN NEW.name IS NOT NULL OR NEW.sku IS NOT NULL BEGIN
  UPDATE products_search SET variants = (SELECT {{variantWords(p.id)}} FROM products p WHERE p.id = NEW.product_id)
  WHERE rowid = (SELECT k.row FROM search_keys k JOIN products p ON p.id = k.thing_id WHERE p.id = NEW.product_id AND p.visible = 1);
  UPDATE all_products_search SET variants = (SELECT {{variantWords(p.id)}} FROM products p WHERE p.id = NEW.product_id)
  WHERE rowid = (SELECT row FROM search_keys WHERE thing_id = 'any:' || NEW.product_id);
END;
CREATE TRIGGER variants_found_otherwise AFTER UPDATE OF name, sku, deleted_at ON variants
WHEN OLD.name IS NOT NEW.name OR OLD.sku IS NOT NEW.sku OR (OLD.deleted_at IS NOT NEW.deleted_at AND (NEW.name IS NOT NULL OR NEW.sku IS NOT NULL)) BEGIN
  UPDATE products_search SET variants = (SELECT {{variantWords(p.id)}} FROM products p WHERE p.id = NEW.product_id)
  WHERE rowid = (SELECT k.row FROM search_keys k JOIN products p ON p.id = k.thing_id WHERE p.id = NEW.product_id AND p.visible = 1);
  UPDATE all_products_search SET variants = (SELECT {{variantWords(p.id)}} FROM products p WHERE p.id = NEW.product_id)
  WHERE rowid = (SELECT row FROM search_keys WHERE thing_id = 'any:' || NEW.product_id);
END;

-- A seller searches the stock of a shop by words of the product, the variant and its reference.
CREATE VIRTUAL TABLE stock_search USING fts5 (words, place, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3');
CREATE TRIGGER variants_listed AFTER UPDATE OF stock_shop_id ON variants WHEN OLD.stock_shop_id IS NOT NEW.stock_shop_id BEGIN
  DELETE FROM stock_search WHERE rowid = (SELECT row FROM search_keys WHERE thing_id = OLD.id);
  DELETE FROM search_keys WHERE thing_id = OLD.id;
  INSERT INTO search_keys (thing_id) SELECT NEW.id WHERE NEW.stock_shop_id IS NOT NULL;
  INSERT INTO stock_search (rowid, words, place) SELECT k.row, {{searchable((SELECT p.name FROM products p WHERE p.id = NEW.product_id) || ' ' || coalesce(NEW.name, '') || ' ' || coalesce(NEW.sku, ''))}}, replace(NEW.stock_shop_id, '-', '')
    FROM search_keys k WHERE k.thing_id = NEW.id AND NEW.stock_shop_id IS NOT NULL;
END;
CREATE TRIGGER variants_reworded AFTER UPDATE OF name, sku ON variants
WHEN NEW.stock_shop_id IS NOT NULL AND (OLD.name IS NOT NEW.name OR OLD.sku IS NOT NEW.sku) BEGIN
  UPDATE stock_search SET words = {{searchable((SELECT p.name FROM products p WHERE p.id = NEW.product_id) || ' ' || coalesce(NEW.name, '') || ' ' || coalesce(NEW.sku, ''))}}
  WHERE rowid = (SELECT row FROM search_keys WHERE thing_id = NEW.id);
END;
CREATE TRIGGER variants_renamed AFTER UPDATE OF name ON products WHEN OLD.name <> NEW.name BEGIN
  UPDATE stock_search SET words = (
    SELECT {{searchable(NEW.name || ' ' || coalesce(v.name, '') || ' ' || coalesce(v.sku, ''))}}
    FROM search_keys k JOIN variants v ON v.id = k.thing_id WHERE k.row = stock_search.rowid)
  WHERE rowid IN (SELECT k.row FROM variants v JOIN search_keys k ON k.thing_id = v.id WHERE v.product_id = NEW.id AND v.stock_shop_id IS NOT NULL);
END;

-- A search forgives one wrong letter (docs/decisions/0010-one-wrong-letter.md). Each word of a name or brand on sale stands
-- here without accents, and with any one letter left out: two words that differ by one letter meet there.
CREATE TABLE search_words (word TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE TABLE search_spellings (near TEXT NOT NULL, word TEXT NOT NULL, PRIMARY KEY (near, word)) STRICT, WITHOUT ROWID;
CREATE TRIGGER products_spelled AFTER UPDATE OF visible, name, brand ON products
WHEN NEW.visible = 1 AND (OLD.visible = 0 OR OLD.name <> NEW.name OR OLD.brand IS NOT NEW.brand) BEGIN
  INSERT INTO search_words (word)
    SELECT DISTINCT w.value FROM (
      SELECT {{apart(lower(folded))}} AS spaced FROM (
        SELECT {{stripAccentsInSql(raw)}} AS folded FROM (SELECT {{foldInSql(NEW.name || ' ' || coalesce(NEW.brand, ''))}} AS raw) AS named) AS unaccented) AS split
    CROSS JOIN json_each('[' || replace(json_quote(spaced), ' ', '","') || ']') AS w
    WHERE length(w.value) BETWEEN 4 AND 24 AND w.value NOT GLOB '*[^a-z]*'
    ON CONFLICT DO NOTHING;
END;

-- A word is spelled as it sounds: ph is f, and a plural is its singular.
CREATE TRIGGER search_words_spelled AFTER INSERT ON search_words BEGIN
  INSERT INTO search_spellings (near, word)
    SELECT DISTINCT substr(plain, 1, i.value - 1) || substr(plain, i.value + 1), NEW.word
    FROM (SELECT iif(substr(sound, -1) IN ('s', 'x'), substr(sound, 1, length(sound) - 1), sound) AS plain
      FROM (SELECT replace(NEW.word, 'ph', 'f') AS sound) AS heard) AS spelled
    CROSS JOIN json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25]') AS i WHERE i.value <= length(plain) + 1
    ON CONFLICT DO NOTHING;
END;

-- A word that no product on sale has goes with its spellings: as they were made, so they go.
CREATE TRIGGER search_words_forgotten AFTER DELETE ON search_words BEGIN
  DELETE FROM search_spellings WHERE word = OLD.word AND near IN (
    SELECT substr(plain, 1, i.value - 1) || substr(plain, i.value + 1)
    FROM (SELECT iif(substr(sound, -1) IN ('s', 'x'), substr(sound, 1, length(sound) - 1), sound) AS plain
      FROM (SELECT replace(OLD.word, 'ph', 'f') AS sound) AS heard) AS spelled
    CROSS JOIN json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25]') AS i WHERE i.value <= length(plain) + 1);
END;

-- A day counts its words under no word: past a thousand no further one is counted.
CREATE TRIGGER search_misses_bounded AFTER INSERT ON search_misses WHEN NEW.word <> '' BEGIN
  INSERT INTO search_misses (day, word, count) VALUES (NEW.day, '', 1) ON CONFLICT (day, word) DO UPDATE SET count = count + 1;
END;

-- Caches keep what guests read: what somebody takes down is purged by the end of its id. A product whose shop is gone leaves with it;
-- one that expired, or for which its seller's plan has no place, stays until caches ask again.
CREATE TRIGGER products_purged AFTER UPDATE OF visible ON products WHEN OLD.visible = 1 AND NEW.visible = 0
  AND (NEW.status <> 'PUBLISHED' OR NEW.deleted_at IS NOT NULL OR {{isRefused(NEW.moderation_status)}} OR NEW.moderation_status = 'PENDING' AND NEW.moderation_mode = 'PRE')
  AND EXISTS (SELECT 1 FROM shops s WHERE s.id = NEW.shop_id AND s.status = 'PUBLISHED' AND s.owner_blocked = 0) BEGIN
  INSERT INTO purges (tag) VALUES (substr(NEW.id, -12));
END;
CREATE TRIGGER pictures_purged AFTER UPDATE OF moderation_status ON products
WHEN {{isRefused(NEW.moderation_status)}} AND NOT {{isRefused(OLD.moderation_status)}} BEGIN
  INSERT INTO purges (tag) SELECT substr(g.key, instr(g.key, '.') - 12, 12) FROM product_images g WHERE g.product_id = NEW.id;
END;
