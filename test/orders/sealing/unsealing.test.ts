import { env } from 'cloudflare:workers'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { hourCronAfter, sealingCronAfter } from '#testing/clock.ts'
import { count, first, run } from '#testing/fixtures/database.ts'
import { newRider } from '#testing/fixtures/deliveries.ts'
import { actOnOrder, deliveredOrder, type Market, newMarket } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { expectLaws } from '#testing/laws.ts'
import { again, clockAt, DAY, HOUR, incidents, rows } from '#testing/stories/money.ts'
import { message, paidCheckout } from '#testing/stories/orders.ts'

type Sealed = { sealedIn: number | null; place: string }
const at = async (id: string) =>
  (await first<Sealed>('SELECT sealed_in AS sealedIn, sealed_place AS place FROM orders WHERE id = ?', id)) as Sealed
const isSealed = async (id: string) => (await at(id)).sealedIn !== null
const keyOf = async (id: string) =>
  (
    await first<{ key: string }>(
      'SELECT f.key FROM sealed_files f JOIN orders o ON o.sealed_in = f.n WHERE o.id = ?',
      id,
    )
  )?.key as string
const wordsIn = async (key: string) =>
  gunzipSync(await ((await env.MEDIA.get(key)) as R2ObjectBody).arrayBuffer()).toString()

/** The clock of each test stands at its own time, after all before. */
let now = Date.now()
const later = (ms: number) => {
  now += ms
  clockAt(now)
}
beforeEach(() => later(HOUR))
afterEach(() => void vi.restoreAllMocks())

/** An order that was completed with a message of its buyer, as it is after `days`. */
async function oldOrder(days = 95) {
  const market = await newMarket()
  const rider = await newRider()
  const { id } = await deliveredOrder(market, rider)
  expect((await message(market.buyer, id, 'Merci pour le sac bleu.')).status).toBe(201)
  expect((await actOnOrder(market.buyer, id, 'confirm-receipt')).status).toBe(200)
  later(days * DAY)
  return {
    id,
    rider,
    market: { ...market, buyer: await again(market.buyer), seller: await again(market.seller) } as Market,
  }
}
const seal = async () => {
  await sealingCronAfter(0)
  clockAt(now)
}
async function sealedOrder() {
  const order = await oldOrder()
  await seal()
  expect(await isSealed(order.id)).toBe(true)
  return order
}
const read = (as: Person, id: string) => call(as, 'GET', `/orders/${id}`)

describe('an order is sealed', () => {
  it('90 days after its end, and not before', async () => {
    const { id } = await oldOrder(89)
    await seal()
    expect(await isSealed(id)).toBe(false)
    later(2 * DAY)
    await seal()
    expect(await isSealed(id)).toBe(true)
    expect(await keyOf(id)).toMatch(/^sealed\/\d{4}\/\d{2}\/\d+$/)
  })

  it('not while an incident about it is open', async () => {
    const { id, market } = await oldOrder(10)
    const opened = await call(market.buyer, 'POST', '/incidents', {
      ...{ type: 'ORDER', orderId: id, title: 'Sac déchiré', description: 'Le sac est arrivé déchiré.' },
    })
    expect(opened.status, JSON.stringify(opened.error)).toBe(201)
    later(100 * DAY)
    await seal()
    expect(await isSealed(id)).toBe(false)
  })

  it('with all others of its checkout, and comes back with them', async () => {
    const { buyer, checkout, markets } = await paidCheckout({}, {})
    const ids: string[] = checkout.orders.map(({ id }: { id: string }) => id)
    for (const { shopId, id } of checkout.orders) {
      const { seller } = markets.find((market) => market.seller.shopId === shopId) as Market
      for (const step of ['accept', 'prepare', 'ready']) await actOnOrder(seller, id, step)
      const { pickupCode } = (await read(buyer, id)).data
      expect((await actOnOrder(seller, id, 'handover', { code: pickupCode })).status).toBe(200)
      // One of them ends a week later: both wait for it.
      if (id === ids[1]) later(7 * DAY)
      const now = await again(buyer)
      expect((await actOnOrder(now, id, 'confirm-receipt')).status).toBe(200)
    }
    later(85 * DAY)
    await seal()
    expect(await Promise.all(ids.map(isSealed))).toEqual([false, false])
    later(10 * DAY)
    await seal()
    expect(await Promise.all(ids.map(isSealed))).toEqual([true, true])
    const asked = await call(await again(buyer), 'GET', `/orders/checkout/${checkout.checkoutId}`)
    expect(asked.data.orders.map(({ items }: { items: unknown[] }) => items.length)).toEqual([1, 1])
    expect(await Promise.all(ids.map(isSealed))).toEqual([false, false])
  })

  it('not in a commit that an incident overtook: it stays whole, and the file goes an hour later', async () => {
    const { id, market } = await oldOrder()
    const { put } = env.MEDIA
    const spy = vi.spyOn(env.MEDIA, 'put').mockImplementation(async (...given: Parameters<typeof put>) => {
      if (given[0].startsWith('sealed/'))
        await call(market.buyer, 'POST', '/incidents', {
          ...{ type: 'ORDER', orderId: id, title: 'Sac déchiré', description: 'Le sac est arrivé déchiré.' },
        })
      return put.apply(env.MEDIA, given)
    })
    await seal()
    spy.mockRestore()
    expect(await isSealed(id)).toBe(false)
    expect((await read(market.buyer, id)).status).toBe(200)
    const [file] = await rows<{ n: number; key: string }>('SELECT n, key FROM sealed_files ORDER BY n DESC LIMIT 1')
    expect(await env.MEDIA.head(file?.key as string)).not.toBeNull()
    later(2 * HOUR)
    await seal()
    expect(await env.MEDIA.head(file?.key as string)).toBeNull()
    expect(await count(`sealed_files WHERE n = ${file?.n}`)).toBe(0)
  })

  it('in a run after one that ended between its file and its commit', async () => {
    const { id } = await oldOrder()
    const away = vi.spyOn(env.MEDIA, 'put').mockRejectedValue(new Error('R2 is away'))
    vi.spyOn(console, 'error').mockReturnValue()
    await seal()
    away.mockRestore()
    expect(await isSealed(id)).toBe(false)
    later(HOUR)
    await seal()
    expect(await isSealed(id)).toBe(true)
  })
})

describe('a sealed order comes back', () => {
  it('for an incident about it', async () => {
    const { id, market } = await sealedOrder()
    const opened = await call(market.buyer, 'POST', '/incidents', {
      ...{ type: 'ORDER', orderId: id, title: 'Sac déchiré', description: 'Le sac est arrivé déchiré.' },
    })
    expect(opened.status, JSON.stringify(opened.error)).toBe(201)
    expect(await isSealed(id)).toBe(false)
  })

  it('for a refund of it', async () => {
    const { id } = await sealedOrder()
    const admin = await signUp('ADMIN')
    const asked = await call(admin, 'POST', `/orders/admin/${id}/refund`)
    expect(asked.status, JSON.stringify(asked.error)).toBeLessThan(300)
    expect(await isSealed(id)).toBe(false)
    expect(await count(`refunds WHERE order_id = '${id}'`)).toBe(1)
    await expectLaws()
  })

  it('for a note of staff, once', async () => {
    const { id } = await sealedOrder()
    const added = await call(await signUp('SUPPORT'), 'POST', `/orders/admin/${id}/notes`, { body: 'À relire.' })
    expect(added.status, JSON.stringify(added.error)).toBe(201)
    expect(await isSealed(id)).toBe(false)
    expect(await count(`order_notes WHERE order_id = '${id}'`)).toBe(1)
  })

  it('once, if several ask at once, and all are answered', async () => {
    const { id, market } = await sealedOrder()
    const answers = await Promise.all(Array.from({ length: 5 }, () => read(market.buyer, id)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await count(`order_items WHERE order_id = '${id}'`)).toBe(1)
    await expectLaws()
  })

  it('with an idempotency key that counts the request alone', async () => {
    const { id, market } = await sealedOrder()
    const key = { 'idempotency-key': crypto.randomUUID() }
    const body = { type: 'ORDER', orderId: id, title: 'Sac déchiré', description: 'Le sac est arrivé déchiré.' }
    const one = await call(market.buyer, 'POST', '/incidents', body, key)
    const two = await call(market.buyer, 'POST', '/incidents', body, key)
    expect([one.status, two.status]).toEqual([201, 201])
    expect(two.data.id).toBe(one.data.id)
  })

  it('and is sealed again seven days later, its old file written anew', async () => {
    const { id, market } = await sealedOrder()
    const before = await keyOf(id)
    await read(market.buyer, id)
    later(6 * DAY)
    await seal()
    expect(await isSealed(id)).toBe(false)
    later(2 * DAY)
    await seal()
    expect(await isSealed(id)).toBe(true)
    expect(await keyOf(id)).not.toBe(before)
    expect(await env.MEDIA.head(before)).toBeNull()
  })
})

describe('a file that is not what was written', () => {
  const tampered = async (id: string) => {
    const key = await keyOf(id)
    const bytes = new Uint8Array(await ((await env.MEDIA.get(key)) as R2ObjectBody).arrayBuffer())
    await env.MEDIA.put(
      key,
      bytes.map((byte, i) => (i === bytes.length - 20 ? byte ^ 1 : byte)),
    )
    return () => env.MEDIA.put(key, bytes)
  }

  it('is 503 and an incident, and nothing is lost once it is back', async () => {
    const { id, market } = await sealedOrder()
    const mend = await tampered(id)
    expect((await read(market.buyer, id)).status).toBe(503)
    expect((await call(market.buyer, 'GET', '/orders/me')).status).toBe(503)
    expect(await incidents('Un fichier scellé est abîmé')).toBe(1)
    await mend()
    expect((await read(market.buyer, id)).status).toBe(200)
  })

  it('is 503 without an incident if R2 does not answer', async () => {
    const { id, market } = await sealedOrder()
    const known = await incidents()
    vi.spyOn(env.MEDIA, 'get').mockRejectedValueOnce(new Error('R2 is away'))
    vi.spyOn(console, 'error').mockReturnValue()
    expect((await read(market.buyer, id)).status).toBe(503)
    expect(await incidents()).toBe(known)
    expect((await read(market.buyer, id)).status).toBe(200)
  })
})

describe('erasure', () => {
  it.each(['buyer', 'rider'] as const)('of the %s reaches the file', async (who) => {
    const order = await oldOrder()
    const person = who === 'buyer' ? order.market.buyer : order.rider
    await run('UPDATE messages SET sender_id = ? WHERE order_id = ?', person.id, order.id)
    await seal()
    const key = await keyOf(order.id)
    expect(await wordsIn(key)).toContain('Merci pour le sac bleu.')
    await run('UPDATE users SET deleted_at = ?, erasure_due_at = ? WHERE id = ?', now, now, person.id)
    // Nothing is left in the rider's wallet.
    if (who === 'rider')
      await run(
        `INSERT INTO transfers (id, kind, ref, from_account, to_account, amount_minor, currency, created_at)
         SELECT 'gone', 'wallet:unclaimed', 'gone', code, 'platform:cash', balance_minor, currency, ? FROM accounts WHERE code = ?`,
        ...[now, `rider:${order.rider.riderId}:available`],
      )
    await hourCronAfter(0)
    clockAt(now)
    const erased = await first<{ at: number | null }>('SELECT erased_at AS at FROM users WHERE id = ?', person.id)
    expect(erased?.at).not.toBeNull()
    later(HOUR)
    await seal()
    expect(await env.MEDIA.head(key)).toBeNull()
    later(8 * DAY)
    await seal()
    expect(await isSealed(order.id)).toBe(true)
    expect(await wordsIn(await keyOf(order.id))).not.toContain('Merci pour le sac bleu.')
  })
})
