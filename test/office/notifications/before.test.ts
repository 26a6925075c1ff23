import { describe, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { actOnJob, type Job, newJob, newRider } from '#testing/fixtures/deliveries.ts'
import { newMarket, postOrder } from '#testing/fixtures/orders.ts'
import { renewed } from '#testing/fixtures/people.ts'

// Lists that grow at their head take the id of what was shown last: no page repeats (docs/limits.md, Lists).

type Listed = { id: string }
/** Pages of two, each behind the last one of the page before, while `comes` brings something new to the head. */
async function walk(as: Person, path: string, name: string, comes: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = []
  for (let last: string | undefined; seen.length < 20; ) {
    const query = `limit=2${last ? `&before=${last}` : ''}`
    const { data, status } = await call(as, 'GET', `${path}${path.includes('?') ? '&' : '?'}${query}`)
    expect(status).toBe(200)
    const ids = data[name].map(({ id }: Listed) => id)
    if (ids.length === 0) break
    seen.push(...ids)
    last = ids.at(-1)
    await comes()
  }
  return seen
}

const say = (as: Person, { orderId }: Job, channel: string) =>
  call(as, 'POST', `/orders/${orderId}/messages`, { channel, clientMessageId: crypto.randomUUID(), body: 'Bonjour' })

describe('pages by before', () => {
  it('of messages repeat nothing when one comes in', async () => {
    const job = await newJob()
    const sent: string[] = []
    for (let i = 0; i < 5; i++) sent.unshift((await say(job.seller, job, 'BUYER_SELLER')).data.id)
    const path = `/orders/${job.orderId}/messages`
    expect(await walk(job.buyer, path, 'messages', () => say(job.seller, job, 'BUYER_SELLER'))).toEqual(sent)
  })

  it('of notifications, orders and lines of a wallet repeat nothing', async () => {
    const market = await newMarket({ stock: 100 })
    const order = async () => (await postOrder(market, { quantity: 1 })).data.id
    const placed = [await order(), await order(), await order()].reverse()
    expect(await walk(market.buyer, '/orders/me', 'orders', async () => undefined)).toEqual(placed)
    expect(await walk(market.seller, '/orders/seller', 'orders', async () => undefined)).toEqual(placed)
    expect(await walk(market.buyer, '/orders/me?status=PENDING_PAYMENT', 'orders', async () => undefined)).toEqual(
      placed,
    )

    const { seller } = market
    expect((await call(seller, 'GET', '/wallet/transactions?before=0195b3c4-0000-7000-8000-000000000000')).status).toBe(
      200,
    )
  })
})

it('a before that is no id is refused by name', async () => {
  const market = await newMarket()
  for (const path of ['/orders/me', '/notifications']) {
    const answer = await call(market.buyer, 'GET', `${path}?before=nope`)
    expect(answer.status, path).toBe(400)
    expect(answer.error?.details).toMatchObject([{ field: 'before', message: expect.stringContaining('ligne') }])
  }
})

describe('a message without a channel', () => {
  it('is of the caller’s own: the rider’s with the buyer, and read there', async () => {
    const [job, rider] = [await newJob(), await newRider()]
    expect((await actOnJob(rider, job, 'accept')).status).toBe(200)
    const { data: toRider } = await say(job.buyer, job, 'BUYER_RIDER')
    const { data: toSeller } = await say(job.buyer, job, 'BUYER_SELLER')
    const path = `/orders/${job.orderId}/messages`
    for (const [reader, id] of [
      [rider, toRider.id],
      [job.seller, toSeller.id],
      [job.buyer, toSeller.id],
    ] as const) {
      const { data, headers } = await call(await renewed(reader), 'GET', path)
      expect(data.messages.map((one: Listed) => one.id)).toEqual([id])
      expect(headers.get('x-d1-round-trips')).toBe('1')
    }
    expect((await call(rider, 'POST', `${path}/read`, { upToMessageId: toRider.id })).data).toEqual({ read: 1 })
    expect((await call(job.seller, 'POST', `${path}/read`, { upToMessageId: toRider.id })).status).toBe(403)
    expect((await call(job.seller, 'POST', `${path}/read`, { upToMessageId: toSeller.id })).data).toEqual({ read: 1 })
    const misnamed = { channel: 'BUYER_RIDER', upToMessageId: toSeller.id }
    expect((await call(job.buyer, 'POST', `${path}/read`, misnamed)).status).toBe(404)
  })
})
