import { expect, it } from 'vitest'
import { call } from '../../api.ts'
import { freshEmail } from '../../fixtures/inputs.ts'
import { signUp } from '../../fixtures/people.ts'

// docs/limits.md, Messages.
it('accounts have five mails an hour sent to an address that none of them has', async () => {
  const victim = freshEmail('victim')
  const statuses = []
  for (let i = 0; i < 4; i++) {
    const person = await signUp()
    statuses.push((await call(person, 'POST', '/auth/secondary-email', { email: victim })).status)
    statuses.push((await call(person, 'POST', '/users/me/email/request', { newEmail: victim })).status)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
})
