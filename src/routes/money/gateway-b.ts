import { receiveCallbackB } from '../../domain/money/gateways/receive-callback.ts'
import { Resolve, resolveTransaction } from '../../domain/money/gateways/resolve.ts'
import { TransactionView } from '../../domain/money/gateways/view.ts'
import { listNetworks, NetworksView } from '../../domain/money/payins/networks.ts'
import { ReceivedView, rawCallback } from '../../http/callback.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'
import { newRouter } from '../../http/router.ts'
import { IdParam } from '../../kernel/fields.ts'

export const gatewayB = newRouter()
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
    '/transactions/:id/resolve',
    op({
      id: 'resolveTransaction',
      summary: "Décider d'un mouvement sans réponse",
      doc: `Pour un mouvement dont la passerelle ne dit rien, ou qu'elle reprend : « succeeded » ou « failed » tant qu'il
        n'est pas final ou qu'il est en vérification ; « lateSuccess » s'il avait échoué et a abouti malgré tout,
        « reversed » s'il avait réussi et a été repris, une seule fois chacun. L'argent est écrit aussitôt dans les
        livres. L'identifiant est le nôtre ; un dépôt d'abonnement et un remboursement se décident aussi ici. La note
        est conservée.`,
      reasons: ['INVALID_TRANSITION'],
      roles: ['ADMIN'],
      param: IdParam,
      json: Resolve,
      ok: TransactionView,
    }),
    async (c) => c.json(ok(await resolveTransaction(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
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
