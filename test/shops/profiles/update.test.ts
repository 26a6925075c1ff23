import { describe, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { run } from '#testing/fixtures/database.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newSeller } from '#testing/fixtures/shops.ts'

const edit = (as: Parameters<typeof call>[0], body: unknown) => call(as, 'PUT', '/seller/profile/me', body)

describe('a seller edits their profile', () => {
  it('changes what is sent and nothing else, in three trips', async () => {
    const seller = await newSeller()
    const { data: before } = await call(seller, 'GET', '/seller/profile/me')
    const edited = await edit(seller, { businessName: '  Kivu Doux ', taxNumber: 'A1234567' })
    expect(edited.data).toEqual({ ...before, businessName: 'Kivu Doux', taxNumber: 'A1234567' })
    expect(Number(edited.headers.get('x-d1-round-trips'))).toBeLessThanOrEqual(3)
    expect((await call(seller, 'GET', '/seller/profile/me')).data).toEqual(edited.data)
    expect((await edit(seller, { taxNumber: null })).data).toEqual({ ...before, businessName: 'Kivu Doux' })
    expect((await edit(seller, {})).data).toEqual({ ...before, businessName: 'Kivu Doux' })
  })

  it('reads a number in the country of the address, sent or kept; an address comes whole', async () => {
    const seller = await newSeller()
    expect((await edit(seller, { contactPhone: '0990000111' })).data.contactPhone).toBe('243990000111')
    const address = { country: 'RW', city: 'Kigali' }
    const moved = await edit(seller, { contactPhone: '0788 000 111', address })
    expect(moved.data).toMatchObject({ contactPhone: '250788000111', address })
    expect(moved.data.address.commune).toBeUndefined()
  })

  it.each([
    { businessName: 'K' },
    { businessName: null },
    { businessType: 'STATE' },
    { contactPhone: '12' },
    { address: { country: 'CD' } },
    { kycStatus: 'APPROVED' },
    { userId: crypto.randomUUID() },
    { acceptTerms: true },
  ])('refuses %j: 400', async (body) => {
    expect((await edit(await newSeller(), body)).status).toBe(400)
  })

  it('keeps what papers were shown for while they are looked at or approved', async () => {
    const seller = await newSeller()
    for (const status of ['SUBMITTED', 'APPROVED']) {
      await run('UPDATE seller_profiles SET kyc_status = ? WHERE user_id = ?', status, seller.id)
      for (const body of [{ businessType: 'COMPANY' }, { rccm: 'CD/1' }, { idNat: '01-9' }, { taxNumber: 'A1' }]) {
        const { status: code, error } = await edit(seller, body)
        expect([code, error?.reason]).toEqual([409, 'INVALID_TRANSITION'])
      }
      expect((await edit(seller, { businessType: 'INDIVIDUAL', businessName: `Kivu ${status}` })).status).toBe(200)
    }
    await run("UPDATE seller_profiles SET kyc_status = 'REVOKED' WHERE user_id = ?", seller.id)
    expect((await edit(seller, { businessType: 'COMPANY' })).data.businessType).toBe('COMPANY')
  })

  it('is for sellers who have one', async () => {
    expect((await edit(await signUp('SELLER'), { businessName: 'Kivu' })).status).toBe(403)
    expect((await edit(await signUp('BUYER'), { businessName: 'Kivu' })).status).toBe(403)
  })
})
