import type { Stage } from './campaign.ts'

const EVERY_MS = 1500
const RENEW_MS = 9 * 60_000

/** Things that are on their way just now, and their owners. */
const LIVE = {
  order: `SELECT o.id, o.status, o.buyer_id AS person FROM orders o
    UNION ALL SELECT o.id, o.status, p.user_id FROM orders o
      JOIN shops s ON s.id = o.shop_id JOIN seller_profiles p ON p.id = s.seller_profile_id ORDER BY 1 DESC LIMIT 300`,
  delivery: `SELECT d.id, d.status, r.user_id AS person FROM deliveries d JOIN riders r
    ON r.id = d.rider_id OR d.status = 'UNASSIGNED' ORDER BY 1 DESC LIMIT 200`,
}

/**
 * Keeps a run from drying up: tries and waits between codes are forgotten, plans hold as many products as the cases make,
 * the cron ticks, sessions are renewed, and the pool learns what state things are in.
 * @returns stops it
 */
export function housekeeping({ service, callers, pool }: Stage): () => Promise<void> {
  let isOver = false
  let renewedAt = Date.now()
  const tidy = async () => {
    await service.sql('DELETE FROM attempts')
    await service.sql('UPDATE codes SET sent_at = sent_at - 60000, attempts = 0')
    await service.sql(
      'UPDATE plans SET max_products = 100000, max_photos_per_product = 100 WHERE max_products < 100000',
    )
    await service.sql('UPDATE plans SET max_shops = 1000 WHERE max_shops < 1000')
    for (const [kind, sql] of Object.entries(LIVE))
      for (const { id, status, person } of await service.sql<{ id: string; status: string; person: string }>(sql)) {
        pool.add(kind, id, status)
        pool.of(person).add(kind, id, status)
      }
    await service.cron()
    if (Date.now() - renewedAt < RENEW_MS) return
    renewedAt = Date.now()
    await callers.renew()
  }
  const run = async () => {
    while (!isOver) {
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
      await tidy()
    }
  }
  const running = run()
  // The one who stops it hears of it.
  running.catch(() => {})
  return () => {
    isOver = true
    return running
  }
}
