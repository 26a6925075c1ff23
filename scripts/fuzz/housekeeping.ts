import type { Stage } from './campaign.ts'

const EVERY_MS = 1500
const RENEW_MS = 9 * 60_000

/**
 * Keeps a run from drying up: tries and waits between codes are forgotten, the cron ticks, sessions are renewed, and what
 * the cases did to the demo plan and shops, which everything else needs, is undone.
 * @returns stops it
 */
export function housekeeping({ world, cast }: Stage): () => Promise<void> {
  let isOver = false
  let renewedAt = Date.now()
  const run = async () => {
    while (!isOver) {
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
      await world.sql('DELETE FROM attempts')
      await world.sql('UPDATE codes SET sent_at = sent_at - 60000, attempts = 0')
      await world.sql(
        'UPDATE plans SET max_products = 100000, max_photos_per_product = 100, max_shops = 1000 WHERE max_products < 100000',
      )
      await world.cron()
      if (Date.now() - renewedAt < RENEW_MS) continue
      renewedAt = Date.now()
      await cast.renew()
    }
  }
  const running = run()
  return () => {
    isOver = true
    return running
  }
}
