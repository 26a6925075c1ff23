import { describe, expect, it } from 'vitest'
import { call, guest, type Person } from '#testing/api.ts'
import { newAuthenticator } from '#testing/authenticator.ts'
import { wait } from '#testing/clock.ts'
import { count, run } from '#testing/fixtures/database.ts'
import { joinedWithGoogle, linkGoogle, loginGoogle, newGoogleAccount } from '#testing/fixtures/google.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { mailsTo } from '#testing/fixtures/mails.ts'
import { loginPasskey, registerPasskey, withPasskey } from '#testing/fixtures/passkeys.ts'
import { ageSessions, changeUser, logIn, NEW_PASSWORD, PASSWORD, signIn, signUp } from '#testing/fixtures/people.ts'
import { appCode, appOf, confirmTotp, freezeClock, setUpTotp, withTotp } from '#testing/fixtures/totp.ts'
import { inbox, until } from '#testing/sandbox.ts'
import { completeRecovery, DAY, MINUTE, provenRecovery } from '#testing/stories/people.ts'

const undo = (token: string) => call(guest, 'POST', '/auth/changes/undo', { token })
const linkTo = async (to: string, words: string) =>
  /token=([\w.-]+)/.exec((await mailsTo(to, words))[0]?.text ?? '')?.[1] ?? ''
const waysOf = async ({ id }: Person) =>
  Object.fromEntries(
    await Promise.all(
      ['passkeys', 'identities', 'totp', 'backup_codes'].map(async (table) => [
        table,
        await count(`${table} WHERE user_id = ?`, id),
      ]),
    ),
  )
const NONE = { passkeys: 0, identities: 0, totp: 0, backup_codes: 0 }

/** Everything that a thief adds in an hour at somebody's open phone. */
async function plunder(person: Person) {
  freezeClock()
  const device = await newAuthenticator()
  expect((await registerPasskey(person, device)).status).toBe(201)
  const app = appOf((await setUpTotp(person)).data.otpauthUrl)
  expect((await confirmTotp(person, appCode(app, -1))).status).toBe(200)
  return { device, app }
}
/** A fresh session, on which Google is linked while its clock is ours. */
const googled = async (person: Person) => {
  const googler = newGoogleAccount()
  expect((await linkGoogle(person, await googler.token())).status).toBe(201)
  return googler
}
const numbered = async (person: Person, second = `second-${person.email}`) => {
  await changeUser(person.id, 'secondary_email = ?, secondary_email_verified_at = 1', second)
  return { ...person, second, phone: '' }
}
async function setNumber(person: Person, phone = freshPhone()) {
  expect((await call(person, 'POST', '/users/phone/request', { phone })).status).toBe(200)
  const code = await until(async () => (await inbox(phone))[0]?.code, 'the code')
  expect((await call(person, 'POST', '/users/phone/verify', { code })).status).toBe(200)
}

describe('the link of a change', () => {
  it.each([
    ['a passkey', "La clé d'accès «"],
    ['an authenticator', 'demande désormais un code'],
  ])('in the mail about %s ends what the thief added, and its owner gets in again', async (_, words) => {
    const person = await signUp()
    const { device } = await plunder(person)
    expect(await logIn(person.email)).toMatchObject({ data: { requiresTotp: true } })
    expect((await undo(await linkTo(person.email, words))).status).toBe(200)
    expect(await waysOf(person)).toEqual(NONE)
    expect((await loginPasskey(device)).status).toBe(401)
    expect((await logIn(person.email)).data.user.id).toBe(person.id)
    await mailsTo(person.email, 'moyens de connexion ajoutés')
  })

  it('in the mail about a Google account ends it', async () => {
    const person = await signUp()
    const googler = await googled(person)
    expect((await undo(await linkTo(person.email, 'Le compte Google'))).status).toBe(200)
    expect(await waysOf(person)).toEqual(NONE)
    expect((await loginGoogle(await googler.token())).status).toBe(404)
  })

  it('of a number ends what was added within the day before it too, and nothing older', async () => {
    const { person, device } = await withPasskey()
    await run('UPDATE passkeys SET created_at = created_at - ? WHERE user_id = ?', 2 * DAY, person.id)
    await googled(person)
    const thief = await newAuthenticator()
    expect((await registerPasskey(person, thief)).status).toBe(201)
    wait(20 * 60 * MINUTE)
    await setNumber(await signIn(person.email, 'BUYER'))
    expect((await undo(await linkTo(person.email, 'Un numéro a été ajouté'))).status).toBe(200)
    expect(await waysOf(person)).toEqual({ ...NONE, passkeys: 1 })
    expect([(await loginPasskey(device)).status, (await loginPasskey(thief)).status]).toEqual([200, 401])
  })

  it('leaves what the account was made with', async () => {
    const { caller, token, email } = await joinedWithGoogle()
    await setNumber(caller)
    expect((await undo(await linkTo(email, 'Un numéro a été ajouté'))).status).toBe(200)
    expect((await loginGoogle(await token())).status).toBe(200)
  })

  it('takes no factor from the team: its mailbox is not all of it', async () => {
    const { person } = await withTotp('SUPPORT')
    expect((await undo(await linkTo(person.email, 'demande désormais un code'))).status).toBe(200)
    expect((await waysOf(person)).totp).toBe(1)
    expect(await logIn(person.email)).toMatchObject({ data: { requiresTotp: true } })
  })
})

describe('a recovery', () => {
  it('ends what was added within the week before it and until it was complete', async () => {
    const person = await numbered(await signUp())
    const old = await newAuthenticator()
    expect((await registerPasskey(person, old)).status).toBe(201)
    await run('UPDATE passkeys SET created_at = created_at - ? WHERE user_id = ?', 8 * DAY, person.id)
    await googled(person)
    const { device } = await plunder(person)
    await ageSessions(person.id)
    wait(6 * DAY)
    const { recoveryToken } = await provenRecovery(person)
    wait(DAY + MINUTE)
    expect((await completeRecovery(recoveryToken, NEW_PASSWORD)).status).toBe(200)
    expect(await waysOf(person)).toEqual({ ...NONE, passkeys: 1 })
    expect([(await loginPasskey(device)).status, (await loginPasskey(old)).status]).toEqual([401, 200])
    expect((await logIn(person.email, NEW_PASSWORD)).data.user.id).toBe(person.id)
  })

  it('leaves an authenticator of more than a week, which goes on being asked for', async () => {
    const { person: owner } = await withTotp()
    const person = await numbered(owner)
    wait(8 * DAY)
    const { recoveryToken } = await provenRecovery(person)
    wait(DAY + MINUTE)
    expect((await completeRecovery(recoveryToken, NEW_PASSWORD)).status).toBe(200)
    expect(await logIn(person.email, NEW_PASSWORD)).toMatchObject({ data: { requiresTotp: true } })
    expect((await waysOf(person)).totp).toBe(1)
  })
})

it('an account adds thirty ways in a day: each leaves a link that is kept for a week', async () => {
  const person = await signUp()
  const googler = newGoogleAccount()
  await run(
    'INSERT INTO attempts (key, count, window_ends_at) VALUES (?, 30, ?)',
    `ways:${person.id}`,
    Date.now() + DAY,
  )
  const refused = await linkGoogle(person, await googler.token())
  expect([refused.status, refused.error?.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
  expect(await count('one_time_tokens WHERE user_id = ?', person.id)).toBe(0)
  expect((await logIn(person.email, PASSWORD)).status).toBe(200)
})
