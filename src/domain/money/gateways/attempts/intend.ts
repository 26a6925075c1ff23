import type { Write } from '#db/client.ts'
import { insertOnce } from '#db/once.ts'
import { type GatewayTransaction, gatewayTransactions } from '#db/schema/money/gateways.ts'
import type { Ctx } from '#domain/core/context.ts'
import { recordCreation } from '#domain/core/machine.ts'
import { SECOND_MS } from '#kernel/time.ts'
import { GATEWAYS } from '#providers/gateways.ts'

type Intent = Pick<
  GatewayTransaction,
  | 'gateway'
  | 'kind'
  | 'purpose'
  | 'subjectId'
  | 'reference'
  | 'amountMinor'
  | 'currency'
  | 'phone'
  | 'network'
  | 'country'
> & {
  originalReference?: string
  /**
   * The call follows at once and may be lost: what comes in. Saves a trip; after a crash the attempt is looked up and, if
   * the gateway has no trace of it, given up. What goes out is claimed by `send` instead, so the sweep can still make it.
   */
  claimed?: boolean
}

const insertAttempt = insertOnce(gatewayTransactions)

/** When the sweep first asks about an attempt: after 30 s (docs/gateways.md, Asking again). */
export const FIRST_CHECK_MS = 30 * SECOND_MS

/**
 * The intent to move money through a gateway, written in the commit that decides it and before any call. `send` makes
 * the call; if this process dies first, the sweep does. The partial unique index lets one attempt per payable live.
 */
export function intend(
  ctx: Ctx,
  { originalReference, claimed, ...intent }: Intent,
): { row: GatewayTransaction; writes: Write[] } {
  const row: GatewayTransaction = {
    ...intent,
    reference: GATEWAYS[intent.gateway].referenceOf(intent.reference, ctx.ids.v4),
    id: ctx.ids.v7(),
    externalId: null,
    originalReference: originalReference ?? null,
    status: 'pending',
    state: null,
    feeMinor: null,
    chargedMinor: null,
    failureCode: null,
    failureMessage: null,
    sentAt: claimed ? ctx.now : null,
    checks: 0,
    nextCheckAt: ctx.now + FIRST_CHECK_MS,
    finalAt: null,
    reachedAt: {},
    version: 1,
    createdAt: ctx.now,
    updatedAt: ctx.now,
    askedAt: null,
    reportedAt: null,
    decidedAt: null,
    agreedAt: null,
    receivedMinor: null,
  }
  return {
    row,
    writes: [insertAttempt(ctx.db, row), recordCreation(ctx, 'gateway_transaction', row.id, 'pending', 'intend')],
  }
}
