import { TICKET_STATES } from '#db/schema/office/tickets.ts'

/** SQL: whether a ticket about the order of this id is open. */
export const hasOpenTicket = (orderId: string): string =>
  `EXISTS (SELECT 1 FROM tickets t WHERE t.order_id = ${orderId} AND ${TICKET_STATES.open.inText('t.status')})`
