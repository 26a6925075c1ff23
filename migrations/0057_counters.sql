CREATE TRIGGER count_conversations_insert AFTER INSERT ON conversations BEGIN
  INSERT INTO counters (name, value) SELECT 'conversations:' || NEW.shown_to, 1 WHERE NEW.shown_to IS NOT NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_conversations_update AFTER UPDATE OF shown_to ON conversations WHEN OLD.shown_to IS NOT NEW.shown_to BEGIN
  INSERT INTO counters (name, value) SELECT 'conversations:' || OLD.shown_to, -1 WHERE OLD.shown_to IS NOT NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'conversations:' || NEW.shown_to, 1 WHERE NEW.shown_to IS NOT NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_conversations_delete AFTER DELETE ON conversations BEGIN
  INSERT INTO counters (name, value) SELECT 'conversations:' || OLD.shown_to, -1 WHERE OLD.shown_to IS NOT NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
DELETE FROM counters WHERE name GLOB 'conversations:*';
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'conversations:' || t.shown_to, count(*) FROM conversations t WHERE t.shown_to IS NOT NULL GROUP BY 1;
