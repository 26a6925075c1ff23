import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import type { GatewayTransaction, Verdict } from '#db/schema/money/gateways.ts'
import type { Ctx } from '#domain/core/context.ts'
import { closeIncidents } from '#domain/core/incidents/close.ts'
import { refOf } from '#domain/core/incidents/matter.ts'
import { transition } from '#domain/core/machine.ts'
import { HOUR_MS } from '#kernel/time.ts'
import { byHand } from '../by-hand/by-hand.ts'
import type { How } from '../how.ts'
import { transactionMachine } from '../machine.ts'
import { OTHER_AMOUNT, SILENT, UNTRACED } from '../matters.ts'
import { PURPOSE_HANDLERS } from '../purposes.ts'
import { type GatewayFacts, isGivenUp } from '../readings/decide.ts'
import { closeUnsent } from './close-unsent.ts'

const EVENTS = { succeeded: 'succeed', failed: 'fail', expired: 'expire' } as const

/** Somebody makes the call while it is being ended as never made. */
const SENT_MEANWHILE = guard('SENT_MEANWHILE', 'CONFLICT', { reason: 'REQUEST_IN_PROGRESS' })
const NOT_SENT = 'NOT_SENT'

/**
 * The verdict on an attempt with everything it causes, as writes for one commit. What was never sent cannot come late: it
 * does not expire, it fails (docs/gateways.md, Who sends).
 * @param how tells of a verdict that people gave by hand: nothing leaves by itself because of it
 */
export async function finish(
  ctx: Ctx,
  tx: GatewayTransaction,
  said: Verdict,
  set: GatewayFacts & Pick<Partial<GatewayTransaction>, 'receivedMinor'> = {},
  how: How = {},
): Promise<Write[]> {
  const isUnsent = tx.status === 'pending' && tx.sentAt === null && said !== 'succeeded'
  const verdict = isUnsent ? 'failed' : said
  const facts = isUnsent ? { failureCode: NOT_SENT, ...set } : set
  const caused = await PURPOSE_HANDLERS[tx.purpose].settle(ctx, { ...tx, ...facts }, verdict, how)
  const isSent = sql`EXISTS (SELECT 1 FROM gateway_transactions g WHERE g.id = ${tx.id} AND g.sent_at IS NOT NULL)`
  return [
    ...(isUnsent ? [abortWhen(ctx.db, SENT_MEANWHILE, isSent)] : []),
    ...transition(ctx, transactionMachine, tx, EVENTS[verdict], {
      set: {
        ...facts,
        ...(how.isByHand ? byHand(ctx) : heardOf(ctx, tx, verdict)),
        finalAt: ctx.now,
      },
    }),
    ...caused,
    ...(verdict === 'expired' ? [] : closeWaiting(ctx, tx)),
    ...(isUnsent && tx.reportedAt !== null ? closeUnsent(ctx) : []),
  ]
}

/** The word of a gateway that keeps no list to compare with at night is all that it says of an attempt; so it is of what was never sent. */
function heardOf(ctx: Ctx, tx: GatewayTransaction, verdict: Verdict) {
  const isToldInFull = verdict !== 'expired' && (!keepsList(ctx, tx) || tx.sentAt === null)
  return { nextCheckAt: nextCheckAfter(ctx, tx, verdict), ...(isToldInFull && { agreedAt: ctx.now }) }
}

const keepsList = (ctx: Ctx, { gateway }: GatewayTransaction) =>
  ctx.providers.gateways[gateway].night.by === 'movements'

/** Nobody waits for its verdict any more. What several transactions under one reference mean is still a person's to say. */
const closeWaiting = (ctx: Ctx, { id }: GatewayTransaction): Write[] =>
  closeIncidents(
    ctx,
    sql`(${refOf(SILENT, id)}, ${refOf(UNTRACED, id)}, ${refOf(OTHER_AMOUNT, id)})`,
    'Le mouvement a son verdict.',
  )

/** However late the clock gave it up, no answer may have been heard yet. */
const nextCheckAfter = ({ now }: Ctx, tx: GatewayTransaction, verdict: Verdict): number | null =>
  verdict === 'expired' && !isGivenUp(tx, now) ? now + HOUR_MS : null
