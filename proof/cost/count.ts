import type { Step } from '../bench/recording.ts'
import { type Asking, newAsking, send, serve, takeSteps } from '../size/asking.ts'
import type { Who } from '../size/requests.ts'
import { findSubjects, type Subjects } from '../size/subjects.ts'
import { buy } from '../size/writes.ts'

/** Counts of one thing that was asked or done. */
export type Count = {
  requests: number
  trips: number
  rowsRead: number
  rowsWritten: number
  mails: number
  sms: number
  pushes: number
  r2Reads: number
  r2Writes: number
  kvReads: number
  kvWrites: number
  objectRequests: number
}
/** A thing that is asked so many times; `isNear` if a cache near the phone may answer. */
export type Line = { name: string; times: number; isNear: boolean; count: Count }
export type Counted = { order: Line[]; visit: Line[]; clock: Line[] }

/** Mails and rows that follow an answer are counted by then. */
const REST_MS = 400

/** Reads of the people of one order, and how often each is asked. */
const READS: [Who, (subjects: Subjects) => string, number][] = [
  ['guest', () => '/config', 1],
  ['guest', () => '/products/categories', 1],
  ['guest', () => '/products', 2],
  ['guest', ({ category }) => `/products?categoryId=${category}`, 1],
  ['guest', () => '/products?search=cafe', 1],
  ['guest', ({ product }) => `/products/${product}`, 4],
  ['guest', ({ product }) => `/products/${product}/similar`, 1],
  ['guest', ({ shop }) => `/seller/shop/${shop}`, 1],
  ['buyer', () => '/auth/me', 1],
  ['buyer', () => '/cart', 2],
  ['buyer', ({ checkout }) => `/orders/checkout/${checkout}`, 3],
  ['buyer', ({ order }) => `/orders/${order}`, 4],
  ['buyer', ({ order }) => `/orders/${order}/messages`, 2],
  ['buyer', () => '/orders/me', 2],
  ['buyer', () => '/notifications', 4],
  ['seller', () => '/orders/seller', 4],
  ['seller', ({ orderOfShop }) => `/orders/${orderOfShop}`, 2],
  ['seller', () => '/orders/messages', 2],
  ['seller', () => '/notifications', 3],
  ['seller', () => '/wallet', 1],
  ['rider', () => '/deliveries/available', 6],
  ['rider', () => '/deliveries/me', 2],
  ['rider', ({ delivery }) => `/deliveries/${delivery}`, 3],
  ['rider', () => '/riders/me/earnings', 1],
]
/** Steps of a purchase that are made more than once. */
const AGAIN: Record<string, number> = {
  'buyer: POST /cart/items': 2,
  'buyer: POST /orders/:id/messages': 2,
  'buyer: GET /orders/:id/tracking': 3,
}
/** Places that a rider tells on the way. */
const PLACES = 20

/** Pages of a guest who looks around and buys nothing. */
const VISIT: [(subjects: Subjects) => string, number][] = [
  [() => '/config', 1],
  [() => '/products/categories', 1],
  [() => '/products', 2],
  [() => '/products?search=cafe', 1],
  [({ product }) => `/products/${product}`, 3],
  [({ product }) => `/products/${product}/similar`, 1],
  [({ shop }) => `/seller/shop/${shop}`, 1],
]

/** Runs of each expression in a month. */
const RUNS = { '* * * * *': 43_800, '*/5 * * * *': 8_760, '17 * * * *': 730, '23 1 * * *': 30.4 }

/** Plays an order, a visit and the clock on a filled database, and counts them. */
export const countAll = (file: string): Promise<Counted> => {
  const subjects = findSubjects(file)
  return serve('proof/size/market.ts', file, async (servers) => {
    const { metered } = servers.urls
    const asking = await newAsking(servers, subjects, REST_MS)
    const takeUses = async () =>
      JSON.parse((await send(new URL('/uses', metered), 'GET')).text) as Record<string, number>
    const lineOf = async (name: string, times: number, steps: Step[], headers?: Headers): Promise<Line> => {
      const isNear = Boolean(headers?.get('cloudflare-cdn-cache-control'))
      return { name, times, isNear, count: countOf(steps, await takeUses()) }
    }
    const read = async (as: Who, path: string, times: number): Promise<Line> => {
      await asking.ask(as, 'GET', path)
      await takeUses()
      const { steps, headers } = await asking.ask(as, 'GET', path)
      return lineOf(`${as}: GET ${path.replace(/[\da-f-]{36}/g, ':id')}`, times, steps, headers)
    }
    const order: Line[] = []
    for (const [as, path, times] of READS) order.push(await read(as, path(subjects), times))
    await tellPlace(asking)
    await takeUses()
    order.push(await lineOf('rider: POST /riders/me/location', PLACES, (await tellPlace(asking)).steps))
    for await (const { name, steps } of buy(asking, subjects)) order.push(await lineOf(name, AGAIN[name] ?? 1, steps))
    const visit: Line[] = []
    for (const [path, times] of VISIT) visit.push(await read('guest', path(subjects), times))
    const clock: Line[] = []
    for (const [cron, times] of Object.entries(RUNS)) {
      // The first runs do what waits since the market was filled.
      for (let run = 0; run < 3; run++) {
        await takeSteps(metered, REST_MS)
        await takeUses()
        await send(new URL(`/cron?cron=${encodeURIComponent(cron)}`, metered), 'POST')
      }
      clock.push(await lineOf(`the clock at ${cron}`, times, await takeSteps(metered, REST_MS)))
    }
    return { order, visit, clock }
  })
}

const tellPlace = ({ ask }: Asking) => ask('rider', 'POST', '/riders/me/location', { lat: -2.5, lng: 28.86 })

function countOf(steps: Step[], uses: Record<string, number>): Count {
  const trips = steps.filter((step) => step.kind === 'trip')
  const calls = steps.filter((step) => step.kind === 'call')
  const to = (host: RegExp) => calls.filter(({ url }) => host.test(url)).length
  const used = (pattern: RegExp) =>
    Object.entries(uses).reduce((sum, [name, count]) => sum + (pattern.test(name) ? count : 0), 0)
  return {
    requests: used(/^requests$/),
    trips: trips.length,
    rowsRead: trips.reduce((sum, { rows }) => sum + rows.read, 0),
    rowsWritten: trips.reduce((sum, { rows }) => sum + rows.written, 0),
    mails: to(/\/\/email\./),
    sms: to(/\/\/sms\./),
    pushes: to(/\/\/(fcm|web-push)\./),
    r2Reads: used(/^(MEDIA|BACKUP)\.(get|head)$/),
    r2Writes: used(/^(MEDIA|BACKUP)\.(put|list|delete|createMultipartUpload)$/),
    kvReads: used(/^LIMITS\.get/),
    kvWrites: used(/^LIMITS\.(put|delete)$/),
    objectRequests: used(/\.getByName$/),
  }
}
