import { resolvePayout, resolveTransaction } from '#domain/money/gateways/deciding/resolve.ts'
import { resolveRefund } from '#domain/orders/refunds/deciding/resolve.ts'
import type { Simulation } from '../../simulation.ts'
import { act, type Commands, codeFrom, pickFrom } from '../plan.ts'

type Attempt = Record<'id' | 'reference' | 'subject' | 'status' | 'purpose', string> & { isLast: 0 | 1 }
/** An attempt that somebody at its gateway was asked about, and what is to be decided: only what is so. */
function undecided(simulation: Simulation, isOurs: (attempt: Attempt) => boolean) {
  const attempts = simulation.store
    .rows<Attempt>(
      `SELECT g.id, g.reference, g.subject_id AS subject, g.status, g.purpose, NOT EXISTS (
         SELECT 1 FROM gateway_transactions n WHERE n.subject_id = g.subject_id AND (n.created_at, n.id) > (g.created_at, g.id)
       ) AS isLast FROM gateway_transactions g ORDER BY g.created_at DESC, g.id LIMIT 12`,
    )
    .filter(isOurs)
  const known = attempts.flatMap((tx) => {
    const truth = simulation.gateways.movements.get(tx.reference)?.status
    const outcome = truth && truth !== 'pending' && DECISIONS[`${tx.status} ${truth}`]
    return outcome ? [{ ...tx, outcome }] : []
  })
  return pickFrom(simulation, known)
}
const DECISIONS: Record<string, 'succeeded' | 'failed' | 'lateSuccess' | 'reversed'> = {
  'pending succeeded': 'succeeded',
  'expired succeeded': 'succeeded',
  'review succeeded': 'succeeded',
  'pending failed': 'failed',
  'expired failed': 'failed',
  'review failed': 'failed',
  'failed succeeded': 'lateSuccess',
  'succeeded failed': 'reversed',
}
const note = 'Vu sur le relevé'

const anAdmin = (simulation: Simulation) => simulation.random.pick(simulation.people.admins)

/** Administrators decide by hand about attempts, and type the codes for it. */
export const deciding: Commands = {
  resolveTransaction: {
    weight: 1,
    plan(simulation) {
      const tx = undecided(simulation, ({ purpose }) => purpose !== 'ADMIN_PAYOUT')
      if (!tx) return undefined
      const plans = act('resolveTransaction', anAdmin(simulation), tx, (ctx) =>
        resolveTransaction(ctx, tx.id, { outcome: tx.outcome, note }),
      )
      return simulation.random.chance(0.3) ? [...plans, ...plans] : plans
    },
  },
  confirmResolution: {
    weight: 1,
    plan(simulation) {
      const waiting = pickFrom(
        simulation,
        simulation.store.rows<{ id: string; by: string; movement: string; purpose: string; reference: string }>(
          `SELECT p.id, p.requested_by AS "by", g.id AS movement, g.purpose, g.reference FROM pending_approvals p
           JOIN gateway_transactions g ON g.id = p.subject_id WHERE p.purpose = 'RESOLUTION' AND p.ended_at IS NULL ORDER BY p.id`,
        ),
      )
      const admin = simulation.people.admins.find(({ id }) => id === waiting?.by)
      const code = admin && codeFrom(simulation, admin.email, 'note le mouvement')
      if (!waiting || !admin || !code) return undefined
      const input = { pendingId: waiting.id, code }
      const plans = act('confirmResolution', admin, input, (ctx) =>
        waiting.purpose === 'ADMIN_PAYOUT'
          ? resolvePayout(ctx, waiting.reference, input)
          : resolveTransaction(ctx, waiting.movement, input),
      )
      return simulation.random.chance(0.3) ? [...plans, ...plans] : plans
    },
  },
  resolveRefund: {
    weight: 1,
    plan(simulation) {
      const tx = undecided(simulation, ({ purpose, isLast }) => purpose === 'REFUND' && isLast === 1)
      if (!tx) return undefined
      const plans = act('resolveRefund', anAdmin(simulation), tx, (ctx) =>
        resolveRefund(ctx, tx.subject, { outcome: tx.outcome, note }),
      )
      return simulation.random.chance(0.3) ? [...plans, ...plans] : plans
    },
  },
  resolvePayout: {
    weight: 2,
    plan(simulation) {
      const tx = undecided(simulation, ({ purpose }) => purpose === 'ADMIN_PAYOUT')
      return (
        tx &&
        act('resolvePayout', anAdmin(simulation), tx, (ctx) =>
          resolvePayout(ctx, tx.reference, { outcome: tx.outcome, note }),
        )
      )
    },
  },
}
