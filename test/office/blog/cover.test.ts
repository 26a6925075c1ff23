import { expect, it } from 'vitest'
import { call, guest, together } from '#testing/api.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { jpeg, png } from '#testing/fixtures/pictures.ts'
import { storedPictures } from '#testing/fixtures/products.ts'
import { until } from '#testing/sandbox.ts'
import { newPost, ok } from '#testing/stories/office.ts'

const keyOf = (url: string) => url.split('/media/')[1] ?? ''
const form = (bytes: Uint8Array<ArrayBuffer> = jpeg()) => {
  const body = new FormData()
  body.append('cover', new Blob([bytes]), 'photo')
  return body
}
async function aPost() {
  const staff = await signUp('SUPPORT')
  const { id } = await newPost(staff)
  return {
    id: id as string,
    staff,
    send: (bytes?: Uint8Array<ArrayBuffer>) => call(staff, 'POST', `/blog/${id}/cover`, form(bytes)),
  }
}

it('the cover of a post has a fresh address each time, and the file before it goes', async () => {
  const { send } = await aPost()
  const one = await send()
  expect(Number(one.headers.get('x-d1-round-trips'))).toBeLessThanOrEqual(3)
  const { coverUrl } = ok(await send(png()))
  await until(async () => !(await storedPictures('post')).includes(keyOf(one.data.coverUrl)), 'the old one is gone')
  expect((await call(guest, 'GET', `/media/${keyOf(coverUrl)}`)).status).toBe(200)
})

it('one cover is kept if many come at once', async () => {
  const { id, staff, send } = await aPost()
  const before = await storedPictures('post')
  await together(8, () => send())
  const { coverUrl } = ok(await call(staff, 'GET', `/blog/admin/${id}`))
  await until(
    async () => (await storedPictures('post')).filter((key) => !before.includes(key)).join() === keyOf(coverUrl),
    'the others are gone',
  )
})

it('an archived post takes none, and nothing is stored', async () => {
  const { id, staff, send } = await aPost()
  ok(await call(staff, 'DELETE', `/blog/${id}`))
  const before = await storedPictures('post')
  const refused = await send()
  expect([refused.status, refused.error?.reason]).toEqual([409, 'INVALID_TRANSITION'])
  expect(await storedPictures('post')).toEqual(before)
})
