-- Of orders: riders, conversations, clocks, totals, and search.

-- A rider has at most three jobs at a time: this counts them. A parcel that nobody brings back of a cancelled order is none.
CREATE TRIGGER deliveries_jobs AFTER UPDATE OF status, rider_id, overdue_at ON deliveries
WHEN OLD.status <> NEW.status OR OLD.rider_id IS NOT NEW.rider_id OR OLD.overdue_at IS NOT NEW.overdue_at BEGIN
  UPDATE riders SET active_jobs = active_jobs - 1 WHERE id = OLD.rider_id AND OLD.overdue_at IS NULL AND {{isJob(OLD.status)}};
  UPDATE riders SET active_jobs = active_jobs + 1 WHERE id = NEW.rider_id AND NEW.overdue_at IS NULL AND {{isJob(NEW.status)}};
  UPDATE riders SET completed_count = completed_count + 1 WHERE id = NEW.rider_id AND NEW.status = 'DELIVERED' AND OLD.status <> 'DELIVERED';
END;

-- A rider who takes two jobs at once gets the third only. The number is a rule that may change, so no CHECK has it.
CREATE TRIGGER riders_job_limit BEFORE UPDATE OF active_jobs ON riders WHEN NEW.active_jobs > 3 AND NEW.active_jobs > OLD.active_jobs BEGIN
  SELECT RAISE(ABORT, 'JOB_LIMIT');
END;

-- Riders are found by zone without reading their lists of zones.
CREATE TRIGGER rider_zones_insert AFTER INSERT ON riders BEGIN
  INSERT INTO rider_zones (zone_id, rider_id) SELECT j.value, NEW.id FROM json_each(NEW.zones) j;
END;
CREATE TRIGGER rider_zones_update AFTER UPDATE OF zones ON riders WHEN OLD.zones IS NOT NEW.zones BEGIN
  DELETE FROM rider_zones WHERE rider_id = OLD.id AND zone_id IN (SELECT j.value FROM json_each(OLD.zones) j);
  INSERT INTO rider_zones (zone_id, rider_id) SELECT j.value, NEW.id FROM json_each(NEW.zones) j;
END;

-- A rider's earnings by day are kept by the transfer that pays them; the day is that of Lubumbashi and Kigali.
CREATE TRIGGER rider_days_earn AFTER INSERT ON transfers WHEN NEW.kind = 'order:rider' AND NOT EXISTS (SELECT 1 FROM sealing)
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

-- A rider who gave the job up reads no more of it, and one who has it again reads what was written before.
CREATE TRIGGER conversations_of_rider AFTER UPDATE OF rider_id ON deliveries WHEN OLD.rider_id IS NOT NEW.rider_id BEGIN
  UPDATE conversations SET shown_to = NULL
    WHERE order_id = NEW.order_id AND channel = 'BUYER_RIDER' AND user_id = (SELECT r.user_id FROM riders r WHERE r.id = OLD.rider_id)
      AND user_id <> (SELECT o.buyer_id FROM orders o WHERE o.id = NEW.order_id);
  UPDATE conversations SET shown_to = user_id
    WHERE order_id = NEW.order_id AND channel = 'BUYER_RIDER' AND user_id = (SELECT r.user_id FROM riders r WHERE r.id = NEW.rider_id);
END;

-- A delivered order that somebody stopped is looked at once an hour only. The end of the stop lets its 48 hours count again
-- at once.
CREATE TRIGGER incidents_ended AFTER UPDATE OF status ON incidents
WHEN NEW.order_id IS NOT NULL AND {{isOpenIncident(OLD.status)}} AND {{isEndedIncident(NEW.status)}} BEGIN
  UPDATE orders SET due_at = min(due_at, coalesce((reached_at ->> 'DELIVERED') + 172800000, due_at)) WHERE id = NEW.order_id AND status = 'DELIVERED';
END;
CREATE TRIGGER refunds_ended AFTER UPDATE OF status ON refunds
WHEN NEW.payin_id IS NULL AND {{isOpenRefund(OLD.status)}} AND {{isEndedRefund(NEW.status)}} BEGIN
  UPDATE orders SET due_at = min(due_at, coalesce((reached_at ->> 'DELIVERED') + 172800000, due_at)) WHERE id = NEW.order_id AND status = 'DELIVERED';
END;

-- A sealed order (docs/growth.md) is unsealed before anything is written about it: a commit that read it before it was sealed reads again.
CREATE TRIGGER orders_sealed_stay BEFORE UPDATE ON orders WHEN OLD.sealed_in IS NOT NULL AND NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  SELECT RAISE(ABORT, 'SEALED');
END;
CREATE TRIGGER order_notes_unsealed BEFORE INSERT ON order_notes WHEN (SELECT o.sealed_in FROM orders o WHERE o.id = NEW.order_id) IS NOT NULL AND NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  SELECT RAISE(ABORT, 'SEALED');
END;
CREATE TRIGGER messages_unsealed BEFORE INSERT ON messages WHEN (SELECT o.sealed_in FROM orders o WHERE o.id = NEW.order_id) IS NOT NULL AND NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  SELECT RAISE(ABORT, 'SEALED');
END;
CREATE TRIGGER read_marks_unsealed BEFORE INSERT ON read_marks WHEN (SELECT o.sealed_in FROM orders o WHERE o.id = NEW.order_id) IS NOT NULL AND NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  SELECT RAISE(ABORT, 'SEALED');
END;
CREATE TRIGGER refunds_unsealed BEFORE INSERT ON refunds WHEN (SELECT o.sealed_in FROM orders o WHERE o.id = NEW.order_id) IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'SEALED');
END;
CREATE TRIGGER incidents_unsealed BEFORE INSERT ON incidents WHEN (SELECT o.sealed_in FROM orders o WHERE o.id = NEW.order_id) IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'SEALED');
END;
CREATE TRIGGER tickets_unsealed BEFORE INSERT ON tickets WHEN (SELECT o.sealed_in FROM orders o WHERE o.id = NEW.order_id) IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'SEALED');
END;
CREATE TRIGGER payins_unsealed BEFORE INSERT ON payin_shares WHEN (SELECT o.sealed_in FROM orders o WHERE o.id = NEW.order_id) IS NOT NULL AND NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  SELECT RAISE(ABORT, 'SEALED');
END;

-- Staff see how many orders are in each state, and their amount, without counting them.
CREATE TRIGGER orders_added_up AFTER INSERT ON orders BEGIN
  INSERT INTO order_totals (status, currency, orders, amount_minor) VALUES (NEW.status, NEW.currency, 1, NEW.total_minor)
    ON CONFLICT (status, currency) DO UPDATE SET orders = orders + 1, amount_minor = amount_minor + excluded.amount_minor;
END;
CREATE TRIGGER orders_moved_in_totals AFTER UPDATE OF status, currency, total_minor ON orders
WHEN OLD.status <> NEW.status OR OLD.currency <> NEW.currency OR OLD.total_minor <> NEW.total_minor BEGIN
  UPDATE order_totals SET orders = orders - 1, amount_minor = amount_minor - OLD.total_minor WHERE status = OLD.status AND currency = OLD.currency;
  INSERT INTO order_totals (status, currency, orders, amount_minor) VALUES (NEW.status, NEW.currency, 1, NEW.total_minor)
    ON CONFLICT (status, currency) DO UPDATE SET orders = orders + 1, amount_minor = amount_minor + excluded.amount_minor;
END;

-- A deleted order leaves its totals and the search.
CREATE TRIGGER orders_taken_from_totals AFTER DELETE ON orders BEGIN
  UPDATE order_totals SET orders = orders - 1, amount_minor = amount_minor - OLD.total_minor WHERE status = OLD.status AND currency = OLD.currency;
  DELETE FROM orders_search WHERE rowid = (SELECT row FROM search_keys WHERE thing_id = OLD.id);
  DELETE FROM search_keys WHERE thing_id = OLD.id;
END;

-- Staff search orders by their buyer's name, e-mail and number, and by the numbers that paid. An address is one word; a name
-- is as many as it has.
CREATE VIRTUAL TABLE orders_search USING fts5 (name, email, phone, payers, tokenize = "unicode61 remove_diacritics 2 tokenchars '@._+-'", prefix = '2 3');
CREATE TRIGGER orders_made_searchable AFTER INSERT ON orders BEGIN
  INSERT INTO search_keys (thing_id) VALUES (NEW.id);
  INSERT INTO orders_search (rowid, name, email, phone, payers)
  SELECT k.row, {{nameParts(u.name)}}, u.email, coalesce(u.phone, ''),
    coalesce((SELECT group_concat(g.phone, ' ') FROM gateway_transactions g WHERE g.subject_id = NEW.id), '')
  FROM search_keys k JOIN users u ON u.id = NEW.buyer_id WHERE k.thing_id = NEW.id;
END;

-- A payin of several orders is found by each of them: its shares name them, and that of one order has one too.
CREATE TRIGGER payers_made_searchable AFTER INSERT ON payin_shares WHEN NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  UPDATE orders_search SET payers = payers || ' ' || (SELECT g.phone FROM gateway_transactions g WHERE g.id = NEW.payin_id)
  WHERE rowid = (SELECT row FROM search_keys WHERE thing_id = NEW.order_id);
END;

-- The latest orders of a person follow the person's name, address and number.
CREATE TRIGGER buyers_renamed AFTER UPDATE OF name, email, phone ON users
WHEN OLD.name IS NOT NEW.name OR OLD.email IS NOT NEW.email OR OLD.phone IS NOT NEW.phone BEGIN
  UPDATE orders_search SET name = {{nameParts(NEW.name)}},
    email = NEW.email, phone = coalesce(NEW.phone, '')
  WHERE rowid IN (SELECT k.row FROM search_keys k WHERE k.thing_id IN (
    SELECT o.id FROM orders o WHERE o.buyer_id = NEW.id ORDER BY o.created_at DESC, o.id DESC LIMIT 1000));
END;

-- An offer to riders ends with the wait of its job.
CREATE TRIGGER offers_ended AFTER UPDATE OF status ON deliveries WHEN OLD.status = 'UNASSIGNED' AND NEW.status <> 'UNASSIGNED' BEGIN
  DELETE FROM outbox WHERE matter = NEW.id AND channel = 'PUSH' AND status = 'PENDING';
END;

-- The parties of an order hear of it and of its delivery, and of their own words about it (docs/live.md).
CREATE TRIGGER orders_placed_heard AFTER INSERT ON orders
WHEN EXISTS (SELECT 1 FROM live_listeners) BEGIN
  INSERT INTO live_notes (user_id, topic, rank, message)
  SELECT l.user_id, 'order:' || NEW.id, NEW.version, json_object('type', 'order', 'id', NEW.id, 'status', NEW.status, 'version', NEW.version)
  FROM live_listeners l WHERE l.user_id IN ({{partiesOf(NEW.id)}});
END;
CREATE TRIGGER orders_heard AFTER UPDATE OF version ON orders
WHEN OLD.version <> NEW.version AND EXISTS (SELECT 1 FROM live_listeners) BEGIN
  INSERT INTO live_notes (user_id, topic, rank, message)
  SELECT l.user_id, 'order:' || NEW.id, NEW.version, json_object('type', 'order', 'id', NEW.id, 'status', NEW.status, 'version', NEW.version)
  FROM live_listeners l WHERE l.user_id IN ({{partiesOf(NEW.id)}});
END;
CREATE TRIGGER deliveries_opened_heard AFTER INSERT ON deliveries
WHEN EXISTS (SELECT 1 FROM live_listeners) AND NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO live_notes (user_id, topic, rank, message)
  SELECT l.user_id, 'delivery:' || NEW.id, NEW.version, json_object('type', 'delivery', 'id', NEW.id, 'status', NEW.status)
  FROM live_listeners l WHERE l.user_id IN ({{partiesOf(NEW.order_id)}});
END;
CREATE TRIGGER deliveries_heard AFTER UPDATE OF version ON deliveries
WHEN OLD.version <> NEW.version AND EXISTS (SELECT 1 FROM live_listeners) BEGIN
  INSERT INTO live_notes (user_id, topic, rank, message)
  SELECT l.user_id, 'delivery:' || NEW.id, NEW.version, json_object('type', 'delivery', 'id', NEW.id, 'status', NEW.status)
  FROM live_listeners l WHERE l.user_id IN ({{partiesOf(NEW.order_id)}});
END;
CREATE TRIGGER messages_heard AFTER INSERT ON messages WHEN EXISTS (SELECT 1 FROM live_listeners) AND NOT EXISTS (SELECT 1 FROM sealing) BEGIN
  INSERT INTO live_notes (user_id, message)
  SELECT l.user_id, json_object('type', 'message', 'orderId', NEW.order_id, 'channel', NEW.channel, 'id', NEW.id)
  FROM live_listeners l WHERE l.user_id IN (NEW.sender_id, NEW.recipient_id);
END;

-- Riders hear of jobs that come into their list of waiting ones, and that leave it.
CREATE TRIGGER jobs_opened_heard AFTER INSERT ON deliveries
WHEN NEW.status = 'UNASSIGNED' AND EXISTS (SELECT 1 FROM live_listeners WHERE rider_id IS NOT NULL) BEGIN
  INSERT INTO live_notes (user_id, topic, rank, message)
  SELECT h.user_id, 'job:' || NEW.id, NEW.version, json_object('type', 'job', 'deliveryId', NEW.id) FROM ({{ridersWhoSee(NEW, NULL)}}) h;
END;
CREATE TRIGGER jobs_heard AFTER UPDATE OF status ON deliveries
WHEN (OLD.status = 'UNASSIGNED') <> (NEW.status = 'UNASSIGNED') AND EXISTS (SELECT 1 FROM live_listeners WHERE rider_id IS NOT NULL) BEGIN
  INSERT INTO live_notes (user_id, topic, rank, message)
  SELECT h.user_id, 'job:' || NEW.id, NEW.version,
    json_object('type', iif(NEW.status = 'UNASSIGNED', 'job', 'jobGone'), 'deliveryId', NEW.id)
  FROM ({{ridersWhoSee(NEW, OLD.rider_id)}}) h;
END;
CREATE TRIGGER riders_joined_live AFTER INSERT ON riders BEGIN
  UPDATE live_listeners SET rider_id = NEW.id WHERE user_id = NEW.user_id;
END;

-- A buyer follows the rider who is on the way.
CREATE TRIGGER places_heard AFTER UPDATE OF place_told_at ON riders
WHEN NEW.lat IS NOT NULL AND NEW.lng IS NOT NULL AND NEW.place_told_at > coalesce(OLD.place_told_at, 0)
  AND EXISTS (SELECT 1 FROM live_listeners) BEGIN
  INSERT INTO live_notes (user_id, topic, rank, message)
  SELECT l.user_id, 'location:' || o.id, NEW.located_at,
    json_object('type', 'location', 'orderId', o.id, 'lat', NEW.lat, 'lng', NEW.lng, 'at', {{isoOf(NEW.located_at)}})
  FROM deliveries d JOIN orders o ON o.id = d.order_id JOIN live_listeners l ON l.user_id = o.buyer_id
  WHERE d.rider_id = NEW.id AND {{isJob(d.status)}} AND o.status = 'OUT_FOR_DELIVERY';
END;

-- A review of an order that was cancelled or wholly refunded since is seen by nobody, whichever commit does that, or undoes it.
CREATE TRIGGER reviews_annulled AFTER UPDATE OF status, payment_status ON orders
WHEN (OLD.status = 'COMPLETED' AND OLD.payment_status <> 'REFUNDED') <> (NEW.status = 'COMPLETED' AND NEW.payment_status <> 'REFUNDED') BEGIN
  UPDATE reviews SET annulled = NOT (NEW.status = 'COMPLETED' AND NEW.payment_status <> 'REFUNDED') WHERE order_id = NEW.id;
END;

-- A day after an order first completed its buyer is asked for a review.
CREATE TRIGGER reviews_wanted AFTER UPDATE OF status ON orders
WHEN NEW.status = 'COMPLETED' AND OLD.status <> 'COMPLETED' AND OLD.reached_at ->> 'COMPLETED' IS NULL BEGIN
  INSERT INTO review_wishes (due_at, order_id) VALUES (NEW.updated_at + 86400000, NEW.id) ON CONFLICT DO NOTHING;
END;

-- Visible reviews are counted by target and rating, and these numbers are added up beside the product, shop or rider itself. The rank of
-- a product is (5m + sum) / (5 + count) in ten-thousandths, with a mean m of 4.
CREATE TRIGGER reviews_counted AFTER INSERT ON reviews WHEN NEW.status = 'VISIBLE' AND NEW.annulled = 0 BEGIN
  INSERT INTO review_sums (target_id, rating, count) VALUES (NEW.target_id, NEW.rating, 1) ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER reviews_recounted AFTER UPDATE OF status, annulled, rating ON reviews
WHEN OLD.rating <> NEW.rating OR (OLD.status = 'VISIBLE' AND OLD.annulled = 0) <> (NEW.status = 'VISIBLE' AND NEW.annulled = 0) BEGIN
  UPDATE review_sums SET count = count - 1
    WHERE target_id = OLD.target_id AND rating = OLD.rating AND OLD.status = 'VISIBLE' AND OLD.annulled = 0;
  INSERT INTO review_sums (target_id, rating, count)
    SELECT NEW.target_id, NEW.rating, 1 WHERE NEW.status = 'VISIBLE' AND NEW.annulled = 0 ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER reviews_discounted AFTER DELETE ON reviews WHEN OLD.status = 'VISIBLE' AND OLD.annulled = 0 BEGIN
  UPDATE review_sums SET count = count - 1 WHERE target_id = OLD.target_id AND rating = OLD.rating;
END;
CREATE TRIGGER review_sums_begun AFTER INSERT ON review_sums BEGIN
  UPDATE products SET rating_count = rating_count + NEW.count, rating_sum = rating_sum + NEW.count * NEW.rating,
    rating_rank = (20 + rating_sum + NEW.count * NEW.rating) * 10000 / (5 + rating_count + NEW.count) WHERE id = NEW.target_id;
  UPDATE shops SET rating_count = rating_count + NEW.count, rating_sum = rating_sum + NEW.count * NEW.rating WHERE id = NEW.target_id;
  UPDATE riders SET rating_count = rating_count + NEW.count, rating_sum = rating_sum + NEW.count * NEW.rating WHERE id = NEW.target_id;
END;
CREATE TRIGGER review_sums_moved AFTER UPDATE OF count ON review_sums BEGIN
  UPDATE products SET rating_count = rating_count + NEW.count - OLD.count, rating_sum = rating_sum + (NEW.count - OLD.count) * NEW.rating,
    rating_rank = (20 + rating_sum + (NEW.count - OLD.count) * NEW.rating) * 10000 / (5 + rating_count + NEW.count - OLD.count) WHERE id = NEW.target_id;
  UPDATE shops SET rating_count = rating_count + NEW.count - OLD.count, rating_sum = rating_sum + (NEW.count - OLD.count) * NEW.rating WHERE id = NEW.target_id;
  UPDATE riders SET rating_count = rating_count + NEW.count - OLD.count, rating_sum = rating_sum + (NEW.count - OLD.count) * NEW.rating WHERE id = NEW.target_id;
END;

-- A review that is no longer visible, or whose words are erased, leaves the caches at once, with its pictures and its part in the average
-- of what it is about.
CREATE TRIGGER reviews_purged AFTER UPDATE OF status, annulled, comment ON reviews
WHEN OLD.status = 'VISIBLE' AND OLD.annulled = 0
  AND (NOT (NEW.status = 'VISIBLE' AND NEW.annulled = 0) OR OLD.comment IS NOT NULL AND NEW.comment IS NULL) BEGIN
  INSERT INTO purges (tag) SELECT substr(g.key, instr(g.key, '.') - 12, 12) FROM review_images g WHERE g.review_id = NEW.id;
  INSERT INTO purges (tag) VALUES (substr(NEW.id, -12));
  INSERT INTO purges (tag) VALUES (substr(NEW.target_id, -12));
END;
CREATE TRIGGER reviews_removed AFTER DELETE ON reviews WHEN OLD.status = 'VISIBLE' AND OLD.annulled = 0 BEGIN
  INSERT INTO purges (tag) VALUES (substr(OLD.id, -12));
  INSERT INTO purges (tag) VALUES (substr(OLD.target_id, -12));
END;
