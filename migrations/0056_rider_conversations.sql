-- Who gave the job up reads no more of it, and who has it again reads what they wrote and were written.
CREATE TRIGGER conversations_of_rider AFTER UPDATE OF rider_id ON deliveries WHEN OLD.rider_id IS NOT NEW.rider_id BEGIN
  UPDATE conversations SET shown_to = NULL
    WHERE order_id = NEW.order_id AND channel = 'BUYER_RIDER' AND user_id = (SELECT r.user_id FROM riders r WHERE r.id = OLD.rider_id)
      AND user_id <> (SELECT o.buyer_id FROM orders o WHERE o.id = NEW.order_id);
  UPDATE conversations SET shown_to = user_id
    WHERE order_id = NEW.order_id AND channel = 'BUYER_RIDER' AND user_id = (SELECT r.user_id FROM riders r WHERE r.id = NEW.rider_id);
END;
