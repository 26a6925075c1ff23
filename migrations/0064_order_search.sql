-- Staff find orders by their buyer's name, e-mail and number, and by the numbers that paid. An address is one word; a name is as many as it has.
CREATE VIRTUAL TABLE orders_search USING fts5 (name, email, phone, payers, tokenize = "unicode61 remove_diacritics 2 tokenchars '@._+-'", prefix = '2 3');
--> statement-breakpoint
INSERT INTO search_keys (thing_id) SELECT id FROM orders ORDER BY created_at, id;
--> statement-breakpoint
INSERT INTO orders_search (rowid, name, email, phone, payers)
SELECT k.row, replace(replace(replace(replace(replace(u.name, '-', ' '), '.', ' '), '_', ' '), '+', ' '), '@', ' '), u.email, coalesce(u.phone, ''),
  coalesce((SELECT group_concat(g.phone, ' ') FROM gateway_transactions g WHERE g.subject_id = o.id), '')
FROM orders o JOIN search_keys k ON k.thing_id = o.id JOIN users u ON u.id = o.buyer_id;
--> statement-breakpoint
CREATE TRIGGER orders_made_searchable AFTER INSERT ON orders BEGIN
  INSERT INTO search_keys (thing_id) VALUES (NEW.id);
  INSERT INTO orders_search (rowid, name, email, phone, payers)
  SELECT k.row, replace(replace(replace(replace(replace(u.name, '-', ' '), '.', ' '), '_', ' '), '+', ' '), '@', ' '), u.email, coalesce(u.phone, ''),
    coalesce((SELECT group_concat(g.phone, ' ') FROM gateway_transactions g WHERE g.subject_id = NEW.id), '')
  FROM search_keys k JOIN users u ON u.id = NEW.buyer_id WHERE k.thing_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER payers_made_searchable AFTER INSERT ON gateway_transactions WHEN NEW.purpose = 'ORDER' BEGIN
  UPDATE orders_search SET payers = payers || ' ' || NEW.phone WHERE rowid = (SELECT row FROM search_keys WHERE thing_id = NEW.subject_id);
END;
--> statement-breakpoint
-- The latest orders of a person follow the person's name, address and number.
CREATE TRIGGER buyers_renamed AFTER UPDATE OF name, email, phone ON users
WHEN OLD.name IS NOT NEW.name OR OLD.email IS NOT NEW.email OR OLD.phone IS NOT NEW.phone BEGIN
  UPDATE orders_search SET name = replace(replace(replace(replace(replace(NEW.name, '-', ' '), '.', ' '), '_', ' '), '+', ' '), '@', ' '),
    email = NEW.email, phone = coalesce(NEW.phone, '')
  WHERE rowid IN (SELECT k.row FROM search_keys k WHERE k.thing_id IN (
    SELECT o.id FROM orders o WHERE o.buyer_id = NEW.id ORDER BY o.created_at DESC, o.id DESC LIMIT 1000));
END;
--> statement-breakpoint
INSERT INTO order_totals (status, currency, orders, amount_minor) SELECT status, currency, count(*), sum(total_minor) FROM orders GROUP BY 1, 2;
--> statement-breakpoint
CREATE TRIGGER orders_added_up AFTER INSERT ON orders BEGIN
  INSERT INTO order_totals (status, currency, orders, amount_minor) VALUES (NEW.status, NEW.currency, 1, NEW.total_minor)
    ON CONFLICT (status, currency) DO UPDATE SET orders = orders + 1, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER orders_moved_in_totals AFTER UPDATE OF status, currency, total_minor ON orders
WHEN OLD.status <> NEW.status OR OLD.currency <> NEW.currency OR OLD.total_minor <> NEW.total_minor BEGIN
  UPDATE order_totals SET orders = orders - 1, amount_minor = amount_minor - OLD.total_minor WHERE status = OLD.status AND currency = OLD.currency;
  INSERT INTO order_totals (status, currency, orders, amount_minor) VALUES (NEW.status, NEW.currency, 1, NEW.total_minor)
    ON CONFLICT (status, currency) DO UPDATE SET orders = orders + 1, amount_minor = amount_minor + excluded.amount_minor;
END;
--> statement-breakpoint
CREATE TRIGGER orders_taken_from_totals AFTER DELETE ON orders BEGIN
  UPDATE order_totals SET orders = orders - 1, amount_minor = amount_minor - OLD.total_minor WHERE status = OLD.status AND currency = OLD.currency;
  DELETE FROM orders_search WHERE rowid = (SELECT row FROM search_keys WHERE thing_id = OLD.id);
  DELETE FROM search_keys WHERE thing_id = OLD.id;
END;
