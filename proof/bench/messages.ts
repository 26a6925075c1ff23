import type { Market, Operation } from './operation.ts'
import { sellerRead } from './reads.ts'
import { BUYERS, orderId, SELLERS, userId } from './seed.ts'

const talkOf = (i: number, { people }: Market) => {
  const nth = i % BUYERS
  return { as: people[SELLERS + nth]!, given: { orderId: orderId(nth), buyerId: userId(SELLERS + nth) } }
}

/** Requests of the parties of an order about their messages; each buyer has a conversation with one seller. */
export const MESSAGES: Operation[] = [
  sellerRead('inbox', '/orders/messages?limit=20'),
  {
    name: 'messages',
    kind: 'signed-in read',
    ask(i, market) {
      const { as, given } = talkOf(i, market)
      return { path: `/orders/${given.orderId}/messages?limit=3`, as, given }
    },
  },
  {
    name: 'sendMessage',
    kind: 'write',
    ask(i, market) {
      const { as, given } = talkOf(i, market)
      const clientMessageId = `m-${market.fresh()}`
      const body = { channel: 'BUYER_SELLER', clientMessageId, body: 'Je passe demain matin, merci.' }
      return {
        method: 'POST',
        path: `/orders/${given.orderId}/messages`,
        body,
        as,
        given: { ...given, clientMessageId },
      }
    },
  },
]
