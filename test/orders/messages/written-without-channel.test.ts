import { describe, expect, it } from 'vitest'
import { type Answer, call, type Person } from '#testing/api.ts'
import { actOnJob, newJob, newRider } from '#testing/fixtures/deliveries.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { messagesOf, ok } from '#testing/stories/orders.ts'
import { clockGoesOn } from '#testing/stories/production.ts'

// Rule 8.9.4: messages without `channel` are those of the caller's own channel (buyer and staff: BUYER_SELLER). Read so of what is written too.
//
// Silent: whether the rule is of reading alone.

clockGoesOn()

const writes = (as: Person, orderId: string, body: string, clientMessageId = crypto.randomUUID()): Promise<Answer> =>
  call(as, 'POST', `/orders/${orderId}/messages`, { clientMessageId, body })

describe('a message that names no channel', () => {
  it('8.9.4 goes to its writer’s own: with the seller for buyer and seller, with the buyer for the rider', async () => {
    const [job, rider] = [await newJob(), await newRider()]
    ok(await actOnJob(rider, job, 'accept'))
    const channels = []
    for (const as of [job.buyer, job.seller, rider]) channels.push(ok(await writes(as, job.orderId, 'Bonjour')).channel)
    expect(channels).toEqual(['BUYER_SELLER', 'BUYER_SELLER', 'BUYER_RIDER'])
    expect(ok(await messagesOf(rider, job.orderId, 'BUYER_RIDER')).messages).toHaveLength(1)
    expect(ok(await messagesOf(job.seller, job.orderId)).messages).toHaveLength(2)
  })

  it('8.9.4 is one message with the one that names it', async () => {
    const job = await newJob()
    const clientMessageId = crypto.randomUUID()
    const first = ok(await writes(job.buyer, job.orderId, 'Bonjour', clientMessageId))
    const body = { clientMessageId, body: 'Bonjour', channel: 'BUYER_SELLER' }
    expect(ok(await call(job.buyer, 'POST', `/orders/${job.orderId}/messages`, body)).id).toBe(first.id)
  })

  it('8.9.4 is refused to staff and strangers as with one', async () => {
    const job = await newJob()
    expect((await writes(await signUp('SUPPORT'), job.orderId, 'Bonjour')).status).toBe(403)
    expect((await writes(await signUp(), job.orderId, 'Bonjour')).status).toBe(404)
  })
})
