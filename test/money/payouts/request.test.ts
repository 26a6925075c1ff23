import { describe, expect, it } from 'vitest'
import { expirePayouts } from '#domain/money/payouts/expire.ts'
import { type Caller, call, guest, tally, together } from '#testing/api.ts'
import { contextNow } from '#testing/fixtures/context.ts'
import { run } from '#testing/fixtures/database.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { codesUnder } from '#testing/fixtures/mails.ts'
import {
  confirmPayout,
  PAYOUT_SUBJECT,
  payoutBody,
  payoutStatus,
  pendingPayout,
  requestPayout,
} from '#testing/fixtures/payouts.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { letResend } from '#testing/fixtures/wallets.ts'
import { captureErrors } from '#testing/logged-errors.ts'
import { clearFaults, setFault } from '#testing/sandbox.ts'

describe('a payout asked for', () => {
  it('waits for the code that goes to the admin, at both addresses', async () => {
    const admin = await signUp('ADMIN')
    const asked = await requestPayout(admin, payoutBody())
    expect(asked.status).toBe(201)
    expect(asked.data).toMatchObject({ resendIn: 60, maskedEmail: 'a•••@test.example' })
    expect(asked.data.pendingId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)
    expect(Date.parse(asked.data.expiresAt) - Date.now()).toBeGreaterThan(590_000)
    expect(await payoutStatus(asked.data.pendingId)).toBe('AWAITING_CODE')
    expect(await requestPayout(admin, payoutBody(), '/gatewayA/payouts/request-approval')).toMatchObject({
      status: 429,
    })
    const detail = await call(admin, 'GET', `/gatewayA/payouts/${asked.data.pendingId}`)
    expect(detail.data).toMatchObject({
      internalStatus: 'AWAITING_CODE',
      country: 'CD',
      account: 'platform:cash',
      history: [{ to: 'AWAITING_CODE' }],
    })
  })

  it('names the field that gateway A would refuse', async () => {
    const admin = await signUp('ADMIN')
    const wrong: [Record<string, unknown>, string][] = [
      [{ provider: 'MPESA' }, 'provider'],
      [{ provider: 'MTN_MOMO_RWA' }, 'provider'],
      [{ currency: 'RWF', amount: 500 }, 'currency'],
      [{ currency: 'CDF', amount: '150.50' }, 'amount'],
      [{ amount: '0.05' }, 'amount'],
      [{ amount: 3000.01 }, 'amount'],
      [{ amount: 1.234 }, 'amount'],
      [{ amount: 0 }, 'amount'],
      [{ phoneNumber: '250788000123' }, 'phoneNumber'],
      [{ phoneNumber: 'x' }, 'phoneNumber'],
      [{ country: 'KE' }, 'country'],
      [{ account: 'seller:1:available' }, 'account'],
      [{ reason: '' }, 'reason'],
      [{ reason: undefined }, 'reason'],
    ]
    for (const [over, field] of wrong) {
      const answer = await requestPayout(admin, payoutBody(over))
      expect([field, answer.status, answer.error?.details?.[0]?.field]).toEqual([field, 400, field])
    }
    expect(await requestPayout(admin, payoutBody({ payoutId: 'x' }))).toMatchObject({ status: 400 })
    expect(await codesUnder(admin.email, PAYOUT_SUBJECT)).toEqual([])
  })

  it('takes whole francs and every country word', async () => {
    for (const over of [
      { country: 'CD', currency: 'CDF', amount: 1500 },
      {
        country: 'RWA',
        currency: 'RWF',
        amount: 1500,
        provider: 'AIRTEL_RWA',
        phoneNumber: freshPhone('123', '25073'),
      },
      {
        country: 'RW',
        currency: 'RWF',
        amount: '1500',
        provider: 'mtn_momo_rwa',
        phoneNumber: freshPhone('123', '25078'),
        account: 'platform:commission',
      },
    ]) {
      expect(await requestPayout(await signUp('ADMIN'), payoutBody(over))).toMatchObject({ status: 201 })
    }
  })

  it('is for admins', async () => {
    const accountant = await signUp('ACCOUNTANT')
    for (const path of ['/payouts/request-approval', '/gatewayA/payouts/request-approval']) {
      expect(await requestPayout(guest, payoutBody(), path)).toMatchObject({ status: 401 })
      expect(await requestPayout(accountant, payoutBody(), path)).toMatchObject({ status: 403 })
    }
  })

  it('cannot be asked for while gateway A is down', async () => {
    const admin = await signUp('ADMIN')
    await setFault({ gateway: 'A', fault: 'down' })
    const errors = captureErrors()
    const answer = await requestPayout(admin, payoutBody())
    await clearFaults()
    expect(answer).toMatchObject({ status: 503, error: { code: 'GATEWAY_UNAVAILABLE' } })
    expect(errors()).toEqual([expect.stringContaining('GATEWAY_UNAVAILABLE')])
  })

  it('again within a minute is refused before gateway A is asked', async () => {
    const admin = await signUp('ADMIN')
    await pendingPayout(admin)
    await setFault({ gateway: 'A', fault: 'down' })
    const answer = await requestPayout(admin, payoutBody())
    await clearFaults()
    expect(answer).toMatchObject({ status: 429, error: { code: 'TOO_MANY_REQUESTS' } })
    expect(answer.headers.get('retry-after')).toBe('60')
  })

  it('replaces the older one of the same admin', async () => {
    const admin = await signUp('ADMIN')
    const first = await pendingPayout(admin)
    await letResend(admin)
    const second = await pendingPayout(admin)
    expect(await payoutStatus(first.pendingId)).toBe('EXPIRED')
    expect(await confirmPayout(admin, first.pendingId, first.code)).toMatchObject({ status: 410 })
    expect(await confirmPayout(admin, second.pendingId, first.code)).toMatchObject({ status: 401 })
    expect(await confirmPayout(admin, second.pendingId, second.code)).toMatchObject({ status: 201 })
  })

  it('twenty times at once is asked once', async () => {
    const admin = await signUp('ADMIN')
    expect(tally(await together(20, () => requestPayout(admin, payoutBody())))).toEqual({ 201: 1, 429: 19 })
  })
})

describe('a new code', () => {
  it('ends the old one and starts the ten minutes again', async () => {
    const admin = await signUp('ADMIN')
    const { pendingId, code } = await pendingPayout(admin)
    expect(await call(admin, 'POST', '/payouts/resend-code', { pendingId })).toMatchObject({ status: 429 })
    await letResend(admin)
    const again = await call(admin, 'POST', '/gatewayA/payouts/resend-code', { pendingId })
    expect(again).toMatchObject({ status: 200, data: { pendingId, resendIn: 60 } })
    expect(await confirmPayout(admin, pendingId, code)).toMatchObject({ status: 401 })
  })

  it('is not for another admin, an unknown id, or a payout that no longer waits', async () => {
    const admin = await signUp('ADMIN')
    const { pendingId, code } = await pendingPayout(admin)
    const resend = (as: Caller, id: unknown) => call(as, 'POST', '/payouts/resend-code', { pendingId: id })
    expect(await resend(await signUp('ADMIN'), pendingId)).toMatchObject({ status: 404 })
    expect(await resend(admin, 'x')).toMatchObject({ status: 404 })
    expect(await resend(await signUp('SUPPORT'), pendingId)).toMatchObject({ status: 403 })
    expect(await resend(guest, pendingId)).toMatchObject({ status: 401 })
    expect(await resend(admin, undefined)).toMatchObject({ status: 400 })
    await confirmPayout(admin, pendingId, code)
    expect(await resend(admin, pendingId)).toMatchObject({ status: 409, error: { reason: 'INVALID_TRANSITION' } })
  })
})

describe('a payout nobody confirms', () => {
  it('is swept away when its code has expired, and only then', async () => {
    const admin = await signUp('ADMIN')
    const { pendingId } = await pendingPayout(admin)
    await expirePayouts(contextNow())
    expect(await payoutStatus(pendingId)).toBe('AWAITING_CODE')
    await run('UPDATE payouts SET expires_at = 1 WHERE id = ?', pendingId)
    expect(await call(admin, 'POST', '/payouts/resend-code', { pendingId })).toMatchObject({ status: 410 })
    await together(3, () => expirePayouts(contextNow()))
    expect(await payoutStatus(pendingId)).toBe('EXPIRED')
  })

  it('can be cancelled by an admin, once', async () => {
    const admin = await signUp('ADMIN')
    const { pendingId, code } = await pendingPayout(admin)
    const cancel = (as: Caller, id = pendingId) =>
      call(as, 'POST', `/gatewayA/payouts/${id}/cancel`, { reason: 'Erreur' })
    expect(await cancel(await signUp('ACCOUNTANT'))).toMatchObject({ status: 403 })
    expect(await cancel(admin, 'x')).toMatchObject({ status: 404 })
    expect(await cancel(admin)).toMatchObject({ status: 200, data: { internalStatus: 'CANCELLED' } })
    expect(await cancel(admin)).toMatchObject({ status: 409, error: { reason: 'INVALID_TRANSITION' } })
    expect(await confirmPayout(admin, pendingId, code)).toMatchObject({ status: 409 })
  })
})
