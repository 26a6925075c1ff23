import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import type { Ctx } from '#domain/core/context.ts'
import { selectSentToday, storeAttachment } from '#domain/core/files/attachments.ts'
import { selectBytesOfDay } from '#domain/core/files/store.ts'
import { requireActiveActor } from '#domain/core/guards.ts'
import { PHOTO } from '#kernel/document.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { requireOpen, requireParty, selectTalk } from './talk.ts'

export const AddAttachment = z.strictObject({ file: f.file })

/**
 * A party of an order sends a picture for its next message there (docs/states.md, Messages). Unused it goes after a day.
 * @throws 400 for a damaged one; 403 for staff; 404; 409 before the payment and seven days after the end; 413; 415; 429
 */
export async function addAttachment(ctx: Ctx, orderId: string, { file }: z.output<typeof AddAttachment>) {
  const [[talk], [sentToday], [ofDay]] = await readTogether(
    ctx.db,
    selectTalk(ctx, orderId),
    selectSentToday(ctx),
    selectBytesOfDay(ctx),
  )
  requireParty(ctx, talk)
  requireOpen(ctx, talk ?? fail('NOT_FOUND'))
  return storeAttachment(ctx, { file, subjectId: orderId, sentToday, ofDay, ...PHOTO }, [requireActiveActor(ctx)])
}
