import type { Person } from './people.ts'

type Kind = 'cache hit' | 'public read' | 'signed-in read' | 'write' | 'checkout'
/** Trips to D1 that a request may make before it is answered, and the least part of the floor's throughput. */
export const GOALS: Record<Kind, { roundTrips: number; ratio: number }> = {
  'cache hit': { roundTrips: 0, ratio: 2 },
  'public read': { roundTrips: 1, ratio: 0.7 },
  'signed-in read': { roundTrips: 1, ratio: 0.7 },
  write: { roundTrips: 2, ratio: 0.6 },
  checkout: { roundTrips: 3, ratio: 0.6 },
}

/** A request, and the names in it that differ from request to request, for the floor to put into its own. */
export type Asked = {
  method?: string
  path: string
  body?: unknown
  as?: Person
  /** An Idempotency-Key, which is also among the names. */
  key?: string
  given?: Record<string, string>
  /** Without an address, so that nothing is limited by one. */
  isUnlimited?: boolean
}
export type Market = { products: number; people: Person[]; fresh(): string }

export type Operation = {
  name: string
  kind: Kind
  ask(i: number, market: Market): Asked
  /** Rows that the two sizes compared must read alike: the smaller must be large enough for the page that is asked. */
  compared?: '1k' | '10k' | 'bounded'
  /** Rows that it reads at most, at the largest size. */
  mostRows?: number
  /** Kept going at the service meanwhile, by eight callers: what is measured is how much of it is left to others. */
  beside?: string
  /** Measured for what it says of another one, and held to no goal. */
  hasNoGoal?: boolean
  /** A password is hashed after this many steps. */
  hashAfter?: number
  connections?: number
  /** Asked of the cache before the Worker, and held against the floor of the operation of this name. */
  cacheOf?: string
}
