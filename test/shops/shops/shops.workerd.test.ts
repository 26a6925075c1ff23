import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { call, guest, type Person, reasons, tally, together } from '#testing/api.ts'
import { count, run } from '#testing/fixtures/database.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newSeller } from '#testing/fixtures/shops.ts'
import { monthly, newPlan, subscribeAndPay, withProducts } from '#testing/fixtures/subscriptions.ts'

let one: { id: string }
let many: { id: string }
beforeAll(async () => {
  one = await newPlan(monthly(0))
  many = await newPlan(monthly(0), { maxShops: 50 })
})

const SHOP = { name: 'Café du Kivu', address: { country: 'CD', city: 'Bukavu' } }
const open = (seller: Person, more: Record<string, unknown> = {}) =>
  call(seller, 'POST', '/seller/shop', { ...SHOP, ...more })
async function ready(plan = many): Promise<Person> {
  const seller = await newSeller()
  await subscribeAndPay(seller, plan.id)
  return seller
}
async function published(seller: Person, more: Record<string, unknown> = {}) {
  const { data } = await open(seller, more)
  return (await call(seller, 'POST', `/seller/shop/${data.id}/publish`)).data
}

describe('opening a shop', () => {
  it('makes a draft with believable defaults, in two trips', async () => {
    const seller = await ready()
    const { data, headers } = await open(seller)
    expect(data).toMatchObject({
      ...SHOP,
      description: '',
      currency: 'USD',
      minOrderAmount: '0.00',
      prepMinutes: 30,
      deliveryMethods: ['DELIVERY', 'PICKUP'],
      openingHours: [],
      status: 'DRAFT',
      reviewStatus: 'NONE',
      publishedAt: null,
      logoUrl: null,
      phone: null,
      email: null,
      version: 1,
    })
    expect(data.slug).toMatch(/^cafe-du-kivu/)
    expect(headers.get('x-d1-round-trips')).toBe('2')
    expect((await open(seller)).data.slug).not.toBe(data.slug)
    const mine = await call(seller, 'GET', '/seller/shop/me')
    expect(mine.data.shops[1]).toEqual(data)
    expect(mine.data.quota).toEqual({ used: 2, max: 50 })
    expect(mine.headers.get('x-d1-round-trips')).toBe('2')
  })

  it('takes every field of an owner', async () => {
    const all = {
      name: "L'Épicerie",
      description: 'Tout\nfrais.',
      phone: '+243 81 000 00 07',
      email: 'Shop@Example.com',
      address: {
        country: 'RW',
        city: 'Kigali',
        avenue: 'KN 4',
        number: '12',
        landmark: 'Marché',
        lat: -1.94,
        lng: 30.06,
      },
      openingHours: [{ day: 1, open: '08:00', close: '18:30' }],
      closedFrom: '2027-01-01T00:00:00.000Z',
      closedTo: '2027-01-08T00:00:00.000Z',
      closureNote: 'Bonne année !',
      currency: 'CDF',
      minOrderAmount: '1500.50',
      prepMinutes: 45,
      deliveryMethods: ['PICKUP'],
    }
    const { data } = await open(await ready(), all)
    expect(data).toMatchObject({ ...all, phone: '243810000007', email: 'shop@example.com' })
  })

  it('needs a live subscription, and stops at the limit of the plan', async () => {
    const seller = await newSeller()
    const without = await open(seller)
    expect([without.status, without.error?.reason]).toEqual([403, 'SUBSCRIPTION_REQUIRED'])
    await subscribeAndPay(seller, one.id)
    expect((await open(seller)).status).toBe(201)
    const over = await open(seller)
    expect([over.status, over.error?.reason]).toEqual([409, 'PLAN_LIMIT_REACHED'])
    expect(over.error?.message).toMatch(/ boutiques/)
    expect((await call(seller, 'GET', '/seller/shop/me')).data).toMatchObject({
      shops: [{}],
      quota: { used: 1, max: 1 },
    })
  })

  it('never passes the limit, with fifty at once', async () => {
    const seller = await ready(one)
    const answers = await together(50, () => open(seller))
    expect(tally(answers)).toEqual({ 201: 1, 409: 49 })
    expect(reasons(answers)).toEqual({ ok: 1, PLAN_LIMIT_REACHED: 49 })
    expect((await call(seller, 'GET', '/seller/shop/me')).data.shops).toHaveLength(1)
  })

  it('refuses bad input', async () => {
    const seller = await ready()
    const bad: [Record<string, unknown>, string][] = [
      [{ name: undefined }, 'name'],
      [{ name: 'x' }, 'name'],
      [{ name: 'x'.repeat(81) }, 'name'],
      [{ address: undefined }, 'address'],
      [{ address: { city: 'Goma' } }, 'address.country'],
      [{ currency: 'RWF' }, 'currency'],
      [{ phone: 'abc' }, 'phone'],
      [{ email: 'nobody' }, 'email'],
      [{ openingHours: [{ day: 7, open: '08:00', close: '09:00' }] }, 'openingHours.0.day'],
      [{ openingHours: [{ day: 1, open: '10:00', close: '10:00' }] }, 'openingHours.0.close'],
      [{ closedFrom: 'demain' }, 'closedFrom'],
      [{ closedFrom: '2027-01-08T00:00:00.000Z', closedTo: '2027-01-01T00:00:00.000Z' }, 'closedTo'],
      [{ minOrderAmount: '1.005' }, 'minOrderAmount'],
      [{ minOrderAmount: -1 }, 'minOrderAmount'],
      [{ minOrderAmount: '1e3' }, 'minOrderAmount'],
      [{ prepMinutes: 1.5 }, 'prepMinutes'],
      [{ deliveryMethods: [] }, 'deliveryMethods'],
      [{ deliveryMethods: ['PICKUP', 'PICKUP'] }, 'deliveryMethods'],
      [{ deliveryMethods: ['DRONE'] }, 'deliveryMethods.0'],
      [{ status: 'PUBLISHED' }, 'status'],
      [{ slug: 'mine' }, 'slug'],
    ]
    for (const [change, field] of bad) {
      const { status, error } = await open(seller, change)
      expect([status, error?.details?.[0]?.field], JSON.stringify(change)).toEqual([400, field])
    }
    expect((await call(seller, 'GET', '/seller/shop/me')).data.shops).toEqual([])
    expect((await open(await signUp('SELLER'))).status).toBe(403)
    expect((await open(await signUp())).status).toBe(403)
    expect((await call(guest, 'POST', '/seller/shop', SHOP)).status).toBe(401)
  })
})

describe('changing a shop', () => {
  it('is partial, keeps its address on the web, and knows its version', async () => {
    const seller = await ready()
    const { data: shop } = await open(seller, { phone: '243810000007', minOrderAmount: 2 })
    const put = (body: Record<string, unknown>, as = seller, id = shop.id) =>
      call(as, 'PUT', `/seller/shop/${id}`, body)
    const { data, headers } = await put({ name: 'Nouveau nom', phone: null, version: 1 })
    expect(data).toEqual({ ...shop, name: 'Nouveau nom', phone: null, version: 2, updatedAt: data.updatedAt })
    expect(headers.get('x-d1-round-trips')).toBe('3')
    const stale = await put({ name: 'Encore', version: 1 })
    expect([stale.status, stale.error?.reason]).toEqual([409, 'VERSION_MISMATCH'])
    expect((await put({ currency: 'CDF' })).error?.details?.[0]?.field).toBe('minOrderAmount')
    expect((await put({ currency: 'CDF', minOrderAmount: '5000' })).data.minOrderAmount).toBe('5000.00')
    for (const body of [{ status: 'PUBLISHED' }, { name: null }, { reviewStatus: 'APPROVED' }, { prepMinutes: '3' }]) {
      expect((await put(body)).status).toBe(400)
    }
    expect((await put({ name: 'Volé' }, await ready())).status).toBe(404)
    expect((await put({ name: 'Volé' }, seller, 'x')).status).toBe(404)
    // A fault of a form is told before whose shop it is.
    expect((await put({ phone: 'zz' }, seller, 'x')).status).toBe(400)
    const raced = await together(20, (i) => put({ name: `Nom ${i}`, version: 3 }))
    expect(tally(raced)).toEqual({ 200: 1, 409: 19 })
  })
})

describe('publishing a shop', () => {
  it('shows it to anybody without its contacts, and hides it again', async () => {
    const seller = await ready()
    const { data: draft } = await open(seller, { phone: '243810000007', email: 'a@b.cd' })
    const act = (event: string, as: Person = seller, id = draft.id) => call(as, 'POST', `/seller/shop/${id}/${event}`)
    const seen = () => call(guest, 'GET', `/seller/shop/${draft.id}`)
    expect((await seen()).status).toBe(404)
    expect((await act('unpublish')).error?.message).toContain('la boutique est un brouillon')

    const { data, headers } = await act('publish')
    expect(data).toMatchObject({ status: 'PUBLISHED', version: 2 })
    expect(data.publishedAt).not.toBeNull()
    expect(headers.get('x-d1-round-trips')).toBe('3')
    const view = await seen()
    const {
      phone: _p,
      email: _e,
      reviewStatus: _r,
      reviewReason: _w,
      suspensionReason: _s,
      hiddenReason: _h,
      version: _v,
      ...open_
    } = data
    const { seller: _seller, ...shown } = view.data
    expect(shown).toEqual(open_)
    expect(view.headers.get('x-d1-round-trips')).toBe('1')
    expect((await call(guest, 'GET', `/seller/shop/slug/${data.slug}`)).data).toEqual(view.data)
    const twice = await act('publish')
    expect([twice.status, twice.error?.reason]).toEqual([409, 'INVALID_TRANSITION'])

    expect((await act('unpublish')).data.status).toBe('UNPUBLISHED')
    expect((await seen()).status).toBe(404)
    expect((await call(guest, 'GET', `/seller/shop/slug/${data.slug}`)).status).toBe(404)
    const again = await act('publish')
    expect(again.data.publishedAt).toBe(data.publishedAt)

    expect((await act('publish', await ready())).status).toBe(404)
    expect((await act('publish', seller, 'x')).status).toBe(404)
    expect((await act('unpublish', await signUp())).status).toBe(403)
    expect((await call(guest, 'POST', `/seller/shop/${draft.id}/publish`)).status).toBe(401)
  })

  it('is not for a suspended one, and moves once of fifty', async () => {
    const seller = await ready()
    const { data } = await open(seller, { name: `Café ${crypto.randomUUID()}` })
    const answers = await together(50, () => call(seller, 'POST', `/seller/shop/${data.id}/publish`))
    expect(tally(answers)).toEqual({ 200: 1, 409: 49 })
    await run("UPDATE shops SET status = 'SUSPENDED' WHERE id = ?", data.id)
    for (const event of ['publish', 'unpublish']) {
      const { status, error } = await call(seller, 'POST', `/seller/shop/${data.id}/${event}`)
      expect([status, error?.reason]).toEqual([403, 'SHOP_SUSPENDED'])
    }
    expect((await call(guest, 'GET', `/seller/shop/${data.id}`)).status).toBe(404)
  })
})

describe('the list of shops', () => {
  const list = (query: string) => call(guest, 'GET', `/seller/shops?${query}`)
  const names = async (query: string) => (await list(query)).data.shops.map(({ name }: { name: string }) => name)

  it('shows published ones, newest first, by search and city whatever the accents, in one trip', async () => {
    const seller = await ready()
    const word = `zz${crypto.randomUUID().slice(0, 8)}`
    const city = `Ville ${word}`
    await open(seller, { name: `${word} Brouillon`, address: { country: 'CD', city } })
    await published(seller, { name: `${word} Épices`, address: { country: 'CD', city: `Vîlle ${word}` } })
    const shop = await published(seller, {
      name: 'Quincaillerie',
      description: `Clous ${word}`,
      address: { country: 'RW', city: 'Huye' },
    })
    expect(await names(`search=${word}`)).toEqual(['Quincaillerie', `${word} Épices`])
    expect(await names(`search=epi%20${word}`)).toEqual([`${word} Épices`])
    expect(await names(`search=${word}&city=hUYÉ`)).toEqual(['Quincaillerie'])
    expect(await names(`city=${encodeURIComponent(`ville ${word}`)}`)).toEqual([`${word} Épices`])
    const page = await list(`search=${word}&limit=1&page=2`)
    expect(page.data.shops.map(({ name }: { name: string }) => name)).toEqual([`${word} Épices`])
    expect(page.data.pagination).toEqual({ page: 2, limit: 1, total: 2, totalPages: 2 })
    expect(page.headers.get('x-d1-round-trips')).toBe('1')

    await call(seller, 'PUT', `/seller/shop/${shop.id}`, { description: 'Vis' })
    expect(await names(`search=${word}`)).toEqual([`${word} Épices`])
    const all = await list('limit=100')
    const total = await count("shops WHERE status = 'PUBLISHED'")
    expect(all.data.pagination.total).toBe(total)
    expect(all.data.shops[0].id).toBe(shop.id)
    expect(all.data.shops[0]).not.toHaveProperty('phone')
  })

  it('knows the categories that shops show', async () => {
    const seller = await ready()
    await withProducts(seller, 2)
    const shown = await env.DB.prepare('SELECT category_id FROM products ORDER BY rowid DESC LIMIT 1').first<string>(
      'category_id',
    )
    expect((await list(`categoryId=${shown}`)).data.pagination.total).toBe(1)
    expect(await names(`categoryId=${shown}&city=BUKAVU`)).toEqual([expect.stringContaining('Kivu Frais')])
    expect(await names(`categoryId=${shown}&city=Goma`)).toEqual([])
    expect(await names('categoryId=x')).toEqual([])
  })

  it('takes any text as a search, and nothing else', async () => {
    for (const text of ['"', '*', 'a OR b', 'name:x', '(', '^', "'", '%', 'NEAR(a b)']) {
      expect((await list(`search=${encodeURIComponent(text)}`)).status, text).toBe(200)
    }
    for (const query of ['search=', 'limit=0', 'page=x', 'foo=1', `search=${'x'.repeat(101)}`]) {
      expect((await list(query)).status, query).toBe(400)
    }
    expect((await call(guest, 'GET', '/seller/shop/x')).status).toBe(404)
    expect((await call(guest, 'GET', '/seller/shop/slug/none')).status).toBe(404)
  })
})

it('a shop is seen by nobody while its seller is blocked, and comes back', async () => {
  const [seller, staff, buyer] = [await ready(), await signUp('ADMIN'), await signUp()]
  const shop = await published(seller, { name: `Bloquée ${crypto.randomUUID().slice(0, 8)}` })
  const total = async () => (await call(guest, 'GET', '/seller/shops?limit=1')).data.pagination.total
  const seen = async () => {
    const answers = [
      await call(guest, 'GET', `/seller/shop/slug/${shop.slug}`),
      await call(guest, 'GET', `/seller/shop/${shop.id}`),
      await call(buyer, 'POST', '/favorites', { type: 'SHOP', targetId: shop.id }),
      await call(buyer, 'POST', `/seller/shop/${shop.id}/report`, { reasonCode: 'SPAM' }),
    ]
    const { shops } = (await call(guest, 'GET', '/seller/shops?limit=100')).data
    const kept = (await call(buyer, 'GET', '/favorites')).data.favorites
    return [
      answers.map(({ status }) => status),
      shops.some(({ id }: { id: string }) => id === shop.id),
      kept.some(({ target }: { target: unknown }) => target !== null),
    ]
  }
  const before = await total()
  await call(buyer, 'POST', '/favorites', { type: 'SHOP', targetId: shop.id })
  expect((await call(staff, 'POST', `/users/${seller.id}/block`, { reason: 'Fraude' })).status).toBe(200)
  expect(await seen()).toEqual([[404, 404, 404, 404], false, false])
  expect(await total()).toBe(before - 1)
  expect((await call(staff, 'POST', `/users/${seller.id}/unblock`, {})).status).toBe(200)
  expect(await seen()).toEqual([[200, 200, 201, 201], true, true])
  expect(await total()).toBe(before)
})
