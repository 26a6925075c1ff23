import { and, desc, eq, inArray, lte, sql } from 'drizzle-orm'
import { readTogether } from '#db/client.ts'
import { alerts } from '#db/schema/core/alerts.ts'
import type { Ctx } from '#domain/core/context.ts'
import { leastIdAt } from '#kernel/ids.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/time.ts'

/** Alerts that one turn sends, one after the other. */
const LEASED = 5
/** An alert belongs to its sender for this long: longer than five time-outs. */
const LEASE_MS = MINUTE_MS
/** An alert that is not delivered in this time fails. */
const TRIED_FOR_MS = DAY_MS

/** Raw SQL: a bound value would keep SQLite from the partial index. */
const isPending = sql`status = 'PENDING'`

/**
 * Sends the alerts that wait for the webhook, the oldest first. Each is leased first, so that one of two ticks sends it. A refused alert is
 * tried again at growing intervals for a day, and the others wait with it. Without a webhook nothing happens.
 * @returns the number sent
 */
export async function sendAlerts(ctx: Ctx): Promise<number> {
  const { webhook } = ctx.providers
  if (!webhook) return 0
  let sent = 0
  for (const alert of await lease(ctx)) {
    const delivery = await webhook.post(alert.text)
    const isSent = delivery.kind === 'sent'
    const nextAt = ctx.now + Math.min(MINUTE_MS * 2 ** (alert.attempts - 1), HOUR_MS)
    await ctx.db
      .update(alerts)
      .set(isSent ? { status: 'SENT', sentAt: ctx.now } : { failure: delivery.detail, nextAt })
      .where(eq(alerts.id, alert.id))
    if (!isSent) break
    sent++
  }
  return sent
}

async function lease({ db, now }: Ctx) {
  const due = db
    .select({ id: alerts.id })
    .from(alerts)
    .where(and(isPending, lte(alerts.nextAt, now)))
    .orderBy(alerts.nextAt)
    .limit(LEASED)
  const [, leased] = await readTogether(
    db,
    db
      .update(alerts)
      .set({ status: 'FAILED' })
      .where(and(inArray(alerts.id, due), lte(alerts.createdAt, now - TRIED_FOR_MS))),
    db
      .update(alerts)
      .set({ nextAt: now + LEASE_MS, attempts: sql`attempts + 1` })
      .where(inArray(alerts.id, due))
      .returning(),
  )
  return leased.sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Selects the newest alerts of the last day. */
export const selectAlerts = ({ db, now }: Ctx, most: number) =>
  db
    .select({ text: alerts.text, at: alerts.createdAt, sentAt: alerts.sentAt })
    .from(alerts)
    .where(sql`alerts.id >= ${leastIdAt(now - DAY_MS)}`)
    .orderBy(desc(alerts.id))
    .limit(most)
