import { Hono } from 'hono'
import * as z from 'zod'
import { OneEmail } from '../../domain/core/codes/mail-code.ts'
import { findSecondaryEmail, SecondaryEmailView } from '../../domain/people/secondary-email/find.ts'
import { promoteSecondaryEmail } from '../../domain/people/secondary-email/promote.ts'
import { removeSecondaryEmail } from '../../domain/people/secondary-email/remove.ts'
import { requestSecondaryEmail } from '../../domain/people/secondary-email/request.ts'
import { VerifySecondaryEmail, verifySecondaryEmail } from '../../domain/people/secondary-email/verify.ts'
import { UserView } from '../../domain/people/users/view.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'

export const secondaryEmail = new Hono<AppEnv>()
  .get(
    '/',
    op({
      summary: 'Mon adresse de secours',
      roles: 'signedIn',
      tier: 'session',
      ok: SecondaryEmailView,
    }),
    async (c) => c.json(ok(await findSecondaryEmail(ctx(c)))),
  )
  .post(
    '/',
    op({
      summary: 'Proposer une adresse de secours',
      roles: 'signedIn',
      tier: 'request',
      json: OneEmail,
      ok: z.object({ sent: z.literal(true) }),
    }),
    async (c) => c.json(ok(await requestSecondaryEmail(ctx(c), c.req.valid('json')))),
  )
  .delete(
    '/',
    op({
      summary: 'Retirer mon adresse de secours',
      roles: 'signedIn',
      tier: 'authenticated',
      ok: z.object({ deleted: z.literal(true) }),
    }),
    async (c) => c.json(ok(await removeSecondaryEmail(ctx(c)))),
  )
  .post(
    '/verify',
    op({
      summary: 'Confirmer mon adresse de secours',
      roles: 'signedIn',
      tier: 'credential',
      json: VerifySecondaryEmail,
      ok: z.object({ verified: z.literal(true) }),
    }),
    async (c) => c.json(ok(await verifySecondaryEmail(ctx(c), c.req.valid('json')))),
  )
  .post(
    '/promote',
    op({
      summary: 'Faire de mon adresse de secours la principale',
      roles: 'signedIn',
      tier: 'authenticated',
      ok: UserView,
    }),
    async (c) => c.json(ok(await promoteSecondaryEmail(ctx(c)))),
  )
