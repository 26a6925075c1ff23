import type { REPORTS } from '#domain/office/reports/reports.ts'
import { NOW, type TestDomain } from '#testing/domain/domain.ts'
import { randomOf } from '#testing/random.ts'

// Random orders, refunds and payments, each with an end of its own, and what they come to in words of the reports.

export const random = randomOf(16)

const HOUR = 3_600_000
export const DAY = 24 * HOUR
const someTime = () => NOW - random.below(400 * 24) * HOUR + random.below(HOUR)
/** The day of an instant in Lubumbashi. */
export const dayOf = (ms: number) => new Date(ms + 2 * HOUR).toISOString().slice(0, 10)
export function groupOf(day: string, by: 'day' | 'week' | 'month') {
  if (by === 'month') return day.slice(0, 7)
  if (by === 'day') return day
  const date = new Date(`${day}T00:00:00Z`)
  while (date.getUTCDay() !== 1) date.setTime(date.getTime() - DAY)
  return date.toISOString().slice(0, 10)
}

export type Name = keyof typeof REPORTS
/** An event, by the report that says it: on which day, to what, in which currency, and by how much. */
export type Fact = {
  day: string
  id?: string
  name?: string
  currency: 'USD' | 'CDF' | 'RWF'
  figures: Record<string, number>
}
export const facts: Record<Name, Fact[]> = {
  ...{ sales: [], orders: [], sellers: [], products: [], deliveries: [], subscriptions: [] },
  ...{ refunds: [], payouts: [], expenses: [] },
}

const SELLERS = { sp: 'Kivu', sp2: 'Goma Frais' }
const PRODUCTS = { prod: 'Café', prod2: 'Thé', prod3: 'Riz' }
const MONEY = { gateway: 'B', phone: '243810000001', network: 'airtel', country: 'CD' }
const at = (ms: number) => ({ created_at: ms, updated_at: ms })

function moreGoods({ add }: TestDomain): void {
  add('users', { id: 'seller2', name: 's', email: 's2@soko.test', role: 'SELLER', ...at(NOW) })
  const profile = { business_type: 'INDIVIDUAL', contact_phone: '243810000009', address: '{}' }
  add('seller_profiles', { id: 'sp2', user_id: 'seller2', business_name: SELLERS.sp2, ...profile, ...at(NOW) })
  const product = { shop_id: 'shop', seller_profile_id: 'sp', category_id: 'cat', subcategory_id: 'sub' }
  for (const [id, name] of [['prod2', PRODUCTS.prod2] as const, ['prod3', PRODUCTS.prod3] as const])
    add('products', { id, ...product, currency: 'USD', name, slug: id, description: '', ...at(NOW) })
}

const ENDS = [
  'unpaid',
  'paid',
  'completed',
  'rejected',
  'cancelled',
  'revived',
  'refunded',
  'part',
  'on its way',
  'came back',
] as const

function order({ add, run }: TestDomain, n: number): void {
  const [id, created, end] = [`o${n}`, someTime(), random.pick(ENDS)]
  let [status, back] = ['PENDING_PAYMENT', 0]
  const move = (to: string, payment: string, more = '') => {
    status = to
    run(`UPDATE orders SET status = '${to}', payment_status = '${payment}'${more} WHERE id = '${id}'`)
  }
  const [seller, currency] = [random.pick(['sp', 'sp2'] as const), random.pick(['USD', 'CDF'] as const)]
  const lines = (['prod', 'prod2', 'prod3'] as const)
    .filter(() => random.chance(0.5))
    .map((product) => ({
      product,
      quantity: 1 + random.below(4),
      total: 100 + random.below(90_000),
    }))
  if (lines.length === 0) lines.push({ product: 'prod', quantity: 1, total: 500 })
  const [goods, fee] = [lines.reduce((sum, { total }) => sum + total, 0), random.below(500)]
  const owners = { buyer_id: 'buyer', shop_id: 'shop', seller_profile_id: seller }
  const how = { fulfillment_method: 'DELIVERY', payment_method: 'MOBILE_MONEY', currency }
  const amounts = { subtotal_minor: goods, delivery_fee_minor: fee, total_minor: goods + fee }
  const first = { status: 'PENDING_PAYMENT', payment_status: 'PENDING' }
  add('orders', { id, number: id, ...owners, ...how, ...amounts, ...first, ...at(created) })
  for (const { product, quantity, total } of lines) {
    const line = { product_id: product, variant_id: `${product}-v`, name: 'x', quantity, unit_price_minor: 1 }
    add('order_items', { id: `${id}-${product}`, order_id: id, ...line, line_total_minor: total })
  }
  const paid = created + random.below(30) * HOUR
  const refunded = paid + random.below(50) * HOUR
  const wayOut = { id: `r${n}`, order_id: id, currency, kind: 'FULL', ...MONEY, ...at(paid) }
  const refund = (amount: number, status: string) => {
    add('refunds', { ...wayOut, amount_minor: amount, status: 'PROCESSING' })
    run(
      `UPDATE refunds SET status = '${status}', reached_at = json_object('${status}', ${refunded}) WHERE id = 'r${n}'`,
    )
    if (status === 'SUCCEEDED') facts.refunds.push({ day: dayOf(refunded), currency, figures: { count: 1, amount } })
  }
  if (end === 'revived') move('CANCELLED', 'UNPAID')
  if (end !== 'unpaid') {
    move('PENDING_SELLER_REVIEW', 'PAID', `, reached_at = json_object('PENDING_SELLER_REVIEW', ${paid})`)
  }
  if (end === 'rejected' || end === 'cancelled') {
    move(end.toUpperCase(), 'PAID')
    if (random.chance(0.7)) {
      refund(goods + fee, 'SUCCEEDED')
      move(status, 'REFUNDED', `, refunded_minor = total_minor`)
    }
  }
  if (['completed', 'refunded', 'part', 'on its way', 'came back'].includes(end)) move('COMPLETED', 'PAID')
  if (['refunded', 'on its way', 'came back'].includes(end)) move('REFUNDED', 'PAID')
  if (end === 'refunded') {
    refund(goods + fee, 'SUCCEEDED')
    move(status, 'REFUNDED', `, refunded_minor = total_minor`)
  }
  if (end === 'came back') {
    refund(goods + fee, 'FAILED')
    move('COMPLETED', 'PAID')
  }
  if (end === 'part') {
    back = 1 + random.below(goods)
    refund(back, 'SUCCEEDED')
    move(status, 'PARTIALLY_REFUNDED', `, refunded_minor = ${back}`)
  }
  const camel = status.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
  facts.orders.push({ day: dayOf(created), currency, figures: { orders: 1, [camel]: 1 } })
  if (!['paid', 'completed', 'revived', 'part', 'came back'].includes(end)) return
  const sale = { day: dayOf(paid), currency }
  const sold = goods + fee
  facts.sales.push({ ...sale, figures: { orders: 1, gross: sold, refunds: back, net: sold - back } })
  facts.sellers.push({ ...sale, id: seller, name: SELLERS[seller], figures: { orders: 1, amount: goods } })
  for (const { product, quantity, total } of lines)
    facts.products.push({ ...sale, id: product, name: PRODUCTS[product], figures: { quantity, amount: total } })
}

function delivery({ add, run }: TestDomain, n: number): void {
  const [opened, currency, fee] = [someTime(), random.pick(['USD', 'CDF'] as const), random.below(900)]
  const status = random.pick(['UNASSIGNED', 'ASSIGNED', 'DELIVERED', 'DELIVERED', 'RETURNING', 'RETURNED', 'CANCELLED'])
  const row = { pickup: '{}', dropoff: '{}', fee_minor: fee, rider_earning_minor: 0, currency }
  add('deliveries', { id: `d${n}`, order_id: `o${n}`, status: 'UNASSIGNED', ...row, ...at(opened) })
  run(`UPDATE deliveries SET status = '${status}' WHERE id = 'd${n}'`)
  const [delivered, failed] = [Number(status === 'DELIVERED'), Number(status.startsWith('RETURN'))]
  const figures = { count: 1, delivered, failed, fees: delivered || failed ? fee : 0 }
  facts.deliveries.push({ day: dayOf(opened), currency, figures })
}

function payout({ add, run }: TestDomain, n: number): void {
  const [asked, currency, amount] = [someTime(), random.pick(['USD', 'CDF', 'RWF'] as const), 1 + random.below(9000)]
  const row = {
    id: `p${n}`,
    requested_by: 'seller',
    account: 'platform:cash',
    amount_minor: amount,
    currency,
    ...MONEY,
  }
  add('payouts', { ...row, status: 'PROCESSING', ...at(asked) })
  const [arrived, end] = [asked + random.below(60) * HOUR, random.pick(['COMPLETED', 'FAILED', 'RETURNED'])]
  if (end === 'FAILED') {
    run(`UPDATE payouts SET status = 'FAILED' WHERE id = 'p${n}'`)
    return
  }
  run(`UPDATE payouts SET status = 'COMPLETED', reached_at = json_object('COMPLETED', ${arrived}) WHERE id = 'p${n}'`)
  if (end === 'RETURNED') {
    run(`UPDATE payouts SET status = 'RETURNED' WHERE id = 'p${n}'`)
    return
  }
  facts.payouts.push({ day: dayOf(arrived), currency, figures: { count: 1, amount } })
}

function expense({ add, run }: TestDomain, n: number): void {
  const [incurred, currency, amount] = [someTime(), random.pick(['USD', 'CDF', 'RWF'] as const), 1 + random.below(9000)]
  const row = {
    label: 'x',
    category: 'RENT',
    amount_minor: amount,
    currency,
    incurred_at: incurred,
    day: dayOf(incurred),
  }
  add('expenses', { id: `e${n}`, ...row, status: 'PENDING', created_by: 'seller', ...at(NOW) })
  const status = random.pick(['PENDING', 'APPROVED', 'APPROVED', 'REJECTED'])
  run(`UPDATE expenses SET status = '${status}' WHERE id = 'e${n}'`)
  if (status === 'APPROVED') facts.expenses.push({ day: dayOf(incurred), currency, figures: { count: 1, amount } })
}

function payment({ add }: TestDomain, n: number): void {
  const [paid, currency, amount] = [someTime(), random.pick(['USD', 'CDF'] as const), 100 + random.below(9000)]
  const row = { subscription_id: `su-${currency}`, seller_profile_id: 'sp', amount_minor: amount, currency }
  const back = random.chance(0.2)
  add('subscription_payments', {
    id: `s${n}`,
    ...row,
    status: back ? 'REFUNDED' : 'SUCCEEDED',
    expires_at: paid,
    ...at(paid),
  })
  const turned = (version: number, to_status: string, ms: number) =>
    add('history', { thing: 'subscription_payment', thing_id: `s${n}`, version, event: 'e', to_status, at: ms })
  turned(2, 'SUCCEEDED', paid)
  facts.subscriptions.push({ day: dayOf(paid), currency, figures: { amount, net: amount } })
  if (!back) return
  turned(3, 'REFUNDED', paid + 40 * DAY)
  facts.subscriptions.push({ day: dayOf(paid + 40 * DAY), currency, figures: { refunds: amount, net: -amount } })
}

function subscriptions({ add }: TestDomain): void {
  const limits = { max_products: 1, max_photos_per_product: 1, max_shops: 1 }
  add('plans', { id: 'pl', slug: 'pl', name: 'Pro', ...limits, ...at(NOW) })
  for (const [i, currency] of ['USD', 'CDF'].entries()) {
    const cycle = { seller_profile_id: i ? 'sp2' : 'sp', plan_id: 'pl', billing_cycle: 'MONTHLY', currency }
    add('subscriptions', { id: `su-${currency}`, ...cycle, status: 'EXPIRED', ...at(NOW) })
  }
}

/** So many of each, in a market of in-node/market.ts. */
export function trade(domain: TestDomain): void {
  moreGoods(domain)
  subscriptions(domain)
  for (let n = 0; n < 500; n++) order(domain, n)
  for (let n = 0; n < 150; n++) delivery(domain, n)
  for (let n = 0; n < 250; n++) payout(domain, n)
  for (let n = 0; n < 150; n++) expense(domain, n)
  for (let n = 0; n < 120; n++) payment(domain, n)
}
