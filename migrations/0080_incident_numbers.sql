-- Every incident has a number of its year and a beginning in its history, whoever opened it.
UPDATE incidents SET updated_at = created_at, number = (
  SELECT n.number FROM (
    SELECT id, 'INC-' || strftime('%Y', created_at / 1000, 'unixepoch') || '-' || format('%06d',
      row_number() OVER (PARTITION BY strftime('%Y', created_at / 1000, 'unixepoch') ORDER BY created_at, id)) AS number
    FROM incidents) n WHERE n.id = incidents.id);
--> statement-breakpoint
INSERT INTO counters (name, value)
SELECT 'series:incidents:' || strftime('%Y', created_at / 1000, 'unixepoch'), count(*) FROM incidents GROUP BY 1;
--> statement-breakpoint
INSERT INTO history (thing_id, version, thing, event, to_status, actor_id, at)
SELECT id, 1, 'incident', 'open', status, opened_by, created_at FROM incidents;
--> statement-breakpoint
CREATE TRIGGER incidents_numbered AFTER INSERT ON incidents WHEN NEW.number IS NULL BEGIN
  INSERT INTO counters (name, value) VALUES ('series:incidents:' || strftime('%Y', NEW.created_at / 1000, 'unixepoch'), 1)
    ON CONFLICT (name) DO UPDATE SET value = value + 1;
  UPDATE incidents SET updated_at = max(updated_at, created_at), number = (
    SELECT format('INC-%s-%06d', strftime('%Y', NEW.created_at / 1000, 'unixepoch'), c.value)
    FROM counters c WHERE c.name = 'series:incidents:' || strftime('%Y', NEW.created_at / 1000, 'unixepoch')) WHERE id = NEW.id;
END;
