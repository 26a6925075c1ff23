import { Hono } from 'hono'
import * as z from 'zod'
import { listPasskeys } from '../../domain/people/passkeys/list.ts'
import { loginPasskey, PasskeyLogin } from '../../domain/people/passkeys/login.ts'
import { PasskeyLoginOptions, startPasskeyLogin } from '../../domain/people/passkeys/login-options.ts'
import { RegisterPasskey, registerPasskey } from '../../domain/people/passkeys/register.ts'
import { startPasskeyRegistration } from '../../domain/people/passkeys/register-options.ts'
import { removePasskey } from '../../domain/people/passkeys/remove.ts'
import { LoginOptionsView, PasskeyView, RegistrationOptionsView } from '../../domain/people/passkeys/view.ts'
import { SignInView } from '../../domain/people/sign-in/view.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'
import { deviceOf, giveSession } from '../../http/session.ts'
import * as f from '../../kernel/fields.ts'

export const passkeys = new Hono<AppEnv>()
  .post(
    '/register/options',
    op({
      summary: "Commencer l'ajout d'une clé d'accès",
      roles: 'signedIn',
      tier: 'authenticated',
      ok: RegistrationOptionsView,
    }),
    async (c) => c.json(ok(await startPasskeyRegistration(ctx(c)))),
  )
  .post(
    '/register/verify',
    op({
      summary: "Ajouter une clé d'accès",
      roles: 'signedIn',
      tier: 'authenticated',
      json: RegisterPasskey,
      status: 201,
      ok: PasskeyView,
    }),
    async (c) => c.json(ok(await registerPasskey(ctx(c), c.req.valid('json'), deviceOf(c))), 201),
  )
  .post(
    '/login/options',
    op({
      summary: "Commencer une connexion par clé d'accès",
      roles: 'public',
      tier: 'request',
      json: PasskeyLoginOptions,
      ok: LoginOptionsView,
      openToBlocked: true,
    }),
    async (c) => c.json(ok(await startPasskeyLogin(ctx(c), c.req.valid('json')))),
  )
  .post(
    '/login/verify',
    op({
      summary: "Se connecter par clé d'accès",
      roles: 'public',
      tier: 'credential',
      json: PasskeyLogin,
      ok: SignInView,
      openToBlocked: true,
      setsCookies: true,
    }),
    async (c) => c.json(ok(giveSession(c, await loginPasskey(ctx(c), c.req.valid('json'), deviceOf(c))))),
  )
  .get(
    '/',
    op({
      summary: "Mes clés d'accès",
      roles: 'signedIn',
      tier: 'authenticated',
      ok: z.object({ passkeys: z.array(PasskeyView) }),
    }),
    async (c) => c.json(ok(await listPasskeys(ctx(c)))),
  )
  .delete(
    '/:passkeyId',
    op({
      summary: "Supprimer une clé d'accès",
      roles: 'signedIn',
      tier: 'authenticated',
      param: z.strictObject({ passkeyId: f.idIn }),
      ok: z.object({ deleted: z.literal(true) }),
    }),
    async (c) => c.json(ok(await removePasskey(ctx(c), c.req.valid('param').passkeyId))),
  )
