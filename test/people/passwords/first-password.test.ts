import { describe, expect, it } from 'vitest'
import { call, tally, together } from '#testing/api.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { enter, freshAddress, freshlySignedIn, from } from '#testing/stories/people.ts'

// Rule 7.1: at most 8 hashes wait, the next is 503, so none is spent on what is refused anyway.

describe('a first password for an account that has one', () => {
  it('costs no hash, and keeps nobody else out, however often it is asked for', async () => {
    const me = await freshlySignedIn()
    const other = await signUp()
    const headers = from(freshAddress())
    const body = { newPassword: 'Une-autre-phrase-9' }
    const create = () => call(me, 'POST', '/auth/password/create', body, headers)
    const asked = together(40, create)
    const entered = await enter(other.email, undefined, from(freshAddress()))
    const answers = tally(await asked)
    expect({ answers, entered: entered.status }).toEqual({ answers: { 409: 10, 429: 30 }, entered: 200 })
  })

  it('is counted with the credentials, as every other hash', async () => {
    const me = await freshlySignedIn()
    const headers = from(freshAddress())
    const body = { newPassword: 'Une-autre-phrase-9' }
    const answers = []
    for (let i = 0; i < 15; i++) answers.push(await call(me, 'POST', '/auth/password/create', body, headers))
    expect(tally(answers)[429] ?? 0).toBeGreaterThan(0)
  })
})
