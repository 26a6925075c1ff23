import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { createdAt, id, instant, version } from '#db/columns.ts'
import { uniqueKey } from '#db/constraint.ts'
import { stateSets } from '#db/state-sets.ts'
import { currencies } from '#kernel/money.ts'
import { ROLES } from '#kernel/roles.ts'

export const INCIDENT_TYPES = ['ORDER', 'DELIVERY', 'PAYMENT', 'SECURITY', 'PLATFORM', 'OTHER'] as const
export const SEVERITIES = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const
export const INCIDENT_STATUSES = ['OPEN', 'INVESTIGATING', 'RESOLVED', 'DISMISSED'] as const

/** `open`: a person has to decide it. `ended`: a person did, or its matter is over. */
export const INCIDENT_STATES = stateSets(INCIDENT_STATUSES, {
  OPEN: ['open'],
  INVESTIGATING: ['open'],
  RESOLVED: ['ended'],
  DISMISSED: ['ended'],
})
export const OUTCOMES = ['BUYER', 'SELLER', 'SPLIT', 'LOST'] as const

/** Matters that need a person: reports of people about orders, and faults that the service finds itself, like a gateway's contradiction. */
export const incidents = sqliteTable(
  'incidents',
  {
    id: id(),
    type: text('type', { enum: INCIDENT_TYPES }).notNull(),
    severity: text('severity', { enum: SEVERITIES }).notNull(),
    title: text('title').notNull(),
    description: text('description').notNull(),
    orderId: text('order_id'),
    /** The reference of the fault: the same fault opens one incident however often it is seen. */
    ref: text('ref').notNull(),
    status: text('status', { enum: INCIDENT_STATUSES }).notNull().default('OPEN'),
    createdAt: createdAt(),
    /** The person who opened it; null for the service itself. */
    openedBy: text('opened_by'),
    /** The role of that person at that time: a trigger notes it, because roles change. */
    openedAs: text('opened_as', { enum: ROLES }),
    /** INC-2026-000123: a trigger gives the next number of its year. */
    number: text('number'),
    version: version(),
    updatedAt: integer('updated_at').notNull().default(0),
    /** The outcome of its decision; null until then, and if it was dismissed. */
    outcome: text('outcome', { enum: OUTCOMES }),
    note: text('note'),
    /** The refund that it is about, or that the decision asked for. */
    refundId: text('refund_id'),
    refundMinor: integer('refund_minor'),
    refundCurrency: text('refund_currency', { enum: currencies }),
    /** The time at which a digest named it to the ADMINs, if a person opened it. */
    toldAt: instant('told_at'),
    /** The time until which the other side of its order is asked to answer; null if nobody is, or if they have. */
    answerBy: instant('answer_by'),
    /** The time at which they are reminded, until they are. */
    remindAt: instant('remind_at'),
  },
  (t) => [
    uniqueIndex('incidents_ref').on(t.ref),
    index('incidents_open_order')
      .on(t.orderId)
      .where(sql`${INCIDENT_STATES.open.in('status')}`),
    uniqueIndex('incidents_one_open')
      .on(t.orderId)
      .where(sql`opened_by IS NOT NULL AND ${INCIDENT_STATES.open.in('status')}`),
    uniqueIndex('incidents_number').on(t.number),
    index('incidents_newest').on(t.createdAt, t.id),
    index('incidents_status').on(t.status, t.createdAt, t.id),
    index('incidents_severity').on(t.severity, t.createdAt, t.id),
    index('incidents_status_severity').on(t.status, t.severity, t.createdAt, t.id),
    index('incidents_order').on(t.orderId, t.createdAt, t.id).where(sql`order_id IS NOT NULL`),
    /** Open incidents of the service, by their kind. */
    index('incidents_service_open')
      .on(t.ref)
      .where(sql`opened_by IS NULL AND ${INCIDENT_STATES.open.in('status')}`),
    index('incidents_refund').on(t.refundId).where(sql`refund_id IS NOT NULL`),
    index('incidents_untold').on(t.createdAt).where(sql`opened_by IS NOT NULL AND told_at IS NULL`),
    index('incidents_remind').on(t.remindAt).where(sql`remind_at IS NOT NULL`),
    index('incidents_opener').on(t.openedBy).where(sql`opened_by IS NOT NULL`),
  ],
)

uniqueKey([incidents.orderId], 'Un incident de cette commande est déjà ouvert.')
