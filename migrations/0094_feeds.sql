-- A feed counts its notifications, and those that nobody read: neither by themselves nor with all the others.
CREATE TRIGGER feeds_insert AFTER INSERT ON notifications BEGIN
  INSERT INTO feeds (user_id, total, unread, read_to) VALUES (NEW.user_id, 1, NEW.read_at IS NULL, 0)
    ON CONFLICT (user_id) DO UPDATE SET total = total + 1, unread = unread + excluded.unread;
END;
--> statement-breakpoint
CREATE TRIGGER feeds_read AFTER UPDATE OF read_at ON notifications WHEN OLD.read_at IS NULL AND NEW.read_at IS NOT NULL BEGIN
  UPDATE feeds SET unread = unread - 1 WHERE user_id = NEW.user_id AND read_to < NEW.seq;
END;
--> statement-breakpoint
CREATE TRIGGER feeds_delete AFTER DELETE ON notifications BEGIN
  UPDATE feeds SET total = total - 1, unread = unread - (OLD.read_at IS NULL AND read_to < OLD.seq) WHERE user_id = OLD.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER feeds_read_all AFTER INSERT ON feed_reads BEGIN
  UPDATE feeds SET unread = 0, read_to = NEW.up_to WHERE user_id = NEW.user_id;
END;
