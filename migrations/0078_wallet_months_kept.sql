-- What a wallet had at the beginning of each month is kept by its lines; the month is that of Lubumbashi and Kigali. A line that
-- comes late moves what the later months opened with.
CREATE TRIGGER wallet_months_kept AFTER INSERT ON wallet_entries
BEGIN
  INSERT INTO wallet_months (owner_id, currency, month, opening_minor, amount_minor, lines)
  VALUES (
    NEW.owner_id, NEW.currency, strftime('%Y-%m', NEW.created_at / 1000 + 7200, 'unixepoch'),
    coalesce((
      SELECT m.opening_minor + m.amount_minor FROM wallet_months m
      WHERE m.owner_id = NEW.owner_id AND m.currency = NEW.currency
        AND m.month < strftime('%Y-%m', NEW.created_at / 1000 + 7200, 'unixepoch')
      ORDER BY m.month DESC LIMIT 1), 0),
    NEW.amount_minor, 1
  )
  ON CONFLICT (owner_id, currency, month) DO UPDATE
  SET amount_minor = amount_minor + excluded.amount_minor, lines = lines + 1;
  UPDATE wallet_months SET opening_minor = opening_minor + NEW.amount_minor
  WHERE owner_id = NEW.owner_id AND currency = NEW.currency
    AND month > strftime('%Y-%m', NEW.created_at / 1000 + 7200, 'unixepoch');
END;
--> statement-breakpoint
INSERT INTO wallet_months (owner_id, currency, month, opening_minor, amount_minor, lines)
SELECT w.owner_id, w.currency, w.month,
  sum(w.amount_minor) OVER (PARTITION BY w.owner_id, w.currency ORDER BY w.month) - w.amount_minor, w.amount_minor, w.lines
FROM (
  SELECT e.owner_id, e.currency, strftime('%Y-%m', e.created_at / 1000 + 7200, 'unixepoch') AS month,
    sum(e.amount_minor) AS amount_minor, count(*) AS lines
  FROM wallet_entries e GROUP BY 1, 2, 3) w;
