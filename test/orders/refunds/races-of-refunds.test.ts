import { describe, expect, it } from 'vitest'
import { call, type Person, together } from '#testing/api.ts'
import { actOnOrder, newMarket, orderRow, paidOrder, stockOf } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import {
  askedRefund,
  askRefund,
  changesOf,
  confirmRefund,
  ends,
  escrowOf,
  ok,
  outgoing,
  readRefund,
  refundByCode,
  rowsIn,
  WHY,
} from '#testing/stories/books.ts'

// Rule: an order has at most one open refund, whoever asks at once; of what is decided at once, one decision counts; refunds of an
// order are never more than was paid for it, and nothing is sent twice.

const sold = async () => {
  const market = await newMarket()
  const order = await paidOrder(market)
  return { market, order, id: order.id as string, phone: order.payerPhoneNumber as string }
}
const refundsOf = async (admin: Person, id: string) => rowsIn(ok(await call(admin, 'GET', `/orders/${id}/refunds`)))
const isOpen = ({ status }: { status: string }) =>
  ['REQUESTED', 'AWAITING_CODE', 'PROCESSING', 'FAILED'].includes(status)

describe('at once', () => {
  it('ten ADMINs ask for a refund of one order: one is open', async () => {
    const admins = await Promise.all(Array.from({ length: 10 }, () => signUp('ADMIN')))
    const { id, phone } = await sold()
    const answers = await together(10, (i) => askRefund(admins[i] as Person, { orderId: id, amount: '20.00' }))
    for (const { status } of answers) expect([201, 409]).toContain(status)
    expect(answers.some(({ status }) => status === 201)).toBe(true)
    expect((await refundsOf(admins[0] as Person, id)).filter(isOpen)).toHaveLength(1)
    expect(await outgoing(phone)).toEqual([])
  })

  it('a code confirms and another ADMIN rejects: sent, or rejected', async () => {
    for (let i = 0; i < 3; i++) {
      const [admin, other] = [await signUp('ADMIN'), await signUp('ADMIN')]
      const { id, order, phone } = await sold()
      const asked = await askedRefund(admin, { orderId: id })
      const changes = await changesOf(async () => {
        const [sent, rejected] = await Promise.all([
          confirmRefund(admin, asked.pendingId, asked.code),
          call(other, 'POST', `/refunds/${asked.id}/reject`, { reason: WHY }),
        ])
        expect([sent.status === 201, rejected.status === 200].filter(Boolean)).toHaveLength(1)
      })
      const { status } = await readRefund(admin, asked.id)
      const isSent = status === 'PROCESSING'
      if (!isSent) expect(status).toBe('REJECTED')
      expect(await outgoing(phone)).toHaveLength(isSent ? 1 : 0)
      expect(changes).toEqual(isSent ? { [escrowOf(order)]: -2700, 'refunds:inFlight': 2700 } : {})
    }
  })

  it('a code confirms and another ADMIN refunds the order directly: the buyer gets the money once', async () => {
    const [admin, other] = [await signUp('ADMIN'), await signUp('ADMIN')]
    const { id, phone } = await sold()
    const asked = await askedRefund(admin, { orderId: id })
    await Promise.all([
      confirmRefund(admin, asked.pendingId, asked.code),
      call(other, 'POST', `/orders/admin/${id}/refund`),
    ])
    await ends(phone, 'approve')
    expect(await outgoing(phone)).toMatchObject([{ amount: '27' }])
    expect(await orderRow(id)).toMatchObject({ paymentStatus: 'REFUNDED' })
    const succeeded = (await refundsOf(admin, id)).filter(({ status }) => status === 'SUCCEEDED')
    expect(succeeded.map(({ amount }) => amount)).toEqual(['27.00'])
  })

  it('a part is confirmed and the seller rejects the order: never more than was paid goes back', async () => {
    const admin = await signUp('ADMIN')
    const { market, id, phone } = await sold()
    const asked = await askedRefund(admin, { orderId: id, amount: '5.00' })
    await Promise.all([
      confirmRefund(admin, asked.pendingId, asked.code),
      actOnOrder(market.seller, id, 'reject', { reason: 'Rupture' }),
    ])
    const total = (await outgoing(phone)).reduce((sum, { amount }) => sum + Number(amount), 0)
    expect(total).toBeLessThanOrEqual(27)
    const { status } = (await orderRow(id)) ?? {}
    expect(['PENDING_SELLER_REVIEW', 'REJECTED']).toContain(status)
    if (status === 'REJECTED') expect(await stockOf(market.variantId)).toEqual({ stock: 10, held: 0 })
  })

  it('a part is confirmed and the seller accepts: the books are those of one after the other', async () => {
    const admin = await signUp('ADMIN')
    const { market, order, id, phone } = await sold()
    const asked = await askedRefund(admin, { orderId: id, amount: '5.00' })
    const changes = await changesOf(async () => {
      const [sent] = await Promise.all([
        confirmRefund(admin, asked.pendingId, asked.code),
        actOnOrder(market.seller, id, 'accept'),
      ])
      if ((await orderRow(id))?.status !== 'ACCEPTED') ok(await actOnOrder(market.seller, id, 'accept'))
      // The code was for an order that had not been accepted yet.
      if (sent.status !== 201) await refundByCode(admin, { orderId: id, amount: '5.00' })
      await ends(phone, 'approve')
    })
    expect(changes).toEqual({
      [escrowOf(order)]: -2500,
      [`seller:${market.seller.profileId}:pending`]: 2000,
      'gatewayB:clearing': 500,
    })
  })
})
