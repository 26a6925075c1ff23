import { describe, expect, it } from 'vitest'
import { type Caller, call, reasons, tally, together } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { mailsTo } from '#testing/fixtures/mails.ts'
import { changeUser, isSignedIn, logIn, NEW_PASSWORD, PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { resetPassword, resetToken } from '#testing/fixtures/sign-in.ts'

const update = (as: Caller, currentPassword: string, newPassword: string) =>
  call(as, 'POST', '/auth/password/update', { currentPassword, newPassword })
const create = (as: Caller, newPassword = NEW_PASSWORD) => call(as, 'POST', '/auth/password/create', { newPassword })
const withoutPassword = (id: string) => changeUser(id, 'password_hash = NULL')

describe('a known password', () => {
  it('is changed, which signs out everywhere else and tells the person', async () => {
    const person = await signUp()
    const { email } = person
    const others = [(await logIn(email)).data.accessToken, (await logIn(email)).data.accessToken]
    const done = await update(person, PASSWORD, NEW_PASSWORD)
    expect(done.data).toEqual({ updated: true, revokedSessions: 2, deviceToken: expect.any(String) })
    expect(Number(done.headers.get('x-d1-round-trips'))).toBe(3)
    expect(await isSignedIn(person.token)).toBe(true)
    expect(await Promise.all(others.map(isSignedIn))).toEqual([false, false])
    expect((await logIn(email)).status).toBe(401)
    expect((await logIn(email, NEW_PASSWORD)).status).toBe(200)
    await mailsTo(email, 'mot de passe a changé')
  })

  it('is not changed without the old one, for the same, or for one that everybody tries first', async () => {
    const person = await signUp()
    const wrong = await update(person, 'pas-celui-la-1', NEW_PASSWORD)
    expect(wrong).toMatchObject({ status: 401, error: { reason: 'INVALID_CREDENTIALS' } })
    const same = await update(person, PASSWORD, PASSWORD)
    expect(same).toMatchObject({ status: 400, error: { details: [{ field: 'newPassword' }] } })
    expect((await update(person, PASSWORD, 'motdepasse')).status).toBe(400)
    expect((await logIn(person.email)).status).toBe(200)
  })

  it('has ten tries at the old one, also at once', async () => {
    const person = await signUp()
    const answers = await together(50, () => update(person, 'pas-celui-la-1', NEW_PASSWORD))
    expect(reasons(answers)).toEqual({ INVALID_CREDENTIALS: 10, TOO_MANY_REQUESTS: 40 })
    expect((await update(person, PASSWORD, NEW_PASSWORD)).status).toBe(429)
    wait(16 * 60_000)
    expect((await logIn(person.email)).status).toBe(200)
  })

  it('is changed once by many at once', async () => {
    const person = await signUp()
    const answers = await together(10, (i) => update(person, PASSWORD, `Un-mot-numero-${i}`))
    expect(tally(answers)).toEqual({ 200: 1, 401: 9 })
    const winner = answers.findIndex(({ status }) => status === 200)
    expect((await logIn(person.email, `Un-mot-numero-${winner}`)).status).toBe(200)
  })

  it('is not changed any more when it is reset meanwhile', async () => {
    for (let round = 0; round < 10; round++) {
      const person = await signUp()
      const token = await resetToken(person.email)
      const answers = await Promise.all([update(person, PASSWORD, 'Un-autre-mot-11'), resetPassword(token)])
      const [first, second] = answers.map(({ status }) => status)
      // One of them came first, and the other one is refused: whoever began with the old password changes nothing after it.
      expect([first, second]).toEqual(first === 200 ? [200, 410] : [401, 200])
      expect((await logIn(person.email, first === 200 ? 'Un-autre-mot-11' : NEW_PASSWORD)).status).toBe(200)
    }
  })

  it('ends the link that was asked for with the old one', async () => {
    const person = await signUp()
    const token = await resetToken(person.email)
    await update(person, PASSWORD, NEW_PASSWORD)
    expect((await resetPassword(token, 'Encore-un-autre-8')).status).toBe(410)
  })
})

describe('an account without a password', () => {
  it('gets its first one, and is told', async () => {
    const person = await signUp()
    await withoutPassword(person.id)
    expect((await update(person, PASSWORD, NEW_PASSWORD)).status).toBe(401)
    const created = await create(person)
    expect(created).toMatchObject({ status: 201, data: { created: true } })
    expect(Number(created.headers.get('x-d1-round-trips'))).toBe(3)
    expect((await logIn(person.email, NEW_PASSWORD)).status).toBe(200)
    await mailsTo(person.email, 'Un mot de passe a été ajouté')
  })

  it('gets one of 50 at once; who has one is refused', async () => {
    const person = await signUp()
    expect(await create(person)).toMatchObject({ status: 409, error: { reason: 'ALREADY_EXISTS' } })
    await withoutPassword(person.id)
    const answers = await together(50, (i) => create(person, `Un-mot-numero-${i}`))
    // Requests that found eight waiting come again later; one that comes after the first is told without a hash.
    const { 201: done, 409: refused = 0, 503: busy = 0 } = tally(answers)
    expect([done, refused + busy]).toEqual([1, 49])
    expect(refused).toBeGreaterThanOrEqual(9)
    for (const { status, headers } of answers) if (status === 503) expect(headers.get('retry-after')).toBe('3')
    const winner = answers.findIndex(({ status }) => status === 201)
    expect((await logIn(person.email, `Un-mot-numero-${winner}`)).status).toBe(200)
  })
})
