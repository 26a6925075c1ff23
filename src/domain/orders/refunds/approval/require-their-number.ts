import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import type { Ctx } from '#domain/core/context.ts'
import { isTheirs } from '#domain/money/gateways/attempts/their-number.ts'
import type { Purchase } from '../refund.ts'

const NOT_THEIRS = {
  field: 'phoneNumber',
  message:
    "Ce numéro n'est ni un numéro vérifié de qui a payé, ni celui qui a payé une de ses commandes ou un de ses abonnements.",
}
const NUMBER_NOT_THEIRS = guard('NUMBER_NOT_THEIRS', 'VALIDATION_ERROR', {
  message: NOT_THEIRS.message,
  details: [NOT_THEIRS],
})

/** A refund goes to nobody but who paid: the commit that asks for the code checks it, and the one that sends it. 400 */
export const requireTheirNumber = (ctx: Ctx, purchase: Purchase, phone: string): Write =>
  abortWhen(ctx.db, NUMBER_NOT_THEIRS, sql`NOT ${isTheirs(purchase, phone)}`)
