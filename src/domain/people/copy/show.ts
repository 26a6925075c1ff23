import { and, eq } from 'drizzle-orm'
import { dataCopies } from '#db/schema/people/copies.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { viewCopy } from './view.ts'

/**
 * Shows a copy of the person's own data, with its address once it is ready.
 * @throws 404
 */
export async function showCopy(ctx: Ctx, id: string) {
  const [row] = await ctx.db
    .select()
    .from(dataCopies)
    .where(and(eq(dataCopies.id, id), eq(dataCopies.userId, actorOf(ctx).id)))
  return viewCopy(ctx, row ?? fail('NOT_FOUND'))
}
