import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Answer, call, guest, type Person, reasons, tally, together } from '#testing/api.ts'
import { freshEmail, freshPhone, orderBody } from '#testing/fixtures/inputs.ts'
import { type Market, newMarket, stockOf } from '#testing/fixtures/orders.ts'
import { changeUser, PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { createProduct, newCategory, variant } from '#testing/fixtures/products.ts'
import { captureErrors } from '#testing/logged-errors.ts'
import { codeFor } from '#testing/sandbox.ts'
import { operations } from './operations.ts'

// docs/conventions.md, Idempotency-Key: the same key and body replays, another body is refused, nothing happens twice.

const newKey = () => crypto.randomUUID()
const under = (key: string) => ({ 'idempotency-key': key })
const isReplay = ({ headers }: Answer) => headers.get('idempotent-replayed') === 'true'
const newName = () => `Rayon ${crypto.randomUUID().slice(0, 8)}`
const categoriesNamed = async (name: string) =>
  (await env.DB.prepare('SELECT count(*) AS n FROM categories WHERE name = ?').bind(name).first<{ n: number }>())?.n

let admin: Person
let market: Market
beforeAll(async () => {
  admin = await signUp('ADMIN')
  market = await newMarket({ stock: 100 })
})

const addCategory = (body: unknown, key: string, as = admin) =>
  call(as, 'POST', '/products/categories', body, under(key))

describe('a key of a write', () => {
  it('replays the same answer for the same body, and nothing happens again', async () => {
    const [key, body] = [newKey(), { name: newName() }]
    const first = await addCategory(body, key)
    expect([first.status, isReplay(first)]).toEqual([201, false])
    for (let again = 0; again < 3; again++) {
      const replay = await addCategory(body, key)
      expect([replay.status, isReplay(replay), replay.body]).toEqual([201, true, first.body])
    }
    expect(await categoriesNamed(body.name)).toBe(1)
  })

  it('refuses another body: 409 IDEMPOTENCY_KEY_REUSED', async () => {
    const key = newKey()
    expect((await addCategory({ name: newName() }, key)).status).toBe(201)
    const name = newName()
    const other = await addCategory({ name }, key)
    expect([other.status, other.error?.reason]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED'])
    expect(await categoriesNamed(name)).toBe(0)
  })

  it('replays a refusal too, even when it would go through by now', async () => {
    const [key, name] = [newKey(), newName()]
    const { data: taken } = await addCategory({ name }, newKey())
    const refused = await addCategory({ name }, key)
    expect([refused.status, refused.error?.reason]).toEqual([409, 'ALREADY_EXISTS'])
    expect((await call(admin, 'PUT', `/products/categories/${taken.id}`, { name: newName() })).status).toBe(200)
    const replay = await addCategory({ name }, key)
    expect([replay.status, isReplay(replay), replay.body]).toEqual([409, true, refused.body])
    expect(await categoriesNamed(name)).toBe(0)
  })

  it('is not used up by a body that is no request at all', async () => {
    const [key, name] = [newKey(), newName()]
    expect((await addCategory({ name, inconnu: 1 }, key)).status).toBe(400)
    expect((await addCategory({ name }, key)).status).toBe(201)
  })

  it('belongs to a person: somebody else’s key is another key', async () => {
    const [key, mine, theirs] = [newKey(), newName(), newName()]
    expect((await addCategory({ name: mine }, key)).status).toBe(201)
    const other = await addCategory({ name: theirs }, key, await signUp('SUPPORT'))
    expect([other.status, isReplay(other), other.data.name]).toEqual([201, false, theirs])
  })

  it('belongs to an operation and to the thing it is about', async () => {
    const [key, name] = [newKey(), newName()]
    const { data: category } = await addCategory({ name }, key)
    const add = (id: string) => call(admin, 'POST', `/products/categories/${id}/subcategories`, { name }, under(key))
    const sub = await add(category.id)
    expect([sub.status, isReplay(sub)]).toEqual([201, false])
    const { data: other } = await addCategory({ name: newName() }, newKey())
    const elsewhere = await add(other.id)
    expect([elsewhere.status, elsewhere.error?.reason]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED'])
  })

  it('belongs to the operation, however that is worded', async () => {
    const [key, body] = [newKey(), { name: newName() }]
    expect((await addCategory(body, key)).status).toBe(201)
    const { operation } = operations.find(({ operation: { id } }) => id === 'createCategory') ?? expect.fail('unknown')
    const { summary, doc } = operation
    Object.assign(operation, { summary: 'Ajouter une catégorie', doc: 'Autrement dit.' })
    const replay = await addCategory(body, key)
    Object.assign(operation, { summary, doc })
    expect([replay.status, isReplay(replay)]).toEqual([201, true])
    expect(await categoriesNamed(body.name)).toBe(1)
  })

  it.each(['', ' ', 'x'.repeat(65), 'a b'])('is 1 to 64 visible characters: %j is a 400', async (key) => {
    const { status, error } = await addCategory({ name: newName() }, key)
    expect([status, error?.code]).toEqual([400, 'VALIDATION_ERROR'])
    expect(error?.details).toEqual([
      { field: 'Idempotency-Key', message: 'La clé doit avoir de 1 à 64 caractères, sans espace.' },
    ])
  })

  it('of one of the team whose role is another since is one that was used for something else', async () => {
    const [person, key, address] = [await signUp('ADMIN'), newKey(), `/products/${crypto.randomUUID()}/report`]
    const report = () => call(person, 'POST', address, { reasonCode: 'SPAM' }, under(key))
    expect((await report()).status).toBe(404)
    expect(isReplay(await report())).toBe(true)
    for (const role of ['SUPPORT', 'BUYER']) {
      await changeUser(person.id, 'role = ?', role)
      expect(await report()).toMatchObject({ status: 409, error: { reason: 'IDEMPOTENCY_KEY_REUSED' } })
    }
    // Outside the team a role says nothing of the answer.
    const [buyer, other] = [await signUp('BUYER'), newKey()]
    const reportAsBuyer = () => call(buyer, 'POST', address, { reasonCode: 'SPAM' }, under(other))
    expect((await reportAsBuyer()).status).toBe(404)
    await changeUser(buyer.id, "role = 'SELLER'")
    expect(isReplay(await reportAsBuyer())).toBe(true)
  })

  it('of a form is about its fields and the bytes of its files', async () => {
    const key = newKey()
    const send = (csv: string, fileName: string, more: Record<string, string> = {}) => {
      const form = new FormData()
      for (const [name, value] of Object.entries({ shopId: market.seller.shopId, ...more })) form.append(name, value)
      form.append('file', new File([csv], fileName))
      return call(market.seller, 'POST', '/products/import', form, under(key))
    }
    const first = await send('name\nCafé', 'a.csv')
    const again = await send('name\nCafé', 'b.csv')
    expect([again.status, isReplay(again), again.body]).toEqual([first.status, true, first.body])
    for (const other of [send('name\nThé', 'a.csv'), send('name\nCafé', 'a.csv', { partial: 'true' })])
      expect(await other).toMatchObject({ status: 409, error: { reason: 'IDEMPOTENCY_KEY_REUSED' } })
  })

  it('counts where nothing is sent, too', async () => {
    const key = newKey()
    const read = () => call(market.buyer, 'POST', '/notifications/read-all', undefined, under(key))
    expect(await read()).toMatchObject({ status: 200 })
    expect(isReplay(await read())).toBe(true)
  })

  it('may have 64 characters', async () => {
    const [key, body] = [newKey().padEnd(64, 'x'), { name: newName() }]
    expect((await addCategory(body, key)).status).toBe(201)
    expect(isReplay(await addCategory(body, key))).toBe(true)
  })

  it('twenty at once: one effect', async () => {
    const [key, body] = [newKey(), { name: newName() }]
    const answers = await together(20, () => addCategory(body, key))
    expect(answers.filter((answer) => answer.status === 201 && !isReplay(answer))).toHaveLength(1)
    const others = answers.filter((answer) => answer.status !== 201)
    expect(Object.keys(reasons(others))).toEqual(others.length > 0 ? ['REQUEST_IN_PROGRESS'] : [])
    expect(await categoriesNamed(body.name)).toBe(1)
    expect(isReplay(await addCategory(body, key))).toBe(true)
  })

  it('is tried again after a 429, which is no answer to keep', async () => {
    const [person, key] = [await signUp(), newKey()]
    const ask = () => call(person, 'POST', '/users/phone/request', { phone: freshPhone() })
    expect((await ask()).status).toBe(200)
    const phone = freshPhone()
    const again = () => call(person, 'POST', '/users/phone/request', { phone }, under(key))
    expect((await again()).status).toBe(429)
    await env.DB.prepare('UPDATE codes SET sent_at = 0 WHERE person = ?').bind(person.id).run()
    const late = await again()
    expect([late.status, isReplay(late)]).toEqual([200, false])
    expect(isReplay(await again())).toBe(true)
  })

  it('is kept sealed: nothing of its answer can be read in the database', async () => {
    const [key, body] = [newKey(), { name: newName() }]
    const { body: answer } = await addCategory(body, key)
    const row = await env.DB.prepare('SELECT response FROM idempotency_keys WHERE key = ?')
      .bind(key)
      .first<{ response: string }>()
    expect(row?.response).toMatch(/^\d+:[\w-]+$/)
    expect(row?.response).not.toContain(body.name)
    expect((await addCategory(body, key)).body).toEqual(answer)
    // The answer of one key is not that of another key, whatever is written there.
    const other = newKey()
    await addCategory({ name: newName() }, other)
    await env.DB.prepare(
      `UPDATE idempotency_keys SET (response, body_hash) =
         (SELECT response, body_hash FROM idempotency_keys WHERE key = ?) WHERE key = ?`,
    )
      .bind(key, other)
      .run()
    captureErrors()
    expect((await addCategory(body, other)).status).toBe(500)
  })

  it('whose answer was lost in a crash says that it happened, and never happens again', async () => {
    const [key, body] = [newKey(), { name: newName() }]
    expect((await addCategory(body, key)).status).toBe(201)
    const lose = 'UPDATE idempotency_keys SET status = NULL, response = NULL, created_at = created_at - ? WHERE key = ?'
    await env.DB.prepare(lose).bind(0, key).run()
    const early = await addCategory(body, key)
    await env.DB.prepare(lose).bind(61_000, key).run()
    const late = await addCategory(body, key)
    expect([early.error?.reason, late.error?.reason]).toEqual(['REQUEST_IN_PROGRESS', 'REQUEST_IN_PROGRESS'])
    expect([/en cours/.test(early.error?.message ?? ''), /exécutée/.test(late.error?.message ?? '')]).toEqual([
      true,
      true,
    ])
    expect(await categoriesNamed(body.name)).toBe(1)
  })
})

describe('a kept answer', () => {
  const rowOf = (key: string) =>
    env.DB.prepare('SELECT status, length(response) AS bytes FROM idempotency_keys WHERE key = ?')
      .bind(key)
      .first<{ status: number; bytes: number }>()
  const heavy = () => {
    const attributes = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`a${i}`, '漢'.repeat(100)]))
    return { variants: JSON.stringify([0, 1, 2].map((i) => variant({ name: `v${i}`, attributes }))) }
  }

  it('is 8 KiB at most; of a longer one the thing is read anew', async () => {
    const { data: product } = await createProduct(market.seller, await newCategory(), heavy())
    const key = newKey()
    const archive = () =>
      call(market.seller, 'POST', `/products/${product.id}/status`, { status: 'ARCHIVED' }, under(key))
    const first = await archive()
    expect([first.status, first.data.variants.length]).toEqual([200, 3])
    expect(await rowOf(key)).toEqual({ status: 200, bytes: expect.toSatisfy((bytes: number) => bytes <= 8192) })
    const replay = await archive()
    expect([replay.status, isReplay(replay), replay.body]).toEqual([200, true, first.body])
    await call(market.seller, 'PUT', `/products/${product.id}`, { name: 'Autre panier' })
    expect(await archive()).toMatchObject({ status: 200, data: { id: product.id, name: 'Autre panier' } })
    expect((await call(market.seller, 'DELETE', `/products/${product.id}`)).status).toBe(200)
    expect((await archive()).status).toBe(404)
  })

  it('of a list of variants and of a shop as well', async () => {
    const { data: product } = await createProduct(market.seller, await newCategory(), heavy())
    const items = product.variants.map(({ id }: { id: string }) => ({ variantId: id, type: 'RESTOCK', amount: 1 }))
    const [key, shopKey] = [newKey(), newKey()]
    const change = () => call(market.seller, 'POST', '/products/stock/bulk', { items }, under(key))
    const first = await change()
    expect(await change()).toMatchObject({ status: 200, body: first.body })
    expect((await rowOf(key))?.bytes).toBeLessThan(8192)
    await call(market.seller, 'PUT', `/seller/shop/${market.seller.shopId}`, { description: '漢'.repeat(2000) })
    const unpublish = () =>
      call(market.seller, 'POST', `/seller/shop/${market.seller.shopId}/unpublish`, undefined, under(shopKey))
    const hidden = await unpublish()
    expect([hidden.status, (await rowOf(shopKey))?.bytes]).toEqual([200, expect.toSatisfy((n: number) => n < 8192)])
    expect(await unpublish()).toMatchObject({ status: 200, body: hidden.body })
    await call(market.seller, 'POST', `/seller/shop/${market.seller.shopId}/publish`)
  })

  it('is shown to nobody who may not read the thing any more', async () => {
    const [person, key] = [await signUp('BUYER'), newKey()]
    const ticket = { subject: 'Où est ma commande', body: 'Je ne la vois pas.', category: 'ORDER' }
    const open = () => call(person, 'POST', '/support/tickets', ticket, under(key))
    const first = await open()
    expect([first.status, (await open()).body]).toEqual([201, first.body])
    const other = await signUp('BUYER')
    await env.DB.prepare('UPDATE tickets SET owner_id = ? WHERE id = ?').bind(other.id, first.data.id).run()
    const refused = await open()
    expect([refused.status, refused.data]).toEqual([404, undefined])
  })
})

describe('the keys of an account', () => {
  const keysOf = ({ id }: Person) =>
    env.DB.prepare("SELECT count(*) AS n FROM idempotency_keys WHERE scope LIKE ? || ' %'")
      .bind(id)
      .first<{ n: number }>()

  it('are 2,000 at a time, also of what is not there: one more is refused, and those that are kept go on', async () => {
    const person = await signUp('ADMIN')
    const body = { name: newName() }
    const key = newKey()
    expect((await addCategory(body, key, person)).status).toBe(201)
    await env.DB.prepare(
      `INSERT INTO idempotency_keys (scope, key, body_hash, status, response, created_at)
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1995)
       SELECT ? || ' createCategory', 'k' || i, 'x', 404, '1:x', ? FROM n`,
    )
      .bind(person.id, Date.now())
      .run()
    const missing = () => call(person, 'POST', `/users/${crypto.randomUUID()}/block`, { reason: 'x' }, under(newKey()))
    const answers = await together(10, missing)
    expect(tally(answers)).toEqual({ 404: 4, 429: 6 })
    expect(await keysOf(person)).toEqual({ n: 2000 })
    const refused = await missing()
    expect([refused.status, refused.error?.message]).toEqual([429, expect.stringContaining('Idempotency-Key')])
    expect(refused.headers.get('retry-after')).toBe('3600')
    expect(isReplay(await addCategory(body, key, person))).toBe(true)
    expect((await call(person, 'POST', '/products/categories', { name: newName() })).status).toBe(201)
    await env.DB.prepare('DELETE FROM idempotency_keys WHERE scope LIKE ?').bind(`${person.id} %`).run()
    expect((await missing()).status).toBe(404)
  })
})

describe('a key of an order', () => {
  const ordersOf = async ({ buyer }: Market) =>
    (await env.DB.prepare('SELECT count(*) AS n FROM orders WHERE buyer_id = ?').bind(buyer.id).first<{ n: number }>())
      ?.n

  it('twenty at once: one order, one charge, stock held once', async () => {
    const [key, body] = [newKey(), orderBody(market)]
    const [had, held] = [await ordersOf(market), (await stockOf(market.variantId))?.held ?? 0]
    const answers = await together(20, () => call(market.buyer, 'POST', '/orders', body, under(key)))
    const made = answers.filter((answer) => answer.status === 201)
    expect(made.filter((answer) => !isReplay(answer))).toHaveLength(1)
    expect(new Set(made.map(({ data }) => data.id)).size).toBe(1)
    expect(Object.keys(tally(answers)).every((status) => ['201', '409'].includes(status))).toBe(true)
    expect(await ordersOf(market)).toBe((had ?? 0) + 1)
    expect((await stockOf(market.variantId))?.held).toBe(held + 2)
    const charges = await env.DB.prepare('SELECT count(*) AS n FROM gateway_transactions WHERE phone = ?')
      .bind(body.payerPhoneNumber)
      .first<{ n: number }>()
    expect(charges?.n).toBe(1)

    const replay = await call(market.buyer, 'POST', '/orders', body, under(key))
    expect([replay.status, isReplay(replay), replay.data.id]).toEqual([201, true, made[0]?.data.id])
  })

  it('replays the refusal of an order that could not be had', async () => {
    const [key, body] = [newKey(), orderBody(market, { items: [{ variantId: market.variantId, quantity: 900 }] })]
    const refused = await call(market.buyer, 'POST', '/orders', body, under(key))
    expect([refused.status, refused.error?.reason]).toEqual([409, 'INSUFFICIENT_STOCK'])
    const replay = await call(market.buyer, 'POST', '/orders', body, under(key))
    expect([isReplay(replay), replay.body]).toEqual([true, refused.body])
  })

  it('is shared by the two addresses of one operation', async () => {
    const [key, body] = [newKey(), { pendingId: crypto.randomUUID() }]
    const first = await call(admin, 'POST', '/payouts/resend-code', body, under(key))
    expect(first.status).toBe(404)
    const alias = await call(admin, 'POST', '/gatewayA/payouts/resend-code', body, under(key))
    expect([alias.status, isReplay(alias)]).toEqual([404, true])
  })
})

describe('a key is not kept', () => {
  it('on /auth/*', async () => {
    const [key, email] = [newKey(), freshEmail()]
    const account = { name: 'Personne', email, password: PASSWORD, role: 'BUYER' }
    expect((await call(guest, 'POST', '/auth/create-account', account, under(key))).status).toBe(201)
    expect(
      (await call(guest, 'POST', '/auth/verify-email', { email, code: await codeFor(email) }, under(key))).status,
    ).toBe(200)
    const login = () => call(guest, 'POST', '/auth/login/password', { email, password: PASSWORD }, under(key))
    const [one, two] = [await login(), await login()]
    expect([one, two].map(isReplay)).toEqual([false, false])
    expect(one.data.refreshToken).not.toBe(two.data.refreshToken)
    const person = { token: one.data.accessToken, id: '', email, role: 'BUYER' as const }
    const out = () => call(person, 'POST', '/auth/logout', undefined, under(key))
    expect([await out(), await out()].map(isReplay)).toEqual([false, false])
  })

  it('of a read or a PUT', async () => {
    const key = newKey()
    const { data: category } = await addCategory({ name: newName() }, newKey())
    for (const sortOrder of [1, 2]) {
      const { data } = await call(admin, 'PUT', `/products/categories/${category.id}`, { sortOrder }, under(key))
      expect(data.sortOrder).toBe(sortOrder)
    }
    const { headers } = await call(admin, 'GET', '/users', undefined, under(key))
    expect(headers.get('idempotent-replayed')).toBeNull()
  })
})
