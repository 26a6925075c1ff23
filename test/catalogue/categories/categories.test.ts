import { exports } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { call, guest } from '#testing/api.ts'
import { signUp } from '#testing/fixtures/people.ts'

const fresh = (word = 'Épices') => `${word} ${crypto.randomUUID().slice(0, 8)}`

test('staff create, order, hide and rename categories; guests read the active ones', async () => {
  const admin = await signUp('ADMIN')
  const support = await signUp('SUPPORT')
  const name = fresh()
  const created = await call(admin, 'POST', '/products/categories', { name: `  ${name} `, sortOrder: 5 })
  expect(created.status).toBe(201)
  expect((await call(admin, 'POST', '/products/categories', { name: fresh(), sortOrder: -1 })).status).toBe(400)
  expect(created.data).toMatchObject({ name, sortOrder: 5, isActive: true, subcategories: [] })
  expect(created.data.slug).toMatch(/^epices-/)
  const { id } = created.data

  const sub = await call(support, 'POST', `/products/categories/${id}/subcategories`, { name: 'Piments', sortOrder: 2 })
  expect(sub.status).toBe(201)
  expect(sub.data).toEqual({
    id: sub.data.id,
    categoryId: id,
    name: 'Piments',
    slug: 'piments',
    sortOrder: 2,
    isActive: true,
  })
  await call(support, 'POST', `/products/categories/${id}/subcategories`, { name: 'Cannelle', sortOrder: 1 })

  const listed = await call(guest, 'GET', '/products/categories')
  expect(listed.data.categories[0].id).toBe(id)
  expect(listed.data.categories[0].subcategories.map((s: { name: string }) => s.name)).toEqual(['Cannelle', 'Piments'])
  expect(listed.headers.get('cache-control')).toBe('public, max-age=30')
  const again = await exports.default.fetch(
    new Request('http://localhost:8787/api/v1/products/categories', {
      headers: { 'if-none-match': listed.headers.get('etag') ?? '' },
    }),
  )
  expect([again.status, await again.text(), again.headers.get('cache-control')]).toEqual([
    304,
    '',
    'public, max-age=30',
  ])

  const hidden = await call(support, 'PUT', `/products/categories/${id}`, { isActive: false })
  expect(hidden.data).toMatchObject({ name, isActive: false, sortOrder: 5 })
  const ids = async (as: typeof admin | null, query = '') =>
    (await call(as, 'GET', `/products/categories${query}`)).data.categories.map((c: { id: string }) => c.id)
  expect(await ids(guest)).not.toContain(id)
  expect(await ids(guest, '?includeInactive=true')).not.toContain(id)
  expect(await ids(admin, '?includeInactive=true')).toContain(id)
  expect((await call(guest, 'GET', `/products/categories/${id}`)).status).toBe(404)
  expect((await call(admin, 'GET', `/products/categories/${id}`)).status).toBe(200)

  const renamed = await call(admin, 'PUT', `/products/categories/${id}`, {
    name: fresh('Thé'),
    isActive: true,
    requiresExpiry: true,
  })
  expect(renamed.data).toMatchObject({ requiresExpiry: true })
  expect((await call(guest, 'GET', `/products/categories/${id}`)).data.name).toBe(renamed.data.name)
  expect((await call(admin, 'PUT', `/products/categories/${id}`, {})).data).toEqual(renamed.data)
})

test('a name is taken whatever its accents and case; the same short address gets the end of the id', async () => {
  const admin = await signUp('ADMIN')
  const name = fresh('Légumes')
  const first = await call(admin, 'POST', '/products/categories', { name })
  const same = await call(admin, 'POST', '/products/categories', { name: name.toUpperCase().replace('É', 'e') })
  expect([same.status, same.error?.reason]).toEqual([409, 'ALREADY_EXISTS'])
  const near = await call(admin, 'POST', '/products/categories', { name: `${name} 市` })
  expect(near.status).toBe(201)
  expect(near.data.slug).not.toBe(first.data.slug)
  const taken = await call(admin, 'PUT', `/products/categories/${near.data.id}`, { name })
  expect([taken.status, taken.error?.reason]).toEqual([409, 'ALREADY_EXISTS'])

  const path = `/products/categories/${first.data.id}/subcategories`
  expect((await call(admin, 'POST', path, { name: 'Tomates' })).status).toBe(201)
  expect((await call(admin, 'POST', path, { name: 'TOMATES' })).error?.reason).toBe('ALREADY_EXISTS')
  expect(
    (await call(admin, 'POST', `/products/categories/${near.data.id}/subcategories`, { name: 'Tomates' })).status,
  ).toBe(201)
})

test('who may not, and what may not', async () => {
  const admin = await signUp('ADMIN')
  const seller = await signUp('SELLER')
  const body = { name: fresh() }
  for (const [method, path] of [
    ['POST', '/products/categories'],
    ['PUT', '/products/categories/x'],
    ['POST', '/products/categories/x/subcategories'],
  ] as const) {
    expect((await call(guest, method, path, body)).status).toBe(401)
    expect((await call(seller, method, path, body)).status).toBe(403)
  }
  expect((await call(admin, 'PUT', '/products/categories/x', body)).status).toBe(404)
  expect((await call(admin, 'POST', '/products/categories/x/subcategories', body)).status).toBe(404)
  expect((await call(guest, 'GET', '/products/categories/x')).status).toBe(404)
  const bad: unknown[] = [
    {},
    { name: 'x' },
    { name: 'x'.repeat(61) },
    { name: 7 },
    { name: 'a\0b' },
    { name: 'a\ud800b' },
    { name: 'Riz', sortOrder: 'un' },
    { name: 'Riz', sortOrder: 1.5 },
    { name: 'Riz', isActive: true },
    '{"name":"Riz","sortOrder":1e309}',
  ]
  for (const wrong of bad) {
    const answer = await call(admin, 'POST', '/products/categories', wrong)
    expect([answer.status, answer.error?.code], JSON.stringify(wrong)).toEqual([400, 'VALIDATION_ERROR'])
  }
  for (const wrong of [{ isActive: 'oui' }, { name: '' }, { slug: 'x' }]) {
    expect((await call(admin, 'PUT', '/products/categories/x', wrong)).status).toBe(400)
  }
  expect((await call(guest, 'GET', '/products/categories?nope=1')).status).toBe(400)
})
