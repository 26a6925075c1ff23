-- Counters are kept by triggers that src/db/counters.ts writes (npm run migrate:counters). Those written by hand end here.
DROP TRIGGER products_moved;
--> statement-breakpoint
DROP TRIGGER users_role_changed;
--> statement-breakpoint
DROP TRIGGER orders_counted;
--> statement-breakpoint
DROP TRIGGER orders_recounted;
--> statement-breakpoint
DROP TRIGGER subscriptions_counted;
--> statement-breakpoint
DROP TRIGGER subscriptions_recounted;
--> statement-breakpoint
DROP TRIGGER subscription_payments_counted;
--> statement-breakpoint
DROP TRIGGER payouts_counted;
--> statement-breakpoint
DROP TRIGGER payouts_recounted;
--> statement-breakpoint
DROP TRIGGER withdrawals_counted;
--> statement-breakpoint
DROP TRIGGER accounts_counted;
--> statement-breakpoint
DROP TRIGGER wallet_entries_counted;
--> statement-breakpoint
DROP TRIGGER riders_counted;
--> statement-breakpoint
DROP TRIGGER riders_recounted;
--> statement-breakpoint
DROP TRIGGER deliveries_left;
--> statement-breakpoint
DROP TRIGGER deliveries_taken;
--> statement-breakpoint
DROP TRIGGER products_counted;
--> statement-breakpoint
DROP TRIGGER products_recounted;
--> statement-breakpoint
DROP TRIGGER products_shown;
--> statement-breakpoint
DROP TRIGGER products_hidden;
--> statement-breakpoint
DROP TRIGGER shops_opened;
--> statement-breakpoint
DROP TRIGGER shops_shown;
--> statement-breakpoint
DROP TRIGGER shops_hidden;
--> statement-breakpoint
DROP TRIGGER users_counted;
--> statement-breakpoint
-- What they did besides is still written by hand: the limits of plans, and what is found by its words.
CREATE TRIGGER products_counted AFTER INSERT ON products BEGIN
  UPDATE seller_profiles SET product_count = product_count + (NEW.status <> 'ARCHIVED') WHERE id = NEW.seller_profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER products_recounted AFTER UPDATE OF status, deleted_at ON products
WHEN OLD.status <> NEW.status OR (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL) BEGIN
  UPDATE seller_profiles SET product_count = product_count + (NEW.status <> 'ARCHIVED' AND NEW.deleted_at IS NULL) - (OLD.status <> 'ARCHIVED' AND OLD.deleted_at IS NULL) WHERE id = NEW.seller_profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER products_shown AFTER UPDATE OF visible ON products WHEN OLD.visible = 0 AND NEW.visible = 1 BEGIN
  INSERT INTO search_keys (thing_id) VALUES (NEW.id);
  INSERT INTO products_search (rowid, name, brand, description, place) VALUES ((SELECT row FROM search_keys WHERE thing_id = NEW.id), NEW.name, NEW.brand, NEW.description,
    replace(NEW.category_id || ' ' || NEW.subcategory_id || ' ' || NEW.shop_id, '-', '') || ' ' || NEW.currency);
END;
--> statement-breakpoint
CREATE TRIGGER products_hidden AFTER UPDATE OF visible ON products WHEN OLD.visible = 1 AND NEW.visible = 0 BEGIN
  DELETE FROM products_search WHERE rowid = (SELECT row FROM search_keys WHERE thing_id = OLD.id);
  DELETE FROM search_keys WHERE thing_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER shops_opened AFTER INSERT ON shops WHEN NEW.status = 'PUBLISHED' BEGIN
  INSERT INTO search_keys (thing_id) VALUES (NEW.id);
  INSERT INTO shops_search (rowid, name, description, city) VALUES ((SELECT row FROM search_keys WHERE thing_id = NEW.id), NEW.name, NEW.description, NEW.address ->> 'city');
END;
--> statement-breakpoint
CREATE TRIGGER shops_shown AFTER UPDATE OF status ON shops WHEN OLD.status <> 'PUBLISHED' AND NEW.status = 'PUBLISHED' BEGIN
  INSERT INTO search_keys (thing_id) VALUES (NEW.id);
  INSERT INTO shops_search (rowid, name, description, city) VALUES ((SELECT row FROM search_keys WHERE thing_id = NEW.id), NEW.name, NEW.description, NEW.address ->> 'city');
END;
--> statement-breakpoint
CREATE TRIGGER shops_hidden AFTER UPDATE OF status ON shops WHEN OLD.status = 'PUBLISHED' AND NEW.status <> 'PUBLISHED' BEGIN
  DELETE FROM shops_search WHERE rowid = (SELECT row FROM search_keys WHERE thing_id = OLD.id);
  DELETE FROM search_keys WHERE thing_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER users_joined AFTER INSERT ON users BEGIN
  INSERT INTO search_keys (thing_id) VALUES (NEW.id);
  INSERT INTO users_search (rowid, name, email) VALUES ((SELECT row FROM search_keys WHERE thing_id = NEW.id), NEW.name, NEW.email);
END;
--> statement-breakpoint
-- From here on as the script wrote it: the triggers, and every counter counted once.
CREATE TRIGGER count_users_insert AFTER INSERT ON users BEGIN
  INSERT INTO counters (name, value) VALUES ('users', 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('users:' || NEW.role, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_users_role_update AFTER UPDATE OF role ON users WHEN OLD.role IS NOT NEW.role BEGIN
  INSERT INTO counters (name, value) VALUES ('users:' || OLD.role, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('users:' || NEW.role, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_users_delete AFTER DELETE ON users BEGIN
  INSERT INTO counters (name, value) VALUES ('users', -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('users:' || OLD.role, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_shops_insert AFTER INSERT ON shops BEGIN
  INSERT INTO counters (name, value) SELECT 'shops:published', 1 WHERE NEW.status IS 'PUBLISHED' ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_shops_published_update AFTER UPDATE OF status ON shops WHEN OLD.status IS NOT NEW.status BEGIN
  INSERT INTO counters (name, value) SELECT 'shops:published', -1 WHERE OLD.status IS 'PUBLISHED' ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'shops:published', 1 WHERE NEW.status IS 'PUBLISHED' ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_shops_delete AFTER DELETE ON shops BEGIN
  INSERT INTO counters (name, value) SELECT 'shops:published', -1 WHERE OLD.status IS 'PUBLISHED' ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_products_insert AFTER INSERT ON products BEGIN
  INSERT INTO counters (name, value) SELECT 'products:visible', 1 WHERE NEW.visible IS 1 ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:visible:category:' || NEW.category_id, 1 WHERE NEW.visible IS 1 ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:visible:subcategory:' || NEW.subcategory_id, 1 WHERE NEW.visible IS 1 ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:visible:shop:' || NEW.shop_id, 1 WHERE NEW.visible IS 1 ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:shop:' || NEW.shop_id, 1 WHERE NEW.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:shop:' || NEW.shop_id || ':' || NEW.status, 1 WHERE NEW.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_products_visible_update AFTER UPDATE OF visible ON products WHEN OLD.visible IS NOT NEW.visible BEGIN
  INSERT INTO counters (name, value) SELECT 'products:visible', -1 WHERE OLD.visible IS 1 ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:visible', 1 WHERE NEW.visible IS 1 ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_products_visible_category_update AFTER UPDATE OF category_id, visible ON products WHEN OLD.category_id IS NOT NEW.category_id OR OLD.visible IS NOT NEW.visible BEGIN
  INSERT INTO counters (name, value) SELECT 'products:visible:category:' || OLD.category_id, -1 WHERE OLD.visible IS 1 ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:visible:category:' || NEW.category_id, 1 WHERE NEW.visible IS 1 ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_products_visible_subcategory_update AFTER UPDATE OF subcategory_id, visible ON products WHEN OLD.subcategory_id IS NOT NEW.subcategory_id OR OLD.visible IS NOT NEW.visible BEGIN
  INSERT INTO counters (name, value) SELECT 'products:visible:subcategory:' || OLD.subcategory_id, -1 WHERE OLD.visible IS 1 ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:visible:subcategory:' || NEW.subcategory_id, 1 WHERE NEW.visible IS 1 ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_products_visible_shop_update AFTER UPDATE OF shop_id, visible ON products WHEN OLD.shop_id IS NOT NEW.shop_id OR OLD.visible IS NOT NEW.visible BEGIN
  INSERT INTO counters (name, value) SELECT 'products:visible:shop:' || OLD.shop_id, -1 WHERE OLD.visible IS 1 ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:visible:shop:' || NEW.shop_id, 1 WHERE NEW.visible IS 1 ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_products_shop_update AFTER UPDATE OF shop_id, deleted_at ON products WHEN OLD.shop_id IS NOT NEW.shop_id OR OLD.deleted_at IS NOT NEW.deleted_at BEGIN
  INSERT INTO counters (name, value) SELECT 'products:shop:' || OLD.shop_id, -1 WHERE OLD.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:shop:' || NEW.shop_id, 1 WHERE NEW.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_products_shop_status_update AFTER UPDATE OF shop_id, status, deleted_at ON products WHEN OLD.shop_id IS NOT NEW.shop_id OR OLD.status IS NOT NEW.status OR OLD.deleted_at IS NOT NEW.deleted_at BEGIN
  INSERT INTO counters (name, value) SELECT 'products:shop:' || OLD.shop_id || ':' || OLD.status, -1 WHERE OLD.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:shop:' || NEW.shop_id || ':' || NEW.status, 1 WHERE NEW.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_products_delete AFTER DELETE ON products BEGIN
  INSERT INTO counters (name, value) SELECT 'products:visible', -1 WHERE OLD.visible IS 1 ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:visible:category:' || OLD.category_id, -1 WHERE OLD.visible IS 1 ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:visible:subcategory:' || OLD.subcategory_id, -1 WHERE OLD.visible IS 1 ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:visible:shop:' || OLD.shop_id, -1 WHERE OLD.visible IS 1 ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:shop:' || OLD.shop_id, -1 WHERE OLD.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'products:shop:' || OLD.shop_id || ':' || OLD.status, -1 WHERE OLD.deleted_at IS NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_subscriptions_insert AFTER INSERT ON subscriptions BEGIN
  INSERT INTO counters (name, value) VALUES ('subscriptions', 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('subscriptions:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('subscriptions:plan:' || NEW.plan_id, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('subscriptions:plan:' || NEW.plan_id || ':' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_subscriptions_status_update AFTER UPDATE OF status ON subscriptions WHEN OLD.status IS NOT NEW.status BEGIN
  INSERT INTO counters (name, value) VALUES ('subscriptions:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('subscriptions:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_subscriptions_plan_update AFTER UPDATE OF plan_id ON subscriptions WHEN OLD.plan_id IS NOT NEW.plan_id BEGIN
  INSERT INTO counters (name, value) VALUES ('subscriptions:plan:' || OLD.plan_id, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('subscriptions:plan:' || NEW.plan_id, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_subscriptions_plan_status_update AFTER UPDATE OF plan_id, status ON subscriptions WHEN OLD.plan_id IS NOT NEW.plan_id OR OLD.status IS NOT NEW.status BEGIN
  INSERT INTO counters (name, value) VALUES ('subscriptions:plan:' || OLD.plan_id || ':' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('subscriptions:plan:' || NEW.plan_id || ':' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_subscriptions_delete AFTER DELETE ON subscriptions BEGIN
  INSERT INTO counters (name, value) VALUES ('subscriptions', -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('subscriptions:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('subscriptions:plan:' || OLD.plan_id, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('subscriptions:plan:' || OLD.plan_id || ':' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_subscription_payments_insert AFTER INSERT ON subscription_payments BEGIN
  INSERT INTO counters (name, value) VALUES ('subscription_payments:' || NEW.seller_profile_id, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_subscription_payments_update AFTER UPDATE OF seller_profile_id ON subscription_payments WHEN OLD.seller_profile_id IS NOT NEW.seller_profile_id BEGIN
  INSERT INTO counters (name, value) VALUES ('subscription_payments:' || OLD.seller_profile_id, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('subscription_payments:' || NEW.seller_profile_id, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_subscription_payments_delete AFTER DELETE ON subscription_payments BEGIN
  INSERT INTO counters (name, value) VALUES ('subscription_payments:' || OLD.seller_profile_id, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_orders_insert AFTER INSERT ON orders BEGIN
  INSERT INTO counters (name, value) VALUES ('orders:buyer:' || NEW.buyer_id, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('orders:buyer:' || NEW.buyer_id || ':' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('orders:seller:' || NEW.seller_profile_id, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('orders:seller:' || NEW.seller_profile_id || ':' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_orders_buyer_update AFTER UPDATE OF buyer_id ON orders WHEN OLD.buyer_id IS NOT NEW.buyer_id BEGIN
  INSERT INTO counters (name, value) VALUES ('orders:buyer:' || OLD.buyer_id, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('orders:buyer:' || NEW.buyer_id, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_orders_buyer_status_update AFTER UPDATE OF buyer_id, status ON orders WHEN OLD.buyer_id IS NOT NEW.buyer_id OR OLD.status IS NOT NEW.status BEGIN
  INSERT INTO counters (name, value) VALUES ('orders:buyer:' || OLD.buyer_id || ':' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('orders:buyer:' || NEW.buyer_id || ':' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_orders_seller_update AFTER UPDATE OF seller_profile_id ON orders WHEN OLD.seller_profile_id IS NOT NEW.seller_profile_id BEGIN
  INSERT INTO counters (name, value) VALUES ('orders:seller:' || OLD.seller_profile_id, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('orders:seller:' || NEW.seller_profile_id, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_orders_seller_status_update AFTER UPDATE OF seller_profile_id, status ON orders WHEN OLD.seller_profile_id IS NOT NEW.seller_profile_id OR OLD.status IS NOT NEW.status BEGIN
  INSERT INTO counters (name, value) VALUES ('orders:seller:' || OLD.seller_profile_id || ':' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('orders:seller:' || NEW.seller_profile_id || ':' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_orders_delete AFTER DELETE ON orders BEGIN
  INSERT INTO counters (name, value) VALUES ('orders:buyer:' || OLD.buyer_id, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('orders:buyer:' || OLD.buyer_id || ':' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('orders:seller:' || OLD.seller_profile_id, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('orders:seller:' || OLD.seller_profile_id || ':' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_riders_insert AFTER INSERT ON riders BEGIN
  INSERT INTO counters (name, value) VALUES ('riders', 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('riders:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_riders_status_update AFTER UPDATE OF status ON riders WHEN OLD.status IS NOT NEW.status BEGIN
  INSERT INTO counters (name, value) VALUES ('riders:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('riders:' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_riders_delete AFTER DELETE ON riders BEGIN
  INSERT INTO counters (name, value) VALUES ('riders', -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('riders:' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_deliveries_insert AFTER INSERT ON deliveries BEGIN
  INSERT INTO counters (name, value) SELECT 'deliveries:rider:' || NEW.rider_id, 1 WHERE NEW.rider_id IS NOT NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'deliveries:rider:' || NEW.rider_id || ':' || NEW.status, 1 WHERE NEW.rider_id IS NOT NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_deliveries_rider_update AFTER UPDATE OF rider_id ON deliveries WHEN OLD.rider_id IS NOT NEW.rider_id BEGIN
  INSERT INTO counters (name, value) SELECT 'deliveries:rider:' || OLD.rider_id, -1 WHERE OLD.rider_id IS NOT NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'deliveries:rider:' || NEW.rider_id, 1 WHERE NEW.rider_id IS NOT NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_deliveries_rider_status_update AFTER UPDATE OF rider_id, status ON deliveries WHEN OLD.rider_id IS NOT NEW.rider_id OR OLD.status IS NOT NEW.status BEGIN
  INSERT INTO counters (name, value) SELECT 'deliveries:rider:' || OLD.rider_id || ':' || OLD.status, -1 WHERE OLD.rider_id IS NOT NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'deliveries:rider:' || NEW.rider_id || ':' || NEW.status, 1 WHERE NEW.rider_id IS NOT NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_deliveries_delete AFTER DELETE ON deliveries BEGIN
  INSERT INTO counters (name, value) SELECT 'deliveries:rider:' || OLD.rider_id, -1 WHERE OLD.rider_id IS NOT NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'deliveries:rider:' || OLD.rider_id || ':' || OLD.status, -1 WHERE OLD.rider_id IS NOT NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_payouts_insert AFTER INSERT ON payouts BEGIN
  INSERT INTO counters (name, value) VALUES ('payouts:' || NEW.gateway, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('payouts:' || NEW.gateway || ':' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'payouts:owner:' || NEW.owner_id, 1 WHERE NEW.owner_id IS NOT NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_payouts_update AFTER UPDATE OF gateway ON payouts WHEN OLD.gateway IS NOT NEW.gateway BEGIN
  INSERT INTO counters (name, value) VALUES ('payouts:' || OLD.gateway, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('payouts:' || NEW.gateway, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_payouts_status_update AFTER UPDATE OF gateway, status ON payouts WHEN OLD.gateway IS NOT NEW.gateway OR OLD.status IS NOT NEW.status BEGIN
  INSERT INTO counters (name, value) VALUES ('payouts:' || OLD.gateway || ':' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('payouts:' || NEW.gateway || ':' || NEW.status, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_payouts_owner_update AFTER UPDATE OF owner_id ON payouts WHEN OLD.owner_id IS NOT NEW.owner_id BEGIN
  INSERT INTO counters (name, value) SELECT 'payouts:owner:' || OLD.owner_id, -1 WHERE OLD.owner_id IS NOT NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'payouts:owner:' || NEW.owner_id, 1 WHERE NEW.owner_id IS NOT NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_payouts_delete AFTER DELETE ON payouts BEGIN
  INSERT INTO counters (name, value) VALUES ('payouts:' || OLD.gateway, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('payouts:' || OLD.gateway || ':' || OLD.status, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) SELECT 'payouts:owner:' || OLD.owner_id, -1 WHERE OLD.owner_id IS NOT NULL ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_accounts_insert AFTER INSERT ON accounts BEGIN
  INSERT INTO counters (name, value) VALUES ('accounts', 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('accounts:' || NEW.currency, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_accounts_currency_update AFTER UPDATE OF currency ON accounts WHEN OLD.currency IS NOT NEW.currency BEGIN
  INSERT INTO counters (name, value) VALUES ('accounts:' || OLD.currency, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('accounts:' || NEW.currency, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_accounts_delete AFTER DELETE ON accounts BEGIN
  INSERT INTO counters (name, value) VALUES ('accounts', -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('accounts:' || OLD.currency, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_wallet_entries_insert AFTER INSERT ON wallet_entries BEGIN
  INSERT INTO counters (name, value) VALUES ('wallet_entries:' || NEW.owner_id, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('wallet_entries:' || NEW.owner_id || ':' || NEW.currency, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('wallet_entries:' || NEW.owner_id || ':' || NEW.type, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('wallet_entries:' || NEW.owner_id || ':' || NEW.currency || ':' || NEW.type, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_wallet_entries_update AFTER UPDATE OF owner_id ON wallet_entries WHEN OLD.owner_id IS NOT NEW.owner_id BEGIN
  INSERT INTO counters (name, value) VALUES ('wallet_entries:' || OLD.owner_id, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('wallet_entries:' || NEW.owner_id, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_wallet_entries_currency_update AFTER UPDATE OF owner_id, currency ON wallet_entries WHEN OLD.owner_id IS NOT NEW.owner_id OR OLD.currency IS NOT NEW.currency BEGIN
  INSERT INTO counters (name, value) VALUES ('wallet_entries:' || OLD.owner_id || ':' || OLD.currency, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('wallet_entries:' || NEW.owner_id || ':' || NEW.currency, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_wallet_entries_type_update AFTER UPDATE OF owner_id, type ON wallet_entries WHEN OLD.owner_id IS NOT NEW.owner_id OR OLD.type IS NOT NEW.type BEGIN
  INSERT INTO counters (name, value) VALUES ('wallet_entries:' || OLD.owner_id || ':' || OLD.type, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('wallet_entries:' || NEW.owner_id || ':' || NEW.type, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_wallet_entries_currency_type_update AFTER UPDATE OF owner_id, currency, type ON wallet_entries WHEN OLD.owner_id IS NOT NEW.owner_id OR OLD.currency IS NOT NEW.currency OR OLD.type IS NOT NEW.type BEGIN
  INSERT INTO counters (name, value) VALUES ('wallet_entries:' || OLD.owner_id || ':' || OLD.currency || ':' || OLD.type, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('wallet_entries:' || NEW.owner_id || ':' || NEW.currency || ':' || NEW.type, 1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER count_wallet_entries_delete AFTER DELETE ON wallet_entries BEGIN
  INSERT INTO counters (name, value) VALUES ('wallet_entries:' || OLD.owner_id, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('wallet_entries:' || OLD.owner_id || ':' || OLD.currency, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('wallet_entries:' || OLD.owner_id || ':' || OLD.type, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
  INSERT INTO counters (name, value) VALUES ('wallet_entries:' || OLD.owner_id || ':' || OLD.currency || ':' || OLD.type, -1) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value;
END;
--> statement-breakpoint
DELETE FROM counters WHERE (name = 'users' OR name GLOB 'users:*');
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'users', count(*) FROM users t GROUP BY 1;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'users:' || t.role, count(*) FROM users t GROUP BY 1;
--> statement-breakpoint
DELETE FROM counters WHERE (name = 'shops:published' OR name GLOB 'shops:published:*');
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'shops:published', count(*) FROM shops t WHERE t.status IS 'PUBLISHED' GROUP BY 1;
--> statement-breakpoint
DELETE FROM counters WHERE (name = 'products:visible' OR name GLOB 'products:visible:*') AND NOT name GLOB 'products:visible:category:*' AND NOT name GLOB 'products:visible:subcategory:*' AND NOT name GLOB 'products:visible:shop:*';
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'products:visible', count(*) FROM products t WHERE t.visible IS 1 GROUP BY 1;
--> statement-breakpoint
DELETE FROM counters WHERE name GLOB 'products:visible:category:*';
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'products:visible:category:' || t.category_id, count(*) FROM products t WHERE t.visible IS 1 GROUP BY 1;
--> statement-breakpoint
DELETE FROM counters WHERE name GLOB 'products:visible:subcategory:*';
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'products:visible:subcategory:' || t.subcategory_id, count(*) FROM products t WHERE t.visible IS 1 GROUP BY 1;
--> statement-breakpoint
DELETE FROM counters WHERE name GLOB 'products:visible:shop:*';
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'products:visible:shop:' || t.shop_id, count(*) FROM products t WHERE t.visible IS 1 GROUP BY 1;
--> statement-breakpoint
DELETE FROM counters WHERE name GLOB 'products:shop:*';
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'products:shop:' || t.shop_id, count(*) FROM products t WHERE t.deleted_at IS NULL GROUP BY 1;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'products:shop:' || t.shop_id || ':' || t.status, count(*) FROM products t WHERE t.deleted_at IS NULL GROUP BY 1;
--> statement-breakpoint
DELETE FROM counters WHERE (name = 'subscriptions' OR name GLOB 'subscriptions:*') AND NOT name GLOB 'subscriptions:plan:*';
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'subscriptions', count(*) FROM subscriptions t GROUP BY 1;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'subscriptions:' || t.status, count(*) FROM subscriptions t GROUP BY 1;
--> statement-breakpoint
DELETE FROM counters WHERE name GLOB 'subscriptions:plan:*';
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'subscriptions:plan:' || t.plan_id, count(*) FROM subscriptions t GROUP BY 1;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'subscriptions:plan:' || t.plan_id || ':' || t.status, count(*) FROM subscriptions t GROUP BY 1;
--> statement-breakpoint
DELETE FROM counters WHERE name GLOB 'subscription_payments:*';
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'subscription_payments:' || t.seller_profile_id, count(*) FROM subscription_payments t GROUP BY 1;
--> statement-breakpoint
DELETE FROM counters WHERE name GLOB 'orders:buyer:*';
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'orders:buyer:' || t.buyer_id, count(*) FROM orders t GROUP BY 1;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'orders:buyer:' || t.buyer_id || ':' || t.status, count(*) FROM orders t GROUP BY 1;
--> statement-breakpoint
DELETE FROM counters WHERE name GLOB 'orders:seller:*';
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'orders:seller:' || t.seller_profile_id, count(*) FROM orders t GROUP BY 1;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'orders:seller:' || t.seller_profile_id || ':' || t.status, count(*) FROM orders t GROUP BY 1;
--> statement-breakpoint
DELETE FROM counters WHERE (name = 'riders' OR name GLOB 'riders:*');
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'riders', count(*) FROM riders t GROUP BY 1;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'riders:' || t.status, count(*) FROM riders t GROUP BY 1;
--> statement-breakpoint
DELETE FROM counters WHERE name GLOB 'deliveries:rider:*';
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'deliveries:rider:' || t.rider_id, count(*) FROM deliveries t WHERE t.rider_id IS NOT NULL GROUP BY 1;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'deliveries:rider:' || t.rider_id || ':' || t.status, count(*) FROM deliveries t WHERE t.rider_id IS NOT NULL GROUP BY 1;
--> statement-breakpoint
DELETE FROM counters WHERE name GLOB 'payouts:*' AND NOT name GLOB 'payouts:owner:*';
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'payouts:' || t.gateway, count(*) FROM payouts t GROUP BY 1;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'payouts:' || t.gateway || ':' || t.status, count(*) FROM payouts t GROUP BY 1;
--> statement-breakpoint
DELETE FROM counters WHERE name GLOB 'payouts:owner:*';
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'payouts:owner:' || t.owner_id, count(*) FROM payouts t WHERE t.owner_id IS NOT NULL GROUP BY 1;
--> statement-breakpoint
DELETE FROM counters WHERE (name = 'accounts' OR name GLOB 'accounts:*');
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'accounts', count(*) FROM accounts t GROUP BY 1;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'accounts:' || t.currency, count(*) FROM accounts t GROUP BY 1;
--> statement-breakpoint
DELETE FROM counters WHERE name GLOB 'wallet_entries:*';
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'wallet_entries:' || t.owner_id, count(*) FROM wallet_entries t GROUP BY 1;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'wallet_entries:' || t.owner_id || ':' || t.currency, count(*) FROM wallet_entries t GROUP BY 1;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'wallet_entries:' || t.owner_id || ':' || t.type, count(*) FROM wallet_entries t GROUP BY 1;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'wallet_entries:' || t.owner_id || ':' || t.currency || ':' || t.type, count(*) FROM wallet_entries t GROUP BY 1;
