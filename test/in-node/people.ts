import type { GatewayTransaction } from '../../src/db/schema/money/gateways.ts'
import { NOW, type TestDomain } from './domain.ts'

const USER = { role: 'BUYER', created_at: NOW, updated_at: NOW }
const PHONES: Record<string, string> = { buyer: '243810000001', seller: '243810000002', rider: '243810000003' }

/** A buyer, a seller with a published shop and one product of two variants (10 and 2 in stock), and a rider. */
export function addMarket({ add, run }: TestDomain): void {
  for (const id of ['buyer', 'seller', 'rider']) {
    add('users', { id, name: id, email: `${id}@soko.test`, phone: PHONES[id], ...USER })
  }
  const at = { created_at: NOW, updated_at: NOW }
  const address = JSON.stringify({ country: 'CD', city: 'Bukavu' })
  const profile = { business_name: 'Kivu', business_type: 'INDIVIDUAL', contact_phone: '243810000002', address }
  add('seller_profiles', { id: 'sp', user_id: 'seller', ...profile, ...at })
  const shop = { name: 'Kivu', slug: 'kivu', address, opening_hours: '[]', currency: 'USD', delivery_methods: '[]' }
  add('shops', { id: 'shop', seller_profile_id: 'sp', ...shop, status: 'PUBLISHED', ...at })
  add('riders', { id: 'rd', user_id: 'rider', status: 'ACTIVE', vehicle_type: 'MOTO', zones: '[]', ...at })
  add('categories', { id: 'cat', name: 'Café', folded_name: 'cafe', slug: 'cafe', created_at: NOW })
  add('subcategories', {
    id: 'sub',
    category_id: 'cat',
    name: 'Tout',
    folded_name: 'tout',
    slug: 'tout',
    created_at: NOW,
  })
  const product = {
    shop_id: 'shop',
    seller_profile_id: 'sp',
    category_id: 'cat',
    subcategory_id: 'sub',
    currency: 'USD',
  }
  add('products', { id: 'prod', ...product, name: 'Café', slug: 'cafe', description: '', ...at })
  for (const [position, [id, stock]] of [['v1', 10] as const, ['v2', 2] as const].entries()) {
    add('variants', { id, product_id: 'prod', price_minor: 500, position, ...at })
    add('stock_movements', { id: `in-${id}`, variant_id: id, type: 'RESTOCK', amount: stock, created_at: NOW })
  }
  run("UPDATE users SET role = 'SELLER' WHERE id = 'seller'")
}

/** The same people, who have all proved their addresses. */
export function addProvenPeople(domain: TestDomain): void {
  addMarket(domain)
  domain.run('UPDATE users SET email_verified_at = 1')
}

type OrderFacts = Record<string, unknown> & { id?: string; status?: string }

/** An order of three of v1 and one of v2: 20.00 USD of goods and 1.51 of fee. */
export function addOrder(
  { add }: TestDomain,
  { id = 'o1', status = 'PENDING_PAYMENT', ...facts }: OrderFacts = {},
): string {
  const owners = { buyer_id: 'buyer', shop_id: 'shop', seller_profile_id: 'sp' }
  const how = { fulfillment_method: 'DELIVERY', payment_method: 'MOBILE_MONEY', currency: 'USD' }
  const amounts = { subtotal_minor: 2000, delivery_fee_minor: 151, total_minor: 2151 }
  const times = { created_at: NOW, updated_at: NOW }
  add('orders', {
    id,
    number: `CMD-${id}`,
    ...owners,
    status,
    payment_status: 'PENDING',
    ...how,
    ...amounts,
    ...times,
    ...facts,
  })
  for (const [variantId, quantity] of [['v1', 3] as const, ['v2', 1] as const]) {
    const line = { product_id: 'prod', variant_id: variantId, name: 'Café', quantity }
    add('order_items', {
      id: `${id}-${variantId}`,
      order_id: id,
      ...line,
      unit_price_minor: 500,
      line_total_minor: 500 * quantity,
    })
  }
  add('history', { thing_id: id, version: 1, thing: 'order', event: 'create', to_status: status, at: NOW })
  return id
}

const TRANSACTION: GatewayTransaction = {
  id: 'tx',
  gateway: 'B',
  kind: 'payin',
  purpose: 'ORDER',
  subjectId: 'o1',
  reference: 'tx-ref',
  externalId: null,
  originalReference: null,
  status: 'pending',
  state: null,
  amountMinor: 2151,
  currency: 'USD',
  phone: '243810000001',
  network: 'airtel',
  country: 'CD',
  failureCode: null,
  failureMessage: null,
  sentAt: NOW,
  checks: 0,
  nextCheckAt: NOW + 30_000,
  finalAt: null,
  reachedAt: {},
  version: 1,
  createdAt: NOW,
  updatedAt: NOW,
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** An attempt to move money, as `intend` writes one. */
export function addTransaction({ add }: TestDomain, facts: Partial<GatewayTransaction> = {}): GatewayTransaction {
  const id = facts.id ?? 'tx'
  const tx = { ...TRANSACTION, reference: `${id}-ref`, ...facts, id }
  const row = Object.entries({ ...tx, reachedAt: JSON.stringify(tx.reachedAt) })
  add('gateway_transactions', Object.fromEntries(row.map(([name, value]) => [snake(name), value])))
  return tx
}

type Amounts = { currency?: string; subtotal?: number; fee?: number }

/** An order whose payin succeeded: its money is held, and its buyer's number is where a refund goes. */
export function addPaidOrder(
  domain: TestDomain,
  facts: OrderFacts = {},
  { currency = 'USD', subtotal = 2000, fee = 151 }: Amounts = {},
): string {
  const paid = { paid_currency: currency, paid_subtotal_minor: subtotal, paid_fee_minor: fee, payment_status: 'PAID' }
  const id = addOrder(domain, { status: 'PENDING_SELLER_REVIEW', ...paid, ...facts })
  const money = { amountMinor: subtotal + fee, currency: currency as 'USD' }
  addTransaction(domain, { id: `paid-${id}`, subjectId: id, ...money, status: 'succeeded', finalAt: NOW })
  addTransfer(domain, 'order:paid', `paid-${id}`, 'gatewayB:clearing', `order:${id}:held`, subtotal + fee, currency)
  return id
}

/** A transfer that was posted before the test begins. */
export function addTransfer(
  { add }: TestDomain,
  kind: string,
  ref: string,
  from: string,
  to: string,
  amount: number,
  currency = 'USD',
): void {
  const move = { from_account: from, to_account: to, amount_minor: amount, currency, created_at: NOW }
  add('transfers', { id: `${kind}:${ref}`, kind, ref, ...move })
}

type Posted = {
  kind: string
  ref: string
  from_account: string
  to_account: string
  amount_minor: number
  currency: string
}

/** The transfers of these kinds as one line each, in the order they were posted. */
export const posted = ({ rows }: TestDomain, kinds: string): string[] =>
  rows<Posted>('SELECT * FROM transfers WHERE kind GLOB ? ORDER BY rowid', kinds).map(
    (t) => `${t.kind} ${t.ref}: ${t.from_account} > ${t.to_account} ${t.amount_minor} ${t.currency}`,
  )
