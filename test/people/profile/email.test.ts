import { describe, expect, it } from 'vitest'
import { type Caller, call, type Person, reasons, tally, together } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { count, run } from '#testing/fixtures/database.ts'
import { freshEmail, otherCode } from '#testing/fixtures/inputs.ts'
import { mailedCode, mailsTo, writtenTo } from '#testing/fixtures/mails.ts'
import { changeUser, isSignedIn, logIn, PASSWORD, signIn, signUp } from '#testing/fixtures/people.ts'
import { loginCode, resetPassword, resetToken } from '#testing/fixtures/sign-in.ts'
import { appCode, withTotp, wrongAppCode } from '#testing/fixtures/totp.ts'

const NEW = 'celle d'
const ask = (as: Caller, newEmail: unknown, proof: object = { password: PASSWORD }) =>
  call(as, 'POST', '/users/me/email/request', { newEmail, ...proof })
const verify = (as: Caller, code: unknown) => call(as, 'POST', '/users/me/email/verify', { code })
const withoutPassword = async (person: Person) => {
  await changeUser(person.id, 'password_hash = NULL')
  return person
}
const asked = async (person: Person) => {
  const email = freshEmail('neuf')
  expect((await ask(person, email)).data).toEqual({ sent: true })
  return { email, code: await mailedCode(email, NEW) }
}

describe('another address', () => {
  it('is the account’s once its code came back: the old one is told, every other session and open link ends', async () => {
    const person = await signUp()
    const second = await signIn(person.email, 'BUYER')
    const link = await resetToken(person.email)
    const { email, code } = await asked(person)
    expect((await call(person, 'GET', '/users/me')).data.email).toBe(person.email)
    const { data } = await verify(person, code)
    expect(data).toMatchObject({ id: person.id, email, isEmailVerified: true })
    const [told] = await mailsTo(person.email, "L'adresse de votre compte a changé")
    expect(told?.text).toContain('n•••@test.example')
    expect([await isSignedIn(person.token), await isSignedIn(second.token)]).toEqual([true, false])
    expect(await resetPassword(link)).toMatchObject({ status: 410 })
    expect(await logIn(person.email)).toMatchObject({ status: 401 })
    expect(await logIn(email)).toMatchObject({ status: 200 })
    expect((await verify(person, code)).status).toBe(410)
  })

  it('is asked for with one proof at most', async () => {
    const person = await signUp()
    const email = freshEmail()
    for (const proof of [{ password: PASSWORD, code: '123456' }, { password: '' }, { role: 'ADMIN' }])
      expect(await ask(person, email, proof), JSON.stringify(proof)).toMatchObject({ status: 400 })
    for (const wrong of ['x', 5, '', 'a@b', `${'a'.repeat(250)}@b.cd`])
      expect(await ask(person, wrong)).toMatchObject({ status: 400 })
    expect(await ask(person, email, { password: 'pas-celui-la' })).toMatchObject({
      status: 401,
      error: { reason: 'INVALID_CREDENTIALS' },
    })
    expect(await ask(person, email, { code: '123456' })).toMatchObject({ status: 410 })
    expect(await ask(person, person.email.toUpperCase())).toMatchObject({ status: 409 })
    expect(await writtenTo(email, 'code.new-email')).toBe(0)
  })

  it('has ten guesses of the password, however many at once', async () => {
    const person = await signUp()
    const answers = await together(50, () => ask(person, freshEmail(), { password: 'pas-celui-la' }))
    expect(reasons(answers)).toEqual({ INVALID_CREDENTIALS: 10, TOO_MANY_REQUESTS: 40 })
    expect((await ask(person, freshEmail())).status).toBe(429)
  })

  it('is asked for with the authenticator’s code where there is one, whatever else the account has', async () => {
    const { person, app } = await withTotp()
    const email = freshEmail('neuf')
    expect(await ask(person, email, { code: wrongAppCode(app) })).toMatchObject({ status: 401 })
    expect(await ask(person, email, { code: appCode(app) })).toMatchObject({ status: 200 })
    expect(await ask(person, freshEmail(), { code: appCode(app) }), 'a step works once').toMatchObject({ status: 401 })
    expect((await verify(person, await mailedCode(email, NEW))).data.email).toBe(email)
  })

  it('is asked for with a mailed code where there is neither password nor authenticator', async () => {
    const person = await withoutPassword(await signUp())
    const email = freshEmail('neuf')
    expect(await ask(person, email, { password: PASSWORD })).toMatchObject({ status: 401 })
    expect(await ask(person, email, { code: '123456' })).toMatchObject({ status: 410 })
    const code = await loginCode(person.email)
    expect(await ask(person, email, { code: otherCode(code) })).toMatchObject({
      status: 401,
      error: { reason: 'INVALID_VERIFICATION_CODE' },
    })
    expect(await ask(person, email, { code: 'abcde-fghij' })).toMatchObject({ status: 401 })
    expect(await ask(person, email, { code })).toMatchObject({ status: 200, data: { sent: true } })
    expect(await ask(person, freshEmail(), { code })).toMatchObject({ status: 410 })
    const stranger = await withoutPassword(await signUp())
    expect(
      await ask(stranger, freshEmail(), { code: await loginCode(person.email, 2).catch(() => code) }),
    ).toMatchObject({ status: 410 })
  })

  it('of somebody else gets the same answer in as many trips, and no mail', async () => {
    const [person, other, owner] = [await signUp(), await signUp(), await signUp()]
    const free = await ask(person, freshEmail('libre'))
    const taken = await ask(other, owner.email)
    expect(taken.body).toEqual(free.body)
    expect(taken.headers.get('x-d1-round-trips')).toBe(free.headers.get('x-d1-round-trips'))
    expect(taken.headers.get('x-d1-round-trips')).toBe('3')
    expect(await writtenTo(owner.email, 'code.new-email')).toBe(0)
    const kept = `codes WHERE purpose = 'NEW_EMAIL' AND person IN (?, ?)`
    expect(await count(kept, person.id, other.id)).toBe(2)
  })

  it('that somebody took meanwhile is refused, and the code is not used up by that', async () => {
    const person = await signUp()
    const { email, code } = await asked(person)
    const newcomer = await signUp()
    const take = (to: string) => changeUser(newcomer.id, 'email = ?', to)
    await take(email)
    expect(await verify(person, code)).toMatchObject({ status: 409, error: { reason: 'ALREADY_EXISTS' } })
    expect(await isSignedIn(person.token)).toBe(true)
    await take(newcomer.email)
    expect(await verify(person, code)).toMatchObject({ status: 200 })
  })

  it('has five guesses of its code, however many at once, and the right one works once', async () => {
    const person = await signUp()
    const { code } = await asked(person)
    expect(reasons(await together(50, () => verify(person, otherCode(code))))).toEqual({
      INVALID_VERIFICATION_CODE: 5,
      TOO_MANY_REQUESTS: 45,
    })
    const lucky = await signUp()
    const right = (await asked(lucky)).code
    expect(tally(await together(50, () => verify(lucky, right)))[200]).toBe(1)
  })

  it('is proved by nobody else’s code, and not after ten minutes', async () => {
    const [person, stranger] = [await signUp(), await signUp()]
    const { code } = await asked(person)
    expect(await verify(stranger, code)).toMatchObject({ status: 410 })
    wait(11 * 60_000)
    expect(await verify(person, code)).toMatchObject({ status: 403, error: { reason: 'REAUTH_REQUIRED' } })
    await call(person, 'POST', '/auth/reauthenticate', { password: PASSWORD })
    expect(await verify(person, code)).toMatchObject({ status: 410 })
  })

  it('is asked for again after a minute, and thirty times an hour', async () => {
    const person = await signUp()
    const email = freshEmail('neuf')
    expect(tally(await together(5, () => ask(person, email)))).toEqual({ 200: 1, 429: 4 })
    await run('UPDATE codes SET sent_at = 1 WHERE person = ?', person.id)
    await run('UPDATE attempts SET count = 30 WHERE key = ?', `mail:NEW_EMAIL:${person.id}`)
    expect(await ask(person, email)).toMatchObject({ status: 429 })
  })

  it('that was the second address is it no more', async () => {
    const person = await signUp()
    const { email, code } = await asked(person)
    await changeUser(person.id, 'secondary_email = ?', email)
    expect((await verify(person, code)).status).toBe(200)
    expect((await call(person, 'GET', '/auth/secondary-email')).data.email).toBeNull()
  })

  it('does not open a sign-in with the code that was mailed to the old one', async () => {
    const person = await signUp()
    const old = await loginCode(person.email)
    const { code } = await asked(person)
    await verify(person, code)
    const answer = await call(null, 'POST', '/auth/login/verify-otp', { email: person.email, code: old })
    expect(answer.status).toBe(410)
  })
})
