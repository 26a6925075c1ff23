import { beforeAll, describe, expect, it } from 'vitest'
import { meterWork, newMeter } from '#db/meter.ts'
import type { Ctx } from '#domain/core/context.ts'
import { listConversations } from '#domain/orders/messages/inbox.ts'
import { listMessages } from '#domain/orders/messages/list.ts'
import { markRead } from '#domain/orders/messages/mark-read.ts'
import { sendMessage } from '#domain/orders/messages/send.ts'
import { contextAs } from '#testing/fixtures/context.ts'
import { first, run } from '#testing/fixtures/database.ts'
import { type Job, newJob } from '#testing/fixtures/deliveries.ts'

// The cost of messages does not grow with how many there are (docs/limits.md, Trips to the database).

const MANY = 100_000
const channel = 'BUYER_SELLER'
const page = { page: 1, limit: 20 }
/** A look-up reads one row more or less by what happens to lie beside it in the index; the list may be read for two sides. */
const NEIGHBOURS = 2 * page.limit
let quiet: Job
let loud: Job

/** As many of the seller's messages as the service would have written one by one. */
async function write(job: Job, howMany: number): Promise<void> {
  const [order, buyer, seller] = [job.orderId, job.buyer.id, job.seller.id]
  await run(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?4)
     INSERT INTO messages (id, order_id, channel, position, sender_id, recipient_id, sender_role, client_message_id, body, to_buyer, to_other, created_at)
     SELECT ?1 || printf(':%07d', i), ?1, 'BUYER_SELLER', i, ?3, ?2, 'SELLER', 'm' || i, 'Bonjour', i, 0, i FROM n`,
    ...[order, buyer, seller, howMany],
  )
  for (const [user, received] of [[buyer, howMany] as const, [seller, 0] as const])
    await run(
      `INSERT INTO conversations (order_id, channel, user_id, shown_to, total, received, seen, last_message_id, last_at)
       VALUES (?1, 'BUYER_SELLER', ?2, ?2, ?3, ?4, 0, ?1 || printf(':%07d', ?3), ?3)`,
      ...[order, user, howMany, received],
    )
}

beforeAll(async () => {
  quiet = await newJob()
  loud = await newJob()
  await write(quiet, 30)
  await write(loud, MANY)
}, 120_000)

/** Counts the rows of the database that an act of the buyer reads and writes. */
async function cost(job: Job, act: (ctx: Ctx) => Promise<unknown>) {
  const meter = newMeter()
  await meterWork(meter, () => act(contextAs(job.buyer)))
  return { read: meter.rowsRead, written: meter.rowsWritten, trips: meter.trips }
}

describe('a conversation of 100,000 messages costs what one of 30 does', () => {
  it.each<[string, number, (job: Job) => (ctx: Ctx) => Promise<unknown>]>([
    ['the inbox', 1, () => (ctx) => listConversations(ctx, page)],
    ['the newest messages', 1, (job) => (ctx) => listMessages(ctx, job.orderId, { channel, ...page })],
    [
      'a new message',
      2,
      (job) => (ctx) => sendMessage(ctx, job.orderId, { channel, clientMessageId: 'x', body: 'Oui', attachments: [] }),
    ],
    [
      'reading all of them',
      2,
      (job) => async (ctx) => {
        const last = await first<{ id: string }>(
          'SELECT last_message_id AS id FROM conversations WHERE order_id = ?',
          job.orderId,
        )
        const { read } = await markRead(ctx, job.orderId, { channel, upToMessageId: last?.id ?? '' })
        expect(read).toBe(job === loud ? MANY : 30)
      },
    ],
    [
      'the newest messages once they are read',
      1,
      (job) => (ctx) => listMessages(ctx, job.orderId, { channel, ...page }),
    ],
  ])('%s', async (_, trips, act) => {
    const [little, much] = [await cost(quiet, act(quiet)), await cost(loud, act(loud))]
    expect([much.trips, much.written]).toEqual([trips, little.written])
    expect(much.read).toBeLessThanOrEqual(little.read + NEIGHBOURS)
    expect(much.read).toBeLessThan(250)
  })
})
