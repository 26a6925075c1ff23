import { ConfirmApproval } from '#domain/core/approvals/confirm.ts'
import { RequestPayin, requestPayin } from '#domain/money/payins/charge.ts'
import { cancelPayout } from '#domain/money/payouts/cancel.ts'
import { confirmPayout } from '#domain/money/payouts/confirm.ts'
import { RequestApproval, requestPayoutApproval } from '#domain/money/payouts/request-approval.ts'
import { resendPayoutCode } from '#domain/money/payouts/resend-code.ts'
import { checkPayout } from '#domain/money/payouts/show-payout.ts'
import { adminCancelOrder } from '#domain/orders/orders/ending/admin-cancel.ts'
import { adminRefundOrder } from '#domain/orders/orders/ending/admin-refund.ts'
import { rejectRefund } from '#domain/orders/refunds/deciding/reject.ts'
import { RetryRefund, retryRefund } from '#domain/orders/refunds/deciding/retry.ts'
import type { Simulation } from '../../simulation.ts'
import { act, type Commands, codeFrom, pickFrom, pickOrder } from '../plan.ts'

/** The verified number of whoever is given back, which need not be the one that paid. */
function buyersNumber(simulation: Simulation, refund: { id: string } | undefined) {
  const [buyer] = simulation.store.rows<{ phone: string }>(
    `SELECT u.phone FROM refunds r JOIN orders o ON o.id = r.order_id JOIN users u ON u.id = o.buyer_id
     WHERE r.id = '${refund?.id ?? ''}' AND u.phone IS NOT NULL`,
  )
  return buyer ? { phoneNumber: buyer.phone, network: 'vodacom', countryCode: 'CD' } : {}
}

type PayoutCard = { id: string; by: string }
/** A payout that somebody means: mostly one that waits for its code. */
const awaiting = (simulation: Simulation) => {
  const waits = simulation.store.rows<PayoutCard>(
    `SELECT id, requested_by AS "by" FROM payouts WHERE gateway = 'A' AND status = 'AWAITING_CODE' ORDER BY id`,
  )
  return pickFrom(simulation, waits) ?? (simulation.random.chance(0.2) ? sent(simulation) : undefined)
}
/** One that was approved and not sent may still be called off. */
const unsent = (simulation: Simulation) =>
  pickFrom(
    simulation,
    simulation.store.rows<PayoutCard>(
      `SELECT p.id, p.requested_by AS "by" FROM payouts p JOIN gateway_transactions g ON g.reference = p.id
       WHERE p.gateway = 'A' AND p.status = 'ACCEPTED' AND g.sent_at IS NULL ORDER BY p.id`,
    ),
  )
const sent = (simulation: Simulation) =>
  pickFrom(
    simulation,
    simulation.store.rows<PayoutCard>(
      `SELECT id, requested_by AS "by" FROM payouts WHERE gateway = 'A' ORDER BY created_at DESC, id LIMIT 5`,
    ),
  )
const anAdmin = (simulation: Simulation) => simulation.random.pick(simulation.people.admins)

/** Every account that staff may pay from. */
const ACCOUNTS = RequestApproval.shape.account.unwrap().options
const [AIRTEL, MPESA, MTN] = [
  { phoneNumber: '0970000015', provider: 'AIRTEL_COD', country: 'COD' },
  { phoneNumber: '0810000015', provider: 'VODACOM_MPESA_COD', country: 'COD' },
  { phoneNumber: '0780000015', provider: 'MTN_MOMO_RWA', country: 'RWA' },
] as const
/** Some are below or above what the operator takes, or have centimes that it does not take. */
const TO_PAY = [
  { amount: '1.50', currency: 'USD', ...AIRTEL },
  { amount: '14.00', currency: 'USD', ...AIRTEL },
  { amount: '3.00', currency: 'USD', ...MPESA },
  { amount: '0.50', currency: 'USD', ...AIRTEL },
  { amount: '2600.00', currency: 'USD', ...AIRTEL },
  { amount: '4200.00', currency: 'CDF', ...MPESA },
  { amount: '4200.50', currency: 'CDF', ...MPESA },
  { amount: '4200.50', currency: 'CDF', ...AIRTEL },
  { amount: '1300', currency: 'RWF', ...MTN },
] as const

export const office: Commands = {
  adminCancelOrder: {
    weight: 2,
    plan(simulation) {
      const order = pickOrder(simulation, ({ status }) => status !== 'CANCELLED' || simulation.random.chance(0.05))
      const staff = simulation.random.pick([simulation.people.support, ...simulation.people.admins])
      return (
        order &&
        act('adminCancelOrder', staff, order.id, (ctx) => adminCancelOrder(ctx, order.id, { reason: 'Litige' }))
      )
    },
  },
  adminRefundOrder: {
    weight: 4,
    plan(simulation) {
      const isOver = simulation.random.chance(0.4)
      const order = pickOrder(simulation, ({ status }) =>
        isOver ? status === 'COMPLETED' : status !== 'PENDING_PAYMENT' && status !== 'CANCELLED',
      )
      return order && act('adminRefundOrder', anAdmin(simulation), order.id, (ctx) => adminRefundOrder(ctx, order.id))
    },
  },
  rejectRefund: {
    weight: 2,
    plan(simulation) {
      const waiting = simulation.store.rows<{ id: string }>(
        "SELECT id FROM refunds WHERE status IN ('REQUESTED', 'FAILED', 'PROCESSING') ORDER BY id",
      )
      const refund = pickFrom(simulation, waiting)
      const said = { reason: 'Réglé autrement' }
      return refund && act('rejectRefund', anAdmin(simulation), refund.id, (ctx) => rejectRefund(ctx, refund.id, said))
    },
  },
  retryRefund: {
    weight: 2,
    plan(simulation) {
      const { random } = simulation
      const waiting = simulation.store.rows<{ id: string }>(
        "SELECT id FROM refunds WHERE status = 'FAILED' OR (status = 'PROCESSING' AND payin_id IS NOT NULL) ORDER BY id",
      )
      const refund = pickFrom(simulation, waiting)
      const to = random.pick([
        {},
        buyersNumber(simulation, refund),
        buyersNumber(simulation, refund),
        { phoneNumber: '0970000017', network: 'airtel', countryCode: 'CD' },
      ])
      const input = RetryRefund.parse(to)
      const plans =
        refund && act('retryRefund', anAdmin(simulation), refund.id, (ctx) => retryRefund(ctx, refund.id, input))
      return plans && random.chance(0.3) ? [...plans, ...plans] : plans
    },
  },
  requestPayin: {
    weight: 3,
    plan(simulation) {
      const own = simulation.random.chance(0.3) ? { orderId: `own-${simulation.random.below(4)}` } : {}
      const amount = simulation.random.pick(['5.00', '7.50'])
      const input = RequestPayin.parse({
        amount,
        currency: 'USD',
        network: 'airtel',
        phoneNumber: simulation.random.chance(0.4) ? '0970000059' : '0970000012',
        countryCode: 'CD',
        ...own,
      })
      const plans = act('requestPayin', anAdmin(simulation), input, (ctx) => requestPayin(ctx, input))
      return simulation.random.chance(0.3) ? [...plans, ...plans] : plans
    },
  },
  requestApproval: {
    weight: 4,
    plan(simulation) {
      const { random } = simulation
      const input = RequestApproval.parse({
        ...random.pick(TO_PAY),
        reason: 'Loyer',
        account: random.chance(0.6) ? 'platform:cash' : random.pick(ACCOUNTS),
      })
      return act('requestApproval', anAdmin(simulation), input, (ctx) => requestPayoutApproval(ctx, input))
    },
  },
  resendCode: {
    weight: 1,
    plan(simulation) {
      const payout = awaiting(simulation)
      const admin = simulation.people.admins.find(({ id }) => id === payout?.by)
      return payout && admin
        ? act('resendCode', admin, payout.id, (ctx) => resendPayoutCode(ctx, { pendingId: payout.id }))
        : undefined
    },
  },
  confirmPayout: {
    weight: 7,
    plan(simulation) {
      const payout = awaiting(simulation)
      const admin = simulation.people.admins.find(({ id }) => id === payout?.by)
      const code = admin && codeFrom(simulation, admin.email, 'approuve le versement')
      if (!payout || !admin || !code) return undefined
      const input = ConfirmApproval.parse({ pendingId: payout.id, code })
      const plans = act('confirmPayout', admin, input, (ctx) => confirmPayout(ctx, input))
      return simulation.random.chance(0.3) ? [...plans, ...plans] : plans
    },
  },
  cancelPayout: {
    weight: 0.7,
    plan(simulation) {
      const payout = unsent(simulation) ?? awaiting(simulation)
      return payout && act('cancelPayout', anAdmin(simulation), payout.id, (ctx) => cancelPayout(ctx, payout.id, {}))
    },
  },
  checkPayout: {
    weight: 2,
    plan(simulation) {
      const payout = sent(simulation)
      return payout && act('checkPayout', anAdmin(simulation), payout.id, (ctx) => checkPayout(ctx, payout.id))
    },
  },
}
