DROP TRIGGER sum_expense_days_expenses_delete;
--> statement-breakpoint
DROP TRIGGER sum_expense_days_expenses_insert;
--> statement-breakpoint
DROP TRIGGER sum_expense_days_expenses_update;
--> statement-breakpoint
CREATE TRIGGER count_bookings_insert AFTER INSERT ON bookings BEGIN
  INSERT INTO counters (name, value) VALUES ('bookings', 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('bookings:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('bookings:' || NEW.kind, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('bookings:' || NEW.status || ':' || NEW.kind, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_bookings_status_update AFTER UPDATE OF status ON bookings WHEN OLD.status IS NOT NEW.status BEGIN
  INSERT INTO counters (name, value) VALUES ('bookings:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('bookings:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_bookings_kind_update AFTER UPDATE OF kind ON bookings WHEN OLD.kind IS NOT NEW.kind BEGIN
  INSERT INTO counters (name, value) VALUES ('bookings:' || OLD.kind, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('bookings:' || NEW.kind, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_bookings_status_kind_update AFTER UPDATE OF status, kind ON bookings WHEN OLD.status IS NOT NEW.status OR OLD.kind IS NOT NEW.kind BEGIN
  INSERT INTO counters (name, value) VALUES ('bookings:' || OLD.status || ':' || OLD.kind, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('bookings:' || NEW.status || ':' || NEW.kind, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_bookings_delete AFTER DELETE ON bookings BEGIN
  INSERT INTO counters (name, value) VALUES ('bookings', -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('bookings:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('bookings:' || OLD.kind, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('bookings:' || OLD.status || ':' || OLD.kind, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER sum_expense_days_expenses_insert AFTER INSERT ON expenses BEGIN
  INSERT INTO expense_days (day, currency, count, amount_minor)
  SELECT day, currency, sum(count), sum(amount_minor) FROM (SELECT NEW.day AS day, NEW.currency AS currency, (1) AS count, (NEW.amount_minor) AS amount_minor WHERE NEW.status = 'APPROVED' UNION ALL SELECT date((NEW.reversed_at) / 1000 + 7200, 'unixepoch') AS day, NEW.currency AS currency, -(1) AS count, -(NEW.amount_minor) AS amount_minor WHERE NEW.status = 'APPROVED' AND NEW.reversed_at IS NOT NULL)
  WHERE true GROUP BY day, currency HAVING sum(count) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (day, currency) DO UPDATE SET count = count + excluded.count, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_expense_days_expenses_update AFTER UPDATE OF status, day, reversed_at, currency, amount_minor ON expenses WHEN (OLD.status = 'APPROVED') IS NOT (NEW.status = 'APPROVED') OR (OLD.day) IS NOT (NEW.day) OR (OLD.status = 'APPROVED' AND OLD.reversed_at IS NOT NULL) IS NOT (NEW.status = 'APPROVED' AND NEW.reversed_at IS NOT NULL) OR (date((OLD.reversed_at) / 1000 + 7200, 'unixepoch')) IS NOT (date((NEW.reversed_at) / 1000 + 7200, 'unixepoch')) OR (OLD.currency) IS NOT (NEW.currency) OR (OLD.amount_minor) IS NOT (NEW.amount_minor) BEGIN
  INSERT INTO expense_days (day, currency, count, amount_minor)
  SELECT day, currency, sum(count), sum(amount_minor) FROM (SELECT OLD.day AS day, OLD.currency AS currency, -(1) AS count, -(OLD.amount_minor) AS amount_minor WHERE OLD.status = 'APPROVED' UNION ALL SELECT date((OLD.reversed_at) / 1000 + 7200, 'unixepoch') AS day, OLD.currency AS currency, (1) AS count, (OLD.amount_minor) AS amount_minor WHERE OLD.status = 'APPROVED' AND OLD.reversed_at IS NOT NULL UNION ALL SELECT NEW.day AS day, NEW.currency AS currency, (1) AS count, (NEW.amount_minor) AS amount_minor WHERE NEW.status = 'APPROVED' UNION ALL SELECT date((NEW.reversed_at) / 1000 + 7200, 'unixepoch') AS day, NEW.currency AS currency, -(1) AS count, -(NEW.amount_minor) AS amount_minor WHERE NEW.status = 'APPROVED' AND NEW.reversed_at IS NOT NULL)
  WHERE true GROUP BY day, currency HAVING sum(count) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (day, currency) DO UPDATE SET count = count + excluded.count, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_expense_days_expenses_delete AFTER DELETE ON expenses BEGIN
  INSERT INTO expense_days (day, currency, count, amount_minor)
  SELECT day, currency, sum(count), sum(amount_minor) FROM (SELECT OLD.day AS day, OLD.currency AS currency, -(1) AS count, -(OLD.amount_minor) AS amount_minor WHERE OLD.status = 'APPROVED' UNION ALL SELECT date((OLD.reversed_at) / 1000 + 7200, 'unixepoch') AS day, OLD.currency AS currency, (1) AS count, (OLD.amount_minor) AS amount_minor WHERE OLD.status = 'APPROVED' AND OLD.reversed_at IS NOT NULL)
  WHERE true GROUP BY day, currency HAVING sum(count) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (day, currency) DO UPDATE SET count = count + excluded.count, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
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
CREATE TRIGGER changed_bookings_update AFTER UPDATE ON bookings BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'bookings' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_bookings_delete AFTER DELETE ON bookings BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'bookings' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM bookings), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM bookings)) WHERE name = 'bookings' AND read_to > (SELECT coalesce(max(rowid), 0) FROM bookings);
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
CREATE TRIGGER changed_rate_memories_update AFTER UPDATE ON rate_memories BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'rate_memories' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER changed_rate_memories_delete AFTER DELETE ON rate_memories BEGIN
  INSERT INTO changed_rows (name, epoch, key) SELECT name, epoch, OLD.rowid FROM backup_marks WHERE name = 'rate_memories' AND read_to >= OLD.rowid ON CONFLICT DO NOTHING;
  UPDATE backup_marks SET read_to = (SELECT coalesce(max(rowid), 0) FROM rate_memories), kept_to = min(kept_to, (SELECT coalesce(max(rowid), 0) FROM rate_memories)) WHERE name = 'rate_memories' AND read_to > (SELECT coalesce(max(rowid), 0) FROM rate_memories);
END;
--> statement-breakpoint
DELETE FROM counters WHERE (name = 'bookings' OR name GLOB 'bookings:*');
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'bookings', count(*) FROM bookings t GROUP BY 1;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'bookings:' || t.status, count(*) FROM bookings t GROUP BY 1;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'bookings:' || t.kind, count(*) FROM bookings t GROUP BY 1;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'bookings:' || t.status || ':' || t.kind, count(*) FROM bookings t GROUP BY 1;
--> statement-breakpoint
DELETE FROM expense_days;
--> statement-breakpoint
INSERT INTO expense_days (day, currency, count, amount_minor)
  SELECT day, currency, sum(count), sum(amount_minor) FROM (SELECT e.day AS day, e.currency AS currency, (1) AS count, (e.amount_minor) AS amount_minor FROM expenses e WHERE e.status = 'APPROVED' UNION ALL SELECT date((e.reversed_at) / 1000 + 7200, 'unixepoch') AS day, e.currency AS currency, -(1) AS count, -(e.amount_minor) AS amount_minor FROM expenses e WHERE e.status = 'APPROVED' AND e.reversed_at IS NOT NULL)
  WHERE true GROUP BY day, currency HAVING sum(count) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (day, currency) DO UPDATE SET count = count + excluded.count, amount_minor = amount_minor + excluded.amount_minor;
--> statement-breakpoint
DELETE FROM fee_days;
--> statement-breakpoint
INSERT INTO fee_days (day, gateway, currency, count, amount_minor)
  SELECT day, gateway, currency, sum(count), sum(amount_minor) FROM (SELECT date((coalesce(g.final_at, g.created_at)) / 1000 + 7200, 'unixepoch') AS day, g.gateway AS gateway, g.currency AS currency, (1) AS count, (g.fee_minor) AS amount_minor FROM gateway_transactions g WHERE g.status = 'succeeded' AND g.fee_minor > 0)
  WHERE true GROUP BY day, gateway, currency HAVING sum(count) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (day, gateway, currency) DO UPDATE SET count = count + excluded.count, amount_minor = amount_minor + excluded.amount_minor;
