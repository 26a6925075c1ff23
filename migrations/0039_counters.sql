CREATE TRIGGER count_reports_insert AFTER INSERT ON reports BEGIN
  INSERT INTO counters (name, value) VALUES ('reports', 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('reports:' || NEW.type, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('reports:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('reports:' || NEW.type || ':' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_reports_type_update AFTER UPDATE OF type ON reports WHEN OLD.type IS NOT NEW.type BEGIN
  INSERT INTO counters (name, value) VALUES ('reports:' || OLD.type, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('reports:' || NEW.type, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_reports_status_update AFTER UPDATE OF status ON reports WHEN OLD.status IS NOT NEW.status BEGIN
  INSERT INTO counters (name, value) VALUES ('reports:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('reports:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_reports_type_status_update AFTER UPDATE OF type, status ON reports WHEN OLD.type IS NOT NEW.type OR OLD.status IS NOT NEW.status BEGIN
  INSERT INTO counters (name, value) VALUES ('reports:' || OLD.type || ':' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('reports:' || NEW.type || ':' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_reports_delete AFTER DELETE ON reports BEGIN
  INSERT INTO counters (name, value) VALUES ('reports', -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('reports:' || OLD.type, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('reports:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('reports:' || OLD.type || ':' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
DELETE FROM counters WHERE (name = 'reports' OR name GLOB 'reports:*');
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'reports', count(*) FROM reports t GROUP BY 1;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'reports:' || t.type, count(*) FROM reports t GROUP BY 1;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'reports:' || t.status, count(*) FROM reports t GROUP BY 1;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'reports:' || t.type || ':' || t.status, count(*) FROM reports t GROUP BY 1;
