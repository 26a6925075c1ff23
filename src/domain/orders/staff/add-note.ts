import { eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { abortWhen, NOT_FOUND } from '#db/guard.ts'
import { orderNotes } from '#db/schema/orders/order-notes.ts'
import { SealedOrder, Stale } from '#db/violation.ts'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { viewNote } from './view.ts'

export const AddOrderNote = z.strictObject({ body: f.prose(1, 2000) })

/** Staff write something down beside an order, for staff alone: the order stays as it is (docs/states.md, Who sees an order). 404 */
export async function addOrderNote(ctx: Ctx, orderId: string, { body }: z.output<typeof AddOrderNote>) {
  const id = ctx.ids.v7()
  const [[note]] = await commit(
    ctx,
    [
      abortWhen(ctx.db, NOT_FOUND, sql`NOT EXISTS (SELECT 1 FROM orders o WHERE o.id = ${orderId})`),
      ctx.db.insert(orderNotes).values({ id, orderId, authorId: actorOf(ctx).id, body, createdAt: ctx.now }),
      recordAct(ctx, 'order.note', orderId, { noteId: id }),
    ],
    ctx.db.select().from(orderNotes).where(eq(orderNotes.id, id)),
  ).catch((error: unknown) => {
    throw error instanceof Stale ? new SealedOrder(orderId) : error
  })
  return viewNote(note ?? fail('NOT_FOUND'))
}
