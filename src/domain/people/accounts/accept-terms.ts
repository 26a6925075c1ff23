import { and, eq } from 'drizzle-orm'
import * as z from 'zod'
import { termsAccepted } from '#db/schema/core/terms.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { requireActiveActor } from '#domain/core/guards.ts'
import { acceptInForce } from '#domain/core/terms.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { iso } from '#kernel/time.ts'

export const AcceptTerms = z.strictObject({ version: f.line(1, 40) })

export const TermsAcceptedView = z.object({ version: z.string(), acceptedAt: f.isoTime }).meta({ id: 'TermsAccepted' })

/**
 * Accepts the terms in force (docs/accounts.md, Terms). Accepted again, they keep their first time.
 * @throws 409 VERSION_MISMATCH for other terms, and if the platform has none
 */
export async function acceptTerms(
  ctx: Ctx,
  { version }: z.output<typeof AcceptTerms>,
): Promise<z.output<typeof TermsAcceptedView>> {
  const { id } = actorOf(ctx)
  const [[accepted]] = await commit(
    ctx,
    [requireActiveActor(ctx), ...acceptInForce(ctx, id, version)],
    ctx.db
      .select()
      .from(termsAccepted)
      .where(and(eq(termsAccepted.userId, id), eq(termsAccepted.version, version))),
  )
  const { acceptedAt } = accepted ?? fail('NOT_FOUND')
  return { version, acceptedAt: iso(acceptedAt) }
}
