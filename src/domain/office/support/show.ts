import { sql } from 'drizzle-orm'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { recordReading } from '../reading.ts'
import { selectTicket, ticketFor } from './queries.ts'
import { viewTicket } from './view.ts'

/**
 * Shows a ticket to its owner, without the team's internal notes, and to staff, whose reading is recorded (docs/states.md, Ticket).
 * @throws 404 also for everybody else
 */
export async function showTicket(ctx: Ctx, id: string) {
  const actor = actorOf(ctx)
  const ofOthers = sql`FROM tickets t WHERE t.id = ${id} AND t.owner_id <> ${actor.id}`
  const [rows] = await commit(ctx, await recordReading(ctx, 'ticket.read', id, ofOthers), selectTicket(ctx, id))
  return viewTicket(ctx, ticketFor(actor, rows))
}
