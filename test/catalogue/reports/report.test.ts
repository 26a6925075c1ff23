import { describe, expect, it } from 'vitest'
import { type Caller, call, guest, reasons, together } from '#testing/api.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { createProduct } from '#testing/fixtures/products.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import { expectStaffOnly, expectUnknownIs404, faults, GONE, newStall, ok, refusal } from '#testing/stories/catalogue.ts'

const REPORT = { reasonCode: 'COUNTERFEIT', comment: 'Ce n’est pas la vraie marque.' }
const REASONS = ['COUNTERFEIT', 'PROHIBITED', 'MISLEADING', 'OFFENSIVE', 'SPAM', 'OTHER']
const TWICE = [409, 'ALREADY_EXISTS']
const resolve = (staff: Caller, id: string, decision: unknown) =>
  call(staff, 'POST', `/moderation/reports/${id}/resolve`, { decision })
const listed = async (staff: Caller, query = '') =>
  ok(await call(staff, 'GET', `/moderation/reports?limit=100&${query}`)).reports as { id: string; type: string }[]

/** Things that can be reported, each with the path of its report. */
async function target(type: 'PRODUCT' | 'SHOP') {
  const stall = await newStall()
  const targetId = type === 'PRODUCT' ? stall.id : stall.seller.shopId
  const pathOf = (id: string) => (type === 'PRODUCT' ? `/products/${id}/report` : `/seller/shop/${id}/report`)
  const report = (as: Caller, body: object = REPORT) => call(as, 'POST', pathOf(targetId), body)
  return { ...stall, targetId, pathOf, report }
}

describe.each(['PRODUCT', 'SHOP'] as const)('a report of a %s', (type) => {
  it('is OPEN, and staff read it', async () => {
    const { targetId, report, reader, staff } = await target(type)
    const made = ok(await report(reader))
    expect(made).toMatchObject({ ...REPORT, id: expect.any(String), type, targetId, status: 'OPEN' })
    expect(made.createdAt).toMatch(/Z$/)
    const found = (await listed(staff)).find(({ id }) => id === made.id)
    expect(found).toMatchObject({ ...REPORT, type, targetId, status: 'OPEN' })
    const ofType = await listed(staff, `type=${type}`)
    expect(ofType.some(({ id }) => id === made.id)).toBe(true)
    expect(ofType.every((one) => one.type === type)).toBe(true)
    const other = type === 'PRODUCT' ? 'SHOP' : 'PRODUCT'
    expect((await listed(staff, `type=${other}`)).some(({ id }) => id === made.id)).toBe(false)
  })

  it.each(REASONS)('may be for %s', async (reasonCode) => {
    const { report, reader } = await target(type)
    expect(ok(await report(reader, { reasonCode }))).toMatchObject({ reasonCode, comment: null })
  })

  it('has a known reason and nothing else', async () => {
    const { report, reader } = await target(type)
    expect(faults(await report(reader, { reasonCode: 'UGLY' }))).toEqual(['reasonCode'])
    expect(faults(await report(reader, { comment: 'Sans raison' }))).toEqual(['reasonCode'])
    expect(faults(await report(reader, { ...REPORT, status: 'ACTIONED' }))).toHaveLength(1)
  })

  it('is one at a time of a person: again once it is resolved', async () => {
    const { report, reader, staff } = await target(type)
    const first = ok(await report(reader))
    expect(refusal(await report(reader, { reasonCode: 'SPAM' }))).toEqual(TWICE)
    ok(await report(await signUp()))
    ok(await resolve(staff, first.id, 'DISMISSED'))
    expect(ok(await report(reader)).id).not.toBe(first.id)
  })

  it('of many at once by one person is one', async () => {
    const { report, reader } = await target(type)
    expect(reasons(await together(5, () => report(reader)))).toEqual({ ok: 1, ALREADY_EXISTS: 4 })
  })

  it('is by anybody who is signed in, of what they can see', async () => {
    const { seller, category, report, pathOf, staff } = await target(type)
    for (const role of ['BUYER', 'RIDER', 'SELLER'] as const) ok(await report(await signUp(role)))
    expect((await report(guest)).status).toBe(401)
    await expectUnknownIs404(await signUp(), 'POST', pathOf, REPORT)
    const hidden =
      type === 'PRODUCT'
        ? ok(await createProduct(seller, category)).id
        : (await newShopkeeper({ shop: 'DRAFT' })).shopId
    expect(refusal(await call(await signUp(), 'POST', pathOf(hidden), REPORT))).toEqual(GONE)
    expect((await listed(staff)).filter((one) => (one as { targetId?: string }).targetId === hidden)).toEqual([])
  })

  it.each(['ACTIONED', 'DISMISSED'])('is resolved as %s, once', async (decision) => {
    const { report, reader, staff } = await target(type)
    const { id } = ok(await report(reader))
    expect(ok(await resolve(staff, id, decision))).toMatchObject({ id, status: decision })
    expect((await resolve(staff, id, decision)).status).toBe(409)
    expect((await resolve(staff, id, decision === 'ACTIONED' ? 'DISMISSED' : 'ACTIONED')).status).toBe(409)
    expect((await listed(staff)).find((one) => one.id === id)).toMatchObject({ status: decision })
  })
})

describe('resolving a report', () => {
  it('is a decision', async () => {
    const { report, reader, staff } = await target('PRODUCT')
    const { id } = ok(await report(reader))
    expect(faults(await resolve(staff, id, 'OPEN'))).toEqual(['decision'])
    expect(faults(await resolve(staff, id, undefined))).toEqual(['decision'])
    expect((await listed(staff)).find((one) => one.id === id)).toMatchObject({ status: 'OPEN' })
  })

  it('is for staff; an unknown one is 404', async () => {
    const { report, reader, staff } = await target('SHOP')
    const { id } = ok(await report(reader))
    await expectStaffOnly('POST', `/moderation/reports/${id}/resolve`, { decision: 'DISMISSED' })
    await expectUnknownIs404(staff, 'POST', (some) => `/moderation/reports/${some}/resolve`, { decision: 'DISMISSED' })
    await expectStaffOnly('GET', '/moderation/reports')
    expect(faults(await call(staff, 'GET', '/moderation/reports?type=USER'))).toEqual(['type'])
  })

  it('by two at once is done by one', async () => {
    const { report, reader, staff } = await target('PRODUCT')
    const { id } = ok(await report(reader))
    const answers = await together(4, (i) => resolve(staff, id, i % 2 ? 'ACTIONED' : 'DISMISSED'))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3)
    const won = answers.find(({ status }) => status === 200)
    expect((await listed(staff)).find((one) => one.id === id)).toMatchObject({ status: won?.data.status })
  })

  it('does not hide what was reported by itself', async () => {
    const { id, report, reader } = await target('PRODUCT')
    ok(await report(reader))
    ok(await call(reader, 'GET', `/products/${id}`))
  })
})
