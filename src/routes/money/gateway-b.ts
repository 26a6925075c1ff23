import { Hono } from 'hono'
import { receiveCallbackB } from '../../domain/money/gateways/receive-callback.ts'
import { listNetworks, NetworksView } from '../../domain/money/payins/networks.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { ReceivedView, rawCallback } from '../../http/callback.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'

export const gatewayB = new Hono<AppEnv>()
  .get(
    '/networks',
    op({
      id: 'listNetworks',
      summary: 'Réseaux de paiement mobile',
      doc: `Les réseaux mobiles qui peuvent payer, par pays, avec les devises, les montants minimal et maximal et les
        décimales de chacun. À lire pour bâtir le formulaire de paiement ; « network » et countryCode s'envoient tels
        quels.`,
      reasons: [],
      roles: 'signedIn',
      ok: NetworksView,
    }),
    async (c) => c.json(ok(listNetworks())),
  )
  .post(
    '/callbacks',
    op({
      id: 'receiveGatewayBCallback',
      summary: "Notification de l'opérateur B (webhook)",
      doc: `Réservé à la passerelle B : annonce qu'un paiement ou un versement a changé d'état. Signé, il fait relire
        le mouvement chez elle, et c'est ce qu'elle répond qui est appliqué, une seule fois ; un mouvement inconnu
        répond 200. Sans signature valable, répond 401 et rien ne se passe.`,
      reasons: ['UNAUTHORIZED'],
      roles: 'public',
      tier: 'public',
      rawBody: true,
      ok: ReceivedView,
    }),
    async (c) => c.json(ok(await receiveCallbackB(ctx(c), await rawCallback(c)))),
  )
