CREATE TRIGGER count_tickets_insert AFTER INSERT ON tickets BEGIN
  INSERT INTO counters (name, value) VALUES ('tickets', 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('tickets:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'tickets:' || NEW.assignee_id, 1 WHERE NEW.assignee_id IS NOT NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'tickets:' || NEW.status || ':' || NEW.assignee_id, 1 WHERE NEW.assignee_id IS NOT NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('tickets:person:' || NEW.owner_id, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_tickets_status_update AFTER UPDATE OF status ON tickets WHEN OLD.status IS NOT NEW.status BEGIN
  INSERT INTO counters (name, value) VALUES ('tickets:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('tickets:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_tickets_assignee_id_update AFTER UPDATE OF assignee_id ON tickets WHEN OLD.assignee_id IS NOT NEW.assignee_id BEGIN
  INSERT INTO counters (name, value) SELECT 'tickets:' || OLD.assignee_id, -1 WHERE OLD.assignee_id IS NOT NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'tickets:' || NEW.assignee_id, 1 WHERE NEW.assignee_id IS NOT NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_tickets_status_assignee_id_update AFTER UPDATE OF status, assignee_id ON tickets WHEN OLD.status IS NOT NEW.status OR OLD.assignee_id IS NOT NEW.assignee_id BEGIN
  INSERT INTO counters (name, value) SELECT 'tickets:' || OLD.status || ':' || OLD.assignee_id, -1 WHERE OLD.assignee_id IS NOT NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'tickets:' || NEW.status || ':' || NEW.assignee_id, 1 WHERE NEW.assignee_id IS NOT NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_tickets_person_update AFTER UPDATE OF owner_id ON tickets WHEN OLD.owner_id IS NOT NEW.owner_id BEGIN
  INSERT INTO counters (name, value) VALUES ('tickets:person:' || OLD.owner_id, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('tickets:person:' || NEW.owner_id, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_tickets_delete AFTER DELETE ON tickets BEGIN
  INSERT INTO counters (name, value) VALUES ('tickets', -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('tickets:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'tickets:' || OLD.assignee_id, -1 WHERE OLD.assignee_id IS NOT NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'tickets:' || OLD.status || ':' || OLD.assignee_id, -1 WHERE OLD.assignee_id IS NOT NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('tickets:person:' || OLD.owner_id, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
DELETE FROM counters WHERE (name = 'tickets' OR name GLOB 'tickets:*') AND NOT name GLOB 'tickets:person:*';
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'tickets', count(*) FROM tickets t GROUP BY 1;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'tickets:' || t.status, count(*) FROM tickets t GROUP BY 1;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'tickets:' || t.assignee_id, count(*) FROM tickets t WHERE t.assignee_id IS NOT NULL GROUP BY 1;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'tickets:' || t.status || ':' || t.assignee_id, count(*) FROM tickets t WHERE t.assignee_id IS NOT NULL GROUP BY 1;
--> statement-breakpoint
DELETE FROM counters WHERE name GLOB 'tickets:person:*';
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'tickets:person:' || t.owner_id, count(*) FROM tickets t GROUP BY 1;
