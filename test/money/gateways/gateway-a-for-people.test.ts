import { afterEach, describe, expect, it } from 'vitest'
import { type Caller, call, guest } from '#testing/api.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { clearFaults } from '#testing/sandbox.ts'
import { expectOnly, FINANCE, faults, ok } from '#testing/stories/books.ts'
import { clockAt, SECOND } from '#testing/stories/money.ts'
import type { Data } from '#testing/stories/orders.ts'

// Rule: GET /gatewayA/wallets for finance {balances [{country, currency, balance}]}; GET /gatewayA/availability for anybody signed
// in {countries [{country, providers [{provider, operationTypes}]}]}; POST /gatewayA/predict-provider {phoneNumber} for anybody
// signed in {country COD or RWA, provider, phoneNumber}, an unknown number 400.
//
// Silent: how a closed operator is refused before a charge (the stand-in closes none); whether a number without its country code
// is known; how old wallets and availability may be; whether a number is guessed without the gateway.

afterEach(() => clearFaults())
const predict = (as: Caller, phoneNumber: unknown) => call(as, 'POST', '/gatewayA/predict-provider', { phoneNumber })

describe('the wallets at gateway A', () => {
  it('are shown to finance by country and currency, in text', async () => {
    const { balances } = ok(await call(await signUp('ACCOUNTANT'), 'GET', '/gatewayA/wallets'))
    const places = balances.map(({ country, currency }: Data) => `${country} ${currency}`).sort()
    expect(places).toEqual(['COD CDF', 'COD USD', 'RWA RWF'])
    for (const { country, currency, balance, ...more } of balances) {
      expect([typeof balance, Number(balance), more], `${country} ${currency}`).toEqual(['string', 10_000_000, {}])
    }
    expect(balances.find(({ currency }: Data) => currency === 'USD').balance).toBe('10000000.00')
    await expectOnly(FINANCE, ['GET', '/gatewayA/wallets'])
  })
})

describe('availability', () => {
  it('is told to anybody signed in: which operators work, for what, in both countries', async () => {
    // A gateway that did not answer the file before is asked again after ten seconds.
    clockAt(Date.now() + 11 * SECOND)
    for (const role of ['BUYER', 'SELLER', 'ADMIN'] as const) {
      const { countries } = ok(await call(await signUp(role), 'GET', '/gatewayA/availability'))
      expect(countries.map(({ country }: Data) => country).sort()).toEqual(['COD', 'RWA'])
      const congo = countries.find(({ country }: Data) => country === 'COD')
      const names = congo.providers.map(({ provider }: Data) => provider).sort()
      expect(names).toEqual(['AIRTEL_COD', 'ORANGE_COD', 'VODACOM_MPESA_COD'])
      for (const { operationTypes } of congo.providers)
        expect(operationTypes).toMatchObject({ DEPOSIT: 'OPERATIONAL', PAYOUT: 'OPERATIONAL', REFUND: 'OPERATIONAL' })
    }
    expect((await call(guest, 'GET', '/gatewayA/availability')).status).toBe(401)
  })
})

describe('the operator of a number', () => {
  it.each([
    ['243810000123', 'COD', 'VODACOM_MPESA_COD'],
    ['243970000123', 'COD', 'AIRTEL_COD'],
    ['243840000123', 'COD', 'ORANGE_COD'],
    ['250780000123', 'RWA', 'MTN_MOMO_RWA'],
    ['250730000123', 'RWA', 'AIRTEL_RWA'],
  ])('%s is guessed: %s, %s', async (phoneNumber, country, provider) => {
    expect(ok(await predict(await signUp(), phoneNumber))).toEqual({ country, provider, phoneNumber })
  })

  it('is guessed however the number is written, and answered in digits', async () => {
    const seller = await signUp('SELLER')
    expect(ok(await predict(seller, '+243 81 000 01 23'))).toMatchObject({
      provider: 'VODACOM_MPESA_COD',
      phoneNumber: '243810000123',
    })
  })

  it('that nobody knows is 400; a guest is not told', async () => {
    const buyer = await signUp()
    for (const unknown of ['243110000123', '33612345678', 'allô', '', 243810000123, undefined])
      expect(faults(await predict(buyer, unknown)), String(unknown)).toEqual(['phoneNumber'])
    expect((await predict(guest, '243810000123')).status).toBe(401)
  })
})
