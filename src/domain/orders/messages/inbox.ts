import { desc, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { counterName, totalOf } from '#db/counters.ts'
import { readPage } from '#db/read-page.ts'
import { conversations, messages } from '#db/schema/orders/messages.ts'
import { orders } from '#db/schema/orders/orders.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { messageFields } from './queries.ts'
import { ChannelField, MessageView, viewMessage } from './view.ts'

export const ListConversations = z.strictObject(f.pageQuery)

const ConversationView = z.object({
  orderId: f.id,
  number: z.string(),
  channel: ChannelField,
  lastMessage: MessageView,
  /** Messages from the other side that are not marked as read. */
  unreadCount: z.int(),
})
export const ConversationList = f.listOf('conversations', ConversationView)

/** Lists the conversations of the person who asks, the one with the newest message first (docs/states.md, Messages). */
export async function listConversations(ctx: Ctx, page: z.output<typeof ListConversations>) {
  const { id } = actorOf(ctx)
  const { rows, pagination } = await readPage(
    ctx.db,
    page,
    ctx.db
      .select({
        ...messageFields,
        number: orders.number,
        unreadCount: sql<number>`conversations.received - conversations.seen`.as('unread_count'),
      })
      .from(conversations)
      .innerJoin(orders, eq(orders.id, conversations.orderId))
      .innerJoin(messages, eq(messages.id, conversations.lastMessageId))
      .where(eq(conversations.shownTo, id))
      .orderBy(desc(conversations.lastAt), sql`conversations.rowid DESC`),
    totalOf(ctx.db, counterName('conversations', { shownTo: id })),
  )
  const view = async ({ number, unreadCount, ...message }: (typeof rows)[number]) => ({
    orderId: message.orderId,
    number,
    channel: message.channel,
    lastMessage: await viewMessage(ctx, message),
    unreadCount,
  })
  return { conversations: await Promise.all(rows.map(view)), pagination }
}
