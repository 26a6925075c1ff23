/** Laws of products, whoever edits and moderates them at once. */
export const CATALOGUE_LAWS: Record<string, string> = {
  'a product is as moderation last said': `
    SELECT p.id FROM products p WHERE p.moderation_status <> coalesce((
      SELECT e.to_status FROM moderation_events e WHERE e.thing_id = p.id ORDER BY e.version DESC LIMIT 1), 'NONE')`,
  'every move of moderation follows the one before it': `
    SELECT e.thing_id FROM moderation_events e WHERE e.from_status <> coalesce((
      SELECT b.to_status FROM moderation_events b WHERE b.thing_id = e.thing_id AND b.version < e.version
      ORDER BY b.version DESC LIMIT 1), 'NONE')`,
  'every move of moderation is a version of its product': `
    SELECT e.thing_id FROM moderation_events e WHERE NOT EXISTS (
      SELECT 1 FROM history h WHERE h.thing_id = e.thing_id AND h.version = e.version)`,
  'the pictures of a product stand in a row': `
    SELECT i.product_id FROM product_images i GROUP BY 1 HAVING min(i.position) <> 0 OR max(i.position) <> count(*) - 1`,
  'what is published has a picture': `
    SELECT p.id FROM products p WHERE p.status = 'PUBLISHED' AND p.deleted_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM product_images i WHERE i.product_id = p.id)`,
  'guests see only what is there, published and allowed by moderation': `
    SELECT p.id FROM products p WHERE p.visible = 1 AND (p.deleted_at IS NOT NULL OR p.status <> 'PUBLISHED'
      OR NOT (p.moderation_status = 'APPROVED'
        OR p.moderation_status = 'PENDING' AND (p.moderation_mode = 'POST' OR p.approved_before = 1)))`,
  'no more pieces of a thing leave than came in, whoever counts, imports or sells it': `
    SELECT m.variant_id FROM stock_movements m GROUP BY 1 HAVING sum(m.amount) < 0`,
}
