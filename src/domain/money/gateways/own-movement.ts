import { sql } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import { abortWhen, guard } from '../../../db/guard.ts'
import type { GatewayTransaction } from '../../../db/schema/money/gateways.ts'
import { actorOf, type Ctx } from '../../core/context.ts'
import { isAnotherAdmin } from '../../core/guards.ts'
import { PURPOSE_HANDLERS } from './purposes.ts'

const OWN_MOVEMENT = guard('OWN_MOVEMENT', 'CONFLICT', {
  message: 'Cet argent est le vôtre : un autre administrateur doit décider de ce mouvement.',
})

/** Nobody decides what became of their own purchase, withdrawal or refund while another administrator is in office. 409 */
export function refuseOwnMovement(ctx: Ctx, tx: GatewayTransaction): Write[] {
  const { id } = actorOf(ctx)
  const owners = PURPOSE_HANDLERS[tx.purpose].owners?.(tx)
  return owners ? [abortWhen(ctx.db, OWN_MOVEMENT, sql`${id} IN (${owners}) AND ${isAnotherAdmin(id)}`)] : []
}
