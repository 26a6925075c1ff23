import type { Write } from '../../../db/client.ts'
import type { GatewayTransaction } from '../../../db/schema/money/gateways.ts'
import { HOUR_MS } from '../../../kernel/time.ts'
import type { Ctx } from '../../core/context.ts'
import { transition } from '../../core/machine.ts'
import type { GatewayFacts } from './decide.ts'
import { transactionMachine } from './machine.ts'
import { PURPOSE_HANDLERS, type Verdict } from './purposes.ts'

const EVENTS = { succeeded: 'succeed', failed: 'fail', expired: 'expire' } as const

/** The verdict on an attempt with everything it causes, as writes for one commit. */
export async function finish(
  ctx: Ctx,
  tx: GatewayTransaction,
  verdict: Verdict,
  set: GatewayFacts = {},
): Promise<Write[]> {
  // However late the clock gave it up: no answer may have been heard yet, and only one ends the questions.
  const nextCheckAt = verdict === 'expired' ? ctx.now + HOUR_MS : null
  const caused = await PURPOSE_HANDLERS[tx.purpose].settle(ctx, { ...tx, ...set }, verdict)
  return [
    ...transition(ctx, transactionMachine, tx, EVENTS[verdict], { set: { ...set, nextCheckAt, finalAt: ctx.now } }),
    ...caused,
  ]
}
