import { describe, expect, it } from 'vitest'
import { type Caller, call, reasons, tally, together } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { count, first } from '#testing/fixtures/database.ts'
import { freshEmail, otherCode } from '#testing/fixtures/inputs.ts'
import { mailedCode, mailsTo, WORDS, writtenTo } from '#testing/fixtures/mails.ts'
import { logIn, PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { resetPassword, resetToken } from '#testing/fixtures/sign-in.ts'

type Person = NonNullable<Caller>
const PATH = '/auth/secondary-email'
const ask = (as: Caller, email: string) => call(as, 'POST', PATH, { email })
const verify = (as: Caller, code: string) => call(as, 'POST', `${PATH}/verify`, { code })
const promote = (as: Caller, email: string) => call(as, 'POST', `${PATH}/promote`, { email })
const remove = (as: Caller) => call(as, 'DELETE', PATH)
const shown = async (as: Caller) => (await call(as, 'GET', PATH)).data.email

async function withSecondary(person?: Person, email = freshEmail('second')) {
  const owner = person ?? (await signUp())
  expect((await ask(owner, email)).data).toEqual({ sent: true })
  expect((await verify(owner, await mailedCode(email, WORDS.secondary))).data).toEqual({ verified: true })
  return { owner, email }
}

describe('a second address', () => {
  it('is the account’s once its code comes back, shown masked, and told to the first', async () => {
    const { owner, email } = await withSecondary()
    expect(await shown(owner)).toMatch(/^s•••@test\.example$/)
    await mailsTo(owner.email, 'adresse de secours a été ajoutée')
    const other = freshEmail('tiers')
    await withSecondary(owner, other)
    expect(await shown(owner)).toMatch(/^t•••/)
    // The one that was replaced is told.
    await mailsTo(email, 'a été ajoutée')
  })

  it('is not shown before, and its code works once', async () => {
    const [owner, email] = [await signUp(), freshEmail('second')]
    await ask(owner, email)
    expect(await shown(owner)).toBeNull()
    const code = await mailedCode(email, WORDS.secondary)
    const answers = await together(50, () => verify(owner, code))
    expect(tally(answers)[200]).toBe(1)
    expect((await verify(owner, code)).status).toBe(410)
  })

  it('has five guesses of its code, also at once', async () => {
    const [owner, email] = [await signUp(), freshEmail('second')]
    await ask(owner, email)
    const code = await mailedCode(email, WORDS.secondary)
    const answers = await together(50, () => verify(owner, otherCode(code)))
    expect(reasons(answers)).toEqual({ INVALID_VERIFICATION_CODE: 5, TOO_MANY_REQUESTS: 45 })
    expect((await verify(owner, code)).status).toBe(429)
  })

  it('is proved by its own code only: not a stranger’s, not one that expired', async () => {
    const [owner, stranger, email] = [await signUp(), await signUp(), freshEmail('second')]
    await ask(owner, email)
    const code = await mailedCode(email, WORDS.secondary)
    expect((await verify(stranger, code)).status).toBe(410)
    wait(11 * 60_000)
    expect(await verify(owner, code)).toMatchObject({ status: 403, error: { reason: 'REAUTH_REQUIRED' } })
    await call(owner, 'POST', '/auth/reauthenticate', { password: PASSWORD })
    expect((await verify(owner, code)).status).toBe(410)
    expect(await shown(stranger)).toBeNull()
  })

  it('is asked for once a minute, and is not the first address', async () => {
    const [owner, email] = [await signUp(), freshEmail('second')]
    expect(tally(await together(20, () => ask(owner, email)))).toEqual({ 200: 1, 429: 19 })
    expect(await ask(owner, owner.email)).toMatchObject({ status: 409, error: { reason: 'ALREADY_EXISTS' } })
    expect((await ask(owner, 'personne')).status).toBe(400)
  })

  it('is taken away, and both are told', async () => {
    const { owner, email } = await withSecondary()
    const gone = await together(20, () => remove(owner))
    expect(tally(gone)).toEqual({ 200: 1, 404: 19 })
    expect(await shown(owner)).toBeNull()
    await mailsTo(email, 'a été retirée')
    await mailsTo(owner.email, 'a été retirée')
  })
})

describe('its promotion', () => {
  it('lets the two change places, once for 50 at once, and tells both', async () => {
    const { owner, email } = await withSecondary()
    const token = await resetToken(owner.email)
    const answers = await together(50, () => promote(owner, email))
    // Whoever asks after it is done hears that it is done.
    expect(Object.keys(tally(answers)).sort()).toEqual(expect.arrayContaining(['200']))
    expect(await first('SELECT email, secondary_email FROM users WHERE id = ?', owner.id)).toEqual({
      email,
      secondary_email: owner.email,
    })
    expect(await writtenTo(owner.email, 'secondary-email.promoted')).toBe(1)
    await mailsTo(owner.email, 'adresse principale a changé')
    await mailsTo(email, 'adresse principale a changé')
    // A link that went to the old address is of no use.
    expect((await resetPassword(token)).status).toBe(410)
  })

  it('is made five times an hour, so that nobody has mails sent without end', async () => {
    const { owner, email } = await withSecondary()
    const statuses = []
    for (let i = 0; i < 100; i++) statuses.push((await promote(owner, i % 2 === 0 ? email : owner.email)).status)
    // Every other one asks for the address that is first already.
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(40)
    expect(
      await count("outbox WHERE kind = 'secondary-email.promoted' AND recipient IN (?, ?)", owner.email, email),
    ).toBe(10)
    wait(61 * 60_000)
    await call(owner, 'POST', '/auth/reauthenticate', { password: PASSWORD })
    const firstNow = await first<{ email: string }>('SELECT email FROM users WHERE id = ?', owner.id)
    expect((await promote(owner, firstNow?.email === email ? owner.email : email)).status).not.toBe(429)
  })

  it('ends the links of before, also when they change places again', async () => {
    const { owner, email } = await withSecondary()
    const token = await resetToken(owner.email)
    expect([(await promote(owner, email)).status, (await promote(owner, owner.email)).status]).toEqual([200, 200])
    expect((await resetPassword(token)).status).toBe(410)
  })

  it('is refused without one, and when it is another account’s first address', async () => {
    const [other, stranger] = [await signUp(), await signUp()]
    expect((await promote(stranger, other.email)).status).toBe(409)
    // Nobody sees before that the address is another's.
    const { owner } = await withSecondary(undefined, other.email)
    expect(await promote(owner, other.email)).toMatchObject({ status: 409, error: { reason: 'ALREADY_EXISTS' } })
    expect((await logIn(other.email)).data.user.id).toBe(other.id)
    expect((await logIn(owner.email)).data.user.id).toBe(owner.id)
  })

  it('of one address by two accounts at once gives it to one', async () => {
    const email = freshEmail('partage')
    const [one] = [(await withSecondary(undefined, email)).owner]
    const two = await signUp()
    await ask(two, email)
    await verify(two, await mailedCode(email, WORDS.secondary, 2))
    const answers = await Promise.all([promote(one, email), promote(two, email)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})
