-- Of the office: tickets and incidents.

-- Tickets of sellers whose plan has priority go first: a subscription that begins, ends or changes its plan moves those that
-- are not closed.
CREATE TRIGGER tickets_subscribed AFTER INSERT ON subscriptions WHEN {{isCurrentSubscription(NEW.status)}} BEGIN
  UPDATE tickets SET goes_first = (SELECT p.priority_support FROM plans p WHERE p.id = NEW.plan_id)
  WHERE owner_id = (SELECT sp.user_id FROM seller_profiles sp WHERE sp.id = NEW.seller_profile_id) AND status <> 'CLOSED';
END;
CREATE TRIGGER tickets_resubscribed AFTER UPDATE OF status, plan_id ON subscriptions
WHEN NEW.status <> OLD.status OR NEW.plan_id <> OLD.plan_id BEGIN
  UPDATE tickets SET goes_first = EXISTS (
    SELECT 1 FROM subscriptions s JOIN plans p ON p.id = s.plan_id
    WHERE s.seller_profile_id = NEW.seller_profile_id AND {{isCurrentSubscription(s.status)}} AND p.priority_support = 1)
  WHERE owner_id = (SELECT sp.user_id FROM seller_profiles sp WHERE sp.id = NEW.seller_profile_id) AND status <> 'CLOSED';
END;
CREATE TRIGGER tickets_of_plan AFTER UPDATE OF priority_support ON plans WHEN NEW.priority_support <> OLD.priority_support BEGIN
  UPDATE tickets SET goes_first = NEW.priority_support
  WHERE status <> 'CLOSED' AND owner_id IN (
    SELECT sp.user_id FROM subscriptions s CROSS JOIN seller_profiles sp ON sp.id = s.seller_profile_id
    WHERE s.plan_id = NEW.id AND {{isCurrentSubscription(s.status)}});
END;

-- One who opened an incident as a member of the team is in it as such: that ends with the role.
CREATE TRIGGER users_left_the_team AFTER UPDATE OF role ON users
WHEN OLD.role IN ('ADMIN', 'SUPPORT') AND NEW.role NOT IN ('ADMIN', 'SUPPORT') BEGIN
  DELETE FROM incident_parties WHERE user_id = NEW.id AND part IN ('ADMIN', 'SUPPORT');
END;

-- A post that is no longer published leaves the caches.
CREATE TRIGGER posts_purged AFTER UPDATE OF status ON posts WHEN OLD.status = 'PUBLISHED' AND NEW.status <> 'PUBLISHED' BEGIN
  INSERT INTO purges (tag) VALUES (substr(NEW.id, -12));
END;
CREATE TRIGGER posts_deleted AFTER DELETE ON posts WHEN OLD.status = 'PUBLISHED' BEGIN
  INSERT INTO purges (tag) VALUES (substr(OLD.id, -12));
END;
