import { sql } from 'drizzle-orm'
import { readTogether } from '#db/client.ts'
import { ORDER_STATES } from '#db/schema/orders/orders.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { viewPayin } from '#domain/money/payins/view.ts'
import { handoverCode } from '#domain/orders/delivery/handover-code.ts'
import { viewLocation } from '#domain/orders/riders/view.ts'
import { fail } from '#kernel/failure.ts'
import { selectLatestPayin } from '../payins/payin-shares.ts'
import { type OrderFile, partOf, selectOrder, toOrderFile } from '../queries.ts'
import { type OrderDetails, type OrderView, viewOrder } from '../view.ts'

/**
 * Shows an order to its buyer, seller, rider and staff (docs/states.md, Who sees an order). The buyer also gets the last payin, the code to
 * give, and the rider's last place.
 * @throws 404 for everybody else
 */
export async function showOrder(ctx: Ctx, id: string): Promise<OrderView> {
  const [rows, [payin], [place]] = await readTogether(
    ctx.db,
    selectOrder(ctx.db, id),
    selectLatestPayin(ctx, id),
    ctx.db.all<Place>(sql`
      SELECT r.lat, r.lng, r.located_at AS locatedAt FROM deliveries d CROSS JOIN riders r ON r.id = d.rider_id
      WHERE d.order_id = ${id}`),
  )
  const order = rows[0] && toOrderFile(rows[0])
  const part = order && partOf(actorOf(ctx), order)
  if (!part) fail('NOT_FOUND')
  const isReady = order.status === 'READY_FOR_PICKUP'
  const owner = order.fulfillmentMethod === 'PICKUP' ? 'buyer' : 'seller'
  const followed: OrderDetails =
    part === 'buyer'
      ? {
          ...(payin && { payin: viewPayin(payin) }),
          lastLocation: shownPlace(order, place),
          ...(await dropoff(ctx, order)),
        }
      : {}
  const pickup = isReady && part === owner ? { pickupCode: await handoverCode(ctx, 'pickup', id) } : {}
  return viewOrder(ctx, order, { ...followed, ...pickup })
}

type Place = Parameters<typeof viewLocation>[0]

/** The rider's place while the parcel is ready, on its way or on its way back, and never after. */
const shownPlace = ({ status }: OrderFile, place: Place | undefined) =>
  place && ORDER_STATES.followed.has(status) ? viewLocation(place) : null

/** The code that the buyer gives the rider: from when the parcel is ready until it arrives. */
const dropoff = async (ctx: Ctx, { id, status, fulfillmentMethod }: OrderFile) =>
  fulfillmentMethod === 'DELIVERY' && ORDER_STATES.onItsWay.has(status)
    ? { dropoffCode: await handoverCode(ctx, 'dropoff', id) }
    : {}
