import type { Write } from '#db/client.ts'
import { recordAct } from '#domain/core/audit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { transition } from '#domain/core/machine.ts'
import { notify } from '#domain/core/notices/notify.ts'
import type { OrderFile } from '#domain/orders/orders/queries.ts'
import { closeFailedTries } from '../close-incidents.ts'
import { refundMachine } from '../machine.ts'
import { refundGivenUp } from '../notices.ts'
import { isWaiting } from '../owed-to-buyer.ts'
import { endRequest } from '../requests.ts'

/** The writes that reject the refund of an order that waits or failed, because it was decided for the seller; its buyer is told. */
export function rejectForSeller(ctx: Ctx, { buyerId, number, refunds }: OrderFile, reason: string): Write[] {
  const open = refunds.find(isWaiting)
  if (!open) return []
  const { amountMinor, currency } = open
  return [
    ...transition(ctx, refundMachine, open, 'reject', { reason, set: { rejectionReason: reason } }),
    endRequest(ctx, open.id, 'OVERTAKEN'),
    recordAct(ctx, 'refund.reject', open.id, { from: open.status, reason }),
    ...closeFailedTries(ctx, open, `La commande est décidée pour le vendeur : ${reason}`),
    ...notify(ctx, buyerId, refundGivenUp, { number, amount: { amountMinor, currency }, reason }),
  ]
}
