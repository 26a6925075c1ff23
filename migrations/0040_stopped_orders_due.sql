-- A delivered order that somebody stopped is looked at once an hour only. What ends the stop lets its 48 hours count again at once.
CREATE TRIGGER incidents_ended AFTER UPDATE OF status ON incidents
WHEN NEW.order_id IS NOT NULL AND OLD.status IN ('OPEN', 'INVESTIGATING') AND NEW.status NOT IN ('OPEN', 'INVESTIGATING') BEGIN
  UPDATE orders SET due_at = min(due_at, coalesce((reached_at ->> 'DELIVERED') + 172800000, due_at)) WHERE id = NEW.order_id AND status = 'DELIVERED';
END;
--> statement-breakpoint
CREATE TRIGGER refunds_ended AFTER UPDATE OF status ON refunds
WHEN NEW.payin_id IS NULL AND OLD.status IN ('REQUESTED', 'AWAITING_CODE', 'PROCESSING', 'FAILED') AND NEW.status IN ('SUCCEEDED', 'REJECTED') BEGIN
  UPDATE orders SET due_at = min(due_at, coalesce((reached_at ->> 'DELIVERED') + 172800000, due_at)) WHERE id = NEW.order_id AND status = 'DELIVERED';
END;
