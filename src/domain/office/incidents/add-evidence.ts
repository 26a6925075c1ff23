import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { selectSentToday, storeAttachment } from '#domain/core/files/attachments.ts'
import { selectBytesOfDay } from '#domain/core/files/store.ts'
import * as f from '#kernel/fields.ts'
import { EVIDENCE, withinEvidence } from '../evidence.ts'
import { requireAuthor } from './author.ts'
import { incidentFor, selectIncident } from './queries.ts'

export const AddIncidentEvidence = z.strictObject({ file: f.file })

/**
 * A party or staff sends a picture or a PDF for their next update of an open incident (docs/states.md, Incident). Unused it goes after a day.
 * @throws 400 for a damaged or active one; 403 for staff in one of the service's about their own order; 404; 409 INVALID_TRANSITION for an
 *   incident that has ended; 409 for the eleventh; 413; 415; 429
 */
export async function addIncidentEvidence(ctx: Ctx, id: string, { file }: z.output<typeof AddIncidentEvidence>) {
  const [rows, [sentToday], [ofDay]] = await readTogether(
    ctx.db,
    selectIncident(ctx, id),
    selectSentToday(ctx),
    selectBytesOfDay(ctx),
  )
  const { held } = requireAuthor(ctx, incidentFor(actorOf(ctx), rows))
  const upload = { file, subjectId: id, sentToday, ofDay, ...EVIDENCE }
  return storeAttachment(ctx, upload, [...held, withinEvidence(ctx, id)])
}
