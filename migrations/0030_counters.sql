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
DELETE FROM counters WHERE name GLOB 'variants:shop:*';
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'variants:shop:' || t.stock_shop_id, count(*) FROM variants t WHERE t.stock_shop_id IS NOT NULL GROUP BY 1;
