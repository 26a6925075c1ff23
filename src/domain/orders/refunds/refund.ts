import type { Write } from '#db/client.ts'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import type { refundAttempts } from '#db/schema/orders/refund-attempts.ts'
import type { refunds } from '#db/schema/orders/refunds.ts'

/** A refund with what its request and its attempts say of it (`refundColumns`). */
export type RefundRow = typeof refunds.$inferSelect & {
  ownMinor: number
  attempt: number
  /** The administrator for whose code it waits. */
  codeOf: string | null
  failureCode: string | null
  returnedAt: number | null
}

/** A refund of what pays the order, as far as the order's verbs need it. */
export type OwnRefund = Pick<
  RefundRow,
  | 'id'
  | 'status'
  | 'version'
  | 'amountMinor'
  | 'commissionMinor'
  | 'currency'
  | 'kind'
  | 'gateway'
  | 'phone'
  | 'network'
  | 'country'
  | 'attempt'
  | 'restBy'
  | 'reason'
>

/** A refund that is there or about to be: the writes make it so. */
export type NewRefund<Row extends OwnRefund = OwnRefund> = { row: Row; writes: Write[] }

/** A refund whose money has been taken, how much of it from where. */
export type RefundWithParts<Row extends OwnRefund = OwnRefund> = NewRefund<Row> & {
  parts: (typeof refundAttempts.$inferSelect)['parts']
}

/** The writes of a refund that is on its way, and what is asked of the gateway; none if there is nothing to give. */
export type RefundInFlight = { writes: Write[]; intent: GatewayTransaction | undefined }

/** The payer of a refund's money: the buyer of an order, or the seller whose subscription it was. */
export type Purchase = { buyerId: string } | { subscriberId: string }

/** An attempt that is about to begin: whose purchase it gives back, in words, and the state of that. */
export type NextAttempt = RefundInFlight & { purchase: Purchase; what: string; state: string }
