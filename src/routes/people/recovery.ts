import { Hono } from 'hono'
import * as z from 'zod'
import { MessageView } from '../../domain/core/codes/mail-code.ts'
import { CompleteRecovery, completeRecovery } from '../../domain/people/recovery/complete.ts'
import { SendRecoveryCode, sendRecoveryCode } from '../../domain/people/recovery/send-code.ts'
import { StartedRecoveryView, StartRecovery, startRecovery } from '../../domain/people/recovery/start.ts'
import { ProvenRecoveryView, VerifyRecovery, verifyRecovery } from '../../domain/people/recovery/verify.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'

export const recovery = new Hono<AppEnv>()
  .post(
    '/start',
    op({
      summary: "Demander à récupérer un compte où l'on n'entre plus",
      roles: 'public',
      tier: 'request',
      json: StartRecovery,
      ok: StartedRecoveryView,
    }),
    async (c) => c.json(ok(await startRecovery(ctx(c), c.req.valid('json')))),
  )
  .post(
    '/send-code',
    op({
      summary: 'Recevoir le code de récupération',
      roles: 'public',
      tier: 'request',
      json: SendRecoveryCode,
      ok: MessageView,
    }),
    async (c) => c.json(ok(await sendRecoveryCode(ctx(c), c.req.valid('json')))),
  )
  .post(
    '/verify',
    op({
      summary: 'Prouver que le compte est le sien',
      roles: 'public',
      tier: 'credential',
      json: VerifyRecovery,
      ok: ProvenRecoveryView,
    }),
    async (c) => c.json(ok(await verifyRecovery(ctx(c), c.req.valid('json')))),
  )
  .post(
    '/complete',
    op({
      summary: "Choisir un nouveau mot de passe, l'attente passée",
      roles: 'public',
      tier: 'credential',
      json: CompleteRecovery,
      ok: z.object({ recovered: z.literal(true) }),
    }),
    async (c) => c.json(ok(await completeRecovery(ctx(c), c.req.valid('json')))),
  )
