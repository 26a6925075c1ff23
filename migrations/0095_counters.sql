DROP TRIGGER count_users_delete;
--> statement-breakpoint
DROP TRIGGER count_users_insert;
--> statement-breakpoint
CREATE TRIGGER count_users_insert AFTER INSERT ON users BEGIN
  INSERT INTO counters (name, value) VALUES ('users', 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('users:' || NEW.role, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'users:open:' || NEW.role, 1 WHERE NEW.blocked_at IS NULL AND NEW.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_users_open_update AFTER UPDATE OF role, blocked_at, deleted_at ON users WHEN OLD.role IS NOT NEW.role OR OLD.blocked_at IS NOT NEW.blocked_at OR OLD.deleted_at IS NOT NEW.deleted_at BEGIN
  INSERT INTO counters (name, value) SELECT 'users:open:' || OLD.role, -1 WHERE OLD.blocked_at IS NULL AND OLD.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'users:open:' || NEW.role, 1 WHERE NEW.blocked_at IS NULL AND NEW.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_users_delete AFTER DELETE ON users BEGIN
  INSERT INTO counters (name, value) VALUES ('users', -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('users:' || OLD.role, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'users:open:' || OLD.role, -1 WHERE OLD.blocked_at IS NULL AND OLD.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
DELETE FROM counters WHERE (name = 'users' OR name GLOB 'users:*') AND NOT name GLOB 'users:open:*';
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'users', count(*) FROM users t GROUP BY 1;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'users:' || t.role, count(*) FROM users t GROUP BY 1;
--> statement-breakpoint
DELETE FROM counters WHERE name GLOB 'users:open:*';
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'users:open:' || t.role, count(*) FROM users t WHERE t.blocked_at IS NULL AND t.deleted_at IS NULL GROUP BY 1;
