-- The year of an incident's number is that of Lubumbashi and Kigali, as of every other series.
DROP TRIGGER incidents_numbered;
--> statement-breakpoint
CREATE TRIGGER incidents_numbered AFTER INSERT ON incidents WHEN NEW.number IS NULL BEGIN
  INSERT INTO counters (name, value) VALUES ('series:incidents:' || strftime('%Y', NEW.created_at / 1000 + 7200, 'unixepoch'), 1)
    ON CONFLICT (name) DO UPDATE SET value = value + 1;
  UPDATE incidents SET updated_at = max(updated_at, created_at), number = (
    SELECT format('INC-%s-%06d', strftime('%Y', NEW.created_at / 1000 + 7200, 'unixepoch'), c.value)
    FROM counters c WHERE c.name = 'series:incidents:' || strftime('%Y', NEW.created_at / 1000 + 7200, 'unixepoch')) WHERE id = NEW.id;
END;
