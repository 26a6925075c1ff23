import { expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { audit, newPost, ok, onPost } from '#testing/stories/office.ts'

const actionsOf = (entries: { action: string }[]) => entries.map(({ action }) => action)

it('finds acts by who did them, what they were, on what and when, and by all of these at once', async () => {
  const [admin, one, other] = [await signUp('ADMIN'), await signUp('SUPPORT'), await signUp('SUPPORT')]
  const { id } = await newPost(one)
  ok(await onPost(one, id, 'publish'))
  ok(await onPost(other, id, 'unpublish'))
  expect(actionsOf(await audit(admin, `targetId=${id}`))).toEqual(['post.unpublish', 'post.publish', 'post.create'])
  expect(actionsOf(await audit(admin, `targetId=${id}&actorId=${one.id}`))).toEqual(['post.publish', 'post.create'])
  expect(actionsOf(await audit(admin, `actorId=${other.id}`))).toEqual(['post.unpublish'])
  const [published] = await audit(admin, `actorId=${one.id}&action=post.publish`)
  expect(published).toMatchObject({ actorId: one.id, targetId: id, details: {} })
  const all = `actorId=${one.id}&action=post.publish&targetId=${id}`
  expect(await audit(admin, `${all}&from=${published?.at}`)).toEqual([published])
  expect(await audit(admin, `${all}&to=${published?.at}`)).toEqual([])
})

it('the record of acts is read in one trip with the session, on each of its pages', async () => {
  const [admin, staff] = [await signUp('ADMIN'), await signUp('SUPPORT')]
  const { id } = await newPost(staff)
  ok(await onPost(staff, id, 'publish'))
  for (const query of ['', `actorId=${staff.id}`, `targetId=${id}`, 'action=post.create']) {
    const { headers } = await call(admin, 'GET', `/audit?${query}`)
    expect(Number(headers.get('x-d1-round-trips')), query).toBe(1)
  }
  const { entries, pagination } = ok(await call(admin, 'GET', `/audit?actorId=${staff.id}&limit=1&page=2`))
  expect(actionsOf(entries)).toEqual(['post.create'])
  expect(pagination).toEqual({ page: 2, limit: 1, total: 2, totalPages: 2 })
  expect((await call(admin, 'GET', '/audit?from=2026-02-02&to=2026-02-01')).status).toBe(400)
})
