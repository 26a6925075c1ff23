import type { Actor, Ctx } from '#domain/core/context.ts'
import { OpenIncident, openIncident } from '#domain/office/incidents/open.ts'
import { ResolveIncident, resolveIncident } from '#domain/office/incidents/resolve.ts'
import { deliverDelivery } from '#domain/orders/delivery/carrying/deliver.ts'
import { failDelivery } from '#domain/orders/delivery/carrying/fail-attempt.ts'
import { pickUpDelivery } from '#domain/orders/delivery/carrying/pick-up.ts'
import { returnDelivery } from '#domain/orders/delivery/carrying/return.ts'
import { loseDelivery } from '#domain/orders/delivery/deciding/lose.ts'
import { adminCancelOrder } from '#domain/orders/orders/ending/admin-cancel.ts'
import { receiveReturn } from '#domain/orders/orders/ending/receive-return.ts'
import { handoverOrder } from '#domain/orders/orders/preparing/handover.ts'
import { readyOrder } from '#domain/orders/orders/preparing/ready.ts'
import { iso, MINUTE_MS } from '#kernel/time.ts'
import type { Simulation } from '../simulation.ts'
import { act, type Command, type Commands, type OrderCard, pickFrom, pickOrder } from './plan.ts'

const GUESSED = '314159'

type Who = (simulation: Simulation, order: OrderCard) => Actor | undefined
const buyerOf: Who = ({ people }, { buyer }) => people.buyers.find(({ id }) => id === buyer)
const sellerOf: Who = ({ people }, { seller }) =>
  people.sellers.find(({ sellerProfileId }) => sellerProfileId === seller)
const riderOf: Who = ({ people }, { rider }) =>
  people.riders.find(({ riderId }) => riderId !== null && riderId === rider)
const anAgent: Who = ({ people }) => people.support

/** One lie about an order: whoever tells it is a party to it, and knows that it is not so. */
const lie = (
  label: string,
  weight: number,
  who: Who,
  isMeant: (order: OrderCard) => boolean,
  tell: (ctx: Ctx, order: OrderCard & { job: string }, simulation: Simulation) => Promise<unknown>,
): Command => ({
  weight,
  plan(simulation) {
    const order = pickOrder(simulation, isMeant)
    const liar = order && who(simulation, order)
    if (!order || !liar) return undefined
    return act(label, liar, order.id, (ctx) => tell(ctx, { ...order, job: order.job ?? '' }, simulation))
  },
})

const isIn =
  (...statuses: string[]) =>
  ({ status }: OrderCard) =>
    statuses.includes(status)
const isOnRoad =
  (...statuses: string[]) =>
  ({ jobStatus }: OrderCard) =>
    jobStatus !== null && statuses.includes(jobStatus)
const PAID = isIn('PENDING_SELLER_REVIEW', 'ACCEPTED', 'READY_FOR_PICKUP', 'OUT_FOR_DELIVERY', 'DELIVERED', 'COMPLETED')

const complain = (ctx: Ctx, orderId: string, title: string) =>
  openIncident(ctx, OpenIncident.parse({ type: 'DELIVERY', title, description: 'Je veux mon argent.', orderId }))

/** Twice at once, an hour ago and now: as of a rider who never left the shop. */
async function failTwice(ctx: Ctx, job: string) {
  await failDelivery(ctx, job, { reasonCode: 'BUYER_ABSENT', occurredAt: iso(ctx.now - 60 * MINUTE_MS) })
  await failDelivery(ctx, job, { reasonCode: 'BUYER_ABSENT' })
}

/** People of each role who say what is not so, and an agent who decides without a look. */
export const lying: Commands = {
  sayNotReceived: lie(
    'sayNotReceived',
    1.5,
    buyerOf,
    isIn('DELIVERED', 'COMPLETED', 'OUT_FOR_DELIVERY'),
    (ctx, { id }) => complain(ctx, id, 'Jamais reçu'),
  ),
  complainOfNothing: lie('complainOfNothing', 0.8, buyerOf, PAID, (ctx, { id }) => complain(ctx, id, 'Rien ne va')),
  sellerAccuses: lie('sellerAccuses', 0.6, sellerOf, PAID, (ctx, { id }) => complain(ctx, id, 'Acheteur malhonnête')),
  riderAccuses: lie('riderAccuses', 0.6, riderOf, isOnRoad('PICKED_UP', 'DELIVERED', 'RETURNING'), (ctx, { id }) =>
    complain(ctx, id, 'Adresse fausse'),
  ),
  sayReady: lie('sayReady', 0.8, sellerOf, isIn('PENDING_SELLER_REVIEW', 'ACCEPTED'), (ctx, { id }) =>
    readyOrder(ctx, id),
  ),
  sayHandedOver: lie('sayHandedOver', 0.8, sellerOf, isIn('ACCEPTED', 'READY_FOR_PICKUP'), (ctx, { id }) =>
    handoverOrder(ctx, id, { code: GUESSED }),
  ),
  sayBack: lie('sayBack', 0.6, sellerOf, isIn('OUT_FOR_DELIVERY', 'RETURNING', 'CANCELLED'), (ctx, { id }) =>
    receiveReturn(ctx, id),
  ),
  sayPickedUp: lie('sayPickedUp', 0.6, riderOf, isOnRoad('ASSIGNED'), (ctx, { job }) =>
    pickUpDelivery(ctx, job, { code: GUESSED }),
  ),
  sayDelivered: lie('sayDelivered', 1, riderOf, isOnRoad('PICKED_UP', 'FAILED_ATTEMPT'), (ctx, { job }) =>
    deliverDelivery(ctx, job, { code: GUESSED, occurredAt: iso(ctx.now - 90 * MINUTE_MS) }),
  ),
  sayFailed: lie('sayFailed', 1, riderOf, isOnRoad('PICKED_UP', 'FAILED_ATTEMPT'), (ctx, { job }) =>
    failTwice(ctx, job),
  ),
  sayReturned: lie('sayReturned', 1, riderOf, isOnRoad('PICKED_UP', 'FAILED_ATTEMPT', 'RETURNING'), (ctx, { job }) =>
    returnDelivery(ctx, job, {}),
  ),
  sayLost: lie('sayLost', 0.3, anAgent, isOnRoad('PICKED_UP', 'RETURNING'), (ctx, { job }) =>
    loseDelivery(ctx, job, { reason: 'Introuvable' }),
  ),
  cancelForNothing: lie(
    'cancelForNothing',
    0.4,
    anAgent,
    isIn('OUT_FOR_DELIVERY', 'DELIVERED', 'ACCEPTED'),
    (ctx, { id }) => adminCancelOrder(ctx, id, { reason: 'Fraude' }),
  ),
  decideUnseen: {
    weight: 0.8,
    plan(simulation) {
      const incident = pickFrom(
        simulation,
        simulation.store.rows<{ id: string }>(
          `SELECT id FROM incidents WHERE status IN ('OPEN', 'INVESTIGATING') ORDER BY id DESC LIMIT 12`,
        ),
      )
      if (!incident) return undefined
      const input = ResolveIncident.parse({ outcome: simulation.random.pick(['BUYER', 'SELLER']), note: 'Clair' })
      return act('decideUnseen', simulation.people.support, [incident.id, input], (ctx) =>
        resolveIncident(ctx, incident.id, input),
      )
    },
  },
}

/** Acts that rest on a code which a liar does not have are never done. */
export const NEVER_DONE = ['sayHandedOver', 'sayPickedUp', 'sayDelivered']
