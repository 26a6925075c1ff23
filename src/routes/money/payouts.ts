import { Hono } from 'hono'
import { PendingApprovalView } from '../../domain/core/approvals/approval.ts'
import { ConfirmApproval } from '../../domain/core/approvals/confirm.ts'
import { CancelPayout, cancelPayout } from '../../domain/money/payouts/cancel.ts'
import { confirmPayout } from '../../domain/money/payouts/confirm.ts'
import { checkPayout, findPayout, PayoutId } from '../../domain/money/payouts/find-payout.ts'
import { ListPayouts, listPayouts } from '../../domain/money/payouts/list-payouts.ts'
import { RequestApproval, requestApproval } from '../../domain/money/payouts/request-approval.ts'
import { ResendCode, resendCode } from '../../domain/money/payouts/resend-code.ts'
import { PayoutFileView, PayoutList, PayoutView } from '../../domain/money/payouts/view.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'
import { FINANCE } from '../../kernel/roles.ts'

/** The first step answers at `/payouts` and at `/gatewayA/payouts` (contract.md decision 1): the same operations twice. */
export const payouts = new Hono<AppEnv>()
  .post(
    '/request-approval',
    op({
      summary: 'Demander un versement',
      roles: ['ADMIN'],
      tier: 'request',
      json: RequestApproval,
      status: 201,
      ok: PendingApprovalView,
    }),
    async (c) => c.json(ok(await requestApproval(ctx(c), c.req.valid('json'))), 201),
  )
  .post(
    '/resend-code',
    op({
      summary: "Renvoyer le code d'un versement",
      roles: ['ADMIN'],
      tier: 'request',
      json: ResendCode,
      ok: PendingApprovalView,
    }),
    async (c) => c.json(ok(await resendCode(ctx(c), c.req.valid('json')))),
  )

export const gatewayAPayouts = new Hono<AppEnv>()
  .route('/', payouts)
  .post(
    '/confirm',
    op({
      summary: 'Confirmer un versement',
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
      summary: 'Lister les versements',
      roles: FINANCE,
      tier: 'authenticated',
      query: ListPayouts,
      ok: PayoutList,
    }),
    async (c) => c.json(ok(await listPayouts(ctx(c), c.req.valid('query')))),
  )
  .get(
    '/:payoutId',
    op({
      summary: 'Voir un versement',
      roles: FINANCE,
      tier: 'authenticated',
      param: PayoutId,
      ok: PayoutFileView,
    }),
    async (c) => c.json(ok(await findPayout(ctx(c), c.req.valid('param').payoutId))),
  )
  .post(
    '/:payoutId/check-status',
    op({
      summary: "Vérifier l'état d'un versement",
      roles: FINANCE,
      tier: 'authenticated',
      param: PayoutId,
      ok: PayoutFileView,
    }),
    async (c) => c.json(ok(await checkPayout(ctx(c), c.req.valid('param').payoutId))),
  )
  .post(
    '/:payoutId/cancel',
    op({
      summary: 'Annuler un versement',
      roles: ['ADMIN'],
      tier: 'authenticated',
      param: PayoutId,
      json: CancelPayout,
      ok: PayoutFileView,
    }),
    async (c) => c.json(ok(await cancelPayout(ctx(c), c.req.valid('param').payoutId, c.req.valid('json')))),
  )
