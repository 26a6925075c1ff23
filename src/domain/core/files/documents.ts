import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { documents } from '#db/schema/core/files.ts'
import { audit } from '#db/schema/core/history.ts'
import { users } from '#db/schema/core/users.ts'
import { hmac } from '#kernel/digest.ts'
import { type DocumentLimits, readDocument } from '#kernel/document.ts'
import { fail } from '#kernel/failure.ts'
import { isStaff, type Role } from '#kernel/roles.ts'
import { sameText } from '#kernel/text.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import type { Upload } from '#kernel/upload.ts'
import { isUnderASecret } from '../codes/secrets.ts'
import { commit } from '../commit.ts'
import { actorOf, type Ctx, signatureOf } from '../context.ts'
import { queueFileRemoval } from './remove.ts'
import { type BytesOfDay, withStore } from './store.ts'

export type StoredDocument = typeof documents.$inferSelect

/** Facts of a private file for a person who may read it. */
export type Paper = Pick<StoredDocument, 'id' | 'kind' | 'contentType' | 'size' | 'createdAt'>

/** The private files that a condition on `documents d` finds, inside another statement: JSON for `readPapers`. */
export const papersWhere = (condition: SQL) => sql<string>`(
  SELECT json_group_array(json_object('id', d.id, 'kind', d.kind, 'contentType', d.content_type, 'size', d.size, 'createdAt', d.created_at) ORDER BY d.id)
  FROM documents d WHERE ${condition})`

export const readPapers = (text: string): Paper[] => JSON.parse(text)

/** Time for which the address of a private file is valid, in ms. */
const ADDRESS_TTL_MS = 10 * MINUTE_MS

type DocumentUpload = DocumentLimits & {
  file: Upload
  field: string
  kind: StoredDocument['kind']
  subjectId?: string
  ofDay: BytesOfDay
}

/**
 * Stores a private document of the person who asks, which has no public address, and runs the work that refers to it; `writes` insert its
 * row and count its bytes in the commit of that work (`withStore`).
 * @throws 400 for a damaged one, 409, 413, 415, 429
 */
export async function withStoredDocument<T>(
  ctx: Ctx,
  { file, field, kind, subjectId, ofDay, ...taken }: DocumentUpload,
  work: (document: StoredDocument, writes: Write[]) => Promise<T>,
): Promise<T> {
  const { bytes, contentType, extension } = readDocument(new Uint8Array(await file.arrayBuffer()), field, taken)
  const id = ctx.ids.v7()
  const key = `private/${id}.${extension}`
  const size = bytes.byteLength
  const of = { subjectId: subjectId ?? null, messageId: null }
  const document = { id, ownerId: actorOf(ctx).id, kind, key, contentType, size, createdAt: ctx.now, ...of }
  return withStore(ctx, ofDay, async (put, counted) => {
    await put({ key, bytes, contentType })
    return await work(document, [...counted(), ctx.db.insert(documents).values(document)])
  })
}

/** Removes documents, in the commit after which nothing refers to them. @param which a condition on documents */
export const dropDocuments = (ctx: Ctx, which: SQL): Write[] => [
  queueFileRemoval(ctx, sql`SELECT documents.key AS key FROM documents WHERE ${which}`),
  ctx.db.delete(documents).where(which),
]

/** An address at which the person who asks may read a document for ten minutes. The caller decides whether they may. */
export async function documentAddress(ctx: Ctx, documentId: string): Promise<string> {
  const { id: reader, role } = actorOf(ctx)
  const expires = ctx.now + ADDRESS_TTL_MS
  const signature = await sign(ctx, { documentId, reader, role, expires })
  const query = new URLSearchParams({ reader, expires: String(expires), signature })
  return `${ctx.settings.publicBaseUrl}/api/v1/media/${documentId}?${query}`
}

/**
 * Reads a private file at a signed address: not after a block, a deletion or another role of its reader. A reading by another person than
 * the owner leaves one audit row for each address; of an attachment only a reading by staff.
 * @throws 404 for an address that is not ours or no longer its reader's, 410 after its ten minutes
 */
export async function readStoredDocument(
  ctx: Ctx,
  documentId: string,
  { reader, expires, signature }: { reader: string; expires: number; signature: string },
) {
  const [found] = await ctx.db
    .select({ document: documents, role: users.role })
    .from(documents)
    .innerJoin(users, and(eq(users.id, reader), isNull(users.deletedAt), isNull(users.blockedAt)))
    .where(eq(documents.id, documentId))
  if (!found) fail('NOT_FOUND')
  const { document, role } = found
  const isOurs = async (as: Ctx) => sameText(signature, await sign(as, { documentId, reader, role, expires }))
  if (!(await isUnderASecret(ctx, isOurs))) fail('NOT_FOUND')
  if (expires <= ctx.now) fail('GONE')
  const file = await readDocumentFile(ctx, document)
  const isRecorded = reader !== document.ownerId && (document.kind !== 'ATTACHMENT' || isStaff(role))
  if (isRecorded) await commit(ctx, [recordAddressedReading(ctx, document, reader, signature)])
  return file
}

/** The bytes of a private file, with the name under which it is saved. The caller decides whether it may be read. @throws 404 */
export async function readDocumentFile(ctx: Ctx, { key, kind }: StoredDocument) {
  const file = (await ctx.files.read(key)) ?? fail('NOT_FOUND')
  return { ...file, name: `${kind.toLowerCase()}.${key.slice(key.lastIndexOf('.') + 1)}` }
}

/** Records that another person than the owner reads, in the commit before the answer. @param whose a condition on documents */
export const recordReading = (ctx: Ctx, id: string, whose: SQL): Write => {
  const { actorId, caller } = signatureOf(ctx)
  return ctx.db.run(sql`
    INSERT INTO audit (id, actor_id, caller, action, target_id, details, at)
    SELECT ${ctx.ids.v7()}, ${actorId}, ${caller}, 'document.read', documents.id,
      json_object('kind', documents.kind, 'ownerId', documents.owner_id), ${ctx.now}
    FROM documents WHERE documents.id = ${id} AND ${whose}`)
}

/** Records a reading at an address, for the person it was given to: the holder of the address need not be signed in. */
const recordAddressedReading = (
  ctx: Ctx,
  { id, kind, ownerId }: StoredDocument,
  reader: string,
  signature: string,
): Write =>
  ctx.db
    .insert(audit)
    .values({
      ...signatureOf(ctx),
      id: signature.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
      actorId: reader,
      action: 'document.read',
      targetId: id,
      details: { kind, ownerId },
      at: ctx.now,
    })
    .onConflictDoNothing()

type Address = { documentId: string; reader: string; role: Role; expires: number }

const sign = (ctx: Ctx, { documentId, reader, role, expires }: Address) =>
  hmac(ctx.settings.codeSecret, JSON.stringify(['document', documentId, reader, role, expires]))
