import { beforeAll, describe, expect, it } from 'vitest'
import { eraseUser } from '#domain/people/erasure/erase.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import { type Caller, call, type Person, tally, together } from '#testing/api.ts'
import { hourCronAfter, wait } from '#testing/clock.ts'
import { contextNow } from '#testing/fixtures/context.ts'
import { all, count, first, run } from '#testing/fixtures/database.ts'
import { actOnJob, type Job, newJob, newRider, type Rider } from '#testing/fixtures/deliveries.ts'
import { writtenTo } from '#testing/fixtures/mails.ts'
import { signIn, signUp } from '#testing/fixtures/people.ts'
import { jpeg } from '#testing/fixtures/pictures.ts'

type Words = { channel?: string; clientMessageId?: string; body?: string; attachments?: string[] }
const RIDER = { channel: 'BUYER_RIDER' }

let rider: Rider
beforeAll(async () => {
  rider = await newRider()
})

const say = (as: Caller, { orderId }: Job, body: string, more: Words = {}) =>
  call(as, 'POST', `/orders/${orderId}/messages`, {
    channel: 'BUYER_SELLER',
    clientMessageId: crypto.randomUUID(),
    body,
    ...more,
  })
async function heard(as: Caller, { orderId }: Job, channel = 'BUYER_SELLER') {
  const { status, data } = await call(as, 'GET', `/orders/${orderId}/messages?channel=${channel}`)
  return status === 200 ? data.messages.map(({ body }: { body: string }) => body) : status
}
const inbox = async (as: Caller) =>
  (await call(as, 'GET', '/orders/messages')).data.conversations.map(
    (one: { channel: string; unreadCount: number; lastMessage: { body: string } }) => [
      one.channel,
      one.unreadCount,
      one.lastMessage.body,
    ],
  )
const markRead = (as: Caller, { orderId }: Job, upToMessageId: string, channel = 'BUYER_SELLER') =>
  call(as, 'POST', `/orders/${orderId}/messages/read`, { channel, upToMessageId })
function photo(as: Caller, { orderId }: Job) {
  const form = new FormData()
  form.append('file', new Blob([Uint8Array.from(jpeg())]), 'a.jpg')
  return call(as, 'POST', `/orders/${orderId}/messages/attachments`, form)
}

/** The order came to a status, its end if none is named, so long ago. */
async function end({ orderId }: Job, ago: number, status = 'CANCELLED'): Promise<void> {
  await run(
    `INSERT INTO history (thing_id, version, thing, event, from_status, to_status, at)
     SELECT id, version + 1, 'order', 'cancel', status, ?, 1 FROM orders WHERE id = ?`,
    ...[status, orderId],
  )
  await run(
    `UPDATE orders SET status = ?1, version = version + 1, reached_at = json_object(?1, ?2) WHERE id = ?3`,
    ...[status, Date.now() - ago, orderId],
  )
}

describe('a job that changes hands', () => {
  it('leaves the next rider nothing of what was said to the one before, and who takes it again their own part', async () => {
    const [job, next] = [await newJob(), await newRider()]
    await actOnJob(rider, job, 'accept')
    const door = (await say(job.buyer, job, 'Le code de la porte est 4711', RIDER)).data
    await say(rider, job, 'Merci', RIDER)
    await actOnJob(rider, job, 'release')
    expect([await heard(rider, job, 'BUYER_RIDER'), await inbox(rider)]).toEqual([404, []])

    await actOnJob(next, job, 'accept')
    expect([await heard(next, job, 'BUYER_RIDER'), await inbox(next)]).toEqual([[], []])
    expect((await markRead(next, job, door.id, 'BUYER_RIDER')).status).toBe(404)
    await say(job.buyer, job, 'Bonjour, appelez-moi', RIDER)
    expect(await heard(next, job, 'BUYER_RIDER')).toEqual(['Bonjour, appelez-moi'])
    expect(await inbox(next)).toEqual([['BUYER_RIDER', 1, 'Bonjour, appelez-moi']])
    expect(await heard(job.buyer, job, 'BUYER_RIDER')).toEqual([
      'Bonjour, appelez-moi',
      'Merci',
      'Le code de la porte est 4711',
    ])
    expect(await inbox(job.buyer)).toEqual([['BUYER_RIDER', 1, 'Bonjour, appelez-moi']])

    await actOnJob(next, job, 'release')
    await actOnJob(rider, job, 'accept')
    expect(await heard(rider, job, 'BUYER_RIDER')).toEqual(['Merci', 'Le code de la porte est 4711'])
    expect(await inbox(rider)).toEqual([['BUYER_RIDER', 1, 'Merci']])
    const page = await call(rider, 'GET', `/orders/${job.orderId}/messages?channel=BUYER_RIDER&limit=1&page=2`)
    expect(page.data.pagination).toEqual({ page: 2, limit: 1, total: 2, totalPages: 2 })
    expect((await markRead(rider, job, door.id, 'BUYER_RIDER')).data).toEqual({ read: 1 })
    await actOnJob(rider, job, 'release')
  })

  it('a message never goes to a rider who gave the job up meanwhile', async () => {
    const job = await newJob()
    await actOnJob(rider, job, 'accept')
    const answers = await together(10, (i) =>
      i === 5 ? actOnJob(rider, job, 'release') : say(job.buyer, job, `n${i}`, RIDER),
    )
    const written = answers.filter(({ status }) => status === 201).length
    expect(tally(answers)).toEqual({
      200: 1,
      ...(written && { 201: written }),
      ...(written < 9 && { 409: 9 - written }),
    })
    expect(await count('messages WHERE order_id = ?', job.orderId)).toBe(written)
  })

  it('a rider who brings what they bought themselves has nobody to write to', async () => {
    const job = await newJob({ buyer: rider })
    await actOnJob(rider, job, 'accept')
    expect((await say(rider, job, 'Moi', RIDER)).status).toBe(409)
    expect((await say(rider, job, 'Au vendeur')).data.senderRole).toBe('BUYER')
    await actOnJob(rider, job, 'release')
    expect(await inbox(rider)).toEqual([['BUYER_SELLER', 0, 'Au vendeur']])
  })
})

describe('one message', () => {
  it('stays one, whatever fifty phones say under its name, in either channel and after the end', async () => {
    const job = await newJob()
    const clientMessageId = 'mon-message'
    const answers = await together(50, (i) => say(job.buyer, job, `Version ${i}`, { clientMessageId }))
    expect(tally(answers)).toEqual({ 201: 50 })
    const [kept] = await heard(job.seller, job)
    expect(new Set(answers.map(({ data }) => data.body))).toEqual(new Set([kept]))
    expect(await inbox(job.seller)).toEqual([['BUYER_SELLER', 1, kept]])
    expect((await say(job.buyer, job, 'Autre canal', { ...RIDER, clientMessageId })).data.body).toBe(kept)
    await end(job, 8 * DAY_MS)
    expect((await say(job.buyer, job, 'Trop tard', { clientMessageId })).data.body).toBe(kept)
    expect(await say(job.buyer, job, 'Trop tard')).toMatchObject({
      status: 409,
      error: { reason: 'INVALID_TRANSITION' },
    })
    expect((await photo(job.buyer, job)).status).toBe(409)
  })

  it('is of characters that people read', async () => {
    const job = await newJob()
    for (const body of ['a\u202Eb', 'a\u0000b', '\u200B', '  '])
      expect((await say(job.buyer, job, body)).error?.details?.[0]?.field).toBe('body')
    expect((await say(job.buyer, job, 'x', { clientMessageId: 'a\nb' })).status).toBe(400)
    expect(await heard(job.buyer, job)).toEqual([])
  })

  it('is told by mail once, until it was read and an hour has passed, without what it says', async () => {
    const job = await newJob()
    const mails = () => writtenTo(job.buyer.email, 'message.received')
    const seller = async () => ({ ...job.seller, ...(await signIn(job.seller.email, 'SELLER')) })
    await say(job.seller, job, 'Secret un')
    await say(job.seller, job, 'Secret deux')
    expect(await mails()).toBe(1)
    const { body } = (await first<{ body: string }>(
      `SELECT group_concat(subject || body) AS body FROM outbox WHERE kind = 'message.received' AND recipient = ?`,
      job.buyer.email,
    )) ?? { body: '' }
    expect(body).not.toContain('Secret')
    const read = async () => {
      const last = await first<{ id: string }>(
        'SELECT id FROM messages WHERE order_id = ? ORDER BY position DESC LIMIT 1',
        job.orderId,
      )
      await markRead({ ...job.buyer, ...(await signIn(job.buyer.email, 'BUYER')) }, job, last?.id ?? '')
    }
    await read()
    await say(job.seller, job, 'Trois')
    expect(await mails()).toBe(1)
    // A message within the hour still waits; a later one is told, once.
    wait(2 * HOUR_MS)
    await say(await seller(), job, 'Quatre')
    expect(await mails()).toBe(2)
    wait(2 * HOUR_MS)
    await say(await seller(), job, 'Cinq')
    expect(await mails()).toBe(2)
    await read()
    await say(await seller(), job, 'Six')
    expect(await mails()).toBe(3)
    wait(-4 * HOUR_MS)
  })

  it('is past a hundred and twenty in a minute, or two thousand in a day, refused and costs no write', async () => {
    const job = await newJob()
    await run(
      `INSERT INTO attempts (key, count, window_ends_at) VALUES ('messages:minute:' || ?1, 119, ?2), ('messages:day:' || ?1, 5, ?2)`,
      ...[job.buyer.id, Date.now() + 50_000],
    )
    const answers = await together(4, (i) => say(job.buyer, job, `n${i}`))
    expect(tally(answers)).toEqual({ 201: 1, 429: 3 })
    const refused = await say(job.buyer, job, 'encore')
    expect([refused.status, refused.headers.get('x-d1-round-trips')]).toEqual([429, '1'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await say(job.seller, job, 'moi')).status).toBe(201)
    await run(`UPDATE attempts SET count = 1 WHERE key = 'messages:minute:' || ?`, job.buyer.id)
    await run(`UPDATE attempts SET count = 2000 WHERE key = 'messages:day:' || ?`, job.buyer.id)
    expect((await say(job.buyer, job, 'demain')).status).toBe(429)
  })
})

describe('an order that is over', () => {
  const sides = (job: Job) => [job.buyer, job.seller]
  const written = async (job: Job) => {
    const answers = sides(job).flatMap((as) => [say(as, job, 'Encore un mot'), photo(as, job)])
    return (await Promise.all(answers)).map(({ status }) => status)
  }

  it.each(['COMPLETED', 'REJECTED', 'CANCELLED', 'REFUNDED'])(
    'is written about for seven days after it is %s, by nobody afterwards, and read by both',
    async (status) => {
      const job = await newJob()
      await end(job, 7 * DAY_MS - MINUTE_MS, status)
      expect(await written(job)).toEqual([201, 201, 201, 201])
      await end(job, 7 * DAY_MS + MINUTE_MS, status)
      expect(await written(job)).toEqual([409, 409, 409, 409])
      for (const as of sides(job)) expect(await heard(as, job)).toHaveLength(2)
      // No money moved, as it does for an order that completes, and the laws look at all orders in the end.
      await end(job, 0)
    },
  )

  it.each(['PENDING_SELLER_REVIEW', 'RETURNING', 'DELIVERED'])(
    'is not one that is %s, however long',
    async (status) => {
      const job = await newJob()
      await end(job, 90 * DAY_MS, status)
      expect(await written(job)).toEqual([201, 201, 201, 201])
    },
  )
})

describe('a picture', () => {
  it('goes with one message, once, and twice in none', async () => {
    const job = await newJob()
    const { id } = (await photo(job.buyer, job)).data
    expect((await say(job.buyer, job, 'x', { attachments: [id, id] })).error?.details?.[0]?.field).toBe('attachments')
    const answers = await together(6, (i) => say(job.buyer, job, `n${i}`, { attachments: [id] }))
    expect(tally(answers)).toEqual({ 201: 1, 409: 5 })
    expect(await say(job.buyer, job, 'encore', { attachments: [id] })).toMatchObject({
      status: 409,
      error: { reason: 'IN_USE' },
    })
    expect(await count('messages WHERE order_id = ?', job.orderId)).toBe(1)
  })

  it('goes with a message of its order and its sender alone', async () => {
    const job = await newJob()
    const [elsewhere, theirs] = [await newJob({ buyer: job.buyer }), (await photo(job.seller, job)).data]
    const { id } = (await photo(job.buyer, elsewhere)).data
    for (const other of [id, theirs.id, crypto.randomUUID()])
      expect((await say(job.buyer, job, 'Voici', { attachments: [other] })).status).toBe(404)
    expect(await heard(job.buyer, job)).toEqual([])
    expect((await say(job.buyer, elsewhere, 'Voici', { attachments: [id] })).status).toBe(201)
  })

  it('is read by the other side without a record, by staff with one, and by no other rider', async () => {
    const job = await newJob()
    await actOnJob(rider, job, 'accept')
    const { id } = (await photo(job.buyer, job)).data
    await say(job.buyer, job, 'Ma porte', { ...RIDER, attachments: [id] })
    const urlFor = async (as: Caller) => {
      const { data } = await call(as, 'GET', `/orders/${job.orderId}/messages?channel=BUYER_RIDER`)
      return new URL(data.messages[0].attachments[0].url)
    }
    const look = async (as: Person) => {
      const { pathname, search } = await urlFor(as)
      return (await call(as, 'GET', pathname.replace('/api/v1', '') + search)).status
    }
    const support = await signUp('SUPPORT')
    expect([await look(rider), await look(support), await look(job.buyer)]).toEqual([200, 200, 200])
    expect(await all('SELECT actor_id FROM audit WHERE target_id = ?', id)).toEqual([{ actor_id: support.id }])
    await actOnJob(rider, job, 'release')
  })

  it('a picture without a message is erased after a day', async () => {
    const job = await newJob()
    const [unused, used] = [(await photo(job.buyer, job)).data, (await photo(job.buyer, job)).data]
    await say(job.buyer, job, 'Voici', { attachments: [used.id] })
    const left = () => all('SELECT id FROM documents WHERE owner_id = ? ORDER BY id', job.buyer.id)
    await hourCronAfter(23 * HOUR_MS)
    expect(await left()).toHaveLength(2)
    await hourCronAfter(2 * HOUR_MS)
    expect(await left()).toEqual([{ id: used.id }])
    wait(-25 * HOUR_MS)
    const { pathname, search } = new URL(unused.url)
    expect((await call(job.buyer, 'GET', pathname.replace('/api/v1', '') + search)).status).toBe(404)
    expect((await say(job.buyer, job, 'Trop tard', { attachments: [unused.id] })).status).toBe(404)
  })

  it('is one of a hundred a day', async () => {
    const job = await newJob()
    await run(
      `INSERT INTO attempts (key, count, window_ends_at) VALUES ('attachments:' || ?, 99, ?)`,
      ...[job.buyer.id, Date.now() + DAY_MS],
    )
    expect(tally(await together(3, () => photo(job.buyer, job)))).toEqual({ 201: 1, 429: 2 })
    expect((await photo(job.buyer, job)).headers.get('x-d1-round-trips')).toBe('2')
  })
})

it('who is erased leaves no words and no pictures, and the others keep theirs', async () => {
  const job = await newJob()
  const { id } = (await photo(job.buyer, job)).data
  await say(job.buyer, job, 'Mon adresse est 12, avenue du Lac', { attachments: [id] })
  await say(job.seller, job, 'Bien noté')
  await end(job, 0)
  await run('UPDATE users SET erasure_due_at = 1 WHERE id = ?', job.buyer.id)
  expect(await eraseUser(contextNow(), job.buyer.id)).toBe(true)
  const { data } = await call(job.seller, 'GET', `/orders/${job.orderId}/messages`)
  expect(data.messages).toMatchObject([{ body: 'Bien noté' }, { body: 'Message effacé', attachments: [] }])
})
