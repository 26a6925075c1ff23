import { Hono } from 'hono'
import * as z from 'zod'
import { LinkGoogle, linkGoogle } from '../../domain/people/google/link.ts'
import { listIdentities } from '../../domain/people/google/list-identities.ts'
import { LoginGoogle, loginGoogle } from '../../domain/people/google/login.ts'
import { RegisterGoogle, registerGoogle } from '../../domain/people/google/register.ts'
import { unlinkGoogle } from '../../domain/people/google/unlink.ts'
import { IdentityView } from '../../domain/people/google/view.ts'
import { SignInView } from '../../domain/people/sign-in/view.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'
import { deviceOf, giveSession } from '../../http/session.ts'

export const google = new Hono<AppEnv>()
  .post(
    '/login/google',
    op({
      summary: 'Se connecter avec Google',
      roles: 'public',
      tier: 'creation',
      json: LoginGoogle,
      ok: SignInView,
      setsCookies: true,
    }),
    async (c) => c.json(ok(giveSession(c, await loginGoogle(ctx(c), c.req.valid('json'), deviceOf(c))))),
  )
  .post(
    '/register/google',
    op({
      summary: 'Créer un compte avec Google',
      roles: 'public',
      tier: 'creation',
      json: RegisterGoogle,
      status: 201,
      ok: SignInView,
      setsCookies: true,
    }),
    async (c) => c.json(ok(giveSession(c, await registerGoogle(ctx(c), c.req.valid('json'), deviceOf(c)))), 201),
  )
  .post(
    '/google/link',
    op({
      summary: 'Lier mon compte Google',
      roles: 'signedIn',
      tier: 'authenticated',
      json: LinkGoogle,
      status: 201,
      ok: IdentityView,
    }),
    async (c) => c.json(ok(await linkGoogle(ctx(c), c.req.valid('json'))), 201),
  )
  .delete(
    '/google/link',
    op({
      summary: 'Délier mon compte Google',
      roles: 'signedIn',
      tier: 'authenticated',
      ok: z.object({ deleted: z.literal(true) }),
    }),
    async (c) => c.json(ok(await unlinkGoogle(ctx(c)))),
  )
  .get(
    '/identities',
    op({
      summary: 'Mes comptes liés',
      roles: 'signedIn',
      tier: 'authenticated',
      ok: z.object({ identities: z.array(IdentityView) }),
    }),
    async (c) => c.json(ok(await listIdentities(ctx(c)))),
  )
