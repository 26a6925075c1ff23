-- What subscriptions bring by day is kept by the history of them and of their payments; the day is that of Lubumbashi and Kigali.
CREATE TRIGGER subscription_days_turn AFTER INSERT ON history
WHEN NEW.thing = 'subscription' AND (NEW.to_status IN ('ACTIVE', 'GRACE')) <> (coalesce(NEW.from_status, '') IN ('ACTIVE', 'GRACE'))
BEGIN
  INSERT INTO subscription_days (day, currency, started, ended)
  SELECT date(NEW.at / 1000 + 7200, 'unixepoch'), s.currency, NEW.to_status IN ('ACTIVE', 'GRACE'), NEW.to_status NOT IN ('ACTIVE', 'GRACE')
  FROM subscriptions s WHERE s.id = NEW.thing_id
  ON CONFLICT (day, currency) DO UPDATE SET started = started + excluded.started, ended = ended + excluded.ended;
END;
--> statement-breakpoint
CREATE TRIGGER subscription_days_paid AFTER INSERT ON history
WHEN NEW.thing = 'subscription_payment' AND NEW.to_status IN ('SUCCEEDED', 'REFUNDED')
BEGIN
  INSERT INTO subscription_days (day, currency, paid_minor, returned_minor)
  SELECT date(NEW.at / 1000 + 7200, 'unixepoch'), p.currency, p.amount_minor * (NEW.to_status = 'SUCCEEDED'),
    p.amount_minor * (NEW.to_status = 'REFUNDED')
  FROM subscription_payments p WHERE p.id = NEW.thing_id AND p.amount_minor > 0
  ON CONFLICT (day, currency) DO UPDATE
  SET paid_minor = paid_minor + excluded.paid_minor, returned_minor = returned_minor + excluded.returned_minor;
END;
--> statement-breakpoint
INSERT INTO subscription_days (day, currency, paid_minor, returned_minor, started, ended)
SELECT w.day, w.currency, sum(w.paid), sum(w.returned), sum(w.started), sum(w.ended) FROM (
  SELECT date(h.at / 1000 + 7200, 'unixepoch') AS day, s.currency, 0 AS paid, 0 AS returned,
    h.to_status IN ('ACTIVE', 'GRACE') AS started, h.to_status NOT IN ('ACTIVE', 'GRACE') AS ended
  FROM subscriptions s JOIN history h ON h.thing_id = s.id
  WHERE (h.to_status IN ('ACTIVE', 'GRACE')) <> (coalesce(h.from_status, '') IN ('ACTIVE', 'GRACE'))
  UNION ALL SELECT date(h.at / 1000 + 7200, 'unixepoch'), p.currency, p.amount_minor * (h.to_status = 'SUCCEEDED'),
    p.amount_minor * (h.to_status = 'REFUNDED'), 0, 0
  FROM subscription_payments p JOIN history h ON h.thing_id = p.id
  WHERE h.to_status IN ('SUCCEEDED', 'REFUNDED') AND p.amount_minor > 0) w
GROUP BY 1, 2;
--> statement-breakpoint
-- What those in force bring in a month or a year, at what their last period cost.
CREATE TRIGGER subscriptions_mrr AFTER UPDATE OF status, price_minor ON subscriptions
WHEN (OLD.status = 'ACTIVE' AND OLD.price_minor > 0) OR (NEW.status = 'ACTIVE' AND NEW.price_minor > 0)
BEGIN
  INSERT INTO counters (name, value)
  VALUES (
    'mrr:' || NEW.currency || ':' || NEW.billing_cycle,
    iif(NEW.status = 'ACTIVE', coalesce(NEW.price_minor, 0), 0) - iif(OLD.status = 'ACTIVE', coalesce(OLD.price_minor, 0), 0)
  )
  ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
UPDATE subscriptions SET price_minor = (
  SELECT p.amount_minor FROM subscription_payments p
  WHERE p.seller_profile_id = subscriptions.seller_profile_id AND p.subscription_id = subscriptions.id
    AND p.currency = subscriptions.currency AND p.paid_at IS NOT NULL
  ORDER BY p.paid_at DESC LIMIT 1);
