import { describe, expect, it } from 'vitest'
import { type Caller, call, guest } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { newMarket, paidOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { gif, jpeg, png, SECRET, svg, webp } from '#testing/fixtures/pictures.ts'
import { again, MINUTE } from '#testing/stories/money.ts'
import {
  expectUnknownIs404,
  fileForm,
  forgeAddress,
  GONE,
  message,
  messagesOf,
  ok,
  readSigned,
  refusal,
  UNKNOWN,
} from '#testing/stories/orders.ts'

const attach = (as: Caller, orderId: string, bytes: Uint8Array | string = jpeg()) =>
  call(as, 'POST', `/orders/${orderId}/messages/attachments`, fileForm(bytes))
async function talk() {
  const market = await newMarket()
  return { ...market, orderId: (await paidOrder(market)).id as string }
}

describe('an attachment', () => {
  it.each([
    ['JPEG', jpeg(), 'image/jpeg'],
    ['PNG', png(), 'image/png'],
    ['WebP', webp(), 'image/webp'],
  ])('is a %s by its content, and goes with a message', async (_, bytes, contentType) => {
    const { buyer, seller, orderId } = await talk()
    const sent = await attach(buyer, orderId, bytes)
    expect(sent.status).toBe(201)
    expect(sent.data).toEqual({
      id: expect.any(String),
      url: expect.any(String),
      contentType,
      size: expect.any(Number),
    })
    const told = ok(await message(buyer, orderId, 'Voici', { attachments: [sent.data.id] }))
    expect(told.attachments).toHaveLength(1)
    expect(told.attachments[0]).toMatchObject({ id: sent.data.id, contentType, size: sent.data.size })
    const [read] = ok(await messagesOf(seller, orderId)).messages
    expect(read.attachments[0]).toMatchObject({ id: sent.data.id, contentType })
    const file = await readSigned(read.attachments[0].url, seller)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, contentType])
  })

  it('is nothing else, of 5 MB at most, in the field file', async () => {
    const { buyer, orderId } = await talk()
    for (const bytes of [gif, svg, '%PDF-1.4\n%%EOF\n', 'bonjour'])
      expect((await attach(buyer, orderId, bytes)).status).toBe(415)
    const big = new Uint8Array(6 * 1024 * 1024)
    big.set(jpeg())
    expect((await attach(buyer, orderId, big)).status).toBe(413)
    const wrong = new FormData()
    wrong.append('photo', new Blob([jpeg()]), 'a.jpg')
    expect((await call(buyer, 'POST', `/orders/${orderId}/messages/attachments`, wrong)).status).toBe(400)
    expect((await call(buyer, 'POST', `/orders/${orderId}/messages/attachments`, new FormData())).status).toBe(400)
  })

  it('says no place: what the camera wrote is gone', async () => {
    const { buyer, orderId } = await talk()
    const { url } = ok(await attach(buyer, orderId))
    expect(String((await readSigned(url, buyer)).data)).not.toContain(SECRET)
  })

  it('is read at a signed address of ten minutes, kept nowhere, and a later answer carries a new one', async () => {
    const { buyer, seller, orderId } = await talk()
    const { id, url } = ok(await attach(buyer, orderId))
    ok(await message(buyer, orderId, 'Voici', { attachments: [id] }))
    const file = await readSigned(url, buyer)
    expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(file.headers.get('x-content-type-options')).toBe('nosniff')
    expect(file.headers.get('content-disposition')).toContain('attachment')
    expect([401, 403, 404, 410]).toContain((await readSigned(forgeAddress(url), buyer)).status)
    wait(9 * MINUTE)
    expect((await readSigned(url, buyer)).status).toBe(200)
    wait(2 * MINUTE)
    expect([401, 403, 404, 410]).toContain((await readSigned(url, buyer)).status)
    const now = await again(seller)
    const [{ attachments }] = ok(await messagesOf(now, orderId)).messages
    expect((await readSigned(attachments[0].url, now)).status).toBe(200)
  })

  it('is sent by the parties: strangers hear 404, staff 403, guests 401', async () => {
    const { buyer, seller, orderId } = await talk()
    expect((await attach(seller, orderId)).status).toBe(201)
    expect(refusal(await attach(await signUp(), orderId))).toEqual(GONE)
    expect((await attach(await signUp('SUPPORT'), orderId)).status).toBe(403)
    expect((await attach(guest, orderId)).status).toBe(401)
    await expectUnknownIs404(buyer, 'POST', (id) => `/orders/${id}/messages/attachments`, fileForm(jpeg()))
  })

  it('goes with a message of its sender and its order: else 404, and nothing is written', async () => {
    const [one, two] = [await talk(), await talk()]
    const mine = ok(await attach(one.buyer, one.orderId)).id
    for (const id of [UNKNOWN, 'pas-un-id'])
      expect(refusal(await message(one.buyer, one.orderId, 'x', { attachments: [id] }))).toEqual(GONE)
    expect(refusal(await message(one.seller, one.orderId, 'x', { attachments: [mine] }))).toEqual(GONE)
    expect(refusal(await message(two.buyer, two.orderId, 'x', { attachments: [mine] }))).toEqual(GONE)
    expect(ok(await messagesOf(one.buyer, one.orderId)).messages).toEqual([])
    expect((await message(one.buyer, one.orderId, 'x', { attachments: [mine] })).status).toBe(201)
  })

  it('is one of five at most in a message', async () => {
    const { buyer, orderId } = await talk()
    const ids: string[] = []
    for (let i = 0; i < 6; i++) ids.push(ok(await attach(buyer, orderId)).id)
    const over = await message(buyer, orderId, 'six', { attachments: ids })
    expect([over.status, over.error?.details?.[0]?.field]).toEqual([400, 'attachments'])
    expect(ok(await message(buyer, orderId, 'cinq', { attachments: ids.slice(0, 5) })).attachments).toHaveLength(5)
  })
})
