import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { type DocumentLimits, PHOTO } from '#kernel/document.ts'

/** Most files that one person may send for one incident or ticket. */
export const MOST_EVIDENCE = 10

/** Formats and size of evidence. */
export const EVIDENCE = {
  types: [...PHOTO.types, 'application/pdf'],
  maxBytes: PHOTO.maxBytes,
} as const satisfies DocumentLimits

const EVIDENCE_FULL = guard('EVIDENCE_FULL', 'CONFLICT', { message: `On joint ${MOST_EVIDENCE} fichiers au plus.` })

/** Refuses a file too many of the person asking, in the commit that takes it. 409 */
export const withinEvidence = (ctx: Ctx, subjectId: string): Write =>
  abortWhen(
    ctx.db,
    EVIDENCE_FULL,
    sql`(SELECT count(*) FROM documents d WHERE d.kind = 'ATTACHMENT' AND d.subject_id = ${subjectId}
      AND d.owner_id = ${actorOf(ctx).id}) > ${MOST_EVIDENCE}`,
  )
