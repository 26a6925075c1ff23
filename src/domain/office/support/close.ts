import type * as z from 'zod'
import { retryOnStale } from '#db/commit.ts'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { transition } from '#domain/core/machine.ts'
import { notify } from '#domain/core/notices/notify.ts'
import { requireSeen } from '#domain/core/seen.ts'
import { iso } from '#kernel/time.ts'
import { ticketMachine } from './machine.ts'
import { insertNote, withinWords } from './message.ts'
import { ticketClosed } from './notices.ts'
import { isOfTeam, requireActive, selectTicket, ticketFor } from './queries.ts'
import type { EndTicket } from './resolve.ts'
import { viewTicket } from './view.ts'

/**
 * Closes a ticket for good, by its owner or the team (docs/states.md, Ticket).
 * @throws 404; 409 INVALID_TRANSITION; VERSION_MISMATCH for a message since `updatedAt`; 429
 */
export const closeTicket = (ctx: Ctx, id: string, { note, updatedAt }: z.output<typeof EndTicket>) =>
  retryOnStale(async () => {
    const actor = actorOf(ctx)
    const ticket = ticketFor(actor, await selectTicket(ctx, id))
    const ofTeam = [
      recordAct(ctx, 'ticket.close', id),
      ...notify(ctx, ticket.ownerId, ticketClosed, { number: ticket.number, opens: { ticketId: id } }),
    ]
    const moves = transition(ctx, ticketMachine, ticket, 'close', { set: { closesAt: null } })
    requireSeen(updatedAt, iso(ticket.updatedAt))
    const [rows] = await commit(
      ctx,
      [
        requireActive(ctx, ticket),
        ...moves,
        ...insertNote(ctx, id, note),
        ...(isOfTeam(actor, ticket) ? ofTeam : note ? withinWords(ctx) : []),
      ],
      selectTicket(ctx, id),
    )
    return viewTicket(ctx, ticketFor(actor, rows))
  })
