import { beforeAll, expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { ok } from '#testing/stories/catalogue.ts'
import { audit } from '#testing/stories/office.ts'

// Rule: every act of staff is in the record of acts, by the name that the filter `action` takes, with what was said.

let admin: Person
beforeAll(async () => {
  admin = await signUp('ADMIN')
})

const freshName = () => `Rayon ${crypto.randomUUID().slice(0, 8)}`
const last = async (action: string) => {
  const [entry] = await audit(admin, `actorId=${admin.id}&action=${action}`)
  return entry && { targetId: entry.targetId, details: entry.details }
}

it('says what became of a category and of its subcategory', async () => {
  const [name, other] = [freshName(), freshName()]
  const { id } = ok(await call(admin, 'POST', '/products/categories', { name }))
  expect(await last('category.create')).toEqual({ targetId: id, details: { name } })
  ok(await call(admin, 'PUT', `/products/categories/${id}`, { name: other, sortOrder: 3 }))
  expect(await last('category.update')).toEqual({ targetId: id, details: { name: other, sortOrder: 3 } })
  const sub = ok(await call(admin, 'POST', `/products/categories/${id}/subcategories`, { name: 'Riz' }))
  expect(await last('subcategory.create')).toEqual({ targetId: sub.id, details: { categoryId: id, name: 'Riz' } })
  const subPath = `/products/categories/subcategories/${sub.id}`
  ok(await call(admin, 'PUT', subPath, { isActive: false }))
  expect(await last('subcategory.update')).toEqual({ targetId: sub.id, details: { isActive: false } })
  ok(await call(admin, 'DELETE', subPath))
  expect(await last('subcategory.delete')).toMatchObject({ targetId: sub.id })
  ok(await call(admin, 'DELETE', `/products/categories/${id}`))
  expect(await last('category.delete')).toMatchObject({ targetId: id })
})

it('says how moderation was set', async () => {
  for (const mode of ['PRE', 'POST']) {
    ok(await call(admin, 'PUT', '/moderation/settings', { mode }))
    expect(await last('moderation.settings')).toEqual({ targetId: 'moderation', details: { mode } })
  }
})
