import * as z from 'zod'
import { ConfigView, showConfig } from '#domain/office/platform/config.ts'
import { checkReadiness } from '#domain/office/platform/ready.ts'
import { showHealth } from '#domain/office/platform/show-health.ts'
import { HealthView } from '#domain/office/platform/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { Defect } from '#kernel/defect.ts'

export const platform = newRouter()
  .get(
    '/health',
    op({
      id: 'checkHealth',
      summary: 'Le service répond',
      doc: "Dit que le service répond, sans rien interroger d'autre.",
      reasons: [],
      roles: 'public',
      ok: z.object({ status: z.literal('ok') }),
    }),
    async (c) => c.json(ok({ status: 'ok' as const })),
  )
  .get(
    '/ready',
    op({
      id: 'checkReadiness',
      summary: 'Le service fait son travail',
      doc: `Dit que la base répond, que l'horloge du service tourne, que les codes et les mouvements d'argent partent et
        que les comptes sont justes. Sinon 503 : le message dit quoi, sans chiffres. À interroger de l'extérieur, chaque minute.`,
      reasons: ['SERVICE_UNAVAILABLE'],
      roles: 'public',
      ok: z.object({ status: z.literal('ready') }),
    }),
    async (c) => c.json(ok(await checkReadiness(ctx(c)))),
  )
  .get(
    '/platform/health',
    op({
      id: 'showHealth',
      summary: 'État du service',
      doc: `Comment va le service : le dernier passage de chaque travail (ticks ; une expression comme « * * * * * » en
        lance plusieurs), les messages et les mouvements d'argent qui attendent (comptés jusqu'à 1000), le dernier verdict de
        chaque contrôle des comptes, la taille de la base, la dernière sauvegarde, et « history » : les dernières 24 heures par
        quarts d'heure, avec les alertes envoyées. Un quart d'heure absent : rien n'a tourné.`,
      reasons: [],
      roles: ['ADMIN', 'SUPPORT', 'ACCOUNTANT'],
      ok: HealthView,
    }),
    async (c) => c.json(ok(await showHealth(ctx(c)))),
  )
  .get(
    '/config',
    op({
      id: 'showConfig',
      summary: 'Réglages publics',
      doc: `Ce qu'une interface doit savoir avant toute connexion : devises et leurs décimales, pays avec leur
        indicatif, leurs devises, leurs réseaux (network, qui paie les commandes) et leurs opérateurs (provider, qui
        paie les abonnements), les limites des listes et des images, les conditions que chacun accepte, et la clé des notifications aux navigateurs.`,
      reasons: [],
      roles: 'public',
      cache: 'shared',
      ok: ConfigView,
    }),
    async (c) => c.json(ok(await showConfig(ctx(c)))),
  )
  .get(
    '/openapi.json',
    op({
      id: 'showDocument',
      summary: 'Ce document',
      doc: 'Ce document OpenAPI 3.1, sans enveloppe, avec toutes les opérations du service.',
      reasons: [],
      roles: 'public',
      ok: { raw: 'application/json' },
    }),
    async (c) => {
      const file = await c.env.ASSETS.fetch(new URL('/docs/openapi.json', c.req.url))
      if (!file.ok) throw new Defect('assets/docs has no document: `npm run docs` writes it')
      return c.body(file.body as ReadableStream, 200, {
        'content-type': 'application/json',
        'cache-control': 'public, max-age=300',
      })
    },
  )
