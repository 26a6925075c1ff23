import { beforeEach, describe, expect, it } from 'vitest'
import { guest } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { freshEmail } from '#testing/fixtures/inputs.ts'
import { PASSWORD } from '#testing/fixtures/people.ts'
import { browse, callWith, freshAddress, from, HOUR } from '#testing/stories/people.ts'

// Rule 7.1: past 10 creations an hour of one address a guest is asked for a challenge, or for Turnstile's word. Sign-out clears both
// cookies for the pages of ours only.

beforeEach(() => void wait(Math.ceil(Date.now() / HOUR) * HOUR + 5000 - Date.now()))

describe('where Turnstile is in use', () => {
  const WITH = { TURNSTILE_SECRET: 'turnstile-secret', WEB_BASE_URL: 'https://soko.test' }

  it('the field that only machines fill lets nobody past the challenge: each costs a hash', async () => {
    const headers = from(freshAddress())
    const answers: number[] = []
    for (let i = 0; i < 14; i++) {
      const body = {
        name: 'Aline',
        email: freshEmail(),
        password: PASSWORD,
        role: 'BUYER',
        website: 'x',
        turnstileToken: 'made-up',
      }
      answers.push((await callWith(WITH, guest, 'POST', '/auth/create-account', body, headers)).status)
    }
    expect(answers.slice(10)).toEqual([429, 429, 429, 429])
  })
})

describe('a form without fields on a page of somebody else', () => {
  it('does not take the cookies of a browser away', async () => {
    // A browser sends no cookie (SameSite=Lax) and no body; it heeds Set-Cookie, because the page itself goes there.
    const answer = await browse('POST', '/auth/logout', {
      headers: { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect({ status: answer.status, cookies: answer.headers.getSetCookie() }).toMatchObject({ cookies: [] })
  })
})
