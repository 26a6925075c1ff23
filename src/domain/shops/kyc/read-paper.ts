import { and, eq, type SQL, sql } from 'drizzle-orm'
import { documents, isKycKind } from '#db/schema/core/files.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { readDocumentFile, recordReading } from '#domain/core/files/documents.ts'
import { fail } from '#kernel/failure.ts'

/** Condition on documents for the papers of this person's identity file: their other private files are not read by way of it. */
const isPaperOf = (ownerId: SQL | string) => sql`documents.owner_id = ${ownerId} AND ${isKycKind('documents.kind')}`

const selectPaper = (ctx: Ctx, id: string, whose: SQL) =>
  ctx.db
    .select()
    .from(documents)
    .where(and(eq(documents.id, id), whose))

/**
 * Reads a paper of the signed-in person's identity file, as it is stored.
 * @throws 404
 */
export async function readKycDocument(ctx: Ctx, id: string) {
  const [paper] = await selectPaper(ctx, id, isPaperOf(actorOf(ctx).id))
  return readDocumentFile(ctx, paper ?? fail('NOT_FOUND'))
}

/**
 * Reads a paper of a seller's identity file for staff; the audit record notes the reading first.
 * @throws 404
 */
export async function readKycDocumentByStaff(ctx: Ctx, kycId: string, id: string) {
  const ofFile = isPaperOf(sql`(
    SELECT sp.user_id FROM kyc k JOIN seller_profiles sp ON sp.id = k.seller_profile_id WHERE k.id = ${kycId})`)
  const [[paper]] = await commit(ctx, [recordReading(ctx, id, ofFile)], selectPaper(ctx, id, ofFile))
  return readDocumentFile(ctx, paper ?? fail('NOT_FOUND'))
}
