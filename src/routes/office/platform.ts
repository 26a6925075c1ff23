import { Hono } from 'hono'
import * as z from 'zod'
import { ConfigView, readConfig } from '../../domain/office/platform/config.ts'
import { isReady } from '../../domain/office/platform/ready.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'

export const platform = new Hono<AppEnv>()
  .get(
    '/health',
    op({
      summary: 'Le service répond',
      roles: 'public',
      tier: 'public',
      ok: z.object({ status: z.literal('ok') }),
    }),
    async (c) => c.json(ok({ status: 'ok' as const })),
  )
  .get(
    '/ready',
    op({
      summary: 'Le service et sa base sont prêts',
      roles: 'public',
      tier: 'public',
      ok: z.object({ status: z.literal('ready') }),
    }),
    async (c) => c.json(ok(await isReady(ctx(c)))),
  )
  .get(
    '/config',
    op({
      summary: 'Réglages publics',
      roles: 'public',
      tier: 'public',
      ok: ConfigView,
    }),
    async (c) => c.json(ok(readConfig())),
  )
  .get(
    '/openapi.json',
    op({
      summary: 'Ce document',
      roles: 'public',
      tier: 'public',
      ok: { raw: 'application/json' },
    }),
    async (c) =>
      c.body(c.get('document')(), 200, { 'content-type': 'application/json', 'cache-control': 'public, max-age=300' }),
  )
