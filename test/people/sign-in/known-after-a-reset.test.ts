import { describe, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { wait } from '#testing/clock.ts'
import { NEW_PASSWORD, PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { device, elsewhere, guessPasswords, isKnownTo, linkFor, post, refusalOf } from '#testing/stories/owners.ts'
import {
  browse,
  cookiesOf,
  DAY,
  enter,
  MINUTE,
  newEstablished,
  provenRecovery,
  signedIn,
} from '#testing/stories/people.ts'
import { clockGoesOn } from '#testing/stories/production.ts'

// Rules 8.9.5, 8.3.1: a change of password makes the device on which it was made known anew (token or cookie in its answer): one that was forgotten and
// reset by a link, and the one at the end of a recovery, too.
//
// Silent: whether the token that the device had before goes on being good.

clockGoesOn()

describe('a password that was forgotten', () => {
  it('8.9.5 makes the phone known on which the link was opened, though strangers spend every try', async () => {
    const { email } = await signUp()
    const token = await linkFor(email)
    const reset = await post('/auth/password/reset', { token, newPassword: NEW_PASSWORD })
    expect(refusalOf(reset)).toBe(200)
    expect(reset.data.deviceToken).toMatch(/^\S{20,}$/)
    await guessPasswords(email)
    expect((await enter(email, NEW_PASSWORD, elsewhere())).status).toBe(429)
    expect((await enter(email, NEW_PASSWORD, elsewhere(device(reset.data.deviceToken)))).status).toBe(200)
  })

  it('8.9.5 gives a browser its cookie, and shows it nowhere else', async () => {
    const { email } = await signUp()
    const token = await linkFor(email)
    const body = { token, newPassword: NEW_PASSWORD }
    const reset = await browse('POST', '/auth/password/reset', { body, headers: elsewhere() })
    expect(reset.status).toBe(200)
    expect(await reset.text()).not.toContain('deviceToken')
    const marks = Object.values(cookiesOf(reset)).filter(({ attributes }) =>
      attributes.some((one) => /^Max-Age=31\d{6}$/.test(one)),
    )
    expect(marks).toHaveLength(1)
    expect(marks[0]?.attributes).toEqual(expect.arrayContaining(['HttpOnly', 'Secure']))
  })

  it('8.9.5 makes nothing known by a link that is old, used or made up', async () => {
    const { email } = await signUp()
    const token = await linkFor(email)
    const resets = (with_: string) => post('/auth/password/reset', { token: with_, newPassword: NEW_PASSWORD })
    expect((await resets(token)).status).toBe(200)
    for (const wrong of [token, `${token.slice(0, -3)}abc`, 'x'.repeat(40)]) {
      const answer = await resets(wrong)
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(JSON.stringify(answer.body)).not.toContain('deviceToken')
    }
  })
})

describe('a recovery that is complete', () => {
  it('8.9.5 makes the phone known on which it was completed', async () => {
    const person = await newEstablished()
    const { recoveryToken } = await provenRecovery(person)
    wait(DAY + MINUTE)
    const done = await post('/auth/recovery/complete', { recoveryToken, newPassword: NEW_PASSWORD })
    expect(refusalOf(done)).toBe(200)
    expect(done.data.deviceToken).toMatch(/^\S{20,}$/)
    wait(2 * MINUTE)
    expect(await isKnownTo(person.email, done.data.deviceToken)).toBe(true)
  })
})

describe('the mark of a change', () => {
  it('8.9.5 is another one for each account on the same phone', async () => {
    const [first, second] = [await signedIn(await signUp()), await signedIn(await signUp())]
    const changes = async (person: typeof first) =>
      (await call(person, 'POST', '/auth/password/update', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }))
        .data.deviceToken as string
    const marks = [await changes(first), await changes(second)]
    wait(2 * MINUTE)
    expect(await isKnownTo(first.email, marks[1] ?? '')).toBe(false)
    wait(2 * MINUTE)
    expect(await isKnownTo(second.email, marks[1] ?? '')).toBe(true)
  })
})
