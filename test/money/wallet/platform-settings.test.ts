import { afterEach, describe, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { all, run } from '#testing/fixtures/database.ts'
import { mailsTo } from '#testing/fixtures/mails.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { createProduct, newCategory } from '#testing/fixtures/products.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import {
  askWithdrawalCode,
  newWalletOwner,
  walletBalance,
  withdraw,
  withdrawalCode,
} from '#testing/fixtures/wallets.ts'

const PATH = '/wallet/settings/platform'
const set = (admin: Person, body: object) => call(admin, 'PUT', PATH, body)

afterEach(async () => {
  await run('DELETE FROM platform_settings')
  await run(
    `UPDATE money_settings SET min_payout_minor = 100, max_payout_per_day_minor = NULL, commission_bps = 0 WHERE currency = 'USD'`,
  )
})

describe('the settings of the platform', () => {
  it('are shown to finance, and changed by an ADMIN for one currency, with the act recorded', async () => {
    const [admin, accountant] = [await signUp('ADMIN'), await signUp('ACCOUNTANT')]
    const before = await call(accountant, 'GET', PATH)
    expect(before.data.kycRequiredFor).toBe('NONE')
    expect(before.data.settings).toContainEqual({
      currency: 'USD',
      minPayout: '1.00',
      maxPayoutPerDay: null,
      commissionRate: '0.00',
    })
    expect(before.headers.get('x-d1-round-trips')).toBe('1')
    const body = { currency: 'USD', minPayout: '2.50', maxPayoutPerDay: 500, commissionRate: '7.25' }
    const { data, headers } = await set(admin, body)
    expect(data.settings).toContainEqual({ ...body, maxPayoutPerDay: '500.00' })
    expect(headers.get('x-d1-round-trips')).toBe('2')
    expect((await set(admin, { currency: 'USD', maxPayoutPerDay: null })).data.settings).toContainEqual({
      ...body,
      maxPayoutPerDay: null,
    })
    expect((await set(admin, {})).data).toEqual((await call(admin, 'GET', PATH)).data)
    expect(await all("SELECT id FROM audit WHERE action = 'settings.update' AND actor_id = ?", admin.id)).toHaveLength(
      3,
    )
    expect((await set(accountant, {})).status).toBe(403)
    for (const role of ['SUPPORT', 'SELLER', 'BUYER'] as const)
      expect((await call(await signUp(role), 'GET', PATH)).status, role).toBe(403)
  })

  it.each([
    [{ minPayout: 5 }, 'currency'],
    [{ currency: 'EUR' }, 'currency'],
    [{ currency: 'USD', minPayout: 0 }, 'minPayout'],
    [{ currency: 'RWF', minPayout: '1000.5' }, 'minPayout'],
    [{ currency: 'USD', commissionRate: 100.01 }, 'commissionRate'],
    [{ currency: 'USD', commissionRate: '7.255' }, 'commissionRate'],
    [{ currency: 'USD', commissionRate: -1 }, 'commissionRate'],
    [{ currency: 'USD', minPayout: 10, maxPayoutPerDay: 9 }, 'maxPayoutPerDay'],
    [{ kycRequiredFor: 'EVERYTHING' }, 'kycRequiredFor'],
  ])('refuse %j', async (body, field) => {
    const { status, error } = await set(await signUp('ADMIN'), body)
    expect([status, error?.details?.[0]?.field]).toEqual([400, field])
  })
})

describe('the mail about a change', () => {
  it('says in words which setting is now what', async () => {
    const admin = await signUp('ADMIN')
    const told = async (body: object, words: string) => {
      expect((await set(admin, body)).status).toBe(200)
      expect(await mailsTo(admin.email, words)).toHaveLength(1)
    }
    await told(
      { currency: 'USD', commissionRate: '7.25', minPayout: '2.50' },
      'en USD, retrait minimum à 2,50, commission à 7,25 %.',
    )
    await told({ currency: 'USD', maxPayoutPerDay: null }, 'en USD, retraits au plus en 24 heures : sans limite.')
    await told({ defaultDeliveryFee: null, taxRate: 16 }, 'taxe à 16 %, livraison sans zone : aucune.')
    await told({ kycRequiredFor: 'WITHDRAWAL' }, "identité exigée pour retirer de l'argent.")
    await told({ issuer: { name: 'Soko SARL' } }, 'émetteur des factures : Soko SARL.')
  })
})

describe('an approved identity', () => {
  it('is asked for publishing a shop and a product where the platform says so, and nowhere else', async () => {
    const [admin, seller] = [await signUp('ADMIN'), await newShopkeeper()]
    const { data: product } = await createProduct(seller, await newCategory())
    const unpublish = () => call(seller, 'POST', `/seller/shop/${seller.shopId}/unpublish`)
    const publish = () => call(seller, 'POST', `/seller/shop/${seller.shopId}/publish`)
    const publishProduct = () => call(seller, 'POST', `/products/${product.id}/status`, { status: 'PUBLISHED' })
    await set(admin, { kycRequiredFor: 'PUBLISHING' })
    expect(await publishProduct()).toMatchObject({ status: 403, error: { reason: 'KYC_REQUIRED' } })
    expect((await unpublish()).status).toBe(200)
    expect(await publish()).toMatchObject({ status: 403, error: { reason: 'KYC_REQUIRED' } })
    await run(`UPDATE seller_profiles SET kyc_status = 'APPROVED' WHERE id = ?`, seller.profileId)
    expect((await publish()).status).toBe(200)
    expect((await publishProduct()).status).toBe(200)
    await run(`UPDATE seller_profiles SET kyc_status = 'REVOKED' WHERE id = ?`, seller.profileId)
    await set(admin, { kycRequiredFor: 'WITHDRAWAL' })
    expect((await unpublish()).status).toBe(200)
    expect((await publish()).status).toBe(200)
  })

  it('is asked for a withdrawal and its code, of sellers alone, and its code given before does not help', async () => {
    const [admin, seller, rider] = [
      await signUp('ADMIN'),
      await newWalletOwner('SELLER', { USD: 5000 }),
      await newWalletOwner('RIDER', { USD: 5000 }),
    ]
    const code = await withdrawalCode(seller, 'USD', 10)
    expect(await walletBalance(seller, 'USD')).toMatchObject({ canWithdraw: true })
    await set(admin, { kycRequiredFor: 'WITHDRAWAL' })
    expect(await walletBalance(seller, 'USD')).toMatchObject({ canWithdraw: false })
    expect(await walletBalance(rider, 'USD')).toMatchObject({ canWithdraw: true })
    expect(await askWithdrawalCode(seller, 'USD', 20)).toMatchObject({ status: 403, error: { reason: 'KYC_REQUIRED' } })
    expect(await withdraw(seller, 'USD', 10, code)).toMatchObject({ status: 403, error: { reason: 'KYC_REQUIRED' } })
    expect((await askWithdrawalCode(rider, 'USD', 20)).status).toBe(200)
    await run(`UPDATE seller_profiles SET kyc_status = 'APPROVED' WHERE id = ?`, seller.ownerId)
    expect((await withdraw(seller, 'USD', 10, code)).status).toBe(201)
  })
})
