-- What the database itself holds true, whatever the code does. Written by hand: drizzle-kit writes no triggers and no FTS.

-- A commit stops itself by name: INSERT INTO guard SELECT 'CODE' WHERE <what must not be>.
CREATE TABLE guard (code TEXT NOT NULL) STRICT;
--> statement-breakpoint
CREATE TRIGGER guard_raise BEFORE INSERT ON guard BEGIN
  SELECT RAISE(ABORT, NEW.code);
END;
--> statement-breakpoint
CREATE TRIGGER transfers_no_update BEFORE UPDATE ON transfers BEGIN
  SELECT RAISE(ABORT, 'APPEND_ONLY');
END;
--> statement-breakpoint
CREATE TRIGGER transfers_no_delete BEFORE DELETE ON transfers BEGIN
  SELECT RAISE(ABORT, 'APPEND_ONLY');
END;
--> statement-breakpoint
CREATE TRIGGER history_no_update BEFORE UPDATE ON history BEGIN
  SELECT RAISE(ABORT, 'APPEND_ONLY');
END;
--> statement-breakpoint
CREATE TRIGGER history_no_delete BEFORE DELETE ON history BEGIN
  SELECT RAISE(ABORT, 'APPEND_ONLY');
END;
--> statement-breakpoint
CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit BEGIN
  SELECT RAISE(ABORT, 'APPEND_ONLY');
END;
--> statement-breakpoint
CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit BEGIN
  SELECT RAISE(ABORT, 'APPEND_ONLY');
END;
--> statement-breakpoint
CREATE TRIGGER stock_movements_no_update BEFORE UPDATE ON stock_movements BEGIN
  SELECT RAISE(ABORT, 'APPEND_ONLY');
END;
--> statement-breakpoint
CREATE TRIGGER stock_movements_no_delete BEFORE DELETE ON stock_movements BEGIN
  SELECT RAISE(ABORT, 'APPEND_ONLY');
END;
--> statement-breakpoint
CREATE TRIGGER wallet_entries_no_update BEFORE UPDATE ON wallet_entries BEGIN
  SELECT RAISE(ABORT, 'APPEND_ONLY');
END;
--> statement-breakpoint
CREATE TRIGGER wallet_entries_no_delete BEFORE DELETE ON wallet_entries BEGIN
  SELECT RAISE(ABORT, 'APPEND_ONLY');
END;
--> statement-breakpoint
-- Double entry: one transfer moves both balances. order:*:held, *:reserved, seller:*:pending and refunds:inFlight may
-- never be negative; the available money of people may only by a reversal (docs/money.md, Accounts), so a withdrawal is
-- held by a guard inside its own commit.
CREATE TRIGGER transfers_post AFTER INSERT ON transfers BEGIN
  INSERT INTO accounts (code, currency, balance_minor, may_overdraw)
    VALUES (NEW.to_account, NEW.currency, NEW.amount_minor,
      NOT (NEW.to_account = 'refunds:inFlight' OR NEW.to_account GLOB '*:held' OR NEW.to_account GLOB '*:pending' OR NEW.to_account GLOB '*:reserved'))
    ON CONFLICT (code, currency) DO UPDATE SET balance_minor = balance_minor + NEW.amount_minor;
  INSERT INTO accounts (code, currency, balance_minor, may_overdraw)
    VALUES (NEW.from_account, NEW.currency, 0,
      NOT (NEW.from_account = 'refunds:inFlight' OR NEW.from_account GLOB '*:held' OR NEW.from_account GLOB '*:pending' OR NEW.from_account GLOB '*:reserved'))
    ON CONFLICT (code, currency) DO NOTHING;
  UPDATE accounts SET balance_minor = balance_minor - NEW.amount_minor
    WHERE code = NEW.from_account AND currency = NEW.currency;
END;
--> statement-breakpoint
-- Stock is the sum of its movements; what is held is the sum of its holds.
CREATE TRIGGER stock_movements_apply AFTER INSERT ON stock_movements BEGIN
  UPDATE variants SET stock = stock + NEW.amount, updated_at = NEW.created_at WHERE id = NEW.variant_id;
END;
--> statement-breakpoint
CREATE TRIGGER stock_holds_take AFTER INSERT ON stock_holds BEGIN
  UPDATE variants SET held = held + NEW.quantity WHERE id = NEW.variant_id;
END;
--> statement-breakpoint
CREATE TRIGGER stock_holds_release AFTER DELETE ON stock_holds BEGIN
  UPDATE variants SET held = held - OLD.quantity WHERE id = OLD.variant_id;
END;
--> statement-breakpoint
-- What lists sort and filter by.
CREATE TRIGGER variants_added AFTER INSERT ON variants BEGIN
  UPDATE products SET
    min_price_minor = (SELECT coalesce(min(v.price_minor), 0) FROM variants v WHERE v.product_id = NEW.product_id),
    in_stock = EXISTS (SELECT 1 FROM variants v WHERE v.product_id = NEW.product_id AND v.stock > v.held)
    WHERE id = NEW.product_id;
END;
--> statement-breakpoint
CREATE TRIGGER variants_removed AFTER DELETE ON variants BEGIN
  UPDATE products SET
    min_price_minor = (SELECT coalesce(min(v.price_minor), 0) FROM variants v WHERE v.product_id = OLD.product_id),
    in_stock = EXISTS (SELECT 1 FROM variants v WHERE v.product_id = OLD.product_id AND v.stock > v.held)
    WHERE id = OLD.product_id;
END;
--> statement-breakpoint
CREATE TRIGGER variants_repriced AFTER UPDATE OF price_minor ON variants WHEN OLD.price_minor <> NEW.price_minor BEGIN
  UPDATE products SET
    min_price_minor = (SELECT coalesce(min(v.price_minor), 0) FROM variants v WHERE v.product_id = NEW.product_id),
    in_stock = EXISTS (SELECT 1 FROM variants v WHERE v.product_id = NEW.product_id AND v.stock > v.held)
    WHERE id = NEW.product_id;
END;
--> statement-breakpoint
CREATE TRIGGER variants_restocked AFTER UPDATE OF stock, held ON variants WHEN (OLD.stock > OLD.held) <> (NEW.stock > NEW.held) BEGIN
  UPDATE products SET
    min_price_minor = (SELECT coalesce(min(v.price_minor), 0) FROM variants v WHERE v.product_id = NEW.product_id),
    in_stock = EXISTS (SELECT 1 FROM variants v WHERE v.product_id = NEW.product_id AND v.stock > v.held)
    WHERE id = NEW.product_id;
END;
--> statement-breakpoint
-- What a plan's limits are held against.
CREATE TRIGGER shops_counted AFTER INSERT ON shops BEGIN
  UPDATE seller_profiles SET shop_count = shop_count + (NEW.status <> 'CLOSED') WHERE id = NEW.seller_profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER shops_recounted AFTER UPDATE OF status ON shops WHEN (OLD.status = 'CLOSED') <> (NEW.status = 'CLOSED') BEGIN
  UPDATE seller_profiles SET shop_count = shop_count + (NEW.status <> 'CLOSED') - (OLD.status <> 'CLOSED') WHERE id = NEW.seller_profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER products_counted AFTER INSERT ON products BEGIN
  UPDATE seller_profiles SET product_count = product_count + (NEW.status <> 'ARCHIVED') WHERE id = NEW.seller_profile_id;
  INSERT INTO counters (name, value) VALUES ('products:shop:' || NEW.shop_id, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('products:shop:' || NEW.shop_id || ':' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER products_recounted AFTER UPDATE OF status, deleted_at ON products
WHEN OLD.status <> NEW.status OR (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL) BEGIN
  UPDATE seller_profiles SET product_count = product_count + (NEW.status <> 'ARCHIVED' AND NEW.deleted_at IS NULL) - (OLD.status <> 'ARCHIVED' AND OLD.deleted_at IS NULL) WHERE id = NEW.seller_profile_id;
  INSERT INTO counters (name, value) VALUES ('products:shop:' || NEW.shop_id, (NEW.deleted_at IS NULL) - (OLD.deleted_at IS NULL)) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('products:shop:' || OLD.shop_id || ':' || OLD.status, 0 - (OLD.deleted_at IS NULL)) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('products:shop:' || NEW.shop_id || ':' || NEW.status, (NEW.deleted_at IS NULL) - 0) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
-- Full-text tables have whole-number rows: this keeps which row is whose through a dump and restore.
CREATE TABLE search_keys (row INTEGER PRIMARY KEY, thing_id TEXT NOT NULL UNIQUE) STRICT;
--> statement-breakpoint
-- The public list: its totals, and its search. A product is in them exactly while it is visible.
CREATE VIRTUAL TABLE products_search USING fts5 (name, brand, description, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3');
--> statement-breakpoint
CREATE TRIGGER products_shown AFTER UPDATE OF visible ON products WHEN OLD.visible = 0 AND NEW.visible = 1 BEGIN
  INSERT INTO search_keys (thing_id) VALUES (NEW.id);
  INSERT INTO products_search (rowid, name, brand, description) VALUES ((SELECT row FROM search_keys WHERE thing_id = NEW.id), NEW.name, NEW.brand, NEW.description);
  INSERT INTO counters (name, value) VALUES ('products:visible', 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('products:visible:category:' || NEW.category_id, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('products:visible:subcategory:' || NEW.subcategory_id, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('products:visible:shop:' || NEW.shop_id, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER products_hidden AFTER UPDATE OF visible ON products WHEN OLD.visible = 1 AND NEW.visible = 0 BEGIN
  DELETE FROM products_search WHERE rowid = (SELECT row FROM search_keys WHERE thing_id = OLD.id);
  DELETE FROM search_keys WHERE thing_id = OLD.id;
  INSERT INTO counters (name, value) VALUES ('products:visible', -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('products:visible:category:' || OLD.category_id, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('products:visible:subcategory:' || OLD.subcategory_id, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('products:visible:shop:' || OLD.shop_id, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER products_reworded AFTER UPDATE OF name, brand, description ON products WHEN OLD.visible = 1 AND NEW.visible = 1 BEGIN
  UPDATE products_search SET name = NEW.name, brand = NEW.brand, description = NEW.description WHERE rowid = (SELECT row FROM search_keys WHERE thing_id = OLD.id);
END;
--> statement-breakpoint
CREATE TRIGGER products_moved AFTER UPDATE OF category_id, subcategory_id ON products WHEN OLD.visible = 1 AND NEW.visible = 1 BEGIN
  INSERT INTO counters (name, value) VALUES ('products:visible:category:' || OLD.category_id, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('products:visible:subcategory:' || OLD.subcategory_id, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('products:visible:category:' || NEW.category_id, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('products:visible:subcategory:' || NEW.subcategory_id, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
-- The public list of shops: its total, and its search. A shop is in them exactly while it is published.
CREATE VIRTUAL TABLE shops_search USING fts5 (name, description, city, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3');
--> statement-breakpoint
CREATE TRIGGER shops_opened AFTER INSERT ON shops WHEN NEW.status = 'PUBLISHED' BEGIN
  INSERT INTO search_keys (thing_id) VALUES (NEW.id);
  INSERT INTO shops_search (rowid, name, description, city) VALUES ((SELECT row FROM search_keys WHERE thing_id = NEW.id), NEW.name, NEW.description, NEW.address ->> 'city');
  INSERT INTO counters (name, value) VALUES ('shops:published', 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER shops_shown AFTER UPDATE OF status ON shops WHEN OLD.status <> 'PUBLISHED' AND NEW.status = 'PUBLISHED' BEGIN
  INSERT INTO search_keys (thing_id) VALUES (NEW.id);
  INSERT INTO shops_search (rowid, name, description, city) VALUES ((SELECT row FROM search_keys WHERE thing_id = NEW.id), NEW.name, NEW.description, NEW.address ->> 'city');
  INSERT INTO counters (name, value) VALUES ('shops:published', 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER shops_hidden AFTER UPDATE OF status ON shops WHEN OLD.status = 'PUBLISHED' AND NEW.status <> 'PUBLISHED' BEGIN
  DELETE FROM shops_search WHERE rowid = (SELECT row FROM search_keys WHERE thing_id = OLD.id);
  DELETE FROM search_keys WHERE thing_id = OLD.id;
  INSERT INTO counters (name, value) VALUES ('shops:published', -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER shops_reworded AFTER UPDATE OF name, description, address ON shops WHEN OLD.status = 'PUBLISHED' AND NEW.status = 'PUBLISHED' BEGIN
  UPDATE shops_search SET name = NEW.name, description = NEW.description, city = NEW.address ->> 'city' WHERE rowid = (SELECT row FROM search_keys WHERE thing_id = OLD.id);
END;
--> statement-breakpoint
-- People: totals by role, and search by name and e-mail.
CREATE VIRTUAL TABLE users_search USING fts5 (name, email, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3');
--> statement-breakpoint
CREATE TRIGGER users_counted AFTER INSERT ON users BEGIN
  INSERT INTO search_keys (thing_id) VALUES (NEW.id);
  INSERT INTO users_search (rowid, name, email) VALUES ((SELECT row FROM search_keys WHERE thing_id = NEW.id), NEW.name, NEW.email);
  INSERT INTO counters (name, value) VALUES ('users', 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('users:' || NEW.role, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER users_renamed AFTER UPDATE OF name, email ON users BEGIN
  UPDATE users_search SET name = NEW.name, email = NEW.email WHERE rowid = (SELECT row FROM search_keys WHERE thing_id = OLD.id);
END;
--> statement-breakpoint
CREATE TRIGGER users_role_changed AFTER UPDATE OF role ON users WHEN OLD.role <> NEW.role BEGIN
  INSERT INTO counters (name, value) VALUES ('users:' || OLD.role, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('users:' || NEW.role, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
-- Totals of each person's orders.
CREATE TRIGGER orders_counted AFTER INSERT ON orders BEGIN
  INSERT INTO counters (name, value) VALUES ('orders:buyer:' || NEW.buyer_id, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('orders:buyer:' || NEW.buyer_id || ':' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('orders:seller:' || NEW.seller_profile_id, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('orders:seller:' || NEW.seller_profile_id || ':' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER orders_recounted AFTER UPDATE OF status ON orders WHEN OLD.status <> NEW.status BEGIN
  INSERT INTO counters (name, value) VALUES ('orders:buyer:' || OLD.buyer_id || ':' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('orders:buyer:' || NEW.buyer_id || ':' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('orders:seller:' || OLD.seller_profile_id || ':' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('orders:seller:' || NEW.seller_profile_id || ':' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
-- Totals that finance lists.
CREATE TRIGGER subscriptions_counted AFTER INSERT ON subscriptions BEGIN
  INSERT INTO counters (name, value) VALUES ('subscriptions', 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('subscriptions' || ':' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('subscriptions:plan:' || NEW.plan_id, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('subscriptions:plan:' || NEW.plan_id || ':' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER subscriptions_recounted AFTER UPDATE OF status ON subscriptions WHEN OLD.status <> NEW.status BEGIN
  INSERT INTO counters (name, value) VALUES ('subscriptions' || ':' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('subscriptions' || ':' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('subscriptions:plan:' || OLD.plan_id || ':' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('subscriptions:plan:' || NEW.plan_id || ':' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER subscription_payments_counted AFTER INSERT ON subscription_payments BEGIN
  INSERT INTO counters (name, value) VALUES ('subscription_payments:' || NEW.seller_profile_id, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
-- Totals of payouts by gateway.
CREATE TRIGGER payouts_counted AFTER INSERT ON payouts BEGIN
  INSERT INTO counters (name, value) VALUES ('payouts:' || NEW.gateway, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('payouts:' || NEW.gateway || ':' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_counted AFTER INSERT ON payouts WHEN NEW.owner_id IS NOT NULL BEGIN
  INSERT INTO counters (name, value) VALUES ('payouts:owner:' || NEW.owner_id, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
-- What somebody ever earned and withdrew, which a wallet shows without adding up its whole life.
CREATE TRIGGER transfers_earned AFTER INSERT ON transfers
WHEN NEW.to_account GLOB '*:available' AND (NEW.from_account GLOB '*:pending' OR NEW.from_account GLOB '*:held') BEGIN
  INSERT INTO counters (name, value) VALUES ('earned:' || NEW.to_account || ':' || NEW.currency, NEW.amount_minor) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER transfers_withdrawn AFTER INSERT ON transfers WHEN NEW.kind = 'withdrawal:done' BEGIN
  INSERT INTO counters (name, value) VALUES ('withdrawn:' || NEW.from_account || ':' || NEW.currency, NEW.amount_minor) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER transfers_returned AFTER INSERT ON transfers WHEN NEW.kind = 'withdrawal:returned' BEGIN
  INSERT INTO counters (name, value) VALUES ('withdrawn:' || replace(NEW.to_account, ':available', ':reserved') || ':' || NEW.currency, -NEW.amount_minor) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER accounts_counted AFTER INSERT ON accounts BEGIN
  INSERT INTO counters (name, value) VALUES ('accounts', 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('accounts:' || NEW.currency, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER payouts_recounted AFTER UPDATE OF status ON payouts WHEN OLD.status <> NEW.status BEGIN
  INSERT INTO counters (name, value) VALUES ('payouts:' || OLD.gateway || ':' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('payouts:' || NEW.gateway || ':' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER wallet_entries_counted AFTER INSERT ON wallet_entries BEGIN
  INSERT INTO counters (name, value) VALUES ('wallet_entries:' || NEW.owner_id, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('wallet_entries:' || NEW.owner_id || ':' || NEW.type, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('wallet_entries:' || NEW.owner_id || ':' || NEW.currency, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('wallet_entries:' || NEW.owner_id || ':' || NEW.currency || ':' || NEW.type, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
-- A rider has at most three jobs at a time.
CREATE TRIGGER deliveries_jobs AFTER UPDATE OF status, rider_id ON deliveries
WHEN OLD.status <> NEW.status OR OLD.rider_id IS NOT NEW.rider_id BEGIN
  UPDATE riders SET active_jobs = active_jobs - 1 WHERE id = OLD.rider_id AND (OLD.status IN ('ASSIGNED', 'PICKED_UP', 'FAILED_ATTEMPT', 'RETURNING'));
  UPDATE riders SET active_jobs = active_jobs + 1 WHERE id = NEW.rider_id AND (NEW.status IN ('ASSIGNED', 'PICKED_UP', 'FAILED_ATTEMPT', 'RETURNING'));
  UPDATE riders SET completed_count = completed_count + 1 WHERE id = NEW.rider_id AND NEW.status = 'DELIVERED' AND OLD.status <> 'DELIVERED';
END;
--> statement-breakpoint
-- Totals of riders, and of each rider's own deliveries.
CREATE TRIGGER riders_counted AFTER INSERT ON riders BEGIN
  INSERT INTO counters (name, value) VALUES ('riders', 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('riders:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER riders_recounted AFTER UPDATE OF status ON riders WHEN OLD.status <> NEW.status BEGIN
  INSERT INTO counters (name, value) VALUES ('riders:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('riders:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER deliveries_left AFTER UPDATE OF status, rider_id ON deliveries
WHEN OLD.rider_id IS NOT NULL AND (OLD.status <> NEW.status OR OLD.rider_id IS NOT NEW.rider_id) BEGIN
  INSERT INTO counters (name, value) VALUES ('deliveries:rider:' || OLD.rider_id, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('deliveries:rider:' || OLD.rider_id || ':' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER deliveries_taken AFTER UPDATE OF status, rider_id ON deliveries
WHEN NEW.rider_id IS NOT NULL AND (OLD.status <> NEW.status OR OLD.rider_id IS NOT NEW.rider_id) BEGIN
  INSERT INTO counters (name, value) VALUES ('deliveries:rider:' || NEW.rider_id, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('deliveries:rider:' || NEW.rider_id || ':' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
-- Defaults of docs/money.md, Minimums.
INSERT INTO money_settings (currency, min_payout_minor, max_payout_per_day_minor, commission_bps) VALUES
  ('USD', 100, NULL, 0), ('CDF', 100000, NULL, 0), ('RWF', 1000, NULL, 0);
