import { describe, expect, it } from 'vitest'
import { call, reasons, together } from '../../api.ts'
import { count, first } from '../../fixtures/database.ts'
import { freshPhone } from '../../fixtures/inputs.ts'
import { balance } from '../../fixtures/ledger.ts'
import { newMarket, orderRow, paidOrder, refundOf, sentRefund } from '../../fixtures/orders.ts'
import { signUp } from '../../fixtures/people.ts'
import { movementsOf, settleMovement, until } from '../../sandbox.ts'

/** An order whose refund its operator refused. */
async function failedRefund() {
  const [market, admin] = [await newMarket(), await signUp('ADMIN')]
  const paid = await paidOrder(market)
  await call(admin, 'POST', `/orders/admin/${paid.id}/refund`)
  await settleMovement((await sentRefund(paid.id)).id, 'refuse')
  const { id } = await until(async () => {
    const refund = await refundOf(paid.id)
    return refund?.status === 'FAILED' && refund
  }, 'the verdict')
  return { market, admin, paid, id }
}

describe('a refund that failed', () => {
  it('is sent again once, to the number that paid, by an ADMIN', async () => {
    const { admin, paid, id } = await failedRefund()
    expect((await call(await signUp('SUPPORT'), 'POST', `/refunds/${id}/retry`, {})).status).toBe(403)
    const answers = await together(5, () => call(admin, 'POST', `/refunds/${id}/retry`, {}))
    expect(reasons(answers)).toEqual({ ok: 1, INVALID_TRANSITION: 4 })
    await settleMovement((await sentRefund(paid.id)).id, 'approve')
    await until(async () => (await refundOf(paid.id))?.status === 'SUCCEEDED', 'the verdict')
    expect(await balance(`order:${paid.id}:held`)).toBe(0)
    expect((await movementsOf(paid.payerPhoneNumber)).filter(({ kind }) => kind === 'payout')).toHaveLength(2)
    expect((await call(admin, 'POST', `/refunds/${id}/retry`, {})).error?.reason).toBe('INVALID_TRANSITION')
    expect((await call(admin, 'POST', '/refunds/none/retry', {})).status).toBe(404)
  })

  it('goes to another number, which its buyer is told and the audit keeps', async () => {
    const { market, admin, paid, id } = await failedRefund()
    const phoneNumber = freshPhone('129', '24397')
    const sent = await call(admin, 'POST', `/refunds/${id}/retry`, {
      phoneNumber,
      network: 'airtel',
      countryCode: 'CD',
    })
    expect(sent.data).toMatchObject({ refundId: id, status: 'PROCESSING' })
    expect(sent.data.phoneNumber.slice(-2)).toBe(phoneNumber.slice(-2))
    expect(await movementsOf(phoneNumber)).toMatchObject([{ kind: 'payout' }])
    expect(
      await first(
        'SELECT subject FROM outbox WHERE kind = ? AND recipient = ?',
        'refund.other-number',
        market.buyer.email,
      ),
    ).toEqual({
      subject: `Remboursement de ${paid.number} vers un autre numéro`,
    })
    expect(await count("audit WHERE action = 'refund.retry' AND target_id = ?", id)).toBe(1)
  })

  it('is refused at once with the reason, and waits again', async () => {
    const { admin, paid, id } = await failedRefund()
    const body = { phoneNumber: freshPhone('059', '24397'), network: 'airtel', countryCode: 'CD' }
    const sent = await call(admin, 'POST', `/refunds/${id}/retry`, body)
    expect([sent.status, sent.error?.code]).toEqual([400, 'MBIYOPAY_PAYOUT_FAILED'])
    expect((await refundOf(paid.id))?.status).toBe('FAILED')
    expect((await orderRow(paid.id))?.status).toBe('CANCELLED')
    expect(await balance(`order:${paid.id}:held`)).toBe(2700)
  })

  it.each([
    [{ network: 'mtn' }, 'network'],
    [{ countryCode: 'RW', network: 'mtn' }, 'phoneNumber'],
    [{ countryCode: 'RW', network: 'mtn', phoneNumber: '250788000123' }, 'countryCode'],
  ])('goes to no number that cannot take it (%o)', async (body, field) => {
    const { admin, id } = await failedRefund()
    const sent = await call(admin, 'POST', `/refunds/${id}/retry`, body)
    expect([sent.status, sent.error?.details?.[0]?.field]).toEqual([400, field])
  })
})
