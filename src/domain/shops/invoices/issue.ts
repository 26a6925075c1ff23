import type { Write } from '#db/client.ts'
import { type InvoiceParty, invoices } from '#db/schema/shops/invoices.ts'
import type { Ctx } from '#domain/core/context.ts'
import { issuerOf, taxBpsOf } from '#domain/core/invoice-terms.ts'
import { recordCreation, transition } from '#domain/core/machine.ts'
import { lastNumber, takeNumbers } from '#domain/core/series.ts'
import { dayOf } from '#kernel/period.ts'
import type { Subscription, SubscriptionPayment } from '../subscriptions/view.ts'
import { invoiceMachine } from './machine.ts'
import type { Invoice } from './view.ts'

/** Numbers of invoices. The year is the one of the invoice's day, in UTC+2. */
const INVOICES = { name: 'invoices', prefix: 'FAC' }

/** The facts of an invoice; tax and issuer come from the platform's settings. */
export type InvoiceSubject = {
  payment: SubscriptionPayment
  buyer: InvoiceParty
  plan: string
  billingCycle: Subscription['billingCycle']
  /** The period that was bought; none if the payment bought nothing. */
  period: { from: number; to: number } | undefined
  taxBps: string | null
  issuer: string | null
}

/**
 * Issues the invoice of a payment, with the next number of the year, and marks it paid, in the commit that applies the payment
 * (docs/money.md, Invoices). A free payment has no invoice.
 */
export function issueInvoice(ctx: Ctx, invoiced: InvoiceSubject): Write[] {
  const { payment } = invoiced
  if (payment.amountMinor === 0) return []
  const taxBps = taxBpsOf(invoiced.taxBps)
  const taxMinor = taxWithin(payment.amountMinor, taxBps)
  const subtotalMinor = payment.amountMinor - taxMinor
  const row = { id: ctx.ids.v7(), status: 'ISSUED' as const, version: 1 }
  return [
    takeNumbers(ctx, INVOICES),
    ctx.db.insert(invoices).values({
      ...row,
      number: lastNumber(ctx, INVOICES),
      sellerProfileId: payment.sellerProfileId,
      subscriptionPaymentId: payment.id,
      issuer: issuerOf(invoiced.issuer),
      buyer: invoiced.buyer,
      lines: [
        { description: descriptionOf(invoiced), quantity: 1, unitMinor: subtotalMinor, amountMinor: subtotalMinor },
      ],
      subtotalMinor,
      taxBps,
      taxMinor,
      totalMinor: payment.amountMinor,
      currency: payment.currency,
      issuedAt: ctx.now,
      reachedAt: { ISSUED: ctx.now },
      createdAt: ctx.now,
      updatedAt: ctx.now,
    }),
    recordCreation(ctx, 'invoice', row.id, row.status, 'issue'),
    ...transition(ctx, invoiceMachine, row, 'pay', { set: { paidAt: ctx.now } }),
  ]
}

/** Makes an invoice void because its payment was given back; writes nothing if there is none, or it is void. */
export const voidInvoiceOfReturn = (ctx: Ctx, invoice: Invoice | null | undefined): Write[] =>
  invoice && invoice.status !== 'VOID'
    ? transition(ctx, invoiceMachine, invoice, 'void', { reason: 'Paiement rendu' })
    : []

/** The tax that an amount includes, half up, in minor units. */
export const taxWithin = (totalMinor: number, bps: number): number => {
  const [part, whole] = [BigInt(totalMinor) * BigInt(bps), BigInt(10_000 + bps)]
  return Number((2n * part + whole) / (2n * whole))
}

const CYCLES = { MONTHLY: 'mensuel', YEARLY: 'annuel' } as const

function descriptionOf({ plan, billingCycle, period }: InvoiceSubject): string {
  const what = `Abonnement ${plan}, ${CYCLES[billingCycle]}`
  return period ? `${what}, du ${frenchDay(period.from)} au ${frenchDay(period.to)}` : what
}

const frenchDay = (ms: number) => dayOf(ms).split('-').reverse().join('/')
