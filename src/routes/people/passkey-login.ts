import { Hono } from 'hono'
import { loginPasskey, PasskeyLogin } from '../../domain/people/passkeys/login.ts'
import { PasskeyLoginOptions, startPasskeyLogin } from '../../domain/people/passkeys/login-options.ts'
import { LoginOptionsView } from '../../domain/people/passkeys/view.ts'
import { SignInView } from '../../domain/people/sign-in/view.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'
import { deviceOf, giveSession } from '../../http/session.ts'

export const passkeyLogin = new Hono<AppEnv>()
  .post(
    '/options',
    op({
      summary: "Commencer une connexion par clé d'accès",
      roles: 'public',
      openToBlocked: true,
      tier: 'request',
      json: PasskeyLoginOptions,
      ok: LoginOptionsView,
    }),
    async (c) => c.json(ok(await startPasskeyLogin(ctx(c), c.req.valid('json')))),
  )
  .post(
    '/verify',
    op({
      summary: "Se connecter par clé d'accès",
      roles: 'public',
      openToBlocked: true,
      tier: 'credential',
      json: PasskeyLogin,
      ok: SignInView,
      setsCookies: true,
    }),
    async (c) => c.json(ok(giveSession(c, await loginPasskey(ctx(c), c.req.valid('json'), deviceOf(c))))),
  )
