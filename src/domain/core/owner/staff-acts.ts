import type { Write } from '../../../db/client.ts'
import { audited, type GraveAct } from '../audit.ts'
import { actorOf, type Ctx } from '../context.ts'
import { ADMINS_IN_OFFICE } from '../incidents/open.ts'
import { mailEverybody } from '../notices/notify.ts'
import { type Acted, staffActed } from './notices.ts'
import { requireLiveSession, requireProof } from './proof.ts'

/**
 * The writes of what one of the team does to an account or to a setting. What is grave, as it gives or takes office or sets
 * how money moves, asks for a proof of the owner and is mailed to every ADMIN who is in office before it (docs/accounts.md, Staff
 * acts); the rest is written to the record alone. They come first in their commit: who loses office by it is told too.
 * @param told the words of the mail; undefined where this one is not grave
 * @throws 403 REAUTH_REQUIRED
 */
export function staffAct(
  ctx: Ctx,
  action: GraveAct,
  targetId: string,
  details: Record<string, unknown>,
  told: Acted | undefined,
): Write[] {
  const record = audited(ctx, action, targetId, details, 'by staffAct')
  if (!told) return [record]
  requireProof(ctx)
  return [
    requireLiveSession(ctx),
    mailEverybody(ctx, ADMINS_IN_OFFICE, staffActed, { ...told, who: actorOf(ctx).email }),
    record,
  ]
}
