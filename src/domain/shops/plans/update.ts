import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { abortUnlessChanged, VERSION_MISMATCH } from '#db/guard.ts'
import { plans } from '#db/schema/shops/plans.ts'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { refreshVisibilityOfPlan } from '../above.ts'
import { PlanFields } from './fields.ts'
import { selectPlan } from './queries.ts'
import { type PlanView, viewPlan } from './view.ts'

export const UpdatePlan = z.strictObject(PlanFields).partial().extend({ version: f.version.optional() })

/**
 * Changes a plan (docs/money.md, Plans). The new limits count at once for all its sellers: shops and products over a limit are hidden,
 * never deleted.
 * @throws 404; 409 VERSION_MISMATCH if it changed since `version`
 */
export async function updatePlan(
  ctx: Ctx,
  id: string,
  { version, ...changes }: z.output<typeof UpdatePlan>,
): Promise<PlanView> {
  const [[plan]] = await readTogether(ctx.db, selectPlan(ctx, id))
  if (!plan) fail('NOT_FOUND')
  if (version !== undefined && version !== plan.version) fail('CONFLICT', 'VERSION_MISMATCH')
  const [rows] = await commit(
    ctx,
    [
      ctx.db
        .update(plans)
        .set({ ...changes, version: sql`version + 1`, updatedAt: ctx.now })
        .where(and(eq(plans.id, id), version === undefined ? undefined : eq(plans.version, version))),
      abortUnlessChanged(ctx.db, VERSION_MISMATCH),
      ...((changes.maxShops ?? changes.maxProducts) !== undefined ? refreshVisibilityOfPlan(ctx, id) : []),
      recordAct(ctx, 'plan.update', id, changes),
    ],
    selectPlan(ctx, id),
  )
  return viewPlan(rows[0] ?? fail('NOT_FOUND'))
}
