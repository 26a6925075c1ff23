import * as z from 'zod'
import { guard } from '#db/guard.ts'
import { withinQuota } from '#domain/core/codes/attempts.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { signedText } from '#domain/people/sessions/tokens.ts'
import { sha256 } from '#kernel/digest.ts'
import { fail } from '#kernel/failure.ts'
import { LIVE_OPENINGS } from '#kernel/limits.ts'
import { MINUTE_MS } from '#kernel/time.ts'

const TOO_MANY_OPENINGS = guard('TOO_MANY_OPENINGS', 'TOO_MANY_REQUESTS', { retryAfter: 60 })
const LIVE_TICKET_USED = guard('LIVE_TICKET_USED', 'GONE')

export const Listen = z.strictObject({ ticket: z.string().min(1).max(1000).optional() })

/**
 * Opens a live connection of the person (docs/live.md). A ticket opens one.
 * @throws 410 for a ticket that was used, 426 without an upgrade, 429
 */
export async function listen(ctx: Ctx, { ticket }: z.output<typeof Listen>, isUpgrade: boolean): Promise<Response> {
  const { id, sessionId } = actorOf(ctx)
  if (!isUpgrade) fail('UPGRADE_REQUIRED')
  const use = ticket && { key: `live-ticket:${await sha256(signedText(ticket))}`, max: 1, windowMs: 5 * MINUTE_MS }
  await commit(ctx, [
    ...withinQuota(ctx, { key: `live:${id}`, ...LIVE_OPENINGS }, TOO_MANY_OPENINGS),
    ...(use ? withinQuota(ctx, use, LIVE_TICKET_USED) : []),
  ])
  return ctx.live.open(id, sessionId)
}
