import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { selectSentToday, storeAttachment } from '#domain/core/files/attachments.ts'
import { selectBytesOfDay } from '#domain/core/files/store.ts'
import { nextStatus } from '#domain/core/machine.ts'
import * as f from '#kernel/fields.ts'
import { EVIDENCE, withinEvidence } from '../evidence.ts'
import { ticketMachine } from './machine.ts'
import { isOfTeam, requireActive, selectTicket, ticketFor, unlessClosed } from './queries.ts'

export const AddTicketEvidence = z.strictObject({ file: f.file })

/**
 * The owner of a ticket or staff sends a picture or a PDF for their next message in it (docs/states.md, Ticket). Unused it goes after a day.
 * @throws 400 for a damaged or active one; 404; 409 INVALID_TRANSITION for a CLOSED ticket; 409 for the eleventh; 413; 415; 429
 */
export async function addTicketEvidence(ctx: Ctx, id: string, { file }: z.output<typeof AddTicketEvidence>) {
  const actor = actorOf(ctx)
  const [rows, [sentToday], [ofDay]] = await readTogether(
    ctx.db,
    selectTicket(ctx, id),
    selectSentToday(ctx),
    selectBytesOfDay(ctx),
  )
  const ticket = ticketFor(actor, rows)
  nextStatus(ticketMachine, ticket.status, isOfTeam(actor, ticket) ? 'answer' : 'ask')
  return storeAttachment(ctx, { file, subjectId: id, sentToday, ofDay, ...EVIDENCE }, [
    requireActive(ctx, ticket),
    unlessClosed(ctx, id),
    withinEvidence(ctx, id),
  ])
}
