import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import { readTogether } from '../../../db/client.ts'
import { outbox } from '../../../db/schema/core/outbox.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../kernel/time.ts'
import type { Delivery } from '../../../providers/delivery.ts'
import type { Ctx } from '../context.ts'
import { NOBODY } from './row.ts'
import { smsUsedUp, tellSmsUsedUp } from './sms-budget.ts'

const BATCH = 20
/** Written out: a bound value would keep SQLite from the partial index. */
const isPending = sql`status = 'PENDING'`
const MAX_ATTEMPTS = 8
/** How long a message is its sender's own: longer than any time-out of a provider. */
const LEASE_MS = MINUTE_MS

/**
 * Sends what waits in the outbox. What is sent is leased first in one conditional write, so of two senders at once each
 * has messages of its own; a sender that dies leaves its to a later tick. The text goes once it is sent, because it may
 * hold a code.
 */
export async function sendOutbox(ctx: Ctx): Promise<number> {
  const due = ctx.db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(isPending, lte(outbox.nextAt, ctx.now)))
    .orderBy(outbox.nextAt)
    .limit(BATCH)
  const [leased, [usedUp]] = await readTogether(
    ctx.db,
    ctx.db
      .update(outbox)
      .set({ nextAt: ctx.now + LEASE_MS, attempts: sql`attempts + 1` })
      .where(inArray(outbox.id, due))
      .returning(),
    smsUsedUp(ctx),
  )
  if (usedUp) await tellSmsUsedUp(ctx, usedUp.until)
  await Promise.all(leased.map((row) => sendOne(ctx, row)))
  return leased.length
}

/** The row stays as long as any other: neither its absence nor its room tells that nobody was written to. */
const ENDED_FOR_NOBODY = { status: 'FAILED', failure: 'NOBODY', body: '' } as const

/** What the last message took, of this isolate. */
let tookMs = 0

async function sendOne(ctx: Ctx, row: typeof outbox.$inferSelect): Promise<void> {
  const mine = eq(outbox.id, row.id)
  if (row.recipient === NOBODY) {
    await new Promise((resolve) => setTimeout(resolve, tookMs))
    await ctx.db.update(outbox).set(ENDED_FOR_NOBODY).where(mine)
    return
  }
  const began = performance.now()
  const { sms, email } = ctx.providers
  const delivery: Delivery =
    row.channel === 'SMS'
      ? await sms.send({ to: row.recipient, text: row.body })
      : await email.send({ to: row.recipient, subject: row.subject, text: row.body })
  tookMs = Math.min(performance.now() - began, SECOND_MS)
  await ctx.db
    .update(outbox)
    .set(afterwards(ctx.now, row.attempts, delivery))
    .where(mine)
}

function afterwards(now: number, attempts: number, delivery: Delivery): Partial<typeof outbox.$inferInsert> {
  if (delivery.kind === 'sent') return { status: 'SENT', sentAt: now, body: '' }
  if (delivery.kind === 'refused' || attempts >= MAX_ATTEMPTS)
    return { status: 'FAILED', failure: delivery.detail, body: '' }
  return { failure: delivery.detail, nextAt: now + Math.min(MINUTE_MS * 2 ** (attempts - 1), HOUR_MS) }
}
