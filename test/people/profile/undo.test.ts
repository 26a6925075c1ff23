import { expect, it, vi } from 'vitest'
import { call, guest, type Person } from '#testing/api.ts'
import { first, run } from '#testing/fixtures/database.ts'
import { freshEmail } from '#testing/fixtures/inputs.ts'
import { mailsTo } from '#testing/fixtures/mails.ts'
import { logIn, PASSWORD, signUp, userRow } from '#testing/fixtures/people.ts'
import { codeAfter, DAY } from '#testing/stories/people.ts'

const undo = (token: string) => call(guest, 'POST', '/auth/changes/undo', { token })

/** Somebody whose address was changed now, and the token of the link that takes it back. */
async function moved() {
  const now = Math.floor(Date.now() / 1000) * 1000
  vi.useFakeTimers({ toFake: ['Date'], now })
  const person = await signUp()
  const newEmail = freshEmail('neuf')
  const code = await codeAfter(newEmail, () =>
    call(person, 'POST', '/users/me/email/request', { newEmail, password: PASSWORD }),
  )
  expect((await call(person, 'POST', '/users/me/email/verify', { code })).status).toBe(200)
  const [mail] = await mailsTo(person.email, 'annulez ce changement')
  return { person, newEmail, now, token: /token=([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? '' }
}
const register = (email: string) =>
  call(guest, 'POST', '/auth/create-account', { name: 'Bea', email, password: 'Une-autre-2026', role: 'BUYER' })
const heldUntil = async ({ id }: Person) => (await userRow(id))?.withdrawals_held_until

it('an address that somebody registered meanwhile and did not prove goes back to its owner', async () => {
  const { person, token } = await moved()
  expect((await register(person.email)).status).toBe(201)
  expect((await undo(token)).status).toBe(200)
  expect((await logIn(person.email)).data.user.id).toBe(person.id)
  expect((await logIn(person.email, 'Une-autre-2026')).status).toBe(401)
})

it('an address that somebody else proved meanwhile stays theirs, and nothing of the link is used up', async () => {
  const { person, newEmail, token, now } = await moved()
  const code = await codeAfter(person.email, () => register(person.email))
  expect((await call(guest, 'POST', '/auth/verify-email', { email: person.email, code })).status).toBe(200)
  await run('UPDATE users SET withdrawals_held_until = ? WHERE id = ?', now, person.id)
  expect(await undo(token)).toMatchObject({ status: 409, error: { reason: 'ALREADY_EXISTS' } })
  expect(await heldUntil(person)).toBe(now)
  expect((await logIn(newEmail)).data.user.id).toBe(person.id)
  await run('UPDATE users SET deleted_at = 1 WHERE email = ?', person.email)
  expect((await undo(token)).status).toBe(200)
})

it.each([
  ['in the last millisecond of seven days', -1, 200],
  ['when they are over', 0, 410],
])('the link is good or not %s', async (_, ms, status) => {
  const { token, now } = await moved()
  vi.useFakeTimers({ toFake: ['Date'], now: now + 7 * DAY + ms })
  expect((await undo(token)).status).toBe(status)
})

it('the change and taking it back each hold withdrawals for a day, in the commit that does it', async () => {
  const { person, token, now } = await moved()
  expect(await heldUntil(person)).toBe(now + DAY)
  vi.useFakeTimers({ toFake: ['Date'], now: now + DAY / 2 })
  // The commit fails at its end: nothing of it is there, the hold neither.
  const fails = `CREATE TRIGGER no_forgetting BEFORE UPDATE OF devices_known_since ON users
    BEGIN SELECT RAISE(ABORT, 'guard:NOT_FOUND'); END`
  await run(fails)
  expect((await undo(token)).status).toBeGreaterThanOrEqual(400)
  await run('DROP TRIGGER no_forgetting')
  expect([await heldUntil(person), (await userRow(person.id))?.email]).not.toContain(person.email)
  expect(await heldUntil(person)).toBe(now + DAY)
  expect((await undo(token)).status).toBe(200)
  expect(await heldUntil(person)).toBe(now + 1.5 * DAY)
  expect(await first('SELECT email FROM users WHERE id = ?', person.id)).toEqual({ email: person.email })
})
