import { describe, expect, it } from 'vitest'
import { type Caller, call, reasons, together } from '#testing/api.ts'
import { SHOP } from '#testing/fixtures/inputs.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import { expectStaffOnly, expectUnknownIs404, faults, INVALID, ok, refusal } from '#testing/stories/catalogue.ts'

const WHY = { reason: 'Le nom imite une marque' }
const decide = (staff: Caller, shopId: string, what: string, body?: unknown) =>
  call(staff, 'POST', `/seller/shop/moderation/${shopId}/${what}`, body)
const mine = async (seller: Caller, shopId: string) =>
  ok(await call(seller, 'GET', '/seller/shop/me')).shops.find((shop: { id: string }) => shop.id === shopId)

/** A shop that was published just now and waits for its review. */
async function published() {
  const [seller, staff] = [await newShopkeeper(), await signUp('SUPPORT')]
  const shop = ok(await call(seller, 'POST', '/seller/shop', SHOP))
  expect(shop.reviewStatus).toBe('NONE')
  ok(await call(seller, 'POST', `/seller/shop/${shop.id}/publish`))
  return { seller, staff, id: shop.id as string }
}

describe('a published shop', () => {
  it('waits as PENDING and is seen by everybody', async () => {
    const { seller, id } = await published()
    expect(await mine(seller, id)).toMatchObject({ status: 'PUBLISHED', reviewStatus: 'PENDING' })
    expect(ok(await call(await signUp(), 'GET', `/seller/shop/${id}`))).not.toHaveProperty('reviewStatus')
  })

  it('is approved', async () => {
    const { seller, staff, id } = await published()
    expect(ok(await decide(staff, id, 'approve'))).toMatchObject({ id, status: 'PUBLISHED', reviewStatus: 'APPROVED' })
    expect((await mine(seller, id)).reviewStatus).toBe('APPROVED')
  })

  it.each([
    ['reject', 'REJECTED'],
    ['request-changes', 'CHANGES_REQUESTED'],
  ])('after %s is still seen, and its owner reads why', async (what, reviewStatus) => {
    const { seller, staff, id } = await published()
    expect(ok(await decide(staff, id, what, WHY))).toMatchObject({ status: 'PUBLISHED', reviewStatus })
    const own = await mine(seller, id)
    expect(own).toMatchObject({ status: 'PUBLISHED', reviewStatus })
    expect(JSON.stringify(own)).toContain(WHY.reason)
    const shown = ok(await call(await signUp(), 'GET', `/seller/shop/${id}`))
    expect(JSON.stringify(shown)).not.toContain(WHY.reason)
  })

  it('withdrawn and published again does not begin anew when it is APPROVED', async () => {
    const { seller, staff, id } = await published()
    ok(await decide(staff, id, 'approve'))
    ok(await call(seller, 'POST', `/seller/shop/${id}/unpublish`))
    ok(await call(seller, 'POST', `/seller/shop/${id}/publish`))
    expect((await mine(seller, id)).reviewStatus).toBe('APPROVED')
  })
})

describe('a decision', () => {
  it('is on PENDING only', async () => {
    const { staff, id } = await published()
    ok(await decide(staff, id, 'approve'))
    for (const [what, body] of [['approve'], ['reject', WHY], ['request-changes', WHY]] as const)
      expect(refusal(await decide(staff, id, what, body)), what).toEqual(INVALID)
    const seller = await newShopkeeper()
    const draft = ok(await call(seller, 'POST', '/seller/shop', SHOP))
    expect(refusal(await decide(staff, draft.id, 'approve'))).toEqual(INVALID)
  })

  it('to reject or ask for changes has a reason', async () => {
    const { staff, id } = await published()
    for (const what of ['reject', 'request-changes']) {
      expect(faults(await decide(staff, id, what, {})), what).toEqual(['reason'])
      expect(faults(await decide(staff, id, what, { ...WHY, inconnu: 1 })), what).toHaveLength(1)
    }
  })

  it('of two reviewers at once is taken by one', async () => {
    const { seller, staff, id } = await published()
    const answers = await together(6, (i) => (i % 2 ? decide(staff, id, 'approve') : decide(staff, id, 'reject', WHY)))
    expect(reasons(answers)).toEqual({ ok: 1, INVALID_TRANSITION: 5 })
    const won = answers.find(({ status }) => status === 200)
    expect((await mine(seller, id)).reviewStatus).toBe(won?.data.reviewStatus)
  })

  it('is for staff; an unknown shop is 404', async () => {
    const { seller, staff, id } = await published()
    await expectStaffOnly('POST', `/seller/shop/moderation/${id}/approve`)
    await expectStaffOnly('POST', `/seller/shop/moderation/${id}/reject`, WHY)
    await expectStaffOnly('POST', `/seller/shop/moderation/${id}/request-changes`, WHY)
    await expectUnknownIs404(staff, 'POST', (some) => `/seller/shop/moderation/${some}/approve`)
    await expectUnknownIs404(staff, 'POST', (some) => `/seller/shop/moderation/${some}/reject`, WHY)
    expect((await mine(seller, id)).reviewStatus).toBe('PENDING')
  })
})

describe("the staff's reads", () => {
  it('show what waits, in pages', async () => {
    const { staff, id } = await published()
    const { shops, pagination } = ok(await call(staff, 'GET', '/seller/shop/moderation?limit=100'))
    expect(shops.find((shop: { id: string }) => shop.id === id)).toMatchObject({ reviewStatus: 'PENDING' })
    expect(pagination).toMatchObject({ page: 1, limit: 100 })
    await expectStaffOnly('GET', '/seller/shop/moderation')
    expect(faults(await call(staff, 'GET', '/seller/shop/moderation?limit=101'))).toEqual(['limit'])
  })

  it('show one shop in any state, with what guests do not see', async () => {
    const staff = await signUp('ADMIN')
    for (const state of ['DRAFT', 'PUBLISHED', 'SUSPENDED'] as const) {
      const { shopId } = await newShopkeeper({ shop: state })
      const shop = ok(await call(staff, 'GET', `/seller/shop/moderation/${shopId}`))
      expect(shop).toMatchObject({ id: shopId, status: state, phone: '243810000002' })
      expect(shop).toHaveProperty('reviewStatus')
    }
    const { shopId } = await newShopkeeper()
    await expectStaffOnly('GET', `/seller/shop/moderation/${shopId}`)
    await expectUnknownIs404(staff, 'GET', (some) => `/seller/shop/moderation/${some}`)
  })

  it('a draft is 404 to the public; its owner reads it among their own', async () => {
    const seller = await newShopkeeper({ shop: 'DRAFT' })
    for (const as of [null, await signUp(), await newShopkeeper()])
      expect((await call(as, 'GET', `/seller/shop/${seller.shopId}`)).status).toBe(404)
    expect((await mine(seller, seller.shopId)).status).toBe('DRAFT')
  })
})
