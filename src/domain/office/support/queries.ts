import { eq, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import { type ticketMessages, tickets } from '#db/schema/office/tickets.ts'
import { type Actor, actorOf, type Ctx } from '#domain/core/context.ts'
import { type Attachment, attachedTo } from '#domain/core/files/attachments.ts'
import { requireActiveActor, requireActiveStaff } from '#domain/core/guards.ts'
import { fail } from '#kernel/failure.ts'
import { isStaff } from '#kernel/roles.ts'
import { latestTexts } from '../latest.ts'

export type TicketRow = typeof tickets.$inferSelect
export type MessageRow = Pick<
  typeof ticketMessages.$inferSelect,
  'id' | 'senderRole' | 'body' | 'isInternal' | 'createdAt'
> & { attachments: Attachment[] }

/** A ticket with the messages that its reader may read, the oldest first. */
export type TicketFile = TicketRow & { messages: MessageRow[] }

/** Whether the actor speaks for the team; in their own ticket a team member is the person who asks. */
export const isOfTeam = ({ id, role }: Actor, { ownerId }: Pick<TicketRow, 'ownerId'>) =>
  isStaff(role) && ownerId !== id

/** Refuses an actor who may act no longer: a team member by their role, everybody else by their account. 401 */
export const requireActive = (ctx: Ctx, ticket: TicketRow) =>
  isOfTeam(actorOf(ctx), ticket) ? requireActiveStaff(ctx) : requireActiveActor(ctx)

/**
 * Selects one ticket: for `readTogether`, or behind the writes of a commit. Only the team's statement selects internal notes, so that no
 * other answer can have them.
 */
export function selectTicket(ctx: Ctx, id: string) {
  const actor = actorOf(ctx)
  const shown = isStaff(actor.role)
    ? sql`(w.is_internal = 0 OR tickets.owner_id <> ${actor.id})`
    : sql`w.is_internal = 0`
  const messages = latestTexts(
    sql`ticket_messages w WHERE w.ticket_id = tickets.id AND ${shown}`,
    sql`json_object('id', w.id, 'senderRole', w.sender_role, 'body', w.body, 'createdAt', w.created_at,
      'isInternal', json(iif(w.is_internal, 'true', 'false')), 'attachments', json(${attachedTo(sql`w.id`)}))`,
  )
  return ctx.db
    .select({ ticket: tickets, messages: messages.as('messages') })
    .from(tickets)
    .where(eq(tickets.id, id))
}

/**
 * The selected ticket, for its owner and the team.
 * @throws 404 for everybody else
 */
export function ticketFor(actor: Actor, [row]: Awaited<ReturnType<typeof selectTicket>>): TicketFile {
  if (!row || (row.ticket.ownerId !== actor.id && !isStaff(actor.role))) fail('NOT_FOUND')
  return { ...row.ticket, messages: JSON.parse(row.messages) }
}

/** Refuses a team member who handles their own ticket. 403 */
export function requireTeam(actor: Actor, ticket: TicketRow): void {
  if (!isOfTeam(actor, ticket))
    fail('FORBIDDEN', { message: "Ce ticket est le vôtre : quelqu'un d'autre de l'équipe s'en occupe." })
}

const CLOSED = guard('TICKET_CLOSED', 'CONFLICT', {
  reason: 'INVALID_TRANSITION',
  message: 'Impossible de compléter ce ticket : il est fermé.',
})

/** Refuses the commit if the ticket was closed meanwhile. 409 */
export const unlessClosed = (ctx: Ctx, id: string): Write =>
  abortWhen(ctx.db, CLOSED, sql`EXISTS (SELECT 1 FROM tickets t WHERE t.id = ${id} AND t.status = 'CLOSED')`)
