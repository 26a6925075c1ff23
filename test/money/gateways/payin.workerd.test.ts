import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { call, tally, together } from '#testing/api.ts'
import { chargeBody, freshPhone } from '#testing/fixtures/inputs.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { approve, movementsOf } from '#testing/sandbox.ts'

type Country = { countryCode: string; networks: { network: string; currencies: { decimals: number }[] }[] }

describe('POST /gatewayB/payin', () => {
  it('charges a phone and answers a payin whose amount is a number', async () => {
    const admin = await signUp('ADMIN')
    const phone = freshPhone()
    const formatted = `+${phone.slice(0, 3)} ${phone.slice(3, 6)}-${phone.slice(6)}`
    const { status, data } = await call(admin, 'POST', '/gatewayB/payin', chargeBody({ phoneNumber: formatted }))
    expect(status).toBe(201)
    expect(data).toMatchObject({
      status: 'pending',
      amount: 12.5,
      currency: 'USD',
      network: 'vodacom',
      countryCode: 'CD',
    })
    expect(data.transactionId).not.toBe('')
    await approve(phone)
    expect((await call(admin, 'GET', `/gatewayB/payin/${data.orderId}`)).data.status).toBe('succeeded')
  })

  it('resolves 50 duplicates at once to one payin, charged once', async () => {
    const admin = await signUp('ADMIN')
    const phoneNumber = freshPhone()
    const answers = await together(50, () => call(admin, 'POST', '/gatewayB/payin', chargeBody({ phoneNumber })))
    expect(tally(answers)).toEqual({ 201: 50 })
    expect(new Set(answers.map(({ data }) => data.orderId)).size).toBe(1)
    expect(new Set(answers.map(({ data }) => data.transactionId)).size).toBe(1)
    expect(await movementsOf(phoneNumber)).toHaveLength(1)
  })

  it('is the same window at 4:59 and another at 5:01, wherever the clock stood at first', async () => {
    const admin = await signUp('ADMIN')
    const wanted = chargeBody()
    const first = await call(admin, 'POST', '/gatewayB/payin', wanted)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 299_000 })
    expect((await call(admin, 'POST', '/gatewayB/payin', wanted)).data.orderId).toBe(first.data.orderId)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_000 })
    const later = await call(admin, 'POST', '/gatewayB/payin', wanted)
    expect(later.data.orderId).not.toBe(first.data.orderId)
    const other = await call(admin, 'POST', '/gatewayB/payin', { ...wanted, amount: '12.51' })
    expect(other.data.orderId).not.toBe(later.data.orderId)
  })

  it('is refused by the operator with its own code, and a genuine second try is possible', async () => {
    const admin = await signUp('ADMIN')
    const wanted = chargeBody({ phoneNumber: freshPhone('059') })
    const refused = await call(admin, 'POST', '/gatewayB/payin', wanted)
    expect(refused).toMatchObject({ status: 400, error: { code: 'MBIYOPAY_PAYIN_FAILED' } })
    expect((await call(admin, 'POST', '/gatewayB/payin', wanted)).status).toBe(400)
    const attempts = await env.DB.prepare('SELECT reference FROM gateway_transactions WHERE phone = ?')
      .bind(wanted.phoneNumber)
      .all()
    expect(new Set(attempts.results.map(({ reference }) => reference)).size).toBe(2)
  })

  it("keeps the caller's own reference, and refuses it for another charge", async () => {
    const admin = await signUp('ADMIN')
    const orderId = `FACTURE-${crypto.randomUUID().slice(0, 8)}`
    const wanted = chargeBody({ orderId })
    expect((await call(admin, 'POST', '/gatewayB/payin', wanted)).data.orderId).toBe(orderId)
    expect((await call(admin, 'POST', '/gatewayB/payin', wanted)).status).toBe(201)
    expect(await movementsOf(String(wanted.phoneNumber))).toHaveLength(1)
    const other = await call(admin, 'POST', '/gatewayB/payin', { ...wanted, amount: 99 })
    expect(other).toMatchObject({ status: 409, error: { reason: 'ALREADY_EXISTS' } })
  })

  it.each([
    ['a currency the country does not have', { currency: 'RWF' }, 'currency'],
    ['a network the country does not have', { network: 'mtn' }, 'network'],
    ['another country’s number', { phoneNumber: '250788123456' }, 'phoneNumber'],
    ['letters in the number', { phoneNumber: '24381abc4567' }, 'phoneNumber'],
    ['too few digits', { phoneNumber: '12345678' }, 'phoneNumber'],
    ['too many digits', { phoneNumber: '2438123456789012' }, 'phoneNumber'],
    ['three decimals', { amount: '1.005' }, 'amount'],
    ['an exponent', { amount: '1e2' }, 'amount'],
    ['nothing', { amount: 0 }, 'amount'],
    ['less than nothing', { amount: -5 }, 'amount'],
    ['more than anybody pays', { amount: 1_000_000 }, 'amount'],
    ['centimes that M-Pesa does not take', { currency: 'CDF', amount: '1500.50' }, 'amount'],
    [
      'decimals of the franc',
      { currency: 'RWF', countryCode: 'RW', network: 'mtn', phoneNumber: '250788123456', amount: 100.5 },
      'amount',
    ],
  ])('refuses %s', async (_, more, field) => {
    const admin = await signUp('ADMIN')
    const refused = await call(admin, 'POST', '/gatewayB/payin', chargeBody(more))
    expect(refused).toMatchObject({ status: 400, error: { code: 'VALIDATION_ERROR', details: [{ field }] } })
  })

  it('takes the centimes of an operator that takes them, and the list of networks says which do', async () => {
    const admin = await signUp('ADMIN')
    const body = chargeBody({ currency: 'CDF', amount: '1500.50', network: 'airtel' })
    expect((await call(admin, 'POST', '/gatewayB/payin', body)).status).toBe(201)
    const { data } = await call(admin, 'GET', '/gatewayB/networks')
    const decimals = Object.fromEntries(
      data.countries.flatMap(({ countryCode, networks }: Country) =>
        networks.map((each) => [`${countryCode} ${each.network}`, each.currencies.map((money) => money.decimals)]),
      ),
    )
    expect(decimals).toMatchObject({ 'CD vodacom': [2, 0], 'CD airtel': [2, 2], 'RW airtel': [0] })
  })

  it('is for an ADMIN only', async () => {
    expect((await call(null, 'POST', '/gatewayB/payin', chargeBody())).status).toBe(401)
    for (const role of ['SUPPORT', 'ACCOUNTANT', 'SELLER'] as const) {
      expect((await call(await signUp(role), 'POST', '/gatewayB/payin', chargeBody())).status).toBe(403)
    }
  })
})
