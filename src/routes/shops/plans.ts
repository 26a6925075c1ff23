import * as z from 'zod'
import { CreatePlan, createPlan } from '#domain/shops/plans/create.ts'
import { deletePlan } from '#domain/shops/plans/delete.ts'
import { listPlans } from '#domain/shops/plans/list.ts'
import { ReplacePrices, replacePlanPrices } from '#domain/shops/plans/replace-prices.ts'
import { showPlan } from '#domain/shops/plans/show.ts'
import { UpdatePlan, updatePlan } from '#domain/shops/plans/update.ts'
import { PlanView } from '#domain/shops/plans/view.ts'
import { op } from '#http/op.ts'
import { ctx, ok } from '#http/reply.ts'
import { newRouter } from '#http/router.ts'
import { IdParam } from '#kernel/fields.ts'

const edit = { roles: ['ADMIN'], param: IdParam, ok: PlanView } as const

export const plans = newRouter()
  .get(
    '/',
    op({
      id: 'listPlans',
      summary: 'Plans en vente',
      doc: `Les plans en vente, dans l'ordre voulu par l'équipe, chacun avec ses limites et ses prix par cycle et par
        devise. Le vendeur en choisit un par POST /subscriptions.`,
      reasons: [],
      roles: 'public',
      cache: 'shared',
      ok: z.object({ plans: z.array(PlanView) }),
    }),
    async (c) => c.json(ok(await listPlans(ctx(c)))),
  )
  .post(
    '/',
    op({
      id: 'createPlan',
      summary: 'Créer un plan',
      doc: `Met en vente un plan avec ses limites et jusqu'à quatre prix, un par cycle (MONTHLY, YEARLY) et devise
        (USD, CDF). Un prix de 0 fait un plan gratuit, qui démarre sans paiement ; sans aucun prix, personne ne peut
        s'y abonner. Le slug vient du nom et reste.`,
      reasons: [],
      roles: ['ADMIN'],
      json: CreatePlan,
      status: 201,
      ok: PlanView,
    }),
    async (c) => c.json(ok(await createPlan(ctx(c), c.req.valid('json'))), 201),
  )
  .get(
    '/:id',
    op({
      id: 'showPlan',
      summary: 'Un plan',
      doc: "Un plan avec ses prix, même s'il n'est plus vendu : isActive le dit.",
      reasons: [],
      roles: 'public',
      cache: 'shared',
      param: IdParam,
      ok: PlanView,
    }),
    async (c) => c.json(ok(await showPlan(ctx(c), c.req.valid('param').id))),
  )
  .put(
    '/:id',
    op({
      ...edit,
      id: 'updatePlan',
      summary: 'Modifier un plan',
      doc: `Modifie un plan : seuls les champs envoyés changent, et cela vaut aussitôt pour tous ses abonnés. Une
        limite de produits abaissée masque les produits publiés en dernier, sans rien supprimer ; relevée, elle les
        remontre. Désactivé, le plan ne se vend ni ne se renouvelle plus. Les prix se changent par
        PUT /plans/:id/prices.`,
      reasons: ['VERSION_MISMATCH'],
      takesDown: true,
      json: UpdatePlan,
    }),
    async (c) => c.json(ok(await updatePlan(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .put(
    '/:id/prices',
    op({
      ...edit,
      id: 'replacePlanPrices',
      summary: "Remplacer les prix d'un plan",
      doc: `Remplace tous les prix d'un plan par la liste envoyée ; ce qui n'y est plus ne se vend plus. Un paiement
        déjà demandé garde son prix. Le nouveau prix vaut pour les prochains abonnements et renouvellements.`,
      reasons: ['VERSION_MISMATCH'],
      json: ReplacePrices,
    }),
    async (c) => c.json(ok(await replacePlanPrices(ctx(c), c.req.valid('param').id, c.req.valid('json')))),
  )
  .delete(
    '/:id',
    op({
      id: 'deletePlan',
      summary: 'Supprimer un plan',
      doc: `Supprime un plan que personne n'a jamais pris ni demandé, même sans payer ; sinon 409 : retirez-le de la
        vente (isActive) plutôt.`,
      reasons: ['IN_USE'],
      roles: ['ADMIN'],
      param: IdParam,
      ok: z.object({ deleted: z.literal(true) }),
    }),
    async (c) => c.json(ok(await deletePlan(ctx(c), c.req.valid('param').id))),
  )
