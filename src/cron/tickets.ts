import type { Ctx } from '../domain/core/context.ts'
import { closeResolvedTicket, ticketsToClose } from '../domain/office/support/close-resolved.ts'
import { drain, newTick, type Tick } from './tick.ts'

/** Tickets that were resolved a week ago, and that nobody reopened, close. */
export const closeResolvedTickets = (ctx: Ctx, tick: Tick = newTick()): Promise<void> =>
  drain(tick, 'closeResolvedTickets', {
    due: (limit) => ticketsToClose(ctx, limit),
    work: ({ id }) => closeResolvedTicket(ctx, id),
  })
