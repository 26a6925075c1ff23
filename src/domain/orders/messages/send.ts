import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { retryOnStale } from '#db/commit.ts'
import { abortWhen, guard, NOT_FOUND } from '#db/guard.ts'
import { type Channel, messages } from '#db/schema/orders/messages.ts'
import { requireWithin, selectTries, withinQuota } from '#domain/core/codes/attempts.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { attach, attachmentIds, requireUnsent, selectUploads } from '#domain/core/files/attachments.ts'
import { requireActiveActor } from '#domain/core/guards.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { MESSAGES_A_DAY, MESSAGES_A_MINUTE } from '#kernel/limits.ts'
import { ownChannel } from './own-channel.ts'
import { selectMessages } from './queries.ts'
import { requireOpen, requireSide, type Side, selectTalk, type Talk } from './talk.ts'
import { ChannelField, type MessageView, viewMessage } from './view.ts'
import { writeMessage } from './write.ts'

const TOO_MANY_MESSAGES = guard('TOO_MANY_MESSAGES', 'TOO_MANY_REQUESTS', {
  message: 'Vous avez envoyé beaucoup de messages. Réessayez plus tard.',
  retryAfter: 60,
})
const NOBODY_THERE = {
  reason: 'INVALID_TRANSITION',
  message: "Aucun livreur n'a cette commande : il n'y a personne à qui écrire.",
} as const
const MOST_ATTACHMENTS = 5
const NO_RIDER = guard('NO_RIDER', 'CONFLICT', NOBODY_THERE)

export const SendMessage = z.strictObject({
  channel: ChannelField.optional(),
  clientMessageId: f.line(1, 64),
  body: f.prose(1, 2000),
  attachments: attachmentIds(MOST_ATTACHMENTS),
})

/**
 * Sends a message to the other side of a channel, the sender's own if none is named (docs/states.md, Messages). A repeated
 * `clientMessageId` answers the first message again, whatever the text. The recipient gets one notice until they read.
 * @throws 400; 403 for staff and the other channel; 404 also for an attachment that is not the sender's own of this order; 409 without a
 *   rider, before the payment, seven days after the end, and IN_USE for an attachment that was already sent; 429
 */
export const sendMessage = (ctx: Ctx, orderId: string, input: z.output<typeof SendMessage>): Promise<MessageView> =>
  retryOnStale(async () => {
    const { channel: named, clientMessageId, attachments } = input
    const sender = actorOf(ctx)
    const senderId = sender.id
    const quotas = quotasOf(senderId)
    const [[talk], [known], uploads, [minute], [day]] = await readTogether(
      ctx.db,
      selectTalk(ctx, orderId),
      selectMessages(ctx).where(
        and(
          eq(messages.senderId, senderId),
          eq(messages.orderId, orderId),
          eq(messages.clientMessageId, clientMessageId),
        ),
      ),
      selectUploads(ctx, orderId, attachments),
      ...(quotas.map((quota) => selectTries(ctx, quota)) as [Tries, Tries]),
    )
    const channel = named ?? ownChannel(sender, talk)
    const side = requireSide(ctx, talk, channel)
    if (!talk) fail('NOT_FOUND')
    if (known) return viewMessage(ctx, known)
    requireOpen(ctx, talk)
    const recipientId = recipientOf(talk, channel, side)
    requireUnsent(attachments, uploads)
    for (const [i, counted] of [minute, day].entries()) {
      const quota = quotas[i] as (typeof quotas)[number]
      requireWithin(ctx, { ...quota, max: quota.max - 1 }, counted, TOO_MANY_MESSAGES.message)
    }

    const id = ctx.ids.v7()
    const riderId = channel === 'BUYER_RIDER' ? talk.riderId : null
    const [[sent]] = await commit(
      ctx,
      [
        requireActiveActor(ctx),
        ...(riderId ? [requireStillRider(ctx, orderId, riderId, side)] : []),
        ...quotas.flatMap((quota) => withinQuota(ctx, quota, TOO_MANY_MESSAGES)),
        ...writeMessage(ctx, talk, { ...input, channel, id, senderId, recipientId, senderRole: side, riderId }),
        ...attach(ctx, orderId, id, attachments),
      ],
      selectMessages(ctx).where(eq(messages.id, id)),
    )
    return viewMessage(ctx, sent ?? fail('NOT_FOUND'))
  })

type Tries = ReturnType<typeof selectTries>
const quotasOf = (senderId: string) => [
  { key: `messages:minute:${senderId}`, ...MESSAGES_A_MINUTE },
  { key: `messages:day:${senderId}`, ...MESSAGES_A_DAY },
]

/** The recipient of a message. A rider who brings their own purchase has nobody to write to. @throws 409 */
function recipientOf(talk: Talk, channel: Channel, side: Side): string {
  if (side !== 'BUYER') return talk.buyerId
  if (channel === 'BUYER_SELLER') return talk.sellerUserId
  if (talk.riderUserId === null || talk.riderUserId === talk.buyerId) fail('CONFLICT', NOBODY_THERE)
  return talk.riderUserId
}

/**
 * Refuses the commit if the rider gave the job up since it was read: that rider is a stranger now, and the buyer has nobody to write to.
 */
const requireStillRider = (ctx: Ctx, orderId: string, riderId: string, side: Side) =>
  abortWhen(
    ctx.db,
    side === 'RIDER' ? NOT_FOUND : NO_RIDER,
    sql`NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.order_id = ${orderId} AND d.rider_id = ${riderId})`,
  )

/** Refuses a person to whom the channel of a sent message is no longer open. @throws 403, 404 */
export async function requireStillTalking(ctx: Ctx, orderId: string, channel: Channel): Promise<void> {
  const [[talk]] = await readTogether(ctx.db, selectTalk(ctx, orderId))
  requireSide(ctx, talk, channel)
}
