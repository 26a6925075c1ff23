-- A second payment of an order goes back by a refund of its own. Those from before that lie in what their order holds, and
-- no refund of an order reaches them: each becomes a refund that an ADMIN sends, and its incident says which.
INSERT INTO refunds (id, order_id, amount_minor, currency, kind, status, reason, gateway, phone, network, country, created_at, updated_at, payin_id)
  SELECT
    substr(printf('%012x', p.at), 1, 8) || '-' || substr(printf('%012x', p.at), 9) || '-7' || substr(lower(hex(randomblob(2))), 2)
      || '-8' || substr(lower(hex(randomblob(2))), 2) || '-' || lower(hex(randomblob(6))),
    p.order_id, p.amount_minor, p.currency, 'FULL', 'REQUESTED', 'Commande payée deux fois', p.gateway, p.phone, p.network,
    p.country, p.at, p.at, p.id
  FROM (
    SELECT g.id, g.subject_id AS order_id, g.gateway, g.phone, g.network, g.country, g.final_at AS at, t.currency,
      sum(iif(t.to_account = 'order:' || g.subject_id || ':held', t.amount_minor, -t.amount_minor)) AS amount_minor
    FROM gateway_transactions g
    JOIN transfers t ON t.ref = g.id AND t.kind IN ('order:paid', 'order:exchanged', 'order:rounded')
      AND 'order:' || g.subject_id || ':held' IN (t.from_account, t.to_account)
    WHERE g.purpose = 'ORDER' AND g.status = 'succeeded'
      AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.payin_id = g.id)
      AND EXISTS (
        SELECT 1 FROM gateway_transactions e WHERE e.subject_id = g.subject_id AND e.purpose = 'ORDER' AND e.status = 'succeeded'
          AND (e.final_at, e.id) < (g.final_at, g.id) AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.payin_id = e.id))
    GROUP BY g.id, t.currency
  ) p WHERE p.amount_minor > 0;
--> statement-breakpoint
INSERT INTO history (thing_id, version, thing, event, from_status, to_status, at)
  SELECT r.id, 1, 'refund', 'request', NULL, 'REQUESTED', r.created_at FROM refunds r
  WHERE r.payin_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM history h WHERE h.thing_id = r.id);
--> statement-breakpoint
UPDATE incidents SET description = description || (
    SELECT ' Remboursement ' || r.id || ' : à renvoyer.' FROM refunds r WHERE 'paidTwice:' || r.payin_id = incidents.ref)
  WHERE ref GLOB 'paidTwice:*' AND EXISTS (
    SELECT 1 FROM refunds r WHERE 'paidTwice:' || r.payin_id = incidents.ref AND r.status = 'REQUESTED');
