import { describe, expect, it } from 'vitest'
import { type Caller, call, guest, together } from '#testing/api.ts'
import { all } from '#testing/fixtures/database.ts'
import { actOnJob, newRider } from '#testing/fixtures/deliveries.ts'
import { newMarket, paidOrder, readyOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
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

const markRead = (as: Caller, orderId: string, upToMessageId: unknown, channel = 'BUYER_SELLER') =>
  call(as, 'POST', `/orders/${orderId}/messages/read`, { channel, upToMessageId })
const readMarks = async (as: Caller, orderId: string, channel = 'BUYER_SELLER') =>
  Object.fromEntries(
    ok(await messagesOf(as, orderId, channel)).messages.map(({ body, readAt }: Data) => [body, readAt !== null]),
  )

describe('what is marked read', () => {
  it('is what the others wrote, up to that message, and the answer says how many', async () => {
    const market = await newMarket()
    const { id } = await paidOrder(market)
    const send = async (as: Caller, body: string) => ok(await message(as, id, body)).id
    await send(market.seller, 'un')
    await send(market.buyer, 'mien')
    const two = await send(market.seller, 'deux')
    await send(market.seller, 'trois')
    const marked = await markRead(market.buyer, id, two)
    expect([marked.status, marked.data]).toEqual([200, { read: 2 }])
    expect(await readMarks(market.buyer, id)).toEqual({ un: true, mien: false, deux: true, trois: false })
    expect(await readMarks(market.seller, id)).toEqual({ un: true, mien: false, deux: true, trois: false })
    expect(ok(await markRead(market.buyer, id, two))).toEqual({ read: 0 })
  })

  it('keeps the time of the first reading', async () => {
    const market = await newMarket()
    const { id } = await paidOrder(market)
    const sent = ok(await message(market.seller, id, 'un'))
    ok(await markRead(market.buyer, id, sent.id))
    const first = ok(await messagesOf(market.seller, id)).messages[0].readAt
    ok(await markRead(market.buyer, id, sent.id))
    expect(ok(await messagesOf(market.seller, id)).messages[0].readAt).toBe(first)
    expect(first).toMatch(/Z$/)
  })

  it('is of its channel only', async () => {
    const market = await newMarket()
    const [ready, rider] = [await readyOrder(market), await newRider()]
    ok(await actOnJob(rider, ready.delivery.id, 'accept'))
    const fromSeller = ok(await message(market.seller, ready.id, 'du vendeur'))
    const fromRider = ok(await message(rider, ready.id, 'du livreur', { channel: 'BUYER_RIDER' }))
    expect(ok(await markRead(market.buyer, ready.id, fromRider.id, 'BUYER_RIDER'))).toEqual({ read: 1 })
    expect(await readMarks(market.buyer, ready.id)).toEqual({ 'du vendeur': false })
    expect((await markRead(market.seller, ready.id, fromRider.id, 'BUYER_RIDER')).status).toBe(403)
    expect([200, 404]).toContain((await markRead(market.buyer, ready.id, fromSeller.id, 'BUYER_RIDER')).status)
    expect(await readMarks(market.buyer, ready.id)).toEqual({ 'du vendeur': false })
  })

  it('is by parties: staff cannot, strangers hear 404, an unknown message too', async () => {
    const market = await newMarket()
    const { id } = await paidOrder(market)
    const sent = ok(await message(market.seller, id, 'un'))
    expect((await markRead(await signUp('SUPPORT'), id, sent.id)).status).toBe(403)
    expect(refusal(await markRead(await signUp(), id, sent.id))).toEqual(GONE)
    expect((await markRead(guest, id, sent.id)).status).toBe(401)
    for (const some of [UNKNOWN, 'pas-un-id']) expect(refusal(await markRead(market.buyer, id, some))).toEqual(GONE)
    const other = await paidOrder(market)
    expect(refusal(await markRead(market.buyer, other.id, sent.id))).toEqual(GONE)
    expect(faults(await markRead(market.buyer, id, undefined))).toEqual(['upToMessageId'])
    await expectUnknownIs404(market.buyer, 'POST', (some) => `/orders/${some}/messages/read`, {
      channel: 'BUYER_SELLER',
      upToMessageId: sent.id,
    })
    expect(await readMarks(market.seller, id)).toEqual({ un: false })
  })

  it('by five phones at once is counted once', async () => {
    const market = await newMarket()
    const { id } = await paidOrder(market)
    for (const body of ['un', 'deux']) ok(await message(market.seller, id, body))
    const [last] = ok(await messagesOf(market.buyer, id)).messages
    const answers = await together(5, () => markRead(market.buyer, id, last.id))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(answers.reduce((sum, { data }) => sum + data.read, 0)).toBe(2)
  })

  it('is not by the reading of staff, which is written down', async () => {
    const market = await newMarket()
    const { id } = await paidOrder(market)
    ok(await message(market.buyer, id, 'Privé'))
    const support = await signUp('SUPPORT')
    ok(await messagesOf(support, id))
    expect(await readMarks(market.seller, id)).toEqual({ Privé: false })
    const acts = await all('SELECT action FROM audit WHERE actor_id = ? AND target_id = ?', support.id, id)
    expect(acts.length).toBeGreaterThanOrEqual(1)
    expect(await all('SELECT action FROM audit WHERE actor_id = ?', market.buyer.id)).toEqual([])
  })
})
