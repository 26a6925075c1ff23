import type * as z from 'zod'
import { retryOnStale } from '#db/commit.ts'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { transition } from '#domain/core/machine.ts'
import { ticketMachine } from './machine.ts'
import { insertNote, withinWords } from './message.ts'
import { tellAssignee, ticketReopened } from './notices.ts'
import { isOfTeam, requireActive, selectTicket, ticketFor } from './queries.ts'
import type { TicketStep } from './resolve.ts'
import { viewTicket } from './view.ts'

/**
 * Reopens a resolved ticket, by its owner or the team; a CLOSED one stays closed (docs/states.md, Ticket).
 * @throws 404, 409, 429
 */
export const reopenTicket = (ctx: Ctx, id: string, { note }: z.output<typeof TicketStep>) =>
  retryOnStale(async () => {
    const actor = actorOf(ctx)
    const ticket = ticketFor(actor, await selectTicket(ctx, id))
    const [rows] = await commit(
      ctx,
      [
        requireActive(ctx, ticket),
        ...transition(ctx, ticketMachine, ticket, 'reopen', { set: { closesAt: null } }),
        ...insertNote(ctx, id, note),
        ...(isOfTeam(actor, ticket)
          ? [recordAct(ctx, 'ticket.reopen', id)]
          : [...tellAssignee(ctx, ticket, ticketReopened), ...(note ? withinWords(ctx) : [])]),
      ],
      selectTicket(ctx, id),
    )
    return viewTicket(ctx, ticketFor(actor, rows))
  })
