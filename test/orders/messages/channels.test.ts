import { describe, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { actOnJob, newRider } from '#testing/fixtures/deliveries.ts'
import { newMarket, readyOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { message, ok, refusal } from '#testing/stories/orders.ts'
import { clockGoesOn } from '#testing/stories/production.ts'

// Rule 8.9.4: messages without `channel` are those of the caller's own channel (buyer and staff: BUYER_SELLER); `/messages/read` takes
// its channel from the message.

clockGoesOn()

/** An order on its way, a word in each channel of each side. */
async function talk() {
  const [market, rider] = [await newMarket(), await newRider()]
  const order = await readyOrder(market)
  ok(await actOnJob(rider, order.delivery.id, 'accept'))
  const say = async (as: Person, body: string, channel: string): Promise<string> =>
    ok(await message(as, order.id, body, { channel })).id
  const ids = {
    buyerToSeller: await say(market.buyer, 'acheteur au vendeur', 'BUYER_SELLER'),
    sellerToBuyer: await say(market.seller, 'vendeur', 'BUYER_SELLER'),
    buyerToRider: await say(market.buyer, 'acheteur au livreur', 'BUYER_RIDER'),
    riderToBuyer: await say(rider, 'livreur', 'BUYER_RIDER'),
  }
  return { ...market, rider, id: order.id as string, ids }
}
type Talk = Awaited<ReturnType<typeof talk>>
const list = (as: Person, { id }: Talk, more = '') => call(as, 'GET', `/orders/${id}/messages${more}`)
const bodies = async (as: Person, about: Talk, more = ''): Promise<string[]> =>
  ok(await list(as, about, more)).messages.map(({ body }: { body: string }) => body)
const read = (as: Person, { id }: Talk, upToMessageId: string, more: object = {}) =>
  call(as, 'POST', `/orders/${id}/messages/read`, { upToMessageId, ...more })
const unread = async (as: Person, { id }: Talk): Promise<Record<string, number>> => {
  const { conversations } = ok(await call(as, 'GET', '/orders/messages'))
  type Row = { orderId: string; channel: string; unreadCount: number }
  return Object.fromEntries(
    conversations
      .filter(({ orderId }: Row) => orderId === id)
      .map(({ channel, unreadCount }: Row) => [channel, unreadCount]),
  )
}

describe('messages without a channel', () => {
  it('8.9.4 are those with the seller for the buyer, the seller and staff', async () => {
    const about = await talk()
    for (const as of [about.buyer, about.seller, await signUp('SUPPORT'), await signUp('ADMIN')])
      expect((await bodies(as, about)).sort()).toEqual(['acheteur au vendeur', 'vendeur'])
  })

  it('8.9.4 are those with the buyer for the rider', async () => {
    const about = await talk()
    expect((await bodies(about.rider, about)).sort()).toEqual(['acheteur au livreur', 'livreur'])
  })

  it('8.9.4 with one they are that one’s, and another’s stays 403', async () => {
    const about = await talk()
    expect((await bodies(about.buyer, about, '?channel=BUYER_RIDER')).sort()).toEqual([
      'acheteur au livreur',
      'livreur',
    ])
    expect((await list(about.rider, about, '?channel=BUYER_SELLER')).status).toBe(403)
    expect((await list(about.seller, about, '?channel=BUYER_RIDER')).status).toBe(403)
    expect((await list(await signUp(), about)).status).toBe(404)
  })

  it.each([
    ['buyer', 'BUYER_SELLER'],
    ['seller', 'BUYER_SELLER'],
    ['rider', 'BUYER_RIDER'],
  ] as const)('8.9.4 what the %s writes is in %s', async (who, channel) => {
    const about = await talk()
    const message = { clientMessageId: crypto.randomUUID(), body: 'Sans canal' }
    const { channel: written } = ok(await call(about[who], 'POST', `/orders/${about.id}/messages`, message))
    expect(written).toBe(channel)
    expect(await bodies(about[who], about)).toContain('Sans canal')
  })

  it('8.9.4 so pages of them are', async () => {
    const about = await talk()
    const { pagination } = ok(await list(about.rider, about, '?limit=1'))
    expect(pagination.total).toBe(2)
    expect(await bodies(about.rider, about, `?before=${about.ids.riderToBuyer}`)).toEqual(['acheteur au livreur'])
  })
})

describe('marking as read', () => {
  it('8.9.4 takes the channel from the message', async () => {
    const about = await talk()
    expect(await unread(about.buyer, about)).toEqual({ BUYER_SELLER: 1, BUYER_RIDER: 1 })
    expect(ok(await read(about.buyer, about, about.ids.riderToBuyer)).read).toBe(1)
    expect(await unread(about.buyer, about)).toEqual({ BUYER_SELLER: 1, BUYER_RIDER: 0 })
    expect(ok(await read(about.buyer, about, about.ids.sellerToBuyer)).read).toBe(1)
    expect(await unread(about.buyer, about)).toEqual({ BUYER_SELLER: 0, BUYER_RIDER: 0 })
  })

  it('8.9.4 works for seller and rider in theirs', async () => {
    const about = await talk()
    expect(ok(await read(about.seller, about, about.ids.buyerToSeller)).read).toBe(1)
    expect(ok(await read(about.rider, about, about.ids.buyerToRider)).read).toBe(1)
  })

  it('8.9.4 up to a message of a channel that is not one’s own marks nothing', async () => {
    const about = await talk()
    expect([403, 404]).toContain((await read(about.rider, about, about.ids.sellerToBuyer)).status)
    expect([403, 404]).toContain((await read(about.seller, about, about.ids.riderToBuyer)).status)
    expect(await unread(about.buyer, about)).toEqual({ BUYER_SELLER: 1, BUYER_RIDER: 1 })
  })

  it('8.9.4 of another order, or of none, is 404', async () => {
    const [about, other] = [await talk(), await talk()]
    expect(refusal(await read(about.buyer, about, other.ids.sellerToBuyer))[0]).toBe(404)
  })
})
