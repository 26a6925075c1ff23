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
import { riderMachine } from '#domain/orders/riders/machine.ts'
import { invoiceMachine } from '#domain/shops/invoices/machine.ts'
import { kycMachine } from '#domain/shops/kyc/machine.ts'
import { shopReview } from '#domain/shops/reviews/machine.ts'
import { shopMachine } from '#domain/shops/shops/machine.ts'
import { subscriptionMachine, subscriptionPaymentMachine } from '#domain/shops/subscriptions/machine.ts'
import { Failure } from '#kernel/failure.ts'
import type { Contract } from './contract.ts'
import * as goods from './contract-of-goods.ts'
import * as money from './contract-of-money.ts'
import * as office from './contract-of-office.ts'

type AnyMachine = States<string, string>
const machines: [AnyMachine, Contract][] = [
  [orderMachine, goods.order],
  [deliveryMachine, goods.delivery],
  [productMachine, goods.product],
  [productModeration, goods.moderation],
  [shopMachine, goods.shop],
  [shopReview, goods.review],
  [reportMachine, goods.report],
  [riderMachine, goods.rider],
  [kycMachine, goods.kyc],
  [transactionMachine, money.transaction],
  [payoutMachine, money.payout],
  [refundMachine, money.refund],
  [expenseMachine, money.expense],
  [bookingMachine, money.booking],
  [subscriptionMachine, money.subscription],
  [subscriptionPaymentMachine, money.subscriptionPayment],
  [invoiceMachine, money.invoice],
  [postMachine, office.post],
  [incidentMachine, office.incident],
  [ticketMachine, office.ticket],
]

it('every machine of the service is held against its contract', async () => {
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

describe.each(machines)('$thing', (machine, contract) => {
  it('has the words, states and events of the contract', () => {
    const { thing, name, states, events } = machine
    expect({ thing, name, states }).toEqual({ thing: contract.thing, name: contract.name, states: contract.states })
    expect(Object.keys(events).sort()).toEqual(Object.keys(contract.events).sort())
  })

  it.each(Object.entries(contract.events))(
    '%s leads where the contract says, and from nowhere else',
    (event, entry) => {
      const [say, moves] = entry
      for (const [state, words] of Object.entries(contract.states)) {
        const to = moves[state]
        expect(allows(machine, state, event)).toBe(to !== undefined)
        if (to !== undefined) {
          expect(nextStatus(machine, state, event)).toBe(to)
          continue
        }
        const isEnd = !Object.values(contract.events).some(
          ([, each]) => each[state] !== undefined && each[state] !== state,
        )
        const isThere = isEnd || Object.values(moves).every((each) => each === state)
        const refusal = refusalOf(() => nextStatus(machine, state, event))
        const { code, reason, message } = refusal
        expect({ code, reason, message }).toEqual({
          code: 'CONFLICT',
          reason: 'INVALID_TRANSITION',
          message: `Impossible ${/^[aeéèêio]/.test(say) ? `d'${say}` : `de ${say}`} : ${contract.name} est ${isThere ? 'déjà ' : ''}${words}.`,
        })
        expect(refusalOf(() => refuse(machine, state, event)).message).toBe(message)
      }
    },
  )
})
