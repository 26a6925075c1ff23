import { expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { answerTotp, appCode, GONE, totpChallenge, withTotp } from '#testing/fixtures/totp.ts'

/** Acts that shut a person out, and those that let them in again within the life of a challenge. */
const ACTS: Record<string, [what: string, body: object][]> = {
  'force-logout': [['force-logout', {}]],
  'another role': [['role', { role: 'SUPPORT' }]],
  'block, and unblock': [
    ['block', { reason: 'Abus' }],
    ['unblock', {}],
  ],
  'delete, and restore': [
    ['delete', { reason: 'Demande' }],
    ['restore', {}],
  ],
}

it.each(Object.keys(ACTS))('a sign-in that waits for its code does not outlive %s', async (name) => {
  const { person, app } = await withTotp()
  const pendingToken = await totpChallenge(person.email)
  const admin = await signUp('ADMIN')
  for (const [what, body] of ACTS[name] ?? [])
    expect((await call(admin, 'POST', `/users/${person.id}/${what}`, body)).status, what).toBe(200)
  expect(await answerTotp(pendingToken, { code: appCode(app) })).toMatchObject(GONE)
})

it('a sign-in that waits for its code does not outlive its owner signing out everywhere', async () => {
  const { person, app } = await withTotp()
  const pendingToken = await totpChallenge(person.email)
  expect((await call(person, 'POST', '/auth/logout-all')).status).toBe(200)
  expect(await answerTotp(pendingToken, { code: appCode(app) })).toMatchObject(GONE)
})
