import { expect, it } from 'vitest'
import type { CodeUse } from '#domain/core/codes/issue.ts'
import { tokenText } from '#domain/core/codes/token.ts'
import type { Ctx } from '#domain/core/context.ts'
import { verifyEmail } from '#domain/people/accounts/verify-email.ts'
import { resetPassword } from '#domain/people/passwords/reset.ts'
import { completeRecovery } from '#domain/people/recovery/complete.ts'
import { verifySecondaryEmail } from '#domain/people/secondary-email/verify.ts'
import { verifyOtp } from '#domain/people/sign-in/verify-otp.ts'
import { issuedCode, issuedToken } from '#testing/domain/codes.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { addMarket, EMAIL, SECOND_EMAIL } from '#testing/domain/market.ts'
import { NEW_PASSWORD } from '#testing/domain/passwords.ts'
import { DEVICE } from '#testing/domain/sessions.ts'

// A code or token that was used once opens nothing again, however often it is sent: 10,000 replays of each kind.

const domain = openDomain(addMarket)
const { ctx } = domain

const code = (use: CodeUse) => issuedCode(ctx, use)
const token = async (purpose: 'PASSWORD_RESET' | 'RECOVERY', facts: Record<string, string | number>) =>
  tokenText(await issuedToken(ctx, { purpose, userId: 'buyer', ttlMs: 60_000, facts }))

const KINDS: Record<string, () => Promise<(at: Ctx) => Promise<unknown>>> = {
  'a code that signs in': async () => {
    const input = { email: EMAIL, code: await code({ purpose: 'LOGIN', person: EMAIL, target: EMAIL }) }
    return (at) => verifyOtp(at, input, DEVICE)
  },
  'a code that proves an address': async () => {
    const input = { email: EMAIL, code: await code({ purpose: 'EMAIL', person: EMAIL, target: EMAIL }) }
    return (at) => verifyEmail(at, input, DEVICE)
  },
  'a code of a second address': async () => {
    const target = SECOND_EMAIL
    const input = { code: await code({ purpose: 'SECONDARY_EMAIL', person: 'buyer', target }) }
    return (at) => verifySecondaryEmail(at, input)
  },
  'a reset link': async () => {
    const input = { token: await token('PASSWORD_RESET', { email: EMAIL }), newPassword: NEW_PASSWORD }
    return (at) => resetPassword(at, input)
  },
  'a recovery token': async () => {
    domain.add('recoveries', { id: 'rec', user_id: 'buyer', proven_at: NOW, expires_at: NOW + 1, created_at: NOW })
    const facts = { recoveryId: 'rec', availableAt: NOW, email: EMAIL }
    const input = { recoveryToken: await token('RECOVERY', facts), newPassword: NEW_PASSWORD }
    return (at) => completeRecovery(at, input)
  },
}

it.each(Object.entries(KINDS))('%s', async (_, prepare) => {
  const use = await prepare()
  const me = domain.as({ id: 'buyer', email: EMAIL, provenAt: NOW })
  await use(me)
  const seen = { accepted: 0, refused: 0 }
  for (let i = 0; i < 10_000; i++) {
    await use(me).then(
      () => seen.accepted++,
      ({ code }) => (code === 'GONE' ? seen.refused++ : Promise.reject(new Error(code))),
    )
  }
  expect(seen).toEqual({ accepted: 0, refused: 10_000 })
})
