import { CreateExpense, createExpense } from '#domain/money/expenses/create.ts'
import { ExportExpenses, exportExpenses } from '#domain/money/expenses/export.ts'
import { ListExpenses, listExpenses } from '#domain/money/expenses/list.ts'
import { showExpenseMeta } from '#domain/money/expenses/meta.ts'
import { showExpense } from '#domain/money/expenses/show.ts'
import { UpdateExpense, updateExpense } from '#domain/money/expenses/update.ts'
import { ExpenseList, ExpenseMetaView, ExpenseView } from '#domain/money/expenses/view.ts'
import { op } from '#http/op.ts'
import { csv, ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { IdParam } from '#kernel/fields.ts'
import { FINANCE } from '#kernel/roles.ts'
import { expenseDecisions } from './expense-decisions.ts'

export const expenses = newRouter()
  .route('/', expenseDecisions)
  .get(
    '/meta',
    op({
      id: 'showExpenseMeta',
      summary: "Connaître les choix d'une dépense",
      doc: "Les catégories, les moyens de paiement et les devises qu'une dépense peut avoir.",
      reasons: [],
      roles: FINANCE,
      ok: ExpenseMetaView,
    }),
    async (c) => c.json(ok(showExpenseMeta())),
  )
  .get(
    '/export/csv',
    op({
      id: 'exportExpenses',
      summary: 'Exporter les dépenses',
      doc: `Toutes les dépenses du filtre en CSV, une colonne par champ. D'une recherche, les dernières saisies
        viennent d'abord.`,
      reasons: [],
      roles: FINANCE,
      query: ExportExpenses,
      ok: { raw: 'text/csv' },
    }),
    async (c) => csv(c, await exportExpenses(ctx(c), c.req.valid('query'))),
  )
  .get(
    '/',
    op({
      id: 'listExpenses',
      summary: 'Lister les dépenses',
      doc: `Les dépenses, de la plus récente (incurredAt) à la plus ancienne ; « totals » additionne, par devise, tout
        ce que le filtre trouve. « from » et « to » portent sur incurredAt ; « search » cherche les débuts de mots du
        libellé, du fournisseur et des notes, dans les 1 000 dernières saisies qu'elle trouve.`,
      reasons: [],
      roles: FINANCE,
      query: ListExpenses,
      ok: ExpenseList,
    }),
    async (c) => c.json(ok(await listExpenses(ctx(c), c.req.valid('query')))),
  )
  .post(
    '/',
    op({
      id: 'createExpense',
      summary: 'Saisir une dépense',
      doc: `Une dépense de la plateforme, PENDING jusqu'à la décision d'un ADMIN. Catégories et moyens de paiement :
        showExpenseMeta. incurredAt est un jour ou un instant, pas dans le futur ; absent, maintenant.`,
      reasons: [],
      roles: FINANCE,
      json: CreateExpense,
      status: 201,
      ok: ExpenseView,
    }),
    async (c) => c.json(ok(await createExpense(ctx(c), c.req.valid('json'))), 201),
  )
  .get(
    '/:id',
    op({
      id: 'showExpense',
      summary: 'Voir une dépense',
      doc: 'Une dépense et ce qui en a été décidé.',
      reasons: [],
      roles: FINANCE,
      param: IdParam,
      ok: ExpenseView,
    }),
    async (c) => c.json(ok(await showExpense(ctx(c), c.req.valid('param').id))),
  )
  .put(
    '/:id',
    op({
      id: 'updateExpense',
      summary: 'Corriger une dépense',
      doc: `Change les champs donnés d'une dépense PENDING ; null efface un champ facultatif. Une autre devise seule
        garde le montant écrit. Dès qu'un code d'approbation est demandé, et tant qu'il vaut, elle ne change plus.`,
      reasons: ['INVALID_TRANSITION', 'VERSION_MISMATCH'],
      roles: FINANCE,
      param: IdParam,
      json: UpdateExpense,
      ok: ExpenseView,
    }),
    async (c) => c.json(ok(await updateExpense(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
