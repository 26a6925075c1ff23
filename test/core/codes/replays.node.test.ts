import { expect, it } from 'vitest'
import { quickenDrizzle } from '../../../proof/simulation/drizzle/quick.ts'
import { type CodeUse, issueCode } from '../../../src/domain/core/codes/issue.ts'
import { issueToken, tokenText } from '../../../src/domain/core/codes/token.ts'
import { commit } from '../../../src/domain/core/commit.ts'
import type { Ctx } from '../../../src/domain/core/context.ts'
import { verifyEmail } from '../../../src/domain/people/accounts/verify-email.ts'
import { resetPassword } from '../../../src/domain/people/passwords/reset.ts'
import { completeRecovery } from '../../../src/domain/people/recovery/complete.ts'
import { verifySecondaryEmail } from '../../../src/domain/people/secondary-email/verify.ts'
import { verifyOtp } from '../../../src/domain/people/sign-in/verify-otp.ts'
import { NOW, openDomain } from '../../in-node/domain.ts'
import { addMarket } from '../../in-node/people.ts'

// What was used once opens nothing again, however often it is sent: 10,000 replays of each kind of code and token.

quickenDrizzle()
const domain = openDomain(addMarket)
const { ctx } = domain

const device = { clientType: 'MOBILE', deviceName: 'Un téléphone', ipAddress: null } as const
const EMAIL = 'buyer@soko.test'
const newPassword = 'Un-tout-autre-mot-7'

async function code(use: CodeUse) {
  const issued = await issueCode(ctx, use)
  await commit(ctx, issued.writes)
  return issued.code
}
async function token(purpose: 'PASSWORD_RESET' | 'RECOVERY', facts: Record<string, string | number>) {
  const issued = await issueToken(ctx, { purpose, userId: 'buyer', ttlMs: 60_000, facts })
  await commit(ctx, issued.writes)
  return tokenText(issued)
}

const KINDS: Record<string, () => Promise<(at: Ctx) => Promise<unknown>>> = {
  'a code that signs in': async () => {
    const input = { email: EMAIL, code: await code({ purpose: 'LOGIN', person: EMAIL, target: EMAIL }) }
    return (at) => verifyOtp(at, input, device)
  },
  'a code that proves an address': async () => {
    const input = { email: EMAIL, code: await code({ purpose: 'EMAIL', person: EMAIL, target: EMAIL }) }
    return (at) => verifyEmail(at, input)
  },
  'a code of a second address': async () => {
    const target = 'second@soko.test'
    const input = { code: await code({ purpose: 'SECONDARY_EMAIL', person: 'buyer', target }) }
    return (at) => verifySecondaryEmail(at, input)
  },
  'a reset link': async () => {
    const input = { token: await token('PASSWORD_RESET', { email: EMAIL }), newPassword }
    return (at) => resetPassword(at, input)
  },
  'a recovery token': async () => {
    domain.add('recoveries', { id: 'rec', user_id: 'buyer', proven_at: NOW, expires_at: NOW + 1, created_at: NOW })
    const facts = { recoveryId: 'rec', availableAt: NOW, email: EMAIL }
    const input = { recoveryToken: await token('RECOVERY', facts), newPassword }
    return (at) => completeRecovery(at, input)
  },
}

it.each(Object.entries(KINDS))('%s', async (_, prepare) => {
  const use = await prepare()
  const me = domain.as({ id: 'buyer', email: EMAIL })
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
