import * as z from 'zod'
import { identities } from '#db/schema/people/factors.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { afterChange, tellOwner } from '#domain/core/owner/after-change.ts'
import { requireProof } from '#domain/core/owner/proof.ts'
import { undoLink } from '#domain/core/owner/undo-link.ts'
import { countAddedWay } from '../sign-in/ways-quota.ts'
import { freeOfDeleted } from './free-of-deleted.ts'
import { googleLinked } from './notices.ts'
import { idToken, proveGoogle } from './token.ts'
import { viewIdentity } from './view.ts'

export const LinkGoogle = z.strictObject({ idToken })

/**
 * Makes a Google account a way into the signed-in account, whatever its address, and tells the owner; every other session ends.
 * @throws 401 INVALID_CREDENTIALS, 403 REAUTH_REQUIRED, 409 ALREADY_EXISTS if either of the two is linked already, 429 past thirty ways in
 *   a day, 503
 */
export async function linkGoogle(ctx: Ctx, input: z.output<typeof LinkGoogle>) {
  requireProof(ctx)
  const me = actorOf(ctx)
  const { claim, used } = await proveGoogle(ctx, input.idToken)
  const { subject, email } = claim
  const identity = { provider: 'GOOGLE', subject, userId: me.id, email, linkedAt: ctx.now } as const
  const undo = await undoLink(ctx, me.id)
  await commit(ctx, [
    ...used,
    ...countAddedWay(ctx, me.id),
    ...undo.writes,
    freeOfDeleted(ctx, subject),
    ctx.db.insert(identities).values(identity),
    ...afterChange(ctx),
    ...tellOwner(ctx, me.id, googleLinked, { email, link: undo.link }),
  ])
  return viewIdentity(identity)
}
