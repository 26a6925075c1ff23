-- A withdrawal that had failed and arrived after all counts as withdrawn.
CREATE TRIGGER transfers_late AFTER INSERT ON transfers WHEN NEW.kind = 'withdrawal:late' BEGIN
  INSERT INTO counters (name, value) VALUES ('withdrawn:' || replace(NEW.from_account, ':available', ':reserved') || ':' || NEW.currency, NEW.amount_minor) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
