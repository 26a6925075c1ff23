-- Payments from before invoices have theirs, numbered by year (UTC+2) in the order in which they were paid; of those given back it is void.
INSERT INTO invoices (id, number, seller_profile_id, subscription_payment_id, issuer, buyer, lines, subtotal_minor, tax_bps, tax_minor,
  total_minor, currency, status, issued_at, paid_at, reached_at, version, created_at, updated_at)
SELECT substr(w.id, 1, 24) || lower(hex(randomblob(6))), format('FAC-%s-%06d', w.year, w.place), w.seller_profile_id, w.id,
  json_object('name', 'Soko', 'rccm', NULL, 'idNat', NULL, 'taxNumber', NULL, 'address', NULL),
  json_object('name', sp.business_name, 'rccm', sp.rccm, 'idNat', sp.id_nat, 'taxNumber', sp.tax_number, 'address', json(sp.address)),
  json_array(json_object('description', 'Abonnement ' || pl.name || iif(su.billing_cycle = 'YEARLY', ', annuel', ', mensuel'),
    'quantity', 1, 'unitMinor', w.amount_minor, 'amountMinor', w.amount_minor)),
  w.amount_minor, 0, 0, w.amount_minor, w.currency, iif(w.status = 'REFUNDED', 'VOID', 'PAID'), w.paid, w.paid,
  iif(w.status = 'REFUNDED', json_object('ISSUED', w.paid, 'PAID', w.paid, 'VOID', w.updated_at), json_object('ISSUED', w.paid, 'PAID', w.paid)),
  iif(w.status = 'REFUNDED', 3, 2), w.paid, iif(w.status = 'REFUNDED', w.updated_at, w.paid)
FROM (
  SELECT p.*, coalesce(p.paid_at, p.updated_at) AS paid, strftime('%Y', coalesce(p.paid_at, p.updated_at) / 1000 + 7200, 'unixepoch') AS year,
    row_number() OVER (
      PARTITION BY strftime('%Y', coalesce(p.paid_at, p.updated_at) / 1000 + 7200, 'unixepoch')
      ORDER BY coalesce(p.paid_at, p.updated_at), p.id) AS place
  FROM subscription_payments p WHERE p.status IN ('SUCCEEDED', 'REFUNDED') AND p.amount_minor > 0) w
JOIN subscriptions su ON su.id = w.subscription_id JOIN plans pl ON pl.id = su.plan_id JOIN seller_profiles sp ON sp.id = w.seller_profile_id
ORDER BY w.paid, w.id;
--> statement-breakpoint
INSERT INTO counters (name, value)
SELECT 'series:invoices:' || substr(i.number, 5, 4), count(*) FROM invoices i GROUP BY substr(i.number, 5, 4);
--> statement-breakpoint
INSERT INTO history (thing_id, version, thing, event, from_status, to_status, actor_id, caller, reason, at)
SELECT i.id, 1, 'invoice', 'issue', NULL, 'ISSUED', NULL, NULL, NULL, i.issued_at FROM invoices i
UNION ALL SELECT i.id, 2, 'invoice', 'pay', 'ISSUED', 'PAID', NULL, NULL, NULL, i.paid_at FROM invoices i
UNION ALL SELECT i.id, 3, 'invoice', 'void', 'PAID', 'VOID', NULL, NULL, 'Paiement rendu', i.updated_at FROM invoices i WHERE i.status = 'VOID';
