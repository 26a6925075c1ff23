import { call, mustCall } from '#testing/running/call.ts'
import { payOrder } from '#testing/running/parcels.ts'
import { newPerson, type Person, photoForm } from '#testing/running/people.ts'
import type { RunningService } from '#testing/running/start.ts'
import { market } from './orders.ts'
import { countFault, race } from './race.ts'

type Words = { clientMessageId: string; attachments?: string[] }

const say = (words: Words) => ({ channel: 'BUYER_SELLER', body: 'Bonjour', ...words })
const send = (service: RunningService, as: Person, orderId: string, words: Words) =>
  call(service, as, 'POST', `/orders/${orderId}/messages`, say(words))

/** An order about which its buyer, who is new, has written twice. */
async function aTalk(service: RunningService, { offer }: Awaited<ReturnType<typeof market>>) {
  const { buyer, orderId } = await payOrder(service, offer, {}, await newPerson(service))
  const write = (clientMessageId: string) =>
    mustCall(service, buyer, 'POST', `/orders/${orderId}/messages`, say({ clientMessageId }))
  await write('one')
  return { seller: offer.seller, buyer, orderId, last: (await write('two')).id as string }
}
type Talk = Awaited<ReturnType<typeof aTalk>>

const attach = (service: RunningService, { buyer, orderId }: Talk) =>
  call(service, buyer, 'POST', `/orders/${orderId}/messages/attachments`, photoForm())

const messagesFault = (service: RunningService, count: number, { orderId }: Talk) =>
  countFault(service, count, 'messages', 'SELECT count(*) AS n FROM messages WHERE order_id = ?', orderId)

export const messageRaces = [
  race({
    name: 'message: the same from one phone is one',
    operations: ['POST /orders/:id/messages'],
    stage: market,
    prepare: aTalk,
    send: (service, { buyer, orderId }) => send(service, buyer, orderId, { clientMessageId: 'same' }),
    succeed: 'all',
    refusals: [],
    check: async (service, talk, answers) =>
      (new Set(answers.map(({ data }) => data.id)).size !== 1 && 'several messages were answered') ||
      messagesFault(service, 3, talk),
  }),
  race({
    name: 'message: written and read at once, each is counted once',
    operations: ['POST /orders/:id/messages', 'POST /orders/:id/messages/read'],
    stage: market,
    prepare: aTalk,
    send: (service, { buyer, seller, orderId, last }, i) =>
      i % 2 === 0
        ? send(service, buyer, orderId, { clientMessageId: `m${i}` })
        : call(service, seller, 'POST', `/orders/${orderId}/messages/read`, {
            channel: 'BUYER_SELLER',
            upToMessageId: last,
          }),
    succeed: 'all',
    refusals: [],
    async check(service, talk, answers) {
      const read = answers.reduce((sum, { data }) => sum + (data.read ?? 0), 0)
      const written = answers.filter(({ status }) => status === 201).length
      const unread = 'SELECT received - seen AS n FROM conversations WHERE order_id = ? AND user_id = ?'
      return (
        (read !== 2 && `${read} were read, not 2`) ||
        (await messagesFault(service, written + 2, talk)) ||
        countFault(service, written, 'unread', unread, talk.orderId, talk.seller.id)
      )
    },
  }),
  race({
    name: 'attachment: a picture goes with one message',
    operations: ['POST /orders/:id/messages'],
    stage: market,
    prepare: async (service, stage) => {
      const talk = await aTalk(service, stage)
      const { data } = await attach(service, talk)
      return { ...talk, photo: data.id as string }
    },
    send: (service, { buyer, orderId, photo }, i) =>
      send(service, buyer, orderId, { clientMessageId: `m${i}`, attachments: [photo] }),
    succeed: 1,
    refusals: ['409 IN_USE'],
    check: (service, talk) => messagesFault(service, 3, talk),
  }),
  race({
    name: 'attachment: each upload is a picture of its own',
    operations: ['POST /orders/:id/messages/attachments'],
    stage: market,
    prepare: aTalk,
    send: attach,
    succeed: 'all',
    refusals: [],
    check: (service, { buyer }, answers) =>
      countFault(
        service,
        answers.length,
        'pictures',
        'SELECT count(*) AS n FROM documents WHERE owner_id = ?',
        buyer.id,
      ),
  }),
]
