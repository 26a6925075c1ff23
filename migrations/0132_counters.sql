DROP TRIGGER count_payouts_delete;
--> statement-breakpoint
DROP TRIGGER count_payouts_insert;
--> statement-breakpoint
DROP TRIGGER count_payouts_status_update;
--> statement-breakpoint
DROP TRIGGER count_payouts_update;
--> statement-breakpoint
CREATE TRIGGER count_payouts_insert AFTER INSERT ON payouts BEGIN
  INSERT INTO counters (name, value) SELECT 'payouts', 1 WHERE NEW.owner_id IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'payouts:' || NEW.status, 1 WHERE NEW.owner_id IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'payouts:owner:' || NEW.owner_id, 1 WHERE NEW.owner_id IS NOT NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_payouts_update AFTER UPDATE OF owner_id ON payouts WHEN OLD.owner_id IS NOT NEW.owner_id BEGIN
  INSERT INTO counters (name, value) SELECT 'payouts', -1 WHERE OLD.owner_id IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'payouts', 1 WHERE NEW.owner_id IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_payouts_status_update AFTER UPDATE OF status, owner_id ON payouts WHEN OLD.status IS NOT NEW.status OR OLD.owner_id IS NOT NEW.owner_id BEGIN
  INSERT INTO counters (name, value) SELECT 'payouts:' || OLD.status, -1 WHERE OLD.owner_id IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'payouts:' || NEW.status, 1 WHERE NEW.owner_id IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_payouts_delete AFTER DELETE ON payouts BEGIN
  INSERT INTO counters (name, value) SELECT 'payouts', -1 WHERE OLD.owner_id IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'payouts:' || OLD.status, -1 WHERE OLD.owner_id IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'payouts:owner:' || OLD.owner_id, -1 WHERE OLD.owner_id IS NOT NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER changed_gateway_wallets_update AFTER UPDATE ON gateway_wallets BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'gateway_wallets' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_gateway_wallets_delete AFTER DELETE ON gateway_wallets BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'gateway_wallets' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM gateway_wallets), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM gateway_wallets)) WHERE name = 'gateway_wallets' AND read_to > (SELECT coalesce(max(rowid), 0) FROM gateway_wallets);
END;
--> statement-breakpoint
DELETE FROM counters WHERE (name = 'payouts' OR name GLOB 'payouts:*') AND NOT name GLOB 'payouts:owner:*';
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'payouts', count(*) FROM payouts t WHERE t.owner_id IS NULL GROUP BY 1;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'payouts:' || t.status, count(*) FROM payouts t WHERE t.owner_id IS NULL GROUP BY 1;
--> statement-breakpoint
DELETE FROM counters WHERE name GLOB 'payouts:owner:*';
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'payouts:owner:' || t.owner_id, count(*) FROM payouts t WHERE t.owner_id IS NOT NULL GROUP BY 1;
