ALTER TABLE `subscription_payments` ADD `period_end` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `anchor_at` integer;--> statement-breakpoint
-- What was paid before this bought its period, unless an incident says to give it back.
UPDATE subscription_payments SET period_end = coalesce(
    (SELECT s.current_period_end FROM subscriptions s WHERE s.id = subscription_payments.subscription_id), paid_at)
  WHERE status = 'SUCCEEDED' AND NOT EXISTS (
    SELECT 1 FROM gateway_transactions g JOIN incidents i ON i.ref = 'subscription:' || g.id
    WHERE g.subject_id = subscription_payments.id);
