import { describe, expect, it } from 'vitest'
import { call, guest, tally, together } from '#testing/api.ts'
import { PROFILE } from '#testing/fixtures/inputs.ts'
import { signUp } from '#testing/fixtures/people.ts'

describe('the profile of a seller', () => {
  it('makes a buyer a seller in the same commit, and the next request knows', async () => {
    const buyer = await signUp()
    expect((await call(buyer, 'GET', '/seller/profile/me')).status).toBe(403)
    const { data, headers } = await call(buyer, 'POST', '/seller/profile', { ...PROFILE, rccm: 'CD/BKV/RCCM/26-A-1' })
    expect(data).toMatchObject({
      userId: buyer.id,
      businessName: 'Kivu Frais',
      contactPhone: '243810000001',
      address: PROFILE.address,
      rccm: 'CD/BKV/RCCM/26-A-1',
      idNat: null,
      kycStatus: 'NOT_STARTED',
    })
    expect(headers.get('x-d1-round-trips')).toBe('2')
    const mine = await call(buyer, 'GET', '/seller/profile/me')
    expect(mine.data).toEqual(data)
    expect(mine.headers.get('x-d1-round-trips')).toBe('2')
    expect((await call(buyer, 'GET', '/auth/me')).data.role).toBe('SELLER')
    const again = await call(buyer, 'POST', '/seller/profile', PROFILE)
    expect([again.status, again.error?.reason]).toEqual([409, 'ALREADY_EXISTS'])
  })

  it('is one, however many are asked for at once', async () => {
    const seller = await signUp('SELLER')
    expect((await call(seller, 'GET', '/seller/profile/me')).status).toBe(404)
    expect(tally(await together(50, () => call(seller, 'POST', '/seller/profile', PROFILE)))).toEqual({
      201: 1,
      409: 49,
    })
  })

  it('is for buyers and sellers', async () => {
    for (const role of ['RIDER', 'ADMIN', 'SUPPORT', 'ACCOUNTANT'] as const) {
      const person = await signUp(role)
      expect((await call(person, 'POST', '/seller/profile', PROFILE)).status, role).toBe(409)
      expect((await call(person, 'GET', '/auth/me')).data.role).toBe(role)
    }
    expect((await call(guest, 'POST', '/seller/profile', PROFILE)).status).toBe(401)
    expect((await call(guest, 'GET', '/seller/profile/me')).status).toBe(401)
  })

  it('refuses bad input, and leaves the buyer a buyer', async () => {
    const buyer = await signUp()
    for (const field of Object.keys(PROFILE)) {
      const { status, error } = await call(buyer, 'POST', '/seller/profile', { ...PROFILE, [field]: undefined })
      expect([status, error?.details?.[0]?.field]).toEqual([400, field])
    }
    const bad: Record<string, unknown>[] = [
      { businessName: 'x' },
      { businessName: 5 },
      { businessType: 'STATE' },
      { contactPhone: '12' },
      { address: 'Bukavu' },
      { address: { country: 'FR', city: 'Paris' } },
      { address: { country: 'CD' } },
      { address: { country: 'CD', city: 'Goma', lat: 91 } },
      { address: { country: 'CD', city: 'Goma', planet: 'Terre' } },
      { acceptTerms: false },
      { acceptTerms: 'true' },
      { kycStatus: 'APPROVED' },
      { role: 'ADMIN' },
    ]
    for (const change of bad) {
      expect(
        (await call(buyer, 'POST', '/seller/profile', { ...PROFILE, ...change })).status,
        JSON.stringify(change),
      ).toBe(400)
    }
    expect((await call(buyer, 'GET', '/auth/me')).data.role).toBe('BUYER')
  })
})
