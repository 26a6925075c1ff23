CREATE TRIGGER count_posts_insert AFTER INSERT ON posts BEGIN
  INSERT INTO counters (name, value) VALUES ('posts', 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('posts:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('posts:' || NEW.locale, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('posts:' || NEW.status || ':' || NEW.locale, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_posts_status_update AFTER UPDATE OF status ON posts WHEN OLD.status IS NOT NEW.status BEGIN
  INSERT INTO counters (name, value) VALUES ('posts:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('posts:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_posts_locale_update AFTER UPDATE OF locale ON posts WHEN OLD.locale IS NOT NEW.locale BEGIN
  INSERT INTO counters (name, value) VALUES ('posts:' || OLD.locale, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('posts:' || NEW.locale, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_posts_status_locale_update AFTER UPDATE OF status, locale ON posts WHEN OLD.status IS NOT NEW.status OR OLD.locale IS NOT NEW.locale BEGIN
  INSERT INTO counters (name, value) VALUES ('posts:' || OLD.status || ':' || OLD.locale, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('posts:' || NEW.status || ':' || NEW.locale, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_posts_delete AFTER DELETE ON posts BEGIN
  INSERT INTO counters (name, value) VALUES ('posts', -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('posts:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('posts:' || OLD.locale, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('posts:' || OLD.status || ':' || OLD.locale, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
DELETE FROM counters WHERE (name = 'posts' OR name GLOB 'posts:*');
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'posts', count(*) FROM posts t GROUP BY 1;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'posts:' || t.status, count(*) FROM posts t GROUP BY 1;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'posts:' || t.locale, count(*) FROM posts t GROUP BY 1;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'posts:' || t.status || ':' || t.locale, count(*) FROM posts t GROUP BY 1;
