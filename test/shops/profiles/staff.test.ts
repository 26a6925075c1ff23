import { describe, expect, it } from 'vitest'
import { call, guest, type Person } from '#testing/api.ts'
import { run } from '#testing/fixtures/database.ts'
import { PROFILE } from '#testing/fixtures/inputs.ts'
import { signUp } from '#testing/fixtures/people.ts'

const word = () => `Zed${crypto.randomUUID().slice(0, 8)}`
async function sellerCalled(
  businessName: string,
  more: Record<string, unknown> = {},
): Promise<Person & { profileId: string }> {
  const seller = await signUp()
  const { data } = await call(seller, 'POST', '/seller/profile', { ...PROFILE, businessName, ...more })
  return { ...seller, role: 'SELLER', profileId: data.id }
}
const list = async (query: string, role: 'ADMIN' | 'SUPPORT' | 'ACCOUNTANT' = 'SUPPORT') =>
  (await call(await signUp(role), 'GET', `/seller/profiles?${query}`)).data

describe("the staff's view of sellers", () => {
  it('is for the team and accountants, newest first, in one trip', async () => {
    const [older, newer] = [await sellerCalled(word()), await sellerCalled(word())]
    for (const role of ['ADMIN', 'SUPPORT', 'ACCOUNTANT'] as const) {
      const answer = await call(await signUp(role), 'GET', '/seller/profiles?limit=100')
      const ids = answer.data.profiles.map(({ id }: { id: string }) => id)
      expect(ids.indexOf(newer.profileId)).toBeLessThan(ids.indexOf(older.profileId))
      expect(answer.headers.get('x-d1-round-trips')).toBe('1')
    }
    for (const role of ['BUYER', 'SELLER', 'RIDER'] as const)
      expect((await call(await signUp(role), 'GET', '/seller/profiles')).status).toBe(403)
    expect((await call(guest, 'GET', '/seller/profiles')).status).toBe(401)
  })

  it('shows one as its owner sees it; 404 for one that is not there', async () => {
    const seller = await sellerCalled(word(), { rccm: 'CD/GOM/RCCM/26-B-7' })
    const accountant = await signUp('ACCOUNTANT')
    const shown = await call(accountant, 'GET', `/seller/profiles/${seller.profileId}`)
    expect(shown.data).toEqual((await call(seller, 'GET', '/seller/profile/me')).data)
    for (const id of [crypto.randomUUID(), 'rien'])
      expect((await call(accountant, 'GET', `/seller/profiles/${id}`)).status).toBe(404)
    expect((await call(seller, 'GET', `/seller/profiles/${seller.profileId}`)).status).toBe(403)
  })

  it('counts those of one kycStatus', async () => {
    const seller = await sellerCalled(word())
    const before = (await list('kycStatus=REVOKED')).pagination.total
    await run("UPDATE seller_profiles SET kyc_status = 'REVOKED' WHERE id = ?", seller.profileId)
    const { profiles, pagination } = await list('kycStatus=REVOKED')
    expect(pagination.total).toBe(before + 1)
    expect(profiles[0]).toMatchObject({ id: seller.profileId, kycStatus: 'REVOKED' })
    expect((await call(await signUp('ADMIN'), 'GET', '/seller/profiles?kycStatus=DONE')).status).toBe(400)
  })

  it('finds the start of a word, a registration or the number, and what a new name says', async () => {
    const [name, tax, phone] = [word(), word(), `24397${String(Date.now()).slice(-7)}`]
    const { profileId, ...seller } = await sellerCalled(`Épicerie ${name}`, { taxNumber: tax, contactPhone: phone })
    const ids = async (search: string, more = '') =>
      (await list(`search=${encodeURIComponent(search)}${more}`)).profiles.map(({ id }: { id: string }) => id)
    for (const search of [name.toUpperCase(), `epic ${name.slice(0, 9)}`, tax, phone.slice(0, 10)])
      expect(await ids(search), search).toContain(profileId)
    expect(await ids(name, '&kycStatus=APPROVED')).toEqual([])
    expect(await ids('%')).toEqual([])
    const other = word()
    await call(seller, 'PUT', '/seller/profile/me', { businessName: other })
    expect([await ids(name), await ids(other)]).toEqual([[], [profileId]])
    expect((await list(`search=${other}`)).pagination.total).toBe(1)
  })
})
