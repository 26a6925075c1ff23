import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { messages } from '#db/schema/orders/messages.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { requireActiveActor } from '#domain/core/guards.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { selectConversation } from './queries.ts'
import { requireParty, requireSide, selectTalk } from './talk.ts'
import { ChannelField } from './view.ts'

export const MarkRead = z.strictObject({ channel: ChannelField.optional(), upToMessageId: f.idIn })

/**
 * Marks as read what others wrote in the channel of a message, up to that message (docs/states.md, Messages): one row, however many there are.
 * Again, or up to an earlier message, it marks nothing. @returns how many were not read before
 * @throws 403 for staff and the other channel; 404, also for a message that who asks does not read, or that is of another `channel`
 */
export async function markRead(
  ctx: Ctx,
  orderId: string,
  { channel: named, upToMessageId }: z.output<typeof MarkRead>,
): Promise<{ read: number }> {
  const { id: reader, riderId } = actorOf(ctx)
  const [[talk], [upTo], [mine]] = await readTogether(
    ctx.db,
    selectTalk(ctx, orderId),
    ctx.db
      .select({
        channel: messages.channel,
        riderId: messages.riderId,
        toBuyer: messages.toBuyer,
        toOther: messages.toOther,
      })
      .from(messages)
      .where(and(eq(messages.id, upToMessageId), eq(messages.orderId, orderId))),
    selectConversation(ctx, orderId, sql`(SELECT m.channel FROM messages m WHERE m.id = ${upToMessageId})`, reader),
  )
  requireParty(ctx, talk)
  if (!upTo || (named && named !== upTo.channel)) {
    if (named) requireSide(ctx, talk, named)
    fail('NOT_FOUND')
  }
  const { channel } = upTo
  const side = requireSide(ctx, talk, channel)
  if (side === 'RIDER' && upTo.riderId !== riderId) fail('NOT_FOUND')
  const seen = side === 'BUYER' ? upTo.toBuyer : upTo.toOther
  if (seen <= (mine?.seen ?? 0)) return { read: 0 }
  const ofReader = sql`order_id = ${orderId} AND channel = ${channel} AND user_id = ${reader} AND seen < ${seen}`
  const [[marked]] = await commit(
    ctx,
    [requireActiveActor(ctx)],
    ctx.db.all<{ read: number }>(sql`
      INSERT INTO read_marks (order_id, channel, user_id, seen_before, seen, at)
      SELECT order_id, channel, user_id, seen, ${seen}, ${ctx.now} FROM conversations WHERE ${ofReader}
      RETURNING seen - seen_before AS "read"`),
    ctx.db.run(sql`UPDATE conversations SET seen = ${seen} WHERE ${ofReader}`),
  )
  return { read: marked?.read ?? 0 }
}
