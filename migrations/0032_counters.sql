CREATE TRIGGER count_kyc_insert AFTER INSERT ON kyc BEGIN
  INSERT INTO counters (name, value) VALUES ('kyc', 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('kyc:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_kyc_status_update AFTER UPDATE OF status ON kyc WHEN OLD.status IS NOT NEW.status BEGIN
  INSERT INTO counters (name, value) VALUES ('kyc:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('kyc:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_kyc_delete AFTER DELETE ON kyc BEGIN
  INSERT INTO counters (name, value) VALUES ('kyc', -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('kyc:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
DELETE FROM counters WHERE (name = 'kyc' OR name GLOB 'kyc:*');
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'kyc', count(*) FROM kyc t GROUP BY 1;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'kyc:' || t.status, count(*) FROM kyc t GROUP BY 1;
