import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm'
import { type Channel, conversations, messages } from '#db/schema/orders/messages.ts'
import type { Ctx } from '#domain/core/context.ts'
import { attachedTo } from '#domain/core/files/attachments.ts'

/** The time at which the recipient read a message: that of the first mark that reaches it. */
const readAt = sql<number | null>`(
  SELECT CASE WHEN r.seen >= n.nth THEN r.at END
  FROM (SELECT CASE messages.sender_role WHEN 'BUYER' THEN messages.to_other ELSE messages.to_buyer END AS nth) n
  CROSS JOIN read_marks r
  WHERE r.order_id = messages.order_id AND r.channel = messages.channel AND r.user_id = messages.recipient_id
    AND r.seen_before < n.nth
  ORDER BY r.seen_before DESC LIMIT 1)`

/** Columns of a message as it is shown, for statements that select it with others. */
export const messageFields = {
  id: messages.id,
  orderId: messages.orderId,
  clientMessageId: messages.clientMessageId,
  senderId: messages.senderId,
  senderRole: messages.senderRole,
  channel: messages.channel,
  body: messages.body,
  createdAt: messages.createdAt,
  readAt: readAt.as('read_at'),
  attachments: attachedTo(sql`messages.id`).as('attachments'),
}

export const selectMessages = (ctx: Ctx) => ctx.db.select(messageFields).from(messages).$dynamic()
export type MessageRow = Awaited<ReturnType<typeof selectMessages>>[number]

/** The messages of a channel, the last first; with `riderId` only those from and to that rider. */
export const selectChannel = (
  ctx: Ctx,
  orderId: string,
  channel: Channel | SQL,
  { riderId, before }: { riderId?: string | undefined; before?: string | undefined } = {},
) =>
  selectMessages(ctx)
    .where(
      and(
        eq(messages.orderId, orderId),
        riderId === undefined ? sql`channel = ${channel}` : eq(messages.riderId, riderId),
        before === undefined
          ? undefined
          : lt(
              messages.position,
              sql`(SELECT x.position FROM messages x WHERE x.id = ${before} AND x.order_id = ${orderId})`,
            ),
      ),
    )
    .orderBy(desc(messages.position))

const lineOf = (orderId: string, channel: Channel | SQL, userId: string | SQL) =>
  and(eq(conversations.orderId, orderId), sql`channel = ${channel}`, sql`user_id = ${userId}`)

/** A channel as one person has it. */
export const selectConversation = (ctx: Ctx, orderId: string, channel: Channel | SQL, userId: string) =>
  ctx.db
    .select()
    .from(conversations)
    .where(lineOf(orderId, channel, userId))

/** Number of messages that a person has in a channel; the buyer has all of them. */
export const totalOfChannel = (ctx: Ctx, orderId: string, channel: Channel | SQL, userId?: string) =>
  ctx.db
    .select({ total: conversations.total })
    .from(conversations)
    .where(lineOf(orderId, channel, userId ?? sql`(SELECT o.buyer_id FROM orders o WHERE o.id = ${orderId})`))
