import { eq, sql } from 'drizzle-orm'
import { type ticketMessages, tickets } from '../../../db/schema/office/tickets.ts'
import { fail } from '../../../kernel/failure.ts'
import { isStaff } from '../../../kernel/roles.ts'
import { type Actor, actorOf, type Ctx } from '../../core/context.ts'

export type TicketRow = typeof tickets.$inferSelect
export type MessageRow = Pick<
  typeof ticketMessages.$inferSelect,
  'id' | 'senderRole' | 'body' | 'isInternal' | 'createdAt'
>

/** A ticket with what its reader may read of it, the oldest first. */
export type TicketFile = TicketRow & { messages: MessageRow[] }

/** An answer shows the latest ones. */
const MOST_MESSAGES = 500

/** Whether somebody speaks for the team: in a ticket of their own they are the person who asks. */
export const isOfTeam = ({ id, role }: Actor, { ownerId }: Pick<TicketRow, 'ownerId'>) =>
  isStaff(role) && ownerId !== id

/**
 * The statement of one ticket, for whoever asks: for `readTogether`, or behind the writes of a commit. Internal notes are
 * selected for the team only, so that nothing of them comes near an answer to anybody else.
 */
export function selectTicket(ctx: Ctx, id: string) {
  const actor = actorOf(ctx)
  const shown = isStaff(actor.role)
    ? sql`(m.is_internal = 0 OR tickets.owner_id <> ${actor.id})`
    : sql`m.is_internal = 0`
  const messages = sql<string>`(
    SELECT json_group_array(json_object('id', m.id, 'senderRole', m.sender_role, 'body', m.body, 'createdAt', m.created_at,
      'isInternal', json(iif(m.is_internal, 'true', 'false'))))
    FROM (SELECT * FROM ticket_messages m WHERE m.ticket_id = tickets.id AND ${shown}
      ORDER BY m.created_at DESC, m.id DESC LIMIT ${MOST_MESSAGES}) m)`
  return ctx.db
    .select({ ticket: tickets, messages: messages.as('messages') })
    .from(tickets)
    .where(eq(tickets.id, id))
}

/** The ticket that was selected, for its owner and the team: anybody else's is 404. */
export function ticketFor(actor: Actor, [row]: Awaited<ReturnType<typeof selectTicket>>): TicketFile {
  if (!row || (row.ticket.ownerId !== actor.id && !isStaff(actor.role))) fail('NOT_FOUND')
  return { ...row.ticket, messages: JSON.parse(row.messages).reverse() }
}

/** Nobody of the team handles what they asked themselves. 403 */
export function requireTeam(actor: Actor, ticket: TicketRow): void {
  if (!isOfTeam(actor, ticket))
    fail('FORBIDDEN', { message: "Ce ticket est le vôtre : quelqu'un d'autre de l'équipe s'en occupe." })
}
