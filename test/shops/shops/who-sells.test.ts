import { describe, expect, it } from 'vitest'
import { call, guest } from '#testing/api.ts'
import { run } from '#testing/fixtures/database.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'

// Rule (8.7.3): a public shop shows who sells: name, kind, city and whether they are verified; of a COMPANY its numbers of
// registration. Those of an INDIVIDUAL stay private.

const NUMBERS = { rccm: 'CD/KNG/RCCM/26-B-01', idNat: '01-G4701-N11', taxNumber: 'A2600001X' }

async function shopOf(businessType: 'COMPANY' | 'INDIVIDUAL', kycStatus = 'NOT_STARTED') {
  const seller = await newShopkeeper()
  await run(
    `UPDATE seller_profiles SET business_name = 'Maison Kivu', business_type = ?, rccm = ?, id_nat = ?, tax_number = ?, kyc_status = ?,
      address = '{"country":"CD","city":"Bukavu","avenue":"Secrète"}' WHERE id = ?`,
    ...[businessType, NUMBERS.rccm, NUMBERS.idNat, NUMBERS.taxNumber, kycStatus, seller.profileId],
  )
  return seller
}

describe('a shop on its page', () => {
  it('names a company with its numbers, in the API and on the shared page, in one trip', async () => {
    const { shopId } = await shopOf('COMPANY', 'APPROVED')
    const { data, headers } = await call(guest, 'GET', `/seller/shop/${shopId}`)
    const seller = {
      businessName: 'Maison Kivu',
      businessType: 'COMPANY',
      city: 'Bukavu',
      isVerified: true,
      ...NUMBERS,
    }
    expect(data.seller).toEqual(seller)
    expect(headers.get('x-d1-round-trips')).toBe('1')
    const bySlug = await call(guest, 'GET', `/seller/shop/slug/${data.slug}`)
    expect(bySlug.data.seller).toEqual(seller)
  })

  it('shows of a person their name and town, and no paper and no street', async () => {
    const { shopId } = await shopOf('INDIVIDUAL')
    const { data } = await call(guest, 'GET', `/seller/shop/${shopId}`)
    expect(data.seller).toEqual({
      businessName: 'Maison Kivu',
      businessType: 'INDIVIDUAL',
      city: 'Bukavu',
      isVerified: false,
    })
    const said = JSON.stringify(data)
    for (const secret of [...Object.values(NUMBERS), 'Secrète']) expect(said).not.toContain(secret)
  })
})
