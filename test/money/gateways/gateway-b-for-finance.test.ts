import { afterEach, describe, expect, it } from 'vitest'
import { call, together } from '#testing/api.ts'
import { fromNoon } from '#testing/clock.ts'
import { chargeBody, freshPhone } from '#testing/fixtures/inputs.ts'
import { newMarket, orderRow, paidOrder, postOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newWalletOwner, withdraw, withdrawalCode } from '#testing/fixtures/wallets.ts'
import { approve, clearFaults, movementsOf, refuse, setFault, settleMovement } from '#testing/sandbox.ts'
import {
  changesOf,
  dayOf,
  ends,
  escrowOf,
  expectOnly,
  expectUnknownIs404,
  FINANCE,
  ok,
} from '#testing/stories/books.ts'
import { breaks, clockAt, DAY, SECOND } from '#testing/stories/money.ts'
import type { Data } from '#testing/stories/orders.ts'

fromNoon()

// Rule: GET /gatewayB/transactions {id (ours, in the path), type payin or payout, orderId, transactionId, status in payin words,
// amount text, currency, network, countryCode, createdAt}, filters type and status; /:id; POST /:id/check-status; GET
// /gatewayB/balances {balances [{currency, balance}]} from our clearing account. For finance.
//
// Silent: what orderId is of a withdrawal; the sign of a balance (tested: by how much it changes); in which word a movement
// that was never sent stands; what an amount that was charged whole shows.

afterEach(() => clearFaults())

const KEYS = [
  'id',
  'type',
  'orderId',
  'transactionId',
  'status',
  'amount',
  'currency',
  'network',
  'countryCode',
  'createdAt',
]
const finance = () => signUp('ACCOUNTANT')
async function transactions(query = '') {
  const { transactions } = ok(await call(await finance(), 'GET', `/gatewayB/transactions?limit=100&${query}`))
  return transactions as Data[]
}
const ofOrder = async (id: string, query = '') => (await transactions(query)).filter(({ orderId }) => orderId === id)

describe('the transactions of gateway B', () => {
  it('show what an order was asked for and its end, in words of a payin, amounts in text', async () => {
    const market = await newMarket()
    const phone = freshPhone()
    const { id } = ok(await postOrder(market, { payerPhoneNumber: phone }))
    const [movement] = await movementsOf(phone)
    const [asked] = await ofOrder(id)
    expect(Object.keys(asked)).toEqual(expect.arrayContaining(KEYS))
    expect(asked).toMatchObject({
      type: 'payin',
      status: 'pending',
      amount: '27.00',
      currency: 'USD',
      network: 'vodacom',
    })
    expect(asked).toMatchObject({ countryCode: 'CD', transactionId: movement?.id })
    await approve(phone)
    const facts = { id: asked.id, type: 'payin', amount: '27.00', transactionId: movement?.id, status: 'succeeded' }
    expect(await ofOrder(id)).toMatchObject([facts])
    const one = ok(await call(await finance(), 'GET', `/gatewayB/transactions/${asked.id}`))
    expect(one).toMatchObject(facts)
    expect(JSON.stringify(one)).not.toContain(phone)
  })

  it('show each try of an order, and one that is in review', async () => {
    const market = await newMarket()
    const phone = freshPhone()
    const { id } = ok(await postOrder(market, { payerPhoneNumber: phone }))
    await refuse(phone)
    await setFault({ gateway: 'B', fault: 'wrongAmount', kind: 'payin' })
    const second = freshPhone()
    const again = { payerPhoneNumber: second, network: 'vodacom', countryCode: 'CD' }
    ok(await call(market.buyer, 'POST', `/orders/${id}/pay`, again))
    await approve(second)
    expect((await ofOrder(id)).map(({ status }) => status)).toEqual(['review', 'failed'])
    expect(await ofOrder(id, 'status=review')).toHaveLength(1)
    expect(await ofOrder(id, 'status=succeeded')).toEqual([])
  })

  it('show withdrawals and refunds as payouts, and charges of staff as payins', async () => {
    const owner = await newWalletOwner('SELLER', { USD: 5000 })
    ok(await withdraw(owner, 'USD', '25.00', await withdrawalCode(owner, 'USD', '25.00')))
    const order = await paidOrder(await newMarket())
    ok(await call(await signUp('ADMIN'), 'POST', `/orders/admin/${order.id}/refund`))
    await ends(order.payerPhoneNumber, 'approve')
    const payouts = await transactions('type=payout')
    const amounts = payouts.map(({ amount, status }) => `${amount} ${status}`)
    expect(amounts).toEqual(expect.arrayContaining(['25.00 pending', '27.00 succeeded']))
    expect(new Set(payouts.map(({ type }) => type))).toEqual(new Set(['payout']))
    const charge = ok(await call(await signUp('ADMIN'), 'POST', '/gatewayB/payin', chargeBody()))
    expect(await ofOrder(charge.orderId, 'type=payin')).toMatchObject([{ amount: '12.50', status: 'pending' }])
    expect(await ofOrder(charge.orderId, 'type=payout')).toEqual([])
  })

  it('come newest first, in pages, and are found by day', async () => {
    const order = await paidOrder(await newMarket())
    const [newest] = await transactions()
    expect(newest.orderId).toBe(order.id)
    const page = ok(await call(await finance(), 'GET', '/gatewayB/transactions?limit=1&page=2'))
    expect(page.transactions).toHaveLength(1)
    expect(page.transactions[0].id).not.toBe(newest.id)
    const today = dayOf(Date.now())
    expect(await ofOrder(order.id, `from=${today}&to=${today}`)).toHaveLength(1)
    expect(await ofOrder(order.id, `to=${dayOf(Date.now() - DAY)}`)).toEqual([])
    for (const bad of ['type=cadeau', 'status=perdu', 'limit=101'])
      expect((await call(await finance(), 'GET', `/gatewayB/transactions?${bad}`)).status, bad).toBe(400)
  })

  it('are for finance; one that is not there is 404', async () => {
    await expectOnly(
      FINANCE,
      ['GET', '/gatewayB/transactions'],
      ['GET', '/gatewayB/transactions/x'],
      ['POST', '/gatewayB/transactions/x/check-status'],
      ['GET', '/gatewayB/balances'],
    )
    const as = await finance()
    await expectUnknownIs404(as, 'GET', (id) => `/gatewayB/transactions/${id}`)
    await expectUnknownIs404(as, 'POST', (id) => `/gatewayB/transactions/${id}/check-status`)
  })
})

describe('check-status', () => {
  it('asks about one that stayed silent and applies the answer once, for ten at once', async () => {
    const phone = freshPhone()
    const { id } = ok(await postOrder(await newMarket(), { payerPhoneNumber: phone }))
    const [movement] = await movementsOf(phone)
    await settleMovement(movement?.id ?? '', 'approve', ['silent'])
    const [row] = await ofOrder(id)
    expect(row.status).toBe('pending')
    clockAt(Date.now() + 31 * SECOND)
    const as = await finance()
    const ask = () => call(as, 'POST', `/gatewayB/transactions/${row.id}/check-status`)
    const changes = await changesOf(async () => {
      for (const { status } of await together(10, ask)) expect(status).toBe(200)
      expect(ok(await ask())).toMatchObject({ id: row.id, status: 'succeeded' })
    })
    expect(changes).toEqual({ 'gatewayB:clearing': -2700, [escrowOf({ id })]: 2700 })
    expect(await orderRow(id)).toMatchObject({ status: 'PENDING_SELLER_REVIEW', paymentStatus: 'PAID' })
  })

  it('of a gateway that is down changes nothing and sends nothing', async () => {
    const phone = freshPhone()
    const { id } = ok(await postOrder(await newMarket(), { payerPhoneNumber: phone }))
    const [row] = await ofOrder(id)
    await breaks('B', 'down')
    clockAt(Date.now() + 31 * SECOND)
    const { status } = await call(await finance(), 'POST', `/gatewayB/transactions/${row.id}/check-status`)
    expect([200, 502, 503]).toContain(status)
    await clearFaults()
    expect((await ofOrder(id)).map((one) => one.status)).toEqual(['pending'])
    expect(await movementsOf(phone)).toHaveLength(1)
  })
})

describe('the balances at gateway B', () => {
  it('are those of our clearing account, a row a currency', async () => {
    const read = async (): Promise<number> => {
      const { balances } = ok(await call(await finance(), 'GET', '/gatewayB/balances'))
      const dollars = balances.filter(({ currency }: Data) => currency === 'USD')
      expect(dollars.length).toBeLessThanOrEqual(1)
      return Math.round(Number(dollars[0]?.balance ?? 0) * 100)
    }
    const before = await read()
    await paidOrder(await newMarket())
    const paid = await read()
    expect(Math.abs(paid - before)).toBe(2700)
    const owner = await newWalletOwner('SELLER', { USD: 5000 })
    ok(await withdraw(owner, 'USD', '25.00', await withdrawalCode(owner, 'USD', '25.00')))
    expect(await read()).toBe(paid)
    await ends(owner.phone, 'approve')
    expect(Math.abs((await read()) - before)).toBe(200)
  })
})
