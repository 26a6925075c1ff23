import { expect, it } from 'vitest'
import { call, type Person } from '#testing/api.ts'
import { run } from '#testing/fixtures/database.ts'
import { freshEmail } from '#testing/fixtures/inputs.ts'
import { logIn, signUp } from '#testing/fixtures/people.ts'

const asSecond = (person: Person, email: string, headers = {}) =>
  call(person, 'POST', '/auth/secondary-email', { email }, headers)
const asNew = (person: Person, newEmail: string) => call(person, 'POST', '/users/me/email/request', { newEmail })
/** The hour holds so many that accounts asked for already. */
const asked = (email: string, purpose: string, count: number) =>
  run(
    'INSERT INTO attempts (key, count, window_ends_at) VALUES (?, ?, ?)',
    `mail:${purpose}:${email}:accounts`,
    count,
    Date.now() + 3_600_000,
  )

// docs/limits.md, Messages.
it('accounts have twenty mails an hour sent to an address that none of them has, for each purpose', async () => {
  const victim = freshEmail('victim')
  await asked(victim, 'SECONDARY_EMAIL', 18)
  const statuses = []
  for (let i = 0; i < 4; i++) statuses.push((await asSecond(await signUp(), victim)).status)
  expect(statuses).toEqual([200, 200, 429, 429])
  expect((await asNew(await signUp(), victim)).status).toBe(200)
  await run('UPDATE attempts SET count = 20 WHERE key = ?', `mail:NEW_EMAIL:${victim}:accounts`)
  expect((await asNew(await signUp(), victim)).status).toBe(429)
})

it('past those an account has one an hour of its own on a device that it knows', async () => {
  const [mine, other] = [freshEmail('mine'), freshEmail('other')]
  await asked(mine, 'SECONDARY_EMAIL', 20)
  const person = await signUp()
  const { data } = await logIn(person.email)
  const device = { 'x-device-token': data.deviceToken }
  expect((await asSecond(await signUp(), mine, device)).status).toBe(429)
  expect((await asSecond(person, mine, device)).status).toBe(200)
  await run('UPDATE codes SET sent_at = 0 WHERE person = ?', person.id)
  expect((await asSecond(person, mine, device)).status).toBe(429)
  expect((await asSecond(person, other, device)).status).toBe(200)
})
