import type { Write } from '#db/client.ts'
import { type GraveAct, recordAct } from '../audit.ts'
import { actorOf, type Ctx } from '../context.ts'
import { ADMINS_IN_OFFICE } from '../incidents/open.ts'
import { mailEverybody } from '../notices/notify.ts'
import { staffActed, type TeamAct } from './notices.ts'
import { requireLiveSession, requireProof } from './proof.ts'

/**
 * Records an act of the team on an account or a setting. A grave act (`told`), which changes an office or how money moves, needs a proof of
 * the owner and is mailed to every ADMIN (docs/accounts.md, Staff acts). Put these writes first: an ADMIN who loses office is told too.
 * @param told the words of the mail; undefined if the act is not grave
 * @throws 403 REAUTH_REQUIRED
 */
export function staffAct(
  ctx: Ctx,
  action: GraveAct,
  targetId: string,
  details: Record<string, unknown>,
  told: TeamAct | undefined,
): Write[] {
  const record = recordAct(ctx, action, targetId, details, 'by staffAct')
  if (!told) return [record]
  requireProof(ctx)
  return [
    requireLiveSession(ctx),
    mailEverybody(ctx, ADMINS_IN_OFFICE, staffActed, { ...told, who: actorOf(ctx).email }),
    record,
  ]
}
