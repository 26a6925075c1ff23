import * as z from 'zod'
import { CHANNELS, SIDES } from '#db/schema/orders/messages.ts'
import type { Ctx } from '#domain/core/context.ts'
import { viewAttachments } from '#domain/core/files/attachments.ts'
import { AttachmentView } from '#domain/core/files/view.ts'
import * as f from '#kernel/fields.ts'
import { iso, isoOrNull } from '#kernel/time.ts'
import type { MessageRow } from './queries.ts'

export const ChannelField = z.enum(CHANNELS).meta({ id: 'Channel' })

/** A message as docs/states.md, Messages, shows one. */
export const MessageView = z
  .object({
    id: f.id,
    orderId: f.id,
    clientMessageId: z.string(),
    senderId: f.id,
    senderRole: z.enum(SIDES),
    channel: ChannelField,
    body: z.string(),
    attachments: z.array(AttachmentView),
    /** When who it was sent to read it. */
    readAt: f.isoTime.nullable(),
    createdAt: f.isoTime,
  })
  .meta({ id: 'Message' })
export type MessageView = z.output<typeof MessageView>

export async function viewMessage(ctx: Ctx, { readAt, createdAt, ...row }: MessageRow): Promise<MessageView> {
  return {
    id: row.id,
    orderId: row.orderId,
    clientMessageId: row.clientMessageId,
    senderId: row.senderId,
    senderRole: row.senderRole,
    channel: row.channel,
    body: row.body,
    attachments: await viewAttachments(ctx, JSON.parse(row.attachments)),
    readAt: isoOrNull(readAt),
    createdAt: iso(createdAt),
  }
}
