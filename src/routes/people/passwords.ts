import { Hono } from 'hono'
import * as z from 'zod'
import { MessageView, OneEmail } from '../../domain/core/codes/mail-code.ts'
import { CreatePassword, createPassword } from '../../domain/people/passwords/create.ts'
import { forgotPassword } from '../../domain/people/passwords/forgot.ts'
import { ResetPassword, resetPassword } from '../../domain/people/passwords/reset.ts'
import { UpdatedPasswordView, UpdatePassword, updatePassword } from '../../domain/people/passwords/update.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'

export const passwords = new Hono<AppEnv>()
  .post(
    '/forgot',
    op({
      summary: 'Mot de passe oublié',
      roles: 'public',
      tier: 'request',
      json: OneEmail,
      ok: MessageView,
    }),
    async (c) => c.json(ok(await forgotPassword(ctx(c), c.req.valid('json')))),
  )
  .post(
    '/reset',
    op({
      summary: 'Choisir un nouveau mot de passe avec le lien reçu',
      roles: 'public',
      tier: 'credential',
      json: ResetPassword,
      ok: z.object({ reset: z.literal(true) }),
    }),
    async (c) => c.json(ok(await resetPassword(ctx(c), c.req.valid('json')))),
  )
  .post(
    '/update',
    op({
      summary: 'Changer son mot de passe',
      roles: 'signedIn',
      tier: 'credential',
      json: UpdatePassword,
      ok: UpdatedPasswordView,
    }),
    async (c) => c.json(ok(await updatePassword(ctx(c), c.req.valid('json')))),
  )
  .post(
    '/create',
    op({
      summary: 'Ajouter un mot de passe à un compte qui n’en a pas',
      roles: 'signedIn',
      tier: 'authenticated',
      json: CreatePassword,
      status: 201,
      ok: z.object({ created: z.literal(true) }),
    }),
    async (c) => c.json(ok(await createPassword(ctx(c), c.req.valid('json'))), 201),
  )
