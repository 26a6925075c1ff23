import { eq } from 'drizzle-orm'
import { readTogether, type Write } from '#db/client.ts'
import { writeTogether } from '#db/commit.ts'
import type { LiveNote } from '#db/schema/core/live.ts'
import { outbox } from '#db/schema/core/outbox.ts'
import { repeatHarmless } from '#db/trips.ts'
import { stumbleBehind } from '#kernel/stumble.ts'
import { SECOND_MS } from '#kernel/time.ts'
import type { Ctx } from '../context.ts'
import { sendLive } from '../live/send.ts'
import { selectDays, tellUsedUp } from './budget-told.ts'
import { deliver, type FailuresInARow, takesNothing } from './deliver.ts'
import { leaseNext, type Message, uncount } from './lease.ts'
import { withCompanions } from './outbox.ts'
import { afterTry } from './outcome.ts'
import { NOBODY } from './row.ts'
import { type Outcome, sendPush } from './send-push.ts'

/** Lines of senders of each channel: a Worker has six connections, and a provider that hangs blocks only its own channel. */
const LINES = { EMAIL: 3, SMS: 2, PUSH: 1 } as const
/** Limits of the senders of a request: a request that is cut off leaves few messages leased. */
const OF_A_REQUEST = { most: 20, ms: 10 * SECOND_MS }
/** Most messages of a cron run: each costs a trip, and an invocation has a thousand. */
const MOST_OF_A_RUN = 800

/** Sends the outbox after the answer, once for all commits until a sender looks. A run of the cron sends in its last stage. */
export function sendSoon(ctx: Ctx): void {
  const isByCron = ctx.caller.kind === 'service' && ctx.caller.by === 'cron'
  if (!isByCron && !ctx.senders.isNextExpected) ctx.later(() => sendOutbox(ctx))
}

/**
 * Sends the waiting messages: three mails, two SMS and a push at once, codes before notices (docs/gateways.md, Lanes). Each is leased first: if its
 * sender dies, a later tick sends it. The text is erased after sending, because it may contain a code.
 * @param run a cron run, which sends until its time is over; without it, the limits of a request hold
 * @returns how many were tried
 */
export function sendOutbox(ctx: Ctx, run?: { hasTime(): boolean }): Promise<number> {
  const { senders } = ctx
  if (senders.last) senders.isNextExpected = true
  const mine = (senders.last ?? Promise.resolve()).catch(() => undefined).then(() => sendShare(ctx, shareOf(run)))
  senders.last = mine
  return mine
}

/** The work of a sender: the messages taken so far, and whether there is room for more. */
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
  // One line of mails takes alarms first, so that no number of codes holds them up.
  const ofAlarms = leased.find(({ channel }) => channel === 'EMAIL')
  const lines = leased.map((message) => sendInLine(ctx, share, message, message === ofAlarms))
  // A line that fails stops no other, and its error is thrown after all are done.
  await Promise.allSettled(lines)
  await Promise.all(lines)
  return share.taken
}

/** The first messages of all lines, in one trip. ADMINs are told first if a day is used up. */
async function leaseFirst(ctx: Ctx): Promise<Message[]> {
  const [mails, countMails] = leaseNext(ctx, { channel: 'EMAIL', most: LINES.EMAIL, alarmFirst: true })
  const [sms] = leaseNext(ctx, { channel: 'SMS', most: LINES.SMS, alarmFirst: false })
  const [pushes] = leaseNext(ctx, { channel: 'PUSH', most: LINES.PUSH, alarmFirst: false })
  const [byMail, , bySms, byPush, days] = await readTogether(
    ctx.db,
    mails,
    countMails as Write,
    sms,
    pushes,
    selectDays(ctx),
  )
  const found = tellUsedUp(ctx, days)
  const hear = (notes: LiveNote[]) => sendLive(ctx, notes)
  if (found.length > 0) await writeTogether({ db: ctx.db, now: ctx.now, ids: ctx.ids, hear }, withCompanions(found))
  return [...byMail, ...bySms, ...byPush]
}

/** Sends one message after the other until none waits on its channel. */
async function sendInLine(ctx: Ctx, share: Share, first: Message, alarmFirst: boolean): Promise<void> {
  const seen: FailuresInARow = { first: 0, second: 0 }
  const { channel } = first
  let message: Message | undefined = first
  while (message) {
    const { kept, others } = await sendOne(ctx, message, seen)
    const next: ReturnType<typeof leaseNext> | [] =
      share.hasRoom() && !takesNothing(ctx, channel, seen) ? leaseNext(ctx, { channel, most: 1, alarmFirst }) : []
    if (next.length > 0) share.taken++
    const writes: Write[] = [...others, kept, ...next]
    const answers: unknown[] = await ctx.db
      .batch(writes as [Write, ...Write[]])
      .catch((error: unknown) => writeOffAlone(ctx, kept, error))
    message = (answers[others.length + 1] as Message[] | undefined)?.[0]
    if (next.length > 0 && !message) share.taken--
  }
}

/**
 * Marks a message that left as sent, after its batch failed: otherwise it would be sent twice. The rest of this line waits for a later
 * tick.
 */
async function writeOffAlone(ctx: Ctx, kept: Write, error: unknown): Promise<unknown[]> {
  if (!stumbleBehind(error)) throw error
  await repeatHarmless(ctx.db, () => ctx.db.batch([kept]))
  return []
}

/** Columns of a message to nobody. The row stays as long as any other: neither its absence nor its size tells that it was not sent. */
const ENDED_FOR_NOBODY = { status: 'FAILED', failure: 'NOBODY', body: '' } as const

/** Time that the last message of this isolate took, in ms. */
let tookMs = 0

async function sendOne(ctx: Ctx, message: Message, seen: FailuresInARow): Promise<Outcome> {
  const row = (set: Partial<typeof outbox.$inferInsert>) =>
    ctx.db.update(outbox).set(set).where(eq(outbox.id, message.id))
  if (message.recipient === NOBODY) {
    await new Promise((resolve) => setTimeout(resolve, tookMs))
    return { kept: row(ENDED_FOR_NOBODY), others: [] }
  }
  if (message.channel === 'PUSH') return sendPush(ctx, message, seen)
  const began = performance.now()
  const delivery = await deliver(ctx, message, seen)
  tookMs = Math.min(performance.now() - began, SECOND_MS)
  return {
    kept: row(afterTry(ctx.now, message, delivery)),
    others: delivery.kind === 'failed' ? uncount(ctx, message) : [],
  }
}
