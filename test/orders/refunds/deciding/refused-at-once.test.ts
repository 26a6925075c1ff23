import { afterEach, describe, expect, it } from 'vitest'
import { call, reasons, together } from '#testing/api.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { deliveredOrder, newMarket, orderRow, paidOrder, refundOf } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { clearFaults, setFault } from '#testing/sandbox.ts'
import { askElsewhere, changesOf, ends, escrowOf, faults, ok, outgoing, refundByCode } from '#testing/stories/books.ts'

// Rule: refused at once: 400 with the gateway's code, row FAILED; `/retry` the same. By whichever way an ADMIN sends it.

afterEach(() => clearFaults())
const directly = async (id: string) => call(await signUp('ADMIN'), 'POST', `/orders/admin/${id}/refund`)
const refuses = (times = 1) => setFault({ gateway: 'B', fault: 'refused', kind: 'payout', times })

describe('a refund that its operator refuses at once', () => {
  it('is 400 with the word of the gateway where an ADMIN sends it directly, FAILED, and nothing moved', async () => {
    const order = await deliveredOrder(await newMarket())
    await refuses()
    expect(
      await changesOf(async () => {
        const answer = await directly(order.id)
        expect([answer.status, answer.error?.code]).toEqual([400, 'MBIYOPAY_PAYOUT_FAILED'])
      }),
    ).toEqual({})
    expect((await refundOf(order.id))?.status).toBe('FAILED')
    expect(await orderRow(order.id)).toMatchObject({ status: 'DELIVERED', paymentStatus: 'PAID' })
  })

  it('is the same at its retry, and goes at the next', async () => {
    const order = await paidOrder(await newMarket())
    await refuses(2)
    expect((await directly(order.id)).status).toBe(400)
    const { id } = (await refundOf(order.id)) ?? { id: '' }
    const admin = await signUp('ADMIN')
    const retry = () => call(admin, 'POST', `/refunds/${id}/retry`, {})
    const refused = await retry()
    expect([refused.status, refused.error?.code]).toEqual([400, 'MBIYOPAY_PAYOUT_FAILED'])
    expect((await refundOf(order.id))?.status).toBe('FAILED')
    expect(ok(await retry())).toMatchObject({ id, status: 'PROCESSING' })
    await ends(order.payerPhoneNumber, 'approve')
    expect((await refundOf(order.id))?.status).toBe('SUCCEEDED')
  })

  it('is the same by code', async () => {
    const order = await paidOrder(await newMarket())
    await refuses()
    await expect(refundByCode(await signUp('ADMIN'), { orderId: order.id, amount: '5.00' })).rejects.toThrow()
    expect((await refundOf(order.id))?.status).toBe('FAILED')
  })

  it('is sent once where nothing is said against it, and the answer shows the order as it is then', async () => {
    const order = await paidOrder(await newMarket())
    const books = await changesOf(async () =>
      expect(ok(await directly(order.id))).toMatchObject({ id: order.id, status: 'CANCELLED' }),
    )
    expect(books).toEqual({ [escrowOf(order)]: -2700, 'refunds:inFlight': 2700 })
    expect(await outgoing(order.payerPhoneNumber)).toHaveLength(1)
  })
})

describe('a refund that is sent again to another number', () => {
  const failed = async () => {
    const order = await paidOrder(await newMarket())
    await refuses()
    expect((await directly(order.id)).status).toBe(400)
    return { order, id: (await refundOf(order.id))?.id ?? '', admin: await signUp('ADMIN') }
  }

  it.each([
    [{ phoneNumber: '243811234789' }, 'network'],
    [{ phoneNumber: '243811234789', countryCode: 'CD' }, 'network'],
    [{ network: 'vodacom' }, 'phoneNumber'],
    [{ network: 'nulle-part' }, 'network'],
  ])('names it with its network: %o is 400', async (body, field) => {
    const { id, admin, order } = await failed()
    const answer = await call(admin, 'POST', `/refunds/${id}/retry`, body)
    expect([answer.status, ...faults(answer)]).toEqual([400, field])
    expect((await refundOf(order.id))?.status).toBe('FAILED')
  })

  it('goes there with the two, in the country it was of', async () => {
    const { id, admin, order } = await failed()
    const phone = freshPhone('123', '24381')
    ok(await (await askElsewhere(admin, id, order.id, { phoneNumber: phone, network: 'vodacom' })).confirm())
    expect(await outgoing(phone)).toHaveLength(1)
    expect(await outgoing(order.payerPhoneNumber)).toHaveLength(0)
  })

  it('is sent once of twenty at once: the others hear that it is on its way', async () => {
    const { id, admin } = await failed()
    const answers = await together(20, () => call(admin, 'POST', `/refunds/${id}/retry`, {}))
    expect(reasons(answers)).toEqual({ ok: 1, INVALID_TRANSITION: 19 })
  })
})
