import { RequestPayin, requestPayin } from '../../../src/domain/money/payins/charge.ts'
import { cancelPayout } from '../../../src/domain/money/payouts/cancel.ts'
import { ConfirmPayout, confirmPayoutOnce } from '../../../src/domain/money/payouts/confirm.ts'
import { checkPayout } from '../../../src/domain/money/payouts/find-payout.ts'
import { RequestApproval, requestApproval } from '../../../src/domain/money/payouts/request-approval.ts'
import { resendCode } from '../../../src/domain/money/payouts/resend-code.ts'
import { adminCancelOrder } from '../../../src/domain/orders/orders/admin-cancel.ts'
import { adminRefundOrder } from '../../../src/domain/orders/orders/admin-refund.ts'
import { updatePlan } from '../../../src/domain/shops/plans/update.ts'
import type { World } from '../world.ts'
import { PLANS } from './goods.ts'
import { act, type Commands, codeFrom, pickFrom, pickOrder } from './plan.ts'

type PayoutCard = { id: string; by: string }
/** A payout that somebody means: mostly one that waits for its code. */
const awaiting = (world: World) => {
  const waits = world.store.rows<PayoutCard>(
    `SELECT id, requested_by AS "by" FROM payouts WHERE gateway = 'A' AND status = 'AWAITING_CODE' ORDER BY id`,
  )
  return pickFrom(world, waits) ?? (world.random.chance(0.2) ? sent(world) : undefined)
}
const sent = (world: World) =>
  pickFrom(
    world,
    world.store.rows<PayoutCard>(
      `SELECT id, requested_by AS "by" FROM payouts WHERE gateway = 'A' ORDER BY created_at DESC, id LIMIT 5`,
    ),
  )
const anAdmin = (world: World) => world.random.pick(world.people.admins)

export const office: Commands = {
  adminCancelOrder: {
    weight: 2,
    plan(world) {
      const order = pickOrder(world, ({ status }) => status !== 'CANCELLED' || world.random.chance(0.05))
      const staff = world.random.pick([world.people.support, ...world.people.admins])
      return (
        order &&
        act('adminCancelOrder', staff, order.id, (ctx) => adminCancelOrder(ctx, order.id, { reason: 'Litige' }))
      )
    },
  },
  adminRefundOrder: {
    weight: 4,
    plan(world) {
      const isOver = world.random.chance(0.4)
      const order = pickOrder(world, ({ status }) =>
        isOver ? status === 'COMPLETED' : status !== 'PENDING_PAYMENT' && status !== 'CANCELLED',
      )
      return order && act('adminRefundOrder', anAdmin(world), order.id, (ctx) => adminRefundOrder(ctx, order.id))
    },
  },
  requestPayin: {
    weight: 3,
    plan(world) {
      const own = world.random.chance(0.3) ? { orderId: `own-${world.random.below(4)}` } : {}
      const amount = world.random.pick(['5.00', '7.50'])
      const input = RequestPayin.parse({
        amount,
        currency: 'USD',
        network: 'airtel',
        phoneNumber: world.random.chance(0.4) ? '0970000059' : '0970000012',
        countryCode: 'CD',
        ...own,
      })
      const plans = act('requestPayin', anAdmin(world), input, (ctx) => requestPayin(ctx, input))
      return world.random.chance(0.3) ? [...plans, ...plans] : plans
    },
  },
  requestApproval: {
    weight: 4,
    plan(world) {
      const { random } = world
      const account = random.pick(['platform:cash', 'platform:commission', 'platform:subscriptions'] as const)
      const amount = `${1 + random.below(20)}.00`
      const input = RequestApproval.parse({
        amount,
        currency: 'USD',
        phoneNumber: '0970000015',
        provider: 'AIRTEL_COD',
        country: 'COD',
        reason: 'Loyer',
        account,
      })
      return act('requestApproval', anAdmin(world), input, (ctx) => requestApproval(ctx, input))
    },
  },
  resendCode: {
    weight: 1,
    plan(world) {
      const payout = awaiting(world)
      const admin = world.people.admins.find(({ id }) => id === payout?.by)
      return payout && admin
        ? act('resendCode', admin, payout.id, (ctx) => resendCode(ctx, { pendingId: payout.id }))
        : undefined
    },
  },
  confirmPayout: {
    weight: 7,
    plan(world) {
      const payout = awaiting(world)
      const admin = world.people.admins.find(({ id }) => id === payout?.by)
      const code = admin && codeFrom(world, admin.email, 'approuve le versement')
      if (!payout || !admin || !code) return undefined
      const input = ConfirmPayout.parse({ pendingId: payout.id, code })
      const plans = act('confirmPayout', admin, input, (ctx) => confirmPayoutOnce(ctx, input))
      return world.random.chance(0.3) ? [...plans, ...plans] : plans
    },
  },
  cancelPayout: {
    weight: 0.7,
    plan(world) {
      const payout = awaiting(world)
      return payout && act('cancelPayout', anAdmin(world), payout.id, (ctx) => cancelPayout(ctx, payout.id, {}))
    },
  },
  checkPayout: {
    weight: 2,
    plan(world) {
      const payout = sent(world)
      return payout && act('checkPayout', anAdmin(world), payout.id, (ctx) => checkPayout(ctx, payout.id))
    },
  },
  updatePlan: {
    weight: 0.5,
    plan(world) {
      const maxProducts = 1 + world.random.below(6)
      const id = world.random.pick([PLANS.free, PLANS.pro])
      return act('updatePlan', anAdmin(world), [id, maxProducts], (ctx) => updatePlan(ctx, id, { maxProducts }))
    },
  },
}
