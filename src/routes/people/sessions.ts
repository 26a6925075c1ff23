import { Hono } from 'hono'
import * as z from 'zod'
import { actorOf } from '../../domain/core/context.ts'
import { listSessions, SessionListView } from '../../domain/people/sessions/list-sessions.ts'
import { logout } from '../../domain/people/sessions/logout.ts'
import { logoutAll } from '../../domain/people/sessions/logout-all.ts'
import { RefreshSession, refreshSession } from '../../domain/people/sessions/refresh-session.ts'
import { revokeSession } from '../../domain/people/sessions/revoke-session.ts'
import { RefreshView } from '../../domain/people/sign-in/view.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'
import {
  clearSessionCookies,
  clientTypeOf,
  refreshCookieOf,
  requireAllowedOrigin,
  setSessionCookies,
} from '../../http/session.ts'
import * as f from '../../kernel/fields.ts'

export const sessions = new Hono<AppEnv>()
  .post(
    '/refresh-token',
    op({
      summary: "Renouveler le jeton d'accès",
      roles: 'public',
      tier: 'session',
      json: RefreshSession,
      ok: RefreshView,
      setsCookies: true,
    }),
    async (c) => {
      if (clientTypeOf(c) === 'MOBILE')
        return c.json(ok(await refreshSession(ctx(c), c.req.valid('json').refreshToken)))
      requireAllowedOrigin(c)
      const tokens = await refreshSession(ctx(c), refreshCookieOf(c))
      setSessionCookies(c, tokens)
      return c.json(ok({ expiresIn: tokens.expiresIn }))
    },
  )
  .post(
    '/logout',
    op({
      summary: 'Se déconnecter',
      roles: 'signedIn',
      tier: 'session',
      ok: z.object({ loggedOut: z.literal(true) }),
      setsCookies: true,
    }),
    async (c) => {
      clearSessionCookies(c)
      return c.json(ok(await logout(ctx(c))))
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
  .get(
    '/sessions',
    op({
      summary: 'Mes sessions',
      roles: 'signedIn',
      tier: 'session',
      ok: SessionListView,
    }),
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
