import type { Store } from '#testing/store.ts'

/** The shop of an order is closed for a time at that instant. */
const IN_CLOSURE = (shop: string, at: string) => `EXISTS (SELECT 1 FROM shops s WHERE s.id = ${shop}
  AND s.closed_from <= ${at} AND coalesce(s.closed_to > ${at}, 1))`

/** Notes every order and every prompt for one that is written while its shop is closed for a time, at that very moment. */
export function watchClosures(store: Store): void {
  for (const sql of [
    'CREATE TEMP TABLE closed_sales (id TEXT)',
    `CREATE TEMP TRIGGER note_closed_orders AFTER INSERT ON main.orders WHEN ${IN_CLOSURE('NEW.shop_id', 'NEW.created_at')}
      BEGIN INSERT INTO closed_sales VALUES (NEW.id); END`,
    `CREATE TEMP TRIGGER note_closed_prompts AFTER INSERT ON main.payin_shares WHEN EXISTS (
        SELECT 1 FROM orders o JOIN gateway_transactions g ON g.id = NEW.payin_id
        WHERE o.id = NEW.order_id AND ${IN_CLOSURE('o.shop_id', 'g.created_at')})
      BEGIN INSERT INTO closed_sales VALUES (NEW.payin_id); END`,
  ])
    store.run({ sql, params: [] })
}

export const CLOSURE_LAWS = {
  'nobody orders from a shop in its closure, nor is asked to pay there': 'SELECT * FROM closed_sales',
}
