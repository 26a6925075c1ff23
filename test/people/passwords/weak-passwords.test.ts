import { describe, expect, it } from 'vitest'
import { type Answer, call, guest, type Person } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { joinedWithGoogle } from '#testing/fixtures/google.ts'
import { freshEmail, freshPhone } from '#testing/fixtures/inputs.ts'
import { changeUser, PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { again, MINUTE } from '#testing/stories/money.ts'
import { ok } from '#testing/stories/orders.ts'
import {
  codeAfter,
  completeRecovery,
  DAY,
  freshlySignedIn,
  linkToken,
  messageAfter,
  newEstablished,
  provenRecovery,
} from '#testing/stories/people.ts'
import { clockGoesOn } from '#testing/stories/production.ts'

// Rule 8.3.7: passwords: the 10,000 commonest, words of the service, one's own name, address, number, and one repeated sign are
// refused. Everywhere a password is set: create-account, reset, update, create, and the end of a recovery.

clockGoesOn()

const NAME = 'Aline Mukendilo'
const PHONE = freshPhone()

/** Some of the 10,000 commonest passwords, from the first to the last thousands, and words of the service. */
const COMMON = [
  ...['password', '12345678', '123456789', 'baseball', 'football', 'sunshine', 'princess', 'iloveyou', 'superman'],
  ...['trustno1', 'jennifer', 'liverpool', 'swordfish', 'startrek', 'zeppelin', 'qwertyuiop', '1q2w3e4r', 'password1'],
  ...['PASSWORD', 'Football', 'PassWord1', 'ｐａｓｓｗｏｒｄ', 'P@ssw0rd'],
]
const SERVICE = ['sokosoko', 'soko1234', 'Soko2026', 'SOKO-2026', 'soko soko', 'Soko!Soko', 'mobilemoney']
const REPEATED = [
  'aaaaaaaa',
  'zzzzzzzzzzzz',
  '--------',
  '11111111',
  'éééééééé',
  '😀😀😀😀😀😀😀😀',
  '        ',
  'aAaAaAaAaA',
]
const own = (email: string, name = NAME, phone?: string) => [
  name,
  name.toLowerCase(),
  name.replace(' ', ''),
  name.split(' ').reverse().join(''),
  `${name.split(' ')[1]}1`,
  `${name.split(' ')[0]}soko1`,
  `${name.split(' ')[0]?.replace('A', 'Á')}2026`,
  email,
  email.toUpperCase(),
  email.split('@')[0] ?? '',
  ...(phone ? [phone, `+${phone}`, `0${phone.slice(3)}`, `+${phone.slice(0, 3)} ${phone.slice(3)}`] : []),
]
const bad = (email: string, phone?: string) =>
  [...COMMON, ...SERVICE, ...REPEATED, ...own(email, NAME, phone)].filter((word) => [...word].length >= 8)

/** The passwords that were not refused as such. */
async function taken(words: string[], set: (word: string) => Promise<Answer>, field: string): Promise<string[]> {
  const missed: string[] = []
  for (const word of words) {
    const { status, error } = await set(word)
    const named = error?.details?.map((detail) => detail.field)
    if (status !== 400 || !named?.includes(field)) missed.push(`${word}: ${status} ${named ?? ''}`)
  }
  return missed
}
async function person(): Promise<Person> {
  const somebody = await freshlySignedIn()
  await changeUser(somebody.id, 'name = ?, phone = ?, phone_verified_at = 1', NAME, freshPhone())
  return somebody
}
const numberOf = async (one: Person): Promise<string> => ok(await call(one, 'GET', '/users/me')).phone

const GOOD = ['Un-tout-autre-mot-8', 'cheval agrafe batterie juste', 'tR9$kLw2', 'Ñandú-Ébène-44']

describe('a password that is easily guessed', () => {
  it('8.3.7 is refused at sign-up', async () => {
    const email = `aline.zanzibar-${crypto.randomUUID().slice(0, 4)}@test.example`
    const create = (password: string, more: object = {}) =>
      call(guest, 'POST', '/auth/create-account', {
        name: NAME,
        email,
        password,
        role: 'BUYER',
        phone: `+${PHONE}`,
        ...more,
      })
    expect(await taken(bad(email, PHONE), create, 'password')).toEqual([])
    for (const word of GOOD) expect((await create(word, { email: freshEmail() })).status, word).toBe(201)
  })

  it('8.3.7 is refused when it is changed', async () => {
    const one = await person()
    const update = (newPassword: string) =>
      call(one, 'POST', '/auth/password/update', { currentPassword: PASSWORD, newPassword })
    const words = bad(one.email, await numberOf(one))
    // Ten tries of a password in a quarter of an hour.
    for (let i = 0; i < words.length; i += 8) {
      expect(await taken(words.slice(i, i + 8), update, 'newPassword')).toEqual([])
      wait(16 * MINUTE)
      Object.assign(one, await again(one))
    }
    ok(await update(GOOD[0] ?? ''))
  })

  it('8.3.7 is refused when it is made beside Google', async () => {
    const { caller, email } = await joinedWithGoogle()
    await changeUser(caller.id, 'name = ?, phone = ?, phone_verified_at = 1', NAME, freshPhone())
    const make = (newPassword: string) => call(caller, 'POST', '/auth/password/create', { newPassword })
    expect(await taken(bad(email, await numberOf(caller)), make, 'newPassword')).toEqual([])
    ok(await make(GOOD[1] ?? ''))
  })

  it('8.3.7 is refused by the link of a forgotten one, which still works after that', async () => {
    const one = await person()
    const mail = await messageAfter(one.email, () => call(guest, 'POST', '/auth/password/forgot', { email: one.email }))
    const token = linkToken(mail)
    const reset = (newPassword: string) => call(guest, 'POST', '/auth/password/reset', { token, newPassword })
    expect(await taken(bad(one.email, await numberOf(one)), reset, 'newPassword')).toEqual([])
    ok(await reset(GOOD[2] ?? ''))
  })

  it('8.3.7 is refused at the end of a recovery, which still completes after that', async () => {
    const one = await newEstablished()
    await changeUser(one.id, 'name = ?', NAME)
    const { recoveryToken } = await provenRecovery(one)
    wait(3 * DAY)
    const complete = (word: string) => completeRecovery(recoveryToken, word)
    expect(await taken(bad(one.email, one.phone), complete, 'newPassword')).toEqual([])
    const second = [one.second, one.second.split('@')[0] ?? '']
    expect(await taken(second, complete, 'newPassword')).toEqual([])
    ok(await complete(GOOD[3] ?? ''))
  })

  it('8.3.7 nobody who has one already is kept from signing in', async () => {
    const one = await signUp()
    expect((await call(guest, 'POST', '/auth/login/password', { email: one.email, password: PASSWORD })).status).toBe(
      200,
    )
    expect(
      await codeAfter(one.email, () => call(guest, 'POST', '/auth/login/request-otp', { email: one.email })),
    ).toMatch(/^\d{6}$/)
  })
})
