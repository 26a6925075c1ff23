import { Hono } from 'hono'
import * as z from 'zod'
import { MessageView, OneEmail } from '../../domain/core/codes/mail-code.ts'
import { CreateAccount, createAccount } from '../../domain/people/accounts/create-account.ts'
import { findMe } from '../../domain/people/accounts/find-me.ts'
import { resendVerification } from '../../domain/people/accounts/resend-verification.ts'
import { VerifyEmail, verifyEmail } from '../../domain/people/accounts/verify-email.ts'
import { logout } from '../../domain/people/sessions/logout.ts'
import { RefreshSession, refreshSession } from '../../domain/people/sessions/refresh-session.ts'
import { LoginPassword, loginPassword } from '../../domain/people/sign-in/login-password.ts'
import { requestOtp } from '../../domain/people/sign-in/request-otp.ts'
import { VerifyOtp, verifyOtp } from '../../domain/people/sign-in/verify-otp.ts'
import { MeView, RefreshView, SessionView, SignInView } from '../../domain/people/sign-in/view.ts'
import { LoginTotp, loginTotp } from '../../domain/people/totp/login.ts'
import { UserView } from '../../domain/people/users/view.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'
import {
  clearSessionCookies,
  clientTypeOf,
  deviceOf,
  giveSession,
  giveTokens,
  refreshCookieOf,
  requireAllowedOrigin,
  setSessionCookies,
} from '../../http/session.ts'

export const auth = new Hono<AppEnv>()
  .post(
    '/create-account',
    op({
      summary: 'Créer un compte',
      roles: 'public',
      tier: 'creation',
      json: CreateAccount,
      status: 201,
      ok: z.object({ user: UserView, verificationRequired: z.boolean() }),
    }),
    async (c) => c.json(ok(await createAccount(ctx(c), c.req.valid('json'))), 201),
  )
  .post(
    '/verify-email',
    op({
      summary: "Vérifier l'adresse e-mail",
      roles: 'public',
      tier: 'credential',
      json: VerifyEmail,
      ok: z.object({ user: UserView }),
    }),
    async (c) => c.json(ok(await verifyEmail(ctx(c), c.req.valid('json')))),
  )
  .post(
    '/resend-verification',
    op({
      summary: 'Recevoir un autre code de vérification',
      roles: 'public',
      tier: 'request',
      json: OneEmail,
      ok: MessageView,
    }),
    async (c) => c.json(ok(await resendVerification(ctx(c), c.req.valid('json')))),
  )
  .post(
    '/login/password',
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
    '/login/request-otp',
    op({ summary: 'Recevoir un code de connexion', roles: 'public', tier: 'request', json: OneEmail, ok: MessageView }),
    async (c) => c.json(ok(await requestOtp(ctx(c), c.req.valid('json')))),
  )
  .post(
    '/login/verify-otp',
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
    '/login/totp',
    op({
      summary: "Répondre à la double authentification d'une connexion",
      roles: 'public',
      tier: 'credential',
      json: LoginTotp,
      openToBlocked: true,
      ok: SessionView,
      setsCookies: true,
    }),
    async (c) => c.json(ok(giveTokens(c, await loginTotp(ctx(c), c.req.valid('json'), deviceOf(c))))),
  )
  .post(
    '/refresh-token',
    op({
      summary: "Renouveler le jeton d'accès",
      roles: 'public',
      tier: 'session',
      json: RefreshSession,
      ok: RefreshView,
      setsCookies: true,
    }),
    async (c) => {
      if (clientTypeOf(c) === 'MOBILE')
        return c.json(ok(await refreshSession(ctx(c), c.req.valid('json').refreshToken)))
      requireAllowedOrigin(c)
      const tokens = await refreshSession(ctx(c), refreshCookieOf(c))
      setSessionCookies(c, tokens)
      return c.json(ok({ expiresIn: tokens.expiresIn }))
    },
  )
  .get('/me', op({ summary: 'Mon compte', roles: 'signedIn', tier: 'session', ok: MeView }), async (c) =>
    c.json(ok(await findMe(ctx(c)))),
  )
  .post(
    '/logout',
    op({
      summary: 'Se déconnecter',
      roles: 'signedIn',
      tier: 'session',
      ok: z.object({ loggedOut: z.literal(true) }),
      setsCookies: true,
    }),
    async (c) => {
      clearSessionCookies(c)
      return c.json(ok(await logout(ctx(c))))
    },
  )
