import { describe, expect, it } from 'vitest'
import { type Answer, call, type Person } from '#testing/api.ts'
import { minuteCronAfter } from '#testing/clock.ts'
import { newRider } from '#testing/fixtures/deliveries.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { actOnOrder, type Market, newMarket, paidOrder, postOrder } from '#testing/fixtures/orders.ts'
import { changeUser, signUp } from '#testing/fixtures/people.ts'
import { jpeg } from '#testing/fixtures/pictures.ts'
import { approve, refuse } from '#testing/sandbox.ts'
import { again, MINUTE } from '#testing/stories/money.ts'
import { fileForm, message, messagesOf, ok, refusal, times } from '#testing/stories/orders.ts'
import { clockGoesOn } from '#testing/stories/production.ts'
import { everythingReadBy, heardBy, noticesOf, pathsThatShow } from '#testing/stories/readers.ts'

// Rule 8.3.4: unpaid orders reach nobody: seller and rider read note, address, phone and messages, and are told anything, from the
// payment on; messages of an order never paid are 409.

clockGoesOn()

const NOTE = 'Note-zanzibar-41'
const STREET = 'Avenue-zanzibar-42'
const NAME = 'Zanzibara Quarantetrois'
const WHY = 'Motif-zanzibar-44'

/** An order that nobody paid, with a note, a street and a named buyer who has a number. */
async function unpaid(market?: Market) {
  const known = market ?? (await newMarket())
  const phone = freshPhone()
  await changeUser(known.buyer.id, 'name = ?, phone = ?, phone_verified_at = 1', NAME, phone)
  const payer = freshPhone()
  const order = ok(
    await postOrder(known, { note: NOTE, deliveryAddress: `12, ${STREET}, Bukavu`, payerPhoneNumber: payer }),
  )
  return {
    ...known,
    order,
    id: order.id as string,
    payer,
    phone,
    words: [NOTE, STREET, 'Zanzibara', phone, payer, WHY],
  }
}
type Unpaid = Awaited<ReturnType<typeof unpaid>>
const readAs = (as: Person, { id, seller, productId, variantId }: Unpaid) =>
  everythingReadBy(as, { id, orderId: id, shopId: seller.shopId, variantId, productId })
/** The ways in which an order ends that nobody paid. */
const endings: [string, (order: Unpaid) => Promise<unknown>][] = [
  ['waits for its money', async () => undefined],
  ['was refused on the phone', async ({ payer }) => refuse(payer)],
  [
    'was called off by its buyer',
    async ({ buyer, id, payer }) => {
      await refuse(payer)
      ok(await actOnOrder(buyer, id, 'cancel', { reason: WHY }))
    },
  ],
  [
    'was called off by staff',
    async ({ id, payer }) => {
      await refuse(payer)
      const staff = await signUp('SUPPORT')
      ok(await call(staff, 'POST', `/orders/admin/${id}/cancel`, { reason: WHY }))
    },
  ],
  [
    'ran out of time',
    async ({ payer }) => {
      await refuse(payer)
      await minuteCronAfter(16 * MINUTE)
      await minuteCronAfter(MINUTE)
    },
  ],
]

describe('an order that nobody paid', () => {
  it.each(endings)(
    '8.3.4 shows its seller neither note, address, phone nor reason in any operation: it %s',
    async (_, ends) => {
      const order = await unpaid()
      await ends(order)
      const seller = await again(order.seller)
      expect(pathsThatShow(await readAs(seller, order), order.words)).toEqual([])
    },
  )

  it('8.3.4 shows a rider nothing, in any operation', async () => {
    const [order, rider] = [await unpaid(), await newRider()]
    expect(pathsThatShow(await readAs(rider, order), [...order.words, order.id])).toEqual([])
  })

  it.each(endings)('8.3.4 tells its seller nothing, in the application, by mail or by SMS: it %s', async (_, ends) => {
    const market = await newMarket()
    const phone = freshPhone()
    await changeUser(market.seller.id, 'phone = ?, phone_verified_at = 1', phone)
    const before = (await noticesOf(market.seller)).length
    const order = await unpaid(market)
    await ends(order)
    await minuteCronAfter(MINUTE)
    expect((await noticesOf(market.seller)).slice(before)).toEqual([])
    const heard = await heardBy({ ...market.seller, phone })
    expect(heard.filter((text) => [...order.words, order.order.number].some((word) => text.includes(word)))).toEqual([])
  })

  it('8.3.4 is counted in no figure of its seller, and cannot be told from none', async () => {
    const market = await newMarket()
    const before = (await everythingReadBy(market.seller, { id: market.productId })).find(({ path }) =>
      path.startsWith('/dashboard/seller'),
    )
    const order = await unpaid(market)
    const { sales } = ok(await call(market.seller, 'GET', '/dashboard/seller'))
    expect(sales).toEqual(JSON.parse(before?.text ?? '{}').data.sales)
    expect(order.id).toBeTruthy()
  })

  it('8.3.4 shows nothing in what an act of its seller answers', async () => {
    const order = await unpaid()
    const acts: [string, unknown][] = [
      ['accept', undefined],
      ['reject', { reason: 'Plus en stock' }],
      ['prepare', undefined],
      ['ready', undefined],
      ['handover', { code: '123456' }],
      ['seller-cancel', { reason: 'Plus en stock' }],
      ['return-received', undefined],
    ]
    for (const [act, body] of acts) {
      const answer = await actOnOrder(order.seller, order.id, act, body)
      expect([404, 409], act).toContain(answer.status)
      expect(order.words.filter((word) => JSON.stringify(answer.body).includes(word))).toEqual([])
    }
    expect(ok(await call(order.buyer, 'GET', `/orders/${order.id}`)).status).toBe('PENDING_PAYMENT')
  })

  it('8.3.4 keeps its incident from its seller: nothing to read, nothing told', async () => {
    const order = await unpaid()
    const before = (await noticesOf(order.seller)).length
    const body = { type: 'ORDER', title: WHY, description: NOTE, orderId: order.id }
    const opened = await call(order.buyer, 'POST', '/incidents', body)
    const shown = await everythingReadBy(order.seller, { id: opened.data?.id ?? order.id, orderId: order.id })
    expect(pathsThatShow(shown, [WHY, NOTE])).toEqual([])
    expect((await noticesOf(order.seller)).slice(before)).toEqual([])
    if (opened.status !== 201) return
    const written = await call(order.buyer, 'POST', `/incidents/${opened.data.id}/updates`, { body: NOTE })
    expect([201, 409]).toContain(written.status)
    const support = await signUp('SUPPORT')
    ok(await call(support, 'POST', `/incidents/${opened.data.id}/updates`, { body: NOTE }))
    ok(await call(support, 'POST', `/incidents/${opened.data.id}/dismiss`, { note: NOTE }))
    expect((await noticesOf(order.seller)).slice(before)).toEqual([])
    expect(pathsThatShow(await everythingReadBy(order.seller, { id: opened.data.id }), [WHY, NOTE])).toEqual([])
  })

  it('8.3.4 shows its seller nothing in what an incident or a ticket of theirs about it answers', async () => {
    const order = await unpaid()
    const body = { type: 'ORDER', title: 'Ne paie pas', description: 'Il ne paie pas.', orderId: order.id }
    const ticket = { subject: 'Ne paie pas', category: 'ORDER', body: 'Il ne paie pas.', orderId: order.id }
    for (const answer of [
      await call(order.seller, 'POST', '/incidents', body),
      await call(order.seller, 'POST', '/support/tickets', ticket),
    ])
      expect(order.words.filter((word) => JSON.stringify(answer.body).includes(word))).toEqual([])
  })

  it('8.3.4 does not become public by a rest of its checkout that was paid', async () => {
    const paid = await newMarket()
    const waits = await newMarket()
    const buyer = paid.buyer
    const order = await unpaid({ ...waits, buyer })
    await paidOrder(paid)
    expect(pathsThatShow(await readAs(order.seller, order), order.words)).toEqual([])
  })
})

describe('from the payment on', () => {
  it('8.3.4 the seller reads note, address and what happens, and is told', async () => {
    const market = await newMarket()
    const before = (await noticesOf(market.seller)).length
    const order = await unpaid(market)
    await approve(order.payer)
    const shown = ok(await call(order.seller, 'GET', `/orders/${order.id}`))
    expect(shown.note).toBe(NOTE)
    expect(shown.deliveryAddress).toContain(STREET)
    expect((await noticesOf(order.seller)).length).toBeGreaterThan(before)
    ok(await message(order.buyer, order.id, NOTE))
    const { messages } = ok(await messagesOf(order.seller, order.id))
    expect(messages.map(({ body }: { body: string }) => body)).toEqual([NOTE])
  })

  it('8.3.4 so it stays after a refund: who was paid once goes on reading', async () => {
    const order = await unpaid()
    await approve(order.payer)
    ok(await actOnOrder(order.seller, order.id, 'reject', { reason: 'Plus en stock' }))
    expect(ok(await call(order.seller, 'GET', `/orders/${order.id}`)).note).toBe(NOTE)
  })
})

describe('messages of an order never paid', () => {
  const who: [string, (order: Unpaid) => Person][] = [
    ['the buyer', ({ buyer }) => buyer],
    ['the seller', ({ seller }) => seller],
  ]
  const isClosed = ({ status }: Answer) => expect([404, 409]).toContain(status)

  it.each(endings)('8.3.4 are 409: it %s', async (_, ends) => {
    const order = await unpaid()
    await ends(order)
    const [buyer, seller] = [await again(order.buyer), await again(order.seller)]
    expect((await message(buyer, order.id, 'Bonjour')).status).toBe(409)
    isClosed(await message(seller, order.id, 'Bonjour'))
    expect((await message(buyer, order.id, 'Bonjour', { channel: 'BUYER_RIDER' })).status).toBe(409)
    const file = fileForm(jpeg())
    expect((await call(buyer, 'POST', `/orders/${order.id}/messages/attachments`, file)).status).toBe(409)
  })

  it.each(who)('8.3.4 are in no list of %s', async (_, whose) => {
    const order = await unpaid()
    await message(order.buyer, order.id, 'Bonjour')
    const read = await messagesOf(whose(order), order.id)
    expect(read.status === 200 ? read.data.messages : []).toEqual([])
    const { conversations } = ok(await call(whose(order), 'GET', '/orders/messages'))
    expect(conversations.map(({ orderId }: { orderId: string }) => orderId)).not.toContain(order.id)
  })

  it('8.3.4 are 409 for staff as well, who write to nobody', async () => {
    const order = await unpaid()
    const answer = await message(await signUp('SUPPORT'), order.id, 'Bonjour')
    expect([403, 409]).toContain(answer.status)
  })

  it('8.3.4 a race of messages with nobody’s money reaches nobody', async () => {
    const order = await unpaid()
    const answers = await Promise.all(times(5).map(() => message(order.buyer, order.id, NOTE)))
    expect(answers.map(({ status }) => status)).toEqual(times(5).map(() => 409))
    expect(refusal(answers[0] as Answer)[0]).toBe(409)
  })
})
