import { Hono } from 'hono'
import * as z from 'zod'
import { listPasskeys } from '../../domain/people/passkeys/list.ts'
import { RegisterPasskey, registerPasskey } from '../../domain/people/passkeys/register.ts'
import { startPasskeyRegistration } from '../../domain/people/passkeys/register-options.ts'
import { removePasskey } from '../../domain/people/passkeys/remove.ts'
import { PasskeyView, RegistrationOptionsView } from '../../domain/people/passkeys/view.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'
import { deviceOf } from '../../http/session.ts'
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
