import type { StaffOrderFile } from '@soko/client'
import { OrderRefund } from '../money/refund-approval.tsx'
import { ADMIN, useMay } from '../role.ts'

const OPEN = ['REQUESTED', 'AWAITING_CODE', 'PROCESSING']

/** Refunds an order: for administrators, if something was paid and no refund is open. */
export function RefundButton({ order, reload }: { order: StaffOrderFile; reload: () => void }) {
  const may = useMay()
  const isPaid = order.paymentStatus === 'PAID' || order.paymentStatus === 'PARTIALLY_REFUNDED'
  const isOpen = order.refunds.some(({ status }) => OPEN.includes(status))
  return may(ADMIN) && isPaid && !isOpen ? <OrderRefund order={order} reload={reload} /> : null
}
