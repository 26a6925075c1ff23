import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { guard } from '#db/guard.ts'
import { tickets } from '#db/schema/office/tickets.ts'
import { SUBSCRIPTION_STATES } from '#db/schema/shops/subscriptions.ts'
import { requireWithin, selectTries, withinQuota } from '#domain/core/codes/attempts.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { requireActiveActor } from '#domain/core/guards.ts'
import { recordCreation } from '#domain/core/machine.ts'
import { lastNumber, takeNumbers } from '#domain/core/series.ts'
import { partOf, selectOrder, toOrderFile } from '#domain/orders/orders/queries.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { TICKETS_A_DAY } from '#kernel/limits.ts'
import { insertMessage } from './message.ts'
import { selectTicket, ticketFor } from './queries.ts'
import { TicketCategory, viewTicket } from './view.ts'

const TOO_MANY_TICKETS = guard('TOO_MANY_TICKETS', 'TOO_MANY_REQUESTS', {
  message: 'Vous avez ouvert beaucoup de tickets. Réessayez demain.',
  retryAfter: 3600,
})

const TICKETS = { name: 'tickets', prefix: 'TIC' }

export const CreateTicket = z.strictObject({
  subject: f.line(3, 120),
  category: TicketCategory,
  body: f.prose(1, 5000),
  orderId: f.idIn.optional(),
})

/**
 * Creates a ticket of the signed-in person (docs/states.md, Ticket). A ticket of a seller whose plan has priority comes first in the list.
 * @throws 404 for another person's order; 429 past those of a day
 */
export async function createTicket(ctx: Ctx, { orderId, body, ...asked }: z.output<typeof CreateTicket>) {
  const actor = actorOf(ctx)
  const quota = { key: `tickets:${actor.id}`, ...TICKETS_A_DAY }
  const [[made], orderRows] = await readTogether(ctx.db, selectTries(ctx, quota), selectOrder(ctx.db, orderId ?? ''))
  const order = orderRows[0] && toOrderFile(orderRows[0])
  if (orderId !== undefined && !(order && partOf(actor, order))) fail('NOT_FOUND')
  requireWithin(ctx, { ...quota, max: quota.max - 1 }, made, TOO_MANY_TICKETS.message)

  const id = ctx.ids.v7()
  const [rows] = await commit(
    ctx,
    [
      requireActiveActor(ctx),
      ...withinQuota(ctx, quota, TOO_MANY_TICKETS),
      takeNumbers(ctx, TICKETS),
      ctx.db.insert(tickets).values({
        ...{ ...asked, id, orderId: orderId ?? null, ownerId: actor.id, status: 'OPEN' },
        number: lastNumber(ctx, TICKETS),
        goesFirst: hasPriority(actor.id),
        createdAt: ctx.now,
        updatedAt: ctx.now,
      }),
      recordCreation(ctx, 'ticket', id, 'OPEN'),
      insertMessage(ctx, { id: ctx.ids.v7(), ticketId: id, body }),
    ],
    selectTicket(ctx, id),
  )
  return viewTicket(ctx, ticketFor(actor, rows))
}

/** Whether the person's plan has priority now; triggers update this with the subscription or the plan. */
const hasPriority = (userId: string) => sql<boolean>`EXISTS (
  SELECT 1 FROM seller_profiles sp JOIN subscriptions s ON s.seller_profile_id = sp.id JOIN plans p ON p.id = s.plan_id
  WHERE sp.user_id = ${userId} AND ${SUBSCRIPTION_STATES.current.in('s.status')} AND p.priority_support = 1)`
