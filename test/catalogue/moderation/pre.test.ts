import { afterEach, describe, expect, it } from 'vitest'
import { call, guest, type Person } from '#testing/api.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { createProduct } from '#testing/fixtures/products.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import { expectStaffOnly, faults, isVisible, newStall, ok, refusal } from '#testing/stories/catalogue.ts'

const WHY = { reason: 'La photo montre un autre article' }
const setMode = async (mode: unknown) => call(await signUp('ADMIN'), 'PUT', '/moderation/settings', { mode })
const decide = (staff: Person, id: string, what: string, body?: unknown) =>
  call(staff, 'POST', `/moderation/products/${id}/${what}`, body)

afterEach(async () => {
  await setMode('POST')
})

describe('mode PRE', () => {
  it('hides a product until it is approved', async () => {
    ok(await setMode('PRE'))
    const stall = await newStall()
    const { seller, staff, id } = stall
    expect(ok(await call(seller, 'GET', `/products/${id}`))).toMatchObject({
      status: 'PUBLISHED',
      moderationStatus: 'PENDING',
    })
    expect(await isVisible(id, seller.shopId)).toBe(false)
    expect(refusal(await call(stall.reader, 'GET', `/products/slug/${stall.product.slug}`))).toEqual([404, 'NOT_FOUND'])
    expect(ok(await decide(staff, id, 'approve')).moderationStatus).toBe('APPROVED')
    expect(await isVisible(id, seller.shopId)).toBe(true)
  })

  it('is that of the moment in which a product became PENDING: what was visible stays visible', async () => {
    const before = await newStall()
    ok(await setMode('PRE'))
    expect(await isVisible(before.id, before.seller.shopId)).toBe(true)
    const during = await newStall()
    ok(await setMode('POST'))
    expect(await isVisible(during.id, during.seller.shopId)).toBe(false)
    ok(await decide(during.staff, during.id, 'approve'))
    expect(await isVisible(during.id, during.seller.shopId)).toBe(true)
  })

  it('hides what is submitted after changes were asked for, until it is approved', async () => {
    const { seller, staff, id } = await newStall()
    ok(await decide(staff, id, 'request-changes', WHY))
    ok(await setMode('PRE'))
    expect(ok(await call(seller, 'POST', `/products/${id}/submit`)).moderationStatus).toBe('PENDING')
    expect(await isVisible(id, seller.shopId)).toBe(false)
    ok(await decide(staff, id, 'approve'))
    expect(await isVisible(id, seller.shopId)).toBe(true)
  })

  it('leaves an approved product visible while it is edited, with the change, unless staff take it down', async () => {
    ok(await setMode('PRE'))
    const { seller, staff, reader, id } = await newStall()
    ok(await decide(staff, id, 'approve'))
    const edited = ok(await call(seller, 'PUT', `/products/${id}`, { name: 'Café de Kabare' }))
    expect(edited.moderationStatus).toBe('PENDING')
    expect(await isVisible(id, seller.shopId)).toBe(true)
    expect(ok(await call(reader, 'GET', `/products/${id}`)).name).toBe('Café de Kabare')
    ok(await decide(staff, id, 'takedown', WHY))
    expect(await isVisible(id, seller.shopId)).toBe(false)
  })

  it('hides an edited product that staff then reject', async () => {
    ok(await setMode('PRE'))
    const { seller, staff, id } = await newStall()
    ok(await decide(staff, id, 'approve'))
    ok(await call(seller, 'PUT', `/products/${id}`, { description: 'Un tout autre café, de Kabare, en grains.' }))
    ok(await decide(staff, id, 'reject', WHY))
    expect(await isVisible(id, seller.shopId)).toBe(false)
  })
})

describe('the settings', () => {
  it('are read by staff and set by an ADMIN', async () => {
    const [admin, support] = [await signUp('ADMIN'), await signUp('SUPPORT')]
    expect(ok(await call(admin, 'PUT', '/moderation/settings', { mode: 'PRE' })).mode).toBe('PRE')
    expect(ok(await call(support, 'GET', '/moderation/settings')).mode).toBe('PRE')
    expect((await call(support, 'PUT', '/moderation/settings', { mode: 'POST' })).status).toBe(403)
    await expectStaffOnly('GET', '/moderation/settings')
    await expectStaffOnly('PUT', '/moderation/settings', { mode: 'POST' })
    expect(ok(await call(admin, 'GET', '/moderation/settings')).mode).toBe('PRE')
  })

  it('know two modes', async () => {
    expect(faults(await setMode('NONE'))).toEqual(['mode'])
    expect(faults(await setMode(null))).toEqual(['mode'])
    expect(
      faults(await call(await signUp('ADMIN'), 'PUT', '/moderation/settings', { mode: 'PRE', x: 1 })),
    ).toHaveLength(1)
  })
})

describe('an edit of an APPROVED product', () => {
  const edits: [string, Record<string, unknown>, string][] = [
    ['name', { name: 'Café de Kabare' }, 'PENDING'],
    ['description', { description: 'Un tout autre café, de Kabare, en grains.' }, 'PENDING'],
    ['brand', { brand: 'Kabare' }, 'APPROVED'],
    ['unit', { unit: 'pack' }, 'APPROVED'],
    ['weightGrams', { weightGrams: 250 }, 'APPROVED'],
  ]
  it.each(edits)('of its %s', async (_, edit, moderationStatus) => {
    const { seller, staff, id } = await newStall()
    ok(await decide(staff, id, 'approve'))
    expect(ok(await call(seller, 'PUT', `/products/${id}`, edit))).toMatchObject({ ...edit, moderationStatus })
    expect(ok(await call(seller, 'GET', `/products/${id}`)).moderationStatus).toBe(moderationStatus)
    expect(await isVisible(id, seller.shopId)).toBe(true)
  })

  it('of its subcategory makes it PENDING', async () => {
    const [{ seller, staff, id }, other] = [await newStall(), await newStall()]
    ok(await decide(staff, id, 'approve'))
    const { subcategoryId } = other.category
    const edited = ok(await call(seller, 'PUT', `/products/${id}`, { subcategoryId }))
    expect(edited).toMatchObject({ subcategoryId, moderationStatus: 'PENDING' })
  })

  it('does not make a REJECTED or CHANGES_REQUESTED one PENDING by itself', async () => {
    for (const [what, moderationStatus] of [
      ['reject', 'REJECTED'],
      ['request-changes', 'CHANGES_REQUESTED'],
    ] as const) {
      const { seller, staff, id } = await newStall()
      ok(await decide(staff, id, what, WHY))
      const edited = ok(await call(seller, 'PUT', `/products/${id}`, { name: 'Café de Kabare' }))
      expect(edited.moderationStatus).toBe(moderationStatus)
      expect(await isVisible(id, seller.shopId)).toBe(false)
    }
  })
})

describe("the staff's reads", () => {
  it('queue by status, in pages', async () => {
    const [waiting, approved] = [await newStall(), await newStall()]
    ok(await decide(approved.staff, approved.id, 'approve'))
    const queue = async (status: string) =>
      ok(await call(waiting.staff, 'GET', `/moderation/products?status=${status}&limit=100`))
    const ids = ({ products }: { products: { id: string }[] }) => products.map(({ id }) => id)
    const [pending, done] = [await queue('PENDING'), await queue('APPROVED')]
    expect(ids(pending)).toContain(waiting.id)
    expect(ids(pending)).not.toContain(approved.id)
    expect(ids(done)).toContain(approved.id)
    expect(done.products.every((p: { moderationStatus: string }) => p.moderationStatus === 'APPROVED')).toBe(true)
    expect(pending.pagination).toMatchObject({ page: 1, limit: 100 })
    expect(pending.pagination.total).toBe(pending.products.length)
    expect(faults(await call(waiting.staff, 'GET', '/moderation/products?status=AUTRE'))).toEqual(['status'])
    expect(faults(await call(waiting.staff, 'GET', '/moderation/products?limit=101'))).toEqual(['limit'])
    await expectStaffOnly('GET', '/moderation/products')
  })

  it('show one product with its history: who decided what, and why', async () => {
    const { staff, id } = await newStall()
    ok(await decide(staff, id, 'reject', WHY))
    const { history, moderationStatus } = ok(await call(staff, 'GET', `/moderation/products/${id}`))
    expect(moderationStatus).toBe('REJECTED')
    expect(history.length).toBeGreaterThanOrEqual(2)
    expect(JSON.stringify(history)).toContain(WHY.reason)
    await expectStaffOnly('GET', `/moderation/products/${id}`)
  })

  it('list every product for staff: by status, moderation, shop and words', async () => {
    const { seller, category, staff, id } = await newStall()
    const draft = ok(await createProduct(seller, category, { name: 'Miel de Walungu' }))
    const list = async (query: string) => {
      const { products } = ok(await call(staff, 'GET', `/products/admin?shopId=${seller.shopId}&${query}`))
      return products.map((product: { id: string }) => product.id)
    }
    expect(await list('')).toEqual([draft.id, id])
    expect(await list('status=DRAFT')).toEqual([draft.id])
    expect(await list('status=PUBLISHED')).toEqual([id])
    expect(await list('moderationStatus=PENDING')).toEqual([id])
    expect(await list('moderationStatus=NONE')).toEqual([draft.id])
    expect(await list('search=walungu')).toEqual([draft.id])
    expect(await list('status=ARCHIVED')).toEqual([])
    expect(faults(await call(staff, 'GET', '/products/admin?status=AUTRE'))).toEqual(['status'])
    await expectStaffOnly('GET', '/products/admin')
  })
})

describe('GET /products/:id/moderation', () => {
  it('tells the owner and staff the state and the reason, and nobody else', async () => {
    const { seller, staff, reader, id } = await newStall()
    ok(await decide(staff, id, 'request-changes', WHY))
    for (const as of [seller, staff, await signUp('ADMIN')]) {
      const answer = JSON.stringify(ok(await call(as, 'GET', `/products/${id}/moderation`)))
      expect(answer).toContain('CHANGES_REQUESTED')
      expect(answer).toContain(WHY.reason)
    }
    const path = `/products/${id}/moderation`
    expect((await call(await newShopkeeper(), 'GET', path)).status).toBe(404)
    expect((await call(reader, 'GET', path)).status).toBe(403)
    expect((await call(guest, 'GET', path)).status).toBe(401)
  })

  it('does not tell the owner which member of the staff decided', async () => {
    const { seller, staff, id } = await newStall()
    ok(await decide(staff, id, 'reject', WHY))
    expect(JSON.stringify(ok(await call(seller, 'GET', `/products/${id}/moderation`)))).not.toContain(staff.email)
  })
})
