DROP TRIGGER count_products_delete;
--> statement-breakpoint
DROP TRIGGER count_products_insert;
--> statement-breakpoint
CREATE TRIGGER count_products_insert AFTER INSERT ON products BEGIN
  INSERT INTO counters (name, value) SELECT 'products:visible', 1 WHERE NEW.visible IS 1 ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:visible:category:' || NEW.category_id, 1 WHERE NEW.visible IS 1 ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:visible:subcategory:' || NEW.subcategory_id, 1 WHERE NEW.visible IS 1 ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:visible:shop:' || NEW.shop_id, 1 WHERE NEW.visible IS 1 ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:shop:' || NEW.shop_id, 1 WHERE NEW.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:shop:' || NEW.shop_id || ':' || NEW.status, 1 WHERE NEW.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:shop:' || NEW.shop_id || ':' || NEW.moderation_status, 1 WHERE NEW.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:shop:' || NEW.shop_id || ':' || NEW.status || ':' || NEW.moderation_status, 1 WHERE NEW.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:all', 1 WHERE NEW.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:all:' || NEW.status, 1 WHERE NEW.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:all:' || NEW.moderation_status, 1 WHERE NEW.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:all:' || NEW.status || ':' || NEW.moderation_status, 1 WHERE NEW.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_products_shop_moderation_status_update AFTER UPDATE OF shop_id, moderation_status, deleted_at ON products WHEN OLD.shop_id IS NOT NEW.shop_id OR OLD.moderation_status IS NOT NEW.moderation_status OR OLD.deleted_at IS NOT NEW.deleted_at BEGIN
  INSERT INTO counters (name, value) SELECT 'products:shop:' || OLD.shop_id || ':' || OLD.moderation_status, -1 WHERE OLD.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:shop:' || NEW.shop_id || ':' || NEW.moderation_status, 1 WHERE NEW.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_products_shop_status_moderation_status_update AFTER UPDATE OF shop_id, status, moderation_status, deleted_at ON products WHEN OLD.shop_id IS NOT NEW.shop_id OR OLD.status IS NOT NEW.status OR OLD.moderation_status IS NOT NEW.moderation_status OR OLD.deleted_at IS NOT NEW.deleted_at BEGIN
  INSERT INTO counters (name, value) SELECT 'products:shop:' || OLD.shop_id || ':' || OLD.status || ':' || OLD.moderation_status, -1 WHERE OLD.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:shop:' || NEW.shop_id || ':' || NEW.status || ':' || NEW.moderation_status, 1 WHERE NEW.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_products_all_update AFTER UPDATE OF deleted_at ON products WHEN OLD.deleted_at IS NOT NEW.deleted_at BEGIN
  INSERT INTO counters (name, value) SELECT 'products:all', -1 WHERE OLD.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:all', 1 WHERE NEW.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_products_all_status_update AFTER UPDATE OF status, deleted_at ON products WHEN OLD.status IS NOT NEW.status OR OLD.deleted_at IS NOT NEW.deleted_at BEGIN
  INSERT INTO counters (name, value) SELECT 'products:all:' || OLD.status, -1 WHERE OLD.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:all:' || NEW.status, 1 WHERE NEW.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_products_all_moderation_status_update AFTER UPDATE OF moderation_status, deleted_at ON products WHEN OLD.moderation_status IS NOT NEW.moderation_status OR OLD.deleted_at IS NOT NEW.deleted_at BEGIN
  INSERT INTO counters (name, value) SELECT 'products:all:' || OLD.moderation_status, -1 WHERE OLD.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:all:' || NEW.moderation_status, 1 WHERE NEW.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_products_all_status_moderation_status_update AFTER UPDATE OF status, moderation_status, deleted_at ON products WHEN OLD.status IS NOT NEW.status OR OLD.moderation_status IS NOT NEW.moderation_status OR OLD.deleted_at IS NOT NEW.deleted_at BEGIN
  INSERT INTO counters (name, value) SELECT 'products:all:' || OLD.status || ':' || OLD.moderation_status, -1 WHERE OLD.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:all:' || NEW.status || ':' || NEW.moderation_status, 1 WHERE NEW.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_products_delete AFTER DELETE ON products BEGIN
  INSERT INTO counters (name, value) SELECT 'products:visible', -1 WHERE OLD.visible IS 1 ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:visible:category:' || OLD.category_id, -1 WHERE OLD.visible IS 1 ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:visible:subcategory:' || OLD.subcategory_id, -1 WHERE OLD.visible IS 1 ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:visible:shop:' || OLD.shop_id, -1 WHERE OLD.visible IS 1 ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:shop:' || OLD.shop_id, -1 WHERE OLD.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:shop:' || OLD.shop_id || ':' || OLD.status, -1 WHERE OLD.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:shop:' || OLD.shop_id || ':' || OLD.moderation_status, -1 WHERE OLD.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:shop:' || OLD.shop_id || ':' || OLD.status || ':' || OLD.moderation_status, -1 WHERE OLD.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:all', -1 WHERE OLD.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:all:' || OLD.status, -1 WHERE OLD.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:all:' || OLD.moderation_status, -1 WHERE OLD.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:all:' || OLD.status || ':' || OLD.moderation_status, -1 WHERE OLD.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
DELETE FROM counters WHERE (name = 'products:visible' OR name GLOB 'products:visible:*') AND NOT name GLOB 'products:visible:category:*' AND NOT name GLOB 'products:visible:subcategory:*' AND NOT name GLOB 'products:visible:shop:*';
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'products:visible', count(*) FROM products t WHERE t.visible IS 1 GROUP BY 1;
--> statement-breakpoint
DELETE FROM counters WHERE name GLOB 'products:visible:category:*';
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'products:visible:category:' || t.category_id, count(*) FROM products t WHERE t.visible IS 1 GROUP BY 1;
--> statement-breakpoint
DELETE FROM counters WHERE name GLOB 'products:visible:subcategory:*';
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'products:visible:subcategory:' || t.subcategory_id, count(*) FROM products t WHERE t.visible IS 1 GROUP BY 1;
--> statement-breakpoint
DELETE FROM counters WHERE name GLOB 'products:visible:shop:*';
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'products:visible:shop:' || t.shop_id, count(*) FROM products t WHERE t.visible IS 1 GROUP BY 1;
--> statement-breakpoint
DELETE FROM counters WHERE name GLOB 'products:shop:*';
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'products:shop:' || t.shop_id, count(*) FROM products t WHERE t.deleted_at IS NULL GROUP BY 1;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'products:shop:' || t.shop_id || ':' || t.status, count(*) FROM products t WHERE t.deleted_at IS NULL GROUP BY 1;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'products:shop:' || t.shop_id || ':' || t.moderation_status, count(*) FROM products t WHERE t.deleted_at IS NULL GROUP BY 1;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'products:shop:' || t.shop_id || ':' || t.status || ':' || t.moderation_status, count(*) FROM products t WHERE t.deleted_at IS NULL GROUP BY 1;
--> statement-breakpoint
DELETE FROM counters WHERE (name = 'products:all' OR name GLOB 'products:all:*');
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'products:all', count(*) FROM products t WHERE t.deleted_at IS NULL GROUP BY 1;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'products:all:' || t.status, count(*) FROM products t WHERE t.deleted_at IS NULL GROUP BY 1;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'products:all:' || t.moderation_status, count(*) FROM products t WHERE t.deleted_at IS NULL GROUP BY 1;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'products:all:' || t.status || ':' || t.moderation_status, count(*) FROM products t WHERE t.deleted_at IS NULL GROUP BY 1;
