-- What waited for staff in a shop that is closed for good leaves their queue: nobody can put it on sale again.
INSERT INTO history (thing_id, version, thing, event, from_status, to_status, at)
  SELECT p.id, p.version + 1, 'product', 'moderate', p.status, p.status, p.updated_at
  FROM products p JOIN shops s ON s.id = p.shop_id
  WHERE s.status = 'CLOSED' AND p.moderation_status = 'PENDING' AND p.deleted_at IS NULL;
--> statement-breakpoint
INSERT INTO moderation_events (thing_id, version, thing, event, from_status, to_status, at)
  SELECT p.id, p.version + 1, 'product', 'withdraw', 'PENDING', 'NONE', p.updated_at
  FROM products p JOIN shops s ON s.id = p.shop_id
  WHERE s.status = 'CLOSED' AND p.moderation_status = 'PENDING' AND p.deleted_at IS NULL;
--> statement-breakpoint
UPDATE products SET moderation_status = 'NONE', version = version + 1
  WHERE moderation_status = 'PENDING' AND deleted_at IS NULL
    AND EXISTS (SELECT 1 FROM shops s WHERE s.id = products.shop_id AND s.status = 'CLOSED');
