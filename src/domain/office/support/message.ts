import type { Write } from '#db/client.ts'
import { guard } from '#db/guard.ts'
import { ticketMessages } from '#db/schema/office/tickets.ts'
import { withinQuota } from '#domain/core/codes/attempts.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { TICKET_WORDS_A_DAY } from '#kernel/limits.ts'

const TOO_MANY_WORDS = guard('TOO_MANY_TICKET_WORDS', 'TOO_MANY_REQUESTS', {
  message: 'Vous avez beaucoup écrit. Réessayez demain.',
  retryAfter: 3600,
})

type TicketMessage = { id: string; ticketId: string; body: string; isInternal?: boolean }

/** Writes a message of the signed-in person into a ticket. */
export function insertMessage(ctx: Ctx, { isInternal = false, ...said }: TicketMessage): Write {
  const { id: authorId, role: senderRole } = actorOf(ctx)
  return ctx.db.insert(ticketMessages).values({ ...said, authorId, senderRole, isInternal, createdAt: ctx.now })
}

/** Writes the note of a step as a message of the ticket. */
export const insertNote = (ctx: Ctx, ticketId: string, note: string | undefined): Write[] =>
  note ? [insertMessage(ctx, { id: ctx.ids.v7(), ticketId, body: note })] : []

/** Counts a person's messages to the team. 429 */
export const withinWords = (ctx: Ctx): Write[] =>
  withinQuota(ctx, { key: `ticket-words:${actorOf(ctx).id}`, ...TICKET_WORDS_A_DAY }, TOO_MANY_WORDS)
