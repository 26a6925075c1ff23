import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import type { Ctx } from '#domain/core/context.ts'
import { transition } from '#domain/core/machine.ts'
import { transactionMachine } from '../machine.ts'
import { closeUnsent } from './close-unsent.ts'

const ALREADY_SENT = guard('ALREADY_SENT', 'CONFLICT', {
  reason: 'INVALID_TRANSITION',
  message: "Impossible d'annuler : l'ordre est déjà parti chez l'opérateur.",
})

/** The failure code of an attempt that a person called off before it was sent. */
export const CANCELLED_UNSENT = 'CANCELLED'

/**
 * Calls off an attempt whose call was not made: it is failed, so nobody makes it any more. Whoever claims it to send it
 * and this cannot both win; once it is claimed the commit is refused with 409.
 */
export const cancelUnsent = (ctx: Ctx, tx: GatewayTransaction): Write[] => [
  abortWhen(
    ctx.db,
    ALREADY_SENT,
    sql`EXISTS (SELECT 1 FROM gateway_transactions g WHERE g.id = ${tx.id} AND g.sent_at IS NOT NULL)`,
  ),
  ...transition(ctx, transactionMachine, tx, 'fail', {
    set: { failureCode: CANCELLED_UNSENT, nextCheckAt: null, finalAt: ctx.now },
  }),
  ...(tx.reportedAt === null ? [] : closeUnsent(ctx)),
]
