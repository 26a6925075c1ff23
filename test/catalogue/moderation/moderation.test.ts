import { beforeAll, expect, test } from 'vitest'
import { call, guest, type Person, reasons, tally, together } from '#testing/api.ts'
import { all, count, run } from '#testing/fixtures/database.ts'
import { mailsTo, writtenTo } from '#testing/fixtures/mails.ts'
import { renewed, signUp } from '#testing/fixtures/people.ts'
import { type Category, createProduct, newCategory, publishedProduct } from '#testing/fixtures/products.ts'
import { newShopkeeper, type Shopkeeper } from '#testing/fixtures/shops.ts'

let seller: Shopkeeper
let category: Category
let staff: Person
beforeAll(async () => {
  seller = await newShopkeeper()
  category = await newCategory()
  staff = await signUp('SUPPORT')
})

const WHY = { reason: 'La photo montre un autre article', reasonCode: 'MISLEADING' }
const decide = (id: string, what: string, body: unknown = WHY) =>
  call(staff, 'POST', `/moderation/products/${id}/${what}`, body)
const isPublic = async (id: string) => (await call(guest, 'GET', `/products/${id}`)).status === 200

test('each act is told to the seller where there is something to do or to wonder about, and audited', async () => {
  const { id } = await publishedProduct(seller, category)
  const acts = [
    ['approve', 'product.approved', 0],
    ['takedown', 'product.taken-down', 1],
    ['restore', 'product.restored', 1],
  ] as const
  for (const [what, kind, written] of acts) {
    expect((await decide(id, what)).status, what).toBe(200)
    expect(await writtenTo(seller.email, kind), kind).toBe(written)
  }
  await call(seller, 'PUT', `/products/${id}`, { name: 'Café de Kabare' })
  const refused = await decide(id, 'reject')
  expect(refused.headers.get('x-d1-round-trips')).toBe('2')
  expect(await writtenTo(seller.email, 'product.rejected')).toBe(1)
  await call(seller, 'POST', `/products/${id}/submit`)
  await decide(id, 'request-changes')
  expect(await writtenTo(seller.email, 'product.changes-requested')).toBe(1)
  expect(await mailsTo(seller.email, WHY.reason, 3)).toHaveLength(3)
  const written = await all<{ action: string }>('SELECT action FROM audit WHERE target_id = ? ORDER BY at, id', id)
  expect(written.map(({ action }) => action)).toEqual([
    'product.approve',
    'product.takedown',
    'product.restore',
    'product.reject',
    'product.request-changes',
  ])
})

test('the history says every move, its reasons and the role, the newest first, and is read in one trip', async () => {
  const { id, version } = await publishedProduct(seller, category)
  await decide(id, 'reject')
  const answer = await call(await renewed(seller), 'GET', `/products/${id}/moderation`)
  expect(answer.headers.get('x-d1-round-trips')).toBe('1')
  expect(answer.data).toMatchObject({ id, moderationMode: 'POST', ...WHY, version: version + 1 })
  expect(answer.data.history).toMatchObject([
    { event: 'reject', from: 'PENDING', to: 'REJECTED', ...WHY, actorRole: 'STAFF' },
    { event: 'publish', from: 'NONE', to: 'PENDING', reason: null, reasonCode: null, actorRole: 'SELLER' },
  ])
})

test('a decision on an older version than there is is refused', async () => {
  const { id, version } = await publishedProduct(seller, category)
  const edited = await call(seller, 'PUT', `/products/${id}`, { name: 'Café de Kabare' })
  const stale = await decide(id, 'approve', { version })
  expect([stale.status, stale.error?.reason]).toEqual([409, 'VERSION_MISMATCH'])
  expect((await decide(id, 'approve', { version: edited.data.version })).data.moderationStatus).toBe('APPROVED')
})

test('an edit that changes nothing of what is shown leaves APPROVED; pictures and a new order do not', async () => {
  const product = await publishedProduct(seller, category)
  const path = `/products/${product.id}`
  await decide(product.id, 'approve')
  const { name, description, subcategoryId } = product
  const same = await call(seller, 'PUT', path, { name, description, subcategoryId, brand: 'Kivu' })
  expect(same.data.moderationStatus).toBe('APPROVED')
  const one = (await call(seller, 'GET', path)).data.images[0].id
  const alone = await call(seller, 'PUT', `${path}/images/order`, { imageIds: [one] })
  expect(alone.data.moderationStatus).toBe('APPROVED')
  const moves = count('moderation_events WHERE thing_id = ?', product.id)
  expect(await moves).toBe(2)
})

test('under PRE what is approved, taken off sale, edited and published again waits; unedited it does not', async () => {
  const admin = await signUp('ADMIN')
  await call(admin, 'PUT', '/moderation/settings', { mode: 'PRE' })
  const { id } = await publishedProduct(seller, category)
  const move = (status: string) => call(seller, 'POST', `/products/${id}/status`, { status })
  await decide(id, 'approve')
  await move('DRAFT')
  await move('PUBLISHED')
  expect(await isPublic(id)).toBe(true)
  // On sale while it is edited, it stays so; withdrawn meanwhile, it waits.
  await call(seller, 'PUT', `/products/${id}`, { name: 'Café de Kabare' })
  expect(await isPublic(id)).toBe(true)
  await move('DRAFT')
  await move('PUBLISHED')
  expect(await isPublic(id)).toBe(false)
  await decide(id, 'approve')
  await move('DRAFT')
  await call(seller, 'PUT', `/products/${id}`, { name: 'Café de Walungu' })
  await move('PUBLISHED')
  expect(await isPublic(id)).toBe(false)
  await call(admin, 'PUT', '/moderation/settings', { mode: 'POST' })
  expect(await isPublic(id)).toBe(false)
})

test('fifty decide at once, and fifty submit while it is edited: one does', async () => {
  const { id } = await publishedProduct(seller, category)
  const words = ['approve', 'reject', 'request-changes']
  expect(tally(await together(50, (i) => decide(id, words[i % 3] as string)))).toEqual({ 200: 1, 409: 49 })
  await run(`UPDATE products SET moderation_status = 'REJECTED' WHERE id = ?`, id)
  const submits = await together(20, async (i) => {
    if (i % 4 === 0) await call(seller, 'PUT', `/products/${id}`, { name: `Café ${i}` })
    return call(seller, 'POST', `/products/${id}/submit`)
  })
  expect(reasons(submits)).toEqual({ ok: 1, INVALID_TRANSITION: 19 })
})

test('a deleted product is nowhere of the office either', async () => {
  const { data } = await createProduct(seller, category, { name: 'Miel de Nyangezi' })
  await call(seller, 'DELETE', `/products/${data.id}`)
  for (const path of [`/moderation/products/${data.id}`, `/products/${data.id}/moderation`, `/products/${data.id}`])
    expect((await call(staff, 'GET', path)).status, path).toBe(404)
  expect((await decide(data.id, 'takedown')).status).toBe(404)
  const { products } = (await call(staff, 'GET', `/products/admin?shopId=${seller.shopId}&limit=100`)).data
  expect(products.map(({ id }: { id: string }) => id)).not.toContain(data.id)
  expect((await call(staff, 'GET', '/products/admin?search=nyangezi')).data.products).toEqual([])
})

test("the staff's list counts what it filters, and finds words where a product stands", async () => {
  const [mine, other] = [await newShopkeeper(), await newShopkeeper()]
  const word = `zanzi${crypto.randomUUID().replace(/[^a-f]/g, '')}`
  await publishedProduct(mine, category, { name: `Riz ${word}` })
  const taken = await publishedProduct(mine, category, { name: `Thé ${word}` })
  await decide(taken.id, 'takedown')
  await createProduct(other, category, { name: `Miel ${word}` })
  const list = async (query: string) => {
    const { data, headers } = await call(staff, 'GET', `/products/admin?${query}`)
    expect(Number(headers.get('x-d1-round-trips'))).toBeLessThanOrEqual(1)
    expect(data.pagination.total).toBe(data.products.length)
    return data.products.map(({ name }: { name: string }) => name.split(' ')[0])
  }
  expect(await list(`search=${word}`)).toEqual(['Miel', 'Thé', 'Riz'])
  expect(await list(`search=${word.toUpperCase()}&shopId=${mine.shopId}`)).toEqual(['Thé', 'Riz'])
  expect(await list(`search=${word}&status=DRAFT`)).toEqual(['Miel'])
  expect(await list(`search=${word}&moderationStatus=TAKEN_DOWN`)).toEqual(['Thé'])
  expect(await list(`shopId=${mine.shopId}&status=PUBLISHED&moderationStatus=PENDING`)).toEqual(['Riz'])
  expect(await list(`shopId=x'"&search=${word}`)).toEqual([])
  await call(mine, 'PUT', `/products/${taken.id}`, { name: 'Cacao' })
  expect(await list(`search=${word}`)).toEqual(['Miel', 'Riz'])
})

test('what its seller rewrote since the takedown is restored by whoever says which version they read', async () => {
  const { id } = await publishedProduct(seller, category)
  await decide(id, 'takedown')
  expect((await decide(id, 'restore', {})).status).toBe(200)
  await decide(id, 'takedown')
  const { version } = (await call(seller, 'PUT', `/products/${id}`, { name: 'Tout autre chose' })).data
  const blind = await decide(id, 'restore', {})
  expect([blind.status, blind.error?.reason]).toEqual([409, 'VERSION_MISMATCH'])
  expect(await isPublic(id)).toBe(false)
  expect((await decide(id, 'restore', { version })).data.moderationStatus).toBe('APPROVED')
})

test('a decision is not taken over to an edit that came between its reading and its commit', async () => {
  const { id } = await publishedProduct(seller, category)
  const answers = await together(12, (i) =>
    i % 2 ? decide(id, 'approve', {}) : call(seller, 'PUT', `/products/${id}`, { name: `Café ${i}` }),
  )
  for (const { status, error } of answers)
    expect([200, 'VERSION_MISMATCH', 'INVALID_TRANSITION']).toContain(status === 200 ? 200 : error?.reason)
  const stale = answers.filter(({ error }) => error?.reason === 'VERSION_MISMATCH')
  expect(stale.length).toBeGreaterThan(0)
})

test('an edit of nothing leaves the version, and refuses an older one', async () => {
  const { id, version } = await publishedProduct(seller, category)
  expect((await call(seller, 'PUT', `/products/${id}`, {})).data.version).toBe(version)
  expect((await call(seller, 'PUT', `/products/${id}`, { version: version + 1 })).error?.reason).toBe(
    'VERSION_MISMATCH',
  )
})

test('a seller is told that only staff bring back what staff took down', async () => {
  const { id } = await publishedProduct(seller, category)
  await decide(id, 'takedown')
  await call(seller, 'POST', `/products/${id}/status`, { status: 'DRAFT' })
  const again = await call(seller, 'POST', `/products/${id}/status`, { status: 'PUBLISHED' })
  expect(again.error?.message).toBe(
    "La modération a retiré ce produit : elle seule peut le rétablir. Écrivez à l'assistance.",
  )
})
