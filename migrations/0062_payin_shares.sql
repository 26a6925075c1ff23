-- A payin of one order is for it whole.
CREATE TRIGGER payin_shares_of_one AFTER INSERT ON gateway_transactions
WHEN NEW.purpose = 'ORDER'
BEGIN
  INSERT INTO payin_shares (payin_id, order_id, amount_minor, ref)
  VALUES (NEW.id, NEW.subject_id, NEW.amount_minor, NEW.id);
END;
--> statement-breakpoint
INSERT INTO payin_shares (payin_id, order_id, amount_minor, ref)
SELECT id, subject_id, amount_minor, id FROM gateway_transactions WHERE purpose = 'ORDER';
