import * as z from 'zod'
import { Resolve } from '#domain/money/gateways/deciding/resolution-input.ts'
import { checkRefund } from '#domain/orders/refunds/deciding/check-status.ts'
import { RejectRefund, rejectRefund } from '#domain/orders/refunds/deciding/reject.ts'
import { ResolvedRefundView, resolveRefund } from '#domain/orders/refunds/deciding/resolve.ts'
import { RetryRefund, retryRefund } from '#domain/orders/refunds/deciding/retry.ts'
import { ListRefunds, listRefunds, RefundList } from '#domain/orders/refunds/showing/list.ts'
import { showRefund } from '#domain/orders/refunds/showing/show.ts'
import { PendingRefundView, RefundView } from '#domain/orders/refunds/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { IdParam } from '#kernel/fields.ts'
import { STAFF } from '#kernel/roles.ts'
import { REFUND_REFUSALS } from '#providers/gateways.ts'
import { refundApprovals } from './refund-approvals.ts'

export const refunds = newRouter()
  .route('/', refundApprovals)
  .get(
    '/',
    op({
      id: 'listRefunds',
      summary: 'Lister les remboursements',
      doc: "Les plus récents d'abord ; « from » et « to » portent sur createdAt.",
      reasons: [],
      roles: [...STAFF, 'ACCOUNTANT'],
      query: ListRefunds,
      ok: RefundList,
    }),
    async (c) => c.json(ok(await listRefunds(ctx(c), c.req.valid('query')))),
  )
  .get(
    '/:id',
    op({
      id: 'showRefund',
      summary: 'Voir un remboursement',
      doc: 'Son état, et pourquoi il a échoué.',
      reasons: [],
      roles: [...STAFF, 'ACCOUNTANT'],
      param: IdParam,
      ok: RefundView,
    }),
    async (c) => c.json(ok(await showRefund(ctx(c), c.req.valid('param').id))),
  )
  .post(
    '/:id/check-status',
    op({
      id: 'checkRefund',
      summary: 'Demander où en est un remboursement',
      doc: 'Demande à la passerelle où en est le dernier envoi, et applique sa réponse.',
      reasons: [],
      roles: ['ADMIN'],
      param: IdParam,
      ok: RefundView,
    }),
    async (c) => c.json(ok(await checkRefund(ctx(c), c.req.valid('param').id))),
  )
  .post(
    '/:id/retry',
    op({
      id: 'retryRefund',
      summary: 'Renvoyer un remboursement échoué',
      doc: `Renvoie un remboursement échoué au même numéro. Un autre, avec son réseau (du même pays sans countryCode), doit être
      vérifié de qui a payé ou avoir payé une de ses commandes (un de ses abonnements) : un code part par e-mail (PendingRefund), et confirmRefund
      envoie ; qui a payé est prévenu. Ce qu'une personne a dit échoué attend que la passerelle le dise (409). Un refus immédiat de l'opérateur répond 400 et laisse le remboursement échoué. Le second paiement d'une commande payée deux fois, rendu
      d'office, se renvoie aussi ici.`,
      reasons: [
        'INVALID_TRANSITION',
        'ALREADY_EXISTS',
        'INSUFFICIENT_BALANCE',
        'REQUEST_IN_PROGRESS',
        ...REFUND_REFUSALS,
        'CONFLICT',
        'TOO_MANY_REQUESTS',
      ],
      roles: ['ADMIN'],
      param: IdParam,
      json: RetryRefund,
      ok: z.union([PendingRefundView, RefundView]),
    }),
    async (c) => c.json(ok(await retryRefund(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .post(
    '/:id/reject',
    op({
      id: 'rejectRefund',
      summary: 'Renoncer à un remboursement',
      doc: `Met fin à un remboursement demandé ou échoué : rien n'est rendu, l'argent reste où il est, et une commande
      livrée est conclue d'office si ses 48 heures sont passées. Refusé s'il est en cours ou fini. Un autre peut suivre par
      POST /orders/admin/:id/refund ; si la commande est annulée ou refusée sans être conclue, un incident le rappelle.`,
      isHeld: true,
      reasons: ['CONFLICT', 'INVALID_TRANSITION'],
      roles: ['ADMIN'],
      param: IdParam,
      json: RejectRefund,
      ok: RefundView,
    }),
    async (c) => c.json(ok(await rejectRefund(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .post(
    '/:id/resolve',
    op({
      id: 'resolveRefund',
      summary: "Décider d'un remboursement sans réponse",
      doc: `Comme POST /gatewayB/transactions/:id/resolve, pour le dernier envoi d'un remboursement : la passerelle est
      d'abord interrogée, et un code décide ce qu'elle laisse ouvert. Refusé (409) tant que rien n'a été envoyé, et toujours pour celui
      qu'un paiement repris par l'opérateur a conclu. Celui de son propre achat est à décider par un autre administrateur (409), tant
      qu'il y en a un.`,
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
      ok: ResolvedRefundView,
    }),
    async (c) => c.json(ok(await resolveRefund(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
