import { CreateAccount, createAccount } from '#domain/people/accounts/create-account.ts'
import { resendVerification } from '#domain/people/accounts/resend-verification.ts'
import { verifyEmail } from '#domain/people/accounts/verify-email.ts'
import { refreshSession } from '#domain/people/sessions/refresh-session.ts'
import { LoginPassword, loginPassword } from '#domain/people/sign-in/login-password.ts'
import { requestOtp } from '#domain/people/sign-in/request-otp.ts'
import { verifyOtp } from '#domain/people/sign-in/verify-otp.ts'
import { stepOfCode } from '#domain/people/totp/authenticator.ts'
import { loginTotp } from '#domain/people/totp/login.ts'
import type { Simulation } from '../../simulation.ts'
import { act, type Commands, codeFrom } from '../plan.ts'
import { codeOfApp } from './authenticator.ts'
import { addressOf, aGuest, DEVICES, opensOnce, recent, remember } from './guests.ts'

const PASSWORDS = ['Kivu-2026!a', 'Kivu-2026!b', 'Kivu-2026!c'] as const

const twice = (simulation: Simulation) => simulation.random.chance(0.2)

export const entering: Commands = {
  createAccount: {
    weight: 1,
    plan(simulation) {
      const guest = aGuest(simulation)
      const password = simulation.random.pick(PASSWORDS)
      const input = CreateAccount.parse({ name: 'Aline', email: guest.email, password, role: 'BUYER' })
      guest.passwords.push(password)
      return act('createAccount', null, guest.email, (ctx) => createAccount(ctx, input))
    },
  },
  resendVerification: {
    weight: 0.6,
    plan(simulation) {
      const { email } = aGuest(simulation)
      return act('resendVerification', null, email, (ctx) => resendVerification(ctx, { email }))
    },
  },
  verifyEmail: {
    weight: 4,
    plan(simulation) {
      const { email } = aGuest(simulation)
      const code = codeFrom(simulation, email, 'vérifier votre adresse')
      if (!code) return undefined
      return act('verifyEmail', null, [email, code], (ctx) =>
        verifyEmail(ctx, { email, code }, simulation.random.pick(DEVICES)),
      )
    },
  },
  loginPassword: {
    weight: 4,
    plan(simulation) {
      const guest = aGuest(simulation)
      const password = recent(simulation, guest.passwords)
      if (!password) return undefined
      const input = LoginPassword.parse({ email: addressOf(simulation, guest), password })
      const device = simulation.random.pick(DEVICES)
      const run = act('loginPassword', null, input.email, async (ctx) =>
        remember(guest, await loginPassword(ctx, input, device)),
      )
      return twice(simulation) ? [...run, ...run] : run
    },
  },
  requestOtp: {
    weight: 1.5,
    plan(simulation) {
      const email = addressOf(simulation, aGuest(simulation))
      return act('requestOtp', null, email, (ctx) => requestOtp(ctx, { email }))
    },
  },
  verifyOtp: {
    weight: 4,
    plan(simulation) {
      const guest = aGuest(simulation)
      const email = addressOf(simulation, guest)
      const code = codeFrom(simulation, email, 'ouvre votre compte')
      if (!code) return undefined
      const run = act('verifyOtp', null, [email, code], async (ctx) => {
        const answer = remember(guest, await verifyOtp(ctx, { email, code }, simulation.random.pick(DEVICES)))
        opensOnce(simulation, `otp:${email}:${code}`)
        return answer
      })
      return twice(simulation) ? [...run, ...run] : run
    },
  },
  loginTotp: {
    weight: 5,
    plan(simulation) {
      const guest = aGuest(simulation)
      const pendingToken = recent(simulation, guest.pending)
      const code = codeOfApp(simulation, guest.seed)
      const backupCode = simulation.random.chance(0.3) ? recent(simulation, guest.backupCodes) : undefined
      if (!pendingToken || !(code || backupCode)) return undefined
      const { seed, email } = guest
      const proof = backupCode ? { backupCode } : { code }
      const run = act('loginTotp', null, [email, proof], async (ctx) => {
        const step = seed && code ? stepOfCode(seed, code, ctx.now) : null
        const session = await loginTotp(ctx, { pendingToken, ...proof }, simulation.random.pick(DEVICES))
        opensOnce(simulation, `pending:${pendingToken}`)
        opensOnce(simulation, backupCode ? `backup:${backupCode}` : `step:${seed}:${step}`)
        guest.refreshTokens.push(session.tokens.refreshToken)
        return session
      })
      return twice(simulation) ? [...run, ...run] : run
    },
  },
  refreshSession: {
    weight: 1.5,
    plan(simulation) {
      const guest = aGuest(simulation)
      const token = recent(simulation, guest.refreshTokens)
      if (!token) return undefined
      return act('refreshSession', null, guest.email, async (ctx) => {
        const tokens = await refreshSession(ctx, token)
        guest.refreshTokens.push(tokens.refreshToken)
        return tokens
      })
    },
  },
}
