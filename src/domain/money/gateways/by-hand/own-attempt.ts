import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { guard } from '#db/guard.ts'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { decideOwn, refuseOwn } from '#domain/core/own-matter.ts'
import { PURPOSE_HANDLERS } from '../purposes.ts'

const OWN_MOVEMENT = guard('OWN_MOVEMENT', 'CONFLICT', {
  message: 'Cet argent est le vôtre : un autre administrateur doit décider de ce mouvement.',
})

function own(ctx: Ctx, tx: GatewayTransaction) {
  const owners = PURPOSE_HANDLERS[tx.purpose].owners?.(tx)
  return owners && { broken: OWN_MOVEMENT, isTheirs: sql`${actorOf(ctx).id} IN (${owners})` }
}

/**
 * Refuses to let a person decide about their own purchase, withdrawal or refund while the service has another administrator.
 * @throws 409
 */
export function refuseOwnAttempt(ctx: Ctx, tx: GatewayTransaction): Write[] {
  const theirs = own(ctx, tx)
  return theirs ? [refuseOwn(ctx, theirs)] : []
}

/** Refuses as `refuseOwnAttempt`, in the commit that decides; the only administrator may, and an incident says so. */
export function decideOwnAttempt(ctx: Ctx, tx: GatewayTransaction): Write[] {
  const theirs = own(ctx, tx)
  if (!theirs) return []
  return decideOwn(ctx, theirs, { key: `movement:${tx.id}:${tx.version}`, what: `mouvement ${tx.reference}` })
}
