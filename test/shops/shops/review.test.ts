import { describe, expect, it } from 'vitest'
import { type Caller, call, guest, type Person, tally, together } from '#testing/api.ts'
import { all } from '#testing/fixtures/database.ts'
import { SHOP } from '#testing/fixtures/inputs.ts'
import { mailsTo } from '#testing/fixtures/mails.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { jpeg } from '#testing/fixtures/pictures.ts'
import { newShopkeeper, type Shopkeeper } from '#testing/fixtures/shops.ts'

const path = '/seller/shop/moderation'
type Decision = 'approve' | 'reject' | 'request-changes'
const decide = (as: Caller, id: string, decision: Decision, body: unknown = { reason: 'Logo illisible' }) =>
  call(as, 'POST', `${path}/${id}/${decision}`, body)
const seen = async (seller: Person, id: string) =>
  (await call(seller, 'GET', '/seller/shop/me')).data.shops.find((shop: { id: string }) => shop.id === id)

/** A shop that its owner has just published for the first time. */
async function published(): Promise<Shopkeeper> {
  const seller = await newShopkeeper()
  const { data } = await call(seller, 'POST', '/seller/shop', { ...SHOP, name: `Chez Aline ${crypto.randomUUID()}` })
  const { data: shop } = await call(seller, 'POST', `/seller/shop/${data.id}/publish`)
  expect(shop.reviewStatus).toBe('PENDING')
  return { ...seller, shopId: data.id }
}

describe('the review of a shop', () => {
  it('begins when it is published first, and does not begin again', async () => {
    const seller = await newShopkeeper()
    const { data } = await call(seller, 'POST', '/seller/shop', SHOP)
    const edited = await call(seller, 'PUT', `/seller/shop/${data.id}`, { name: 'Autre' })
    expect([data.reviewStatus, edited.data.reviewStatus]).toEqual(['NONE', 'NONE'])
    const move = async (event: string) => (await call(seller, 'POST', `/seller/shop/${data.id}/${event}`)).data
    expect(await move('publish')).toMatchObject({ reviewStatus: 'PENDING', reviewReason: null })
    await decide(await signUp('SUPPORT'), data.id, 'approve', {})
    expect(await move('unpublish')).toMatchObject({ reviewStatus: 'APPROVED' })
    expect(await move('publish')).toMatchObject({ reviewStatus: 'APPROVED' })
  })

  it.each([
    ['approve', 'APPROVED', 'est approuvée', {}],
    ['reject', 'REJECTED', "n'a pas été approuvée", { reason: 'Logo illisible' }],
    ['request-changes', 'CHANGES_REQUESTED', 'demande des corrections', { reason: 'Logo illisible' }],
  ] as const)(
    '%s: hides nothing, tells the owner why, is written down',
    async (decision, reviewStatus, words, body) => {
      const [seller, admin] = [await published(), await signUp('ADMIN')]
      const decided = await decide(admin, seller.shopId, decision, body)
      const reviewReason = 'reason' in body ? body.reason : null
      expect(decided.data).toMatchObject({ status: 'PUBLISHED', reviewStatus, reviewReason })
      expect(Number(decided.headers.get('x-d1-round-trips'))).toBeLessThanOrEqual(2)
      expect((await call(guest, 'GET', `/seller/shop/${seller.shopId}`)).status).toBe(200)
      expect(await seen(seller, seller.shopId)).toMatchObject({ reviewStatus, reviewReason })
      const [mail] = await mailsTo(seller.email, words)
      if (reviewReason) expect(mail?.text).toContain(reviewReason)
      const act = await all<{ actorId: string; action: string }>(
        'SELECT actor_id AS actorId, action FROM audit WHERE target_id = ?',
        seller.shopId,
      )
      expect(act).toEqual([{ actorId: admin.id, action: `shop.${decision}` }])
      const again = await decide(admin, seller.shopId, decision)
      expect([again.status, again.error?.reason]).toEqual([409, 'INVALID_TRANSITION'])
    },
  )

  it('begins anew when the owner changes what staff had looked at, and only then', async () => {
    const [seller, admin] = [await published(), await signUp('ADMIN')]
    const id = seller.shopId
    const edit = async (body: unknown) => (await call(seller, 'PUT', `/seller/shop/${id}`, body)).data
    const upload = async (field: string) => {
      const form = new FormData()
      form.append(field, new Blob([jpeg()]))
      return (await call(seller, 'POST', `/seller/shop/${id}/${field}`, form)).data
    }
    const changes = [
      () => edit({ name: `Boutique ${crypto.randomUUID().slice(0, 8)}` }),
      () => edit({ description: `Texte ${crypto.randomUUID()}` }),
      () => upload('logo'),
      () => upload('banner'),
    ]
    for (const decision of ['approve', 'reject', 'request-changes'] as const) {
      for (const change of changes) {
        expect((await decide(admin, id, decision)).status).toBe(200)
        const { name, reviewStatus } = await edit({ prepMinutes: 12, minOrderAmount: '1.00' })
        expect((await edit({ name })).reviewStatus).toBe(reviewStatus)
        expect(await change()).toMatchObject({ reviewStatus: 'PENDING', reviewReason: null })
      }
    }
  })

  it('is listed for staff: by status and review, with totals, in one trip', async () => {
    const [seller, support] = [await published(), await signUp('SUPPORT')]
    const list = async (query: string) => {
      const { data, headers } = await call(support, 'GET', `${path}?${query}`)
      expect(headers.get('x-d1-round-trips')).toBe('1')
      return data
    }
    const waiting = await list('reviewStatus=PENDING&status=PUBLISHED')
    expect(waiting.shops[0]).toMatchObject({ id: seller.shopId, reviewStatus: 'PENDING' })
    expect((await list('limit=1')).shops[0].id).toBe(seller.shopId)
    await decide(support, seller.shopId, 'approve', {})
    expect((await list('reviewStatus=PENDING&status=PUBLISHED')).pagination.total).toBe(waiting.pagination.total - 1)
    expect((await list('status=PUBLISHED')).shops[0].id).toBe(seller.shopId)
    expect((await list('reviewStatus=APPROVED')).shops[0].id).toBe(seller.shopId)
    expect((await call(support, 'GET', `${path}?reviewStatus=TAKEN_DOWN`)).status).toBe(400)
  })

  it('is shown whole, of a draft too, with what was done to it', async () => {
    const [seller, admin] = [await published(), await signUp('ADMIN')]
    await decide(admin, seller.shopId, 'reject', { reason: 'Nom trompeur' })
    await call(admin, 'POST', `/seller/shop/${seller.shopId}/suspend`, { reason: 'Fraude' })
    const { data, headers } = await call(admin, 'GET', `${path}/${seller.shopId}`)
    const { history, ...shop } = data
    expect(shop).toEqual(await seen(seller, seller.shopId))
    expect(history.map(({ event, to, reason }: Record<string, unknown>) => [event, to, reason])).toEqual([
      ['suspend', 'SUSPENDED', 'Fraude'],
      ['reject', 'REJECTED', 'Nom trompeur'],
      ['publish', 'PUBLISHED', null],
      ['publish', 'PENDING', null],
      ['create', 'DRAFT', null],
    ])
    expect(headers.get('x-d1-round-trips')).toBe('1')
    expect((await call(admin, 'GET', `${path}/${crypto.randomUUID()}`)).status).toBe(404)
  })

  it('is for staff, needs a reason to refuse, and is decided by one of two', async () => {
    const [seller, admin] = [await published(), await signUp('ADMIN')]
    for (const decision of ['reject', 'request-changes'] as const)
      expect((await decide(admin, seller.shopId, decision, {})).status).toBe(400)
    for (const person of [seller, await signUp('BUYER'), await signUp('ACCOUNTANT')]) {
      expect((await decide(person, seller.shopId, 'approve', {})).status).toBe(403)
      expect((await call(person, 'GET', path)).status).toBe(403)
      expect((await call(person, 'GET', `${path}/${seller.shopId}`)).status).toBe(403)
    }
    expect((await decide(admin, crypto.randomUUID(), 'approve', {})).status).toBe(404)
    const decisions = ['approve', 'reject', 'request-changes'] as const
    const answers = await together(24, (i) => decide(admin, seller.shopId, decisions[i % 3] ?? 'approve'))
    expect(tally(answers)).toEqual({ 200: 1, 409: 23 })
    expect(
      await all("SELECT 1 FROM moderation_events WHERE thing_id = ? AND event <> 'publish'", seller.shopId),
    ).toHaveLength(1)
  })
})
