CREATE TRIGGER count_audit_insert AFTER INSERT ON audit BEGIN
  INSERT INTO counters (name, value) VALUES ('audit', 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_audit_delete AFTER DELETE ON audit BEGIN
  INSERT INTO counters (name, value) VALUES ('audit', -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
DELETE FROM counters WHERE (name = 'audit' OR name GLOB 'audit:*');
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'audit', count(*) FROM audit t GROUP BY 1;
