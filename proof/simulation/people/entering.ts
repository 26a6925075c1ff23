import { CreateAccount, createAccount } from '../../../src/domain/people/accounts/create-account.ts'
import { resendVerification } from '../../../src/domain/people/accounts/resend-verification.ts'
import { verifyEmail } from '../../../src/domain/people/accounts/verify-email.ts'
import { refreshSession } from '../../../src/domain/people/sessions/refresh-session.ts'
import { LoginPassword, loginPassword } from '../../../src/domain/people/sign-in/login-password.ts'
import { requestOtp } from '../../../src/domain/people/sign-in/request-otp.ts'
import { verifyOtp } from '../../../src/domain/people/sign-in/verify-otp.ts'
import { stepOfCode } from '../../../src/domain/people/totp/authenticator.ts'
import { loginTotp } from '../../../src/domain/people/totp/login.ts'
import type { World } from '../world.ts'
import { codeOfApp } from './authenticator.ts'
import { addressOf, aGuest, DEVICES, opensOnce, recent, remember } from './guests.ts'
import { act, type Commands, codeFrom } from './plan.ts'

const PASSWORDS = ['Kivu-2026!a', 'Kivu-2026!b', 'Kivu-2026!c'] as const

const twice = (world: World) => world.random.chance(0.2)

export const entering: Commands = {
  createAccount: {
    weight: 1,
    plan(world) {
      const guest = aGuest(world)
      const password = world.random.pick(PASSWORDS)
      const input = CreateAccount.parse({ name: 'Aline', email: guest.email, password, role: 'BUYER' })
      guest.passwords.push(password)
      return act('createAccount', null, guest.email, (ctx) => createAccount(ctx, input))
    },
  },
  resendVerification: {
    weight: 0.6,
    plan(world) {
      const { email } = aGuest(world)
      return act('resendVerification', null, email, (ctx) => resendVerification(ctx, { email }))
    },
  },
  verifyEmail: {
    weight: 4,
    plan(world) {
      const { email } = aGuest(world)
      const code = codeFrom(world, email, 'vérifier votre adresse')
      if (!code) return undefined
      return act('verifyEmail', null, [email, code], (ctx) => verifyEmail(ctx, { email, code }))
    },
  },
  loginPassword: {
    weight: 4,
    plan(world) {
      const guest = aGuest(world)
      const password = recent(world, guest.passwords)
      if (!password) return undefined
      const input = LoginPassword.parse({ email: addressOf(world, guest), password })
      const device = world.random.pick(DEVICES)
      const run = act('loginPassword', null, input.email, async (ctx) =>
        remember(guest, await loginPassword(ctx, input, device)),
      )
      return twice(world) ? [...run, ...run] : run
    },
  },
  requestOtp: {
    weight: 1.5,
    plan(world) {
      const email = addressOf(world, aGuest(world))
      return act('requestOtp', null, email, (ctx) => requestOtp(ctx, { email }))
    },
  },
  verifyOtp: {
    weight: 4,
    plan(world) {
      const guest = aGuest(world)
      const email = addressOf(world, guest)
      const code = codeFrom(world, email, 'ouvre votre compte')
      if (!code) return undefined
      const run = act('verifyOtp', null, [email, code], async (ctx) => {
        const answer = remember(guest, await verifyOtp(ctx, { email, code }, world.random.pick(DEVICES)))
        opensOnce(world, `otp:${email}:${code}`)
        return answer
      })
      return twice(world) ? [...run, ...run] : run
    },
  },
  loginTotp: {
    weight: 5,
    plan(world) {
      const guest = aGuest(world)
      const pendingToken = recent(world, guest.pending)
      const code = codeOfApp(world, guest.seed)
      const backupCode = world.random.chance(0.3) ? recent(world, guest.backupCodes) : undefined
      if (!pendingToken || !(code || backupCode)) return undefined
      const { seed, email } = guest
      const proof = backupCode ? { backupCode } : { code }
      const run = act('loginTotp', null, [email, proof], async (ctx) => {
        const step = seed && code ? stepOfCode(seed, code, ctx.now) : null
        const session = await loginTotp(ctx, { pendingToken, ...proof }, world.random.pick(DEVICES))
        opensOnce(world, `pending:${pendingToken}`)
        opensOnce(world, backupCode ? `backup:${backupCode}` : `step:${seed}:${step}`)
        guest.refreshTokens.push(session.tokens.refreshToken)
        return session
      })
      return twice(world) ? [...run, ...run] : run
    },
  },
  refreshSession: {
    weight: 1.5,
    plan(world) {
      const guest = aGuest(world)
      const token = recent(world, guest.refreshTokens)
      if (!token) return undefined
      return act('refreshSession', null, guest.email, async (ctx) => {
        const tokens = await refreshSession(ctx, token)
        guest.refreshTokens.push(tokens.refreshToken)
        return tokens
      })
    },
  },
}
