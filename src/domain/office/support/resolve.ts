import * as z from 'zod'
import { retryOnStale } from '#db/commit.ts'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { requireActiveStaff } from '#domain/core/guards.ts'
import { transition } from '#domain/core/machine.ts'
import { notifySeldom } from '#domain/core/notices/notify.ts'
import { requireSeen } from '#domain/core/seen.ts'
import * as f from '#kernel/fields.ts'
import { TICKET_CLOSES_MS } from '#kernel/limits.ts'
import { iso } from '#kernel/time.ts'
import { ticketMachine } from './machine.ts'
import { insertNote } from './message.ts'
import { ticketResolved } from './notices.ts'
import { requireTeam, selectTicket, ticketFor } from './queries.ts'
import { viewTicket } from './view.ts'

/** The note of a step of a ticket; it becomes a message of the ticket. */
export const TicketStep = z.strictObject({ note: f.prose(1, 2000).optional() })

/** The last step of a ticket: `updatedAt` is that of the ticket that was read. */
export const EndTicket = TicketStep.extend({ updatedAt: f.isoTime.optional() })

/**
 * Resolves a ticket: the owner is told, and may reopen it for 7 days, after which it closes by itself (docs/states.md, Ticket).
 * @throws 403 for the actor's own; 404; 409 INVALID_TRANSITION; VERSION_MISMATCH for a message since `updatedAt`
 */
export const resolveTicket = (ctx: Ctx, id: string, { note, updatedAt }: z.output<typeof EndTicket>) =>
  retryOnStale(async () => {
    const actor = actorOf(ctx)
    const ticket = ticketFor(actor, await selectTicket(ctx, id))
    requireTeam(actor, ticket)
    const closesAt = ctx.now + TICKET_CLOSES_MS
    const moves = transition(ctx, ticketMachine, ticket, 'resolve', { set: { closesAt } })
    requireSeen(updatedAt, iso(ticket.updatedAt))
    const [rows] = await commit(
      ctx,
      [
        requireActiveStaff(ctx),
        ...moves,
        ...insertNote(ctx, id, note),
        recordAct(ctx, 'ticket.resolve', id),
        ...notifySeldom(ctx, ticket.ownerId, id, ticketResolved, { number: ticket.number, opens: { ticketId: id } }),
      ],
      selectTicket(ctx, id),
    )
    return viewTicket(ctx, ticketFor(actor, rows))
  })
