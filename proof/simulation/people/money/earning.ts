import type { Actor } from '#domain/core/context.ts'
import { ConfirmPayoutNumber, confirmPayoutNumber } from '#domain/money/wallet/confirm-payout-number.ts'
import { RequestPayoutNumber, requestPayoutNumber } from '#domain/money/wallet/request-payout-number.ts'
import { RequestWithdrawal, requestWithdrawal } from '#domain/money/wallet/request-withdrawal.ts'
import { Withdraw, withdraw } from '#domain/money/wallet/withdraw.ts'
import { cancelSubscription } from '#domain/shops/subscriptions/cancel.ts'
import { checkSubscriptionPayment } from '#domain/shops/subscriptions/check-status.ts'
import { reactivateSubscription } from '#domain/shops/subscriptions/reactivate.ts'
import { Renew, renewSubscription } from '#domain/shops/subscriptions/renew.ts'
import { Subscribe, subscribe } from '#domain/shops/subscriptions/subscribe.ts'
import { Upgrade, upgradeSubscription } from '#domain/shops/subscriptions/upgrade.ts'
import { type Currency, formatAmount } from '#kernel/money.ts'
import { memory } from '../../memory.ts'
import type { Simulation } from '../../simulation.ts'
import { PLANS } from '../goods.ts'
import { act, aNewPlan, type Commands, codeFrom, PHONES, pickFrom } from '../plan.ts'

const payerA = (simulation: Simulation) =>
  simulation.random.chance(0.2)
    ? { payerPhoneNumber: '0780000014', country: 'RWA' as const, provider: 'MTN_MOMO_RWA' }
    : {
        payerPhoneNumber: simulation.random.pick(PHONES),
        country: 'COD' as const,
        provider: simulation.random.pick(['AIRTEL_COD', 'VODACOM_MPESA_COD']),
      }

const WANTED = [
  { billingCycle: 'MONTHLY', currency: 'USD' },
  { billingCycle: 'MONTHLY', currency: 'USD' },
  { billingCycle: 'MONTHLY', currency: 'CDF' },
  { billingCycle: 'YEARLY', currency: 'CDF' },
] as const
const wanted = ({ random }: Simulation) => random.pick(WANTED)

const aSeller = (simulation: Simulation) => simulation.random.pick(simulation.people.sellers)
const earners = ({ people }: Simulation) => [...people.sellers, ...people.riders]
const anEarner = (simulation: Simulation) => simulation.random.pick(earners(simulation))

/** Chooses an amount that somebody could withdraw now, as they read it in their wallet; now and then more than there is. */
function amountFor(simulation: Simulation, earner: Actor): { amount: string; currency: Currency } | undefined {
  type Row = { currency: Currency; minor: number }
  const code = earner.riderId ? `rider:${earner.riderId}:available` : `seller:${earner.sellerProfileId}:available`
  const rows = simulation.store.rows<Row>(
    'SELECT currency, balance_minor AS minor FROM accounts WHERE code = ? AND balance_minor > 0 ORDER BY currency',
    code,
  )
  const row = pickFrom(simulation, rows)
  if (!row) return undefined
  const { random } = simulation
  const minor = random.chance(0.08)
    ? row.minor + 1
    : random.chance(0.5)
      ? row.minor
      : Math.max(1, random.below(row.minor))
  const isWhole = row.currency === 'CDF' && random.chance(0.5)
  const asked = isWhole ? Math.max(100, minor - (minor % 100)) : minor
  return { amount: formatAmount(asked, row.currency), currency: row.currency }
}

type Asked = { amount: string; currency: Currency }
/** Withdrawals that people asked a code for, until they use it, and people who asked for a payout number, by their ids. */
const askedIn = memory(() => ({ money: new Map<string, Asked>(), numbers: new Set<string>() }))

/** Now and then: it may be deleted meanwhile. */
const newPlan = (simulation: Simulation) => (simulation.random.chance(0.15) ? aNewPlan(simulation) : undefined)

export const earning: Commands = {
  subscribe: {
    weight: 3,
    plan(simulation) {
      const planId = newPlan(simulation) ?? (simulation.random.chance(0.5) ? PLANS.free : PLANS.pro)
      const input = Subscribe.parse({ planId, ...wanted(simulation), ...payerA(simulation) })
      return act('subscribe', aSeller(simulation), input, (ctx) => subscribe(ctx, input))
    },
  },
  upgrade: {
    weight: 2,
    plan(simulation) {
      const newPlanId = newPlan(simulation) ?? (simulation.random.chance(0.15) ? PLANS.free : PLANS.pro)
      const input = Upgrade.parse({ newPlanId, ...wanted(simulation), ...payerA(simulation) })
      return act('upgrade', aSeller(simulation), input, (ctx) => upgradeSubscription(ctx, input))
    },
  },
  renew: {
    weight: 2,
    plan(simulation) {
      const input = Renew.parse(payerA(simulation))
      return act('renew', aSeller(simulation), input, (ctx) => renewSubscription(ctx, input))
    },
  },
  cancelSubscription: {
    weight: 0.5,
    plan: (simulation) => act('cancelSubscription', aSeller(simulation), null, cancelSubscription),
  },
  reactivateSubscription: {
    weight: 0.5,
    plan: (simulation) => act('reactivateSubscription', aSeller(simulation), null, reactivateSubscription),
  },
  checkSubscription: {
    weight: 2,
    plan(simulation) {
      type Row = { deposit: string; seller: string }
      const rows = simulation.store.rows<Row>(
        'SELECT deposit_id AS deposit, seller_profile_id AS seller FROM subscription_payments ORDER BY id DESC LIMIT 4',
      )
      const row = pickFrom(simulation, rows)
      const seller = simulation.people.sellers.find(({ sellerProfileId }) => sellerProfileId === row?.seller)
      return row && seller
        ? act('checkSubscription', seller, row.deposit, (ctx) => checkSubscriptionPayment(ctx, row.deposit))
        : undefined
    },
  },
  requestPayoutNumber: {
    weight: 1.5,
    plan(simulation) {
      // Refused: nothing could be withdrawn to it.
      const isRwandan = simulation.random.chance(0.05)
      const input = RequestPayoutNumber.parse(
        isRwandan
          ? { phoneNumber: '0780000024', network: 'mtn', countryCode: 'RW' }
          : {
              phoneNumber: simulation.random.pick(PHONES),
              network: simulation.random.pick(['airtel', 'vodacom']),
              countryCode: 'CD',
            },
      )
      const earner = anEarner(simulation)
      askedIn(simulation).numbers.add(earner.id)
      return act('requestPayoutNumber', earner, input, (ctx) => requestPayoutNumber(ctx, input))
    },
  },
  confirmPayoutNumber: {
    weight: 3,
    plan(simulation) {
      const id = pickFrom(simulation, [...askedIn(simulation).numbers])
      const earner = earners(simulation).find((one) => one.id === id)
      const sent = earner && simulation.inbox.findLast(({ text }) => text.includes('confirme ce numéro'))
      if (!sent) return undefined
      askedIn(simulation).numbers.delete(earner.id)
      const input = ConfirmPayoutNumber.parse({
        code: simulation.random.chance(0.08) ? '000000' : sent.text.slice(0, 6),
      })
      return act('confirmPayoutNumber', earner, input, (ctx) => confirmPayoutNumber(ctx, input))
    },
  },
  requestWithdrawal: {
    weight: 6,
    plan(simulation) {
      const earner = anEarner(simulation)
      const want = amountFor(simulation, earner)
      if (!want) return undefined
      askedIn(simulation).money.set(earner.id, want)
      const input = RequestWithdrawal.parse(want)
      return act('requestWithdrawal', earner, input, (ctx) => requestWithdrawal(ctx, input))
    },
  },
  withdraw: {
    weight: 9,
    plan(simulation) {
      const { money } = askedIn(simulation)
      const who = earners(simulation).filter(({ id }) => money.has(id))
      const earner = pickFrom(simulation, who)
      const otpCode = earner && codeFrom(simulation, earner.email, 'confirme votre retrait')
      if (!earner || !otpCode) return undefined
      const input = Withdraw.parse({ ...money.get(earner.id), otpCode })
      const plans = act('withdraw', earner, input, (ctx) => withdraw(ctx, input))
      // A thumb that presses twice.
      return simulation.random.chance(0.2) ? [...plans, ...plans] : plans
    },
  },
}
