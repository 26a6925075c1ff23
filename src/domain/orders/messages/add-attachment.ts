import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { guard } from '#db/guard.ts'
import { requireWithin, selectTries, withinQuota } from '#domain/core/codes/attempts.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { withStoredDocument } from '#domain/core/files/documents.ts'
import { selectBytesOfDay } from '#domain/core/files/store.ts'
import { viewPaper } from '#domain/core/files/view-paper.ts'
import { requireActiveActor } from '#domain/core/guards.ts'
import { PHOTO } from '#kernel/document.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { ATTACHMENTS_A_DAY } from '#kernel/limits.ts'
import { requireOpen, requireParty, selectTalk } from './talk.ts'

const TOO_MANY_ATTACHMENTS = guard('TOO_MANY_ATTACHMENTS', 'TOO_MANY_REQUESTS', {
  message: 'Vous avez envoyé beaucoup de photos. Réessayez demain.',
  retryAfter: 3600,
})

export const AddAttachment = z.strictObject({ file: f.file })

/**
 * A party of an order sends a picture for its next message there (docs/states.md, Messages). Unused it goes after a day.
 * @throws 400 for a damaged one; 403 for staff; 404; 409 before the payment and seven days after the end; 413; 415; 429
 */
export async function addAttachment(ctx: Ctx, orderId: string, { file }: z.output<typeof AddAttachment>) {
  const quota = { key: `attachments:${actorOf(ctx).id}`, ...ATTACHMENTS_A_DAY }
  const [[talk], [made], [ofDay]] = await readTogether(
    ctx.db,
    selectTalk(ctx, orderId),
    selectTries(ctx, quota),
    selectBytesOfDay(ctx),
  )
  requireParty(ctx, talk)
  requireOpen(ctx, talk ?? fail('NOT_FOUND'))
  // The next one is not counted yet.
  requireWithin(ctx, { ...quota, max: quota.max - 1 }, made, TOO_MANY_ATTACHMENTS.message)
  const upload = { file, field: 'file', kind: 'ATTACHMENT', ofDay, subjectId: orderId, ...PHOTO } as const
  return withStoredDocument(ctx, upload, async (document, writes) => {
    await commit(ctx, [requireActiveActor(ctx), ...withinQuota(ctx, quota, TOO_MANY_ATTACHMENTS), ...writes])
    return viewPaper(ctx, document)
  })
}
