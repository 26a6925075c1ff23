import { expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { run } from '#testing/fixtures/database.ts'
import { linkGoogle, newGoogleAccount, unlinkGoogle } from '#testing/fixtures/google.ts'
import { writtenTo } from '#testing/fixtures/mails.ts'
import { changeUser, signUp } from '#testing/fixtures/people.ts'

it('the same act over and over is told to its owner ten times a day, each kind by itself', async () => {
  const person = await signUp()
  const second = `second-${person.email}`
  await changeUser(person.id, 'secondary_email = ?, secondary_email_verified_at = 1', second)
  const googler = newGoogleAccount()
  const onAndOff = async () => {
    expect((await linkGoogle(person, await googler.token())).status).toBe(201)
    expect((await unlinkGoogle(person)).status).toBe(200)
  }
  const told = (to: string) => Promise.all(['google.linked', 'google.unlinked'].map((kind) => writtenTo(to, kind)))
  await onAndOff()
  expect([await told(person.email), await told(second)]).toEqual([
    [1, 1],
    [1, 1],
  ])
  for (let i = 0; i < 11; i++) await onAndOff()
  expect([await told(person.email), await told(second)]).toEqual([
    [10, 10],
    [10, 10],
  ])
  // Another kind, and another account, are told at once.
  expect((await call(person, 'POST', '/users/me/delete')).status).toBe(200)
  expect(await writtenTo(person.email, 'account.deletion-scheduled')).toBe(1)
  const other = await signUp()
  expect((await linkGoogle(other, await newGoogleAccount().token())).status).toBe(201)
  expect(await writtenTo(other.email, 'google.linked')).toBe(1)

  await run("UPDATE attempts SET window_ends_at = ? WHERE key LIKE 'told:%'", Date.now())
  expect((await linkGoogle(person, await googler.token())).status).toBe(201)
  expect((await told(person.email))[0]).toBe(11)
})
