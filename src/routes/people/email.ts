import { Hono } from 'hono'
import { EmailRequestView, RequestEmail, requestEmail } from '../../domain/people/profile/request-email.ts'
import { VerifyNewEmail, verifyNewEmail } from '../../domain/people/profile/verify-new-email.ts'
import { UserView } from '../../domain/people/users/view.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'

export const email = new Hono<AppEnv>()
  .post(
    '/request',
    op({
      summary: 'Demander un code pour changer d’adresse e-mail',
      roles: 'signedIn',
      tier: 'credential',
      json: RequestEmail,
      ok: EmailRequestView,
    }),
    async (c) => c.json(ok(await requestEmail(ctx(c), c.req.valid('json')))),
  )
  .post(
    '/verify',
    op({
      summary: 'Confirmer ma nouvelle adresse e-mail',
      roles: 'signedIn',
      tier: 'credential',
      json: VerifyNewEmail,
      ok: UserView,
    }),
    async (c) => c.json(ok(await verifyNewEmail(ctx(c), c.req.valid('json')))),
  )
