import type { Actor } from '#domain/core/context.ts'
import { addAttachment } from '#domain/orders/messages/add-attachment.ts'
import { markRead } from '#domain/orders/messages/mark-read.ts'
import { SendMessage, sendMessage } from '#domain/orders/messages/send.ts'
import type { Simulation } from '../simulation.ts'
import { picture } from './goods.ts'
import { act, type Commands, type OrderCard, pickFrom, pickOrder } from './plan.ts'

const CHANNELS = ['BUYER_SELLER', 'BUYER_SELLER', 'BUYER_RIDER'] as const
type Channel = (typeof CHANNELS)[number]

/** Somebody of the channel, or now and then somebody else. */
function someParty({ random, people }: Simulation, order: OrderCard, channel: Channel): Actor {
  const all = [...people.buyers, ...people.sellers, ...people.riders]
  const isBuyer = random.chance(0.5)
  const isIt = ({ id, sellerProfileId, riderId }: Actor) =>
    isBuyer
      ? id === order.buyer
      : channel === 'BUYER_SELLER'
        ? sellerProfileId === order.seller
        : riderId === order.rider
  return (random.chance(0.95) && all.find(isIt)) || random.pick(all)
}

const someTalk = (simulation: Simulation) => {
  const channel = simulation.random.pick(CHANNELS)
  const order = pickOrder(simulation, ({ rider }) => channel === 'BUYER_SELLER' || rider !== null)
  return order && { order, channel, party: someParty(simulation, order, channel) }
}

/** The parties of an order, who write to each other, with pictures, and read. */
export const talking: Commands = {
  sendMessage: {
    weight: 7,
    plan(simulation) {
      const talk = someTalk(simulation)
      if (!talk) return undefined
      const { random, store } = simulation
      const { order, channel, party } = talk
      const unused = store.rows<{ id: string }>(
        `SELECT id FROM documents WHERE kind = 'ATTACHMENT' AND owner_id = ? AND subject_id = ? ORDER BY id DESC LIMIT 4`,
        ...[party.id, order.id],
      )
      const one = random.chance(0.5) ? pickFrom(simulation, unused) : undefined
      const input = SendMessage.parse({
        channel,
        // Few, so that some are sent again.
        clientMessageId: `m${random.below(30)}`,
        body: 'Je suis au marché, à côté de la pharmacie.',
        attachments: one ? [one.id] : [],
      })
      const plans = act('sendMessage', party, [order.id, input], (ctx) => sendMessage(ctx, order.id, input))
      // A phone that heard nothing sends again.
      return random.chance(0.2) ? [...plans, ...plans] : plans
    },
  },
  markRead: {
    weight: 5,
    plan(simulation) {
      const talk = someTalk(simulation)
      if (!talk) return undefined
      const { order, channel, party } = talk
      const upTo = pickFrom(
        simulation,
        simulation.store.rows<{ id: string }>(
          'SELECT id FROM messages WHERE order_id = ? ORDER BY position DESC, id LIMIT 6',
          order.id,
        ),
      )
      if (!upTo) return undefined
      const input = { channel, upToMessageId: upTo.id }
      const plans = act('markRead', party, [order.id, input], (ctx) => markRead(ctx, order.id, input))
      return simulation.random.chance(0.2) ? [...plans, ...plans] : plans
    },
  },
  addAttachment: {
    weight: 1.5,
    plan(simulation) {
      const talk = someTalk(simulation)
      if (!talk) return undefined
      const { order, party } = talk
      return act('addAttachment', party, order.id, (ctx) => addAttachment(ctx, order.id, { file: picture() }))
    },
  },
}
