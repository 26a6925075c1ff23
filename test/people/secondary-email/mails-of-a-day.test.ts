import { expect, it } from 'vitest'
import { call, guest } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { freshEmail } from '#testing/fixtures/inputs.ts'
import { PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { clockGoesOn } from '#testing/stories/production.ts'

clockGoesOn()

it('an account has thirty codes a day mailed to addresses that are not its own, over all purposes', async () => {
  let person = await signUp()
  const statuses: number[] = []
  for (let i = 0; i < 20; i++) {
    if (i % 8 === 0) {
      const { data } = await call(guest, 'POST', '/auth/login/password', { email: person.email, password: PASSWORD })
      person = { ...person, token: data.accessToken }
    }
    for (const [path, body] of [
      ['/users/me/email/request', { newEmail: freshEmail('autre') }],
      ['/auth/secondary-email', { email: freshEmail('autre') }],
    ] as const)
      statuses.push((await call(person, 'POST', path, body)).status)
    wait(61_000)
  }
  expect(statuses.slice(0, 30).every((status) => status < 300)).toBe(true)
  expect(new Set(statuses.slice(30))).toEqual(new Set([429]))
})
