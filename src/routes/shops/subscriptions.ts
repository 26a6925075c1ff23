import { cancelSubscription } from '#domain/shops/subscriptions/cancel.ts'
import { reactivateSubscription } from '#domain/shops/subscriptions/reactivate.ts'
import { Renew, renewSubscription } from '#domain/shops/subscriptions/renew.ts'
import { showMySubscription } from '#domain/shops/subscriptions/show-mine.ts'
import { Subscribe, subscribe } from '#domain/shops/subscriptions/subscribe.ts'
import { Upgrade, upgradeSubscription } from '#domain/shops/subscriptions/upgrade.ts'
import { PaidView, StandingView, SubscriptionView } from '#domain/shops/subscriptions/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { refusalOf } from '#providers/gateways.ts'

const pay = { roles: ['SELLER'], status: 201, ok: PaidView } as const

export const subscriptions = newRouter()
  .post(
    '/',
    op({
      ...pay,
      id: 'subscribe',
      needsTerms: true,
      summary: "S'abonner",
      doc: `Abonne le vendeur à un plan. Un plan payant est créé PENDING et le payeur reçoit une demande sur son
        téléphone, à approuver dans les 30 minutes ; l'argent arrivé, il passe ACTIVE (suivez par
        POST /subscriptions/payments/:depositId/check-status). Un prix de 0 démarre aussitôt. Un numéro qui ne paie
        pas dans la devise du prix est débité dans la sienne, au taux en vigueur.`,
      reasons: [
        'FORBIDDEN',
        'NOT_FOUND',
        'ALREADY_EXISTS',
        'PAYMENT_IN_PROGRESS',
        refusalOf('SUBSCRIPTION'),
        'GATEWAY_UNAVAILABLE',
      ],
      json: Subscribe,
    }),
    async (c) => c.json(ok(await subscribe(ctx(c), c.req.valid('json'))), 201),
  )
  .get(
    '/me',
    op({
      id: 'showMySubscription',
      summary: 'Mon abonnement',
      doc: `L'abonnement du vendeur connecté (celui en cours, sinon le dernier), son plan, ce qu'il en utilise et ce
        que le plan permet. subscription et plan sont null avant le premier abonnement ; les limites sont à 0 quand
        aucun n'est en cours. En GRACE, il reste jusqu'à graceEndsAt pour renouveler.`,
      reasons: ['FORBIDDEN'],
      roles: ['SELLER'],
      ok: StandingView,
    }),
    async (c) => c.json(ok(await showMySubscription(ctx(c)))),
  )
  .post(
    '/me/cancel',
    op({
      id: 'cancelSubscription',
      summary: 'Résilier mon abonnement',
      doc: `Résilie : l'abonnement payé court jusqu'à la fin de sa période (cancelAtPeriodEnd passe à true), puis
        s'arrête. Pendant la semaine de grâce, qui n'est pas payée, il s'arrête aussitôt et les produits se masquent.
        Sans remboursement. 409 tant qu'un paiement est en route ; POST /subscriptions/me/reactivate revient en arrière avant la fin de la période.`,
      reasons: ['FORBIDDEN', 'SUBSCRIPTION_REQUIRED', 'INVALID_TRANSITION', 'PAYMENT_IN_PROGRESS'],
      roles: ['SELLER'],
      takesDown: true,
      ok: SubscriptionView,
    }),
    async (c) => c.json(ok(await cancelSubscription(ctx(c)))),
  )
  .post(
    '/me/reactivate',
    op({
      id: 'reactivateSubscription',
      summary: 'Reprendre mon abonnement',
      doc: `Retire la résiliation avant la fin de la période : l'abonnement ACTIVE continue comme avant, sans
        paiement. Refusé s'il n'était pas résilié, ou une fois en GRACE : il faut alors renouveler.`,
      reasons: ['FORBIDDEN', 'SUBSCRIPTION_REQUIRED', 'INVALID_TRANSITION'],
      roles: ['SELLER'],
      ok: SubscriptionView,
    }),
    async (c) => c.json(ok(await reactivateSubscription(ctx(c)))),
  )
  .post(
    '/me/renew',
    op({
      ...pay,
      id: 'renewSubscription',
      needsTerms: true,
      summary: 'Renouveler mon abonnement',
      doc: `Paie une période de plus du même plan, cycle et devise : elle prolonge la fin actuelle en ACTIVE ou GRACE,
        et part de maintenant si l'abonnement a expiré. Une seule période d'avance : tant que la dernière payée n'a
        pas commencé, 409. Un plan gratuit se renouvelle de lui-même. Le payeur approuve sur son téléphone dans les 30 minutes ;
        suivez par checkSubscriptionPayment tant que « payment.status » vaut PENDING. Une fois payé, une résiliation en attente est levée. Après une résiliation achevée,
        il faut s'abonner à nouveau.`,
      reasons: [
        'FORBIDDEN',
        'SUBSCRIPTION_REQUIRED',
        'CONFLICT',
        'PAYMENT_IN_PROGRESS',
        refusalOf('SUBSCRIPTION'),
        'GATEWAY_UNAVAILABLE',
        'INVALID_TRANSITION',
      ],
      json: Renew,
    }),
    async (c) => c.json(ok(await renewSubscription(ctx(c), c.req.valid('json'))), 201),
  )
  .post(
    '/upgrade',
    op({
      ...pay,
      id: 'upgradeSubscription',
      needsTerms: true,
      summary: 'Changer de plan',
      doc: `Passe à un autre plan, ou à l'autre cycle du même, en payant son prix entier : une nouvelle période part
        de l'arrivée de l'argent, et l'ancien plan reste en vigueur jusque-là. Vers un plan gratuit, le changement est
        immédiat. Un plan plus petit masque les produits en trop, sans les supprimer. Le payeur approuve dans les 30
        minutes ; suivez par checkSubscriptionPayment.`,
      reasons: [
        'FORBIDDEN',
        'SUBSCRIPTION_REQUIRED',
        'NOT_FOUND',
        'ALREADY_EXISTS',
        'PAYMENT_IN_PROGRESS',
        refusalOf('SUBSCRIPTION'),
        'GATEWAY_UNAVAILABLE',
      ],
      json: Upgrade,
    }),
    async (c) => c.json(ok(await upgradeSubscription(ctx(c), c.req.valid('json'))), 201),
  )
