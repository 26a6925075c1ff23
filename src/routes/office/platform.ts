import * as z from 'zod'
import { ConfigView, showConfig } from '../../domain/office/platform/config.ts'
import { checkReadiness } from '../../domain/office/platform/ready.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'
import { newRouter } from '../../http/router.ts'

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
      summary: 'Le service et sa base sont prêts',
      doc: 'Dit que le service et sa base répondent ; une réponse 500 veut dire de ne pas lui envoyer de trafic.',
      reasons: [],
      roles: 'public',
      ok: z.object({ status: z.literal('ready') }),
    }),
    async (c) => c.json(ok(await checkReadiness(ctx(c)))),
  )
  .get(
    '/config',
    op({
      id: 'showConfig',
      summary: 'Réglages publics',
      doc: `Ce qu'une interface doit savoir avant toute connexion : devises et leurs décimales, pays avec leur
        indicatif, leurs devises, leurs réseaux (network, qui paie les commandes) et leurs opérateurs (provider, qui
        paie les abonnements), et les limites des listes et des images.`,
      reasons: [],
      roles: 'public',
      ok: ConfigView,
    }),
    async (c) => c.json(ok(showConfig())),
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
    async (c) =>
      c.body(c.get('document')(), 200, { 'content-type': 'application/json', 'cache-control': 'public, max-age=300' }),
  )
