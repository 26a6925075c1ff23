import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { type Channel, messages } from '#db/schema/orders/messages.ts'
import type { Ctx } from '#domain/core/context.ts'
import { notify } from '#domain/core/notices/notify.ts'
import { HOUR_MS } from '#kernel/time.ts'
import { messageReceived } from './notices.ts'
import type { Side, Talk } from './talk.ts'

type MessageInput = {
  id: string
  channel: Channel
  clientMessageId: string
  body: string
  senderId: string
  recipientId: string
  senderRole: Side
  riderId: string | null
}

/**
 * Writes one message: it counts in both persons' conversations, and its place comes from these counts. The recipient is told if they have
 * read since they were last told, and that was not within the last hour.
 */
export function writeMessage(ctx: Ctx, talk: Talk, sent: MessageInput): Write[] {
  const { orderId, buyerId, number } = talk
  const { channel, senderId, recipientId } = sent
  const ofPerson = (userId: string) => sql`order_id = ${orderId} AND channel = ${channel} AND user_id = ${userId}`
  const countOf = (userId: string, column: 'total' | 'received') =>
    sql<number>`(SELECT ${sql.raw(column)} FROM conversations WHERE ${ofPerson(userId)})`
  const otherId = senderId === buyerId ? recipientId : senderId
  const { body, clientMessageId, senderRole, riderId } = sent
  const lastRead = sql`(
    SELECT r.at FROM read_marks r WHERE r.order_id = ${orderId} AND r.channel = ${channel} AND r.user_id = ${recipientId}
    ORDER BY r.seen_before DESC LIMIT 1)`
  const isToBeTold = sql`(told_at IS NULL OR told_at <= ${ctx.now - HOUR_MS} AND ${lastRead} >= told_at)`
  const whom = sql`(SELECT c.user_id FROM conversations c WHERE ${ofPerson(recipientId)} AND ${isToBeTold})`
  return [
    count(ctx, talk, sent, senderId, 0),
    count(ctx, talk, sent, recipientId, 1),
    ctx.db.insert(messages).values({
      ...{ id: sent.id, orderId, channel, senderId, recipientId, senderRole, clientMessageId, body, riderId },
      position: countOf(buyerId, 'total'),
      toBuyer: countOf(buyerId, 'received'),
      toOther: countOf(otherId, 'received'),
      createdAt: ctx.now,
    }),
    ...notify(ctx, whom, messageReceived, { number, from: senderRole, opens: { channel } }),
    ctx.db.run(sql`UPDATE conversations SET told_at = ${ctx.now} WHERE ${ofPerson(recipientId)} AND ${isToBeTold}`),
  ]
}

const count = (ctx: Ctx, { orderId }: Talk, { id, channel }: MessageInput, userId: string, received: 0 | 1): Write =>
  ctx.db.run(sql`
    INSERT INTO conversations (order_id, channel, user_id, shown_to, total, received, seen, last_message_id, last_at)
    VALUES (${orderId}, ${channel}, ${userId}, ${userId}, 1, ${received}, 0, ${id}, ${ctx.now})
    ON CONFLICT (order_id, channel, user_id) DO UPDATE SET shown_to = excluded.shown_to, total = total + 1,
      received = received + excluded.received, last_message_id = excluded.last_message_id, last_at = excluded.last_at`)
