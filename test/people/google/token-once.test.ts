import { describe, expect, it } from 'vitest'
import { tally, together } from '#testing/api.ts'
import { linkGoogle, loginGoogle, newGoogleAccount, registerGoogle } from '#testing/fixtures/google.ts'
import { freshlySignedIn } from '#testing/stories/people.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const bytes = (part: string) => atob(part.replaceAll('-', '+').replaceAll('_', '/'))

/** Other spellings of one token: its last letter carries bits that no decoder reads. */
function otherSpellings(token: string): string[] {
  const signature = token.split('.')[2] ?? ''
  const rest = token.slice(0, -1)
  const twins = [...ALPHABET]
    .filter((letter) => letter !== token.at(-1))
    .filter((letter) => bytes(signature.slice(0, -1) + letter) === bytes(signature))
    .map((letter) => rest + letter)
  return [...twins, `${token}=`, `${token}==`, ` ${token}`, `${token} `, `${token}\n`]
}

async function joined() {
  const account = newGoogleAccount()
  expect((await registerGoogle(await account.token())).status).toBe(201)
  return account
}

describe('a Google token is used once, by what it signs and not by its spelling', () => {
  it('opens no second session with another last letter, padding or space', async () => {
    const account = await joined()
    const token = await account.token()
    expect((await loginGoogle(token)).status).toBe(200)
    const spellings = otherSpellings(token)
    expect(spellings.length).toBeGreaterThan(10)
    for (const spelling of spellings) {
      const { status } = await loginGoogle(spelling)
      expect([401, 400]).toContain(status)
    }
  })

  it('opens one session for all its spellings at once', async () => {
    const account = await joined()
    const token = await account.token()
    const spellings = [token, ...otherSpellings(token)]
    const answers = await together(spellings.length, (i) => loginGoogle(spellings[i] ?? ''))
    const { 200: opened, 400: malformed = 0, 401: used = 0 } = tally(answers)
    expect([opened, malformed + used]).toEqual([1, spellings.length - 1])
  })

  it('that joined neither signs in nor links, in any spelling', async () => {
    const account = newGoogleAccount()
    const token = await account.token()
    expect((await registerGoogle(token)).status).toBe(201)
    const person = await freshlySignedIn()
    const [twin = ''] = otherSpellings(token)
    const used = { status: 401, error: { reason: 'INVALID_CREDENTIALS' } }
    expect(await linkGoogle(person, token)).toMatchObject(used)
    for (const spelling of [token, twin]) {
      expect((await loginGoogle(spelling)).status).toBe(401)
      expect((await linkGoogle(person, spelling)).status).toBeGreaterThanOrEqual(400)
    }
  })

  it('the next token of the same account opens the next session', async () => {
    const account = await joined()
    expect((await loginGoogle(await account.token())).status).toBe(200)
    expect((await loginGoogle(await account.token({ nonce: crypto.randomUUID() }))).status).toBe(200)
  })
})
