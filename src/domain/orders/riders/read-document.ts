import { and, eq, sql } from 'drizzle-orm'
import { documents, isRiderKind } from '#db/schema/core/files.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { readDocumentFile, recordReading } from '#domain/core/files/documents.ts'
import { fail } from '#kernel/failure.ts'

/** A paper of a rider, for staff: each reading is in the record of acts before it is answered (docs/states.md, Rider). 404. */
export async function readRiderDocument(ctx: Ctx, riderId: string, id: string) {
  const ofRider = sql`documents.owner_id = (SELECT r.user_id FROM riders r WHERE r.id = ${riderId}) AND ${isRiderKind('documents.kind')}`
  const [[paper]] = await commit(
    ctx,
    [recordReading(ctx, id, ofRider)],
    ctx.db
      .select()
      .from(documents)
      .where(and(eq(documents.id, id), ofRider)),
  )
  return readDocumentFile(ctx, paper ?? fail('NOT_FOUND'))
}
