import { Hono } from 'hono'
import * as z from 'zod'
import { MessageView, OneEmail } from '../../domain/core/codes/mail-code.ts'
import { CreateAccount, createAccount } from '../../domain/people/accounts/create-account.ts'
import { findMe } from '../../domain/people/accounts/find-me.ts'
import { resendVerification } from '../../domain/people/accounts/resend-verification.ts'
import { VerifyEmail, verifyEmail } from '../../domain/people/accounts/verify-email.ts'
import { MeView } from '../../domain/people/sign-in/view.ts'
import { UserView } from '../../domain/people/users/view.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'

export const accounts = new Hono<AppEnv>()
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
  .get(
    '/me',
    op({
      summary: 'Mon compte',
      roles: 'signedIn',
      tier: 'session',
      ok: MeView,
    }),
    async (c) => c.json(ok(await findMe(ctx(c)))),
  )
