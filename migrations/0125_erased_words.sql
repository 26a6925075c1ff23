-- What somebody wrote as a reason goes with them; nothing else of a row that is kept is ever changed.
DROP TRIGGER history_no_update;
--> statement-breakpoint
CREATE TRIGGER history_only_words BEFORE UPDATE ON history WHEN NOT (
  NEW.reason IS NULL AND NEW.thing_id = OLD.thing_id AND NEW.version = OLD.version AND NEW.thing = OLD.thing
  AND NEW.event = OLD.event AND NEW.from_status IS OLD.from_status AND NEW.to_status = OLD.to_status
  AND NEW.actor_id IS OLD.actor_id AND NEW.caller IS OLD.caller AND NEW.at = OLD.at) BEGIN
  SELECT RAISE(ABORT, 'APPEND_ONLY');
END;
--> statement-breakpoint
DROP TRIGGER stock_movements_no_update;
--> statement-breakpoint
CREATE TRIGGER stock_movements_only_words BEFORE UPDATE ON stock_movements WHEN NOT (
  NEW.reason IS NULL AND NEW.id = OLD.id AND NEW.variant_id = OLD.variant_id AND NEW.type = OLD.type
  AND NEW.amount = OLD.amount AND NEW.order_id IS OLD.order_id AND NEW.actor_id IS OLD.actor_id
  AND NEW.created_at = OLD.created_at) BEGIN
  SELECT RAISE(ABORT, 'APPEND_ONLY');
END;
