import { globSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { productModeration } from '#domain/catalogue/moderation/machine.ts'
import { productMachine } from '#domain/catalogue/products/machine.ts'
import { reportMachine } from '#domain/catalogue/reports/machine.ts'
import { allows, nextStatus, refuse, type States } from '#domain/core/machine.ts'
import { bookingMachine } from '#domain/money/bookings/machine.ts'
import { expenseMachine } from '#domain/money/expenses/machine.ts'
import { transactionMachine } from '#domain/money/gateways/machine.ts'
import { payoutMachine } from '#domain/money/payouts/machine.ts'
import { postMachine } from '#domain/office/blog/machine.ts'
import { incidentMachine } from '#domain/office/incidents/machine.ts'
import { ticketMachine } from '#domain/office/support/machine.ts'
import { deliveryMachine } from '#domain/orders/delivery/machine.ts'
import { orderMachine } from '#domain/orders/orders/machine.ts'
import { refundMachine } from '#domain/orders/refunds/machine.ts'
import { buyerReviewMachine } from '#domain/orders/reviews/machine.ts'
import { riderMachine } from '#domain/orders/riders/machine.ts'
import { invoiceMachine } from '#domain/shops/invoices/machine.ts'
import { kycMachine } from '#domain/shops/kyc/machine.ts'
import { shopReview } from '#domain/shops/reviews/machine.ts'
import { shopMachine } from '#domain/shops/shops/machine.ts'
import { subscriptionMachine, subscriptionPaymentMachine } from '#domain/shops/subscriptions/machine.ts'
import { Failure } from '#kernel/failure.ts'
import { promisedIn } from './tables.ts'

type AnyMachine = States<string, string>

/** Each machine, and the heading of docs/states.md that its table stands under. */
const machines: [AnyMachine, heading: string, nth?: number][] = [
  [orderMachine, 'Order'],
  [deliveryMachine, 'Delivery'],
  [productMachine, 'Product'],
  [productModeration, 'Moderation'],
  [shopMachine, 'Shop'],
  [shopReview, 'Shop', 1],
  [reportMachine, 'Reports'],
  [buyerReviewMachine, 'Reviews'],
  [riderMachine, 'Rider'],
  [kycMachine, 'Identity'],
  [transactionMachine, 'Payin'],
  [payoutMachine, 'Payout'],
  [refundMachine, 'Refund'],
  [expenseMachine, 'Expense'],
  [bookingMachine, 'Booking'],
  [subscriptionMachine, 'Subscription'],
  [subscriptionPaymentMachine, 'Payment of a subscription'],
  [invoiceMachine, 'Invoice'],
  [postMachine, 'Post'],
  [incidentMachine, 'Incident'],
  [ticketMachine, 'Ticket'],
]

it('every machine of the service is held against a table of docs/states.md', async () => {
  const paths = globSync('src/domain/*/*/machine.ts')
  const modules = await Promise.all(paths.map((path) => import(/* @vite-ignore */ `../../../${path}`)))
  const found = modules.flatMap((module) => Object.values(module as Record<string, AnyMachine>))
  expect(machines.map(([{ thing }]) => thing).sort()).toEqual(found.map(({ thing }) => thing).sort())
})

function refusalOf(work: () => unknown): Failure {
  try {
    work()
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
  throw new Error('it was allowed')
}

describe.each(machines)('$thing', (machine, heading, nth) => {
  const promised = promisedIn(heading, nth)
  const states = Object.keys(machine.states)

  it('has the states and events of its table', () => {
    expect(states.sort()).toEqual([...promised.states].sort())
    expect(Object.keys(machine.events).sort()).toEqual(Object.keys(promised.events).sort())
  })

  it.each(Object.entries(promised.events))('%s leads where its table says, and from nowhere else', (event, moves) => {
    const allowed = states.filter((state) => allows(machine, state, event))
    expect(Object.fromEntries(allowed.map((state) => [state, nextStatus(machine, state, event)]))).toEqual(moves)
  })

  it.each(Object.entries(promised.events))('%s is refused in words from every other state', (event, moves) => {
    for (const [state, words] of Object.entries(machine.states).filter(([state]) => moves[state] === undefined)) {
      const isEnd = Object.values(promised.events).every((each) => (each[state] ?? state) === state)
      const isThere = isEnd || Object.values(moves).every((to) => to === state)
      const { code, reason, message } = refusalOf(() => nextStatus(machine, state, event))
      const act = machine.events[event]?.infinitive ?? ''
      expect({ code, reason, message }).toEqual({
        code: 'CONFLICT',
        reason: 'INVALID_TRANSITION',
        message: `Impossible ${/^[aeéèêio]/.test(act) ? `d'${act}` : `de ${act}`} : ${machine.name} est ${isThere ? 'déjà ' : ''}${words}.`,
      })
      expect(refusalOf(() => refuse(machine, state, event)).message).toBe(message)
    }
  })
})

it.each([
  [() => nextStatus(orderMachine, 'DELIVERED', 'accept'), "Impossible d'accepter : la commande est livrée."],
  [
    () => nextStatus(payoutMachine, 'COMPLETED', 'cancel'),
    "Impossible d'annuler ce versement : le versement est effectué.",
  ],
  [() => nextStatus(ticketMachine, 'CLOSED', 'reopen'), 'Impossible de rouvrir ce ticket : le ticket est déjà fermé.'],
])('a refusal reads as French does', (work, message) => {
  expect(refusalOf(work).message).toBe(message)
})
