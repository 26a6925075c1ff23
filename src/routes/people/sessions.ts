import { Hono } from 'hono'
import * as z from 'zod'
import { actorOf } from '../../domain/core/context.ts'
import { listSessions, SessionListView } from '../../domain/people/sessions/list-sessions.ts'
import { logoutAll } from '../../domain/people/sessions/logout-all.ts'
import { revokeSession } from '../../domain/people/sessions/revoke-session.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'
import { clearSessionCookies } from '../../http/session.ts'
import * as f from '../../kernel/fields.ts'

export const sessions = new Hono<AppEnv>()
  .get(
    '/sessions',
    op({ summary: 'Mes sessions', roles: 'signedIn', tier: 'session', ok: SessionListView }),
    async (c) => c.json(ok(await listSessions(ctx(c)))),
  )
  .delete(
    '/sessions/:sessionId',
    op({
      summary: 'Déconnecter un appareil',
      roles: 'signedIn',
      tier: 'session',
      param: z.strictObject({ sessionId: f.idIn }),
      ok: z.object({ deleted: z.literal(true) }),
      setsCookies: true,
    }),
    async (c) => {
      const { sessionId } = c.req.valid('param')
      const ended = await revokeSession(ctx(c), sessionId)
      if (sessionId === actorOf(ctx(c)).sessionId) clearSessionCookies(c)
      return c.json(ok(ended))
    },
  )
  .post(
    '/logout-all',
    op({
      summary: 'Se déconnecter partout',
      roles: 'signedIn',
      tier: 'session',
      ok: z.object({ revokedSessions: z.int() }),
      setsCookies: true,
    }),
    async (c) => {
      const ended = await logoutAll(ctx(c))
      clearSessionCookies(c)
      return c.json(ok(ended))
    },
  )
