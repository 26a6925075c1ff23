import { env } from 'cloudflare:workers'
import { Buffer } from 'node:buffer'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Answer, call, guest, type Person } from '#testing/api.ts'
import { newAuthenticator } from '#testing/authenticator.ts'
import { minuteCronAfter } from '#testing/clock.ts'
import { count } from '#testing/fixtures/database.ts'
import { askExpense, confirmExpense, expenseCode, newExpense } from '#testing/fixtures/expenses.ts'
import { joinedWithGoogle, loginGoogle } from '#testing/fixtures/google.ts'
import { freshEmail } from '#testing/fixtures/inputs.ts'
import { loginPasskey, withPasskey } from '#testing/fixtures/passkeys.ts'
import { confirmPayout, pendingPayout } from '#testing/fixtures/payouts.ts'
import { changeUser, logIn, PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { captureLines } from '#testing/fixtures/planted.ts'
import { loginCode, verifyOtp } from '#testing/fixtures/sign-in.ts'
import { answerTotp, totpChallenge, withTotp, wrongAppCode } from '#testing/fixtures/totp.ts'

// docs/logs.md, Security events: one line each, once, without anything of a person but ids.

type Line = Record<string, string | number | undefined> & { event: string }
let lines: () => string[]
/** Texts that must not be in a line: whatever the people of a test have beside their ids. */
let personal: string[]
const events = () =>
  lines()
    .map((line): Line => JSON.parse(line.split('\n')[0] ?? ''))
    .filter(({ kind }) => kind === 'security')
const eventsOf = (event: string) => events().filter((line) => line.event === event)
/** Lines that one act adds. */
async function during(act: () => Promise<unknown>): Promise<Line[]> {
  const before = events().length
  await act()
  return events().slice(before)
}
/** Somebody whose address, token and secrets no line may hold. */
async function somebody(...of: Parameters<typeof signUp>): Promise<Person> {
  const person = await signUp(...of)
  personal.push(person.email, person.token)
  return person
}
const fresh = async (person: Person) => ({ ...person, token: (await logIn(person.email)).data.accessToken })

beforeEach(() => {
  lines = captureLines()
  personal = [PASSWORD, 'Faux-mot-2026-x']
})
afterEach(() => {
  const said = lines().join('\n')
  expect(personal.filter((word) => said.includes(word))).toEqual([])
  expect(said).not.toMatch(/@|\+243|\+250|eyJ/)
})

describe('a proof that was refused', () => {
  const refused = { event: 'credential refused', kind: 'security', requestId: expect.any(String) }
  it('of each way in, with the account where it is known', async () => {
    const person = await somebody()
    const wrong = 'Faux-mot-2026-x'
    expect(await during(() => logIn(person.email, wrong))).toEqual([
      { ...refused, operation: 'loginPassword', code: 'UNAUTHORIZED', reason: 'INVALID_CREDENTIALS', of: person.id },
    ])
    expect(await during(() => logIn(freshEmail(), wrong))).toEqual([
      { ...refused, operation: 'loginPassword', code: 'UNAUTHORIZED', reason: 'INVALID_CREDENTIALS' },
    ])
    const code = await loginCode(person.email)
    personal.push(code)
    const other = code === '111111' ? '222222' : '111111'
    expect(await during(() => verifyOtp(person.email, other))).toMatchObject([
      { ...refused, operation: 'verifyOtp', reason: 'INVALID_VERIFICATION_CODE' },
    ])
    expect(await during(() => verifyOtp(freshEmail(), other))).toMatchObject([
      { ...refused, operation: 'verifyOtp', code: 'GONE' },
    ])
    const google = await joinedWithGoogle()
    const forged = (await google.token()).replace(/.{8}$/, 'AAAAAAAA')
    personal.push(google.email, forged)
    expect(await during(() => loginGoogle(forged))).toMatchObject([{ ...refused, operation: 'loginGoogle' }])
    const { device } = await withPasskey()
    expect(await during(() => loginPasskey(device, { forged: { origin: 'https://other.example' } }))).toMatchObject([
      { ...refused, operation: 'loginPasskey', reason: 'INVALID_CREDENTIALS' },
    ])
    const stranger = await newAuthenticator({ counts: true })
    expect(await during(() => loginPasskey(stranger))).toHaveLength(1)
    const { person: careful, app } = await withTotp()
    const pendingToken = await totpChallenge(careful.email)
    personal.push(pendingToken, careful.email)
    expect(await during(() => answerTotp(pendingToken, { code: wrongAppCode(app) }))).toMatchObject([
      { ...refused, operation: 'loginTotp', of: careful.id },
    ])
  })

  it('of an account that is blocked', async () => {
    const person = await somebody()
    await changeUser(person.id, 'blocked_at = ?', 1)
    expect(await during(() => logIn(person.email))).toMatchObject([
      { ...refused, code: 'FORBIDDEN', reason: 'ACCOUNT_BLOCKED', of: person.id },
    ])
  })

  it('of who is signed in and proves themselves once more', async () => {
    const person = await somebody()
    expect(
      await during(() => call(person, 'POST', '/auth/reauthenticate', { password: 'Faux-mot-2026-x' })),
    ).toMatchObject([{ ...refused, operation: 'reauthenticate', account: person.id, session: expect.any(String) }])
  })

  it('is none where a field is wrong, where somebody asks too often, or where all is right', async () => {
    const person = await somebody()
    expect(await during(() => call(guest, 'POST', '/auth/login/password', { email: 'x' }))).toEqual([])
    expect(await during(() => logIn(person.email))).toEqual([])
  })
})

describe('a right that somebody lacks', () => {
  it('is said with their role, once', async () => {
    const buyer = await somebody()
    expect(await during(() => call(buyer, 'GET', '/ledger/checks'))).toEqual([
      {
        event: 'access refused',
        kind: 'security',
        requestId: expect.any(String),
        operation: expect.any(String),
        account: buyer.id,
        session: expect.any(String),
        role: 'BUYER',
      },
    ])
  })

  it('is written down for a member of the team without a second factor too', async () => {
    const admin = await somebody('ADMIN')
    Object.assign(env, { STAFF_MFA: 'required' })
    const found = await during(() => call(admin, 'GET', '/ledger/checks'))
    Object.assign(env, { STAFF_MFA: 'optional' })
    expect(found).toMatchObject([{ event: 'access refused', reason: 'MFA_REQUIRED', role: 'ADMIN' }])
  })

  it('is none where something is still to do: a subscription, a verified number', async () => {
    const seller = await somebody('SELLER')
    await call(seller, 'POST', '/seller/profile', {})
    expect(eventsOf('access refused')).toEqual([])
  })
})

it('a challenge is asked for, refused where it is wrong or worn, and spent, once each', async () => {
  const address = { 'cf-connecting-ip': '102.99.1.7' }
  const join = (challenge?: string): Promise<Answer> =>
    call(
      guest,
      'POST',
      '/auth/create-account',
      { name: 'Aline', email: freshEmail(), password: PASSWORD, role: 'BUYER' },
      { ...address, ...(challenge !== undefined && { 'x-challenge': challenge }) },
    )
  for (let i = 0; i < 10; i++) await join()
  expect(events()).toEqual([])
  const { data: challenge } = await call(guest, 'GET', '/auth/challenge')
  const solution = await solveChallenge({ challenge, deriveKey })
  const solved = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  personal.push(solved, challenge.signature, '102.99.1.7')
  const said = await during(async () => {
    await join()
    await join('wrong')
    expect((await join(solved)).status).toBe(201)
    await join(solved)
  })
  expect(said.map(({ event }) => event)).toEqual([
    'challenge asked',
    'challenge refused',
    'challenge spent',
    'challenge refused',
  ])
  for (const line of said) expect(line).toMatchObject({ operation: 'createAccount' })
})

describe('guesses that are used up are said once', () => {
  const usedUp = () => eventsOf('guesses used up')
  it('of a code', async () => {
    const person = await somebody()
    const code = await loginCode(person.email)
    personal.push(code)
    for (let i = 0; i < 9; i++) await verifyOtp(person.email, code === '111111' ? '222222' : '111111')
    expect(usedUp()).toMatchObject([
      { what: 'code', purpose: 'LOGIN', operation: 'verifyOtp' },
      { what: 'tries', max: 5, operation: 'verifyOtp' },
    ])
  })

  it('of a password', async () => {
    const person = await somebody()
    for (let i = 0; i < 14; i++) await logIn(person.email, 'Faux-mot-2026-x')
    expect(usedUp()).toMatchObject([{ what: 'tries', max: 10, operation: 'loginPassword' }])
  })

  it('of a token', async () => {
    const { person, app } = await withTotp()
    const pendingToken = await totpChallenge(person.email)
    personal.push(pendingToken)
    const [id] = pendingToken.split('.')
    for (let i = 0; i < 7; i++) await answerTotp(`${id}.wrong`, { code: wrongAppCode(app) })
    expect(usedUp()).toMatchObject([{ what: 'token', purpose: 'TOTP_CHALLENGE' }])
  })
})

describe('sessions that are revoked say why, once, and only when they were', () => {
  const revoked = (found: Line[]) => found.map(({ cause, of, sessions }) => ({ cause, of, sessions }))
  const sessionOf = (of: string) => count('sessions WHERE user_id = ? AND revoked_at IS NULL', of)

  it('by the person', async () => {
    const person = await somebody()
    const other = await fresh(person)
    const { data } = await call(person, 'GET', '/auth/sessions')
    const theirs = data.sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent).id
    expect(revoked(await during(() => call(person, 'DELETE', `/auth/sessions/${theirs}`)))).toEqual([
      { cause: 'LOGOUT', sessions: 1 },
    ])
    expect(await during(() => call(person, 'DELETE', `/auth/sessions/${theirs}`))).toEqual([])
    expect(revoked(await during(() => call(person, 'POST', '/auth/logout')))).toEqual([
      { cause: 'LOGOUT', sessions: 1 },
    ])
    expect(await during(() => call(person, 'POST', '/auth/logout'))).toEqual([])
    expect((await call(other, 'GET', '/auth/me')).status).toBe(401)
    const [again] = [await fresh(person), await fresh(person)]
    const all = await sessionOf(person.id)
    expect(revoked(await during(() => call(again, 'POST', '/auth/logout-all')))).toEqual([
      { cause: 'LOGOUT_ALL', of: person.id, sessions: all },
    ])
  })

  it('by a new password', async () => {
    const person = await somebody()
    await fresh(person)
    const change = { currentPassword: PASSWORD, newPassword: 'Un-tout-autre-mot-7' }
    personal.push(change.newPassword)
    expect(revoked(await during(() => call(person, 'POST', '/auth/password/update', change)))).toEqual([
      { cause: 'PASSWORD', of: person.id, sessions: 1 },
    ])
  })

  it('by the team', async () => {
    const [support, person] = [await somebody('SUPPORT'), await somebody()]
    await fresh(person)
    const reason = { reason: `Signalé par ${person.email}` }
    expect(revoked(await during(() => call(support, 'POST', `/users/${person.id}/force-logout`, reason)))).toEqual([
      { cause: 'FORCED', of: person.id, sessions: 2 },
    ])
    await fresh(person)
    expect(revoked(await during(() => call(support, 'POST', `/users/${person.id}/block`, reason)))).toEqual([
      { cause: 'BLOCKED', of: person.id, sessions: 1 },
    ])
    expect(await during(() => call(support, 'POST', `/users/${person.id}/block`, reason))).toEqual([])
  })

  it('by an old token that somebody else used', async () => {
    const person = await somebody()
    const { data } = await logIn(person.email)
    personal.push(data.refreshToken)
    const refresh = (refreshToken: string) => call(guest, 'POST', '/auth/refresh-token', { refreshToken })
    let last = data.refreshToken
    for (let i = 0; i < 3; i++) last = (await refresh(last)).data.refreshToken
    personal.push(last)
    const [id, , ...rest] = data.refreshToken.split('.')
    expect([id, rest.length]).toEqual([expect.any(String), 1])
    expect(revoked(await during(() => refresh(data.refreshToken)))).toEqual([
      { cause: 'TOKEN_REUSED', of: person.id, sessions: 1 },
    ])
    expect(await during(() => refresh(data.refreshToken))).toEqual([])
  })
})

describe('what the team does with money is said once it is done', () => {
  const acts = () => eventsOf('staff act on money').map(({ action, target, account }) => ({ action, target, account }))

  it('a payout and its approval', async () => {
    const admin = await somebody('ADMIN')
    const { pendingId, code, phone } = await pendingPayout(admin)
    personal.push(code, phone, phone.slice(-9))
    expect(acts()).toEqual([{ action: 'payout.request', target: pendingId, account: admin.id }])
    await confirmPayout(admin, pendingId, code === '111111' ? '222222' : '111111')
    expect(acts()).toHaveLength(1)
    expect((await confirmPayout(admin, pendingId, code)).status).toBe(201)
    await confirmPayout(admin, pendingId, code)
    expect(acts().slice(1)).toEqual([{ action: 'payout.confirm', target: pendingId, account: admin.id }])
    await minuteCronAfter(0)
    expect(acts()).toHaveLength(2)
  })

  it('an expense, by each who had a hand in it', async () => {
    const [clerk, admin] = [await somebody('ACCOUNTANT'), await somebody('ADMIN')]
    const { id } = await newExpense({}, clerk)
    const code = await expenseCode(admin, id)
    personal.push(code)
    expect((await confirmExpense(admin, id, code)).status).toBe(200)
    expect(await askExpense(admin, id)).toMatchObject({ status: 409 })
    expect(acts()).toEqual([
      { action: 'expense.create', target: id, account: clerk.id },
      { action: 'expense.request', target: id, account: admin.id },
      { action: 'expense.approve', target: id, account: admin.id },
    ])
  })

  it('is no line where they do something else, or where somebody moves their own money', async () => {
    const [support, person] = [await somebody('SUPPORT'), await somebody()]
    await call(support, 'POST', `/users/${person.id}/block`, { reason: 'Essai' })
    expect(acts()).toEqual([])
  })
})
