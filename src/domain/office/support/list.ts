import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import * as z from 'zod'
import { counterName, totalOf } from '#db/counters.ts'
import { countUpTo1000, readPage } from '#db/read-page.ts'
import { tickets } from '#db/schema/office/tickets.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { TicketStatus, viewTicketCard } from './view.ts'

export const ListTickets = z.strictObject({
  ...f.pageQuery,
  status: TicketStatus.optional(),
  /** The id of a team member, or `none` for tickets that nobody has. */
  assigneeId: f.idIn.optional(),
})
export const ListMyTickets = z.strictObject(f.pageQuery)

/** Lists every ticket for staff: those of sellers whose plan has priority first, then the newest first (docs/states.md, Ticket). */
export async function listTickets(ctx: Ctx, { status, assigneeId, ...page }: z.output<typeof ListTickets>) {
  const isOf = assigneeId === 'none' ? isNull(tickets.assigneeId) : eq(tickets.assigneeId, assigneeId ?? '')
  const filter = and(status && eq(tickets.status, status), assigneeId === undefined ? undefined : isOf)
  const { rows, pagination } = await readPage(
    ctx.db,
    page,
    ctx.db
      .select()
      .from(tickets)
      .where(filter)
      .orderBy(desc(tickets.goesFirst), desc(tickets.createdAt), desc(tickets.id)),
    assigneeId === 'none'
      ? countUpTo1000(ctx.db, sql`SELECT 1 FROM tickets WHERE ${filter}`)
      : totalOf(ctx.db, counterName('tickets', { status, assigneeId })),
  )
  return { tickets: rows.map((ticket) => viewTicketCard(ctx, ticket)), pagination }
}

/** Lists the signed-in person's tickets, the newest first. */
export async function listMyTickets(ctx: Ctx, page: z.output<typeof ListMyTickets>) {
  const { id: ownerId } = actorOf(ctx)
  const { rows, pagination } = await readPage(
    ctx.db,
    page,
    ctx.db
      .select()
      .from(tickets)
      .where(eq(tickets.ownerId, ownerId))
      .orderBy(desc(tickets.createdAt), desc(tickets.id)),
    totalOf(ctx.db, counterName('ticketsOfPerson', { ownerId })),
  )
  return { tickets: rows.map((ticket) => viewTicketCard(ctx, ticket)), pagination }
}
