import { and, eq, lte, sql } from 'drizzle-orm'
import { outbox } from '../../db/schema/platform.ts'
import { HOUR_MS, MINUTE_MS } from '../../kernel/time.ts'
import type { Delivery } from '../../providers/delivery.ts'
import type { Ctx } from '../context.ts'

const BATCH = 20
/** Written out: a bound value would keep SQLite from the partial index. */
const isPending = sql`status = 'PENDING'`
const MAX_ATTEMPTS = 8
/** How long a message is its sender's own: longer than any time-out of a provider. */
const LEASE_MS = MINUTE_MS

/**
 * Sends what waits in the outbox. Each message is leased by one conditional write before it is sent, so two senders at
 * once do not send it twice; a sender that dies leaves it to the next tick. The text goes once it is sent, because it
 * may hold a code.
 */
export async function sendOutbox(ctx: Ctx): Promise<number> {
  const due = await ctx.db
    .select()
    .from(outbox)
    .where(and(isPending, lte(outbox.nextAt, ctx.now)))
    .orderBy(outbox.nextAt)
    .limit(BATCH)
  await Promise.all(due.map((row) => sendOne(ctx, row)))
  return due.length
}

async function sendOne(ctx: Ctx, row: typeof outbox.$inferSelect): Promise<void> {
  const [leased] = await ctx.db
    .update(outbox)
    .set({ nextAt: ctx.now + LEASE_MS, attempts: row.attempts + 1 })
    .where(and(eq(outbox.id, row.id), eq(outbox.status, 'PENDING'), eq(outbox.nextAt, row.nextAt)))
    .returning({ id: outbox.id })
  if (!leased) return

  const { sms, email } = ctx.providers
  const delivery: Delivery =
    row.channel === 'SMS'
      ? await sms.send({ to: row.recipient, text: row.body })
      : await email.send({ to: row.recipient, subject: row.subject, text: row.body })
  await ctx.db
    .update(outbox)
    .set(afterwards(ctx.now, row.attempts + 1, delivery))
    .where(eq(outbox.id, row.id))
}

function afterwards(now: number, attempts: number, delivery: Delivery): Partial<typeof outbox.$inferInsert> {
  if (delivery.kind === 'sent') return { status: 'SENT', sentAt: now, body: '' }
  if (delivery.kind === 'refused' || attempts >= MAX_ATTEMPTS)
    return { status: 'FAILED', failure: delivery.detail, body: '' }
  return { failure: delivery.detail, nextAt: now + Math.min(MINUTE_MS * 2 ** (attempts - 1), HOUR_MS) }
}
