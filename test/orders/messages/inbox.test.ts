import { describe, expect, it } from 'vitest'
import { type Caller, call, guest } from '#testing/api.ts'
import { actOnJob, newRider } from '#testing/fixtures/deliveries.ts'
import { newMarket, paidOrder, readyOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { type Data, message, messagesOf, ok } from '#testing/stories/orders.ts'

const inboxOf = async (as: Caller, query = ''): Promise<Data> => ok(await call(as, 'GET', `/orders/messages?${query}`))
const unread = async (as: Caller) =>
  (await inboxOf(as)).conversations.map(({ orderId, channel, unreadCount }: Data) => [orderId, channel, unreadCount])
const markAll = async (as: Caller, orderId: string, channel = 'BUYER_SELLER') => {
  const [last] = ok(await messagesOf(as, orderId, channel)).messages
  ok(await call(as, 'POST', `/orders/${orderId}/messages/read`, { channel, upToMessageId: last.id }))
}
const RIDER = { channel: 'BUYER_RIDER' }

describe('the inbox', () => {
  it('of somebody without messages is empty, and no guest’s', async () => {
    expect(await inboxOf(await signUp())).toMatchObject({ conversations: [], pagination: { total: 0 } })
    expect((await call(guest, 'GET', '/orders/messages')).status).toBe(401)
    const market = await newMarket()
    await paidOrder(market)
    expect((await inboxOf(market.buyer)).conversations).toEqual([])
  })

  it('has one line for each order and channel: its last message, and how many of the others’ are not read', async () => {
    const market = await newMarket()
    const { id, number } = await paidOrder(market)
    for (const body of ['un', 'deux']) ok(await message(market.seller, id, body))
    const last = ok(await message(market.buyer, id, 'trois'))
    const { conversations, pagination } = await inboxOf(market.buyer)
    expect(conversations).toEqual([
      {
        orderId: id,
        number,
        channel: 'BUYER_SELLER',
        lastMessage: expect.objectContaining({ id: last.id, body: 'trois' }),
        unreadCount: 2,
      },
    ])
    expect(pagination).toMatchObject({ page: 1, total: 1 })
    expect(await unread(market.seller)).toEqual([[id, 'BUYER_SELLER', 1]])
  })

  it('counts down when it is read, on one side only', async () => {
    const market = await newMarket()
    const { id } = await paidOrder(market)
    ok(await message(market.seller, id, 'un'))
    ok(await message(market.buyer, id, 'deux'))
    await markAll(market.buyer, id)
    expect(await unread(market.buyer)).toEqual([[id, 'BUYER_SELLER', 0]])
    expect(await unread(market.seller)).toEqual([[id, 'BUYER_SELLER', 1]])
    ok(await message(market.seller, id, 'trois'))
    expect(await unread(market.buyer)).toEqual([[id, 'BUYER_SELLER', 1]])
  })

  it('a message sent twice counts once', async () => {
    const market = await newMarket()
    const { id } = await paidOrder(market)
    const clientMessageId = crypto.randomUUID()
    for (const _ of [1, 2, 3]) ok(await message(market.seller, id, 'un', { clientMessageId }))
    expect(await unread(market.buyer)).toEqual([[id, 'BUYER_SELLER', 1]])
  })

  it('has the newest conversation first, in pages', async () => {
    const market = await newMarket()
    const [one, two] = [await paidOrder(market), await paidOrder(market)]
    ok(await message(market.seller, one.id, 'un'))
    ok(await message(market.seller, two.id, 'deux'))
    expect((await unread(market.buyer)).map(([id]: string[]) => id)).toEqual([two.id, one.id])
    ok(await message(market.buyer, one.id, 'trois'))
    expect((await unread(market.buyer)).map(([id]: string[]) => id)).toEqual([one.id, two.id])
    const page = await inboxOf(market.buyer, 'limit=1&page=2')
    expect(page.conversations.map(({ orderId }: Data) => orderId)).toEqual([two.id])
    expect(page.pagination).toEqual({ page: 2, limit: 1, total: 2, totalPages: 2 })
    expect((await call(market.buyer, 'GET', '/orders/messages?limit=101')).status).toBe(400)
  })

  it('keeps the channels apart, and gives each their own', async () => {
    const market = await newMarket()
    const [ready, rider] = [await readyOrder(market), await newRider()]
    ok(await actOnJob(rider, ready.delivery.id, 'accept'))
    ok(await message(market.seller, ready.id, 'du vendeur'))
    ok(await message(rider, ready.id, 'du livreur', RIDER))
    expect(await unread(market.buyer)).toEqual([
      [ready.id, 'BUYER_RIDER', 1],
      [ready.id, 'BUYER_SELLER', 1],
    ])
    expect(await unread(market.seller)).toEqual([[ready.id, 'BUYER_SELLER', 0]])
    expect(await unread(rider)).toEqual([[ready.id, 'BUYER_RIDER', 0]])
    await markAll(market.buyer, ready.id, 'BUYER_RIDER')
    expect(await unread(market.buyer)).toEqual([
      [ready.id, 'BUYER_RIDER', 0],
      [ready.id, 'BUYER_SELLER', 1],
    ])
  })

  it('of a rider who gave up the job has that conversation no more', async () => {
    const market = await newMarket()
    const [ready, rider] = [await readyOrder(market), await newRider()]
    ok(await actOnJob(rider, ready.delivery.id, 'accept'))
    ok(await message(market.buyer, ready.id, 'Où êtes-vous ?', RIDER))
    expect(await unread(rider)).toEqual([[ready.id, 'BUYER_RIDER', 1]])
    ok(await actOnJob(rider, ready.delivery.id, 'release'))
    expect(await unread(rider)).toEqual([])
    expect(await unread(market.buyer)).toEqual([[ready.id, 'BUYER_RIDER', 0]])
  })

  it('is read in two trips, however many messages there are', async () => {
    const market = await newMarket()
    const { id } = await paidOrder(market)
    for (let i = 0; i < 5; i++) ok(await message(market.seller, id, `n${i}`))
    expect((await call(market.buyer, 'GET', '/orders/messages')).headers.get('x-d1-round-trips')).toBe('1')
  })
})
