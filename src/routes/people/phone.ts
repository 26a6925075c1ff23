import { Hono } from 'hono'
import { PhoneRequestView, RequestPhone, requestPhone } from '../../domain/people/users/request-phone.ts'
import { VerifyPhone, verifyPhone } from '../../domain/people/users/verify-phone.ts'
import { UserView } from '../../domain/people/users/view.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'

export const phone = new Hono<AppEnv>()
  .post(
    '/request',
    op({
      summary: 'Demander un code par SMS pour son numéro',
      roles: 'signedIn',
      tier: 'request',
      json: RequestPhone,
      ok: PhoneRequestView,
    }),
    async (c) => c.json(ok(await requestPhone(ctx(c), c.req.valid('json')))),
  )
  .post(
    '/verify',
    op({
      summary: 'Vérifier son numéro',
      roles: 'signedIn',
      tier: 'credential',
      json: VerifyPhone,
      ok: UserView,
    }),
    async (c) => c.json(ok(await verifyPhone(ctx(c), c.req.valid('json')))),
  )
