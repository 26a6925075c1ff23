import { and, gt, gte, inArray, sql } from 'drizzle-orm'
import { readTogether } from '#db/client.ts'
import { attempts } from '#db/schema/core/codes.ts'
import { SMS_OF_GUEST } from '#kernel/limits.ts'
import { HOUR_MS } from '#kernel/time.ts'
import { countTry } from '../codes/attempts.ts'
import { actorOf, type Ctx } from '../context.ts'

/**
 * Asks a person without a proved number for a challenge before an SMS, if they come from a suspect address, or have an account younger than
 * an hour and the address has used up its SMS of a day (docs/limits.md, SMS). It counts each such request.
 * @throws 429 CHALLENGE_REQUIRED
 */
export async function screenFirstSms(ctx: Ctx): Promise<void> {
  const { id, phone } = actorOf(ctx)
  const { visitor } = ctx
  if (phone !== null || !visitor) return
  if (await visitor.isSuspect()) return visitor.challenge()
  if (visitor.networks.length === 0) return
  const limits = visitor.networks.map((network) => ({ key: `sms:new:${network}`, ...SMS_OF_GUEST }))
  const isNew = sql`EXISTS (SELECT 1 FROM users u WHERE u.id = ${id} AND u.created_at > ${ctx.now - HOUR_MS})`
  const keys = limits.map(({ key }) => key)
  const used = ctx.db
    .select({ until: attempts.windowEndsAt })
    .from(attempts)
    .where(
      and(
        inArray(attempts.key, keys),
        gte(attempts.count, SMS_OF_GUEST.max),
        gt(attempts.windowEndsAt, ctx.now),
        isNew,
      ),
    )
  const [over] = await readTogether(ctx.db, used, ...limits.map((limit) => countTry(ctx, limit, isNew)))
  if (over.length > 0) await visitor.challenge(Math.max(...over.map(({ until }) => until)))
}
