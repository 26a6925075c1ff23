import { ConfirmApproval } from '#domain/core/approvals/confirm.ts'
import { checkRefund } from '#domain/orders/refunds/deciding/check-status.ts'
import { confirmRefund } from '#domain/orders/refunds/deciding/confirm.ts'
import { RequestRefund, requestRefundApproval } from '#domain/orders/refunds/deciding/request-approval.ts'
import { resendRefundCode } from '#domain/orders/refunds/deciding/resend-code.ts'
import type { Simulation } from '../../simulation.ts'
import { act, type Commands, codeFrom, pickFrom } from '../plan.ts'

const anAdmin = (simulation: Simulation) => simulation.random.pick(simulation.people.admins)

/** Picks a payment of an order or, now and then, of a subscription; some of it has gone back already. */
function paid(simulation: Simulation) {
  const { random, store } = simulation
  const payments = () =>
    pickFrom(
      simulation,
      store.rows<{ id: string }>(
        "SELECT id FROM subscription_payments WHERE status = 'SUCCEEDED' AND amount_minor > 0 ORDER BY id DESC LIMIT 5",
      ),
    )
  const orders = () =>
    pickFrom(
      simulation,
      store.rows<{ id: string; minor: number; status: string }>(
        `SELECT id, total_minor - refunded_minor AS minor, status FROM orders
         WHERE paid_currency IS NOT NULL AND payment_status <> 'REFUNDED' ORDER BY id DESC LIMIT 12`,
      ),
    )
  const payment = random.chance(0.15) ? payments() : undefined
  if (payment) return { subscriptionPaymentId: payment.id }
  const order = orders()
  if (!order) return undefined
  const minor = random.pick([1, order.minor - 1, Math.ceil(order.minor / 3), Math.ceil(order.minor / 7), order.minor])
  return { orderId: order.id, ...(random.chance(0.75) && { amount: (Math.max(minor, 1) / 100).toFixed(2) }) }
}

type RefundCard = { id: string; by: string }
const inState = (simulation: Simulation, status: string) =>
  pickFrom(
    simulation,
    simulation.store.rows<RefundCard>(
      `SELECT r.id, (SELECT q.requested_by FROM refund_requests q WHERE q.refund_id = r.id ORDER BY q.created_at DESC, q.id DESC LIMIT 1) AS "by"
       FROM refunds r WHERE r.status = '${status}' ORDER BY r.created_at DESC, r.id LIMIT 5`,
    ),
  )
const toOtherNumber = (simulation: Simulation) =>
  pickFrom(
    simulation,
    simulation.store.rows<RefundCard>(
      `SELECT id, requested_by AS "by" FROM pending_approvals
       WHERE purpose = 'REFUND_NUMBER' AND ended_at IS NULL ORDER BY created_at DESC, id LIMIT 5`,
    ),
  )
const awaiting = (simulation: Simulation) =>
  (simulation.random.chance(0.4) ? toOtherNumber(simulation) : undefined) ??
  inState(simulation, 'AWAITING_CODE') ??
  (simulation.random.chance(0.1) ? inState(simulation, 'REQUESTED') : undefined)

export const refunding: Commands = {
  requestRefundApproval: {
    weight: 5,
    plan(simulation) {
      const what = paid(simulation)
      if (!what) return undefined
      const input = RequestRefund.parse({ ...what, reason: 'Colis abîmé' })
      return act('requestRefundApproval', anAdmin(simulation), input, (ctx) => requestRefundApproval(ctx, input))
    },
  },
  resendRefundCode: {
    weight: 1,
    plan(simulation) {
      const refund = awaiting(simulation)
      const admin = simulation.people.admins.find(({ id }) => id === refund?.by)
      return refund && admin
        ? act('resendRefundCode', admin, refund.id, (ctx) => resendRefundCode(ctx, { pendingId: refund.id }))
        : undefined
    },
  },
  confirmRefund: {
    weight: 8,
    plan(simulation) {
      const refund = awaiting(simulation)
      const admin = simulation.people.admins.find(({ id }) => id === refund?.by)
      const code = admin && codeFrom(simulation, admin.email, 'approuve le remboursement')
      if (!refund || !admin || !code) return undefined
      const input = ConfirmApproval.parse({ pendingId: refund.id, code })
      const plans = act('confirmRefund', admin, input, (ctx) => confirmRefund(ctx, input))
      return simulation.random.chance(0.3) ? [...plans, ...plans] : plans
    },
  },
  checkRefund: {
    weight: 1.5,
    plan(simulation) {
      const refund = inState(simulation, 'PROCESSING') ?? inState(simulation, 'SUCCEEDED')
      return refund && act('checkRefund', anAdmin(simulation), refund.id, (ctx) => checkRefund(ctx, refund.id))
    },
  },
}
