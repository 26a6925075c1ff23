-- What of a refund was our commission is kept on it: of those from before, as much as it took.
UPDATE refunds SET commission_minor = coalesce((
  SELECT t.amount_minor FROM transfers t WHERE t.kind = 'refund:taken' AND t.ref = refunds.id || ':' || refunds.attempt || ':commission'), 0)
WHERE payin_id IS NULL AND status IN ('PROCESSING', 'SUCCEEDED');
