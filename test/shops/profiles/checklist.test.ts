import { afterEach, describe, expect, it } from 'vitest'
import { call, guest, type Person } from '#testing/api.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { createProduct, newCategory, publishedProduct } from '#testing/fixtures/products.ts'
import { newSeller, newShopkeeper } from '#testing/fixtures/shops.ts'
import { newWalletOwner } from '#testing/fixtures/wallets.ts'
import { ok, refusal } from '#testing/stories/catalogue.ts'
import { draftKyc } from '#testing/stories/kyc.ts'

const onboarding = async (seller: Person) => ok(await call(seller, 'GET', '/seller/onboarding'))
type Step = { key: string; label: string; required: boolean; status: string }

describe('the checklist of a new seller', () => {
  it('is steps with a key, a French label, whether it is required and how it stands', async () => {
    const { steps, ...can } = await onboarding(await newSeller())
    expect(can).toEqual({ canPublish: false, canWithdraw: false })
    expect(steps.length).toBeGreaterThan(2)
    for (const { key, label, required, status } of steps as Step[]) {
      expect(key).toMatch(/^\w+$/)
      expect(label.length).toBeGreaterThan(3)
      expect(typeof required).toBe('boolean')
      expect(typeof status).toBe('string')
    }
    expect(new Set(steps.map(({ key }: Step) => key)).size).toBe(steps.length)
  })

  it('can publish with a subscription and a PUBLISHED shop, and with nothing less', async () => {
    const can = async (terms: Parameters<typeof newShopkeeper>[0]) =>
      (await onboarding(await newShopkeeper(terms))).canPublish
    expect(await can({})).toBe(true)
    expect(await can({ subscription: 'GRACE' })).toBe(true)
    expect(await can({ subscription: 'EXPIRED' })).toBe(false)
    expect(await can({ subscription: 'none' })).toBe(false)
    expect(await can({ shop: 'DRAFT' })).toBe(false)
    expect(await can({ shop: 'SUSPENDED' })).toBe(false)
    expect(await can({ shop: 'CLOSED' })).toBe(false)
  })

  it('can withdraw once the payout number is verified', async () => {
    expect((await onboarding((await newWalletOwner('SELLER', {}, null)).person)).canWithdraw).toBe(false)
    expect((await onboarding((await newWalletOwner('SELLER')).person)).canWithdraw).toBe(true)
  })

  it('moves on when a step is done', async () => {
    const seller = await newShopkeeper()
    const before: Step[] = (await onboarding(seller)).steps
    await publishedProduct(seller, await newCategory())
    await draftKyc(seller)
    ok(await call(seller, 'POST', '/seller/kyc/submit'))
    const after: Step[] = (await onboarding(seller)).steps
    expect(after.map(({ key }) => key)).toEqual(before.map(({ key }) => key))
    expect(after.map(({ status }) => status)).not.toEqual(before.map(({ status }) => status))
  })

  it('is for sellers', async () => {
    for (const role of ['BUYER', 'RIDER', 'ADMIN', 'SUPPORT'] as const)
      expect((await call(await signUp(role), 'GET', '/seller/onboarding')).status, role).toBe(403)
    expect((await call(guest, 'GET', '/seller/onboarding')).status).toBe(401)
  })
})

describe('where the platform asks for an approved identity', () => {
  const ask = async (kycRequiredFor: unknown) =>
    call(await signUp('ADMIN'), 'PUT', '/wallet/settings/platform', { kycRequiredFor })
  const NEEDED = [403, 'KYC_REQUIRED']
  afterEach(async () => {
    await ask('NONE')
  })
  const publish = (seller: Person, id: string) =>
    call(seller, 'POST', `/products/${id}/status`, { status: 'PUBLISHED' })

  it('for publishing, a product is not published without one; with one it is', async () => {
    ok(await ask('PUBLISHING'))
    const [seller, category] = [await newShopkeeper(), await newCategory()]
    const draft = ok(await createProduct(seller, category))
    expect(refusal(await publish(seller, draft.id))).toEqual(NEEDED)
    const { id } = await draftKyc(seller)
    ok(await call(seller, 'POST', '/seller/kyc/submit'))
    expect(refusal(await publish(seller, draft.id))).toEqual(NEEDED)
    ok(await call(await signUp('SUPPORT'), 'POST', `/seller/kyc/admin/${id}/approve`))
    expect(ok(await publish(seller, draft.id)).status).toBe('PUBLISHED')
  })

  it('for withdrawals, none goes without one; publishing does', async () => {
    ok(await ask('WITHDRAWAL'))
    const { person } = await newWalletOwner('SELLER', { USD: 5000 })
    expect(refusal(await call(person, 'POST', '/payout/otp', { currency: 'USD', amount: 10 }))).toEqual(NEEDED)
    const seller = await newShopkeeper()
    const draft = ok(await createProduct(seller, await newCategory()))
    ok(await publish(seller, draft.id))
  })

  it('is NONE, WITHDRAWAL or PUBLISHING, NONE by default', async () => {
    expect((await ask('ALWAYS')).status).toBe(400)
    const { kycRequiredFor } = ok(await call(await signUp('ADMIN'), 'GET', '/wallet/settings/platform'))
    expect(kycRequiredFor).toBe('NONE')
  })
})
