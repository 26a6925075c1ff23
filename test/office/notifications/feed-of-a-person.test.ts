import { beforeAll, describe, expect, it } from 'vitest'
import { call, guest, type Person } from '#testing/api.ts'
import { actOnOrder, newMarket, paidOrder } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { type Data, expectUnknownIs404, faults, feed, GONE, noticesOf, ok, refusal } from '#testing/stories/office.ts'

// Rule: the feed in the app is where every notice goes first. Notification {id, type, title, body, data, readAt, createdAt};
// type = the kind (`order.accepted`), data = ids to open it. GET takes unread, type, page, limit and answers {notifications,
// pagination, unreadCount}, newest first; read answers it, read-all {updated}, DELETE {deleted: true}.
//
// Silent: what the keys of data are called (the id of the order is looked for among its values); whether unreadCount follows
// the filters (asked without them only); whether a second read moves readAt (it may not, said as "unchanged").

/** A buyer whose two orders were accepted, and the seller. */
async function told() {
  const market = await newMarket()
  const orders = []
  for (let i = 0; i < 2; i++) {
    const paid = await paidOrder(market)
    ok(await actOnOrder(market.seller, paid.id, 'accept'))
    orders.push(paid.id as string)
  }
  return { buyer: market.buyer, seller: market.seller, orders }
}
let buyer: Person
let seller: Person
let orders: string[]
beforeAll(async () => {
  ;({ buyer, seller, orders } = await told())
})
const accepted = () => noticesOf(buyer, 'order.accepted')
const unread = async () => (await feed(buyer)).unreadCount as number

describe('the feed', () => {
  it('of somebody to whom nothing happened is empty', async () => {
    const { notifications, pagination, unreadCount } = await feed(await signUp(), '')
    expect([notifications, pagination, unreadCount]).toEqual([[], { page: 1, limit: 20, total: 0, totalPages: 0 }, 0])
  })

  it('tells the buyer that an order was accepted, with the id that opens it', async () => {
    const notices = await accepted()
    expect(notices.map(({ data }) => Object.values(data).find((id) => orders.includes(String(id))))).toEqual([
      orders[1],
      orders[0],
    ])
    for (const notice of notices) {
      expect(Object.keys(notice).sort()).toEqual(['body', 'createdAt', 'data', 'id', 'readAt', 'title', 'type'])
      expect(notice).toMatchObject({ readAt: null, createdAt: expect.stringMatching(/Z$/) })
      expect(notice.title.length).toBeGreaterThan(2)
      expect(notice.body.length).toBeGreaterThan(5)
    }
  })

  it('of one person holds nothing of another: the seller hears of the payment, not of the acceptance', async () => {
    const types = (await noticesOf(seller)).map(({ type }) => type)
    expect(types).not.toContain('order.accepted')
    expect(types.length).toBeGreaterThan(0)
  })

  it('is newest first, in pages, and by type', async () => {
    const { notifications } = await feed(buyer)
    const moments = notifications.map(({ createdAt }: Data) => createdAt)
    expect(moments).toEqual([...moments].sort().reverse())
    const one = await feed(buyer, 'type=order.accepted&limit=1&page=2')
    expect(one.pagination).toEqual({ page: 2, limit: 1, total: 2, totalPages: 2 })
    expect(one.notifications).toEqual([(await accepted())[1]])
    expect((await feed(buyer, 'type=order.nothing')).notifications).toEqual([])
    expect(faults(await call(buyer, 'GET', '/notifications?limit=101'))).toEqual(['limit'])
    expect((await call(buyer, 'GET', '/notifications?unread=peut-etre')).status).toBe(400)
    expect((await call(buyer, 'GET', '/notifications?wrong=1')).status).toBe(400)
  })

  it('counts what is unread, whatever page is shown', async () => {
    const all = await feed(buyer)
    expect(all.unreadCount).toBe(all.notifications.filter(({ readAt }: Data) => readAt === null).length)
    expect((await feed(buyer, 'limit=1')).unreadCount).toBe(all.unreadCount)
  })

  it('is for those who signed in', async () => {
    for (const [method, path] of [
      ['GET', '/notifications'],
      ['POST', '/notifications/read-all'],
      ['GET', '/notifications/preferences'],
    ] as const)
      expect((await call(guest, method, path)).status, path).toBe(401)
  })
})

describe('reading', () => {
  it('marks one, answers it, and does so once', async () => {
    const [notice] = await accepted()
    const before = await unread()
    const read = ok(await call(buyer, 'POST', `/notifications/${notice.id}/read`))
    expect(read).toEqual({ ...notice, readAt: expect.stringMatching(/Z$/) })
    expect(await unread()).toBe(before - 1)
    expect(ok(await call(buyer, 'POST', `/notifications/${notice.id}/read`))).toEqual(read)
    expect(await unread()).toBe(before - 1)
    const left = await feed(buyer, 'unread=true&limit=100')
    expect(left.notifications).toHaveLength(before - 1)
    expect(left.notifications.map(({ id }: Data) => id)).not.toContain(notice.id)
  })

  it('marks all that is left, and says how many these were', async () => {
    const before = await unread()
    expect(before).toBeGreaterThan(0)
    expect(ok(await call(buyer, 'POST', '/notifications/read-all'))).toEqual({ updated: before })
    expect(await unread()).toBe(0)
    expect((await feed(buyer, 'unread=true')).notifications).toEqual([])
    expect(ok(await call(buyer, 'POST', '/notifications/read-all'))).toEqual({ updated: 0 })
  })

  it('somebody else’s is 404, and changes nothing', async () => {
    const { buyer: other } = await told()
    const [notice] = await noticesOf(other, 'order.accepted')
    for (const as of [buyer, seller, await signUp('ADMIN')]) {
      expect(refusal(await call(as, 'POST', `/notifications/${notice.id}/read`))).toEqual(GONE)
      expect(refusal(await call(as, 'DELETE', `/notifications/${notice.id}`))).toEqual(GONE)
    }
    expect((await noticesOf(other, 'order.accepted'))[0]).toEqual(notice)
    await expectUnknownIs404(buyer, 'POST', (id) => `/notifications/${id}/read`)
    await expectUnknownIs404(buyer, 'DELETE', (id) => `/notifications/${id}`)
  })

  it('all of them leaves those of others unread', async () => {
    const { buyer: other } = await told()
    const before = (await feed(other)).unreadCount
    ok(await call(buyer, 'POST', '/notifications/read-all'))
    expect((await feed(other)).unreadCount).toBe(before)
  })
})

describe('throwing away', () => {
  it('takes one out of the feed and out of the count, once', async () => {
    const { buyer: person } = await told()
    const before = await feed(person)
    const [notice] = before.notifications
    expect(ok(await call(person, 'DELETE', `/notifications/${notice.id}`))).toEqual({ deleted: true })
    const after = await feed(person)
    expect(after.unreadCount).toBe(before.unreadCount - 1)
    expect(after.pagination.total).toBe(before.pagination.total - 1)
    expect(after.notifications.map(({ id }: Data) => id)).not.toContain(notice.id)
    expect(refusal(await call(person, 'DELETE', `/notifications/${notice.id}`))).toEqual(GONE)
    expect(refusal(await call(person, 'POST', `/notifications/${notice.id}/read`))).toEqual(GONE)
  })

  it('one that was read leaves the count as it is', async () => {
    const { buyer: person } = await told()
    const [notice] = (await feed(person)).notifications
    ok(await call(person, 'POST', `/notifications/${notice.id}/read`))
    const before = (await feed(person)).unreadCount
    ok(await call(person, 'DELETE', `/notifications/${notice.id}`))
    expect((await feed(person)).unreadCount).toBe(before)
  })
})
