DROP TRIGGER count_shops_delete;
--> statement-breakpoint
DROP TRIGGER count_shops_insert;
--> statement-breakpoint
CREATE TRIGGER count_shops_insert AFTER INSERT ON shops BEGIN
  INSERT INTO counters (name, value) VALUES ('shops', 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('shops:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('shops:' || NEW.review_status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('shops:' || NEW.status || ':' || NEW.review_status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'shops:published', 1 WHERE NEW.status IS 'PUBLISHED' ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_shops_status_update AFTER UPDATE OF status ON shops WHEN OLD.status IS NOT NEW.status BEGIN
  INSERT INTO counters (name, value) VALUES ('shops:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('shops:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_shops_review_status_update AFTER UPDATE OF review_status ON shops WHEN OLD.review_status IS NOT NEW.review_status BEGIN
  INSERT INTO counters (name, value) VALUES ('shops:' || OLD.review_status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('shops:' || NEW.review_status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_shops_status_review_status_update AFTER UPDATE OF status, review_status ON shops WHEN OLD.status IS NOT NEW.status OR OLD.review_status IS NOT NEW.review_status BEGIN
  INSERT INTO counters (name, value) VALUES ('shops:' || OLD.status || ':' || OLD.review_status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('shops:' || NEW.status || ':' || NEW.review_status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_shops_delete AFTER DELETE ON shops BEGIN
  INSERT INTO counters (name, value) VALUES ('shops', -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('shops:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('shops:' || OLD.review_status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('shops:' || OLD.status || ':' || OLD.review_status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'shops:published', -1 WHERE OLD.status IS 'PUBLISHED' ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
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
INSERT INTO counters (name, value) SELECT 'shops:published', count(*) FROM shops t WHERE t.status IS 'PUBLISHED' GROUP BY 1;
