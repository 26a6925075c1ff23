import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { run } from '#testing/fixtures/database.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { jpeg } from '#testing/fixtures/pictures.ts'
import { aroundDatabase } from '#testing/fixtures/shaky-database.ts'
import { allFiles } from '#testing/stories/canaries.ts'
import { callWith } from '#testing/stories/people.ts'

it('a session that ends between the storing of a picture and its commit leaves no file', async () => {
  const me = await signUp()
  const DB = aroundDatabase(env.DB, async ({ sql }, go) => {
    if (sql.some((one) => /insert into "stored_files"/i.test(one)))
      await run('UPDATE sessions SET revoked_at = 1 WHERE user_id = ?', me.id)
    return go()
  })
  const before = await allFiles()
  const form = new FormData()
  form.set('avatar', new File([jpeg()], 'a.jpg', { type: 'image/jpeg' }))
  const { status } = await callWith({ DB }, me, 'POST', '/users/me/avatar', form)
  expect(status).toBe(401)
  expect([...(await allFiles())].filter((key) => !before.has(key))).toEqual([])
})
