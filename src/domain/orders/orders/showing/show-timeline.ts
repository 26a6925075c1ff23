import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { OrderEventView, selectEvents, viewEvent } from '../events.ts'
import { partOf, readsWords, selectOrder, toOrderFile } from '../queries.ts'

export const TimelineView = z.object({ events: z.array(OrderEventView) }).meta({ id: 'OrderTimeline' })

/** Events for staff only: an order that is overdue. */
const OF_STAFF = ['overdue']

/**
 * Shows the events of an order, oldest first, to its buyer, seller, rider and staff: actors are named by their role alone (docs/states.md,
 * Who sees an order).
 * @throws 404 for everybody else
 */
export async function showTimeline(ctx: Ctx, id: string): Promise<z.output<typeof TimelineView>> {
  const [rows, events] = await readTogether(ctx.db, selectOrder(ctx.db, id), selectEvents(ctx, id))
  const order = rows[0] && toOrderFile(rows[0])
  if (!order || !partOf(actorOf(ctx), order)) fail('NOT_FOUND')
  const isTold = readsWords(actorOf(ctx), order)
  const shown = events.filter(({ event }) => !OF_STAFF.includes(event)).map((row) => viewEvent(order, row))
  return { events: isTold ? shown : shown.map((event) => ({ ...event, reason: null })) }
}
