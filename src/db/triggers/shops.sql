-- Of shops: the limits of plans, reviews of shops, subscriptions, and search.

-- The limits of a plan are held against these counts.
CREATE TRIGGER shops_counted AFTER INSERT ON shops BEGIN
  UPDATE seller_profiles SET shop_count = shop_count + (NEW.status <> 'CLOSED') WHERE id = NEW.seller_profile_id;
END;
CREATE TRIGGER shops_recounted AFTER UPDATE OF status ON shops WHEN (OLD.status = 'CLOSED') <> (NEW.status = 'CLOSED') BEGIN
  UPDATE seller_profiles SET shop_count = shop_count + (NEW.status <> 'CLOSED') - (OLD.status <> 'CLOSED') WHERE id = NEW.seller_profile_id;
END;
CREATE TRIGGER products_counted AFTER INSERT ON products BEGIN
  UPDATE seller_profiles SET product_count = product_count + (NEW.status <> 'ARCHIVED') WHERE id = NEW.seller_profile_id;
END;
CREATE TRIGGER products_recounted AFTER UPDATE OF status, deleted_at ON products
WHEN OLD.status <> NEW.status OR (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL) BEGIN
  UPDATE seller_profiles SET product_count = product_count + (NEW.status <> 'ARCHIVED' AND NEW.deleted_at IS NULL) - (OLD.status <> 'ARCHIVED' AND OLD.deleted_at IS NULL) WHERE id = NEW.seller_profile_id;
END;

-- A shop that is published without a review waits for one: staff decide nothing of a shop that does not wait.
CREATE TRIGGER shops_published AFTER UPDATE OF status ON shops WHEN NEW.status = 'PUBLISHED' AND NEW.review_status = 'NONE' BEGIN
  INSERT INTO moderation_events (thing_id, version, thing, event, from_status, to_status, at)
    VALUES (NEW.id, NEW.version, 'shop', 'publish', 'NONE', 'PENDING', NEW.updated_at);
  UPDATE shops SET review_status = 'PENDING' WHERE id = NEW.id;
END;

-- Subscriptions keep by day how many began and ended, and their payments what they brought, in the calendar of Lubumbashi
-- and Kigali.
CREATE TRIGGER subscription_days_turn AFTER INSERT ON history
WHEN NEW.thing = 'subscription' AND ({{isCurrentSubscription(NEW.to_status)}}) <> ({{isCurrentSubscription(coalesce(NEW.from_status, ''))}})
BEGIN
  INSERT INTO subscription_days (day, currency, started, ended)
  SELECT date(NEW.at / 1000 + 7200, 'unixepoch'), s.currency, {{isCurrentSubscription(NEW.to_status)}}, {{isIdleSubscription(NEW.to_status)}}
  FROM subscriptions s WHERE s.id = NEW.thing_id
  ON CONFLICT (day, currency) DO UPDATE SET started = started + excluded.started, ended = ended + excluded.ended;
END;
CREATE TRIGGER subscription_days_paid AFTER INSERT ON history
WHEN NEW.thing = 'subscription_payment' AND {{isReceivedPayment(NEW.to_status)}}
BEGIN
  INSERT INTO subscription_days (day, currency, paid_minor, returned_minor)
  SELECT date(NEW.at / 1000 + 7200, 'unixepoch'), p.currency, p.amount_minor * (NEW.to_status = 'SUCCEEDED'),
    p.amount_minor * (NEW.to_status = 'REFUNDED')
  FROM subscription_payments p WHERE p.id = NEW.thing_id AND p.amount_minor > 0
  ON CONFLICT (day, currency) DO UPDATE
  SET paid_minor = paid_minor + excluded.paid_minor, returned_minor = returned_minor + excluded.returned_minor;
END;

-- Subscriptions in force bring so much in a month or a year, at the price of their last period.
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

-- Guests search shops that are published, and no others.
CREATE VIRTUAL TABLE shops_search USING fts5 (name, description, city, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3');
CREATE TRIGGER shops_hidden AFTER UPDATE OF status ON shops WHEN OLD.status = 'PUBLISHED' AND NEW.status <> 'PUBLISHED' BEGIN
  DELETE FROM shops_search WHERE rowid = (SELECT row FROM search_keys WHERE thing_id = OLD.id);
  DELETE FROM search_keys WHERE thing_id = OLD.id;
END;
CREATE TRIGGER shops_opened AFTER INSERT ON shops WHEN NEW.status = 'PUBLISHED' BEGIN
  INSERT INTO search_keys (thing_id) VALUES (NEW.id);
  INSERT INTO shops_search (rowid, name, description, city) VALUES ((SELECT row FROM search_keys WHERE thing_id = NEW.id), {{searchable(NEW.name)}}, {{foldInSql(NEW.description)}}, {{searchable(NEW.address ->> 'city')}});
END;
CREATE TRIGGER shops_shown AFTER UPDATE OF status ON shops WHEN OLD.status <> 'PUBLISHED' AND NEW.status = 'PUBLISHED' BEGIN
  INSERT INTO search_keys (thing_id) VALUES (NEW.id);
  INSERT INTO shops_search (rowid, name, description, city) VALUES ((SELECT row FROM search_keys WHERE thing_id = NEW.id), {{searchable(NEW.name)}}, {{foldInSql(NEW.description)}}, {{searchable(NEW.address ->> 'city')}});
END;
CREATE TRIGGER shops_reworded AFTER UPDATE OF name, description, address ON shops WHEN OLD.status = 'PUBLISHED' AND NEW.status = 'PUBLISHED' BEGIN
  UPDATE shops_search SET name = {{searchable(NEW.name)}}, description = {{foldInSql(NEW.description)}}, city = {{searchable(NEW.address ->> 'city')}} WHERE rowid = (SELECT row FROM search_keys WHERE thing_id = OLD.id);
END;

-- Staff search sellers by the business's name, its registrations and its number.
CREATE VIRTUAL TABLE sellers_search USING fts5 (name, registrations, phone, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3');
CREATE TRIGGER seller_profiles_made AFTER INSERT ON seller_profiles BEGIN
  INSERT INTO search_keys (thing_id) VALUES (NEW.id);
  INSERT INTO sellers_search (rowid, name, registrations, phone)
  VALUES ((SELECT row FROM search_keys WHERE thing_id = NEW.id), {{searchable(NEW.business_name)}}, coalesce(NEW.rccm, '') || ' ' || coalesce(NEW.id_nat, '') || ' ' || coalesce(NEW.tax_number, ''), NEW.contact_phone);
END;
CREATE TRIGGER seller_profiles_reworded AFTER UPDATE OF business_name, rccm, id_nat, tax_number, contact_phone ON seller_profiles BEGIN
  UPDATE sellers_search SET name = {{searchable(NEW.business_name)}}, registrations = coalesce(NEW.rccm, '') || ' ' || coalesce(NEW.id_nat, '') || ' ' || coalesce(NEW.tax_number, ''), phone = NEW.contact_phone
  WHERE rowid = (SELECT row FROM search_keys WHERE thing_id = NEW.id);
END;

-- A shop that is closed, suspended or unpublished, or whose owner is blocked, takes its products, its pictures and theirs out of the caches.
-- The newest tags go at once, so that of the shop itself, which is on every product of it, comes last.
CREATE TRIGGER shops_purged AFTER UPDATE OF status, owner_blocked ON shops
WHEN OLD.status = 'PUBLISHED' AND OLD.owner_blocked = 0 AND NOT (NEW.status = 'PUBLISHED' AND NEW.owner_blocked = 0) BEGIN
  INSERT INTO purges (tag) SELECT substr(NEW.logo_key, instr(NEW.logo_key, '.') - 12, 12) WHERE NEW.logo_key IS NOT NULL;
  INSERT INTO purges (tag) SELECT substr(NEW.banner_key, instr(NEW.banner_key, '.') - 12, 12) WHERE NEW.banner_key IS NOT NULL;
  INSERT INTO purges (tag) SELECT substr(g.key, instr(g.key, '.') - 12, 12)
    FROM products p CROSS JOIN product_images g ON g.product_id = p.id WHERE p.shop_id = NEW.id;
  INSERT INTO purges (tag) VALUES (substr(NEW.id, -12));
END;
