-- The goods of sales are read by seller and by product; nothing reads them by day alone. The other sums stay as they are.
DROP TRIGGER sum_sales_days_orders_insert;
--> statement-breakpoint
DROP TRIGGER sum_sales_days_orders_update;
--> statement-breakpoint
DROP TRIGGER sum_sales_days_orders_delete;
--> statement-breakpoint
ALTER TABLE `sales_days` DROP COLUMN `goods_minor`;
--> statement-breakpoint
CREATE TRIGGER sum_sales_days_orders_insert AFTER INSERT ON orders BEGIN
  INSERT INTO sales_days (day, currency, orders, gross_minor, refunds_minor)
  SELECT day, currency, sum(orders), sum(gross_minor), sum(refunds_minor) FROM (SELECT date((coalesce(NEW.reached_at ->> 'PENDING_SELLER_REVIEW', NEW.created_at)) / 1000 + 7200, 'unixepoch') AS day, NEW.currency AS currency, (1) AS orders, (NEW.total_minor) AS gross_minor, (NEW.refunded_minor) AS refunds_minor WHERE NEW.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND NEW.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED'))
  WHERE true GROUP BY day, currency HAVING sum(orders) <> 0 OR sum(gross_minor) <> 0 OR sum(refunds_minor) <> 0
  ON CONFLICT (day, currency) DO UPDATE SET orders = orders + excluded.orders, gross_minor = gross_minor + excluded.gross_minor, refunds_minor = refunds_minor + excluded.refunds_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_sales_days_orders_update AFTER UPDATE OF payment_status, status, reached_at, created_at, currency, total_minor, refunded_minor ON orders WHEN (OLD.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND OLD.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED')) IS NOT (NEW.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND NEW.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED')) OR (date((coalesce(OLD.reached_at ->> 'PENDING_SELLER_REVIEW', OLD.created_at)) / 1000 + 7200, 'unixepoch')) IS NOT (date((coalesce(NEW.reached_at ->> 'PENDING_SELLER_REVIEW', NEW.created_at)) / 1000 + 7200, 'unixepoch')) OR (OLD.currency) IS NOT (NEW.currency) OR (OLD.total_minor) IS NOT (NEW.total_minor) OR (OLD.refunded_minor) IS NOT (NEW.refunded_minor) BEGIN
  INSERT INTO sales_days (day, currency, orders, gross_minor, refunds_minor)
  SELECT day, currency, sum(orders), sum(gross_minor), sum(refunds_minor) FROM (SELECT date((coalesce(OLD.reached_at ->> 'PENDING_SELLER_REVIEW', OLD.created_at)) / 1000 + 7200, 'unixepoch') AS day, OLD.currency AS currency, -(1) AS orders, -(OLD.total_minor) AS gross_minor, -(OLD.refunded_minor) AS refunds_minor WHERE OLD.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND OLD.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED') UNION ALL SELECT date((coalesce(NEW.reached_at ->> 'PENDING_SELLER_REVIEW', NEW.created_at)) / 1000 + 7200, 'unixepoch') AS day, NEW.currency AS currency, (1) AS orders, (NEW.total_minor) AS gross_minor, (NEW.refunded_minor) AS refunds_minor WHERE NEW.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND NEW.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED'))
  WHERE true GROUP BY day, currency HAVING sum(orders) <> 0 OR sum(gross_minor) <> 0 OR sum(refunds_minor) <> 0
  ON CONFLICT (day, currency) DO UPDATE SET orders = orders + excluded.orders, gross_minor = gross_minor + excluded.gross_minor, refunds_minor = refunds_minor + excluded.refunds_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_sales_days_orders_delete AFTER DELETE ON orders BEGIN
  INSERT INTO sales_days (day, currency, orders, gross_minor, refunds_minor)
  SELECT day, currency, sum(orders), sum(gross_minor), sum(refunds_minor) FROM (SELECT date((coalesce(OLD.reached_at ->> 'PENDING_SELLER_REVIEW', OLD.created_at)) / 1000 + 7200, 'unixepoch') AS day, OLD.currency AS currency, -(1) AS orders, -(OLD.total_minor) AS gross_minor, -(OLD.refunded_minor) AS refunds_minor WHERE OLD.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND OLD.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED'))
  WHERE true GROUP BY day, currency HAVING sum(orders) <> 0 OR sum(gross_minor) <> 0 OR sum(refunds_minor) <> 0
  ON CONFLICT (day, currency) DO UPDATE SET orders = orders + excluded.orders, gross_minor = gross_minor + excluded.gross_minor, refunds_minor = refunds_minor + excluded.refunds_minor;
END;
