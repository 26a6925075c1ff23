import { eq } from 'drizzle-orm'
import { readTogether, type Write } from '../../../db/client.ts'
import { writeTogether } from '../../../db/commit.ts'
import { outbox } from '../../../db/schema/core/outbox.ts'
import { repeatHarmless } from '../../../db/trips.ts'
import { stumbleBehind } from '../../../kernel/stumble.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../kernel/time.ts'
import type { Delivery } from '../../../providers/delivery.ts'
import type { Ctx } from '../context.ts'
import { selectDays, tellUsedUp } from './budget-told.ts'
import { deliver, type Seen, takesNothing } from './deliver.ts'
import { leaseNext, type Message, uncount } from './lease.ts'
import { withCompanions } from './outbox.ts'
import { NOBODY } from './row.ts'

/** Lines of senders of each channel: a Worker has six connections, and a provider that hangs holds those of its channel only. */
const LINES = { EMAIL: 3, SMS: 2 } as const
/** What the senders of a request take on: a request that is cut off leaves few messages leased. */
const OF_A_REQUEST = { most: 20, ms: 10 * SECOND_MS }
/** What a run of the cron takes on: a trip each, and an invocation has a thousand. */
const MOST_OF_A_RUN = 800
const MAX_ATTEMPTS = 8
/** A code is good for ten minutes: after five tries, which take fifteen, it would only arrive dead. */
const MAX_ATTEMPTS_OF_CODE = 5

/**
 * Has the outbox sent after the answer, once for all commits until a sender looks. A run of the cron sends in its last stage.
 */
export function sendSoon(ctx: Ctx): void {
  const isByCron = ctx.caller.kind === 'service' && ctx.caller.by === 'cron'
  if (!isByCron && !ctx.senders.isNextExpected) ctx.later(() => sendOutbox(ctx))
}

/**
 * Sends what waits in the outbox: three mails and two SMS at once, codes before notices (docs/gateways.md, Lanes). The senders of
 * a request follow one another, and those of other requests never wait for them. What is sent is leased first; a sender that
 * dies leaves its messages to a later tick. The text goes once it is sent, because it may hold a code. While a provider
 * takes nothing, the rest of its channel is left to later ticks, and the other channel goes on.
 * @param run of the cron, until whose end it sends; else as many as a request's
 * @returns how many were tried
 */
export function sendOutbox(ctx: Ctx, run?: { hasTime(): boolean }): Promise<number> {
  const { senders } = ctx
  if (senders.last) senders.isNextExpected = true
  const mine = (senders.last ?? Promise.resolve()).catch(() => undefined).then(() => sendShare(ctx, shareOf(run)))
  senders.last = mine
  return mine
}

/** How much a sender has taken on, and whether it may take on more. */
type Share = { taken: number; hasRoom(): boolean }

function shareOf(run: { hasTime(): boolean } | undefined): Share {
  const endsAt = performance.now() + OF_A_REQUEST.ms
  const hasTime = () => (run ? run.hasTime() : performance.now() < endsAt)
  const most = run ? MOST_OF_A_RUN : OF_A_REQUEST.most
  return {
    taken: 0,
    hasRoom() {
      return this.taken < most && hasTime()
    },
  }
}

async function sendShare(ctx: Ctx, share: Share): Promise<number> {
  ctx.senders.isNextExpected = false
  const leased = await leaseFirst(ctx)
  share.taken = leased.length
  // One line of the mails takes alarms first, so that no number of codes holds them up.
  const ofAlarms = leased.find(({ channel }) => channel === 'EMAIL')
  const lines = leased.map((message) => sendInLine(ctx, share, message, message === ofAlarms))
  // One that fails holds up no other, and is told once all are done.
  await Promise.allSettled(lines)
  await Promise.all(lines)
  return share.taken
}

/** The first messages of all lines, in one trip. Who must hear of a day that is used up is told first. */
async function leaseFirst(ctx: Ctx): Promise<Message[]> {
  const [mails, countMails] = leaseNext(ctx, { channel: 'EMAIL', most: LINES.EMAIL, alarmFirst: true })
  const [sms] = leaseNext(ctx, { channel: 'SMS', most: LINES.SMS, alarmFirst: false })
  const [byMail, , bySms, days] = await readTogether(ctx.db, mails, countMails as Write, sms, selectDays(ctx))
  const found = tellUsedUp(ctx, days)
  if (found.length > 0) await writeTogether({ db: ctx.db, now: ctx.now, ids: ctx.ids }, withCompanions(found))
  return [...byMail, ...bySms]
}

/** Sends one message after the other until nothing waits on its channel. */
async function sendInLine(ctx: Ctx, share: Share, first: Message, alarmFirst: boolean): Promise<void> {
  const seen: Seen = { first: 0, second: 0 }
  const { channel } = first
  let message: Message | undefined = first
  while (message) {
    const writes = await sendOne(ctx, message, seen)
    const next: ReturnType<typeof leaseNext> | [] =
      share.hasRoom() && !takesNothing(ctx, channel, seen) ? leaseNext(ctx, { channel, most: 1, alarmFirst }) : []
    if (next.length > 0) share.taken++
    const answers: unknown[] = await ctx.db
      .batch([...writes, ...next] as [Write, ...Write[]])
      .catch((error: unknown) => writeOffAlone(ctx, writes, error))
    message = (answers[writes.length] as Message[] | undefined)?.[0]
    if (next.length > 0 && !message) share.taken--
  }
}

/** It left: to send it again because nobody could write so down would be twice. The rest of this line is left to a later tick. */
async function writeOffAlone(ctx: Ctx, writes: Write[], error: unknown): Promise<unknown[]> {
  const [written] = writes
  if (!stumbleBehind(error) || !written) throw error
  await repeatHarmless(ctx.db, () => ctx.db.batch([written]))
  return []
}

/** The row stays as long as any other: neither its absence nor its room tells that nobody was written to. */
const ENDED_FOR_NOBODY = { status: 'FAILED', failure: 'NOBODY', body: '' } as const

/** What the last message took, of this isolate. */
let tookMs = 0

/** @returns the writes that keep what became of it */
async function sendOne(ctx: Ctx, message: Message, seen: Seen): Promise<Write[]> {
  const row = (set: Partial<typeof outbox.$inferInsert>) =>
    ctx.db.update(outbox).set(set).where(eq(outbox.id, message.id))
  if (message.recipient === NOBODY) {
    await new Promise((resolve) => setTimeout(resolve, tookMs))
    return [row(ENDED_FOR_NOBODY)]
  }
  const began = performance.now()
  const delivery = await deliver(ctx, message, seen)
  tookMs = Math.min(performance.now() - began, SECOND_MS)
  return [row(afterwards(ctx.now, message, delivery)), ...(delivery.kind === 'failed' ? uncount(ctx, message) : [])]
}

function afterwards(now: number, { kind, attempts }: Message, delivery: Delivery): Partial<typeof outbox.$inferInsert> {
  const most = kind.startsWith('code.') ? MAX_ATTEMPTS_OF_CODE : MAX_ATTEMPTS
  if (delivery.kind === 'sent') return { status: 'SENT', sentAt: now, body: '' }
  if (delivery.kind === 'refused' || attempts >= most) return { status: 'FAILED', failure: delivery.detail, body: '' }
  return { failure: delivery.detail, nextAt: now + Math.min(MINUTE_MS * 2 ** (attempts - 1), HOUR_MS) }
}
