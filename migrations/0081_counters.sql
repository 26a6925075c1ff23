CREATE TRIGGER count_incidents_insert AFTER INSERT ON incidents BEGIN
  INSERT INTO counters (name, value) VALUES ('incidents', 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('incidents:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('incidents:' || NEW.severity, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('incidents:' || NEW.status || ':' || NEW.severity, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_incidents_status_update AFTER UPDATE OF status ON incidents WHEN OLD.status IS NOT NEW.status BEGIN
  INSERT INTO counters (name, value) VALUES ('incidents:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('incidents:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_incidents_severity_update AFTER UPDATE OF severity ON incidents WHEN OLD.severity IS NOT NEW.severity BEGIN
  INSERT INTO counters (name, value) VALUES ('incidents:' || OLD.severity, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('incidents:' || NEW.severity, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_incidents_status_severity_update AFTER UPDATE OF status, severity ON incidents WHEN OLD.status IS NOT NEW.status OR OLD.severity IS NOT NEW.severity BEGIN
  INSERT INTO counters (name, value) VALUES ('incidents:' || OLD.status || ':' || OLD.severity, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('incidents:' || NEW.status || ':' || NEW.severity, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_incidents_delete AFTER DELETE ON incidents BEGIN
  INSERT INTO counters (name, value) VALUES ('incidents', -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('incidents:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('incidents:' || OLD.severity, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('incidents:' || OLD.status || ':' || OLD.severity, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_incident_parties_insert AFTER INSERT ON incident_parties BEGIN
  INSERT INTO counters (name, value) VALUES ('incidents:person:' || NEW.user_id, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_incidents_person_update AFTER UPDATE OF user_id ON incident_parties WHEN OLD.user_id IS NOT NEW.user_id BEGIN
  INSERT INTO counters (name, value) VALUES ('incidents:person:' || OLD.user_id, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('incidents:person:' || NEW.user_id, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_incident_parties_delete AFTER DELETE ON incident_parties BEGIN
  INSERT INTO counters (name, value) VALUES ('incidents:person:' || OLD.user_id, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
DELETE FROM counters WHERE (name = 'incidents' OR name GLOB 'incidents:*') AND NOT name GLOB 'incidents:person:*';
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'incidents', count(*) FROM incidents t GROUP BY 1;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'incidents:' || t.status, count(*) FROM incidents t GROUP BY 1;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'incidents:' || t.severity, count(*) FROM incidents t GROUP BY 1;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'incidents:' || t.status || ':' || t.severity, count(*) FROM incidents t GROUP BY 1;
--> statement-breakpoint
DELETE FROM counters WHERE name GLOB 'incidents:person:*';
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'incidents:person:' || t.user_id, count(*) FROM incident_parties t GROUP BY 1;
