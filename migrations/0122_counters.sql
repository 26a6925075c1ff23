DROP TRIGGER count_shops_delete;
--> statement-breakpoint
DROP TRIGGER count_shops_insert;
--> statement-breakpoint
DROP TRIGGER count_shops_published_update;
--> statement-breakpoint
CREATE TRIGGER count_shops_insert AFTER INSERT ON shops BEGIN
  INSERT INTO counters (name, value) VALUES ('shops', 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('shops:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('shops:' || NEW.review_status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('shops:' || NEW.status || ':' || NEW.review_status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'shops:published', 1 WHERE NEW.status IS 'PUBLISHED' AND NEW.owner_blocked IS 0 AND NEW.over_plan IS 0 ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_shops_published_update AFTER UPDATE OF status, owner_blocked, over_plan ON shops WHEN OLD.status IS NOT NEW.status OR OLD.owner_blocked IS NOT NEW.owner_blocked OR OLD.over_plan IS NOT NEW.over_plan BEGIN
  INSERT INTO counters (name, value) SELECT 'shops:published', -1 WHERE OLD.status IS 'PUBLISHED' AND OLD.owner_blocked IS 0 AND OLD.over_plan IS 0 ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'shops:published', 1 WHERE NEW.status IS 'PUBLISHED' AND NEW.owner_blocked IS 0 AND NEW.over_plan IS 0 ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_shops_delete AFTER DELETE ON shops BEGIN
  INSERT INTO counters (name, value) VALUES ('shops', -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('shops:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('shops:' || OLD.review_status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('shops:' || OLD.status || ':' || OLD.review_status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'shops:published', -1 WHERE OLD.status IS 'PUBLISHED' AND OLD.owner_blocked IS 0 AND OLD.over_plan IS 0 ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
DELETE FROM counters WHERE (name = 'shops' OR name GLOB 'shops:*') AND NOT (name = 'shops:published' OR name GLOB 'shops:published:*');
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'shops', count(*) FROM shops t GROUP BY 1;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'shops:' || t.status, count(*) FROM shops t GROUP BY 1;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'shops:' || t.review_status, count(*) FROM shops t GROUP BY 1;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'shops:' || t.status || ':' || t.review_status, count(*) FROM shops t GROUP BY 1;
--> statement-breakpoint
DELETE FROM counters WHERE (name = 'shops:published' OR name GLOB 'shops:published:*');
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'shops:published', count(*) FROM shops t WHERE t.status IS 'PUBLISHED' AND t.owner_blocked IS 0 AND t.over_plan IS 0 GROUP BY 1;
