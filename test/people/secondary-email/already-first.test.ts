import { expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { freshEmail } from '#testing/fixtures/inputs.ts'
import { isSignedIn } from '#testing/fixtures/people.ts'
import { inbox, pause } from '#testing/sandbox.ts'
import { enter, newEstablished } from '#testing/stories/people.ts'

// Rule: /auth/secondary-email/promote takes `email`, the address to become first: already first is 200 unchanged.

it('an address that is first already is promoted again: 200, and nothing changes', async () => {
  const person = await newEstablished()
  const promote = (email: string) => call(person, 'POST', '/auth/secondary-email/promote', { email })
  const promoted = { status: 200, data: { id: person.id, email: person.second, isEmailVerified: true } }
  expect(await promote(person.second)).toMatchObject(promoted)
  const { data: shown } = await call(person, 'GET', '/users/me')
  expect(shown.email).toBe(person.second)
  const other = (await enter(person.second)).data.accessToken
  await pause(300)
  const mails = async () => (await inbox(person.email)).length + (await inbox(person.second)).length
  const before = await mails()

  expect(await promote(person.second)).toMatchObject(promoted)
  expect((await enter(person.email)).status).toBe(401)
  expect((await call(person, 'GET', '/users/me')).data).toEqual(shown)
  expect(await isSignedIn(other)).toBe(true)
  await pause(300)
  expect(await mails()).toBe(before)
  expect((await promote(freshEmail('personne'))).status).toBeGreaterThanOrEqual(400)
  expect((await call(person, 'POST', '/auth/secondary-email/promote', {})).status).toBe(400)
})
