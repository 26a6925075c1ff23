import type { DatabaseSync, SQLInputValue } from 'node:sqlite'

type Row = Record<string, SQLInputValue>

export const T0 = Date.UTC(2026, 7, 1, 10)
const DAY = 86_400_000
const AT = { created_at: T0, updated_at: T0 }
const PAYER = { phone: '243810000001', network: 'airtel', country: 'CD' }

/** Rows of each kind, as the service wrote them while 0007 was its last migration; its laws of then hold. */
export function addOldRows(db: DatabaseSync): void {
  const add = (table: string, row: Row) =>
    void db
      .prepare(
        `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row)
          .map(() => '?')
          .join(', ')})`,
      )
      .run(...Object.values(row))
  const moves = (thing: string, id: string, ...states: string[]) =>
    states.forEach((to, i) => {
      const from = i > 0 ? { from_status: states[i - 1] ?? null } : {}
      add('history', { thing, thing_id: id, version: i + 1, event: 'moved', to_status: to, ...from, at: T0 + i })
    })
  const transfer = (kind: string, ref: string, from: string, to: string, amount: number) =>
    add('transfers', {
      ...{ id: `${kind}-${ref}`, kind, ref, from_account: from, to_account: to },
      ...{ amount_minor: amount, currency: 'USD', created_at: T0 },
    })
  const attempt = (id: string, kind: string, purpose: string, subject: string, amount: number, status: string, n = 0) =>
    add('gateway_transactions', {
      ...{ id, gateway: kind === 'deposit' ? 'A' : 'B', kind, purpose, subject_id: subject, reference: `ref-${id}` },
      ...{ status, amount_minor: amount, currency: 'USD', ...PAYER, sent_at: T0, version: 1, ...AT },
      ...(status === 'pending' ? { next_check_at: T0 + 30_000 } : { final_at: T0 + n }),
    })

  people(add)
  goods(add)
  plans(add, moves, transfer, attempt)
  orders(add, moves, transfer, attempt)
  payouts(add, moves, transfer, attempt)
  add('codes', { purpose: 'WITHDRAWAL', person: 'seller', target: 't', code_hash: 'h', sent_at: T0, expires_at: T0 })
  add('attempts', { key: 'login:x', count: 3, window_ends_at: T0 })
  add('idempotency_keys', { scope: 'k'.repeat(36), key: 'one', body_hash: 'h', created_at: T0 })
  const mail = { channel: 'email', recipient: 'buyer@soko.test', kind: 'order.paid', subject: 's', body: 'b' }
  add('outbox', { id: 'm1', ...mail, next_at: T0, created_at: T0 })
  add('audit', { id: 'au1', actor_id: 'admin', action: 'order.cancel', target_id: 'cancelled', details: '{}', at: T0 })
  add('removed_files', { key: 'old.jpg', created_at: T0 })
}

type Add = (table: string, row: Row) => void
type Moves = (thing: string, id: string, ...states: string[]) => void
type Transfer = (kind: string, ref: string, from: string, to: string, amount: number) => void
type Attempt = (
  id: string,
  kind: string,
  purpose: string,
  subject: string,
  amount: number,
  status: string,
  n?: number,
) => void

function people(add: Add): void {
  for (const [id, role] of Object.entries({ buyer: 'BUYER', seller: 'SELLER', rider: 'RIDER', admin: 'ADMIN' })) {
    add('users', { id, name: id, email: `${id}@soko.test`, email_verified_at: T0, role, ...AT })
    const session = {
      client_type: 'web',
      rotated_at: T0,
      created_at: T0,
      last_used_at: T0,
      expires_at: T0,
      ends_at: T0,
    }
    add('sessions', { id: `s-${id}`, user_id: id, ...session })
    add('known_devices', { user_id: id, device: 'Firefox', first_seen_at: T0 })
  }
  const place = { country: 'CD', city: 'Bukavu' }
  add('addresses', {
    id: 'ad1',
    user_id: 'buyer',
    label: 'a',
    recipient_name: 'b',
    phone: '243810000001',
    ...place,
    ...AT,
  })
  add('backup_codes', { user_id: 'admin', code_hash: 'h', created_at: T0 })
  add('identities', { provider: 'google', subject: 'g1', user_id: 'buyer', email: 'buyer@soko.test', linked_at: T0 })
  add('totp', { user_id: 'admin', sealed_seed: 's', key_version: 1, confirmed_at: T0, created_at: T0 })
  const key = { credential_id: 'c', public_key: 'p', counter: 1, backed_up: 0, name: 'n' }
  add('passkeys', { id: 'pk1', user_id: 'seller', ...key, created_at: T0 })
  add('one_time_tokens', {
    id: 't1',
    purpose: 'LINK',
    user_id: 'buyer',
    secret_hash: 'h',
    expires_at: T0,
    created_at: T0,
  })
  add('recoveries', { id: 're1', user_id: 'buyer', expires_at: T0, created_at: T0 })
  add('documents', {
    id: 'd1',
    owner_id: 'seller',
    kind: 'ID',
    key: 'k1',
    content_type: 'image/png',
    size: 9,
    created_at: T0,
  })
  const address = JSON.stringify(place)
  const profile = { business_name: 'Kivu', business_type: 'INDIVIDUAL', contact_phone: '243810000002', address }
  add('seller_profiles', { id: 'sp', user_id: 'seller', ...profile, ...AT })
  const shop = { name: 'Kivu', slug: 'kivu', address, opening_hours: '[]', currency: 'USD', delivery_methods: '[]' }
  add('shops', { id: 'shop', seller_profile_id: 'sp', ...shop, status: 'PUBLISHED', ...AT })
  const reviewed = { published_at: T0 + 7, version: 3 }
  add('shops', { id: 'shown', seller_profile_id: 'sp', ...shop, slug: 'b', status: 'PUBLISHED', ...reviewed, ...AT })
  add('shops', { id: 'hidden', seller_profile_id: 'sp', ...shop, slug: 'c', status: 'UNPUBLISHED', ...reviewed, ...AT })
  add('shops', { id: 'draft', seller_profile_id: 'sp', ...shop, slug: 'd', status: 'DRAFT', ...AT })
  add('riders', { id: 'rd', user_id: 'rider', status: 'ACTIVE', vehicle_type: 'MOTO', zones: '["z1"]', ...AT })
  const zone = { lat: -2.5, lng: 28.8, radius_km: 9, fee_minor: 151, fee_currency: 'USD', created_at: T0 }
  add('delivery_zones', { id: 'z1', name: 'Bukavu', ...place, folded_city: 'bukavu', ...zone })
  add('wallets', { owner_id: 'sp', owner_kind: 'seller', user_id: 'seller', created_at: T0 })
}

function goods(add: Add): void {
  add('categories', { id: 'cat', name: 'Café', folded_name: 'cafe', slug: 'cafe', created_at: T0 })
  const under = { category_id: 'cat', name: 'Tout', folded_name: 'tout', slug: 'tout' }
  add('subcategories', { id: 'sub', ...under, created_at: T0 })
  const where = { shop_id: 'shop', seller_profile_id: 'sp', category_id: 'cat', subcategory_id: 'sub', currency: 'USD' }
  for (const [id, status] of Object.entries({ prod: 'PUBLISHED', draft: 'DRAFT' })) {
    const shown = status === 'PUBLISHED' ? { visible: 1, published_at: T0 } : {}
    add('products', { id, ...where, name: 'Café vert', slug: id, description: 'du Kivu', status, ...shown, ...AT })
    add('variants', { id: `v-${id}`, product_id: id, price_minor: 500, position: 0, is_default: 1, ...AT })
    add('stock_movements', { id: `in-${id}`, variant_id: `v-${id}`, type: 'RESTOCK', amount: 40, created_at: T0 })
    const image = { key: `${id}.jpg`, content_type: 'image/jpeg', position: 0, created_at: T0 }
    add('product_images', { id: `i-${id}`, product_id: id, ...image })
  }
  const rate = { base_currency: 'USD', quote_currency: 'CDF', rate_scaled: 280_000_000_000, source: 'test' }
  add('exchange_rates', { id: 'x1', ...rate, effective_at: T0, created_at: T0 })
}

/** One subscription whose month was paid, and the transfer of that deposit. */
function plans(add: Add, moves: Moves, transfer: Transfer, attempt: Attempt): void {
  const quota = { max_products: 9, max_photos_per_product: 5, max_shops: 2 }
  add('plans', { id: 'pl', slug: 'pro', name: 'Pro', ...quota, ...AT })
  add('plan_prices', { plan_id: 'pl', billing_cycle: 'MONTHLY', currency: 'USD', amount_minor: 900 })
  const cycle = { seller_profile_id: 'sp', plan_id: 'pl', billing_cycle: 'MONTHLY', currency: 'USD' }
  const period = { current_period_start: T0 + 1, current_period_end: T0 + 1 + 31 * DAY }
  add('subscriptions', { id: 'sub1', ...cycle, status: 'ACTIVE', ...period, version: 2, ...AT })
  for (const [version, event, from, to] of [
    [1, 'request', null, 'PENDING'],
    [2, 'start', 'PENDING', 'ACTIVE'],
  ] as const)
    add('history', {
      thing: 'subscription',
      thing_id: 'sub1',
      version,
      event,
      from_status: from,
      to_status: to,
      at: T0 + version - 1,
    })
  const paid = { amount_minor: 900, currency: 'USD', status: 'SUCCEEDED', expires_at: T0, paid_at: T0 + 1 }
  add('subscription_payments', {
    id: 'pay1',
    subscription_id: 'sub1',
    seller_profile_id: 'sp',
    deposit_id: 'dep1',
    ...paid,
    ...AT,
  })
  moves('subscription_payment', 'pay1', 'PENDING', 'SUCCEEDED')
  attempt('dep1', 'deposit', 'SUBSCRIPTION', 'pay1', 900, 'succeeded', 1)
  transfer('subscription:paid', 'pay1', 'gatewayA:clearing', 'platform:subscriptions', 900)
}

const SHOWN = { buyer_id: 'buyer', shop_id: 'shop', seller_profile_id: 'sp', fulfillment_method: 'DELIVERY' }
const PRICE = { currency: 'USD', subtotal_minor: 2000, delivery_fee_minor: 151, total_minor: 2151 }
const PAID = { payment_status: 'PAID', paid_currency: 'USD', paid_subtotal_minor: 2000, paid_fee_minor: 151 }

/** An order in each stage of its money, one with a refund that failed, one given back, one paid twice. */
function orders(add: Add, moves: Moves, transfer: Transfer, attempt: Attempt): void {
  const order = (id: string, states: string[], facts: Row = {}) => {
    const reached = JSON.stringify(Object.fromEntries(states.map((state, i) => [state, T0 + i])))
    const now = { status: states.at(-1) ?? '', reached_at: reached, version: states.length }
    const how = { payment_method: 'MOBILE_MONEY', payment_status: 'PENDING' }
    add('orders', { id, number: `CMD-${id}`, ...SHOWN, ...PRICE, ...how, ...now, ...AT, ...facts })
    const line = { product_id: 'prod', variant_id: 'v-prod', name: 'Café vert' }
    add('order_items', {
      id: `l-${id}`,
      order_id: id,
      ...line,
      quantity: 4,
      unit_price_minor: 500,
      line_total_minor: 2000,
    })
    moves('order', id, ...states)
  }
  const paid = (id: string, states: string[], facts: Row = {}) => {
    order(id, ['PENDING_PAYMENT', 'PENDING_SELLER_REVIEW', ...states], { ...PAID, ...facts })
    attempt(`in-${id}`, 'payin', 'ORDER', id, 2151, 'succeeded')
    transfer('order:paid', `in-${id}`, 'gatewayB:clearing', `order:${id}:held`, 2151)
  }
  const accept = (id: string) => {
    transfer('order:accepted', id, `order:${id}:held`, 'seller:sp:pending', 1940)
    transfer('order:commission', id, `order:${id}:held`, 'platform:commission', 60)
  }
  const refund = (id: string, status: string) => {
    const row = { order_id: id, amount_minor: 2151, currency: 'USD', kind: 'FULL', status, gateway: 'B' }
    add('refunds', { id: `r-${id}`, ...row, ...PAYER, attempt: 1, version: 3, ...AT })
    moves('refund', `r-${id}`, 'REQUESTED', 'PROCESSING', status)
    attempt(`out-${id}`, 'payout', 'REFUND', `r-${id}`, 2151, status === 'FAILED' ? 'failed' : 'succeeded')
  }
  order('unpaid', ['PENDING_PAYMENT'], { hold_ends_at: T0, due_at: T0 })
  add('stock_holds', { order_id: 'unpaid', variant_id: 'v-prod', quantity: 4 })
  attempt('in-unpaid', 'payin', 'ORDER', 'unpaid', 2151, 'pending')
  paid('waiting', [])
  paid('accepted', ['ACCEPTED'], { commission_minor: 60 })
  accept('accepted')

  paid('delivered', ['ACCEPTED', 'DELIVERED'], { commission_minor: 60, due_at: T0 + 2 * DAY })
  accept('delivered')
  refund('delivered', 'FAILED')

  paid('completed', ['ACCEPTED', 'DELIVERED', 'COMPLETED'], { commission_minor: 60 })
  accept('completed')
  transfer('order:completed', 'completed', 'seller:sp:pending', 'seller:sp:available', 1940)
  transfer('order:rider', 'completed', 'order:completed:held', 'rider:rd:available', 121)
  transfer('order:delivery', 'completed', 'order:completed:held', 'platform:delivery', 30)
  const sale = { type: 'SALE', amount_minor: 1940, currency: 'USD', balance_after_minor: 1940, order_id: 'completed' }
  add('wallet_entries', { id: 'w1', owner_id: 'sp', ...sale, created_at: T0 })
  const job = { pickup: '{}', dropoff: '{}', zone_id: 'z1', fee_minor: 151, rider_earning_minor: 121, currency: 'USD' }
  add('deliveries', { id: 'de1', order_id: 'completed', status: 'DELIVERED', rider_id: 'rd', ...job, ...AT })

  paid('cancelled', ['CANCELLED'], { cancelled_by: 'STAFF', refunded_minor: 2151, payment_status: 'REFUNDED' })
  refund('cancelled', 'SUCCEEDED')
  transfer('refund:taken', 'r-cancelled:1:held', 'order:cancelled:held', 'refunds:inFlight', 2151)
  transfer('refund:done', 'out-cancelled', 'refunds:inFlight', 'gatewayB:clearing', 2151)

  paid('twice', [])
  attempt('again-twice', 'payin', 'ORDER', 'twice', 2151, 'succeeded', 9)
  transfer('order:paid', 'again-twice', 'gatewayB:clearing', 'order:twice:held', 2151)
  const incident = { type: 'PAYMENT', severity: 'HIGH', title: 'Commande payée deux fois', order_id: 'twice' }
  add('incidents', {
    id: 'inc1',
    ...incident,
    description: 'Gardé à part.',
    ref: 'paidTwice:again-twice',
    created_at: T0,
  })
  add('incidents', {
    ...{ id: 'inc2', ...incident, title: 'Remboursement refusé par un opérateur', order_id: 'delivered' },
    ...{ description: 'À renvoyer.', ref: 'refund:out-delivered', created_at: T0 },
  })
}

/** A withdrawal that arrived, and a payout of an administrator on its way, which reserved nothing then. */
function payouts(add: Add, moves: Moves, transfer: Transfer, attempt: Attempt): void {
  const of = {
    gateway: 'B',
    owner_id: 'sp',
    owner_kind: 'seller',
    requested_by: 'seller',
    account: 'seller:sp:available',
  }
  const money = { amount_minor: 1000, currency: 'USD', ...PAYER }
  add('payouts', { id: 'wd1', ...of, ...money, status: 'COMPLETED', version: 2, ...AT })
  moves('payout', 'wd1', 'ACCEPTED', 'COMPLETED')
  attempt('wd1-tx', 'payout', 'WITHDRAWAL', 'wd1', 1000, 'succeeded')
  transfer('withdrawal:reserved', 'wd1', 'seller:sp:available', 'seller:sp:reserved', 1000)
  transfer('withdrawal:done', 'wd1', 'seller:sp:reserved', 'gatewayB:clearing', 1000)
  const line = { type: 'PAYOUT', amount_minor: -1000, currency: 'USD', balance_after_minor: 940, payout_id: 'wd1' }
  add('wallet_entries', { id: 'w2', owner_id: 'sp', ...line, created_at: T0 })

  const rent = { gateway: 'A', requested_by: 'admin', account: 'platform:cash', ...money, amount_minor: 300 }
  add('payouts', { id: 'rent', ...rent, status: 'PROCESSING', version: 2, ...AT })
  moves('payout', 'rent', 'ACCEPTED', 'PROCESSING')
  attempt('rent-tx', 'payout', 'ADMIN_PAYOUT', 'rent', 300, 'pending')
}
