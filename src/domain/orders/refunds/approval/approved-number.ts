import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import { ATTEMPT_STATES } from '#db/schema/money/gateways.ts'
import type { refunds } from '#db/schema/orders/refunds.ts'
import type { Ctx } from '#domain/core/context.ts'
import { isTheirs } from '#domain/money/gateways/attempts/their-number.ts'

const NUMBER_NOT_APPROVED = guard('NUMBER_NOT_APPROVED', 'CONFLICT', {
  reason: 'INVALID_TRANSITION',
  message:
    "Ce remboursement irait à un autre numéro que celui qui a payé, qu'aucun code n'a approuvé pour ce montant ou qui n'est plus à qui a payé : renvoyez-le en nommant un numéro et son réseau, un code sera demandé.",
})

type To = Pick<typeof refunds.$inferSelect, 'phone' | 'amountMinor'>

/** Whether a code approved this number for exactly this much of a refund. */
export const isApproved = (
  { approvedPhones }: Pick<typeof refunds.$inferSelect, 'approvedPhones'>,
  { phone, amountMinor }: To,
): boolean => approvedPhones.some((one) => one.phone === phone && one.amountMinor === amountMinor)

/** Ends the commit of a try unless its number paid, or still belongs to the payer and a code approved it for this much. 409 */
export const requireApprovedNumber = (ctx: Ctx, id: string): Write =>
  abortWhen(
    ctx.db,
    NUMBER_NOT_APPROVED,
    sql`EXISTS (SELECT 1 FROM refunds r WHERE r.id = ${id}
      AND NOT EXISTS (SELECT 1 FROM payin_shares w CROSS JOIN gateway_transactions g ON g.id = w.payin_id
        WHERE w.order_id = r.order_id AND g.phone = r.phone AND ${ATTEMPT_STATES.arrived.in('g.status')})
      AND NOT EXISTS (SELECT 1 FROM gateway_transactions g WHERE g.id = replace(r.payin_id, 'surplus:', '') AND g.phone = r.phone)
      AND NOT (EXISTS (SELECT 1 FROM json_each(r.approved_phones) n
          WHERE n.value ->> 'phone' = r.phone AND n.value ->> 'amountMinor' = r.amount_minor)
        AND (${isTheirs({ buyerId: BUYER }, sql`r.phone`)} OR ${isTheirs({ subscriberId: SUBSCRIBER }, sql`r.phone`)})))`,
  )

/** SQL: the buyer of the order that the refund `r` gives back. */
const BUYER = sql`(SELECT o.buyer_id FROM orders o WHERE o.id = r.order_id)`
const SUBSCRIBER = sql`(SELECT f.user_id FROM subscription_payments p JOIN seller_profiles f ON f.id = p.seller_profile_id
  WHERE p.id = r.subscription_payment_id)`
