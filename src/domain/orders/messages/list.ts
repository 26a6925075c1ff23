import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether, type Write } from '#db/client.ts'
import type { Channel } from '#db/schema/orders/messages.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx, signatureOf } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { offsetOf, pagination } from '#kernel/page.ts'
import { isStaff } from '#kernel/roles.ts'
import { ownChannel, ownChannelSql } from './own-channel.ts'
import { selectChannel, totalOfChannel } from './queries.ts'
import { requireReader, selectTalk } from './talk.ts'
import { ChannelField, MessageView, viewMessage } from './view.ts'

export const ListMessages = z.strictObject({ ...f.pageQuery, ...f.beforeQuery, channel: ChannelField.optional() })
export const MessageList = f.listOf('messages', MessageView)

/**
 * The messages of a channel of an order, of the caller's own if none is named, newest first, for the two who talk there and for staff, whose reading is written
 * down (docs/states.md, Messages). A rider reads what was written with them, not with the rider before.
 * @throws 403 for the other channel of the reader's own order, 404
 */
export async function listMessages(
  ctx: Ctx,
  id: string,
  { channel: named, before, ...page }: z.output<typeof ListMessages>,
) {
  const actor = actorOf(ctx)
  const { id: reader, role, riderId } = actor
  const channel = named ?? ownChannelSql(actor, id)
  const everybodys = selectChannel(ctx, id, channel, { before }).limit(page.limit).offset(offsetOf(page))
  // Whether a rider asks as the rider or as the buyer of this order is known only with the order.
  const asRider = named !== 'BUYER_SELLER' && riderId !== null ? riderId : undefined
  const riders = selectChannel(ctx, id, channel, { riderId: asRider, before }).limit(page.limit).offset(offsetOf(page))
  const reads = [
    selectTalk(ctx, id),
    everybodys,
    totalOfChannel(ctx, id, channel),
    riders,
    totalOfChannel(ctx, id, channel, reader),
  ] as const
  const [[talk], ofAll, [total], ofRider, [riderTotal]] = isStaff(role)
    ? await commit(ctx, [recordChannelReading(ctx, id, named ?? 'BUYER_SELLER')], ...reads)
    : await readTogether(ctx.db, ...reads)
  const [rows, counted] =
    requireReader(ctx, talk, named ?? ownChannel(actor, talk)) === 'RIDER' ? [ofRider, riderTotal] : [ofAll, total]
  return {
    messages: await Promise.all(rows.map((row) => viewMessage(ctx, row))),
    pagination: pagination(page, counted?.total ?? 0),
  }
}

/** Staff read what others write to each other: one row for each reading, of an order that there is. */
function recordChannelReading(ctx: Ctx, orderId: string, channel: Channel): Write {
  const { actorId, caller } = signatureOf(ctx)
  return ctx.db.run(sql`
    INSERT INTO audit (id, actor_id, caller, action, target_id, details, at)
    SELECT ${ctx.ids.v7()}, ${actorId}, ${caller}, 'message.read', o.id, ${JSON.stringify({ channel })}, ${ctx.now}
    FROM orders o WHERE o.id = ${orderId} AND o.buyer_id <> ${actorId} AND o.sealed_in IS NULL`)
}
