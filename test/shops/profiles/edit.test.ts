import { describe, expect, it } from 'vitest'
import { call, guest, type Person } from '#testing/api.ts'
import { PROFILE } from '#testing/fixtures/inputs.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newSeller } from '#testing/fixtures/shops.ts'
import { expectUnknownIs404, faults, ok } from '#testing/stories/catalogue.ts'
import { newSubmittedKyc } from '#testing/stories/kyc.ts'

const put = (seller: Person, change: object) => call(seller, 'PUT', '/seller/profile/me', change)
const mine = async (seller: Person) => ok(await call(seller, 'GET', '/seller/profile/me'))

describe('an edit of the profile', () => {
  it('changes what it names and leaves the rest', async () => {
    const seller = await newSeller()
    const before = await mine(seller)
    const change = { businessName: 'Maison Mapendo', rccm: 'CD/BKV/RCCM/24-B-001', idNat: '01-83-N1', taxNumber: 'A1' }
    expect(ok(await put(seller, change))).toMatchObject({ ...change, id: before.id, contactPhone: before.contactPhone })
    expect(await mine(seller)).toMatchObject({ ...change, businessType: 'INDIVIDUAL', address: before.address })
    expect(ok(await put(seller, { businessType: 'COMPANY' })).businessType).toBe('COMPANY')
    const address = { country: 'RW', city: 'Kigali' }
    expect(ok(await put(seller, { address })).address).toMatchObject(address)
    expect(ok(await put(seller, { rccm: null })).rccm).toBeNull()
    expect((await mine(seller)).idNat).toBe('01-83-N1')
  })

  it('refuses what is not so, and what is not of the profile', async () => {
    const seller = await newSeller()
    expect(faults(await put(seller, { businessName: '' }))).toEqual(['businessName'])
    expect(faults(await put(seller, { businessName: null }))).toEqual(['businessName'])
    expect(faults(await put(seller, { businessType: 'ONG' }))).toEqual(['businessType'])
    expect(faults(await put(seller, { contactPhone: 'abc' }))).toEqual(['contactPhone'])
    for (const field of ['kycStatus', 'userId', 'id', 'inconnu'])
      expect(faults(await put(seller, { [field]: 'APPROVED' })), field).toHaveLength(1)
    expect(await mine(seller)).toMatchObject({ businessName: PROFILE.businessName, kycStatus: 'NOT_STARTED' })
  })

  it('is for sellers', async () => {
    for (const role of ['BUYER', 'RIDER', 'ADMIN', 'SUPPORT'] as const)
      expect((await put(await signUp(role), { businessName: 'Volé' })).status, role).toBe(403)
    expect((await call(guest, 'PUT', '/seller/profile/me', { businessName: 'Volé' })).status).toBe(401)
  })
})

describe('the profiles, for staff and accountants', () => {
  it('are listed newest first, in pages, and one by one', async () => {
    const [older, newer] = [await newSeller(), await newSeller()]
    const profiles = [await mine(newer), await mine(older)]
    for (const role of ['SUPPORT', 'ADMIN', 'ACCOUNTANT'] as const) {
      const as = await signUp(role)
      const list = ok(await call(as, 'GET', '/seller/profiles?limit=2'))
      expect(list.profiles.map(({ id }: { id: string }) => id)).toEqual(profiles.map(({ id }) => id))
      expect(list.pagination).toMatchObject({ page: 1, limit: 2 })
      expect(ok(await call(as, 'GET', `/seller/profiles/${profiles[0].id}`))).toMatchObject({
        id: profiles[0].id,
        userId: newer.id,
        businessName: PROFILE.businessName,
        kycStatus: 'NOT_STARTED',
      })
    }
  })

  it('are found by KYC and by words', async () => {
    const { seller, staff } = await newSubmittedKyc()
    const word = `Zawadi${crypto.randomUUID().slice(0, 6)}`
    ok(await put(seller, { businessName: `Établissement ${word}` }))
    const { id } = await mine(seller)
    const found = async (query: string): Promise<string[]> =>
      ok(await call(staff, 'GET', `/seller/profiles?limit=100&${query}`)).profiles.map((p: { id: string }) => p.id)
    expect(await found('kycStatus=SUBMITTED')).toContain(id)
    expect(await found('kycStatus=APPROVED')).not.toContain(id)
    expect(await found(`search=${word.toLowerCase()}`)).toEqual([id])
    expect(await found('search=etablissement')).toContain(id)
    expect(await found(`search=${word}&kycStatus=APPROVED`)).toEqual([])
    expect(faults(await call(staff, 'GET', '/seller/profiles?kycStatus=AUTRE'))).toEqual(['kycStatus'])
  })

  it('are not for others, and an unknown one is 404', async () => {
    const seller = await newSeller()
    const { id } = await mine(seller)
    for (const path of ['/seller/profiles', `/seller/profiles/${id}`]) {
      for (const as of [seller, await signUp(), await signUp('RIDER')])
        expect((await call(as, 'GET', path)).status, path).toBe(403)
      expect((await call(guest, 'GET', path)).status, path).toBe(401)
    }
    await expectUnknownIs404(await signUp('ADMIN'), 'GET', (some) => `/seller/profiles/${some}`)
  })
})

describe('becoming a seller', () => {
  it('is for buyers and sellers without a profile; others are 409', async () => {
    for (const role of ['RIDER', 'SUPPORT', 'ADMIN', 'ACCOUNTANT'] as const)
      expect((await call(await signUp(role), 'POST', '/seller/profile', PROFILE)).status, role).toBe(409)
    const buyer = await signUp()
    ok(await call(buyer, 'POST', '/seller/profile', PROFILE))
    expect((await call(buyer, 'POST', '/seller/profile', PROFILE)).status).toBe(409)
    expect(ok(await call(buyer, 'GET', '/users/me')).role).toBe('SELLER')
  })
})
