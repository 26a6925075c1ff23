import { PendingApprovalView } from '#domain/core/approvals/approval.ts'
import { ConfirmApproval } from '#domain/core/approvals/confirm.ts'
import { CancelPayout, cancelPayout } from '#domain/money/payouts/cancel.ts'
import { confirmPayout } from '#domain/money/payouts/confirm.ts'
import { ListPayouts, listPayouts } from '#domain/money/payouts/list-payouts.ts'
import { RequestApproval, requestPayoutApproval } from '#domain/money/payouts/request-approval.ts'
import { ResendCode, resendPayoutCode } from '#domain/money/payouts/resend-code.ts'
import { checkPayout, PayoutId, showPayout } from '#domain/money/payouts/show-payout.ts'
import { PayoutFileView, PayoutList, PayoutView } from '#domain/money/payouts/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { FINANCE } from '#kernel/roles.ts'
import { refusalOf } from '#providers/gateways.ts'

/** The first step answers at `/payouts` and at `/gatewayA/payouts` (docs/conventions.md, Paths and bodies): the same operations twice. */
export const payouts = newRouter()
  .post(
    '/request-approval',
    op({
      id: 'requestPayoutApproval',
      summary: 'Demander un versement',
      doc: `Première étape d'un versement par la passerelle A : l'ADMIN reçoit par e-mail un code de 10 minutes,
        valable pour ce versement exact ; rien ne part. Une nouvelle demande remplace la précédente, pas avant 60
        secondes (resendIn). Opérateur, devise, décimales et limites sont ceux de la configuration active. Ensuite
        POST /gatewayA/payouts/confirm avec pendingId.`,
      reasons: ['GATEWAY_UNAVAILABLE', 'TOO_MANY_REQUESTS'],
      roles: ['ADMIN'],
      tier: 'request',
      json: RequestApproval,
      status: 201,
      ok: PendingApprovalView,
    }),
    async (c) => c.json(ok(await requestPayoutApproval(ctx(c), c.req.valid('json'))), 201),
  )
  .post(
    '/resend-code',
    op({
      id: 'resendPayoutCode',
      summary: "Renvoyer le code d'un versement",
      doc: `Envoie un nouveau code pour un versement qui attend le sien : l'ancien ne vaut plus et les 10 minutes
        repartent. Pas avant 60 secondes après le dernier code, et seulement par l'ADMIN qui a fait la demande.`,
      reasons: ['NOT_FOUND', 'GONE', 'TOO_MANY_REQUESTS', 'INVALID_TRANSITION'],
      roles: ['ADMIN'],
      tier: 'request',
      json: ResendCode,
      ok: PendingApprovalView,
    }),
    async (c) => c.json(ok(await resendPayoutCode(ctx(c), c.req.valid('json')))),
  )

export const adminPayouts = newRouter()
  .route('/', payouts)
  .post(
    '/confirm',
    op({
      id: 'confirmPayout',
      summary: 'Confirmer un versement',
      doc: `Seconde étape : avec le bon code, le versement est envoyé, une seule fois ; suivez par checkPayout.
        Réservé à l'ADMIN qui l'a demandé, une confirmation à la fois : une autre simultanée reçoit 429. Après cinq
        mauvais codes ou 10 minutes, le versement est EXPIRED et se redemande. La somme est
        réservée aussitôt sur le compte qui paie : sauf platform:cash, un compte qui ne l'a pas répond 409
        INSUFFICIENT_BALANCE, et le code reste bon. Si la passerelle refuse, ou n'a pas le solde, il est FAILED et la
        somme revient.`,
      reasons: [
        'NOT_FOUND',
        'INVALID_VERIFICATION_CODE',
        'GONE',
        'TOO_MANY_REQUESTS',
        'INVALID_TRANSITION',
        'CONFLICT',
        refusalOf('ADMIN_PAYOUT'),
        'INSUFFICIENT_BALANCE',
      ],
      roles: ['ADMIN'],
      tier: 'credential',
      json: ConfirmApproval,
      status: 201,
      ok: PayoutView,
    }),
    async (c) => c.json(ok(await confirmPayout(ctx(c), c.req.valid('json'))), 201),
  )
  .get(
    '/history',
    op({
      id: 'listPayouts',
      summary: 'Lister les versements',
      doc: `Les versements par la passerelle A, les plus récents d'abord, y compris ceux qui attendent leur code, au
        besoin dans un seul état.`,
      reasons: [],
      roles: FINANCE,
      query: ListPayouts,
      ok: PayoutList,
    }),
    async (c) => c.json(ok(await listPayouts(ctx(c), c.req.valid('query')))),
  )
  .get(
    '/:payoutId',
    op({
      id: 'showPayout',
      summary: 'Voir un versement',
      doc: `Un versement avec son histoire (qui, quand, pourquoi), le compte qui paie et, s'il a échoué, le code et le
        message de l'opérateur. L'état est celui connu ici : pour le faire relire chez l'opérateur, checkPayout.`,
      reasons: [],
      roles: FINANCE,
      param: PayoutId,
      ok: PayoutFileView,
    }),
    async (c) => c.json(ok(await showPayout(ctx(c), c.req.valid('param').payoutId))),
  )
  .post(
    '/:payoutId/check-status',
    op({
      id: 'checkPayout',
      summary: "Vérifier l'état d'un versement",
      doc: `Demande à la passerelle A ce qu'est devenu un versement envoyé, applique sa réponse et rend le versement à
        jour. Si elle ne répond pas, rien ne change ; s'il n'est pas encore confirmé, il est rendu tel quel. Répéter
        l'appel est sans danger.`,
      reasons: [],
      roles: FINANCE,
      param: PayoutId,
      ok: PayoutFileView,
    }),
    async (c) => c.json(ok(await checkPayout(ctx(c), c.req.valid('param').payoutId))),
  )
  .post(
    '/:payoutId/cancel',
    op({
      id: 'cancelPayout',
      summary: 'Annuler un versement',
      doc: `Abandonne un versement qui attend encore son code, ou qui est confirmé mais pas encore parti (l'opérateur
        était injoignable) : la somme réservée revient alors au compte qui paie. Motif facultatif. Une fois chez
        l'opérateur, un versement ne s'annule plus.`,
      reasons: ['INVALID_TRANSITION'],
      roles: ['ADMIN'],
      param: PayoutId,
      json: CancelPayout,
      ok: PayoutFileView,
    }),
    async (c) => c.json(ok(await cancelPayout(ctx(c), c.req.valid('param').payoutId, c.req.valid('json')))),
  )
