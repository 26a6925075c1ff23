import * as z from 'zod'
import { actorOf } from '#domain/core/context.ts'
import { listSessions, SessionListView } from '#domain/people/sessions/list-sessions.ts'
import { Logout, logout } from '#domain/people/sessions/logout.ts'
import { logoutAll } from '#domain/people/sessions/logout-all.ts'
import { RefreshSession, refreshSession } from '#domain/people/sessions/refresh-session.ts'
import { revokeSession } from '#domain/people/sessions/revoke-session.ts'
import { RefreshView } from '#domain/people/sign-in/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import {
  accessTokenOf,
  clearSessionCookies,
  clientTypeOf,
  isByCookie,
  refreshCookieOf,
  requireAllowedOrigin,
  setSessionCookies,
} from '#http/session.ts'
import * as f from '#kernel/fields.ts'

export const sessions = newRouter()
  .post(
    '/refresh-token',
    op({
      id: 'refreshSession',
      summary: "Renouveler le jeton d'accès",
      doc: `Donne un nouveau jeton d'accès (15 minutes) et le jeton de renouvellement suivant : en cookies pour le
        web, dans la réponse pour un mobile, qui envoie refreshToken. Un jeton reste accepté tant que son successeur
        n'a pas servi, et 30 secondes après : une réponse perdue se redemande. Plus ancien, il ferme toute la session,
        et le titulaire est prévenu par e-mail. Une session vit 30 jours sans usage, 90 jours
        en tout ; celle de l'équipe, une heure sans usage, 12 heures en tout. Après un 401, il faut se reconnecter.`,
      reasons: ['TOKEN_EXPIRED', 'CSRF'],
      roles: 'public',
      tier: 'session',
      json: RefreshSession,
      ok: RefreshView,
      setsCookies: true,
    }),
    async (c) => {
      const isMobile = clientTypeOf(c) === 'MOBILE'
      if (!isMobile) requireAllowedOrigin(c)
      const { role, ...tokens } = await refreshSession(
        ctx(c),
        isMobile ? c.req.valid('json').refreshToken : refreshCookieOf(c),
      )
      if (isMobile) return c.json(ok(tokens))
      setSessionCookies(c, tokens, role)
      return c.json(ok({ expiresIn: tokens.expiresIn }))
    },
  )
  .post(
    '/logout',
    op({
      id: 'logout',
      summary: 'Se déconnecter',
      doc: `Ferme la session en cours, même si son jeton d'accès a expiré : ses jetons sont refusés dès la requête
        suivante, et les cookies d'un client web sont effacés. Le jeton d'accès ou celui de renouvellement suffit ; un
        mobile peut envoyer refreshToken. Sans session, ou si elle est déjà fermée, la réponse est la même. Les autres
        appareils restent connectés ; pour eux, revokeSession ou logoutAll.`,
      reasons: ['CSRF'],
      roles: 'public',
      tier: 'session',
      json: Logout,
      ok: z.object({ loggedOut: z.literal(true) }),
      setsCookies: true,
    }),
    async (c) => {
      const { refreshToken } = c.req.valid('json')
      const accessToken = accessTokenOf(c)
      const cookie = clientTypeOf(c) === 'MOBILE' ? undefined : refreshCookieOf(c)
      // A page of somebody else's may not take the cookies away either, which it cannot send.
      if (cookie !== undefined || isByCookie(c) || c.req.header('origin') !== undefined) requireAllowedOrigin(c)
      clearSessionCookies(c)
      return c.json(ok(await logout(ctx(c), { accessToken, refreshToken: cookie ?? refreshToken })))
    },
  )
  .post(
    '/logout-all',
    op({
      id: 'logoutAll',
      summary: 'Se déconnecter partout',
      doc: `Ferme toutes les sessions de la personne, celle-ci comprise, et répond leur nombre dans revokedSessions.
        Une connexion qui attend encore le code de la double authentification est à recommencer.`,
      reasons: [],
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
      id: 'listSessions',
      summary: 'Mes sessions',
      doc: `Les sessions encore ouvertes de la personne connectée, les plus récentes d'abord, 200 au plus ;
        « current » marque celle qui pose la question. revokeSession en ferme une.`,
      reasons: [],
      roles: 'signedIn',
      tier: 'session',
      ok: SessionListView,
    }),
    async (c) => c.json(ok(await listSessions(ctx(c)))),
  )
  .delete(
    '/sessions/:sessionId',
    op({
      id: 'revokeSession',
      summary: 'Déconnecter un appareil',
      doc: `Déconnecte un de ses appareils : ses jetons sont refusés dès la requête suivante. Si c'est la session en
        cours, les cookies sont aussi effacés. Une session déjà fermée, ou celle d'une autre personne, répond 404.`,
      reasons: [],
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
