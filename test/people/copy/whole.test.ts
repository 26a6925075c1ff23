import { describe, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { hourCronAfter } from '#testing/clock.ts'
import { all } from '#testing/fixtures/database.ts'
import { newRider } from '#testing/fixtures/deliveries.ts'
import { actOnOrder, newMarket, paidOrder } from '#testing/fixtures/orders.ts'
import { PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { newCategory } from '#testing/fixtures/products.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import { type Canaries, fieldsFound, newCanaries, whereTheyStand } from '#testing/stories/canaries.ts'
import { copyOf } from '#testing/stories/copies.ts'
import { buysAs, judged, livesAs, SAID } from '#testing/stories/lives.ts'
import { again, DAY } from '#testing/stories/money.ts'
import { message, ok } from '#testing/stories/orders.ts'
import { withNumber } from '#testing/stories/people.ts'
import { clockGoesOn } from '#testing/stories/production.ts'
import { ridesAs, sellsAs } from '#testing/stories/trades.ts'

// Rule 8.7.5: a copy has everything that erasure would touch, and nobody else's. Each word that a person planted stands in their copy, each
// row and file that their erasure changes too, and no word of anybody else.

clockGoesOn()

type Row = Record<string, unknown>
type Dump = Map<string, Row>
type Archive = Awaited<ReturnType<typeof copyOf>>

/** Tables whose rows follow from others, or are written by the erasure itself: a copy has nothing of them. */
const DERIVED =
  /_search|search_keys|search_words|search_spellings|counters|_days$|held_bytes|stored_files|removed_files|changed_rows|^audit$|^history$|attempts|live_|purges|heartbeat|law_verdicts|backup|moderation_events|alerts|conversations|sqlite_/
/** Columns that an erasure changes in rows of which the person wrote nothing: the shop's closing, lists and counts. */
const FOLLOWS =
  /^(proved|proved_minor|version|updated_at|status|reached_at|visible|review_status|moderation_status|forget_at|over_plan|shop_count|product_count|published_at|stock_shop_id|active_jobs)$/

/** All rows of the database, by table and key. */
async function dump(): Promise<Dump> {
  const tables = await all<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
  const rows: Dump = new Map()
  for (const { name } of tables) {
    if (DERIVED.test(name)) continue
    for (const row of await all<Row>(`SELECT * FROM "${name}"`)) {
      const key =
        row.id ??
        JSON.stringify(
          Object.entries(row).filter(([column]) =>
            /_id$|^(key|scope|purpose|person|line|code_hash|subject|up_to)$/.test(column),
          ),
        )
      rows.set(`${name} ${key}`, row)
    }
  }
  return rows
}

/** The rows that are gone, or in which more changed than what follows from others. */
const touched = (before: Dump, after: Dump) =>
  [...before].filter(([key, row]) => {
    const now = after.get(key)
    return !now || Object.keys(row).some((column) => !FOLLOWS.test(column) && row[column] !== now[column])
  })

/** Places of words that are no row or file of the person: indexes, records of acts, and messages that were sent. */
const ELSEWHERE = / in (\w+_search|search_words|search_spellings|audit|outbox|idempotency_keys|KV)/

async function expectAllIn(canary: Canaries, archive: Archive, but: string[] = []): Promise<void> {
  const byWord = { ...canary, planted: new Map([...canary.planted.keys()].map((word) => [word, word])) }
  const stand = fieldsFound((await whereTheyStand(byWord)).filter((at) => !ELSEWHERE.test(at)))
  expect(stand.size).toBeGreaterThan(0)
  const missing = [...canary.planted].filter(([word]) => stand.has(word) && !archive.text.includes(word))
  expect(missing.map(([, field]) => field).filter((field) => !but.includes(field))).toEqual([])
}

/** The account is erased, and each row that this touches is in the copy, by its id or by the number of its kind. */
async function expectErasedRowsIn(person: Person, archive: Archive): Promise<void> {
  const before = await dump()
  ok(await call(await again(person), 'POST', '/users/me/delete', { password: PASSWORD }))
  const asked = await dump()
  for (let day = 0; day < 31; day++) await hourCronAfter(DAY)
  const changes = touched(before, await dump()).filter(([key]) => asked.has(key))
  expect(changes.length).toBeGreaterThan(10)
  const missing = changes
    .filter(([, { id }]) => typeof id === 'string' && !archive.text.includes(id))
    .map(([key]) => key)
  // Others' notices that quoted the person, rows of the days between, and what the sweep of old rows took.
  expect(
    missing.filter(
      (key) =>
        !/^(notifications|outbox|idempotency_keys|sessions|one_time_tokens|recoveries|quotes|data_copies|incidents) /.test(
          key,
        ),
    ),
  ).toEqual([])
}

describe('a copy has each word and row of its person', () => {
  it('8.7.5 a buyer', async () => {
    const canary = newCanaries()
    const person = await withNumber(await signUp())
    await livesAs(person, canary)
    await buysAs(await again(person), canary)
    await judged(person)
    const archive = await copyOf(await again(person))
    await expectAllIn(canary, archive)
    expect(archive.text).not.toContain(SAID)
    expect(archive.rows('users')).toMatchObject([{ id: person.id, email: person.email }])
    expect(Object.keys(archive.files).filter((name) => name.startsWith('files/')).length).toBeGreaterThanOrEqual(2)
    await expectErasedRowsIn(person, archive)
  })

  it('8.7.5 a seller', async () => {
    const canary = newCanaries()
    const category = await newCategory()
    const seller = await newShopkeeper()
    await livesAs(seller, canary)
    await sellsAs(seller, canary, category)
    const archive = await copyOf(await again(seller))
    // The number stands on the papers; the database has it sealed.
    await expectAllIn(canary, archive, ['kyc.idNumber'])
    expect(archive.text).not.toContain(SAID)
    // Papers of the identity, logo, banner and avatar.
    expect(Object.keys(archive.files).filter((name) => name.startsWith('files/')).length).toBeGreaterThanOrEqual(5)
    await expectErasedRowsIn(seller, archive)
  })

  it('8.7.5 a rider', async () => {
    const canary = newCanaries()
    const market = await newMarket()
    const rider = await newRider()
    await livesAs(rider, canary)
    await ridesAs(rider, canary, market)
    const archive = await copyOf(await again(rider))
    await expectAllIn(canary, archive)
    expect(archive.text).not.toContain(SAID)
    expect(archive.rows('rides')).toHaveLength(1)
    await expectErasedRowsIn(rider, archive)
  })
})

it('8.7.5 people of one order have no word of each other in their copies', async () => {
  const [buyers, sellers, riders] = [newCanaries(), newCanaries(), newCanaries()]
  const market = await newMarket()
  const buyer = await withNumber(market.buyer)
  ok(await call(buyer, 'PUT', '/users/me', { name: buyers.in('name') }))
  ok(await call(market.seller, 'PUT', '/users/me', { name: sellers.in('name') }))
  ok(
    await call(market.seller, 'PUT', `/seller/shop/${market.seller.shopId}`, {
      description: sellers.in('shop.description'),
    }),
  )
  const rider = await newRider()
  ok(await call(rider, 'PUT', '/users/me', { name: riders.in('name') }))
  const words = { note: buyers.in('order.note'), deliveryAddress: buyers.in('order.deliveryAddress') }
  const order = await paidOrder({ ...market, buyer }, { ...words, quantity: 1 })
  ok(await message(buyer, order.id, buyers.in('message')))
  ok(await message(market.seller, order.id, sellers.in('message')))
  const about = { type: 'ORDER', title: buyers.in('incident.title'), description: buyers.in('incident.description') }
  const incident = ok(await call(buyer, 'POST', '/incidents', { ...about, orderId: order.id }))
  ok(await call(market.seller, 'POST', `/incidents/${incident.id}/updates`, { body: sellers.in('incident.update') }))
  const team = newCanaries()
  const support = await signUp('SUPPORT')
  ok(await call(support, 'POST', `/incidents/${incident.id}/updates`, { body: team.in('incident.update') }))
  ok(await call(support, 'POST', `/incidents/${incident.id}/dismiss`, { note: team.in('incident.note') }))
  ok(await call(support, 'POST', `/orders/admin/${order.id}/notes`, { body: team.in('order.note') }))
  ok(await actOnOrder(market.seller, order.id, 'reject', { reason: sellers.in('reject') }))
  const all3 = [
    [await again(buyer), buyers],
    [await again(market.seller), sellers],
    [await again(rider), riders],
  ] as const
  for (const [person, own] of all3) {
    const archive = await copyOf(person)
    for (const canaries of [buyers, sellers, riders, team])
      for (const [word, field] of canaries.planted)
        if (canaries !== own) expect(archive.text.includes(word), field).toBe(false)
    await expectAllIn(own, archive)
    const others = all3.filter(([other]) => other !== person).map(([{ email }]) => email)
    for (const theirs of [...others, ...(own === buyers ? [] : [buyer.phone, order.payerPhoneNumber])])
      expect(archive.text.includes(theirs), theirs).toBe(false)
  }
})
