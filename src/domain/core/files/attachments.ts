import { and, eq, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import { documents } from '#db/schema/core/files.ts'
import type { DocumentLimits } from '#kernel/document.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { ATTACHMENTS_A_DAY } from '#kernel/limits.ts'
import type { Upload } from '#kernel/upload.ts'
import { requireWithin, selectTries, withinQuota } from '../codes/attempts.ts'
import { commit } from '../commit.ts'
import { actorOf, type Ctx } from '../context.ts'
import { type Paper, withStoredDocument } from './documents.ts'
import type { BytesOfDay } from './store.ts'
import { type AttachmentView, viewPaper } from './view.ts'

const SPENT = { reason: 'IN_USE', message: 'Cette pièce jointe a déjà servi.' } as const
const ATTACHMENT_SPENT = guard('ATTACHMENT_SPENT', 'CONFLICT', SPENT)
const TOO_MANY_ATTACHMENTS = guard('TOO_MANY_ATTACHMENTS', 'TOO_MANY_REQUESTS', {
  message: 'Vous avez envoyé beaucoup de pièces jointes. Réessayez demain.',
  retryAfter: 3600,
})

export type Attachment = Pick<Paper, 'id' | 'contentType' | 'size'>

/** The ids of the files that go with a text, each once. */
export const attachmentIds = (most: number) =>
  z
    .array(f.idIn)
    .max(most)
    .refine((ids) => new Set(ids).size === ids.length, 'Une pièce jointe est citée deux fois.')
    .default([])

const quotaOf = (ctx: Ctx) => ({ key: `attachments:${actorOf(ctx).id}`, ...ATTACHMENTS_A_DAY })

/** Number of attachments that the person asking sent today, for `storeAttachment`. */
export const selectSentToday = (ctx: Ctx) => selectTries(ctx, quotaOf(ctx))

type NewAttachment = DocumentLimits & {
  file: Upload
  /** The thing in whose texts it may be used. */
  subjectId: string
  sentToday: Awaited<ReturnType<typeof selectSentToday>>[number] | undefined
  ofDay: BytesOfDay
}

/**
 * Stores a file of the person asking for their next text about a thing; unused it goes after a day.
 * @param held guards of the commit that takes it
 * @throws 400 for a damaged file, 413, 415, 429
 */
export function storeAttachment(
  ctx: Ctx,
  { sentToday, ...file }: NewAttachment,
  held: Write[],
): Promise<z.output<typeof AttachmentView>> {
  const quota = quotaOf(ctx)
  // The file itself is not counted yet.
  requireWithin(ctx, { ...quota, max: quota.max - 1 }, sentToday, TOO_MANY_ATTACHMENTS.message)
  return withStoredDocument(ctx, { ...file, field: 'file', kind: 'ATTACHMENT' }, async (document, writes) => {
    await commit(ctx, [...withinQuota(ctx, quota, TOO_MANY_ATTACHMENTS), ...writes, ...held])
    return viewPaper(ctx, document)
  })
}

const isOneOf = (ids: string[]) => sql`documents.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`
const ofSender = (ctx: Ctx, subjectId: string) =>
  and(eq(documents.kind, 'ATTACHMENT'), eq(documents.ownerId, actorOf(ctx).id), eq(documents.subjectId, subjectId))

/** Selects those of the named files that the person asking sent for this thing. */
export const selectUploads = (ctx: Ctx, subjectId: string, ids: string[]) =>
  ctx.db
    .select({ id: documents.id, messageId: documents.messageId })
    .from(documents)
    .where(and(isOneOf(ids), ofSender(ctx, subjectId)))

/** Refuses a file that is not among the uploads (404), or went with a text already (409 IN_USE). */
export function requireUnsent(ids: string[], uploads: { messageId: string | null }[]): void {
  if (uploads.length < ids.length) fail('NOT_FOUND')
  if (uploads.some(({ messageId }) => messageId !== null)) fail('CONFLICT', SPENT)
}

/** Gives the files to a text, all of them or the commit ends: of two texts at once one has a file. */
export const attach = (ctx: Ctx, subjectId: string, messageId: string, ids: string[]): Write[] =>
  ids.length === 0
    ? []
    : [
        ctx.db
          .update(documents)
          .set({ messageId })
          .where(and(isOneOf(ids), ofSender(ctx, subjectId), sql`message_id IS NULL`)),
        abortWhen(
          ctx.db,
          ATTACHMENT_SPENT,
          sql`(SELECT count(*) FROM documents d WHERE d.message_id = ${messageId}) <> ${ids.length}`,
        ),
      ]

/** The files of a text as a JSON array, inside another statement. @param messageId the column with the text's id */
export const attachedTo = (messageId: SQL) => sql<string>`(
  SELECT json_group_array(json_object('id', d.id, 'contentType', d.content_type, 'size', d.size) ORDER BY d.id)
  FROM documents d WHERE d.message_id = ${messageId})`

/** Gives the person asking ten minutes to look at each file of a text. */
export const viewAttachments = (ctx: Ctx, all: Attachment[]) => Promise.all(all.map((one) => viewPaper(ctx, one)))
