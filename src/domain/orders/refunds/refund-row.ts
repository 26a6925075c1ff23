import type { refunds } from '../../../db/schema/orders/refunds.ts'

/** A refund with what its request and its attempts say of it (`refundColumns`). */
export type RefundRow = typeof refunds.$inferSelect & {
  ownMinor: number
  attempt: number
  failureCode: string | null
  returnedAt: number | null
}
