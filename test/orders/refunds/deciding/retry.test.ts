import { describe, expect, it } from 'vitest'
import { call, type Person, reasons, together } from '#testing/api.ts'
import { count, first, run } from '#testing/fixtures/database.ts'
import { freshPhone, otherCode } from '#testing/fixtures/inputs.ts'
import { balance } from '#testing/fixtures/ledger.ts'
import { actOnOrder, newMarket, orderRow, paidOrder, refundOf, sentRefund } from '#testing/fixtures/orders.ts'
import { changeUser, signUp } from '#testing/fixtures/people.ts'
import { letResend } from '#testing/fixtures/wallets.ts'
import { movementsOf, settleMovement, until } from '#testing/sandbox.ts'
import { confirmRefund, outgoing, refundByCode, withCode } from '#testing/stories/books.ts'

const retry = (as: Person, id: string, body: object = {}) => call(as, 'POST', `/refunds/${id}/retry`, body)
const to = (phoneNumber: string) => ({ phoneNumber, network: 'airtel', countryCode: 'CD' })
async function verified({ id }: Person, phone = freshPhone('123', '24397')): Promise<string> {
  await changeUser(id, 'phone = ?, phone_verified_at = 1', phone)
  return phone
}

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

  it('goes to another number of its buyer by a code alone, which its buyer is told and the audit keeps', async () => {
    const { market, admin, paid, id } = await failedRefund()
    const phone = await verified(market.buyer)
    const asked = await withCode(admin, () => retry(admin, id, to(phone)))
    expect(asked).toMatchObject({ status: 200, data: { refundId: id, resendIn: 60 } })
    expect(asked.data.pendingId).not.toBe(id)
    expect([(await refundOf(paid.id))?.status, await movementsOf(phone)]).toEqual(['FAILED', []])

    const confirm = (code: string) => confirmRefund(admin, asked.data.pendingId, code)
    expect((await confirm(otherCode(asked.code))).error?.reason).toBe('INVALID_VERIFICATION_CODE')
    const answers = await together(5, () => confirm(asked.code))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const sent = answers.find(({ status }) => status === 201)
    expect(sent?.data).toMatchObject({ refundId: id, status: 'PROCESSING' })
    expect(sent?.data.phoneNumber.slice(-2)).toBe(phone.slice(-2))
    expect(await movementsOf(phone)).toMatchObject([{ kind: 'payout' }])
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
    await settleMovement((await sentRefund(paid.id)).id, 'refuse')
    await until(async () => (await refundOf(paid.id))?.status === 'FAILED', 'the verdict')
    expect((await retry(admin, id)).data).toMatchObject({ status: 'PROCESSING' })
  })

  it('forgets the other number once it is of more, and does not follow it to another owner', async () => {
    const [market, admin] = [await newMarket(), await signUp('ADMIN')]
    const paid = await paidOrder(market)
    const fails = async () => until(async () => (await refundOf(paid.id))?.status === 'FAILED', 'the verdict')
    const id = await refundByCode(admin, { orderId: paid.id, amount: '5.00' })
    await settleMovement((await sentRefund(paid.id)).id, 'refuse')
    await fails()
    const phone = await verified(market.buyer)
    await letResend(admin)
    const asked = await withCode(admin, () => retry(admin, id, to(phone)))
    expect((await confirmRefund(admin, asked.data.pendingId, asked.code)).status).toBe(201)
    await settleMovement((await sentRefund(paid.id)).id, 'refuse')
    await fails()
    await changeUser(market.buyer.id, 'phone_verified_at = NULL')
    expect((await retry(admin, id)).error?.reason).toBe('INVALID_TRANSITION')
    expect((await actOnOrder(market.seller, paid.id, 'reject', { reason: 'Rupture de stock' })).status).toBe(200)
    await until(async () => (await outgoing(paid.payerPhoneNumber)).length === 2, 'all of it to the payer')
    expect(await outgoing(phone)).toHaveLength(1)
  })

  it('goes to nobody else: neither to a number of a stranger, nor to one that the buyer has not verified', async () => {
    const { market, admin, id } = await failedRefund()
    const [strange, unproved] = [await verified(await signUp()), freshPhone('123', '24397')]
    await changeUser(market.buyer.id, 'phone = ?, phone_verified_at = NULL', unproved)
    for (const phone of [strange, unproved]) {
      const asked = await retry(admin, id, to(phone))
      expect([asked.status, asked.error?.details?.[0]?.field]).toEqual([400, 'phoneNumber'])
    }
    expect(await count('pending_approvals WHERE subject_id = ?', id)).toBe(0)
  })

  it('goes to a number that paid another order of its buyer', async () => {
    const { market, admin, id } = await failedRefund()
    const payerPhoneNumber = freshPhone('123', '24397')
    await paidOrder(market, { payerPhoneNumber, network: 'airtel' })
    expect((await retry(admin, id, to(payerPhoneNumber))).data.pendingId).toBeDefined()
  })

  it('goes no more to a number that is the buyer’s no longer when the code is typed', async () => {
    const { market, admin, id } = await failedRefund()
    const phone = await verified(market.buyer)
    const { data, code } = await withCode(admin, () => retry(admin, id, to(phone)))
    await changeUser(market.buyer.id, 'phone_verified_at = NULL')
    expect((await confirmRefund(admin, data.pendingId, code)).status).toBe(400)
    expect(await movementsOf(phone)).toEqual([])
  })

  it('is approved by who asked alone, once, by the last code, and while it is as it was', async () => {
    const { market, admin, paid, id } = await failedRefund()
    const phone = await verified(market.buyer)
    const { data, code } = await withCode(admin, () => retry(admin, id, to(phone)))
    expect((await confirmRefund(await signUp('ADMIN'), data.pendingId, code)).status).toBe(404)
    await letResend(admin)
    const again = await withCode(admin, () =>
      call(admin, 'POST', '/refunds/resend-code', { pendingId: data.pendingId }),
    )
    expect(again.data).toMatchObject({ pendingId: data.pendingId, refundId: id })
    if (again.code !== code)
      expect((await confirmRefund(admin, data.pendingId, code)).error?.reason).toBe('INVALID_VERIFICATION_CODE')
    expect((await retry(admin, id)).data).toMatchObject({ status: 'PROCESSING' })
    expect((await confirmRefund(admin, data.pendingId, again.code)).error?.reason).toBe('INVALID_TRANSITION')
    expect(await movementsOf(phone)).toEqual([])
    await settleMovement((await sentRefund(paid.id)).id, 'refuse')
    await until(async () => (await refundOf(paid.id))?.status === 'FAILED', 'the verdict')
    expect((await confirmRefund(admin, data.pendingId, again.code)).error?.reason).toBe('INVALID_TRANSITION')
  })

  it('leaves once where a retry comes beside the code', async () => {
    const { market, admin, paid, id } = await failedRefund()
    const phone = await verified(market.buyer)
    const { data, code } = await withCode(admin, () => retry(admin, id, to(phone)))
    const acts = [() => confirmRefund(admin, data.pendingId, code), () => retry(admin, id)]
    const answers = await together(8, (i) => acts[i % 2]?.() ?? retry(admin, id))
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
    const payouts = [...(await movementsOf(phone)), ...(await movementsOf(paid.payerPhoneNumber))]
    expect(payouts.filter(({ kind, status }) => kind === 'payout' && status === 'pending')).toHaveLength(1)
  })

  it('is asked for by an ADMIN of a day at least', async () => {
    const { market, admin, id } = await failedRefund()
    const phone = await verified(market.buyer)
    await changeUser(admin.id, 'approvals_held_until = ?', Date.now() + 60_000)
    expect((await retry(admin, id, to(phone))).error?.reason).toBe('APPROVER_HELD')
  })

  it('is refused at once with the reason, and waits again', async () => {
    const { market, admin, paid, id } = await failedRefund()
    const phone = await verified(market.buyer, freshPhone('059', '24397'))
    const { data, code } = await withCode(admin, () => retry(admin, id, to(phone)))
    const sent = await confirmRefund(admin, data.pendingId, code)
    expect([sent.status, sent.error?.code]).toEqual([400, 'MBIYOPAY_PAYOUT_FAILED'])
    expect((await refundOf(paid.id))?.status).toBe('FAILED')
    expect((await orderRow(paid.id))?.status).toBe('CANCELLED')
    expect(await balance(`order:${paid.id}:held`)).toBe(2700)
  })

  it('that people made FAILED is not sent again, in whatever way, before its gateway says so', async () => {
    const { admin, paid, id } = await failedRefund()
    const decide = (columns: string) => run(`UPDATE gateway_transactions SET ${columns} WHERE subject_id = ?`, id)
    await decide('decided_at = 1, agreed_at = NULL')
    const ways = [
      () => retry(admin, id),
      () => call(admin, 'POST', `/orders/admin/${paid.id}/refund`),
      () => call(admin, 'POST', '/refunds/request-approval', { orderId: paid.id, reason: 'x' }),
    ]
    for (const way of ways) expect((await way()).error?.reason).toBe('INVALID_TRANSITION')
    expect((await call(admin, 'POST', `/refunds/${id}/reject`, { reason: 'x' })).status).toBe(200)
    expect((await call(admin, 'POST', `/orders/admin/${paid.id}/refund`)).error?.reason).toBe('INVALID_TRANSITION')
    await decide('agreed_at = 2')
    expect((await call(admin, 'POST', `/orders/admin/${paid.id}/refund`)).status).toBe(200)
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
