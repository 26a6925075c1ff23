import { Hono } from 'hono'
import { MessageView, OneEmail } from '../../domain/core/codes/mail-code.ts'
import { LoginPassword, loginPassword } from '../../domain/people/sign-in/login-password.ts'
import { requestOtp } from '../../domain/people/sign-in/request-otp.ts'
import { VerifyOtp, verifyOtp } from '../../domain/people/sign-in/verify-otp.ts'
import { SessionView, SignInView } from '../../domain/people/sign-in/view.ts'
import { LoginTotp, loginTotp } from '../../domain/people/totp/login.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'
import { deviceOf, giveSession, giveTokens } from '../../http/session.ts'

export const login = new Hono<AppEnv>()
  .post(
    '/password',
    op({
      summary: 'Se connecter par mot de passe',
      roles: 'public',
      tier: 'credential',
      json: LoginPassword,
      ok: SignInView,
      setsCookies: true,
    }),
    async (c) => c.json(ok(giveSession(c, await loginPassword(ctx(c), c.req.valid('json'), deviceOf(c))))),
  )
  .post(
    '/request-otp',
    op({
      summary: 'Recevoir un code de connexion',
      roles: 'public',
      tier: 'request',
      json: OneEmail,
      ok: MessageView,
    }),
    async (c) => c.json(ok(await requestOtp(ctx(c), c.req.valid('json')))),
  )
  .post(
    '/verify-otp',
    op({
      summary: 'Se connecter par le code reçu',
      roles: 'public',
      tier: 'credential',
      json: VerifyOtp,
      ok: SignInView,
      setsCookies: true,
    }),
    async (c) => c.json(ok(giveSession(c, await verifyOtp(ctx(c), c.req.valid('json'), deviceOf(c))))),
  )
  .post(
    '/totp',
    op({
      summary: "Répondre à la double authentification d'une connexion",
      roles: 'public',
      openToBlocked: true,
      tier: 'credential',
      json: LoginTotp,
      ok: SessionView,
      setsCookies: true,
    }),
    async (c) => c.json(ok(giveTokens(c, await loginTotp(ctx(c), c.req.valid('json'), deviceOf(c))))),
  )
