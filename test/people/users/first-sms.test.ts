import { expect, it } from 'vitest'
import { call, guest } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { freshAddress, from, signedIn } from '#testing/stories/people.ts'

// docs/limits.md, Suspect addresses.
const HOUR = 3_600_000
const CHALLENGE = { status: 429, error: { code: 'TOO_MANY_REQUESTS', reason: 'CHALLENGE_REQUIRED' } }

it('past 30 first SMS a day of one address an account younger than an hour is asked for a challenge', async () => {
  const headers = from(freshAddress())
  const ask = (person: Awaited<ReturnType<typeof signUp>>, at = headers, more = {}) =>
    call(person, 'POST', '/users/phone/request', { phone: freshPhone() }, { ...at, ...more })
  const older = await signUp()
  wait(HOUR + 1000)
  const people = await Promise.all(Array.from({ length: 31 }, () => signUp()))
  for (const person of people.slice(0, 30)) expect((await ask(person)).status).toBe(200)

  const last = people[30] as (typeof people)[number]
  const asked = await ask(last)
  expect(asked).toMatchObject(CHALLENGE)
  expect(Number(asked.headers.get('retry-after'))).toBeGreaterThan(0)
  const { solvedChallenge } = await import('#testing/stories/challenges.ts')
  expect((await ask(last, headers, { 'x-challenge': await solvedChallenge() })).status).toBe(200)
  expect((await ask(await signedIn(older))).status).toBe(200)
  expect((await ask(await signUp(), from(freshAddress()))).status).toBe(200)
  expect((await call(guest, 'POST', '/users/phone/request', { phone: freshPhone() }, headers)).status).toBe(401)
}, 60_000)
