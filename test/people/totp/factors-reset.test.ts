import { expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { linkGoogle, loginGoogle, newGoogleAccount } from '#testing/fixtures/google.ts'
import { signUp } from '#testing/fixtures/people.ts'

// Contract 7.1, Staff: who lost every factor is let in again by another ADMIN.
it('the Google account that was linked lets nobody into the office after the factors were reset', async () => {
  const [staff, other, google] = [await signUp('ADMIN'), await signUp('ADMIN'), newGoogleAccount()]
  expect((await linkGoogle(staff, await google.token())).status).toBe(201)
  expect((await call(other, 'POST', `/users/${staff.id}/force-logout`, { resetFactors: true })).status).toBe(200)
  expect((await loginGoogle(await google.token())).status).toBe(404)
})
