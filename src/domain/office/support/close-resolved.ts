import { asc, eq, lte } from 'drizzle-orm'
import { tickets } from '#db/schema/office/tickets.ts'
import { Stale } from '#db/violation.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { transition } from '#domain/core/machine.ts'
import { ticketMachine } from './machine.ts'

/** Selects resolved tickets that nobody reopened in their 7 days, the oldest first. */
export const ticketsToClose = (ctx: Ctx, limit: number) =>
  ctx.db
    .select({ id: tickets.id })
    .from(tickets)
    .where(lte(tickets.closesAt, ctx.now))
    .orderBy(asc(tickets.closesAt))
    .limit(limit)

/** Closes a resolved ticket, unless it was reopened meanwhile (docs/states.md, Ticket). */
export async function closeResolvedTicket(ctx: Ctx, id: string): Promise<void> {
  const [ticket] = await ctx.db.select().from(tickets).where(eq(tickets.id, id))
  if (ticket?.status !== 'RESOLVED' || ticket.closesAt === null || ticket.closesAt > ctx.now) return
  await commit(ctx, transition(ctx, ticketMachine, ticket, 'close', { set: { closesAt: null } })).catch(
    (error: unknown) => {
      if (!(error instanceof Stale)) throw error
    },
  )
}
