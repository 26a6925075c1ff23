import type { BatchResponse } from 'drizzle-orm/batch'
import type { Write } from '#db/client.ts'
import type { Guard } from '#db/guard.ts'
import type { QuotedGroup } from '#db/schema/orders/carts.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { requireActiveActor } from '#domain/core/guards.ts'
import { namingWaiting } from '#domain/money/gateways/attempts/prompts.ts'
import type { RatesInForce } from '#domain/money/rates/between.ts'
import { requireNoneInClosure } from '#domain/shops/shops/closed.ts'
import { Defect } from '#kernel/defect.ts'
import type { Currency } from '#kernel/money.ts'
import { type Charge, chargesFor, type Payer, type Subject, writeCharges } from '../payins/charge.ts'
import {
  type Draft,
  insertOrders,
  payableOf,
  requireInTrade,
  requireOnSale,
  requireSamePrices,
  type SharedColumns,
} from './new-orders.ts'
import { requireFewPromptsOf, requireFewUnpaid, requireModestReservations } from './unpaid.ts'

/** Groups that are ordered at once, each of which becomes one order. */
export type Basket = Pick<SharedColumns, 'fulfillmentMethod' | 'deliveryAddress' | 'recipient'> & {
  groups: QuotedGroup[]
  shops: { id: string; sellerProfileId: string }[]
  /** The rates that everything is converted with: those of the quote, else those of now. */
  rates: RatesInForce
}

/** The purchase of a basket. */
export type Purchase = Pick<SharedColumns, 'paymentMethod' | 'note'> & {
  /** The order by itself, if the basket has one group, or the checkout. */
  subject: Subject
  payer: Payer
  /** The refusals of a shop and of a line that went since they were read. */
  gone: { shop: Guard; line: Guard }
  /** Guards and writes of the cart or quote that the basket came from. */
  source?: { guards: Write[]; writes: Write[] }
}

/**
 * Orders a basket: its orders with their numbers, lines and stock, and the charges that pay them, all or nothing, in one
 * trip with the reads that follow. Every order that is placed is placed here. A shop's minimum and methods and a zone's fee
 * are those of the moment they were read, as a quote promises them for 15 minutes: not held here.
 * @throws 400 by the payer's network, currency and amount; the refusals in `gone`; 409 SHOP_CLOSED, PRICE_CHANGED,
 *   INSUFFICIENT_STOCK, TOO_MANY_UNPAID, PAYMENT_IN_PROGRESS; 429
 */
export async function commitBasket<R extends Write[]>(
  ctx: Ctx,
  basket: Basket,
  { subject, payer, paymentMethod, note, gone, source }: Purchase,
  ...reads: R
): Promise<{ charges: Charge[]; answers: BatchResponse<R> }> {
  const { groups, rates, fulfillmentMethod, deliveryAddress, recipient } = basket
  const buyerId = actorOf(ctx).id
  const drafts = draftsOf(ctx, basket, subject)
  const payables = drafts.map(payableOf)
  const charges = chargesFor(ctx, subject, payables, payer, rates, 0)
  const checkoutId = subject.purpose === 'CHECKOUT' ? subject.id : null
  const shopIds = groups.map(({ shopId }) => shopId)
  const lines = groups.flatMap((group) => group.lines)
  const writes = [
    requireActiveActor(ctx),
    ...(source?.guards ?? []),
    requireInTrade(ctx, gone.shop, shopIds),
    requireNoneInClosure(ctx, shopIds),
    requireOnSale(ctx, gone.line, lines),
    requireSamePrices(ctx, lines),
    requireFewUnpaid(ctx, buyerId),
    requireFewPromptsOf(ctx, buyerId),
    ...insertOrders(ctx, drafts, charges, {
      ...{ fulfillmentMethod, paymentMethod, deliveryAddress, recipient, note, checkoutId },
    }),
    requireModestReservations(ctx, buyerId, payer),
    ...(source?.writes ?? []),
    ...writeCharges(ctx, payables, charges, rates, groups.flatMap(waysOf)),
  ]
  const answers = await namingWaiting(ctx, payer.phone, () => commit(ctx, writes, ...reads))
  return { charges, answers }
}

/** The orders, in the order of the cart: ids of one moment sort at random. */
function draftsOf(ctx: Ctx, { groups, shops }: Basket, subject: Subject): Draft[] {
  const ids = subject.purpose === 'CHECKOUT' ? groups.map(() => ctx.ids.v7()).sort() : [subject.id]
  return groups.map((group, i) => {
    const id = ids[i]
    const shop = shops.find(({ id }) => id === group.shopId)
    if (!id || !shop) throw new Defect(`no order for the shop ${group.shopId}`)
    return { ...group, id, sellerProfileId: shop.sellerProfileId }
  })
}

/** The conversions in a group: its goods, and its fee unless it is free. */
const waysOf = ({ lines, currency, feeCurrency, deliveryFeeMinor }: QuotedGroup): [from: Currency, to: Currency][] => [
  ...lines.map(({ priceCurrency }): [Currency, Currency] => [priceCurrency, currency]),
  ...(feeCurrency && deliveryFeeMinor > 0 ? [[feeCurrency, currency] as [Currency, Currency]] : []),
]
