import { sql } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import { refusedFor, retryOnStale } from '../../../db/commit.ts'
import type { GatewayTransaction } from '../../../db/schema/money/gateways.ts'
import { Stale } from '../../../db/violation.ts'
import { audited } from '../../core/audit.ts'
import { commit } from '../../core/commit.ts'
import type { Ctx } from '../../core/context.ts'
import { closeIncidents } from '../../core/incidents/close.ts'
import { refOf } from '../../core/incidents/matter.ts'
import { nextStatus, transition } from '../../core/machine.ts'
import { finish } from './finish.ts'
import { transactionMachine } from './machine.ts'
import { contradictionsOf, SEVERAL } from './matters.ts'
import { refuseOwnMovement } from './own-movement.ts'
import { PURPOSE_HANDLERS } from './purposes.ts'
import { getTransaction } from './queries.ts'

const EVENTS = { succeeded: 'succeed', failed: 'fail', lateSuccess: 'lateSuccess', reversed: 'reverse' } as const

/** What an ADMIN says became of a movement, and how that is known. */
type Decision = { outcome: keyof typeof EVENTS; note: string }

/** The failure code of what a person decided. */
const DECIDED = 'DECIDED'

/**
 * Books what an ADMIN decided about the movement that `load` finds, with all it causes, once; it is written down about
 * `targetId`, the thing as its operation names it.
 * @throws 409 for one's own while another ADMIN is in office, INVALID_TRANSITION for a decision that its state does not have
 */
export const bookDecision = (
  ctx: Ctx,
  targetId: string,
  { outcome, note }: Decision,
  load: () => Promise<GatewayTransaction>,
): Promise<GatewayTransaction> => {
  let tries = 0
  return retryOnStale(async () => {
    tries++
    const tx = await load()
    nextStatus(transactionMachine, tx.status, EVENTS[outcome])
    const writes = [
      ...refuseOwnMovement(ctx, tx),
      ...(await writesOf(ctx, tx, outcome, note)),
      ...closeIncidents(ctx, doubtsOf(tx), note),
      audited(ctx, 'movement.resolve', targetId, { outcome, note, from: tx.status, movement: tx.id }),
    ]
    try {
      await commit(ctx, writes)
    } catch (error) {
      // Another act moved the money meanwhile that this one was to take: it is looked for again where it lies now.
      if (tries < 3 && refusedFor(error, 'INSUFFICIENT_BALANCE')) throw new Stale()
      throw error
    }
    return getTransaction(ctx, tx.id)
  })
}

/** What an operator said against its own word, and that it has several under one reference, is decided with the movement. */
const doubtsOf = ({ id }: GatewayTransaction) => sql`(${refOf(SEVERAL, id)}, ${contradictionsOf(id)})`

async function writesOf(
  ctx: Ctx,
  tx: GatewayTransaction,
  outcome: Decision['outcome'],
  note: string,
): Promise<Write[]> {
  const handler = PURPOSE_HANDLERS[tx.purpose]
  switch (outcome) {
    case 'succeeded':
      return finish(ctx, tx, 'succeeded')
    case 'failed':
      return finish(ctx, tx, 'failed', { failureCode: DECIDED })
    case 'lateSuccess': {
      const set = { failureCode: null, failureMessage: null, finalAt: ctx.now }
      const booked = await (handler.late?.(ctx, tx) ?? handler.settle(ctx, tx, 'succeeded'))
      return [...transition(ctx, transactionMachine, tx, 'lateSuccess', { reason: note, set }), ...booked]
    }
    case 'reversed':
      return [
        ...transition(ctx, transactionMachine, tx, 'reverse', { reason: note }),
        ...(await handler.reverse(ctx, tx)),
      ]
  }
}
