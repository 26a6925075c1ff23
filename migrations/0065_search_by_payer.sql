-- A payin of several orders is found by each of them: its shares name them, and that of one order has one too.
DROP TRIGGER payers_made_searchable;
--> statement-breakpoint
CREATE TRIGGER payers_made_searchable AFTER INSERT ON payin_shares BEGIN
  UPDATE orders_search SET payers = payers || ' ' || (SELECT g.phone FROM gateway_transactions g WHERE g.id = NEW.payin_id)
  WHERE rowid = (SELECT row FROM search_keys WHERE thing_id = NEW.order_id);
END;
