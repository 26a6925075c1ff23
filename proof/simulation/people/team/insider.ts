import type { Actor, Ctx } from '#domain/core/context.ts'
import { confirmBooking } from '#domain/money/bookings/confirm.ts'
import { RequestBooking } from '#domain/money/bookings/fields.ts'
import { requestBooking } from '#domain/money/bookings/request.ts'
import { ConfirmExpense, confirmExpense } from '#domain/money/expenses/confirm.ts'
import { CreateExpense, createExpense } from '#domain/money/expenses/create.ts'
import { requestExpenseApproval } from '#domain/money/expenses/request-approval.ts'
import { resolvePayout, resolveTransaction } from '#domain/money/gateways/deciding/resolve.ts'
import { confirmPayout } from '#domain/money/payouts/confirm.ts'
import { RequestApproval, requestPayoutApproval } from '#domain/money/payouts/request-approval.ts'
import { SetRate } from '#domain/money/rates/fields.ts'
import { upsertRate } from '#domain/money/rates/upsert.ts'
import { confirmSettlement } from '#domain/money/wallet/confirm-settlement.ts'
import { RequestSettlement, requestSettlement } from '#domain/money/wallet/request-settlement.ts'
import { confirmRefund } from '#domain/orders/refunds/deciding/confirm.ts'
import { RequestRefund, requestRefundApproval } from '#domain/orders/refunds/deciding/request-approval.ts'
import { resolveRefund } from '#domain/orders/refunds/deciding/resolve.ts'
import { RetryRefund, retryRefund } from '#domain/orders/refunds/deciding/retry.ts'
import { blockUser } from '#domain/people/users/block.ts'
import { forceLogout } from '#domain/people/users/force-logout.ts'
import { setRole } from '#domain/people/users/set-role.ts'
import { unblockUser } from '#domain/people/users/unblock.ts'
import { iso, MINUTE_MS } from '#kernel/time.ts'
import type { Simulation } from '../../simulation.ts'
import { accountOf, aGuest } from '../accounts/guests.ts'
import { act, type Command, type Commands, pickFrom } from '../plan.ts'

/** The session of an administrator in other hands: now and then its owner was proved a few minutes ago. No mailbox comes with it. */
function insider({ random, people, now }: Simulation): Actor {
  const [owner] = people.admins as [Actor]
  return { ...owner, provenAt: random.chance(0.3) ? now - 5 * MINUTE_MS : null }
}

/** Somebody who reads no code types one. */
const GUESSED = '271828'
const THEIRS = { phoneNumber: '0990000066', network: 'airtel', countryCode: 'CD' as const }
const note = 'Vu avec la personne'

type Try = [args: unknown, run: (ctx: Ctx) => Promise<unknown>]
/** One kind of what they try, always with ids that are there. */
const attempt = (label: string, weight: number, tries: (simulation: Simulation) => Try | undefined): Command => ({
  weight,
  plan(simulation) {
    const found = tries(simulation)
    return found && act(label, insider(simulation), found[0], found[1])
  },
})

const newest = (simulation: Simulation, from: string) =>
  pickFrom(simulation, simulation.store.rows<{ id: string }>(`SELECT ${from} ORDER BY 1 DESC LIMIT 12`))?.id

const OUTCOMES = ['succeeded', 'failed', 'lateSuccess', 'reversed'] as const

/** Decides, as often wrongly as rightly. */
function decides(simulation: Simulation): Try | undefined {
  const { random } = simulation
  const input = { outcome: random.pick(OUTCOMES), note }
  const which = random.pick(['movement', 'payout', 'refund'])
  if (which === 'payout') {
    const id = newest(simulation, `id FROM payouts WHERE owner_id IS NULL AND status <> 'AWAITING_CODE'`)
    return id ? [[id, input], (ctx) => resolvePayout(ctx, id, input)] : undefined
  }
  if (which === 'refund') {
    const id = newest(simulation, 'id FROM refunds')
    return id ? [[id, input], (ctx) => resolveRefund(ctx, id, input)] : undefined
  }
  const open = newest(simulation, `id FROM gateway_transactions WHERE status IN ('pending', 'expired', 'review')`)
  const id = open && random.chance(0.7) ? open : newest(simulation, 'id FROM gateway_transactions')
  return id ? [[id, input], (ctx) => resolveTransaction(ctx, id, input)] : undefined
}

function refunds(simulation: Simulation): Try | undefined {
  const waiting = newest(simulation, `id FROM refunds WHERE status IN ('FAILED', 'REQUESTED')`)
  if (waiting && simulation.random.chance(0.7)) {
    const input = RetryRefund.parse(simulation.random.chance(0.8) ? THEIRS : {})
    return [[waiting, input], (ctx) => retryRefund(ctx, waiting, input)]
  }
  const orderId = newest(simulation, 'id FROM orders WHERE paid_currency IS NOT NULL')
  if (!orderId) return undefined
  const input = RequestRefund.parse({ orderId, reason: 'Colis abîmé' })
  return [input, (ctx) => requestRefundApproval(ctx, input)]
}

const paysOut = ({ random }: Simulation): Try => {
  const input = RequestApproval.parse({
    ...{ amount: random.pick(['2.00', '15.00']), currency: 'USD', reason: 'Loyer' },
    ...{ phoneNumber: '0970000066', provider: 'AIRTEL_COD', country: 'COD' },
    account: random.pick(RequestApproval.shape.account.unwrap().options),
  })
  return [input, (ctx) => requestPayoutApproval(ctx, input)]
}

/** A code that was mailed to somebody else, for whatever waits for one. */
function guesses(simulation: Simulation): Try | undefined {
  const waits = (from: string) => newest(simulation, from)
  const open = (purpose: string) => waits(`id FROM pending_approvals WHERE purpose = '${purpose}' AND ended_at IS NULL`)
  const all: [string | undefined, (ctx: Ctx, pendingId: string) => Promise<unknown>][] = [
    [waits(`id FROM payouts WHERE status = 'AWAITING_CODE'`), (ctx, pendingId) => confirmPayout(ctx, code(pendingId))],
    [waits(`id FROM refunds WHERE status = 'AWAITING_CODE'`), (ctx, pendingId) => confirmRefund(ctx, code(pendingId))],
    [open('REFUND_NUMBER'), (ctx, pendingId) => confirmRefund(ctx, code(pendingId))],
    [waits(`id FROM bookings WHERE status = 'REQUESTED'`), (ctx, pendingId) => confirmBooking(ctx, code(pendingId))],
    [
      waits(`id FROM expenses WHERE status = 'AWAITING_CODE'`),
      (ctx, id) => confirmExpense(ctx, id, ConfirmExpense.parse({ code: GUESSED })),
    ],
    [
      waits(`subject_id FROM pending_approvals WHERE purpose = 'RESOLUTION' AND ended_at IS NULL`),
      (ctx, id) => resolveTransaction(ctx, id, code(open('RESOLUTION') ?? id)),
    ],
    [
      waits(`subject_id FROM pending_approvals WHERE purpose = 'SETTLEMENT' AND ended_at IS NULL`),
      (ctx, id) => confirmSettlement(ctx, id, code(open('SETTLEMENT') ?? id)),
    ],
  ]
  const found = pickFrom(
    simulation,
    all.filter(([id]) => id !== undefined),
  )
  const [id, run] = found ?? []
  return id && run ? [id, (ctx) => run(ctx, id)] : undefined
}
const code = (pendingId: string) => ({ pendingId, code: GUESSED })

function books(simulation: Simulation): Try | undefined {
  const { random } = simulation
  if (random.chance(0.5)) {
    const input = RequestBooking.parse({
      ...{ kind: random.pick(['SETTLEMENT', 'GATEWAY_FEE']), gateway: random.pick(['A', 'B']), currency: 'USD' },
      ...{ amount: '33.00', reference: `FAUX-${random.below(1000)}`, note },
    })
    return [input, (ctx) => requestBooking(ctx, input)]
  }
  const waiting = newest(simulation, `id FROM bookings WHERE status = 'REQUESTED'`)
  return waiting ? [waiting, (ctx) => confirmBooking(ctx, { pendingId: waiting })] : undefined
}

function settles(simulation: Simulation): Try | undefined {
  const id = newest(simulation, 'owner_id AS id FROM wallets')
  const kind = simulation.random.pick(['WRITE_OFF', 'COLLECT', 'SEIZE'])
  const input = RequestSettlement.parse({ currency: 'USD', kind, note })
  return id ? [[id, input], (ctx) => requestSettlement(ctx, id, input)] : undefined
}

function spends(simulation: Simulation): Try | undefined {
  const waiting = newest(simulation, `id FROM expenses WHERE status = 'PENDING'`)
  if (waiting && simulation.random.chance(0.6)) return [waiting, (ctx) => requestExpenseApproval(ctx, waiting, {})]
  const input = CreateExpense.parse({ label: 'Conseil', category: 'OTHER', amount: '400.00', currency: 'USD' })
  return [input, (ctx) => createExpense(ctx, input)]
}

/** Ten dollars for one, and back; as of all rates here, known before it is in force. */
function setsRates({ random, now }: Simulation): Try {
  const input = SetRate.parse({
    ...{ baseCurrency: 'USD', quoteCurrency: 'CDF', rate: random.pick(['28000', '280', '2900']) },
    effectiveAt: iso(now + MINUTE_MS * (1 + random.below(60))),
    confirmJump: random.chance(0.7),
  })
  return [input, (ctx) => upsertRate(ctx, input)]
}

/** Whoever might stop them, and an accomplice whom they make one of the team. */
function onPeople(simulation: Simulation): Try | undefined {
  const { random, people } = simulation
  const { id } = random.pick([...people.admins, ...people.buyers, ...people.sellers, ...people.riders])
  const friend = accountOf(simulation, aGuest(simulation))
  const tries: (Try | undefined)[] = [
    [['block', id], (ctx) => blockUser(ctx, id, { reason: 'Abus' })],
    [['reset', id], (ctx) => forceLogout(ctx, id, { resetFactors: true })],
    friend && [['role', friend.id], (ctx) => setRole(ctx, friend.id, { role: random.pick(['ADMIN', 'ACCOUNTANT']) })],
  ]
  return pickFrom(simulation, tries)
}

/** Somebody with the session of an administrator, who knows every operation of the team and tries them with what is there. */
export const insiders: Commands = {
  insiderDecides: attempt('insiderDecides', 1.5, decides),
  insiderRefunds: attempt('insiderRefunds', 1.2, refunds),
  insiderPaysOut: attempt('insiderPaysOut', 0.6, paysOut),
  insiderGuesses: attempt('insiderGuesses', 1.5, guesses),
  insiderBooks: attempt('insiderBooks', 0.8, books),
  insiderSettles: attempt('insiderSettles', 0.5, settles),
  insiderSpends: attempt('insiderSpends', 0.5, spends),
  insiderSetsRates: attempt('insiderSetsRates', 0.3, setsRates),
  insiderOnPeople: attempt('insiderOnPeople', 0.4, onPeople),
  /** Whoever is in office lets those in again whom nobody should have kept out. */
  letIn: {
    weight: 3,
    plan(simulation) {
      const { people, random } = simulation
      const ours = [...people.admins, ...people.buyers, ...people.sellers, ...people.riders]
      const out = shutOut(simulation)
      const person = pickFrom(
        simulation,
        ours.filter(({ id }) => out.has(id)),
      )
      const admin = pickFrom(
        { random },
        people.admins.filter(({ id }) => !out.has(id)),
      )
      return person && admin && act('letIn', admin, person.id, (ctx) => unblockUser(ctx, person.id, {}))
    },
  },
}

/** People whose requests are refused at the door. */
export const shutOut = ({ store }: Pick<Simulation, 'store'>): Set<string> =>
  new Set(
    store
      .look<{ id: string }>('SELECT id FROM users WHERE blocked_at IS NOT NULL OR deleted_at IS NOT NULL')
      .map(({ id }) => id),
  )
