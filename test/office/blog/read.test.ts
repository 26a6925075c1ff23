import { expect, it } from 'vitest'
import { type Caller, call, guest } from '#testing/api.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newPost, ok, onPost, publishedPost } from '#testing/stories/office.ts'

const BODY = 'x'.repeat(40_000)

it('lists leave out the texts and answer in one trip, to staff too', async () => {
  const staff = await signUp('ADMIN')
  await publishedPost(staff, { body: BODY })
  const shown: [Caller, string][] = [
    [guest, '/blog'],
    [staff, '/blog/admin'],
  ]
  for (const [as, path] of shown) {
    const answer = await call(as, 'GET', path)
    expect(Number(answer.headers.get('x-d1-round-trips')), path).toBe(1)
    expect(JSON.stringify(answer.data)).not.toContain(BODY)
  }
})

it('everybody reads the same, which caches keep for half a minute', async () => {
  const staff = await signUp('ADMIN')
  const { slug } = await publishedPost(staff)
  for (const path of ['/blog', `/blog/slug/${slug}`]) {
    const { headers } = await call(guest, 'GET', path)
    expect(headers.get('cache-control')).toBe('public, max-age=30')
    expect(headers.get('etag')).toBeTruthy()
    const asStaff = await call(staff, 'GET', path)
    expect([asStaff.headers.get('cache-control'), asStaff.headers.get('etag')]).toEqual([
      'public, max-age=30',
      headers.get('etag'),
    ])
  }
})

it('lists are by language and, for the team, by state', async () => {
  const staff = await signUp('ADMIN')
  const french = await publishedPost(staff)
  const english = await publishedPost(staff, { locale: 'en' })
  const draft = await newPost(staff, { locale: 'en' })
  const idsOf = async (as: Caller, path: string) =>
    ok(await call(as, 'GET', path)).posts.map(({ id }: { id: string }) => id)
  const inEnglish = await idsOf(staff, '/blog?locale=en&limit=100')
  expect(inEnglish).toContain(english.id)
  expect(inEnglish).not.toContain(french.id)
  expect((await idsOf(staff, '/blog/admin?status=DRAFT&locale=en'))[0]).toBe(draft.id)
  expect(await idsOf(staff, '/blog/admin?status=DRAFT&locale=fr')).not.toContain(draft.id)
})

it('the day of the first publication stays', async () => {
  const staff = await signUp('ADMIN')
  const { id, publishedAt } = await publishedPost(staff)
  await new Promise((resolve) => setTimeout(resolve, 5))
  ok(await onPost(staff, id, 'unpublish'))
  expect(ok(await onPost(staff, id, 'publish')).publishedAt).toBe(publishedAt)
})

it('the spaces at both ends of a text are part of it, and an empty one is none', async () => {
  const staff = await signUp('ADMIN')
  const body = '    du code\n\nUne fin de ligne  \n'
  expect((await newPost(staff, { body })).body).toBe(body)
  expect((await call(staff, 'POST', '/blog', { title: 'Vide', body: ' \n ' })).status).toBe(400)
})
