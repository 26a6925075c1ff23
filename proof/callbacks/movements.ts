import type { Actor, Ctx } from '#domain/core/context.ts'
import { RequestPayin, requestPayin } from '#domain/money/payins/charge.ts'
import { confirmPayout } from '#domain/money/payouts/confirm.ts'
import { RequestApproval, requestPayoutApproval } from '#domain/money/payouts/request-approval.ts'
import { requestWithdrawal } from '#domain/money/wallet/request-withdrawal.ts'
import { withdraw } from '#domain/money/wallet/withdraw.ts'
import { adminRefundOrder } from '#domain/orders/orders/ending/admin-refund.ts'
import { Subscribe, subscribe } from '#domain/shops/subscriptions/subscribe.ts'
import { PLANS } from '../simulation/people/goods.ts'
import { newestCode, order, pay } from '../simulation/people/purchase.ts'
import type { Simulation } from '../simulation/simulation.ts'

type As = (actor: Actor) => Ctx
/** Starts an attempt by its verbs and answers the reference that the gateway knows it by; its verdict is not known yet. */
type Begin = (simulation: Simulation, as: As) => Promise<string>

const first = <T>(list: T[]): T => {
  if (list[0] === undefined) throw new Error('the market has nobody')
  return list[0]
}

const payin: Begin = (simulation, as) => order(simulation, as, first(simulation.people.buyers), 1)

async function deposit({ people }: Simulation, as: As): Promise<string> {
  const payer = { payerPhoneNumber: '0970000012', country: 'COD', provider: 'AIRTEL_COD' }
  const input = Subscribe.parse({ planId: PLANS.pro, billingCycle: 'MONTHLY', currency: 'USD', ...payer })
  const { payment } = await subscribe(as(people.sellers[1] ?? first(people.sellers)), input)
  return payment.depositId ?? ''
}

async function withdrawal(simulation: Simulation, as: As): Promise<string> {
  const seller = first(simulation.people.sellers)
  const asked = { amount: '7.34', currency: 'USD' } as const
  await requestWithdrawal(as(seller), asked)
  await withdraw(as(seller), { ...asked, otpCode: newestCode(simulation, 'code.withdrawal') })
  return newestPayout(simulation)
}

const newestPayout = ({ store }: Simulation) =>
  store.rows<{ id: string }>('SELECT id FROM payouts ORDER BY rowid DESC LIMIT 1')[0]?.id ?? ''

async function adminPayout(simulation: Simulation, as: As): Promise<string> {
  const admin = first(simulation.people.admins)
  const input = RequestApproval.parse({
    amount: '14.00',
    currency: 'USD',
    phoneNumber: '0970000015',
    provider: 'AIRTEL_COD',
    country: 'COD',
    reason: 'Loyer',
  })
  const { pendingId } = await requestPayoutApproval(as(admin), input)
  // No mail leaves here; the gateway asks whom a code reached.
  simulation.inbox.push({ to: admin.email, text: 'Ce code approuve le versement.' })
  await confirmPayout(as(admin), { pendingId, code: newestCode(simulation, 'code.admin-payout') })
  return pendingId
}

async function refund(simulation: Simulation, as: As): Promise<string> {
  const id = await payin(simulation, as)
  await pay(simulation, as, first(simulation.people.buyers), id)
  await adminRefundOrder(as(first(simulation.people.admins)), id)
  const [row] = simulation.store.rows<{ reference: string }>(
    `SELECT reference FROM gateway_transactions WHERE purpose = 'REFUND'`,
  )
  simulation.store.run({
    sql: `UPDATE gateway_transactions SET sent_at = ? WHERE purpose = 'REFUND'`,
    params: [simulation.now],
  })
  return row?.reference ?? ''
}

async function charge({ people, store }: Simulation, as: As): Promise<string> {
  const input = RequestPayin.parse({
    amount: '5.00',
    currency: 'USD',
    network: 'airtel',
    phoneNumber: '0970000012',
    countryCode: 'CD',
    orderId: 'own-1',
  })
  await requestPayin(as(first(people.admins)), input)
  const [row] = store.rows<{ reference: string }>(`SELECT reference FROM gateway_transactions WHERE purpose = 'CHARGE'`)
  return row?.reference ?? ''
}

/** Every kind of movement that a verdict can come for. */
export const MOVEMENTS = { payin, deposit, withdrawal, adminPayout, refund, charge } satisfies Record<string, Begin>
export type MovementName = keyof typeof MOVEMENTS
