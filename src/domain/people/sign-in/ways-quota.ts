import type { Write } from '#db/client.ts'
import { guard } from '#db/guard.ts'
import { withinQuota } from '#domain/core/codes/attempts.ts'
import type { Ctx } from '#domain/core/context.ts'
import { WAYS_ADDED } from '#kernel/limits.ts'

const WAYS_QUOTA = guard('WAYS_QUOTA', 'TOO_MANY_REQUESTS', {
  message: "Trop de moyens de connexion ont été ajoutés aujourd'hui. Réessayez demain.",
  retryAfter: 3600,
})

/**
 * Counts a way in that is added, because each leaves a link that is kept for a week.
 * @throws 429 past thirty in a day
 */
export const countAddedWay = (ctx: Ctx, userId: string): Write[] =>
  withinQuota(ctx, { key: `ways:${userId}`, ...WAYS_ADDED }, WAYS_QUOTA)
