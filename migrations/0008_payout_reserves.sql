-- Payouts of administrators reserve their money when they are approved (docs/money.md, Admin payouts): those that are on
-- their way put it aside now, so that they can be booked or given back.
INSERT INTO transfers (id, kind, ref, from_account, to_account, amount_minor, currency, actor_id, created_at)
  SELECT p.id, 'payout:reserved', p.id, p.account, 'platform:reserved', p.amount_minor, p.currency, p.requested_by, p.updated_at
  FROM payouts p WHERE p.owner_id IS NULL AND p.status IN ('ACCEPTED', 'ENQUEUED', 'PROCESSING', 'IN_RECONCILIATION');
