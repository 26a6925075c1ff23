-- How many keys an account has, for the bound that a claim is held to: its id begins the scope.
CREATE TRIGGER keys_claimed AFTER INSERT ON idempotency_keys BEGIN
  INSERT INTO counters (name, value) VALUES ('keys:' || substr(NEW.scope, 1, 36), 1)
  ON CONFLICT (name) DO UPDATE SET value = value + 1;
END;
--> statement-breakpoint
CREATE TRIGGER keys_forgotten AFTER DELETE ON idempotency_keys BEGIN
  UPDATE counters SET value = value - 1 WHERE name = 'keys:' || substr(OLD.scope, 1, 36);
  DELETE FROM counters WHERE name = 'keys:' || substr(OLD.scope, 1, 36) AND value <= 0;
END;
--> statement-breakpoint
INSERT INTO counters (name, value) SELECT 'keys:' || substr(scope, 1, 36), count(*) FROM idempotency_keys GROUP BY 1;
