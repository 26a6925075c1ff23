import * as z from 'zod'
import type { Write } from '../../../db/client.ts'
import { retryOnStale } from '../../../db/commit.ts'
import type { GatewayTransaction } from '../../../db/schema/money/gateways.ts'
import { fail } from '../../../kernel/failure.ts'
import * as f from '../../../kernel/fields.ts'
import { audited } from '../../core/audit.ts'
import { commit } from '../../core/commit.ts'
import type { Ctx } from '../../core/context.ts'
import { nextStatus, transition } from '../../core/machine.ts'
import { getPayoutFile } from '../payouts/queries.ts'
import { showPayout } from '../payouts/show-payout.ts'
import { finish } from './finish.ts'
import { transactionMachine } from './machine.ts'
import { PURPOSE_HANDLERS } from './purposes.ts'
import { getTransaction } from './queries.ts'
import { viewTransaction } from './view.ts'

const EVENTS = { succeeded: 'succeed', failed: 'fail', lateSuccess: 'lateSuccess', reversed: 'reverse' } as const

export const Resolve = z.strictObject({
  outcome: z.enum(['succeeded', 'failed', 'lateSuccess', 'reversed']),
  note: f.reason,
})
type Resolve = z.output<typeof Resolve>

/** The failure code of what a person decided. */
const DECIDED = 'DECIDED'

/**
 * An ADMIN decides about a movement that no gateway answers for, or that one takes back (docs/money.md, Corrections), in
 * the commit that books it, once. Administrators' payouts have an operation of their own.
 * @throws 404; 409 INVALID_TRANSITION for a decision that its state does not have
 */
export async function resolveTransaction(ctx: Ctx, id: string, decision: Resolve) {
  const tx = await resolve(ctx, decision, async () => {
    const found = await getTransaction(ctx, id)
    return found.purpose === 'ADMIN_PAYOUT' ? fail('NOT_FOUND') : found
  })
  return viewTransaction(tx)
}

/** As `resolveTransaction`, for a payout of an administrator. 404, also before it was approved; 409 */
export async function resolvePayout(ctx: Ctx, payoutId: string, decision: Resolve) {
  await resolve(ctx, decision, async () => (await getPayoutFile(ctx, payoutId)).attempt ?? fail('NOT_FOUND'))
  return showPayout(ctx, payoutId)
}

const resolve = (ctx: Ctx, { outcome, note }: Resolve, load: () => Promise<GatewayTransaction>) =>
  retryOnStale(async () => {
    const tx = await load()
    nextStatus(transactionMachine, tx.status, EVENTS[outcome])
    await commit(ctx, [
      ...(await writesOf(ctx, tx, outcome, note)),
      audited(ctx, 'movement.resolve', tx.id, { outcome, note, from: tx.status }),
    ])
    return getTransaction(ctx, tx.id)
  })

async function writesOf(ctx: Ctx, tx: GatewayTransaction, outcome: Resolve['outcome'], note: string): Promise<Write[]> {
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
