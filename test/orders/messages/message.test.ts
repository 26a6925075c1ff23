import { describe, expect, it } from 'vitest'
import { call, guest, tally, together } from '#testing/api.ts'
import { actOnJob, newRider } from '#testing/fixtures/deliveries.ts'
import { deliveredOrder, newMarket, paidOrder, readyOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import { again, clockAt, DAY } from '#testing/stories/money.ts'
import {
  type Data,
  expectUnknownIs404,
  faults,
  GONE,
  message,
  messagesOf,
  ok,
  refusal,
  UNKNOWN,
} from '#testing/stories/orders.ts'

const bodies = ({ messages }: { messages: { body: string }[] }) => messages.map(({ body }) => body)
const RIDER = { channel: 'BUYER_RIDER' }

describe('a message', () => {
  it('goes from buyer to seller and back, newest first', async () => {
    const market = await newMarket()
    const { id } = await paidOrder(market)
    const clientMessageId = crypto.randomUUID()
    const sent = await message(market.buyer, id, 'Bonjour', { clientMessageId })
    expect(sent.status).toBe(201)
    expect(sent.data).toEqual({
      id: expect.any(String),
      orderId: id,
      clientMessageId,
      senderId: market.buyer.id,
      senderRole: 'BUYER',
      channel: 'BUYER_SELLER',
      body: 'Bonjour',
      attachments: [],
      readAt: null,
      createdAt: expect.stringMatching(/Z$/),
    })
    expect(ok(await message(market.seller, id, 'Bonsoir')).senderRole).toBe('SELLER')
    for (const as of [market.buyer, market.seller])
      expect(bodies(ok(await messagesOf(as, id)))).toEqual(['Bonsoir', 'Bonjour'])
    const page = ok(await messagesOf(market.buyer, id, 'BUYER_SELLER', '&limit=1&page=2'))
    expect([bodies(page), page.pagination]).toEqual([['Bonjour'], { page: 2, limit: 1, total: 2, totalPages: 2 }])
  })

  it('sent again with its clientMessageId is the same message, whatever it says now', async () => {
    const market = await newMarket()
    const { id } = await paidOrder(market)
    const clientMessageId = crypto.randomUUID()
    const first = ok(await message(market.buyer, id, 'Une fois', { clientMessageId }))
    const repeated = await message(market.buyer, id, 'Une fois', { clientMessageId })
    expect([repeated.status, repeated.data.id]).toEqual([201, first.id])
    expect(ok(await message(market.buyer, id, 'Deux fois', { clientMessageId })).body).toBe('Une fois')
    expect(tally(await together(6, () => message(market.buyer, id, 'Une fois', { clientMessageId })))).toEqual({
      201: 6,
    })
    expect(bodies(ok(await messagesOf(market.seller, id)))).toEqual(['Une fois'])
  })

  it('has its clientMessageId for itself by sender and by order', async () => {
    const market = await newMarket()
    const [one, two] = [await paidOrder(market), await paidOrder(market)]
    const clientMessageId = crypto.randomUUID()
    const ids = [
      ok(await message(market.buyer, one.id, 'A', { clientMessageId })).id,
      ok(await message(market.seller, one.id, 'B', { clientMessageId })).id,
      ok(await message(market.buyer, two.id, 'C', { clientMessageId })).id,
    ]
    expect(new Set(ids).size).toBe(3)
    expect(bodies(ok(await messagesOf(market.buyer, one.id)))).toEqual(['B', 'A'])
  })

  it('sent by six phones at once is one message', async () => {
    const market = await newMarket()
    const { id } = await paidOrder(market)
    const clientMessageId = crypto.randomUUID()
    const answers = await together(6, () => message(market.buyer, id, 'Ensemble', { clientMessageId }))
    expect(tally(answers)).toEqual({ 201: 6 })
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
    expect(ok(await messagesOf(market.buyer, id)).messages).toHaveLength(1)
  })

  it('is text of 1 to 2000 characters, with a channel and a clientMessageId', async () => {
    const market = await newMarket()
    const { id } = await paidOrder(market)
    for (const body of ['', 'x'.repeat(2001)]) expect(faults(await message(market.buyer, id, body))).toEqual(['body'])
    expect(faults(await message(market.buyer, id, 'x', { channel: 'SELLER_RIDER' }))).toEqual(['channel'])
    expect(faults(await message(market.buyer, id, 'x', { clientMessageId: undefined }))).toEqual(['clientMessageId'])
    expect((await message(market.buyer, id, 'x', { senderRole: 'SELLER' })).status).toBe(400)
    expect(ok(await message(market.buyer, id, 'x'.repeat(2000))).body).toHaveLength(2000)
    expect(ok(await messagesOf(market.buyer, id)).messages).toHaveLength(1)
  })

  it('keeps numbers and links as they are, and HTML is text', async () => {
    const market = await newMarket()
    const { id } = await paidOrder(market)
    const body = '<img src=x onerror=alert(1)> 0810 000 123 https://exemple.cd/a?b=c&d=é 👍\nligne'
    expect(ok(await message(market.buyer, id, body)).body).toBe(body)
    expect(bodies(ok(await messagesOf(market.seller, id)))).toEqual([body])
  })
})

describe('who may read and write which channel', () => {
  it('BUYER_SELLER: buyer and seller; staff read; the rider 403; strangers 404', async () => {
    const market = await newMarket()
    const [ready, rider] = [await readyOrder(market), await newRider()]
    ok(await message(market.buyer, ready.id, 'Entre nous'))
    ok(await actOnJob(rider, ready.delivery.id, 'accept'))
    expect((await messagesOf(rider, ready.id)).status).toBe(403)
    expect((await message(rider, ready.id, 'Et moi')).status).toBe(403)
    for (const as of [await signUp('SUPPORT'), await signUp('ADMIN')]) {
      expect(bodies(ok(await messagesOf(as, ready.id)))).toEqual(['Entre nous'])
      expect((await message(as, ready.id, 'Le bureau')).status).toBe(403)
    }
    for (const as of [await signUp(), await newShopkeeper(), await newRider()]) {
      expect(refusal(await messagesOf(as, ready.id))).toEqual(GONE)
      expect(refusal(await message(as, ready.id, 'Coucou'))).toEqual(GONE)
    }
    expect((await messagesOf(guest, ready.id)).status).toBe(401)
    await expectUnknownIs404(market.buyer, 'GET', (id) => `/orders/${id}/messages?channel=BUYER_SELLER`)
  })

  it('BUYER_RIDER: buyer and the rider who has the job; the seller 403', async () => {
    const market = await newMarket()
    const [ready, rider] = [await readyOrder(market), await newRider()]
    expect((await message(market.buyer, ready.id, 'Où êtes-vous ?', RIDER)).status).toBe(409)
    ok(await actOnJob(rider, ready.delivery.id, 'accept'))
    ok(await message(market.buyer, ready.id, 'Où êtes-vous ?', RIDER))
    expect(ok(await message(rider, ready.id, 'En route', RIDER)).senderRole).toBe('RIDER')
    for (const as of [market.buyer, rider, await signUp('SUPPORT')])
      expect(bodies(ok(await messagesOf(as, ready.id, 'BUYER_RIDER')))).toEqual(['En route', 'Où êtes-vous ?'])
    expect((await messagesOf(market.seller, ready.id, 'BUYER_RIDER')).status).toBe(403)
    expect((await message(market.seller, ready.id, 'Moi', RIDER)).status).toBe(403)
    expect(bodies(ok(await messagesOf(market.buyer, ready.id)))).toEqual([])
  })

  it('a rider who gave up the job hears 404; the next one reads', async () => {
    const market = await newMarket()
    const [ready, first, next] = [await readyOrder(market), await newRider(), await newRider()]
    ok(await actOnJob(first, ready.delivery.id, 'accept'))
    ok(await message(first, ready.id, 'Je viens', RIDER))
    ok(await actOnJob(first, ready.delivery.id, 'release'))
    expect(refusal(await messagesOf(first, ready.id, 'BUYER_RIDER'))).toEqual(GONE)
    expect(refusal(await message(first, ready.id, 'Désolé', RIDER))).toEqual(GONE)
    const mark = { ...RIDER, upToMessageId: UNKNOWN }
    expect(refusal(await call(first, 'POST', `/orders/${ready.id}/messages/read`, mark))).toEqual(GONE)
    expect((await message(market.buyer, ready.id, 'Et maintenant ?', RIDER)).status).toBe(409)
    ok(await actOnJob(next, ready.delivery.id, 'accept'))
    expect((await messagesOf(next, ready.id, 'BUYER_RIDER')).status).toBe(200)
    expect((await message(next, ready.id, 'C’est moi', RIDER)).status).toBe(201)
  })

  it('a PICKUP order has no rider to write to', async () => {
    const market = await newMarket()
    const { id } = await paidOrder(market, { fulfillmentMethod: 'PICKUP' })
    expect((await message(market.buyer, id, 'Qui ?', RIDER)).status).toBe(409)
  })
})

describe('messages after the end', () => {
  it('are written for seven days, then 409; they stay to be read', async () => {
    const began = Date.now()
    const market = await newMarket()
    const { id, rider } = await deliveredOrder(market)
    const clientMessageId = crypto.randomUUID()
    ok(await message(market.buyer, id, 'Merci'))
    ok(await call(market.buyer, 'POST', `/orders/${id}/confirm-receipt`))
    clockAt(began + 6 * DAY)
    const [buyer, seller] = [await again(market.buyer), await again(market.seller)]
    ok(await message(buyer, id, 'Encore', { clientMessageId }))
    ok(await message(rider ? await again(rider) : null, id, 'Au revoir', RIDER))
    clockAt(began + 8 * DAY)
    const [late, lateSeller] = [await again(buyer), await again(seller)]
    for (const as of [late, lateSeller]) expect((await message(as, id, 'Trop tard')).status).toBe(409)
    expect(bodies(ok(await messagesOf(lateSeller, id)))).toEqual(['Encore', 'Merci'])
    const repeated: Data = await message(late, id, 'Encore', { clientMessageId })
    expect([201, 409]).toContain(repeated.status)
  })
})
