import { Hono } from 'hono'
import * as z from 'zod'
import { CreatePlan, createPlan } from '../../domain/shops/plans/create.ts'
import { findPlan, listPlans } from '../../domain/shops/plans/queries.ts'
import { ReplacePrices, replacePrices } from '../../domain/shops/plans/replace-prices.ts'
import { UpdatePlan, updatePlan } from '../../domain/shops/plans/update.ts'
import { PlanView, viewPlan } from '../../domain/shops/plans/view.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { op } from '../../http/op.ts'
import { ctx, ok } from '../../http/reply.ts'
import { IdParam } from '../../kernel/fields.ts'

const edit = { roles: ['ADMIN'], param: IdParam, ok: PlanView } as const

export const plans = new Hono<AppEnv>()
  .get(
    '/',
    op({
      summary: 'Plans en vente',
      roles: 'public',
      tier: 'public',
      ok: z.object({ plans: z.array(PlanView) }),
    }),
    async (c) => c.json(ok({ plans: (await listPlans(ctx(c))).map(viewPlan) })),
  )
  .post(
    '/',
    op({
      summary: 'Créer un plan',
      roles: ['ADMIN'],
      tier: 'authenticated',
      json: CreatePlan,
      status: 201,
      ok: PlanView,
    }),
    async (c) => c.json(ok(viewPlan(await createPlan(ctx(c), c.req.valid('json')))), 201),
  )
  .get(
    '/:id',
    op({
      summary: 'Un plan',
      roles: 'public',
      tier: 'public',
      param: IdParam,
      ok: PlanView,
    }),
    async (c) => c.json(ok(viewPlan(await findPlan(ctx(c), c.req.valid('param').id)))),
  )
  .put(
    '/:id',
    op({
      ...edit,
      summary: 'Modifier un plan',
      tier: 'authenticated',
      json: UpdatePlan,
    }),
    async (c) => c.json(ok(viewPlan(await updatePlan(ctx(c), c.req.valid('param').id, c.req.valid('json'))))),
  )
  .put(
    '/:id/prices',
    op({
      ...edit,
      summary: "Remplacer les prix d'un plan",
      tier: 'authenticated',
      json: ReplacePrices,
    }),
    async (c) => c.json(ok(viewPlan(await replacePrices(ctx(c), c.req.valid('param').id, c.req.valid('json'))))),
  )
