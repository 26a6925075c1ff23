import { describe, expect, it } from 'vitest'
import { type Caller, call, guest, tally, together } from '#testing/api.ts'
import { letAsk, run } from '#testing/fixtures/database.ts'
import { freshPhone, otherCode } from '#testing/fixtures/inputs.ts'
import { balance } from '#testing/fixtures/ledger.ts'
import { confirmPayout, payoutBody, payoutStatus, pendingPayout } from '#testing/fixtures/payouts.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { approve, clearFaults, inbox, movementsOf, refuse, setFault, until } from '#testing/sandbox.ts'

const check = async (as: Caller, id: string) => {
  await letAsk()
  return call(as, 'POST', `/gatewayA/payouts/${id}/check-status`)
}
const ends = (admin: Caller, id: string, status: string) =>
  until(async () => (await check(admin, id)).data.status === status, `${id} ${status}`)

describe('a payout confirmed', () => {
  it('leaves the account it is paid from, is sent, and is booked once it has arrived', async () => {
    const admin = await signUp('ADMIN')
    const before = await balance('platform:cash')
    const reserved = await balance('platform:reserved')
    const { pendingId, code, phone } = await pendingPayout(admin)
    const confirmed = await confirmPayout(admin, pendingId, code)
    expect(confirmed.status).toBe(201)
    expect(confirmed.data).toMatchObject({
      payoutId: pendingId,
      status: 'ACCEPTED',
      amount: '20.50',
      currency: 'USD',
      recipient: { type: 'MMO', accountDetails: { phoneNumber: phone, provider: 'VODACOM_MPESA_COD' } },
    })
    expect(await movementsOf(phone)).toMatchObject([{ id: pendingId, amount: '20.50', kind: 'payout' }])
    expect((await check(admin, pendingId)).data).toMatchObject({ status: 'PROCESSING', internalStatus: 'PROCESSING' })
    expect(await balance('platform:cash')).toBe(before - 2050)
    expect(await balance('platform:reserved')).toBe(reserved + 2050)

    await approve(phone)
    await ends(admin, pendingId, 'COMPLETED')
    await together(5, () => check(admin, pendingId))
    expect(await balance('platform:cash')).toBe(before - 2050)
    const { data } = await call(await signUp('ACCOUNTANT'), 'GET', `/gatewayA/payouts/${pendingId}`)
    expect(data.history.map((step: { to: string }) => step.to)).toEqual([
      'AWAITING_CODE',
      'ACCEPTED',
      'PROCESSING',
      'COMPLETED',
    ])
    await until(
      async () => (await inbox(admin.email)).find(({ subject }) => subject === 'Versement effectué'),
      'a mail',
    )
  })

  it('follows the words of gateway A, whole francs without decimals', async () => {
    const admin = await signUp('ADMIN')
    const body = payoutBody({ currency: 'CDF', amount: 2500 })
    const { pendingId, code, phone } = await pendingPayout(admin, body)
    await setFault({ gateway: 'A', fault: 'enqueued' })
    expect(await confirmPayout(admin, pendingId, code)).toMatchObject({ status: 201 })
    await clearFaults()
    expect((await check(admin, pendingId)).data.internalStatus).toBe('ENQUEUED')
    expect((await check(admin, pendingId)).data.history).toHaveLength(3)
    await refuse(phone, 'RECIPIENT_NOT_FOUND')
    await ends(admin, pendingId, 'FAILED')
    expect((await check(admin, pendingId)).data).toMatchObject({ failureCode: 'RECIPIENT_NOT_FOUND' })
  })

  it('moves nothing when the recipient cannot be paid', async () => {
    const admin = await signUp('ADMIN')
    const before = await balance('platform:cash', 'RWF')
    const body = payoutBody({
      country: 'RWA',
      currency: 'RWF',
      amount: 5000,
      provider: 'MTN_MOMO_RWA',
      phoneNumber: freshPhone('089', '25078'),
    })
    const { pendingId, code } = await pendingPayout(admin, body)
    expect(await confirmPayout(admin, pendingId, code)).toMatchObject({ status: 201 })
    await ends(admin, pendingId, 'FAILED')
    expect(await balance('platform:cash', 'RWF')).toBe(before)
    await until(
      async () => (await inbox(admin.email)).find(({ subject }) => subject === 'Versement non effectué'),
      'a mail',
    )
  })

  it('a payout that gateway A refuses at once is FAILED, and says why', async () => {
    const admin = await signUp('ADMIN')
    const refused = await pendingPayout(admin)
    await setFault({ gateway: 'A', kind: 'payout', fault: 'refused' })
    expect(await confirmPayout(admin, refused.pendingId, refused.code)).toMatchObject({
      status: 400,
      error: { code: 'PAWAPAY_PAYOUT_REJECTED' },
    })
    expect(await payoutStatus(refused.pendingId)).toBe('FAILED')
    expect(await confirmPayout(admin, refused.pendingId, refused.code)).toMatchObject({
      status: 409,
      error: { reason: 'INVALID_TRANSITION' },
    })

    const poor = await pendingPayout(admin)
    await setFault({ gateway: 'A', fault: 'outOfFunds' })
    expect(await confirmPayout(admin, poor.pendingId, poor.code)).toMatchObject({
      status: 409,
      error: { code: 'CONFLICT', reason: 'INSUFFICIENT_BALANCE' },
    })
    await clearFaults()
    expect(await payoutStatus(poor.pendingId)).toBe('FAILED')
  })

  it('stays on its way when nobody knows what became of it, and is paid once', async () => {
    const admin = await signUp('ADMIN')
    const { pendingId, code, phone } = await pendingPayout(admin, payoutBody({ phoneNumber: freshPhone('789') }))
    await setFault({ gateway: 'A', kind: 'payout', fault: 'serverErrorHappened' })
    expect(await confirmPayout(admin, pendingId, code)).toMatchObject({ status: 201, data: { status: 'ACCEPTED' } })
    await clearFaults()
    await ends(admin, pendingId, 'COMPLETED')
    expect(await movementsOf(phone)).toHaveLength(1)
  })
})

describe('a confirmation is refused', () => {
  it('guests, other roles, another admin, an unknown payout and a malformed body are refused', async () => {
    const admin = await signUp('ADMIN')
    const { pendingId, code } = await pendingPayout(admin)
    expect(await confirmPayout(guest, pendingId, code)).toMatchObject({ status: 401 })
    expect(await confirmPayout(await signUp('ACCOUNTANT'), pendingId, code)).toMatchObject({ status: 403 })
    expect(await confirmPayout(await signUp('ADMIN'), pendingId, code)).toMatchObject({ status: 404 })
    expect(await confirmPayout(admin, crypto.randomUUID(), code)).toMatchObject({ status: 404 })
    expect(await confirmPayout(admin, pendingId, 'abc')).toMatchObject({
      status: 400,
      error: { details: [{ field: 'code' }] },
    })
    expect(await confirmPayout(admin, undefined, code)).toMatchObject({
      status: 400,
      error: { details: [{ field: 'pendingId' }] },
    })
    expect(await payoutStatus(pendingId)).toBe('AWAITING_CODE')
  })

  it('a code is refused after ten minutes, and the payout is EXPIRED', async () => {
    const admin = await signUp('ADMIN')
    const byCode = await pendingPayout(admin)
    await run('UPDATE codes SET expires_at = 1, sent_at = 1 WHERE person = ?', admin.id)
    expect(await confirmPayout(admin, byCode.pendingId, byCode.code)).toMatchObject({
      status: 410,
      error: { code: 'GONE' },
    })
    expect(await payoutStatus(byCode.pendingId)).toBe('EXPIRED')
    const byPayout = await pendingPayout(admin)
    await run('UPDATE payouts SET expires_at = 1 WHERE id = ?', byPayout.pendingId)
    expect(await confirmPayout(admin, byPayout.pendingId, byPayout.code)).toMatchObject({ status: 410 })
  })

  it('a code is refused after five wrong ones', async () => {
    const admin = await signUp('ADMIN')
    const { pendingId, code, phone } = await pendingPayout(admin)
    for (let tries = 0; tries < 5; tries++) {
      expect(await confirmPayout(admin, pendingId, otherCode(code))).toMatchObject({
        status: 401,
        error: { reason: 'INVALID_VERIFICATION_CODE' },
      })
    }
    // Nothing was done under the key: the same request may be sent again, and is told the same.
    const body = { pendingId, code }
    const again = () => call(admin, 'POST', '/gatewayA/payouts/confirm', body, { 'Idempotency-Key': 'too-many' })
    expect(await again()).toMatchObject({ status: 429 })
    expect(await again()).toMatchObject({ status: 429 })
    expect(await payoutStatus(pendingId)).toBe('EXPIRED')
    expect(await movementsOf(phone)).toEqual([])
  })
})

describe('fifty confirmations at once', () => {
  it('one of fifty confirmations of a payout runs, and one payout is made', async () => {
    const admin = await signUp('ADMIN')
    const { pendingId, code, phone } = await pendingPayout(admin)
    await setFault({ gateway: 'A', kind: 'payout', fault: 'slow', ms: 300 })
    const answers = await together(50, () => confirmPayout(admin, pendingId, code))
    await clearFaults()
    // Everybody who comes once the first is done is told that it was decided.
    const { 201: made, 409: late = 0, 429: refused = 0 } = tally(answers)
    expect([made, late + refused]).toEqual([1, 49])
    expect(await movementsOf(phone)).toHaveLength(1)
    expect(await confirmPayout(admin, pendingId, code)).toMatchObject({ status: 409 })
  })

  it('five of fifty wrong codes are compared at most', async () => {
    const admin = await signUp('ADMIN')
    const { pendingId, code } = await pendingPayout(admin)
    const answers = await together(50, () => confirmPayout(admin, pendingId, otherCode(code)))
    expect(tally(answers)[401] ?? 0).toBeLessThanOrEqual(5)
    expect((tally(answers)[401] ?? 0) + (tally(answers)[429] ?? 0)).toBe(50)
  })

  it('confirmations of different admins do not wait for each other', async () => {
    const admins = await Promise.all(Array.from({ length: 4 }, () => signUp('ADMIN')))
    const asked = await Promise.all(admins.map(async (admin) => ({ admin, ...(await pendingPayout(admin)) })))
    const answers = await Promise.all(asked.map(({ admin, pendingId, code }) => confirmPayout(admin, pendingId, code)))
    expect(tally(answers)).toEqual({ 201: 4 })
  })
})

describe('the history of payouts', () => {
  it('is for finance, by status, with its total', async () => {
    const admin = await signUp('ADMIN')
    const { pendingId } = await pendingPayout(admin)
    const list = (as: Caller, query = '') => call(as, 'GET', `/gatewayA/payouts/history${query}`)
    const all = await list(await signUp('ACCOUNTANT'))
    expect(all.data.payouts[0]).toMatchObject({ payoutId: pendingId, status: 'AWAITING_CODE' })
    expect(all.headers.get('x-d1-round-trips')).toBe('1')
    const waiting = await list(admin, '?status=AWAITING_CODE&limit=1')
    expect(waiting.data.payouts).toHaveLength(1)
    expect(waiting.data.pagination.total).toBeLessThan(all.data.pagination.total)
    for (const query of ['?status=GONE', '?limit=101', '?admin=1'])
      expect(await list(admin, query)).toMatchObject({ status: 400 })
    expect(await list(guest)).toMatchObject({ status: 401 })
    expect(await list(await signUp('SUPPORT'))).toMatchObject({ status: 403 })
    expect(await call(admin, 'GET', '/gatewayA/payouts/none')).toMatchObject({ status: 404 })
    expect(await check(admin, 'none')).toMatchObject({ status: 404 })
    expect((await check(admin, pendingId)).data.internalStatus).toBe('AWAITING_CODE')
  })
})
