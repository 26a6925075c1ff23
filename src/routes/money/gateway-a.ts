import { Resolve } from '#domain/money/gateways/deciding/resolution-input.ts'
import { ResolvedPayoutView, resolvePayout } from '#domain/money/gateways/deciding/resolve.ts'
import { receiveCallback } from '#domain/money/gateways/hearing/receive-callback.ts'
import {
  ConfigurationView,
  ReadConfiguration,
  showActiveConfiguration,
} from '#domain/money/gateways/showing/active-configuration.ts'
import { AvailabilityView, showAvailability } from '#domain/money/gateways/showing/availability.ts'
import { PredictionView, PredictProvider, predictProvider } from '#domain/money/gateways/showing/predict.ts'
import { showWallets, WalletsView } from '#domain/money/gateways/showing/wallets.ts'
import { PayoutId } from '#domain/money/payouts/show-payout.ts'
import { ReceivedView, rawCallback } from '#http/callback.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { FINANCE } from '#kernel/roles.ts'

const GATEWAY = 'A'

const callback = { roles: 'public', tier: 'public', rawBody: true, ok: ReceivedView } as const

export const gatewayA = newRouter()
  .get(
    '/active-configuration',
    op({
      id: 'showActiveConfiguration',
      summary: 'Configuration active de la passerelle A',
      doc: `Ce que la passerelle A accepte en ce moment : pays, opérateurs, devises, et pour chaque opération ses
        décimales, ses limites et son état. Les filtres retirent ce qui ne leur répond pas ; « country » se dit COD ou CD,
        RWA ou RW. À lire avant de proposer un versement.`,
      reasons: ['GATEWAY_UNAVAILABLE'],
      roles: FINANCE,
      query: ReadConfiguration,
      ok: ConfigurationView,
    }),
    async (c) => c.json(ok(await showActiveConfiguration(ctx(c), GATEWAY, c.req.valid('query')))),
  )
  .get(
    '/wallets',
    op({
      id: 'showGatewayAWallets',
      summary: 'Soldes chez la passerelle A',
      doc: `Ce que la passerelle A dit détenir pour nous en ce moment, par pays et devise. Rien n'est gardé : chaque appel
        l'interroge. Pour nos propres livres, voir GET /ledger/accounts.`,
      reasons: ['GATEWAY_UNAVAILABLE'],
      roles: FINANCE,
      ok: WalletsView.meta({ id: 'GatewayAWallets' }),
    }),
    async (c) => c.json(ok(await showWallets(ctx(c), GATEWAY))),
  )
  .get(
    '/availability',
    op({
      id: 'showAvailability',
      summary: 'Disponibilité des opérateurs',
      doc: `Ce que chaque opérateur mobile fait en ce moment, par opération : OPERATIONAL, DELAYED (plus lent) ou CLOSED
        (tout est refusé). Vieux d'une minute au plus, de cinq si la passerelle se tait. À lire avant de proposer un
        paiement, pour le dire au payeur.`,
      reasons: ['GATEWAY_UNAVAILABLE'],
      roles: 'signedIn',
      ok: AvailabilityView,
    }),
    async (c) => c.json(ok(await showAvailability(ctx(c), GATEWAY))),
  )
  .post(
    '/predict-provider',
    op({
      id: 'predictProvider',
      summary: "Deviner l'opérateur d'un numéro",
      doc: `L'opérateur probable d'un numéro donné avec son indicatif, 243 (Congo) ou 250 (Rwanda), pour préremplir le formulaire et avertir d'un choix qui
        ne va pas avec le numéro avant de débiter : VODACOM_MPESA_COD est le réseau « vodacom », et ainsi de suite. Ce
        n'est qu'un indice, le payeur peut choisir un autre opérateur, aussi quand aucun n'est connu (400, comme pour Africell). Rien n'est modifié.`,
      reasons: ['GATEWAY_UNAVAILABLE'],
      roles: 'signedIn',
      json: PredictProvider,
      ok: PredictionView,
    }),
    async (c) => c.json(ok(await predictProvider(ctx(c), GATEWAY, c.req.valid('json')))),
  )
  .post(
    '/payouts/:payoutId/resolve',
    op({
      id: 'resolvePayout',
      summary: "Décider d'un versement sans réponse",
      doc: `Comme POST /gatewayB/transactions/:id/resolve, pour un versement confirmé de la passerelle A, qui est d'abord
        interrogée : « succeeded » ou « failed » tant qu'il est en route ; « lateSuccess » s'il avait échoué et est arrivé,
        « reversed » s'il était arrivé et nous est revenu. Un code décide ce qu'elle laisse ouvert.`,
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
      param: PayoutId,
      json: Resolve,
      ok: ResolvedPayoutView,
    }),
    async (c) => c.json(ok(await resolvePayout(ctx(c), c.req.valid('param').payoutId, c.req.valid('json')))),
  )
  .post(
    '/callbacks/deposits',
    op({
      ...callback,
      id: 'receiveDepositCallback',
      summary: "Notification d'un dépôt (webhook de l'opérateur A)",
      doc: `Réservé à la passerelle A : annonce ce qu'est devenu un dépôt (paiement d'abonnement). Signé, l'état est
        appliqué une seule fois, et une notification répétée ne change rien ; un mouvement inconnu répond 200. Sans
        signature valable, répond 401 et n'est pas crue : tout au plus fait-elle relire le mouvement chez la
        passerelle.`,
      reasons: ['UNAUTHORIZED'],
    }),
    async (c) => c.json(ok(await receiveCallback(ctx(c), GATEWAY, await rawCallback(c)))),
  )
  .post(
    '/callbacks/payouts',
    op({
      ...callback,
      id: 'receivePayoutCallback',
      summary: "Notification d'un versement (webhook de l'opérateur A)",
      doc: `Réservé à la passerelle A : annonce ce qu'est devenu un versement. Signé, l'état est appliqué une seule
        fois, et une notification répétée ne change rien ; un mouvement inconnu répond 200. Sans signature valable,
        répond 401 et n'est pas crue : tout au plus fait-elle relire le mouvement chez la passerelle.`,
      reasons: ['UNAUTHORIZED'],
    }),
    async (c) => c.json(ok(await receiveCallback(ctx(c), GATEWAY, await rawCallback(c)))),
  )
  .post(
    '/callbacks/refunds',
    op({
      ...callback,
      id: 'receiveRefundCallback',
      summary: "Notification d'un remboursement (webhook de l'opérateur A)",
      doc: `Réservé à la passerelle A : annonce ce qu'est devenu un remboursement. Signé, l'état est appliqué une
        seule fois, et une notification répétée ne change rien ; un mouvement inconnu répond 200. Sans signature valable,
        répond 401 et n'est pas crue : tout au plus fait-elle relire le mouvement chez la passerelle.`,
      reasons: ['UNAUTHORIZED'],
    }),
    async (c) => c.json(ok(await receiveCallback(ctx(c), GATEWAY, await rawCallback(c)))),
  )
