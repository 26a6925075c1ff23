CREATE TRIGGER count_refunds_insert AFTER INSERT ON refunds BEGIN
  INSERT INTO counters (name, value) VALUES ('refunds', 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('refunds:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_refunds_status_update AFTER UPDATE OF status ON refunds WHEN OLD.status IS NOT NEW.status BEGIN
  INSERT INTO counters (name, value) VALUES ('refunds:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('refunds:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_refunds_delete AFTER DELETE ON refunds BEGIN
  INSERT INTO counters (name, value) VALUES ('refunds', -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('refunds:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_expenses_insert AFTER INSERT ON expenses BEGIN
  INSERT INTO counters (name, value) VALUES ('expenses', 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('expenses:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_expenses_status_update AFTER UPDATE OF status ON expenses WHEN OLD.status IS NOT NEW.status BEGIN
  INSERT INTO counters (name, value) VALUES ('expenses:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('expenses:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_expenses_delete AFTER DELETE ON expenses BEGIN
  INSERT INTO counters (name, value) VALUES ('expenses', -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('expenses:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER sum_order_days_orders_insert AFTER INSERT ON orders BEGIN
  INSERT INTO order_days (day, currency, orders, pending_payment_orders, pending_seller_review_orders, accepted_orders, preparing_orders, ready_for_pickup_orders, out_for_delivery_orders, returning_orders, delivered_orders, completed_orders, rejected_orders, cancelled_orders, refunded_orders)
  SELECT day, currency, sum(orders), sum(pending_payment_orders), sum(pending_seller_review_orders), sum(accepted_orders), sum(preparing_orders), sum(ready_for_pickup_orders), sum(out_for_delivery_orders), sum(returning_orders), sum(delivered_orders), sum(completed_orders), sum(rejected_orders), sum(cancelled_orders), sum(refunded_orders) FROM (SELECT date((NEW.created_at) / 1000 + 7200, 'unixepoch') AS day, NEW.currency AS currency, (1) AS orders, (NEW.status = 'PENDING_PAYMENT') AS pending_payment_orders, (NEW.status = 'PENDING_SELLER_REVIEW') AS pending_seller_review_orders, (NEW.status = 'ACCEPTED') AS accepted_orders, (NEW.status = 'PREPARING') AS preparing_orders, (NEW.status = 'READY_FOR_PICKUP') AS ready_for_pickup_orders, (NEW.status = 'OUT_FOR_DELIVERY') AS out_for_delivery_orders, (NEW.status = 'RETURNING') AS returning_orders, (NEW.status = 'DELIVERED') AS delivered_orders, (NEW.status = 'COMPLETED') AS completed_orders, (NEW.status = 'REJECTED') AS rejected_orders, (NEW.status = 'CANCELLED') AS cancelled_orders, (NEW.status = 'REFUNDED') AS refunded_orders WHERE 1)
  WHERE true GROUP BY day, currency HAVING sum(orders) <> 0 OR sum(pending_payment_orders) <> 0 OR sum(pending_seller_review_orders) <> 0 OR sum(accepted_orders) <> 0 OR sum(preparing_orders) <> 0 OR sum(ready_for_pickup_orders) <> 0 OR sum(out_for_delivery_orders) <> 0 OR sum(returning_orders) <> 0 OR sum(delivered_orders) <> 0 OR sum(completed_orders) <> 0 OR sum(rejected_orders) <> 0 OR sum(cancelled_orders) <> 0 OR sum(refunded_orders) <> 0
  ON CONFLICT (day, currency) DO UPDATE SET orders = orders + excluded.orders, pending_payment_orders = pending_payment_orders + excluded.pending_payment_orders, pending_seller_review_orders = pending_seller_review_orders + excluded.pending_seller_review_orders, accepted_orders = accepted_orders + excluded.accepted_orders, preparing_orders = preparing_orders + excluded.preparing_orders, ready_for_pickup_orders = ready_for_pickup_orders + excluded.ready_for_pickup_orders, out_for_delivery_orders = out_for_delivery_orders + excluded.out_for_delivery_orders, returning_orders = returning_orders + excluded.returning_orders, delivered_orders = delivered_orders + excluded.delivered_orders, completed_orders = completed_orders + excluded.completed_orders, rejected_orders = rejected_orders + excluded.rejected_orders, cancelled_orders = cancelled_orders + excluded.cancelled_orders, refunded_orders = refunded_orders + excluded.refunded_orders;
END;
--> statement-breakpoint
CREATE TRIGGER sum_order_days_orders_update AFTER UPDATE OF created_at, currency, status ON orders WHEN (date((OLD.created_at) / 1000 + 7200, 'unixepoch')) IS NOT (date((NEW.created_at) / 1000 + 7200, 'unixepoch')) OR (OLD.currency) IS NOT (NEW.currency) OR (OLD.status = 'PENDING_PAYMENT') IS NOT (NEW.status = 'PENDING_PAYMENT') OR (OLD.status = 'PENDING_SELLER_REVIEW') IS NOT (NEW.status = 'PENDING_SELLER_REVIEW') OR (OLD.status = 'ACCEPTED') IS NOT (NEW.status = 'ACCEPTED') OR (OLD.status = 'PREPARING') IS NOT (NEW.status = 'PREPARING') OR (OLD.status = 'READY_FOR_PICKUP') IS NOT (NEW.status = 'READY_FOR_PICKUP') OR (OLD.status = 'OUT_FOR_DELIVERY') IS NOT (NEW.status = 'OUT_FOR_DELIVERY') OR (OLD.status = 'RETURNING') IS NOT (NEW.status = 'RETURNING') OR (OLD.status = 'DELIVERED') IS NOT (NEW.status = 'DELIVERED') OR (OLD.status = 'COMPLETED') IS NOT (NEW.status = 'COMPLETED') OR (OLD.status = 'REJECTED') IS NOT (NEW.status = 'REJECTED') OR (OLD.status = 'CANCELLED') IS NOT (NEW.status = 'CANCELLED') OR (OLD.status = 'REFUNDED') IS NOT (NEW.status = 'REFUNDED') BEGIN
  INSERT INTO order_days (day, currency, orders, pending_payment_orders, pending_seller_review_orders, accepted_orders, preparing_orders, ready_for_pickup_orders, out_for_delivery_orders, returning_orders, delivered_orders, completed_orders, rejected_orders, cancelled_orders, refunded_orders)
  SELECT day, currency, sum(orders), sum(pending_payment_orders), sum(pending_seller_review_orders), sum(accepted_orders), sum(preparing_orders), sum(ready_for_pickup_orders), sum(out_for_delivery_orders), sum(returning_orders), sum(delivered_orders), sum(completed_orders), sum(rejected_orders), sum(cancelled_orders), sum(refunded_orders) FROM (SELECT date((OLD.created_at) / 1000 + 7200, 'unixepoch') AS day, OLD.currency AS currency, -(1) AS orders, -(OLD.status = 'PENDING_PAYMENT') AS pending_payment_orders, -(OLD.status = 'PENDING_SELLER_REVIEW') AS pending_seller_review_orders, -(OLD.status = 'ACCEPTED') AS accepted_orders, -(OLD.status = 'PREPARING') AS preparing_orders, -(OLD.status = 'READY_FOR_PICKUP') AS ready_for_pickup_orders, -(OLD.status = 'OUT_FOR_DELIVERY') AS out_for_delivery_orders, -(OLD.status = 'RETURNING') AS returning_orders, -(OLD.status = 'DELIVERED') AS delivered_orders, -(OLD.status = 'COMPLETED') AS completed_orders, -(OLD.status = 'REJECTED') AS rejected_orders, -(OLD.status = 'CANCELLED') AS cancelled_orders, -(OLD.status = 'REFUNDED') AS refunded_orders WHERE 1 UNION ALL SELECT date((NEW.created_at) / 1000 + 7200, 'unixepoch') AS day, NEW.currency AS currency, (1) AS orders, (NEW.status = 'PENDING_PAYMENT') AS pending_payment_orders, (NEW.status = 'PENDING_SELLER_REVIEW') AS pending_seller_review_orders, (NEW.status = 'ACCEPTED') AS accepted_orders, (NEW.status = 'PREPARING') AS preparing_orders, (NEW.status = 'READY_FOR_PICKUP') AS ready_for_pickup_orders, (NEW.status = 'OUT_FOR_DELIVERY') AS out_for_delivery_orders, (NEW.status = 'RETURNING') AS returning_orders, (NEW.status = 'DELIVERED') AS delivered_orders, (NEW.status = 'COMPLETED') AS completed_orders, (NEW.status = 'REJECTED') AS rejected_orders, (NEW.status = 'CANCELLED') AS cancelled_orders, (NEW.status = 'REFUNDED') AS refunded_orders WHERE 1)
  WHERE true GROUP BY day, currency HAVING sum(orders) <> 0 OR sum(pending_payment_orders) <> 0 OR sum(pending_seller_review_orders) <> 0 OR sum(accepted_orders) <> 0 OR sum(preparing_orders) <> 0 OR sum(ready_for_pickup_orders) <> 0 OR sum(out_for_delivery_orders) <> 0 OR sum(returning_orders) <> 0 OR sum(delivered_orders) <> 0 OR sum(completed_orders) <> 0 OR sum(rejected_orders) <> 0 OR sum(cancelled_orders) <> 0 OR sum(refunded_orders) <> 0
  ON CONFLICT (day, currency) DO UPDATE SET orders = orders + excluded.orders, pending_payment_orders = pending_payment_orders + excluded.pending_payment_orders, pending_seller_review_orders = pending_seller_review_orders + excluded.pending_seller_review_orders, accepted_orders = accepted_orders + excluded.accepted_orders, preparing_orders = preparing_orders + excluded.preparing_orders, ready_for_pickup_orders = ready_for_pickup_orders + excluded.ready_for_pickup_orders, out_for_delivery_orders = out_for_delivery_orders + excluded.out_for_delivery_orders, returning_orders = returning_orders + excluded.returning_orders, delivered_orders = delivered_orders + excluded.delivered_orders, completed_orders = completed_orders + excluded.completed_orders, rejected_orders = rejected_orders + excluded.rejected_orders, cancelled_orders = cancelled_orders + excluded.cancelled_orders, refunded_orders = refunded_orders + excluded.refunded_orders;
END;
--> statement-breakpoint
CREATE TRIGGER sum_order_days_orders_delete AFTER DELETE ON orders BEGIN
  INSERT INTO order_days (day, currency, orders, pending_payment_orders, pending_seller_review_orders, accepted_orders, preparing_orders, ready_for_pickup_orders, out_for_delivery_orders, returning_orders, delivered_orders, completed_orders, rejected_orders, cancelled_orders, refunded_orders)
  SELECT day, currency, sum(orders), sum(pending_payment_orders), sum(pending_seller_review_orders), sum(accepted_orders), sum(preparing_orders), sum(ready_for_pickup_orders), sum(out_for_delivery_orders), sum(returning_orders), sum(delivered_orders), sum(completed_orders), sum(rejected_orders), sum(cancelled_orders), sum(refunded_orders) FROM (SELECT date((OLD.created_at) / 1000 + 7200, 'unixepoch') AS day, OLD.currency AS currency, -(1) AS orders, -(OLD.status = 'PENDING_PAYMENT') AS pending_payment_orders, -(OLD.status = 'PENDING_SELLER_REVIEW') AS pending_seller_review_orders, -(OLD.status = 'ACCEPTED') AS accepted_orders, -(OLD.status = 'PREPARING') AS preparing_orders, -(OLD.status = 'READY_FOR_PICKUP') AS ready_for_pickup_orders, -(OLD.status = 'OUT_FOR_DELIVERY') AS out_for_delivery_orders, -(OLD.status = 'RETURNING') AS returning_orders, -(OLD.status = 'DELIVERED') AS delivered_orders, -(OLD.status = 'COMPLETED') AS completed_orders, -(OLD.status = 'REJECTED') AS rejected_orders, -(OLD.status = 'CANCELLED') AS cancelled_orders, -(OLD.status = 'REFUNDED') AS refunded_orders WHERE 1)
  WHERE true GROUP BY day, currency HAVING sum(orders) <> 0 OR sum(pending_payment_orders) <> 0 OR sum(pending_seller_review_orders) <> 0 OR sum(accepted_orders) <> 0 OR sum(preparing_orders) <> 0 OR sum(ready_for_pickup_orders) <> 0 OR sum(out_for_delivery_orders) <> 0 OR sum(returning_orders) <> 0 OR sum(delivered_orders) <> 0 OR sum(completed_orders) <> 0 OR sum(rejected_orders) <> 0 OR sum(cancelled_orders) <> 0 OR sum(refunded_orders) <> 0
  ON CONFLICT (day, currency) DO UPDATE SET orders = orders + excluded.orders, pending_payment_orders = pending_payment_orders + excluded.pending_payment_orders, pending_seller_review_orders = pending_seller_review_orders + excluded.pending_seller_review_orders, accepted_orders = accepted_orders + excluded.accepted_orders, preparing_orders = preparing_orders + excluded.preparing_orders, ready_for_pickup_orders = ready_for_pickup_orders + excluded.ready_for_pickup_orders, out_for_delivery_orders = out_for_delivery_orders + excluded.out_for_delivery_orders, returning_orders = returning_orders + excluded.returning_orders, delivered_orders = delivered_orders + excluded.delivered_orders, completed_orders = completed_orders + excluded.completed_orders, rejected_orders = rejected_orders + excluded.rejected_orders, cancelled_orders = cancelled_orders + excluded.cancelled_orders, refunded_orders = refunded_orders + excluded.refunded_orders;
END;
--> statement-breakpoint
CREATE TRIGGER sum_sales_days_orders_insert AFTER INSERT ON orders BEGIN
  INSERT INTO sales_days (day, currency, orders, gross_minor, refunds_minor, goods_minor)
  SELECT day, currency, sum(orders), sum(gross_minor), sum(refunds_minor), sum(goods_minor) FROM (SELECT date((coalesce(NEW.reached_at ->> 'PENDING_SELLER_REVIEW', NEW.created_at)) / 1000 + 7200, 'unixepoch') AS day, NEW.currency AS currency, (1) AS orders, (NEW.total_minor) AS gross_minor, (NEW.refunded_minor) AS refunds_minor, (NEW.subtotal_minor) AS goods_minor WHERE NEW.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND NEW.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED'))
  WHERE true GROUP BY day, currency HAVING sum(orders) <> 0 OR sum(gross_minor) <> 0 OR sum(refunds_minor) <> 0 OR sum(goods_minor) <> 0
  ON CONFLICT (day, currency) DO UPDATE SET orders = orders + excluded.orders, gross_minor = gross_minor + excluded.gross_minor, refunds_minor = refunds_minor + excluded.refunds_minor, goods_minor = goods_minor + excluded.goods_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_sales_days_orders_update AFTER UPDATE OF payment_status, status, reached_at, created_at, currency, total_minor, refunded_minor, subtotal_minor ON orders WHEN (OLD.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND OLD.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED')) IS NOT (NEW.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND NEW.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED')) OR (date((coalesce(OLD.reached_at ->> 'PENDING_SELLER_REVIEW', OLD.created_at)) / 1000 + 7200, 'unixepoch')) IS NOT (date((coalesce(NEW.reached_at ->> 'PENDING_SELLER_REVIEW', NEW.created_at)) / 1000 + 7200, 'unixepoch')) OR (OLD.currency) IS NOT (NEW.currency) OR (OLD.total_minor) IS NOT (NEW.total_minor) OR (OLD.refunded_minor) IS NOT (NEW.refunded_minor) OR (OLD.subtotal_minor) IS NOT (NEW.subtotal_minor) BEGIN
  INSERT INTO sales_days (day, currency, orders, gross_minor, refunds_minor, goods_minor)
  SELECT day, currency, sum(orders), sum(gross_minor), sum(refunds_minor), sum(goods_minor) FROM (SELECT date((coalesce(OLD.reached_at ->> 'PENDING_SELLER_REVIEW', OLD.created_at)) / 1000 + 7200, 'unixepoch') AS day, OLD.currency AS currency, -(1) AS orders, -(OLD.total_minor) AS gross_minor, -(OLD.refunded_minor) AS refunds_minor, -(OLD.subtotal_minor) AS goods_minor WHERE OLD.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND OLD.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED') UNION ALL SELECT date((coalesce(NEW.reached_at ->> 'PENDING_SELLER_REVIEW', NEW.created_at)) / 1000 + 7200, 'unixepoch') AS day, NEW.currency AS currency, (1) AS orders, (NEW.total_minor) AS gross_minor, (NEW.refunded_minor) AS refunds_minor, (NEW.subtotal_minor) AS goods_minor WHERE NEW.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND NEW.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED'))
  WHERE true GROUP BY day, currency HAVING sum(orders) <> 0 OR sum(gross_minor) <> 0 OR sum(refunds_minor) <> 0 OR sum(goods_minor) <> 0
  ON CONFLICT (day, currency) DO UPDATE SET orders = orders + excluded.orders, gross_minor = gross_minor + excluded.gross_minor, refunds_minor = refunds_minor + excluded.refunds_minor, goods_minor = goods_minor + excluded.goods_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_sales_days_orders_delete AFTER DELETE ON orders BEGIN
  INSERT INTO sales_days (day, currency, orders, gross_minor, refunds_minor, goods_minor)
  SELECT day, currency, sum(orders), sum(gross_minor), sum(refunds_minor), sum(goods_minor) FROM (SELECT date((coalesce(OLD.reached_at ->> 'PENDING_SELLER_REVIEW', OLD.created_at)) / 1000 + 7200, 'unixepoch') AS day, OLD.currency AS currency, -(1) AS orders, -(OLD.total_minor) AS gross_minor, -(OLD.refunded_minor) AS refunds_minor, -(OLD.subtotal_minor) AS goods_minor WHERE OLD.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND OLD.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED'))
  WHERE true GROUP BY day, currency HAVING sum(orders) <> 0 OR sum(gross_minor) <> 0 OR sum(refunds_minor) <> 0 OR sum(goods_minor) <> 0
  ON CONFLICT (day, currency) DO UPDATE SET orders = orders + excluded.orders, gross_minor = gross_minor + excluded.gross_minor, refunds_minor = refunds_minor + excluded.refunds_minor, goods_minor = goods_minor + excluded.goods_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_seller_sales_orders_insert AFTER INSERT ON orders BEGIN
  INSERT INTO seller_sales (span, day, seller_profile_id, currency, orders, amount_minor)
  SELECT span, day, seller_profile_id, currency, sum(orders), sum(amount_minor) FROM (SELECT span.days AS span, date(unixepoch(date((coalesce(NEW.reached_at ->> 'PENDING_SELLER_REVIEW', NEW.created_at)) / 1000 + 7200, 'unixepoch')) / 86400 / span.days * span.days * 86400, 'unixepoch') AS day, NEW.seller_profile_id AS seller_profile_id, NEW.currency AS currency, (1) AS orders, (NEW.subtotal_minor) AS amount_minor FROM (SELECT 1 AS days UNION ALL SELECT 8 UNION ALL SELECT 64) span WHERE NEW.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND NEW.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED'))
  WHERE true GROUP BY span, day, seller_profile_id, currency HAVING sum(orders) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (span, day, seller_profile_id, currency) DO UPDATE SET orders = orders + excluded.orders, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_seller_sales_orders_update AFTER UPDATE OF payment_status, status, reached_at, created_at, seller_profile_id, currency, subtotal_minor ON orders WHEN (OLD.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND OLD.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED')) IS NOT (NEW.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND NEW.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED')) OR (date((coalesce(OLD.reached_at ->> 'PENDING_SELLER_REVIEW', OLD.created_at)) / 1000 + 7200, 'unixepoch')) IS NOT (date((coalesce(NEW.reached_at ->> 'PENDING_SELLER_REVIEW', NEW.created_at)) / 1000 + 7200, 'unixepoch')) OR (OLD.seller_profile_id) IS NOT (NEW.seller_profile_id) OR (OLD.currency) IS NOT (NEW.currency) OR (OLD.subtotal_minor) IS NOT (NEW.subtotal_minor) BEGIN
  INSERT INTO seller_sales (span, day, seller_profile_id, currency, orders, amount_minor)
  SELECT span, day, seller_profile_id, currency, sum(orders), sum(amount_minor) FROM (SELECT span.days AS span, date(unixepoch(date((coalesce(OLD.reached_at ->> 'PENDING_SELLER_REVIEW', OLD.created_at)) / 1000 + 7200, 'unixepoch')) / 86400 / span.days * span.days * 86400, 'unixepoch') AS day, OLD.seller_profile_id AS seller_profile_id, OLD.currency AS currency, -(1) AS orders, -(OLD.subtotal_minor) AS amount_minor FROM (SELECT 1 AS days UNION ALL SELECT 8 UNION ALL SELECT 64) span WHERE OLD.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND OLD.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED') UNION ALL SELECT span.days AS span, date(unixepoch(date((coalesce(NEW.reached_at ->> 'PENDING_SELLER_REVIEW', NEW.created_at)) / 1000 + 7200, 'unixepoch')) / 86400 / span.days * span.days * 86400, 'unixepoch') AS day, NEW.seller_profile_id AS seller_profile_id, NEW.currency AS currency, (1) AS orders, (NEW.subtotal_minor) AS amount_minor FROM (SELECT 1 AS days UNION ALL SELECT 8 UNION ALL SELECT 64) span WHERE NEW.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND NEW.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED'))
  WHERE true GROUP BY span, day, seller_profile_id, currency HAVING sum(orders) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (span, day, seller_profile_id, currency) DO UPDATE SET orders = orders + excluded.orders, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_seller_sales_orders_delete AFTER DELETE ON orders BEGIN
  INSERT INTO seller_sales (span, day, seller_profile_id, currency, orders, amount_minor)
  SELECT span, day, seller_profile_id, currency, sum(orders), sum(amount_minor) FROM (SELECT span.days AS span, date(unixepoch(date((coalesce(OLD.reached_at ->> 'PENDING_SELLER_REVIEW', OLD.created_at)) / 1000 + 7200, 'unixepoch')) / 86400 / span.days * span.days * 86400, 'unixepoch') AS day, OLD.seller_profile_id AS seller_profile_id, OLD.currency AS currency, -(1) AS orders, -(OLD.subtotal_minor) AS amount_minor FROM (SELECT 1 AS days UNION ALL SELECT 8 UNION ALL SELECT 64) span WHERE OLD.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND OLD.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED'))
  WHERE true GROUP BY span, day, seller_profile_id, currency HAVING sum(orders) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (span, day, seller_profile_id, currency) DO UPDATE SET orders = orders + excluded.orders, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_product_sales_orders_insert AFTER INSERT ON orders BEGIN
  INSERT INTO product_sales (span, day, product_id, currency, quantity, amount_minor)
  SELECT span, day, product_id, currency, sum(quantity), sum(amount_minor) FROM (SELECT span.days AS span, date(unixepoch(date((coalesce(NEW.reached_at ->> 'PENDING_SELLER_REVIEW', NEW.created_at)) / 1000 + 7200, 'unixepoch')) / 86400 / span.days * span.days * 86400, 'unixepoch') AS day, i.product_id AS product_id, NEW.currency AS currency, (i.quantity) AS quantity, (i.line_total_minor) AS amount_minor FROM order_items i, (SELECT 1 AS days UNION ALL SELECT 8 UNION ALL SELECT 64) span WHERE i.order_id = NEW.id AND NEW.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND NEW.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED'))
  WHERE true GROUP BY span, day, product_id, currency HAVING sum(quantity) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (span, day, product_id, currency) DO UPDATE SET quantity = quantity + excluded.quantity, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_product_sales_orders_update AFTER UPDATE OF payment_status, status, reached_at, created_at, currency ON orders WHEN (OLD.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND OLD.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED')) IS NOT (NEW.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND NEW.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED')) OR (date((coalesce(OLD.reached_at ->> 'PENDING_SELLER_REVIEW', OLD.created_at)) / 1000 + 7200, 'unixepoch')) IS NOT (date((coalesce(NEW.reached_at ->> 'PENDING_SELLER_REVIEW', NEW.created_at)) / 1000 + 7200, 'unixepoch')) OR (OLD.currency) IS NOT (NEW.currency) BEGIN
  INSERT INTO product_sales (span, day, product_id, currency, quantity, amount_minor)
  SELECT span, day, product_id, currency, sum(quantity), sum(amount_minor) FROM (SELECT span.days AS span, date(unixepoch(date((coalesce(OLD.reached_at ->> 'PENDING_SELLER_REVIEW', OLD.created_at)) / 1000 + 7200, 'unixepoch')) / 86400 / span.days * span.days * 86400, 'unixepoch') AS day, i.product_id AS product_id, OLD.currency AS currency, -(i.quantity) AS quantity, -(i.line_total_minor) AS amount_minor FROM order_items i, (SELECT 1 AS days UNION ALL SELECT 8 UNION ALL SELECT 64) span WHERE i.order_id = OLD.id AND OLD.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND OLD.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED') UNION ALL SELECT span.days AS span, date(unixepoch(date((coalesce(NEW.reached_at ->> 'PENDING_SELLER_REVIEW', NEW.created_at)) / 1000 + 7200, 'unixepoch')) / 86400 / span.days * span.days * 86400, 'unixepoch') AS day, i.product_id AS product_id, NEW.currency AS currency, (i.quantity) AS quantity, (i.line_total_minor) AS amount_minor FROM order_items i, (SELECT 1 AS days UNION ALL SELECT 8 UNION ALL SELECT 64) span WHERE i.order_id = NEW.id AND NEW.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND NEW.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED'))
  WHERE true GROUP BY span, day, product_id, currency HAVING sum(quantity) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (span, day, product_id, currency) DO UPDATE SET quantity = quantity + excluded.quantity, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_product_sales_orders_delete AFTER DELETE ON orders BEGIN
  INSERT INTO product_sales (span, day, product_id, currency, quantity, amount_minor)
  SELECT span, day, product_id, currency, sum(quantity), sum(amount_minor) FROM (SELECT span.days AS span, date(unixepoch(date((coalesce(OLD.reached_at ->> 'PENDING_SELLER_REVIEW', OLD.created_at)) / 1000 + 7200, 'unixepoch')) / 86400 / span.days * span.days * 86400, 'unixepoch') AS day, i.product_id AS product_id, OLD.currency AS currency, -(i.quantity) AS quantity, -(i.line_total_minor) AS amount_minor FROM order_items i, (SELECT 1 AS days UNION ALL SELECT 8 UNION ALL SELECT 64) span WHERE i.order_id = OLD.id AND OLD.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND OLD.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED'))
  WHERE true GROUP BY span, day, product_id, currency HAVING sum(quantity) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (span, day, product_id, currency) DO UPDATE SET quantity = quantity + excluded.quantity, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_product_sales_order_items_insert AFTER INSERT ON order_items BEGIN
  INSERT INTO product_sales (span, day, product_id, currency, quantity, amount_minor)
  SELECT span, day, product_id, currency, sum(quantity), sum(amount_minor) FROM (SELECT span.days AS span, date(unixepoch(date((coalesce(o.reached_at ->> 'PENDING_SELLER_REVIEW', o.created_at)) / 1000 + 7200, 'unixepoch')) / 86400 / span.days * span.days * 86400, 'unixepoch') AS day, NEW.product_id AS product_id, o.currency AS currency, (NEW.quantity) AS quantity, (NEW.line_total_minor) AS amount_minor FROM orders o, (SELECT 1 AS days UNION ALL SELECT 8 UNION ALL SELECT 64) span WHERE NEW.order_id = o.id AND o.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND o.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED'))
  WHERE true GROUP BY span, day, product_id, currency HAVING sum(quantity) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (span, day, product_id, currency) DO UPDATE SET quantity = quantity + excluded.quantity, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_product_sales_order_items_update AFTER UPDATE OF order_id, product_id, quantity, line_total_minor ON order_items WHEN (OLD.order_id) IS NOT (NEW.order_id) OR (OLD.product_id) IS NOT (NEW.product_id) OR (OLD.quantity) IS NOT (NEW.quantity) OR (OLD.line_total_minor) IS NOT (NEW.line_total_minor) BEGIN
  INSERT INTO product_sales (span, day, product_id, currency, quantity, amount_minor)
  SELECT span, day, product_id, currency, sum(quantity), sum(amount_minor) FROM (SELECT span.days AS span, date(unixepoch(date((coalesce(o.reached_at ->> 'PENDING_SELLER_REVIEW', o.created_at)) / 1000 + 7200, 'unixepoch')) / 86400 / span.days * span.days * 86400, 'unixepoch') AS day, OLD.product_id AS product_id, o.currency AS currency, -(OLD.quantity) AS quantity, -(OLD.line_total_minor) AS amount_minor FROM orders o, (SELECT 1 AS days UNION ALL SELECT 8 UNION ALL SELECT 64) span WHERE OLD.order_id = o.id AND o.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND o.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED') UNION ALL SELECT span.days AS span, date(unixepoch(date((coalesce(o.reached_at ->> 'PENDING_SELLER_REVIEW', o.created_at)) / 1000 + 7200, 'unixepoch')) / 86400 / span.days * span.days * 86400, 'unixepoch') AS day, NEW.product_id AS product_id, o.currency AS currency, (NEW.quantity) AS quantity, (NEW.line_total_minor) AS amount_minor FROM orders o, (SELECT 1 AS days UNION ALL SELECT 8 UNION ALL SELECT 64) span WHERE NEW.order_id = o.id AND o.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND o.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED'))
  WHERE true GROUP BY span, day, product_id, currency HAVING sum(quantity) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (span, day, product_id, currency) DO UPDATE SET quantity = quantity + excluded.quantity, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_product_sales_order_items_delete AFTER DELETE ON order_items BEGIN
  INSERT INTO product_sales (span, day, product_id, currency, quantity, amount_minor)
  SELECT span, day, product_id, currency, sum(quantity), sum(amount_minor) FROM (SELECT span.days AS span, date(unixepoch(date((coalesce(o.reached_at ->> 'PENDING_SELLER_REVIEW', o.created_at)) / 1000 + 7200, 'unixepoch')) / 86400 / span.days * span.days * 86400, 'unixepoch') AS day, OLD.product_id AS product_id, o.currency AS currency, -(OLD.quantity) AS quantity, -(OLD.line_total_minor) AS amount_minor FROM orders o, (SELECT 1 AS days UNION ALL SELECT 8 UNION ALL SELECT 64) span WHERE OLD.order_id = o.id AND o.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND o.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED'))
  WHERE true GROUP BY span, day, product_id, currency HAVING sum(quantity) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (span, day, product_id, currency) DO UPDATE SET quantity = quantity + excluded.quantity, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_delivery_days_deliveries_insert AFTER INSERT ON deliveries BEGIN
  INSERT INTO delivery_days (day, currency, deliveries, delivered, failed, fees_minor)
  SELECT day, currency, sum(deliveries), sum(delivered), sum(failed), sum(fees_minor) FROM (SELECT date((NEW.created_at) / 1000 + 7200, 'unixepoch') AS day, NEW.currency AS currency, (1) AS deliveries, (NEW.status = 'DELIVERED') AS delivered, (NEW.status IN ('RETURNING', 'RETURNED')) AS failed, (iif(NEW.status IN ('DELIVERED', 'RETURNING', 'RETURNED'), NEW.fee_minor, 0)) AS fees_minor WHERE 1)
  WHERE true GROUP BY day, currency HAVING sum(deliveries) <> 0 OR sum(delivered) <> 0 OR sum(failed) <> 0 OR sum(fees_minor) <> 0
  ON CONFLICT (day, currency) DO UPDATE SET deliveries = deliveries + excluded.deliveries, delivered = delivered + excluded.delivered, failed = failed + excluded.failed, fees_minor = fees_minor + excluded.fees_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_delivery_days_deliveries_update AFTER UPDATE OF created_at, currency, status, fee_minor ON deliveries WHEN (date((OLD.created_at) / 1000 + 7200, 'unixepoch')) IS NOT (date((NEW.created_at) / 1000 + 7200, 'unixepoch')) OR (OLD.currency) IS NOT (NEW.currency) OR (OLD.status = 'DELIVERED') IS NOT (NEW.status = 'DELIVERED') OR (OLD.status IN ('RETURNING', 'RETURNED')) IS NOT (NEW.status IN ('RETURNING', 'RETURNED')) OR (iif(OLD.status IN ('DELIVERED', 'RETURNING', 'RETURNED'), OLD.fee_minor, 0)) IS NOT (iif(NEW.status IN ('DELIVERED', 'RETURNING', 'RETURNED'), NEW.fee_minor, 0)) BEGIN
  INSERT INTO delivery_days (day, currency, deliveries, delivered, failed, fees_minor)
  SELECT day, currency, sum(deliveries), sum(delivered), sum(failed), sum(fees_minor) FROM (SELECT date((OLD.created_at) / 1000 + 7200, 'unixepoch') AS day, OLD.currency AS currency, -(1) AS deliveries, -(OLD.status = 'DELIVERED') AS delivered, -(OLD.status IN ('RETURNING', 'RETURNED')) AS failed, -(iif(OLD.status IN ('DELIVERED', 'RETURNING', 'RETURNED'), OLD.fee_minor, 0)) AS fees_minor WHERE 1 UNION ALL SELECT date((NEW.created_at) / 1000 + 7200, 'unixepoch') AS day, NEW.currency AS currency, (1) AS deliveries, (NEW.status = 'DELIVERED') AS delivered, (NEW.status IN ('RETURNING', 'RETURNED')) AS failed, (iif(NEW.status IN ('DELIVERED', 'RETURNING', 'RETURNED'), NEW.fee_minor, 0)) AS fees_minor WHERE 1)
  WHERE true GROUP BY day, currency HAVING sum(deliveries) <> 0 OR sum(delivered) <> 0 OR sum(failed) <> 0 OR sum(fees_minor) <> 0
  ON CONFLICT (day, currency) DO UPDATE SET deliveries = deliveries + excluded.deliveries, delivered = delivered + excluded.delivered, failed = failed + excluded.failed, fees_minor = fees_minor + excluded.fees_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_delivery_days_deliveries_delete AFTER DELETE ON deliveries BEGIN
  INSERT INTO delivery_days (day, currency, deliveries, delivered, failed, fees_minor)
  SELECT day, currency, sum(deliveries), sum(delivered), sum(failed), sum(fees_minor) FROM (SELECT date((OLD.created_at) / 1000 + 7200, 'unixepoch') AS day, OLD.currency AS currency, -(1) AS deliveries, -(OLD.status = 'DELIVERED') AS delivered, -(OLD.status IN ('RETURNING', 'RETURNED')) AS failed, -(iif(OLD.status IN ('DELIVERED', 'RETURNING', 'RETURNED'), OLD.fee_minor, 0)) AS fees_minor WHERE 1)
  WHERE true GROUP BY day, currency HAVING sum(deliveries) <> 0 OR sum(delivered) <> 0 OR sum(failed) <> 0 OR sum(fees_minor) <> 0
  ON CONFLICT (day, currency) DO UPDATE SET deliveries = deliveries + excluded.deliveries, delivered = delivered + excluded.delivered, failed = failed + excluded.failed, fees_minor = fees_minor + excluded.fees_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_refund_days_refunds_insert AFTER INSERT ON refunds BEGIN
  INSERT INTO refund_days (day, currency, count, amount_minor)
  SELECT day, currency, sum(count), sum(amount_minor) FROM (SELECT date((coalesce(NEW.reached_at ->> 'SUCCEEDED', NEW.created_at)) / 1000 + 7200, 'unixepoch') AS day, NEW.currency AS currency, (1) AS count, (NEW.amount_minor) AS amount_minor WHERE NEW.status = 'SUCCEEDED')
  WHERE true GROUP BY day, currency HAVING sum(count) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (day, currency) DO UPDATE SET count = count + excluded.count, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_refund_days_refunds_update AFTER UPDATE OF status, reached_at, created_at, currency, amount_minor ON refunds WHEN (OLD.status = 'SUCCEEDED') IS NOT (NEW.status = 'SUCCEEDED') OR (date((coalesce(OLD.reached_at ->> 'SUCCEEDED', OLD.created_at)) / 1000 + 7200, 'unixepoch')) IS NOT (date((coalesce(NEW.reached_at ->> 'SUCCEEDED', NEW.created_at)) / 1000 + 7200, 'unixepoch')) OR (OLD.currency) IS NOT (NEW.currency) OR (OLD.amount_minor) IS NOT (NEW.amount_minor) BEGIN
  INSERT INTO refund_days (day, currency, count, amount_minor)
  SELECT day, currency, sum(count), sum(amount_minor) FROM (SELECT date((coalesce(OLD.reached_at ->> 'SUCCEEDED', OLD.created_at)) / 1000 + 7200, 'unixepoch') AS day, OLD.currency AS currency, -(1) AS count, -(OLD.amount_minor) AS amount_minor WHERE OLD.status = 'SUCCEEDED' UNION ALL SELECT date((coalesce(NEW.reached_at ->> 'SUCCEEDED', NEW.created_at)) / 1000 + 7200, 'unixepoch') AS day, NEW.currency AS currency, (1) AS count, (NEW.amount_minor) AS amount_minor WHERE NEW.status = 'SUCCEEDED')
  WHERE true GROUP BY day, currency HAVING sum(count) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (day, currency) DO UPDATE SET count = count + excluded.count, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_refund_days_refunds_delete AFTER DELETE ON refunds BEGIN
  INSERT INTO refund_days (day, currency, count, amount_minor)
  SELECT day, currency, sum(count), sum(amount_minor) FROM (SELECT date((coalesce(OLD.reached_at ->> 'SUCCEEDED', OLD.created_at)) / 1000 + 7200, 'unixepoch') AS day, OLD.currency AS currency, -(1) AS count, -(OLD.amount_minor) AS amount_minor WHERE OLD.status = 'SUCCEEDED')
  WHERE true GROUP BY day, currency HAVING sum(count) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (day, currency) DO UPDATE SET count = count + excluded.count, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_payout_days_payouts_insert AFTER INSERT ON payouts BEGIN
  INSERT INTO payout_days (day, currency, count, amount_minor)
  SELECT day, currency, sum(count), sum(amount_minor) FROM (SELECT date((coalesce(NEW.reached_at ->> 'COMPLETED', NEW.created_at)) / 1000 + 7200, 'unixepoch') AS day, NEW.currency AS currency, (1) AS count, (NEW.amount_minor) AS amount_minor WHERE NEW.status = 'COMPLETED')
  WHERE true GROUP BY day, currency HAVING sum(count) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (day, currency) DO UPDATE SET count = count + excluded.count, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_payout_days_payouts_update AFTER UPDATE OF status, reached_at, created_at, currency, amount_minor ON payouts WHEN (OLD.status = 'COMPLETED') IS NOT (NEW.status = 'COMPLETED') OR (date((coalesce(OLD.reached_at ->> 'COMPLETED', OLD.created_at)) / 1000 + 7200, 'unixepoch')) IS NOT (date((coalesce(NEW.reached_at ->> 'COMPLETED', NEW.created_at)) / 1000 + 7200, 'unixepoch')) OR (OLD.currency) IS NOT (NEW.currency) OR (OLD.amount_minor) IS NOT (NEW.amount_minor) BEGIN
  INSERT INTO payout_days (day, currency, count, amount_minor)
  SELECT day, currency, sum(count), sum(amount_minor) FROM (SELECT date((coalesce(OLD.reached_at ->> 'COMPLETED', OLD.created_at)) / 1000 + 7200, 'unixepoch') AS day, OLD.currency AS currency, -(1) AS count, -(OLD.amount_minor) AS amount_minor WHERE OLD.status = 'COMPLETED' UNION ALL SELECT date((coalesce(NEW.reached_at ->> 'COMPLETED', NEW.created_at)) / 1000 + 7200, 'unixepoch') AS day, NEW.currency AS currency, (1) AS count, (NEW.amount_minor) AS amount_minor WHERE NEW.status = 'COMPLETED')
  WHERE true GROUP BY day, currency HAVING sum(count) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (day, currency) DO UPDATE SET count = count + excluded.count, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_payout_days_payouts_delete AFTER DELETE ON payouts BEGIN
  INSERT INTO payout_days (day, currency, count, amount_minor)
  SELECT day, currency, sum(count), sum(amount_minor) FROM (SELECT date((coalesce(OLD.reached_at ->> 'COMPLETED', OLD.created_at)) / 1000 + 7200, 'unixepoch') AS day, OLD.currency AS currency, -(1) AS count, -(OLD.amount_minor) AS amount_minor WHERE OLD.status = 'COMPLETED')
  WHERE true GROUP BY day, currency HAVING sum(count) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (day, currency) DO UPDATE SET count = count + excluded.count, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_expense_days_expenses_insert AFTER INSERT ON expenses BEGIN
  INSERT INTO expense_days (day, currency, count, amount_minor)
  SELECT day, currency, sum(count), sum(amount_minor) FROM (SELECT NEW.day AS day, NEW.currency AS currency, (1) AS count, (NEW.amount_minor) AS amount_minor WHERE NEW.status = 'APPROVED')
  WHERE true GROUP BY day, currency HAVING sum(count) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (day, currency) DO UPDATE SET count = count + excluded.count, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_expense_days_expenses_update AFTER UPDATE OF status, day, currency, amount_minor ON expenses WHEN (OLD.status = 'APPROVED') IS NOT (NEW.status = 'APPROVED') OR (OLD.day) IS NOT (NEW.day) OR (OLD.currency) IS NOT (NEW.currency) OR (OLD.amount_minor) IS NOT (NEW.amount_minor) BEGIN
  INSERT INTO expense_days (day, currency, count, amount_minor)
  SELECT day, currency, sum(count), sum(amount_minor) FROM (SELECT OLD.day AS day, OLD.currency AS currency, -(1) AS count, -(OLD.amount_minor) AS amount_minor WHERE OLD.status = 'APPROVED' UNION ALL SELECT NEW.day AS day, NEW.currency AS currency, (1) AS count, (NEW.amount_minor) AS amount_minor WHERE NEW.status = 'APPROVED')
  WHERE true GROUP BY day, currency HAVING sum(count) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (day, currency) DO UPDATE SET count = count + excluded.count, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_expense_days_expenses_delete AFTER DELETE ON expenses BEGIN
  INSERT INTO expense_days (day, currency, count, amount_minor)
  SELECT day, currency, sum(count), sum(amount_minor) FROM (SELECT OLD.day AS day, OLD.currency AS currency, -(1) AS count, -(OLD.amount_minor) AS amount_minor WHERE OLD.status = 'APPROVED')
  WHERE true GROUP BY day, currency HAVING sum(count) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (day, currency) DO UPDATE SET count = count + excluded.count, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER sum_user_days_users_insert AFTER INSERT ON users BEGIN
  INSERT INTO user_days (day, users)
  SELECT day, sum(users) FROM (SELECT date((NEW.created_at) / 1000 + 7200, 'unixepoch') AS day, (1) AS users WHERE 1)
  WHERE true GROUP BY day HAVING sum(users) <> 0
  ON CONFLICT (day) DO UPDATE SET users = users + excluded.users;
END;
--> statement-breakpoint
CREATE TRIGGER sum_user_days_users_update AFTER UPDATE OF created_at ON users WHEN (date((OLD.created_at) / 1000 + 7200, 'unixepoch')) IS NOT (date((NEW.created_at) / 1000 + 7200, 'unixepoch')) BEGIN
  INSERT INTO user_days (day, users)
  SELECT day, sum(users) FROM (SELECT date((OLD.created_at) / 1000 + 7200, 'unixepoch') AS day, -(1) AS users WHERE 1 UNION ALL SELECT date((NEW.created_at) / 1000 + 7200, 'unixepoch') AS day, (1) AS users WHERE 1)
  WHERE true GROUP BY day HAVING sum(users) <> 0
  ON CONFLICT (day) DO UPDATE SET users = users + excluded.users;
END;
--> statement-breakpoint
CREATE TRIGGER sum_user_days_users_delete AFTER DELETE ON users BEGIN
  INSERT INTO user_days (day, users)
  SELECT day, sum(users) FROM (SELECT date((OLD.created_at) / 1000 + 7200, 'unixepoch') AS day, -(1) AS users WHERE 1)
  WHERE true GROUP BY day HAVING sum(users) <> 0
  ON CONFLICT (day) DO UPDATE SET users = users + excluded.users;
END;
--> statement-breakpoint
DELETE FROM counters WHERE (name = 'refunds' OR name GLOB 'refunds:*');
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'refunds', count(*) FROM refunds t GROUP BY 1;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'refunds:' || t.status, count(*) FROM refunds t GROUP BY 1;
--> statement-breakpoint
DELETE FROM counters WHERE (name = 'expenses' OR name GLOB 'expenses:*');
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'expenses', count(*) FROM expenses t GROUP BY 1;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'expenses:' || t.status, count(*) FROM expenses t GROUP BY 1;
--> statement-breakpoint
DELETE FROM order_days;
--> statement-breakpoint
INSERT INTO order_days (day, currency, orders, pending_payment_orders, pending_seller_review_orders, accepted_orders, preparing_orders, ready_for_pickup_orders, out_for_delivery_orders, returning_orders, delivered_orders, completed_orders, rejected_orders, cancelled_orders, refunded_orders)
  SELECT day, currency, sum(orders), sum(pending_payment_orders), sum(pending_seller_review_orders), sum(accepted_orders), sum(preparing_orders), sum(ready_for_pickup_orders), sum(out_for_delivery_orders), sum(returning_orders), sum(delivered_orders), sum(completed_orders), sum(rejected_orders), sum(cancelled_orders), sum(refunded_orders) FROM (SELECT date((o.created_at) / 1000 + 7200, 'unixepoch') AS day, o.currency AS currency, (1) AS orders, (o.status = 'PENDING_PAYMENT') AS pending_payment_orders, (o.status = 'PENDING_SELLER_REVIEW') AS pending_seller_review_orders, (o.status = 'ACCEPTED') AS accepted_orders, (o.status = 'PREPARING') AS preparing_orders, (o.status = 'READY_FOR_PICKUP') AS ready_for_pickup_orders, (o.status = 'OUT_FOR_DELIVERY') AS out_for_delivery_orders, (o.status = 'RETURNING') AS returning_orders, (o.status = 'DELIVERED') AS delivered_orders, (o.status = 'COMPLETED') AS completed_orders, (o.status = 'REJECTED') AS rejected_orders, (o.status = 'CANCELLED') AS cancelled_orders, (o.status = 'REFUNDED') AS refunded_orders FROM orders o WHERE 1)
  WHERE true GROUP BY day, currency HAVING sum(orders) <> 0 OR sum(pending_payment_orders) <> 0 OR sum(pending_seller_review_orders) <> 0 OR sum(accepted_orders) <> 0 OR sum(preparing_orders) <> 0 OR sum(ready_for_pickup_orders) <> 0 OR sum(out_for_delivery_orders) <> 0 OR sum(returning_orders) <> 0 OR sum(delivered_orders) <> 0 OR sum(completed_orders) <> 0 OR sum(rejected_orders) <> 0 OR sum(cancelled_orders) <> 0 OR sum(refunded_orders) <> 0
  ON CONFLICT (day, currency) DO UPDATE SET orders = orders + excluded.orders, pending_payment_orders = pending_payment_orders + excluded.pending_payment_orders, pending_seller_review_orders = pending_seller_review_orders + excluded.pending_seller_review_orders, accepted_orders = accepted_orders + excluded.accepted_orders, preparing_orders = preparing_orders + excluded.preparing_orders, ready_for_pickup_orders = ready_for_pickup_orders + excluded.ready_for_pickup_orders, out_for_delivery_orders = out_for_delivery_orders + excluded.out_for_delivery_orders, returning_orders = returning_orders + excluded.returning_orders, delivered_orders = delivered_orders + excluded.delivered_orders, completed_orders = completed_orders + excluded.completed_orders, rejected_orders = rejected_orders + excluded.rejected_orders, cancelled_orders = cancelled_orders + excluded.cancelled_orders, refunded_orders = refunded_orders + excluded.refunded_orders;
--> statement-breakpoint
DELETE FROM sales_days;
--> statement-breakpoint
INSERT INTO sales_days (day, currency, orders, gross_minor, refunds_minor, goods_minor)
  SELECT day, currency, sum(orders), sum(gross_minor), sum(refunds_minor), sum(goods_minor) FROM (SELECT date((coalesce(o.reached_at ->> 'PENDING_SELLER_REVIEW', o.created_at)) / 1000 + 7200, 'unixepoch') AS day, o.currency AS currency, (1) AS orders, (o.total_minor) AS gross_minor, (o.refunded_minor) AS refunds_minor, (o.subtotal_minor) AS goods_minor FROM orders o WHERE o.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND o.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED'))
  WHERE true GROUP BY day, currency HAVING sum(orders) <> 0 OR sum(gross_minor) <> 0 OR sum(refunds_minor) <> 0 OR sum(goods_minor) <> 0
  ON CONFLICT (day, currency) DO UPDATE SET orders = orders + excluded.orders, gross_minor = gross_minor + excluded.gross_minor, refunds_minor = refunds_minor + excluded.refunds_minor, goods_minor = goods_minor + excluded.goods_minor;
--> statement-breakpoint
DELETE FROM seller_sales;
--> statement-breakpoint
INSERT INTO seller_sales (span, day, seller_profile_id, currency, orders, amount_minor)
  SELECT span, day, seller_profile_id, currency, sum(orders), sum(amount_minor) FROM (SELECT span.days AS span, date(unixepoch(date((coalesce(o.reached_at ->> 'PENDING_SELLER_REVIEW', o.created_at)) / 1000 + 7200, 'unixepoch')) / 86400 / span.days * span.days * 86400, 'unixepoch') AS day, o.seller_profile_id AS seller_profile_id, o.currency AS currency, (1) AS orders, (o.subtotal_minor) AS amount_minor FROM orders o, (SELECT 1 AS days UNION ALL SELECT 8 UNION ALL SELECT 64) span WHERE o.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND o.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED'))
  WHERE true GROUP BY span, day, seller_profile_id, currency HAVING sum(orders) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (span, day, seller_profile_id, currency) DO UPDATE SET orders = orders + excluded.orders, amount_minor = amount_minor + excluded.amount_minor;
--> statement-breakpoint
DELETE FROM product_sales;
--> statement-breakpoint
INSERT INTO product_sales (span, day, product_id, currency, quantity, amount_minor)
  SELECT span, day, product_id, currency, sum(quantity), sum(amount_minor) FROM (SELECT span.days AS span, date(unixepoch(date((coalesce(o.reached_at ->> 'PENDING_SELLER_REVIEW', o.created_at)) / 1000 + 7200, 'unixepoch')) / 86400 / span.days * span.days * 86400, 'unixepoch') AS day, i.product_id AS product_id, o.currency AS currency, (i.quantity) AS quantity, (i.line_total_minor) AS amount_minor FROM orders o, order_items i, (SELECT 1 AS days UNION ALL SELECT 8 UNION ALL SELECT 64) span WHERE i.order_id = o.id AND o.payment_status IN ('PAID', 'PARTIALLY_REFUNDED') AND o.status NOT IN ('REJECTED', 'CANCELLED', 'REFUNDED'))
  WHERE true GROUP BY span, day, product_id, currency HAVING sum(quantity) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (span, day, product_id, currency) DO UPDATE SET quantity = quantity + excluded.quantity, amount_minor = amount_minor + excluded.amount_minor;
--> statement-breakpoint
DELETE FROM delivery_days;
--> statement-breakpoint
INSERT INTO delivery_days (day, currency, deliveries, delivered, failed, fees_minor)
  SELECT day, currency, sum(deliveries), sum(delivered), sum(failed), sum(fees_minor) FROM (SELECT date((d.created_at) / 1000 + 7200, 'unixepoch') AS day, d.currency AS currency, (1) AS deliveries, (d.status = 'DELIVERED') AS delivered, (d.status IN ('RETURNING', 'RETURNED')) AS failed, (iif(d.status IN ('DELIVERED', 'RETURNING', 'RETURNED'), d.fee_minor, 0)) AS fees_minor FROM deliveries d WHERE 1)
  WHERE true GROUP BY day, currency HAVING sum(deliveries) <> 0 OR sum(delivered) <> 0 OR sum(failed) <> 0 OR sum(fees_minor) <> 0
  ON CONFLICT (day, currency) DO UPDATE SET deliveries = deliveries + excluded.deliveries, delivered = delivered + excluded.delivered, failed = failed + excluded.failed, fees_minor = fees_minor + excluded.fees_minor;
--> statement-breakpoint
DELETE FROM refund_days;
--> statement-breakpoint
INSERT INTO refund_days (day, currency, count, amount_minor)
  SELECT day, currency, sum(count), sum(amount_minor) FROM (SELECT date((coalesce(r.reached_at ->> 'SUCCEEDED', r.created_at)) / 1000 + 7200, 'unixepoch') AS day, r.currency AS currency, (1) AS count, (r.amount_minor) AS amount_minor FROM refunds r WHERE r.status = 'SUCCEEDED')
  WHERE true GROUP BY day, currency HAVING sum(count) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (day, currency) DO UPDATE SET count = count + excluded.count, amount_minor = amount_minor + excluded.amount_minor;
--> statement-breakpoint
DELETE FROM payout_days;
--> statement-breakpoint
INSERT INTO payout_days (day, currency, count, amount_minor)
  SELECT day, currency, sum(count), sum(amount_minor) FROM (SELECT date((coalesce(p.reached_at ->> 'COMPLETED', p.created_at)) / 1000 + 7200, 'unixepoch') AS day, p.currency AS currency, (1) AS count, (p.amount_minor) AS amount_minor FROM payouts p WHERE p.status = 'COMPLETED')
  WHERE true GROUP BY day, currency HAVING sum(count) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (day, currency) DO UPDATE SET count = count + excluded.count, amount_minor = amount_minor + excluded.amount_minor;
--> statement-breakpoint
DELETE FROM expense_days;
--> statement-breakpoint
INSERT INTO expense_days (day, currency, count, amount_minor)
  SELECT day, currency, sum(count), sum(amount_minor) FROM (SELECT e.day AS day, e.currency AS currency, (1) AS count, (e.amount_minor) AS amount_minor FROM expenses e WHERE e.status = 'APPROVED')
  WHERE true GROUP BY day, currency HAVING sum(count) <> 0 OR sum(amount_minor) <> 0
  ON CONFLICT (day, currency) DO UPDATE SET count = count + excluded.count, amount_minor = amount_minor + excluded.amount_minor;
--> statement-breakpoint
DELETE FROM user_days;
--> statement-breakpoint
INSERT INTO user_days (day, users)
  SELECT day, sum(users) FROM (SELECT date((u.created_at) / 1000 + 7200, 'unixepoch') AS day, (1) AS users FROM users u WHERE 1)
  WHERE true GROUP BY day HAVING sum(users) <> 0
  ON CONFLICT (day) DO UPDATE SET users = users + excluded.users;
