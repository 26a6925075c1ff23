import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { call, guest, type Person } from '#testing/api.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newCategory, publishedProduct } from '#testing/fixtures/products.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import { faults, INVALID, newStall, ok, refusal, STALE } from '#testing/stories/catalogue.ts'
import { audit, noticesOf } from '#testing/stories/office.ts'

// Rule: each decision is in the record with its reason, is told to the owner in their language where they must act or may wonder, and
// opens the product; whoever sends the version that they looked at hears first of any newer one.

let admin: Person
beforeAll(async () => {
  admin = await signUp('ADMIN')
})
const WHY = { reason: 'Photo floue', reasonCode: 'IMAGE' }
const decide = (id: string, what: string, body: unknown = WHY) =>
  call(admin, 'POST', `/moderation/products/${id}/${what}`, body)
const setMode = async (mode: string) => ok(await call(admin, 'PUT', '/moderation/settings', { mode }))
afterEach(async () => {
  await setMode('POST')
})

const [NAME, REASON] = ['« Café du Kivu »', 'Photo floue']
const TOLD = [
  ['reject', 'product.rejected', 'Produit refusé', [NAME, 'a refusé', 'soumettez-le de nouveau', REASON]],
  ['request-changes', 'product.changes-requested', 'Produit à corriger', [NAME, 'corrections', 'soumettez-le', REASON]],
  ['takedown', 'product.taken-down', 'Produit retiré de la vente', [NAME, 'a retiré', "l'assistance", REASON]],
] as const
const IN_ENGLISH = [
  ['reject', 'Product refused', ['“Café du Kivu”', 'has refused', 'submit it again', REASON]],
  ['request-changes', 'Product to correct', ['“Café du Kivu”', 'asks for changes', 'submit it again', REASON]],
  ['takedown', 'Product taken off sale', ['“Café du Kivu”', 'off sale', 'support', REASON]],
] as const

describe('the owner is told', () => {
  it.each(TOLD)('of %s: in the app, with what opens it', async (what, type, title, words) => {
    const { seller, id } = await newStall()
    ok(await decide(id, what))
    const [notice] = await noticesOf(seller, type)
    expect(notice).toMatchObject({ title, data: { productId: id } })
    for (const word of words) expect(notice?.body).toContain(word)
  })

  it('of a restoration', async () => {
    const { seller, id } = await newStall()
    ok(await decide(id, 'takedown'))
    ok(await decide(id, 'restore', {}))
    const [notice] = await noticesOf(seller, 'product.restored')
    expect(notice).toMatchObject({ title: 'Produit rétabli', data: { productId: id } })
    expect(notice?.body).toBe("La modération a rétabli « Café du Kivu », qu'elle avait retiré de la vente.")
  })

  it('in English where that is their language', async () => {
    const [seller, category] = [await newShopkeeper(), await newCategory()]
    ok(await call(seller, 'PUT', '/users/me', { locale: 'en' }))
    for (const [what, title, words] of IN_ENGLISH) {
      const { id } = await publishedProduct(seller, category)
      ok(await decide(id, what))
      const [told] = await noticesOf(seller)
      expect(told, what).toMatchObject({ title, data: { productId: id } })
      for (const word of words) expect(told?.body, what).toContain(word)
      if (what !== 'takedown') continue
      ok(await decide(id, 'restore', {}))
      expect((await noticesOf(seller))[0]).toMatchObject({
        title: 'Product restored',
        body: 'Moderation has restored “Café du Kivu”, which it had taken off sale.',
      })
    }
  })
})

describe('a decision', () => {
  it('is in the record with its reason and code', async () => {
    const { id } = await newStall()
    for (const [what, action] of [
      ['approve', 'product.approve'],
      ['takedown', 'product.takedown'],
    ] as const) {
      ok(await decide(id, what))
      const [entry] = await audit(admin, `action=${action}&targetId=${id}`)
      expect(entry).toMatchObject({ actorId: admin.id, details: WHY })
    }
  })

  it('on a version that is not the newest is VERSION_MISMATCH, whatever became of the product', async () => {
    const { id, product } = await newStall()
    ok(await decide(id, 'approve', {}))
    expect(refusal(await decide(id, 'approve', { version: product.version }))).toEqual(STALE)
    expect(refusal(await decide(id, 'approve', {}))).toEqual(INVALID)
  })

  it('has a code of 1 to 60 characters', async () => {
    const { id } = await newStall()
    for (const reasonCode of ['', 'x'.repeat(61)])
      expect(faults(await decide(id, 'approve', { reasonCode }))).toEqual(['reasonCode'])
    ok(await decide(id, 'approve', { reasonCode: 'x'.repeat(60) }))
  })

  it('leaves the mode under which the product became PENDING', async () => {
    const { id } = await newStall()
    await setMode('PRE')
    expect(ok(await decide(id, 'approve', {}))).toMatchObject({
      moderationMode: 'POST',
      reason: null,
      reasonCode: null,
    })
    expect(ok(await decide(id, 'takedown'))).toMatchObject({ moderationMode: 'POST', ...WHY })
  })

  it('to restore is not held up by what was edited before the takedown, and is by what was edited after', async () => {
    const { id, seller } = await newStall()
    ok(await call(seller, 'PUT', `/products/${id}`, { name: 'Café de Kabare' }))
    ok(await decide(id, 'takedown'))
    ok(await decide(id, 'restore', {}))
    ok(await decide(id, 'takedown'))
    ok(await call(seller, 'PUT', `/products/${id}`, { name: 'Tout autre chose' }))
    const blind = await decide(id, 'restore', {})
    expect([...refusal(blind), blind.error?.message]).toEqual([...STALE, expect.stringContaining('depuis son retrait')])
  })
})

describe('the history', () => {
  it('says of every move who made it: the seller or staff', async () => {
    const { id, seller } = await newStall()
    ok(await decide(id, 'approve', {}))
    ok(await call(seller, 'PUT', `/products/${id}`, { name: 'Café de Kabare' }))
    ok(await decide(id, 'request-changes'))
    ok(await call(seller, 'POST', `/products/${id}/submit`))
    const { history } = ok(await call(admin, 'GET', `/moderation/products/${id}`))
    const moves = history.map(({ event, actorRole, from, to }: Record<string, string>) => [event, actorRole, from, to])
    expect(moves).toEqual([
      ['submit', 'SELLER', 'CHANGES_REQUESTED', 'PENDING'],
      ['requestChanges', 'STAFF', 'PENDING', 'CHANGES_REQUESTED'],
      ['edit', 'SELLER', 'APPROVED', 'PENDING'],
      ['approve', 'STAFF', 'PENDING', 'APPROVED'],
      ['publish', 'SELLER', 'NONE', 'PENDING'],
    ])
  })

  it('is for its owner and staff, 404 for another seller', async () => {
    const { id, seller } = await newStall()
    const status = async (as: Person | null) => (await call(as, 'GET', `/products/${id}/moderation`)).status
    expect(await Promise.all([seller, admin, await newShopkeeper(), guest].map(status))).toEqual([200, 200, 404, 401])
  })
})

describe('the queue', () => {
  it('shows what is PENDING, and another status by name, newest first, with its total', async () => {
    const { seller, category, id } = await newStall()
    const later = await publishedProduct(seller, category)
    const queue = async (query = '') => ok(await call(admin, 'GET', `/moderation/products?limit=100&${query}`))
    const own = async (query = '') =>
      (await queue(query)).products
        .map((one: { id: string }) => one.id)
        .filter((one: string) => [id, later.id].includes(one))
    expect(await own()).toEqual([later.id, id])
    ok(await decide(id, 'reject'))
    expect(await own()).toEqual([later.id])
    expect(await own('status=REJECTED')).toEqual([id])
    const { products, pagination } = await queue('status=REJECTED')
    expect(pagination.total).toBe(products.length)
    expect(products[0].moderationStatus).toBe('REJECTED')
    expect((await call(admin, 'GET', '/moderation/products?status=X')).status).toBe(400)
  })
})
