import { beforeAll, describe, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { fromNoon } from '#testing/clock.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { actOnOrder, type Market, newMarket, paidOrder, postOrder, readyOrder } from '#testing/fixtures/orders.ts'
import { changeUser, signUp, withPhone } from '#testing/fixtures/people.ts'
import { refuse } from '#testing/sandbox.ts'
import { rate } from '#testing/stories/money.ts'
import {
  amountsIn,
  currenciesOf,
  type Data,
  expectStaffOnly,
  expectUnknownIs404,
  faults,
  ok,
} from '#testing/stories/orders.ts'

fromNoon()

let support: Person
beforeAll(async () => {
  support = await signUp('SUPPORT')
})
const list = (query: string, as: Person = support) => call(as, 'GET', `/orders/admin?${query}`)
const idsOf = async (query: string) => ok(await list(query)).orders.map(({ id }: Data) => id)
const detail = async (id: string): Promise<Data> => ok(await call(support, 'GET', `/orders/admin/${id}`))
const note = (as: Person, id: string, body: unknown) => call(as, 'POST', `/orders/admin/${id}/notes`, { body })

describe('the list of orders for staff', () => {
  it('is every shop’s, newest first, in pages', async () => {
    const [one, two] = [ok(await postOrder(await newMarket())), ok(await postOrder(await newMarket()))]
    const { orders, pagination } = ok(await list('limit=2'))
    expect(orders.map(({ id }: Data) => id)).toEqual([two.id, one.id])
    expect(pagination).toMatchObject({ page: 1, limit: 2 })
    expect(pagination.total).toBeGreaterThanOrEqual(2)
    expect((await idsOf('limit=1&page=2'))[0]).toBe(one.id)
    expect((await list('limit=1', await signUp('ADMIN'))).status).toBe(200)
  })

  it('finds an order by its number, its buyer’s name, phone or e-mail', async () => {
    const market = await newMarket()
    const buyer = await withPhone()
    await changeUser(buyer.id, "name = 'Zéphyrin Kasereka'")
    const { id, number } = ok(await postOrder({ ...market, buyer }))
    ok(await postOrder(await newMarket()))
    const words = [number, buyer.phone, buyer.email, 'Zéphyrin Kasereka', 'kasereka', 'zephyrin']
    for (const word of words) expect(await idsOf(`search=${encodeURIComponent(word)}`), word).toEqual([id])
    expect(await idsOf('search=personne-de-ce-nom')).toEqual([])
  })

  it('finds a phone however it is written', async () => {
    const [market, buyer] = [await newMarket(), await withPhone()]
    const { id } = ok(await postOrder({ ...market, buyer }))
    for (const written of [`+${buyer.phone}`, `0${buyer.phone.slice(3)}`])
      expect(await idsOf(`search=${encodeURIComponent(written)}`), written).toEqual([id])
  })

  it('is filtered by status and by day, and the totals are by currency of all that is filtered', async () => {
    const market = await newMarket()
    const francs = { ...(await newMarket({ price: '2800.00' }, { currency: 'CDF' })), buyer: market.buyer }
    await rate('USD', 'CDF', 280_000_000_000)
    const paid = await paidOrder(market)
    await postOrder(francs, { currency: 'CDF', fulfillmentMethod: 'PICKUP', network: 'airtel' })
    const mine = `search=${encodeURIComponent(market.buyer.email)}`
    const { orders, totals } = ok(await list(`${mine}&limit=1`))
    expect(orders).toHaveLength(1)
    expect(currenciesOf(totals)).toEqual(['CDF', 'USD'])
    expect(amountsIn(totals, 'USD')).toContain('27.00')
    expect(amountsIn(totals, 'CDF')).toContain('5600.00')
    expect(await idsOf(`${mine}&status=PENDING_SELLER_REVIEW`)).toEqual([paid.id])
    const day = new Date(Date.now() + 2 * 3_600_000).toISOString().slice(0, 10)
    expect(await idsOf(`${mine}&from=${day}`)).toHaveLength(2)
    expect(await idsOf(`${mine}&to=2020-01-01`)).toEqual([])
  })

  it('refuses what it does not know', async () => {
    expect(faults(await list('status=X'))).toEqual(['status'])
    expect(faults(await list('limit=101'))).toEqual(['limit'])
    expect(faults(await list(`search=${'x'.repeat(101)}`))).toEqual(['search'])
    expect((await list('couleur=rouge')).status).toBe(400)
    expect(faults(await list('from=demain'))).toEqual(['from'])
  })

  it('is staff’s only', async () => {
    await expectStaffOnly('GET', '/orders/admin')
  })
})

describe('one order for staff', () => {
  let market: Market
  let paid: Data
  beforeAll(async () => {
    market = await newMarket()
    paid = await paidOrder(market)
  })

  it('has the whole: payins, refunds, transfers, history and notes', async () => {
    const shown = await detail(paid.id)
    expect(shown).toMatchObject({ id: paid.id, number: paid.number, status: 'PENDING_SELLER_REVIEW', total: '27.00' })
    expect(shown.payins).toHaveLength(1)
    expect(shown.payins[0]).toMatchObject({ status: 'succeeded', amount: 27, currency: 'USD' })
    expect([shown.refunds, shown.notes]).toEqual([[], []])
    expect(shown.transfers.length).toBeGreaterThanOrEqual(1)
    expect(JSON.stringify(shown.transfers)).toContain('27.00')
    const states = shown.history.map(({ to }: Data) => to)
    expect(new Set(states)).toEqual(new Set(['PENDING_PAYMENT', 'PENDING_SELLER_REVIEW']))
  })

  it('shows the refund of one that was rejected, and its reason', async () => {
    const other = await newMarket()
    const { id, payerPhoneNumber } = await paidOrder(other)
    ok(await actOnOrder(other.seller, id, 'reject', { reason: 'Fermé' }))
    const shown = await detail(id)
    expect(shown).toMatchObject({ status: 'REJECTED', rejectionReason: 'Fermé' })
    expect(shown.refunds).toHaveLength(1)
    expect(shown.refunds[0]).toMatchObject({
      orderId: id,
      amount: '27.00',
      currency: 'USD',
      kind: 'FULL',
      gateway: 'B',
    })
    expect(shown.refunds[0].phoneNumber).not.toContain(payerPhoneNumber)
  })

  it('shows no hand-over code', async () => {
    const other = await newMarket()
    const { id, pickupCode } = await readyOrder(other)
    const { dropoffCode } = ok(await call(other.buyer, 'GET', `/orders/${id}/tracking`))
    const text = JSON.stringify(await detail(id))
    for (const code of [pickupCode, dropoffCode]) expect(text).not.toContain(`"${code}"`)
  })

  it('has each payin that was tried, with why it failed', async () => {
    const other = await newMarket()
    const phone = freshPhone()
    const { id } = ok(await postOrder(other, { payerPhoneNumber: phone }))
    await refuse(phone, 'INSUFFICIENT_BALANCE')
    const [payin] = (await detail(id)).payins
    expect(payin.status).toBe('failed')
    expect(payin.failureReason).toEqual(expect.any(String))
  })

  it('is staff’s only; an unknown one is 404', async () => {
    await expectStaffOnly('GET', `/orders/admin/${paid.id}`)
    await expectUnknownIs404(support, 'GET', (id) => `/orders/admin/${id}`)
  })

  it('keeps notes of 1 to 2000 characters for staff', async () => {
    expect((await note(support, paid.id, 'Rappeler demain')).status).toBe(201)
    expect((await note(await signUp('ADMIN'), paid.id, 'x'.repeat(2000))).status).toBe(201)
    const { notes } = await detail(paid.id)
    expect(notes.map(({ body }: Data) => body.slice(0, 15)).sort()).toEqual(['Rappeler demain', 'x'.repeat(15)])
    for (const wrong of ['', 'x'.repeat(2001), 7]) expect(faults(await note(support, paid.id, wrong))).toEqual(['body'])
    expect((await detail(paid.id)).notes).toHaveLength(2)
    await expectStaffOnly('POST', `/orders/admin/${paid.id}/notes`, { body: 'Moi aussi' })
    await expectUnknownIs404(support, 'POST', (id) => `/orders/admin/${id}/notes`, { body: 'Perdu' })
  })

  it('notes change neither state nor version, and nobody else reads them', async () => {
    const before = await detail(paid.id)
    ok(await note(support, paid.id, 'Secret de bureau'))
    const after = await detail(paid.id)
    expect([after.status, after.updatedAt]).toEqual([before.status, before.updatedAt])
    for (const as of [market.buyer, market.seller]) {
      const seen = ok(await call(as, 'GET', `/orders/${paid.id}`))
      expect(seen.notes).toBeUndefined()
      expect(JSON.stringify(seen)).not.toContain('Secret de bureau')
    }
  })
})
