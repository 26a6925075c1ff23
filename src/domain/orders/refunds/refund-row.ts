import type { refunds } from '../../../db/schema/orders/refunds.ts'

/** A refund with what its attempts say of it (`refundColumns`). */
export type RefundRow = typeof refunds.$inferSelect & {
  attempt: number
  failureCode: string | null
  returnedAt: number | null
}
