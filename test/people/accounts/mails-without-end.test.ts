import { describe, expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { freshEmail } from '#testing/fixtures/inputs.ts'
import { writtenTo } from '#testing/fixtures/mails.ts'
import { PASSWORD } from '#testing/fixtures/people.ts'
import { codeAfter, newEstablished } from '#testing/stories/people.ts'

// Rule 7.1: all addresses known before are told, and no message is free without end: one act of an account's own ten times a day.

describe('one act of an account, repeated', () => {
  it('is told ten times a day also at the address that the account left: a thief does not bury its link', async () => {
    const owner = await newEstablished()
    const newEmail = freshEmail('voleur')
    const body = { newEmail, password: PASSWORD }
    const code = await codeAfter(newEmail, () => call(owner, 'POST', '/users/me/email/request', body))
    expect((await call(owner, 'POST', '/users/me/email/verify', { code })).status).toBe(200)
    for (let i = 0; i < 15; i++) {
      expect((await call(owner, 'POST', '/users/me/delete', {})).status).toBe(200)
      expect((await call(owner, 'POST', '/users/me/delete/cancel')).status).toBe(200)
    }
    const told = {
      former: await writtenTo(owner.email, 'account.former-deletion-scheduled'),
      present: await writtenTo(newEmail, 'account.deletion-scheduled'),
    }
    expect(told.present).toBeLessThanOrEqual(10)
    expect(told.former).toBeLessThanOrEqual(10)
  })
})
