import { describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import { call, reasons, together } from '#testing/api.ts'
import { minuteCronAfter } from '#testing/clock.ts'
import { first } from '#testing/fixtures/database.ts'
import { balance } from '#testing/fixtures/ledger.ts'
import { deliveredOrder, newMarket, orderRow, paidOrder, refundOf, sentRefund } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { settleMovement, until } from '#testing/sandbox.ts'

const reject = (as: Parameters<typeof call>[0], id: string | undefined) =>
  call(as, 'POST', `/refunds/${id}/reject`, { reason: 'Réglé autrement' })

describe('a refund that an ADMIN gives up', () => {
  it('lets a delivered order go on: it completes at the next tick, and its seller is paid', async () => {
    const [market, admin] = [await newMarket(), await signUp('ADMIN')]
    const { id } = await deliveredOrder(market)
    await call(admin, 'POST', `/orders/admin/${id}/refund`)
    await settleMovement((await sentRefund(id)).id, 'refuse')
    const failed = await until(async () => {
      const refund = await refundOf(id)
      return refund?.status === 'FAILED' && refund
    }, 'the verdict')
    const told = await first<{ description: string }>('SELECT description FROM incidents WHERE order_id = ?', id)
    expect(told?.description).toContain(failed.id)
    expect((await reject(admin, failed.id)).data).toMatchObject({
      refundId: failed.id,
      orderId: id,
      status: 'REJECTED',
      amount: '27.00',
      currency: 'USD',
      kind: 'FULL',
      gateway: 'B',
      completedAt: null,
    })
    await minuteCronAfter(49 * HOUR_MS)
    expect((await orderRow(id))?.status).toBe('COMPLETED')
    expect(await balance(`seller:${market.seller.profileId}:available`)).toBe(2500)
    await minuteCronAfter(MINUTE_MS)
  })

  it('ends once, and another may be sent', async () => {
    const [market, admin, support] = [await newMarket(), await signUp('ADMIN'), await signUp('SUPPORT')]
    const { id } = await deliveredOrder(market)
    await call(admin, 'POST', `/orders/admin/${id}/refund`)
    await settleMovement((await sentRefund(id)).id, 'refuse')
    const failed = await until(async () => {
      const refund = await refundOf(id)
      return refund?.status === 'FAILED' && refund
    }, 'the verdict')
    expect((await reject(support, failed.id)).status).toBe(403)
    const answers = await together(5, () => reject(admin, failed.id))
    expect(reasons(answers)).toEqual({ ok: 1, INVALID_TRANSITION: 4 })
    expect((await call(admin, 'POST', `/orders/admin/${id}/refund`)).data.status).toBe('REFUNDED')
  })

  it('is not sent by an ADMIN who has not seen that it was refused', async () => {
    const [market, one, other] = [await newMarket(), await signUp('ADMIN'), await signUp('ADMIN')]
    const { id } = await paidOrder(market)
    await call(one, 'POST', `/orders/admin/${id}/cancel`, {})
    const seen = await until(() => refundOf(id), 'the refund')
    const ask = (refundId?: string) =>
      call(other, 'POST', '/refunds/request-approval', {
        orderId: id,
        reason: 'À rendre',
        ...(refundId && { refundId }),
      })
    expect((await reject(one, seen.id)).status).toBe(200)
    const stale = await ask(seen.id)
    expect([stale.status, stale.error?.reason]).toEqual([409, 'INVALID_TRANSITION'])
    expect(await first('SELECT count(*) AS n FROM refunds WHERE order_id = ?', id)).toEqual({ n: 1 })
    expect((await ask()).status).toBe(201)
  })

  it('of an order that is over leaves its money held: an incident says so, and another refund sends it', async () => {
    const [market, admin, support] = [await newMarket(), await signUp('ADMIN'), await signUp('SUPPORT')]
    const { id } = await paidOrder(market)
    await call(support, 'POST', `/orders/admin/${id}/cancel`, {})
    const refund = await refundOf(id)
    expect((await reject(admin, refund?.id)).data).toMatchObject({ status: 'REJECTED' })
    expect(await balance(`order:${id}:held`)).toBe(2700)
    const told = await first<{ description: string }>('SELECT description FROM incidents WHERE order_id = ?', id)
    expect(told?.description).toContain(`/orders/admin/${id}/refund`)

    expect((await call(admin, 'POST', `/orders/admin/${id}/refund`)).data.status).toBe('CANCELLED')
    await settleMovement((await sentRefund(id)).id, 'approve')
    expect(await balance(`order:${id}:held`)).toBe(0)
    expect(await orderRow(id)).toMatchObject({ status: 'CANCELLED', paymentStatus: 'REFUNDED' })
  })

  it('is not one that is on its way, nor one that nobody knows', async () => {
    const [market, admin] = [await newMarket(), await signUp('ADMIN')]
    const { id } = await paidOrder(market)
    await call(admin, 'POST', `/orders/admin/${id}/refund`)
    await sentRefund(id)
    expect((await reject(admin, (await refundOf(id))?.id)).error?.reason).toBe('INVALID_TRANSITION')
    expect((await reject(admin, crypto.randomUUID())).status).toBe(404)
  })
})
