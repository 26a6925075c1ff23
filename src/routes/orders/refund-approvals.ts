import { ConfirmApproval } from '#domain/core/approvals/confirm.ts'
import { confirmRefund } from '#domain/orders/refunds/deciding/confirm.ts'
import { RequestRefund, requestRefundApproval } from '#domain/orders/refunds/deciding/request-approval.ts'
import { ResendRefundCode, resendRefundCode } from '#domain/orders/refunds/deciding/resend-code.ts'
import { PendingRefundView, RefundView } from '#domain/orders/refunds/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { REFUND_REFUSALS } from '#providers/gateways.ts'

export const refundApprovals = newRouter()
  .post(
    '/request-approval',
    op({
      id: 'requestRefundApproval',
      summary: 'Demander un remboursement',
      doc: `Envoie un code par e-mail ; rien ne bouge avant confirmRefund. Sans montant, tout ce qui reste. Ce qui attend
        ou a échoué est repris, avec le montant demandé. Le paiement d'un abonnement est rendu en entier. L'acheteur lit « reason ». Pas de son
        propre achat, s'il y a un autre ADMIN (409).`,
      reasons: [
        'NOT_FOUND',
        'TOO_MANY_REQUESTS',
        'INVALID_TRANSITION',
        'ALREADY_EXISTS',
        'REQUEST_IN_PROGRESS',
        'CONFLICT',
      ],
      roles: ['ADMIN'],
      tier: 'request',
      json: RequestRefund,
      status: 201,
      ok: PendingRefundView,
    }),
    async (c) => c.json(ok(await requestRefundApproval(ctx(c), c.req.valid('json'))), 201),
  )
  .post(
    '/resend-code',
    op({
      id: 'resendRefundCode',
      summary: "Renvoyer le code d'un remboursement",
      doc: "Au plus tôt 60 secondes après le dernier ; l'ancien code ne vaut plus rien.",
      reasons: ['NOT_FOUND', 'GONE', 'TOO_MANY_REQUESTS', 'INVALID_TRANSITION'],
      roles: ['ADMIN'],
      tier: 'request',
      json: ResendRefundCode,
      ok: PendingRefundView,
    }),
    async (c) => c.json(ok(await resendRefundCode(ctx(c), c.req.valid('json')))),
  )
  .post(
    '/confirm',
    op({
      id: 'confirmRefund',
      summary: 'Confirmer un remboursement',
      doc: `Le code envoie le remboursement, une seule fois. Un refus immédiat de la passerelle répond 400 et le laisse
        échoué. Une commande qui a changé d'état depuis : 409.
        Le code de retryRefund se confirme ici aussi. Ce qui rend tout annule la commande avant l'enlèvement, ou la rembourse, quand l'argent est arrivé.`,
      reasons: [
        'NOT_FOUND',
        'INVALID_VERIFICATION_CODE',
        'GONE',
        'TOO_MANY_REQUESTS',
        'INVALID_TRANSITION',
        'ALREADY_EXISTS',
        'INSUFFICIENT_BALANCE',
        'REQUEST_IN_PROGRESS',
        'CONFLICT',
        ...REFUND_REFUSALS,
      ],
      roles: ['ADMIN'],
      tier: 'credential',
      json: ConfirmApproval,
      status: 201,
      ok: RefundView,
    }),
    async (c) => c.json(ok(await confirmRefund(ctx(c), c.req.valid('json'))), 201),
  )
