/** Counts of an order, a visit or a month. */
export type Counts = {
  requests: number
  cpuMs: number
  rowsRead: number
  rowsWritten: number
  storedGbMonths: number
  r2Reads: number
  r2Writes: number
  kvReads: number
  kvWrites: number
  objectRequests: number
  mails: number
  sms: number
  pushes: number
}

/**
 * Prices in US dollars of the paid plan, each with what a month includes. Cloudflare's own pages (developers.cloudflare.com: workers, d1, r2,
 * kv, durable-objects, email-service, each at platform/pricing), read on 29 November 2026.
 */
export const PRICES: Record<keyof Counts, { name: string; price: number; per: number; included: number }> = {
  requests: { name: 'Worker requests', price: 0.3, per: 1e6, included: 10e6 },
  cpuMs: { name: 'CPU ms', price: 0.02, per: 1e6, included: 30e6 },
  rowsRead: { name: 'D1 rows read', price: 0.001, per: 1e6, included: 25e9 },
  rowsWritten: { name: 'D1 rows written', price: 1, per: 1e6, included: 50e6 },
  storedGbMonths: { name: 'D1 storage, GB-months', price: 0.75, per: 1, included: 5 },
  r2Reads: { name: 'R2 reads (class B)', price: 0.36, per: 1e6, included: 10e6 },
  r2Writes: { name: 'R2 writes (class A)', price: 4.5, per: 1e6, included: 1e6 },
  kvReads: { name: 'KV reads', price: 0.5, per: 1e6, included: 10e6 },
  kvWrites: { name: 'KV writes', price: 5, per: 1e6, included: 1e6 },
  objectRequests: { name: 'Durable Object requests', price: 0.15, per: 1e6, included: 1e6 },
  mails: { name: 'Mails', price: 0.35, per: 1e3, included: 3e3 },
  sms: { name: 'SMS', price: 0.04, per: 1, included: 0 },
  pushes: { name: 'Pushes', price: 0, per: 1, included: 0 },
}

/** The plan itself, a month. */
export const PLAN_PRICE = 5

/** Figures that nobody counts here: set them before a decision rests on the table. */
export const ASSUMED = {
  /** CPU of a request, in ms: workerd on the benchmark's two cores takes 1 to 6. */
  cpuMsPerRequest: 3,
  /** Answers of shared reads that a cache near the phone gives, of a hundred. */
  cacheHitPercent: 80,
  /** Pictures that a visit shows, and those of a hundred that a cache gives. */
  picturesPerVisit: 60,
  pictureHitPercent: 95,
  /** Dollars for an SMS in the Democratic Republic of Congo: PRICES.sms. */
  ordersPerMonth: 83_333,
  visitsPerOrder: 20,
}
