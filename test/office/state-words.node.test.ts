import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { bookingMachine } from '#domain/money/bookings/machine.ts'
import { expenseMachine } from '#domain/money/expenses/machine.ts'
import { transactionMachine } from '#domain/money/gateways/machine.ts'
import { payoutMachine } from '#domain/money/payouts/machine.ts'
import { postMachine } from '#domain/office/blog/machine.ts'
import { incidentMachine } from '#domain/office/incidents/machine.ts'
import { ticketMachine } from '#domain/office/support/machine.ts'
import { orderMachine } from '#domain/orders/orders/machine.ts'
import { refundMachine } from '#domain/orders/refunds/machine.ts'
import { invoiceMachine } from '#domain/shops/invoices/machine.ts'

/** The machine that says the words of each set of the office page. */
const MACHINES: Record<string, { states: Record<string, string> }> = {
  orderState: orderMachine,
  refundState: refundMachine,
  payoutState: payoutMachine,
  expenseState: expenseMachine,
  movementState: transactionMachine,
  bookingState: bookingMachine,
  invoiceState: invoiceMachine,
  incidentState: incidentMachine,
  ticketState: ticketMachine,
  postState: postMachine,
}
/** No machine moves the payment of an order by itself; `toneOf` says no words. */
const OWN = ['paymentState', 'toneOf']
/** Callers are told of what was taken back as failed. */
const NOT_SHOWN = ['reversed']

type Words = ((state: string) => string) & { all: string[] }
// The page is type-checked over the packed client, which is not made yet when this is.
const page: Record<string, Words> = await import(/* @vite-ignore */ pathToFileURL(resolve('office/states.ts')).href)

it('each set of states of the office page has a machine', () => {
  expect(Object.keys(page).sort()).toEqual([...Object.keys(MACHINES), ...OWN].sort())
})

it.each(Object.entries(MACHINES))('%s says a state as its refusals do', (name, { states }) => {
  const words = page[name]
  const shown = Object.entries(states).filter(([state]) => !NOT_SHOWN.includes(state))
  expect(words?.all.toSorted()).toEqual(shown.map(([state]) => state).toSorted())
  expect(Object.fromEntries(shown.map(([state]) => [state, words?.(state)]))).toEqual(Object.fromEntries(shown))
})
