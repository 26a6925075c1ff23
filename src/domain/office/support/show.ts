import { actorOf, type Ctx } from '../../core/context.ts'
import { selectTicket, ticketFor } from './queries.ts'
import { viewTicket } from './view.ts'

/** A ticket, for its owner, without the team's internal notes, and for staff; 404 for everybody else (docs/states.md, Ticket). */
export async function showTicket(ctx: Ctx, id: string) {
  return viewTicket(ctx, ticketFor(actorOf(ctx), await selectTicket(ctx, id)))
}
