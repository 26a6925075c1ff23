CREATE TRIGGER changed_price_rates_update AFTER UPDATE ON price_rates BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'price_rates' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_price_rates_delete AFTER DELETE ON price_rates BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'price_rates' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM price_rates), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM price_rates)) WHERE name = 'price_rates' AND read_to > (SELECT coalesce(max(rowid), 0) FROM price_rates);
END;
