CREATE TRIGGER changed_history_update AFTER UPDATE ON history BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'history' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_stock_movements_update AFTER UPDATE ON stock_movements BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'stock_movements' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
