import * as z from 'zod'
import { EVERY_TURN, retryOnStale } from '#db/commit.ts'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { requireActiveStaff } from '#domain/core/guards.ts'
import { revise } from '#domain/core/machine.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { ticketMachine } from './machine.ts'
import { requireTeam, selectTicket, ticketFor } from './queries.ts'
import { TicketCategory, TicketPriority, viewTicket } from './view.ts'

export const UpdateTicket = z.strictObject({
  category: TicketCategory.optional(),
  priority: TicketPriority.optional(),
  subject: f.line(3, 120).optional(),
})

/**
 * Changes the category, priority or subject of a ticket, by the team (docs/states.md, Ticket).
 * @throws 403 for the actor's own, 404, 409 INVALID_TRANSITION for one that is CLOSED
 */
export const updateTicket = (ctx: Ctx, id: string, set: z.output<typeof UpdateTicket>) =>
  retryOnStale(async () => {
    const actor = actorOf(ctx)
    const ticket = ticketFor(actor, await selectTicket(ctx, id))
    requireTeam(actor, ticket)
    if (ticket.status === 'CLOSED')
      fail('CONFLICT', { reason: 'INVALID_TRANSITION', message: 'Impossible de modifier ce ticket : il est fermé.' })
    if (Object.keys(set).length === 0) return viewTicket(ctx, ticket)
    const [rows] = await commit(
      ctx,
      [
        requireActiveStaff(ctx),
        ...revise(ctx, ticketMachine, ticket, 'edit', { set }),
        recordAct(ctx, 'ticket.update', id, set),
      ],
      selectTicket(ctx, id),
    )
    return viewTicket(ctx, ticketFor(actor, rows))
  }, EVERY_TURN)
