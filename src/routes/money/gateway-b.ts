import { Resolve } from '#domain/money/gateways/deciding/resolution-input.ts'
import { ResolvedTransactionView, resolveTransaction } from '#domain/money/gateways/deciding/resolve.ts'
import { receiveCallback } from '#domain/money/gateways/hearing/receive-callback.ts'
import { BalancesView, showBalances } from '#domain/money/gateways/showing/balances.ts'
import {
  ListTransactions,
  listTransactions,
  TransactionList,
} from '#domain/money/gateways/showing/list-transactions.ts'
import { checkTransaction, showTransaction } from '#domain/money/gateways/showing/show-transaction.ts'
import { TransactionView } from '#domain/money/gateways/view.ts'
import { listNetworks, NetworksView } from '#domain/money/payins/networks.ts'
import { ReceivedView, rawCallback } from '#http/callback.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { IdParam } from '#kernel/fields.ts'
import { FINANCE } from '#kernel/roles.ts'

const GATEWAY = 'B'

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
  .get(
    '/balances',
    op({
      id: 'showGatewayBBalances',
      summary: 'Soldes chez la passerelle B',
      doc: `Ce que la passerelle B doit détenir pour nous selon nos livres, par devise, avant ses frais : l'envers du compte
        gatewayB:clearing. Elle-même n'est pas interrogée.`,
      reasons: [],
      roles: FINANCE,
      ok: BalancesView.meta({ id: 'GatewayBBalances' }),
    }),
    async (c) => c.json(ok(await showBalances(ctx(c), GATEWAY))),
  )
  .get(
    '/transactions',
    op({
      id: 'listTransactions',
      summary: 'Mouvements de la passerelle B',
      doc: `Tout ce qui est passé par la passerelle B, le plus récent d'abord : paiements de commandes, débits de l'équipe,
        retraits et remboursements (« payout »). « status » prend les mots d'un paiement ; failed compte aussi ce qui
        a été repris. « total » compte jusqu'à 1000.`,
      reasons: [],
      roles: FINANCE,
      query: ListTransactions,
      ok: TransactionList,
    }),
    async (c) => c.json(ok(await listTransactions(ctx(c), GATEWAY, c.req.valid('query')))),
  )
  .get(
    '/transactions/:id',
    op({
      id: 'showTransaction',
      summary: 'Un mouvement de la passerelle B',
      doc: 'Un mouvement par notre identifiant, comme nous le connaissons.',
      reasons: [],
      roles: FINANCE,
      param: IdParam,
      ok: TransactionView,
    }),
    async (c) => c.json(ok(await showTransaction(ctx(c), GATEWAY, c.req.valid('param').id))),
  )
  .post(
    '/transactions/:id/check-status',
    op({
      id: 'checkTransaction',
      summary: "Demander l'état d'un mouvement",
      doc: `Demande à la passerelle B où en est un mouvement envoyé et applique sa réponse, une seule fois ; sans réponse
        l'état reste ce qu'il est. Une question toutes les 30 secondes : plus tôt, l'état connu est rendu. N'envoie
        jamais rien.`,
      reasons: [],
      roles: FINANCE,
      param: IdParam,
      ok: TransactionView,
    }),
    async (c) => c.json(ok(await checkTransaction(ctx(c), GATEWAY, c.req.valid('param').id))),
  )
  .post(
    '/transactions/:id/resolve',
    op({
      id: 'resolveTransaction',
      summary: "Décider d'un mouvement sans réponse",
      doc: `La passerelle est d'abord interrogée : sa réponse claire est appliquée, et une décision contraire est refusée (409
        GATEWAY_DISAGREES, avec ce qu'elle dit). Ce qu'elle laisse ouvert se décide une fois l'incident ouvert, avec une preuve récente du
        titulaire : {outcome, note, amount?} envoie un code par e-mail et rend pendingId, puis {pendingId, code} décide. « succeeded »,
        « failed » tant qu'il n'est pas final ; « lateSuccess » s'il avait échoué et a abouti, « reversed » s'il avait réussi et a été repris.
        En vérification, amount dit ce qui est vraiment arrivé : plus paie et le surplus attend d'être rendu, moins ne paie rien. Rien ne part
        d'office. L'identifiant est le nôtre, ou la référence que cite l'incident. Son propre mouvement revient à un autre administrateur (409).`,
      reasons: [
        'INVALID_TRANSITION',
        'REQUEST_IN_PROGRESS',
        'GATEWAY_DISAGREES',
        'CONFLICT',
        'REAUTH_REQUIRED',
        'INVALID_VERIFICATION_CODE',
        'GONE',
        'TOO_MANY_REQUESTS',
      ],
      roles: ['ADMIN'],
      param: IdParam,
      json: Resolve,
      ok: ResolvedTransactionView,
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
    async (c) => c.json(ok(await receiveCallback(ctx(c), GATEWAY, await rawCallback(c)))),
  )
