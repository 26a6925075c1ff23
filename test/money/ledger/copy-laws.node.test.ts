import { describe, expect, it } from 'vitest'
import { wholes } from '#db/law.ts'
import { COPY_LAWS } from '#domain/money/ledger/copy-laws.ts'
import { DAY_MS, HOUR_MS } from '#kernel/time.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { holdNight } from '#testing/domain/laws.ts'
import { addMarket } from '#testing/domain/market.ts'
import { addPaidOrder } from '#testing/domain/orders.ts'

const domain = openDomain(addMarket)
const { add, run, rows } = domain

const CHANNEL = { order_id: 'o1', channel: 'BUYER_SELLER' }
/** The buyer wrote to the seller, who read it and answered. */
function addTalk(): void {
  const sent = { ...CHANNEL, body: '', created_at: NOW }
  const [toSeller, toBuyer] = [
    { sender_id: 'buyer', recipient_id: 'seller', sender_role: 'BUYER', to_buyer: 0, to_other: 1 },
    { sender_id: 'seller', recipient_id: 'buyer', sender_role: 'SELLER', to_buyer: 1, to_other: 1 },
  ]
  add('messages', { id: 'm1', ...sent, ...toSeller, position: 1, client_message_id: 'a' })
  add('messages', { id: 'm2', ...sent, ...toBuyer, position: 2, client_message_id: 'b' })
  const talk = { ...CHANNEL, total: 2, received: 1, last_message_id: 'm2', last_at: NOW }
  add('conversations', { ...talk, user_id: 'buyer', shown_to: 'buyer' })
  add('conversations', { ...talk, user_id: 'seller', shown_to: 'seller', seen: 1 })
  add('read_marks', { ...CHANNEL, user_id: 'seller', seen_before: 0, seen: 1, at: NOW })
}

const OF_BUYER = "WHERE user_id = 'buyer'"
const BREAKS: Record<string, [what: string, breakIt: () => void][]> = {
  'every order is found by its buyer, and by each number that was asked for it': [
    ['an order that nobody finds', () => run('DELETE FROM orders_search')],
    ['one without its key', () => run("DELETE FROM search_keys WHERE thing_id = 'o1'")],
    ['another address', () => run("UPDATE orders_search SET email = 'x@soko.test'")],
    ['another number of the buyer', () => run("UPDATE orders_search SET phone = '243'")],
    [
      'an address that changed unseen',
      () => void [run('DROP TRIGGER buyers_renamed'), run("UPDATE users SET email = 'x@soko.test' WHERE id = 'buyer'")],
    ],
    ['a number that paid', () => run("UPDATE orders_search SET payers = ''")],
  ],
  'the zones of riders are those that they chose': [
    ['one that is lost', () => run("DELETE FROM rider_zones WHERE zone_id = 'z2'")],
    ['one that was not chosen', () => add('rider_zones', { zone_id: 'z3', rider_id: 'rd' })],
    ['one of nobody', () => add('rider_zones', { zone_id: 'z1', rider_id: 'x' })],
    ['chosen unseen', () => void [run('DROP TRIGGER rider_zones_update'), run("UPDATE riders SET zones = '[]'")]],
  ],
  'a conversation counts its messages, ends with the last of them and is read up to its last mark': [
    ['one more', () => run(`UPDATE conversations SET total = 3 ${OF_BUYER}`)],
    ['one less was sent', () => run(`UPDATE conversations SET received = 0 ${OF_BUYER}`)],
    ['another last', () => run(`UPDATE conversations SET last_message_id = 'm1' ${OF_BUYER}`)],
    ['read without a mark', () => run(`UPDATE conversations SET seen = 1 ${OF_BUYER}`)],
    ['a mark that nothing followed', () => run("UPDATE conversations SET seen = 0 WHERE user_id = 'seller'")],
  ],
  'a feed counts its notifications and those that are unread': [
    ['one more', () => run('UPDATE feeds SET total = 4')],
    ['one more that is unread', () => run('UPDATE feeds SET unread = 2')],
    ['read without a mark', () => run('UPDATE feeds SET read_to = 2')],
    [
      'taken away unseen',
      () => void [run('DROP TRIGGER feeds_delete'), run('DELETE FROM notifications WHERE seq = 2')],
    ],
    ['a feed that is lost', () => run('DELETE FROM feeds')],
  ],
  'tickets of sellers whose plan has priority go first until they are closed, and no others': [
    ['one that waits behind the others', () => run("UPDATE tickets SET goes_first = 0 WHERE id = 't1'")],
    ['one of a buyer before them', () => run("UPDATE tickets SET goes_first = 1 WHERE id = 't2'")],
    [
      'a subscription that ended unseen',
      () => void [run('DROP TRIGGER tickets_resubscribed'), run("UPDATE subscriptions SET status = 'EXPIRED'")],
    ],
    [
      'a plan that lost its priority unseen',
      () => void [run('DROP TRIGGER tickets_of_plan'), run('UPDATE plans SET priority_support = 0')],
    ],
  ],
  "shops over what their seller's plan allows are hidden with what they sell, the youngest of the published, and no others":
    [
      ['one more that is published', () => run("UPDATE shops SET status = 'PUBLISHED' WHERE id = 'draft'")],
      ['a plan that came to allow fewer unseen', () => run('UPDATE plans SET max_shops = 0')],
      ['one that is hidden for nothing', () => run("UPDATE shops SET over_plan = 1 WHERE id = 'shop'")],
      ['the older one', () => run("UPDATE shops SET published_at = published_at - 2 WHERE id = 'second'")],
      ['what a hidden one sells', () => run("UPDATE products SET shop_id = 'second', visible = 1")],
      ['a draft that is over', () => run("UPDATE shops SET over_plan = 1 WHERE id = 'draft'")],
    ],
  'a message is in the conversations of both': [
    ['not in its sender’s', () => run(`DELETE FROM conversations ${OF_BUYER}`)],
    ['to nobody', () => run("UPDATE messages SET recipient_id = 'x' WHERE id = 'm1'")],
  ],
}

/** The buyer read one of three notices with all before it, and one by itself. */
function addFeed(): void {
  const notice = { user_id: 'buyer', type: 'order.paid', title: '', body: '', data: '{}', created_at: NOW }
  add('notifications', { ...notice, seq: 1, id: 'n1' })
  add('feed_reads', { user_id: 'buyer', up_to: 1, id: 'r1', marked: 1, at: NOW })
  add('notifications', { ...notice, seq: 2, id: 'n2' })
  add('notifications', { ...notice, seq: 3, id: 'n3' })
  run("UPDATE notifications SET read_at = 1 WHERE id = 'n3'")
}

/** The seller's plan has priority: their open ticket goes first, a closed one stays as it was, and the buyer's waits. */
function addTickets(): void {
  const at = { created_at: NOW, updated_at: NOW }
  const ticket = { subject: '', category: 'OTHER', status: 'OPEN', goes_first: 0, ...at }
  add('tickets', { id: 't1', number: 'TIC-1', owner_id: 'seller', ...ticket })
  add('tickets', { id: 't2', number: 'TIC-2', owner_id: 'buyer', ...ticket })
  add('tickets', { id: 't3', number: 'TIC-3', owner_id: 'seller', ...ticket, status: 'CLOSED' })
  const limits = { max_products: 9, max_photos_per_product: 1, max_shops: 1 }
  add('plans', { id: 'pl', slug: 'pl', name: 'Pro', ...limits, priority_support: 1, ...at })
  const cycle = { plan_id: 'pl', billing_cycle: 'MONTHLY', currency: 'USD' }
  add('subscriptions', { id: 'su', seller_profile_id: 'sp', ...cycle, status: 'ACTIVE', ...at })
}

/** Two published shops of which the plan of `addTickets` allows one, and a draft. */
function addShops(): void {
  run(`UPDATE shops SET published_at = ${NOW}`)
  const rest = { seller_profile_id: 'sp', name: 'Kivu', address: '{}', opening_hours: '[]', currency: 'USD' }
  const shop = { ...rest, delivery_methods: '[]', created_at: NOW, updated_at: NOW }
  add('shops', { id: 'second', slug: 'b', ...shop, status: 'PUBLISHED', published_at: NOW + 1, over_plan: 1 })
  add('shops', { id: 'draft', slug: 'c', ...shop, status: 'DRAFT' })
}

function addCopies(): void {
  addShops()
  addPaidOrder(domain)
  addTickets()
  addTalk()
  addFeed()
  run(`UPDATE riders SET zones = '["z1", "z2"]'`)
}
const heldOf = (law: string) =>
  rows("SELECT ref FROM incidents WHERE ref GLOB 'law:*'").filter((row) => String(row.ref).includes(law))

it('there is a way to break every law of what is copied', () => {
  expect(Object.keys(BREAKS)).toEqual(Object.keys(COPY_LAWS))
})

it('an order of an erased buyer is found by nothing', () => {
  addCopies()
  run("UPDATE users SET email = 'efface-x@invalid', phone = NULL, erased_at = 1 WHERE id = 'buyer'")
  run("UPDATE orders_search SET name = '', email = '', phone = '', payers = ''")
  expect(Object.values(wholes(COPY_LAWS)).flatMap((law) => rows(law))).toEqual([])
})

describe.each(Object.entries(BREAKS))('%s', (law, breaks) => {
  it.each(breaks)('%s', async (_what, breakIt) => {
    addCopies()
    await holdNight(domain, HOUR_MS)
    expect(rows('SELECT ref FROM incidents')).toEqual([])
    breakIt()
    await holdNight(domain, DAY_MS)
    expect(heldOf(law)).toHaveLength(1)
  })
})
