import { describe, expect, it } from 'vitest'
import { issueToken, tokenText } from '#domain/core/codes/token.ts'
import { commit } from '#domain/core/commit.ts'
import { DAY_MS } from '#kernel/time.ts'
import { call, guest, type Person } from '#testing/api.ts'
import { contextNow } from '#testing/fixtures/context.ts'
import { freshEmail } from '#testing/fixtures/inputs.ts'
import { changeUser, logIn, PASSWORD, signUp } from '#testing/fixtures/people.ts'

// docs/accounts.md, Passwords: whatever operation sets one, it is none that others would try first.

const WEAK = {
  'that everybody tries': ['qwerty123', 'P@ssw0rd'],
  'of the service': ['soko1234', 'mobilemoney'],
  'of one sign': ['        '],
  'of the own name': ['Espoir Mwamba', 'mwambaespoir', 'Éspoir2026', 'espoirsoko1'],
  'of the own address': ['espoir.mwamba77', 'espoir.mwamba'],
  'of the own number': ['0810001789', '+243 810 001 789'],
}
const GOOD = 'Espoir du lac en 2026'

async function known(): Promise<Person> {
  const person = await signUp()
  const second = freshEmail('x').replace(/^[^@]*/, 'espoir.mwamba77')
  await changeUser(person.id, 'name = ?, secondary_email = ?, phone = ?', 'Espoir Mwamba', second, '243810001789')
  return person
}
async function tokenFor({ id, email }: Person, purpose: 'PASSWORD_RESET' | 'RECOVERY'): Promise<string> {
  const facts = purpose === 'RECOVERY' ? { availableAt: 1, recoveryId: 'none' } : { email }
  const token = await issueToken(contextNow(), { purpose, userId: id, ttlMs: DAY_MS, facts })
  await commit(contextNow(), token.writes)
  return tokenText(token)
}

type Act = (password: string) => ReturnType<typeof call>
const SETTERS: Record<string, (person: Person) => Promise<Act>> = {
  'password/update': async (person) => (newPassword) =>
    call(person, 'POST', '/auth/password/update', { currentPassword: PASSWORD, newPassword }),
  'password/create': async (person) => {
    await changeUser(person.id, 'password_hash = NULL')
    return (newPassword) => call(person, 'POST', '/auth/password/create', { newPassword })
  },
  'password/reset': async (person) => {
    const token = await tokenFor(person, 'PASSWORD_RESET')
    return (newPassword) => call(guest, 'POST', '/auth/password/reset', { token, newPassword })
  },
  'recovery/complete': async (person) => {
    const recoveryToken = await tokenFor(person, 'RECOVERY')
    return (newPassword) => call(guest, 'POST', '/auth/recovery/complete', { recoveryToken, newPassword })
  },
}

describe.each(Object.entries(SETTERS))('%s', (name, setterOf) => {
  it('refuses what others would try, and spends no try of a token', async () => {
    const person = await known()
    const set = await setterOf(person)
    for (const [why, passwords] of Object.entries(WEAK))
      for (const password of name === 'password/update' ? passwords.slice(0, 1) : passwords) {
        const { status, error } = await set(password)
        expect([status, error?.details?.[0]?.field], `${why}: ${password}`).toEqual([400, 'newPassword'])
      }
    // A recovery that was never begun is over.
    expect((await set(GOOD)).status).toBe(name === 'recovery/complete' ? 410 : name === 'password/create' ? 201 : 200)
    if (name !== 'recovery/complete') expect((await logIn(person.email, GOOD)).status).toBe(200)
  })
})

it('create-account refuses it too, with the address and number that are given', async () => {
  const join = (password: string) =>
    call(guest, 'POST', '/auth/create-account', {
      ...{
        name: 'Espoir Mwamba',
        email: 'espoir.mwamba77@example.test',
        phone: '+243810001789',
        role: 'BUYER',
        password,
      },
    })
  for (const password of [...Object.values(WEAK).flat(), 'espoir.mwamba77@example.test']) {
    const { status, error } = await join(password)
    expect([status, error?.details?.[0]?.field], password).toEqual([400, 'password'])
  }
  expect((await join(GOOD)).status).toBe(201)
})
