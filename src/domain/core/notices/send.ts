import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import { readTogether } from '../../../db/client.ts'
import { outbox } from '../../../db/schema/core/outbox.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../kernel/time.ts'
import type { Delivery } from '../../../providers/delivery.ts'
import type { Ctx } from '../context.ts'
import { NOBODY } from './row.ts'
import { smsUsedUp, tellSmsUsedUp } from './sms-budget.ts'

type Row = typeof outbox.$inferSelect

/** What one trip leases: few enough to be tried within the lease, however long each takes. */
const LEASED = 6
/** What one sender goes through. */
const MOST = 20
/** A Worker has six connections: a provider that hangs leaves the others to what moves money. */
const AT_ONCE = 3
/** Written out: a bound value would keep SQLite from the partial index. */
const isPending = sql`status = 'PENDING'`
const MAX_ATTEMPTS = 8
/** How long a message is its sender's own: longer than any time-out of a provider. */
const LEASE_MS = MINUTE_MS

/**
 * Has the outbox sent after the answer, once for all commits until a sender looks. A run of the cron sends in its last stage.
 */
export function sendSoon(ctx: Ctx): void {
  const isByCron = ctx.caller.kind === 'service' && ctx.caller.by === 'cron'
  if (!isByCron && !ctx.senders.isNextExpected) ctx.later(() => sendOutbox(ctx))
}

/**
 * Sends what waits in the outbox, three messages at once of a request: its senders follow one another, and those of other
 * requests never wait for them. What is sent is leased first in one conditional write, so of two senders each has messages of
 * its own; a sender that dies leaves its to a later tick. The text goes once it is sent, because it may hold a code. While a
 * provider does not take messages, the rest is left to later ticks.
 */
export function sendOutbox(ctx: Ctx): Promise<number> {
  const { senders } = ctx
  if (senders.last) senders.isNextExpected = true
  const mine = (senders.last ?? Promise.resolve()).catch(() => undefined).then(() => sendShare(ctx))
  senders.last = mine
  return mine
}

async function sendShare(ctx: Ctx): Promise<number> {
  ctx.senders.isNextExpected = false
  let tried = 0
  while (tried < MOST) {
    const leased = await lease(ctx)
    tried += leased.length
    const isTaken = await sendAll(ctx, leased)
    if (leased.length < LEASED || !isTaken) break
  }
  return tried
}

async function lease(ctx: Ctx) {
  const due = ctx.db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(isPending, lte(outbox.nextAt, ctx.now)))
    .orderBy(outbox.nextAt)
    .limit(LEASED)
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
  return leased
}

/** Whether providers took, or refused for good, all of them. */
async function sendAll(ctx: Ctx, leased: Row[]): Promise<boolean> {
  const rest = leased.values()
  let isTaken = true
  const sender = async () => {
    for (const row of rest) isTaken = (await sendOne(ctx, row)) && isTaken
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sender))
  return isTaken
}

/** The row stays as long as any other: neither its absence nor its room tells that nobody was written to. */
const ENDED_FOR_NOBODY = { status: 'FAILED', failure: 'NOBODY', body: '' } as const

/** What the last message took, of this isolate. */
let tookMs = 0

async function sendOne(ctx: Ctx, row: Row): Promise<boolean> {
  const mine = eq(outbox.id, row.id)
  if (row.recipient === NOBODY) {
    await new Promise((resolve) => setTimeout(resolve, tookMs))
    await ctx.db.update(outbox).set(ENDED_FOR_NOBODY).where(mine)
    return true
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
  return delivery.kind !== 'failed'
}

function afterwards(now: number, attempts: number, delivery: Delivery): Partial<typeof outbox.$inferInsert> {
  if (delivery.kind === 'sent') return { status: 'SENT', sentAt: now, body: '' }
  if (delivery.kind === 'refused' || attempts >= MAX_ATTEMPTS)
    return { status: 'FAILED', failure: delivery.detail, body: '' }
  return { failure: delivery.detail, nextAt: now + Math.min(MINUTE_MS * 2 ** (attempts - 1), HOUR_MS) }
}
