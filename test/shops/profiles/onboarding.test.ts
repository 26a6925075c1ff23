import { expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { run } from '#testing/fixtures/database.ts'
import { PROFILE, SHOP } from '#testing/fixtures/inputs.ts'
import { renewed, signUp } from '#testing/fixtures/people.ts'
import { newCategory, publishedProduct } from '#testing/fixtures/products.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import { monthly, newPlan, subscribeAndPay } from '#testing/fixtures/subscriptions.ts'

const told = async (seller: Person) => {
  const { data, headers } = await call(await renewed(seller), 'GET', '/seller/onboarding')
  expect(headers.get('x-d1-round-trips')).toBe('1')
  const steps: { key: string; label: string; required: boolean; status: string }[] = data.steps
  expect(steps.map(({ key }) => key)).toEqual([
    'PROFILE',
    'SUBSCRIPTION',
    'SHOP',
    'PUBLISHED_SHOP',
    'PRODUCT',
    'PAYOUT_NUMBER',
    'KYC',
  ])
  return {
    done: steps.filter(({ status }) => status === 'DONE').map(({ key }) => key),
    pending: steps.filter(({ status }) => status === 'PENDING').map(({ key }) => key),
    optional: steps.filter(({ required }) => !required).map(({ key }) => key),
    canPublish: data.canPublish,
    canWithdraw: data.canWithdraw,
  }
}

it('a seller is led from nothing to selling', async () => {
  const seller = await signUp('SELLER')
  const nothing = { done: [], pending: [], optional: ['KYC'], canPublish: false, canWithdraw: false }
  expect(await told(seller)).toEqual(nothing)
  await call(seller, 'POST', '/seller/profile', PROFILE)
  expect(await told(seller)).toEqual({ ...nothing, done: ['PROFILE'] })
  await subscribeAndPay(seller, (await newPlan(monthly(0))).id)
  expect(await told(seller)).toEqual({ ...nothing, done: ['PROFILE', 'SUBSCRIPTION'] })
  const { data: shop } = await call(seller, 'POST', '/seller/shop', SHOP)
  expect(await told(seller)).toEqual({ ...nothing, done: ['PROFILE', 'SUBSCRIPTION', 'SHOP'] })
  await call(seller, 'POST', `/seller/shop/${shop.id}/publish`)
  const open = { ...nothing, done: ['PROFILE', 'SUBSCRIPTION', 'SHOP', 'PUBLISHED_SHOP'], canPublish: true }
  expect(await told(seller)).toEqual(open)
  await call(seller, 'POST', `/seller/shop/${shop.id}/unpublish`)
  expect((await told(seller)).canPublish).toBe(false)
})

it('a product, a number, a subscription on its way or over, papers on their way', async () => {
  const seller = await newShopkeeper()
  await publishedProduct(seller, await newCategory())
  expect((await told(seller)).done).toContain('PRODUCT')
  await run(
    `INSERT INTO wallets (owner_id, owner_kind, user_id, payout_phone, created_at) VALUES (?, 'seller', ?, '243810000001', 1)`,
    seller.profileId,
    seller.id,
  )
  expect((await told(seller)).canWithdraw).toBe(false)
  await run('UPDATE wallets SET payout_verified_at = 1 WHERE owner_id = ?', seller.profileId)
  expect(await told(seller)).toMatchObject({ canPublish: true, canWithdraw: true })
  await run("UPDATE seller_profiles SET kyc_status = 'SUBMITTED' WHERE id = ?", seller.profileId)
  await run("UPDATE subscriptions SET status = 'PENDING' WHERE seller_profile_id = ?", seller.profileId)
  expect(await told(seller)).toMatchObject({ pending: ['SUBSCRIPTION', 'KYC'], canPublish: false })
  await run("UPDATE seller_profiles SET kyc_status = 'APPROVED' WHERE id = ?", seller.profileId)
  expect((await told(seller)).done).toContain('KYC')
})

it('an identity is required while the platform asks for one, before there is a profile too', async () => {
  const [admin, ...sellers] = [await signUp('ADMIN'), await signUp('SELLER'), await newShopkeeper()]
  for (const [kycRequiredFor, optional] of [
    ['WITHDRAWAL', []],
    ['PUBLISHING', []],
    ['NONE', ['KYC']],
  ] as const) {
    await call(admin, 'PUT', '/wallet/settings/platform', { kycRequiredFor })
    for (const seller of sellers) expect((await told(seller)).optional, kycRequiredFor).toEqual(optional)
  }
})

it('only a seller reads the steps of their onboarding', async () => {
  for (const role of ['BUYER', 'SUPPORT', 'ADMIN', 'RIDER'] as const)
    expect((await call(await signUp(role), 'GET', '/seller/onboarding')).status).toBe(403)
})

it('a step that has to be done again says so in its label', async () => {
  const seller = await newShopkeeper()
  const label = async (key: string) =>
    (await call(seller, 'GET', '/seller/onboarding')).data.steps.find((step: { key: string }) => step.key === key).label
  expect([await label('PUBLISHED_SHOP'), await label('KYC')]).toEqual([
    'Publier la boutique',
    "Faire vérifier l'identité",
  ])
  await call(await signUp('SUPPORT'), 'POST', `/seller/shop/${seller.shopId}/suspend`, { reason: 'Plaintes répétées' })
  expect(await label('PUBLISHED_SHOP')).toMatch(/^Boutique suspendue/)
  await run("UPDATE seller_profiles SET kyc_status = 'CHANGES_REQUESTED' WHERE id = ?", seller.profileId)
  expect(await label('KYC')).toMatch(/^Corriger le dossier/)
})
