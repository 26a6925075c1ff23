import { PendingApprovalView } from '#domain/core/approvals/approval.ts'
import { ConfirmExpense, confirmExpense } from '#domain/money/expenses/confirm.ts'
import { RejectExpense, rejectExpense } from '#domain/money/expenses/reject.ts'
import { RequestExpenseApproval, requestExpenseApproval } from '#domain/money/expenses/request-approval.ts'
import { resendExpenseCode } from '#domain/money/expenses/resend-code.ts'
import { ExpenseView } from '#domain/money/expenses/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { IdParam } from '#kernel/fields.ts'

/** Decisions of an ADMIN about an expense. */
export const expenseDecisions = newRouter()
  .post(
    '/:id/reject',
    op({
      id: 'rejectExpense',
      summary: 'Refuser une dépense',
      doc: "Refuse pour de bon une dépense qui attend, même son code : il ne vaut alors plus rien. Rien n'est compté.",
      reasons: ['INVALID_TRANSITION', 'VERSION_MISMATCH'],
      roles: ['ADMIN'],
      param: IdParam,
      json: RejectExpense,
      ok: ExpenseView,
    }),
    async (c) => c.json(ok(await rejectExpense(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .post(
    '/:id/approve/request',
    op({
      id: 'requestExpenseApproval',
      summary: "Demander l'approbation d'une dépense",
      doc: `Première étape : l'ADMIN reçoit par e-mail un code de 10 minutes pour cette dépense exacte. CONFLICT pour
        la sienne, tant qu'il y a un autre ADMIN. Une nouvelle demande du même ADMIN remet la précédente en
        PENDING, pas avant 60 secondes (resendIn).`,
      reasons: ['INVALID_TRANSITION', 'VERSION_MISMATCH', 'CONFLICT', 'TOO_MANY_REQUESTS'],
      roles: ['ADMIN'],
      tier: 'request',
      param: IdParam,
      json: RequestExpenseApproval,
      ok: PendingApprovalView,
    }),
    async (c) => c.json(ok(await requestExpenseApproval(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .post(
    '/:id/approve/resend',
    op({
      id: 'resendExpenseCode',
      summary: "Renvoyer le code d'une dépense",
      doc: `Un nouveau code pour une dépense qui attend le sien : l'ancien ne vaut plus et les 10 minutes repartent.
        Pas avant 60 secondes, et seulement par l'ADMIN qui l'a demandé.`,
      reasons: ['GONE', 'TOO_MANY_REQUESTS', 'INVALID_TRANSITION'],
      roles: ['ADMIN'],
      tier: 'request',
      param: IdParam,
      ok: PendingApprovalView,
    }),
    async (c) => c.json(ok(await resendExpenseCode(ctx(c), c.req.valid('param').id))),
  )
  .post(
    '/:id/approve/confirm',
    op({
      id: 'confirmExpense',
      summary: 'Approuver une dépense',
      doc: `Seconde étape : avec le bon code, la dépense est approuvée et comptée, une seule fois. Réservé à l'ADMIN
        qui l'a demandé, une confirmation à la fois : une autre simultanée reçoit 429. Après cinq mauvais codes ou
        10 minutes, elle redevient PENDING.`,
      reasons: ['INVALID_VERIFICATION_CODE', 'GONE', 'TOO_MANY_REQUESTS', 'INVALID_TRANSITION', 'CONFLICT'],
      roles: ['ADMIN'],
      tier: 'credential',
      param: IdParam,
      json: ConfirmExpense,
      ok: ExpenseView,
    }),
    async (c) => c.json(ok(await confirmExpense(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
