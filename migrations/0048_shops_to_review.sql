-- A shop that was published before shops were reviewed waits for its review now: staff could decide nothing of it.
INSERT INTO moderation_events (thing_id, version, thing, event, from_status, to_status, at)
  SELECT s.id, s.version, 'shop', 'publish', 'NONE', 'PENDING', s.published_at FROM shops s WHERE s.review_status = 'NONE' AND s.published_at IS NOT NULL;
--> statement-breakpoint
UPDATE shops SET review_status = 'PENDING' WHERE review_status = 'NONE' AND published_at IS NOT NULL;
--> statement-breakpoint
-- And one that a Worker of before publishes between this migration and the next deployment.
CREATE TRIGGER shops_published AFTER UPDATE OF status ON shops WHEN NEW.status = 'PUBLISHED' AND NEW.review_status = 'NONE' BEGIN
  INSERT INTO moderation_events (thing_id, version, thing, event, from_status, to_status, at)
    VALUES (NEW.id, NEW.version, 'shop', 'publish', 'NONE', 'PENDING', NEW.updated_at);
  UPDATE shops SET review_status = 'PENDING' WHERE id = NEW.id;
END;
