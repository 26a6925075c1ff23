CREATE TRIGGER changed_compared_nights_update AFTER UPDATE ON compared_nights BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'compared_nights' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_compared_nights_delete AFTER DELETE ON compared_nights BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'compared_nights' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM compared_nights), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM compared_nights)) WHERE name = 'compared_nights' AND read_to > (SELECT coalesce(max(rowid), 0) FROM compared_nights);
END;
