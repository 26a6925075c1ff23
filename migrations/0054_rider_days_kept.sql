-- What a rider earned by day is kept by the transfer that pays them; the day is that of Lubumbashi and Kigali.
CREATE TRIGGER rider_days_earn AFTER INSERT ON transfers WHEN NEW.kind = 'order:rider'
BEGIN
  INSERT INTO rider_days (rider_id, day, currency, earned_minor, deliveries)
  VALUES (
    substr(NEW.to_account, 7, length(NEW.to_account) - 16),
    date(NEW.created_at / 1000 + 7200, 'unixepoch'),
    NEW.currency, NEW.amount_minor, 1
  )
  ON CONFLICT (rider_id, day, currency) DO UPDATE
  SET earned_minor = earned_minor + excluded.earned_minor, deliveries = deliveries + 1;
END;
--> statement-breakpoint
INSERT INTO rider_days (rider_id, day, currency, earned_minor, deliveries)
SELECT substr(t.to_account, 7, length(t.to_account) - 16), date(t.created_at / 1000 + 7200, 'unixepoch'), t.currency,
  sum(t.amount_minor), count(*)
FROM transfers t WHERE t.kind = 'order:rider' GROUP BY 1, 2, 3;
