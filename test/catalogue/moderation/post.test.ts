import { describe, expect, it } from 'vitest'
import { call, guest, reasons, together } from '#testing/api.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { createProduct } from '#testing/fixtures/products.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import {
  expectStaffOnly,
  expectUnknownIs404,
  faults,
  INVALID,
  isVisible,
  newStall,
  ok,
  refusal,
} from '#testing/stories/catalogue.ts'

const WHY = { reason: 'La photo montre un autre article' }
type Stall = Awaited<ReturnType<typeof newStall>>
const decide = ({ staff, id }: Stall, what: string, body?: unknown) =>
  call(staff, 'POST', `/moderation/products/${id}/${what}`, body)
const submit = ({ seller, id }: Stall) => call(seller, 'POST', `/products/${id}/submit`)
const owned = async ({ seller, id }: Stall) => ok(await call(seller, 'GET', `/products/${id}`))

describe('a published product', () => {
  it('waits as PENDING and is visible in mode POST, the default', async () => {
    const stall = await newStall()
    const { mode } = ok(await call(stall.staff, 'GET', '/moderation/settings'))
    expect(mode).toBe('POST')
    expect(await owned(stall)).toMatchObject({ status: 'PUBLISHED', moderationStatus: 'PENDING' })
    expect(await isVisible(stall.id, stall.seller.shopId)).toBe(true)
  })

  it('is approved: the answer is the product, and it stays visible', async () => {
    const stall = await newStall()
    const approved = ok(await decide(stall, 'approve'))
    expect(approved).toMatchObject({ id: stall.id, status: 'PUBLISHED', moderationStatus: 'APPROVED' })
    expect(await owned(stall)).toMatchObject({ status: 'PUBLISHED', moderationStatus: 'APPROVED' })
    expect(await isVisible(stall.id, stall.seller.shopId)).toBe(true)
  })

  it.each([
    ['reject', 'REJECTED'],
    ['request-changes', 'CHANGES_REQUESTED'],
  ])('after %s is hidden, its own status left alone', async (what, moderationStatus) => {
    const stall = await newStall()
    expect(ok(await decide(stall, what, { ...WHY, reasonCode: 'MISLEADING' })).moderationStatus).toBe(moderationStatus)
    expect(await owned(stall)).toMatchObject({ status: 'PUBLISHED', moderationStatus })
    expect(await isVisible(stall.id, stall.seller.shopId)).toBe(false)
    expect((await call(stall.reader, 'GET', `/products/slug/${stall.product.slug}`)).status).toBe(404)
    expect((await call(stall.staff, 'GET', `/products/${stall.id}`)).status).toBe(200)
  })

  it('is taken down from PENDING and from APPROVED, and restored to APPROVED', async () => {
    const stall = await newStall()
    expect(ok(await decide(stall, 'takedown', WHY)).moderationStatus).toBe('TAKEN_DOWN')
    expect(await isVisible(stall.id, stall.seller.shopId)).toBe(false)
    expect(ok(await decide(stall, 'restore')).moderationStatus).toBe('APPROVED')
    expect(await isVisible(stall.id, stall.seller.shopId)).toBe(true)
    expect(ok(await decide(stall, 'takedown', WHY)).moderationStatus).toBe('TAKEN_DOWN')
    expect(await owned(stall)).toMatchObject({ status: 'PUBLISHED', moderationStatus: 'TAKEN_DOWN' })
  })

  it('does not come back from REJECTED or TAKEN_DOWN by being withdrawn and published again', async () => {
    for (const [what, moderationStatus] of [
      ['reject', 'REJECTED'],
      ['takedown', 'TAKEN_DOWN'],
    ] as const) {
      const stall = await newStall()
      ok(await decide(stall, what, WHY))
      ok(await call(stall.seller, 'POST', `/products/${stall.id}/status`, { status: 'DRAFT' }))
      await call(stall.seller, 'POST', `/products/${stall.id}/status`, { status: 'PUBLISHED' })
      expect((await owned(stall)).moderationStatus).toBe(moderationStatus)
      expect(await isVisible(stall.id, stall.seller.shopId)).toBe(false)
    }
  })

  it('that is APPROVED stays so when it is withdrawn and published again', async () => {
    const stall = await newStall()
    ok(await decide(stall, 'approve'))
    ok(await call(stall.seller, 'POST', `/products/${stall.id}/status`, { status: 'DRAFT' }))
    ok(await call(stall.seller, 'POST', `/products/${stall.id}/status`, { status: 'PUBLISHED' }))
    expect(await owned(stall)).toMatchObject({ status: 'PUBLISHED', moderationStatus: 'APPROVED' })
  })
})

describe('a decision that the state does not allow is 409 INVALID_TRANSITION', () => {
  const all = ['approve', 'reject', 'request-changes', 'takedown', 'restore'] as const
  const bodyOf = (what: string) => (what === 'approve' || what === 'restore' ? undefined : WHY)
  it.each([
    ['PENDING', [], ['restore']],
    ['APPROVED', ['approve'], ['approve', 'reject', 'request-changes', 'restore']],
    ['REJECTED', ['reject'], all],
    ['CHANGES_REQUESTED', ['request-changes'], all],
    ['TAKEN_DOWN', ['takedown'], ['approve', 'reject', 'request-changes', 'takedown']],
  ])('from %s', async (state, steps, refused) => {
    const stall = await newStall()
    for (const what of steps) ok(await decide(stall, what, bodyOf(what)))
    for (const what of refused) expect(refusal(await decide(stall, what, bodyOf(what))), what).toEqual(INVALID)
    expect((await owned(stall)).moderationStatus).toBe(state)
  })

  it('from NONE: a draft that was never published', async () => {
    const stall = await newStall()
    const draft = ok(await createProduct(stall.seller, stall.category))
    for (const what of all)
      expect(refusal(await decide({ ...stall, id: draft.id }, what, bodyOf(what))), what).toEqual(INVALID)
  })

  it('has a message that names the action and the state in French', async () => {
    const stall = await newStall()
    ok(await decide(stall, 'approve'))
    const { error } = await decide(stall, 'approve')
    expect(error?.message).toMatch(/\p{L}{4,}/u)
    expect(error?.message).not.toMatch(/transition|undefined/i)
  })
})

describe('submit', () => {
  it.each(['reject', 'request-changes'])('after %s makes it PENDING and visible again in mode POST', async (what) => {
    const stall = await newStall()
    ok(await decide(stall, what, WHY))
    expect(ok(await submit(stall))).toMatchObject({ id: stall.id, status: 'PUBLISHED', moderationStatus: 'PENDING' })
    expect(await isVisible(stall.id, stall.seller.shopId)).toBe(true)
    expect(refusal(await submit(stall))).toEqual(INVALID)
    expect(ok(await decide(stall, 'approve')).moderationStatus).toBe('APPROVED')
  })

  it('from NONE, PENDING, APPROVED and TAKEN_DOWN is 409', async () => {
    const stall = await newStall()
    const draft = ok(await createProduct(stall.seller, stall.category))
    expect(refusal(await submit({ ...stall, id: draft.id }))).toEqual(INVALID)
    expect(refusal(await submit(stall))).toEqual(INVALID)
    ok(await decide(stall, 'approve'))
    expect(refusal(await submit(stall))).toEqual(INVALID)
    ok(await decide(stall, 'takedown', WHY))
    expect(refusal(await submit(stall))).toEqual(INVALID)
  })

  it('is for the owner: another seller 404, others 403, a guest 401', async () => {
    const stall = await newStall()
    ok(await decide(stall, 'reject', WHY))
    const path = `/products/${stall.id}/submit`
    expect((await call(await newShopkeeper(), 'POST', path)).status).toBe(404)
    expect((await call(stall.reader, 'POST', path)).status).toBe(403)
    expect((await call(stall.staff, 'POST', path)).status).toBe(403)
    expect((await call(guest, 'POST', path)).status).toBe(401)
    expect((await owned(stall)).moderationStatus).toBe('REJECTED')
  })
})

describe('a decision', () => {
  it('to reject, request changes or take down needs a reason; the code may be left out', async () => {
    const stall = await newStall()
    for (const what of ['reject', 'request-changes', 'takedown']) {
      expect(faults(await decide(stall, what, {})), what).toContain('reason')
      expect(faults(await decide(stall, what, { reasonCode: 'SPAM' })), what).toContain('reason')
      expect(faults(await decide(stall, what, { reason: '' })), what).toContain('reason')
      expect(faults(await decide(stall, what, { ...WHY, inconnu: 1 })), what).toHaveLength(1)
    }
    expect((await owned(stall)).moderationStatus).toBe('PENDING')
  })

  it('of two reviewers at once is taken by one of them, and written once', async () => {
    const stall = await newStall()
    const [one, two] = [await signUp('SUPPORT'), await signUp('ADMIN')]
    const answers = await together(6, (i) =>
      i % 2
        ? call(one, 'POST', `/moderation/products/${stall.id}/approve`)
        : call(two, 'POST', `/moderation/products/${stall.id}/reject`, WHY),
    )
    expect(reasons(answers)).toEqual({ ok: 1, INVALID_TRANSITION: 5 })
    const won = answers.find(({ status }) => status === 200)
    expect((await owned(stall)).moderationStatus).toBe(won?.data.moderationStatus)
  })

  it('is for staff only, and an unknown product is 404', async () => {
    const stall = await newStall()
    for (const what of ['approve', 'restore']) {
      await expectStaffOnly('POST', `/moderation/products/${stall.id}/${what}`)
      await expectUnknownIs404(stall.staff, 'POST', (id) => `/moderation/products/${id}/${what}`)
    }
    for (const what of ['reject', 'request-changes', 'takedown']) {
      await expectStaffOnly('POST', `/moderation/products/${stall.id}/${what}`, WHY)
      await expectUnknownIs404(stall.staff, 'POST', (id) => `/moderation/products/${id}/${what}`, WHY)
    }
    expect((await owned(stall)).moderationStatus).toBe('PENDING')
  })
})
