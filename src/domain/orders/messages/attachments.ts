import { and, eq, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import { documents } from '#db/schema/core/files.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'

export const MOST_ATTACHMENTS = 5

const SPENT = { reason: 'IN_USE', message: 'Cette pièce jointe a déjà servi.' } as const
const ATTACHMENT_SPENT = guard('ATTACHMENT_SPENT', 'CONFLICT', SPENT)

const isOneOf = (ids: string[]) => sql`documents.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`
const ofSender = (ctx: Ctx, orderId: string) =>
  and(eq(documents.kind, 'ATTACHMENT'), eq(documents.ownerId, actorOf(ctx).id), eq(documents.subjectId, orderId))

/** Which of these are pictures that the person asking sent for this order. */
export const selectUploads = (ctx: Ctx, orderId: string, ids: string[]) =>
  ctx.db
    .select({ id: documents.id, messageId: documents.messageId })
    .from(documents)
    .where(and(isOneOf(ids), ofSender(ctx, orderId)))

/** 404 unless all of them are, 409 IN_USE for one that went with a message already. */
export function requireUnsent(ids: string[], uploads: { messageId: string | null }[]): void {
  if (uploads.length < ids.length) fail('NOT_FOUND')
  if (uploads.some(({ messageId }) => messageId !== null)) fail('CONFLICT', SPENT)
}

/** Gives them to a message, all of them or the commit ends: of two messages at once one has a picture. */
export const attach = (ctx: Ctx, orderId: string, messageId: string, ids: string[]): Write[] =>
  ids.length === 0
    ? []
    : [
        ctx.db
          .update(documents)
          .set({ messageId })
          .where(and(isOneOf(ids), ofSender(ctx, orderId), sql`message_id IS NULL`)),
        abortWhen(
          ctx.db,
          ATTACHMENT_SPENT,
          sql`(SELECT count(*) FROM documents d WHERE d.message_id = ${messageId}) <> ${ids.length}`,
        ),
      ]
