import type { Write } from '../../../db/client.ts'
import { abortWhen, guard } from '../../../db/guard.ts'
import { actorOf, type Ctx } from '../../core/context.ts'
import { isAnotherAdmin } from '../../core/guards.ts'

const OWN_ORDER = guard('REFUND_OF_OWN_ORDER', 'CONFLICT', {
  message: 'Cette commande est la vôtre : un autre administrateur doit la rembourser.',
})

/** Nobody gives themselves the money of their own purchase back while another administrator is in office. 409 */
export const refuseOwnOrder = (ctx: Ctx, { buyerId }: { buyerId: string }): Write[] =>
  buyerId === actorOf(ctx).id ? [abortWhen(ctx.db, OWN_ORDER, isAnotherAdmin(buyerId))] : []
