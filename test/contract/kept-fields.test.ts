import { existsSync, readFileSync } from 'node:fs'
import { getTableColumns } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { call, guest, type Person } from '#testing/api.ts'
import { actOnJob, newJob, newRider } from '#testing/fixtures/deliveries.ts'
import { ADDRESS } from '#testing/fixtures/inputs.ts'
import { actOnOrder, type Market, newMarket, orderRow, paidOrder, postOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { createProduct, newCategory } from '#testing/fixtures/products.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import { ACTS, OF_THE_MOMENT, THINGS } from './kept-fields.ts'
import { operations } from './operations.ts'

const things = Object.entries(THINGS)
const listed = (operations_: string[], fields: string[]) =>
  operations_.flatMap((id) => fields.map((field) => `${id}.${field}`))

describe('every field that a caller sends', () => {
  const bodies = operations.flatMap(({ operation }) => {
    const body = operation.json ?? operation.form
    return body ? [{ id: operation.id, fields: Object.keys((body as z.ZodObject).shape) }] : []
  })

  it('is of a thing, which says who obeys it, or of an act alone', () => {
    const known = new Set(things.flatMap(([, { operations: of, fields }]) => listed(of, Object.keys(fields))))
    const acts = Object.values(ACTS).flat()
    const sent = bodies.filter(({ id }) => !acts.includes(id)).flatMap(({ id, fields }) => listed([id], fields))
    const ofMoment = (field: string) => OF_THE_MOMENT.includes(field.split('.')[1] ?? '')
    expect(sent.filter((field) => !known.has(field) && !ofMoment(field))).toEqual([])
    const ids = new Set(bodies.map(({ id }) => id))
    const named = [...acts, ...things.flatMap(([, { operations: of }]) => of)]
    expect(named.filter((id) => !ids.has(id))).toEqual([])
    expect(named.filter((id, i) => named.indexOf(id) !== i)).toEqual([])
    for (const [thing, { operations: of, fields }] of things)
      for (const field of Object.keys(fields))
        expect(
          of.some((id) => sent.includes(`${id}.${field}`)),
          `${thing}.${field} is sent by nobody`,
        ).toBe(true)
  })

  it('is kept in the column that the table names', () => {
    const missing = things.flatMap(([thing, { table, fields }]) => {
      if (!table) return []
      const columns = Object.keys(getTableColumns(table))
      return Object.entries(fields)
        .filter(([field, { column = field }]) => column !== '' && !columns.includes(column))
        .map(([field]) => `${thing}.${field}`)
    })
    expect(missing).toEqual([])
  })

  it('is seen by the test that is named', () => {
    const all = things.flatMap(([thing, { fields }]) =>
      Object.entries(fields).flatMap(([field, kept]) => ('test' in kept ? [{ thing, field, path: kept.test }] : [])),
    )
    const blind = all.filter(({ field, path }) => !existsSync(path) || !mentions(readFileSync(path, 'utf8'), field))
    expect(blind).toEqual([])
  })

  it('has a probe where it says so', () => {
    const asked = things.flatMap(([, { fields }]) =>
      Object.values(fields).flatMap((kept) => ('probe' in kept ? [kept.probe] : [])),
    )
    expect(Object.keys(PROBES).sort()).toEqual([...new Set(asked)].sort())
  })
})

/** By its name, or by that of its column. */
const mentions = (text: string, field: string) =>
  text.includes(field) || text.includes(field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))

let admin: Person
beforeAll(async () => {
  admin = await signUp('ADMIN')
})

const HERE = { lat: -3.5, lng: 27.5 }
const DAY = 86_400_000
const fresh = () => `Ville ${crypto.randomUUID()}`
const at = (ms: number) => new Date(Date.now() + ms).toISOString()
const edit = async ({ seller }: Market, body: object) => {
  const edited = await call(seller, 'PUT', `/seller/shop/${seller.shopId}`, body)
  expect(edited.status, JSON.stringify(edited.error)).toBe(200)
}

/** A market in a town with a zone, and what a way to a place in it costs. */
async function inZone() {
  const [city, market] = [fresh(), await newMarket()]
  await edit(market, { address: { country: 'CD', city, ...HERE } })
  const body = { name: fresh(), country: 'CD', city, ...HERE, radiusKm: 5, fee: '1.10', feeCurrency: 'USD' }
  const { data: zone } = await call(admin, 'POST', '/deliveries/zones', body)
  const way = async () => {
    const place = `lat=${HERE.lat + 0.02}&lng=${HERE.lng}`
    const { status, data } = await call(
      market.buyer,
      'GET',
      `/deliveries/quote?shopId=${market.seller.shopId}&${place}`,
    )
    return `${status} ${data?.fee} ${data?.currency} ${data?.zoneId === zone.id}`
  }
  return { market, city, way, set: (change: object) => call(admin, 'PUT', `/deliveries/zones/${zone.id}`, change) }
}

type Seen = readonly [before: unknown, after: unknown]
const ofZone = (change: object) => async (): Promise<Seen> => {
  const { way, set } = await inZone()
  const before = await way()
  expect((await set(change)).status).toBe(200)
  return [before, await way()]
}
const ofShop = (change: object, see: (market: Market) => Promise<unknown>) => async (): Promise<Seen> => {
  const market = await newMarket()
  const before = await see(market)
  await edit(market, change)
  return [before, await see(market)]
}
const ofAddress =
  (change: object, place: object = {}) =>
  async (): Promise<Seen> => {
    const { market, city } = await inZone()
    await call(market.buyer, 'POST', '/cart/items', { variantId: market.variantId, quantity: 1 })
    const { data } = await call(market.buyer, 'POST', '/users/me/addresses', { ...ADDRESS, city, ...place })
    const quote = async () => {
      const asked = { fulfillmentMethod: 'DELIVERY', addressId: data.id }
      const { status, error } = await call(market.buyer, 'POST', '/cart/quote', asked)
      return `${status} ${error?.reason}`
    }
    const before = await quote()
    await call(market.buyer, 'PUT', `/users/me/addresses/${data.id}`, change)
    return [before, await quote()]
  }
const ordering =
  (more: object = {}) =>
  async (market: Market) => {
    const { status, error } = await postOrder(market, { quantity: 1, ...more })
    return `${status} ${error?.reason ?? error?.details?.[0]?.field}`
  }
const listOf = async (path: string, of: string, ids: string[]) => {
  const { data } = await call(admin, 'GET', path)
  return (data[of] as { id: string }[]).map(({ id }) => id).filter((id) => ids.includes(id))
}
const newPlan = async (sortOrder = 0) => {
  const name = fresh()
  const body = { name, maxProducts: 1, maxPhotosPerProduct: 1, maxShops: 1, sortOrder, prices: [] }
  const { status, data, error } = await call(admin, 'POST', '/plans', body)
  expect(status, JSON.stringify(error)).toBe(201)
  return String(data.id)
}
const newTop = async (more: object) => {
  const { status, data, error } = await call(admin, 'POST', '/products/categories', { name: fresh(), ...more })
  expect(status, JSON.stringify(error)).toBe(201)
  return String(data.id)
}
/** Two things in their order, before and after one of them gets another place. */
const inOrder = async (path: string, of: string, make: (sortOrder: number) => Promise<string>, put: string) => {
  const ids = [await make(1), await make(2)]
  const before = await listOf(path, of, ids)
  expect((await call(admin, 'PUT', `${put}/${ids[0]}`, { sortOrder: 3 })).status).toBe(200)
  return [before, await listOf(path, of, ids)] as const
}
const ofCategory = (change: object) => async (): Promise<Seen> => {
  const [seller, category] = [await newShopkeeper(), await newCategory()]
  const offer = async () => {
    const { status, error } = await createProduct(seller, category)
    return `${status} ${error?.details?.[0]?.field}`
  }
  const before = await offer()
  const { categoryId } = category
  expect((await call(admin, 'PUT', `/products/categories/${categoryId}`, change)).status).toBe(200)
  return [before, await offer()]
}

const ofPlan = (change: object) => async (): Promise<Seen> => {
  const [seller, category] = [await newShopkeeper(), await newCategory()]
  const offer = async () => {
    const { status, error } = await createProduct(seller, category)
    return `${status} ${error?.reason}`
  }
  const before = await offer()
  expect((await call(admin, 'PUT', `/plans/${seller.planId}`, change)).status).toBe(200)
  return [before, await offer()]
}

const PROBES: Record<string, () => Promise<Seen>> = {
  async 'the search of shops finds it'() {
    const word = `zz${crypto.randomUUID().slice(0, 8)}`
    const found = async () => (await call(guest, 'GET', `/seller/shops?search=${word}`)).data.pagination.total
    return ofShop({ name: `Chez ${word}` }, found)()
  },
  async 'the rider who has the job reads it'() {
    const read = async (phone: string) => {
      const [seller, rider] = [await newShopkeeper(), await newRider()]
      await call(seller, 'PUT', `/seller/shop/${seller.shopId}`, { phone })
      const job = await newJob({ seller })
      return (await actOnJob(rider, job, 'accept')).data.pickup.phone
    }
    return [await read('243810000555'), await read('243810000556')]
  },
  async 'a shop of another town is in another zone'() {
    const { market, way } = await inZone()
    const before = await way()
    await edit(market, { address: { country: 'CD', city: fresh(), ...HERE } })
    return [before, await way()]
  },
  async 'the seller’s day begins at the opening'() {
    const dueIn = async (market: Market) => {
      const { id } = await paidOrder(market, { quantity: 1 })
      return Math.floor((Number((await orderRow(id))?.dueAt) - Date.now()) / DAY)
    }
    const inTwoDays = new Date(Date.now() + 2 * DAY + 2 * 3_600_000).getUTCDay()
    return ofShop({ openingHours: [{ day: inTwoDays, open: '23:58', close: '23:59' }] }, dueIn)()
  },
  'a closure that has begun refuses orders': ofShop({ closedFrom: at(-DAY) }, ordering()),
  async 'a closure that has ended refuses none'() {
    const market = await newMarket()
    await edit(market, { closedFrom: at(-2 * DAY), closedTo: at(DAY) })
    const before = await ordering()(market)
    await edit(market, { closedTo: at(-DAY) })
    return [before, await ordering()(market)]
  },
  'a quote of the way is in it': ofShop({ currency: 'CDF' }, async (market) => {
    const address = { country: 'CD', city: fresh(), ...HERE }
    await edit(market, { address })
    const path = `/deliveries/quote?shopId=${market.seller.shopId}&lat=${HERE.lat}&lng=${HERE.lng}`
    return (await call(market.buyer, 'GET', path)).data.currency
  }),
  'less is refused': ofShop({ minOrderAmount: '9999.00' }, ordering()),
  async 'an acceptance without its own says it'() {
    const said = async (market: Market) => {
      const { id } = await paidOrder(market, { quantity: 1 })
      return (await actOnOrder(market.seller, id, 'accept')).data.prepMinutes
    }
    return ofShop({ prepMinutes: 77 }, said)()
  },
  'the other way is refused': ofShop({ deliveryMethods: ['DELIVERY'] }, ordering({ fulfillmentMethod: 'PICKUP' })),
  'a zone abroad serves no shop here': ofZone({ country: 'RW' }),
  'a zone of another town serves no shop here': ofZone({ city: 'Tout ailleurs' }),
  'a zone that moves north lets go of a place': ofZone({ lat: HERE.lat + 2 }),
  'a zone that moves east lets go of a place': ofZone({ lng: HERE.lng + 2 }),
  'a smaller zone lets go of a place': ofZone({ radiusKm: 1 }),
  'a quote of the way costs it': ofZone({ fee: '7.70' }),
  'a quote of the way is in its currency': ofZone({ fee: '1.10', feeCurrency: 'CDF' }),
  'a closed zone delivers nothing': ofZone({ isOpen: false }),
  'a picture more than the plan has is refused': ofPlan({ maxPhotosPerProduct: 0 }),
  'a product more than the plan has is refused': ofPlan({ maxProducts: 1 }),
  async 'a plan that is not active is listed no more'() {
    const id = await newPlan()
    const before = await listOf('/plans', 'plans', [id])
    await call(admin, 'PUT', `/plans/${id}`, { isActive: false })
    return [before, await listOf('/plans', 'plans', [id])]
  },
  'plans are listed in its order': () => inOrder('/plans', 'plans', newPlan, '/plans'),
  'categories are listed in its order': () =>
    inOrder(
      '/products/categories?includeInactive=true',
      'categories',
      (sortOrder) => newTop({ sortOrder }),
      '/products/categories',
    ),
  'a product without a date is refused': ofCategory({ requiresExpiry: true }),
  'a product there is refused': ofCategory({ isActive: false }),
  'an address abroad is out of reach': ofAddress({ country: 'RW' }),
  'an address in another town is out of reach': ofAddress({ city: 'Tout ailleurs' }),
  'an address that is known to be elsewhere is out of reach': ofAddress({ lat: 1, lng: 1 }, HERE),
}

describe('what is kept is obeyed', () => {
  it.each(Object.entries(PROBES))('%s', async (_what, look) => {
    const [before, after] = await look()
    expect(before).toBeDefined()
    expect(after).not.toEqual(before)
  })
})
