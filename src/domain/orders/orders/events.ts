import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Ctx } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { EMPLOYEES, ROLES, type Role } from '#kernel/roles.ts'
import { iso } from '#kernel/time.ts'
import type { DeliveryFailure } from '../delivery/notices.ts'
import type { OrderFile } from './queries.ts'
import { OrderStatus } from './view.ts'

export const OrderEventView = z
  .object({
    event: z.string(),
    from: OrderStatus.nullable(),
    to: OrderStatus,
    reason: z.string().nullable(),
    at: f.isoTime,
    /** SYSTEM is the service itself: a timer, or an operator's answer. */
    actorRole: z.enum([...ROLES, 'SYSTEM']),
  })
  .meta({ id: 'OrderEvent' })
type OrderEvent = z.output<typeof OrderEventView>

type Row = Pick<OrderEvent, 'event' | 'from' | 'to' | 'reason'> & {
  at: number
  actorId: string | null
  caller: string | null
  role: Role | null
}

/** The events of an order, oldest first, each with its actor. */
export const selectEvents = (ctx: Ctx, id: string) =>
  ctx.db.all<Row>(sql`
    SELECT h.event, h.from_status AS "from", h.to_status AS "to", h.reason, h.at, h.actor_id AS actorId, h.caller, u.role
    FROM history h LEFT JOIN users u ON u.id = h.actor_id
    WHERE h.thing_id = ${id} AND h.thing = 'order' ORDER BY h.version`)

/** Reasons for a failed handover, in words for every reader. */
const FAILURES: Record<DeliveryFailure, string> = {
  BUYER_UNREACHABLE: 'Acheteur injoignable',
  BUYER_ABSENT: 'Acheteur absent',
  BUYER_REFUSED: 'Colis refusé',
  ADDRESS_NOT_FOUND: 'Adresse introuvable',
  PARCEL_DAMAGED: 'Colis endommagé',
  OTHER: 'Autre raison',
}
const isFailure = (reason: string): reason is DeliveryFailure => reason in FAILURES

const BY_RIDER = ['pickup', 'deliver', 'fail', 'broughtBack']
/** Events that an operator's verdict causes, whoever asked the operator. */
const BY_VERDICT = ['pay', 'paymentFailed', 'paidTooLate', 'refunded', 'refundFailed', 'reopen', 'reinstate']

function roleOf(order: OrderFile, { event, actorId, caller, role }: Row): OrderEvent['actorRole'] {
  if (actorId === null || caller === 'cron' || caller === 'callback' || BY_VERDICT.includes(event)) return 'SYSTEM'
  if (actorId === order.buyerId) return 'BUYER'
  if (actorId === order.sellerUserId) return 'SELLER'
  if (BY_RIDER.includes(event)) return 'RIDER'
  return role !== null && EMPLOYEES.includes(role) ? role : 'SUPPORT'
}

export const viewEvent = (order: OrderFile, row: Row): OrderEvent => ({
  event: row.event,
  from: row.from,
  to: row.to,
  reason: row.event === 'fail' && row.reason !== null && isFailure(row.reason) ? FAILURES[row.reason] : row.reason,
  at: iso(row.at),
  actorRole: roleOf(order, row),
})
