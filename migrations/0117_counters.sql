CREATE TRIGGER sum_fee_days_gateway_transactions_insert AFTER INSERT ON gateway_transactions BEGIN
  INSERT INTO fee_days (day, gateway, currency, count, amount_minor)
  SELECT day, gateway, currency, sum(count), sum(amount_minor) FROM (SELECT date((coalesce(NEW.final_at, NEW.created_at)) / 1000 + 7200, 'unixepoch') AS day, NEW.gateway AS gateway, NEW.currency AS currency, (1) AS count, (NEW.fee_minor) AS amount_minor WHERE NEW.status = 'succeeded' AND NEW.fee_minor > 0)
  WHERE true GROUP BY day, gateway, currency HAVING sum(count) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (day, gateway, currency) DO UPDATE SET count = count + excluded.count, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_fee_days_gateway_transactions_update AFTER UPDATE OF status, fee_minor, final_at, created_at, gateway, currency ON gateway_transactions WHEN (OLD.status = 'succeeded' AND OLD.fee_minor > 0) IS NOT (NEW.status = 'succeeded' AND NEW.fee_minor > 0) OR (date((coalesce(OLD.final_at, OLD.created_at)) / 1000 + 7200, 'unixepoch')) IS NOT (date((coalesce(NEW.final_at, NEW.created_at)) / 1000 + 7200, 'unixepoch')) OR (OLD.gateway) IS NOT (NEW.gateway) OR (OLD.currency) IS NOT (NEW.currency) OR (OLD.fee_minor) IS NOT (NEW.fee_minor) BEGIN
  INSERT INTO fee_days (day, gateway, currency, count, amount_minor)
  SELECT day, gateway, currency, sum(count), sum(amount_minor) FROM (SELECT date((coalesce(OLD.final_at, OLD.created_at)) / 1000 + 7200, 'unixepoch') AS day, OLD.gateway AS gateway, OLD.currency AS currency, -(1) AS count, -(OLD.fee_minor) AS amount_minor WHERE OLD.status = 'succeeded' AND OLD.fee_minor > 0 UNION ALL SELECT date((coalesce(NEW.final_at, NEW.created_at)) / 1000 + 7200, 'unixepoch') AS day, NEW.gateway AS gateway, NEW.currency AS currency, (1) AS count, (NEW.fee_minor) AS amount_minor WHERE NEW.status = 'succeeded' AND NEW.fee_minor > 0)
  WHERE true GROUP BY day, gateway, currency HAVING sum(count) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (day, gateway, currency) DO UPDATE SET count = count + excluded.count, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_fee_days_gateway_transactions_delete AFTER DELETE ON gateway_transactions BEGIN
  INSERT INTO fee_days (day, gateway, currency, count, amount_minor)
  SELECT day, gateway, currency, sum(count), sum(amount_minor) FROM (SELECT date((coalesce(OLD.final_at, OLD.created_at)) / 1000 + 7200, 'unixepoch') AS day, OLD.gateway AS gateway, OLD.currency AS currency, -(1) AS count, -(OLD.fee_minor) AS amount_minor WHERE OLD.status = 'succeeded' AND OLD.fee_minor > 0)
  WHERE true GROUP BY day, gateway, currency HAVING sum(count) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (day, gateway, currency) DO UPDATE SET count = count + excluded.count, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER changed_fee_days_insert AFTER INSERT ON fee_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.day, NEW.gateway, NEW.currency) FROM backup_marks WHERE name = 'fee_days' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_fee_days_update AFTER UPDATE ON fee_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.day, OLD.gateway, OLD.currency) FROM backup_marks WHERE name = 'fee_days' ON CONFLICT DO NOTHING;
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(NEW.day, NEW.gateway, NEW.currency) FROM backup_marks WHERE name = 'fee_days' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_fee_days_delete AFTER DELETE ON fee_days BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, json_array(OLD.day, OLD.gateway, OLD.currency) FROM backup_marks WHERE name = 'fee_days' ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
DELETE FROM fee_days;
--> statement-breakpoint
INSERT INTO fee_days (day, gateway, currency, count, amount_minor)
  SELECT day, gateway, currency, sum(count), sum(amount_minor) FROM (SELECT date((coalesce(g.final_at, g.created_at)) / 1000 + 7200, 'unixepoch') AS day, g.gateway AS gateway, g.currency AS currency, (1) AS count, (g.fee_minor) AS amount_minor FROM gateway_transactions g WHERE g.status = 'succeeded' AND g.fee_minor > 0)
  WHERE true GROUP BY day, gateway, currency HAVING sum(count) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (day, gateway, currency) DO UPDATE SET count = count + excluded.count, amount_minor = amount_minor + excluded.amount_minor;
