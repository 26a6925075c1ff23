import { checkSubscriptionPayment, DepositParam } from '#domain/shops/subscriptions/check-status.ts'
import { ListPayments, listSubscriptionPayments } from '#domain/shops/subscriptions/list-payments.ts'
import { PaidView, SubscriptionPaymentView } from '#domain/shops/subscriptions/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { listOf } from '#kernel/fields.ts'

export const subscriptionPayments = newRouter()
  .get(
    '/me/payments',
    op({
      id: 'listSubscriptionPayments',
      summary: "Mes paiements d'abonnement",
      doc: `Les paiements d'abonnement du vendeur connecté, les plus récents d'abord, réussis ou non, dans la devise
        du prix. Un paiement PENDING se suit par son depositId.`,
      reasons: ['FORBIDDEN'],
      roles: ['SELLER'],
      query: ListPayments,
      ok: listOf('payments', SubscriptionPaymentView),
    }),
    async (c) => c.json(ok(await listSubscriptionPayments(ctx(c), c.req.valid('query')))),
  )
  .post(
    '/payments/:depositId/check-status',
    op({
      id: 'checkSubscriptionPayment',
      summary: "État d'un paiement d'abonnement",
      doc: `Demande à l'opérateur ce qu'est devenu un paiement d'abonnement du vendeur connecté, applique sa réponse
        et rend le paiement et l'abonnement à jour. À appeler après s'être abonné, tant que le paiement est PENDING ;
        un paiement EXPIRED peut encore réussir tard. Si l'opérateur ne répond pas, rien ne change. Répéter l'appel
        est sans danger.`,
      reasons: ['FORBIDDEN'],
      roles: ['SELLER'],
      param: DepositParam,
      ok: PaidView,
    }),
    async (c) => c.json(ok(await checkSubscriptionPayment(ctx(c), c.req.valid('param').depositId))),
  )
