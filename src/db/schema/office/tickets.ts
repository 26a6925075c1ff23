import { sql } from 'drizzle-orm'
import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { createdAt, flag, id, instant, updatedAt, version } from '#db/columns.ts'
import { stateSets } from '#db/state-sets.ts'
import { ROLES } from '#kernel/roles.ts'
import { users } from '../core/users.ts'

export const TICKET_CATEGORIES = ['ORDER', 'PAYMENT', 'ACCOUNT', 'DELIVERY', 'SELLER', 'OTHER'] as const
export const TICKET_PRIORITIES = ['LOW', 'NORMAL', 'HIGH', 'URGENT'] as const
export const TICKET_STATUSES = ['OPEN', 'IN_PROGRESS', 'WAITING_USER', 'RESOLVED', 'CLOSED'] as const

/** `oursToAnswer`: the person waits for the team. `open`: it may go on. */
export const TICKET_STATES = stateSets(TICKET_STATUSES, {
  OPEN: ['open', 'oursToAnswer'],
  IN_PROGRESS: ['open', 'oursToAnswer'],
  WAITING_USER: ['open'],
  RESOLVED: ['open'],
  CLOSED: [],
})

/** Requests of people to the team. */
export const tickets = sqliteTable(
  'tickets',
  {
    id: id(),
    /** TIC-2026-000123, the next of its year. */
    number: text('number').notNull(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => users.id),
    subject: text('subject').notNull(),
    category: text('category', { enum: TICKET_CATEGORIES }).notNull(),
    priority: text('priority', { enum: TICKET_PRIORITIES }).notNull().default('NORMAL'),
    orderId: text('order_id'),
    status: text('status', { enum: TICKET_STATUSES }).notNull(),
    /** The member of the team who has it. */
    assigneeId: text('assignee_id'),
    /**
     * Whether its owner is a seller whose plan has priority: triggers follow the subscription and the plan while the ticket is not closed.
     */
    goesFirst: flag('goes_first').notNull(),
    /** The time at which a resolved ticket closes by itself. */
    closesAt: instant('closes_at'),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('tickets_number').on(t.number),
    index('tickets_mine').on(t.ownerId, t.createdAt, t.id),
    index('tickets_first').on(t.goesFirst, t.createdAt, t.id),
    index('tickets_status').on(t.status, t.goesFirst, t.createdAt, t.id),
    index('tickets_assignee').on(t.assigneeId, t.goesFirst, t.createdAt, t.id),
    index('tickets_assignee_status').on(t.assigneeId, t.status, t.goesFirst, t.createdAt, t.id),
    index('tickets_order').on(t.orderId).where(sql`order_id IS NOT NULL`),
    index('tickets_closing').on(t.closesAt).where(sql`closes_at IS NOT NULL`),
  ],
)

/** Messages in a ticket. They are never deleted; the text is erased with the author's account. */
export const ticketMessages = sqliteTable(
  'ticket_messages',
  {
    id: id(),
    ticketId: text('ticket_id')
      .notNull()
      .references(() => tickets.id),
    authorId: text('author_id').notNull(),
    senderRole: text('sender_role', { enum: ROLES }).notNull(),
    body: text('body').notNull(),
    /** Whether it is between members of the team: no answer to the ticket's owner ever contains it. */
    isInternal: flag('is_internal').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('ticket_messages_ticket').on(t.ticketId, t.createdAt, t.id),
    index('ticket_messages_shown').on(t.ticketId, t.createdAt, t.id).where(sql`is_internal = 0`),
    index('ticket_messages_author').on(t.authorId),
  ],
)
