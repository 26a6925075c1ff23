import { eq } from 'drizzle-orm'
import { guard } from '#db/guard.ts'
import { dataCopies } from '#db/schema/people/copies.ts'
import { requireWithin, selectTries, withinQuota } from '#domain/core/codes/attempts.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { requireActiveActor } from '#domain/core/guards.ts'
import { tellOwner } from '#domain/core/owner/after-change.ts'
import { requireLiveSession, requireProof } from '#domain/core/owner/proof.ts'
import { fail } from '#kernel/failure.ts'
import { COPIES_A_DAY } from '#kernel/limits.ts'
import { copyRequested } from './notices.ts'
import { triesOf } from './progress.ts'
import { viewCopy } from './view.ts'

const TOO_MANY_COPIES = guard('TOO_MANY_COPIES', 'TOO_MANY_REQUESTS', {
  message: 'Une copie par 24 heures : celle que vous avez demandée se lit encore.',
  retryAfter: COPIES_A_DAY.windowMs / 1000,
})

/**
 * Asks for a copy of everything that the erasure of the account would touch (docs/accounts.md, Copy of one's data). A job makes it; all
 * addresses of the account are told.
 * @throws 401; 403 REAUTH_REQUIRED; 429 within 24 hours of the last one
 */
export async function requestCopy(ctx: Ctx) {
  const { id: userId } = actorOf(ctx)
  const quota = { key: triesOf(userId), ...COPIES_A_DAY }
  const [tries] = await selectTries(ctx, quota)
  requireProof(ctx)
  requireWithin(ctx, { ...quota, max: quota.max - 1 }, tries, TOO_MANY_COPIES.message)
  const id = ctx.ids.v7()
  const [[row]] = await commit(
    ctx,
    [
      requireActiveActor(ctx),
      requireLiveSession(ctx),
      ...withinQuota(ctx, quota, TOO_MANY_COPIES),
      ctx.db.insert(dataCopies).values({ id, userId, createdAt: ctx.now, updatedAt: ctx.now }),
      ...tellOwner(ctx, userId, copyRequested),
    ],
    ctx.db.select().from(dataCopies).where(eq(dataCopies.id, id)),
  )
  return viewCopy(ctx, row ?? fail('NOT_FOUND'))
}
