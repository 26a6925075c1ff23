import { eq, getTableColumns, sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { EVERY_TURN, retryOnStale } from '#db/commit.ts'
import { abortWhen, guard } from '#db/guard.ts'
import { ticketMessages, tickets } from '#db/schema/office/tickets.ts'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { attach, attachedTo, attachmentIds, requireUnsent, selectUploads } from '#domain/core/files/attachments.ts'
import { nextStatus, transition } from '#domain/core/machine.ts'
import { notifySeldom } from '#domain/core/notices/notify.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { MOST_EVIDENCE } from '../evidence.ts'
import { ticketMachine } from './machine.ts'
import { insertMessage, withinWords } from './message.ts'
import { tellAssignee, ticketAnswered, ticketReplied } from './notices.ts'
import { isOfTeam, requireActive, selectTicket, type TicketRow, ticketFor } from './queries.ts'
import { viewTicketMessage } from './view.ts'

/** The ticket's state changed since the read: the write begins again. */
const MOVED = guard('TICKET_MOVED', 'CONFLICT', { reason: 'REQUEST_IN_PROGRESS', isStale: true })

export const WriteToTicket = z.strictObject({
  body: f.prose(1, 5000),
  isInternal: z.boolean().default(false),
  attachments: attachmentIds(MOST_EVIDENCE),
})

/**
 * Writes a message into a ticket (docs/states.md, Ticket). The owner's makes it IN_PROGRESS, and the assignee is told in the app; the
 * team's makes it WAITING_USER, and the owner is told once. An internal note is for the team alone, and moves nothing that the owner sees.
 * @throws 403 for an internal note of the owner; 404 also for a file that is not the author's own of this ticket; 409 INVALID_TRANSITION for
 *   one that is CLOSED, IN_USE for a file that went with a message already; 429
 */
export const writeToTicket = (
  ctx: Ctx,
  id: string,
  { body, isInternal, attachments }: z.output<typeof WriteToTicket>,
) =>
  retryOnStale(async () => {
    const actor = actorOf(ctx)
    const [rows, uploads] = await readTogether(ctx.db, selectTicket(ctx, id), selectUploads(ctx, id, attachments))
    const ticket = ticketFor(actor, rows)
    const byTeam = isOfTeam(actor, ticket)
    if (isInternal && !byTeam) fail('FORBIDDEN', { message: "Une note interne est réservée à l'équipe." })
    const event = byTeam ? 'answer' : 'ask'
    const to = nextStatus(ticketMachine, ticket.status, event)
    requireUnsent(attachments, uploads)
    const isMove = !isInternal && to !== ticket.status
    const messageId = ctx.ids.v7()
    const [[message]] = await commit(
      ctx,
      [
        requireActive(ctx, ticket),
        ...(byTeam ? [recordAct(ctx, isInternal ? 'ticket.note' : 'ticket.answer', id)] : withinWords(ctx)),
        ...(isMove
          ? transition(ctx, ticketMachine, ticket, event, { set: { closesAt: null } })
          : stays(ctx, ticket, isInternal)),
        insertMessage(ctx, { id: messageId, ticketId: id, body, isInternal }),
        ...attach(ctx, id, messageId, attachments),
        ...(byTeam ? [] : tellAssignee(ctx, ticket, ticketReplied)),
        ...(isMove && byTeam
          ? notifySeldom(ctx, ticket.ownerId, id, ticketAnswered, { number: ticket.number, opens: { ticketId: id } })
          : []),
      ],
      ctx.db
        .select({
          ...getTableColumns(ticketMessages),
          attachments: attachedTo(sql`ticket_messages.id`).as('attachments'),
        })
        .from(ticketMessages)
        .where(eq(ticketMessages.id, messageId)),
    )
    if (!message) fail('NOT_FOUND')
    return viewTicketMessage(ctx, { ...message, attachments: JSON.parse(message.attachments) })
  }, EVERY_TURN)

/** Checks that the state is still the one that was read. A message updates the time that the owner sees; an internal note does not. */
const stays = (ctx: Ctx, { id, status }: TicketRow, isInternal: boolean) => [
  abortWhen(ctx.db, MOVED, sql`NOT EXISTS (SELECT 1 FROM tickets t WHERE t.id = ${id} AND t.status = ${status})`),
  ...(isInternal ? [] : [ctx.db.update(tickets).set({ updatedAt: ctx.now }).where(eq(tickets.id, id))]),
]
