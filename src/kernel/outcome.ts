import type { Currency, Money } from './money.ts'

/** The gateway's fee for an attempt, and the amount charged together with it, as decimal text. */
export type Fees = { fee?: string; charged?: string }

/**
 * The result of a call to a gateway. There are five kinds, not two: an unreadable answer never counts as success or failure,
 * and only `notSent` may be sent again (docs/states.md, Unknown outcomes).
 */
export type Outcome =
  | { kind: 'succeeded'; externalId?: string; fees?: Fees }
  | { kind: 'pending'; externalId?: string /** The gateway's own word, such as ACCEPTED. */; state?: string }
  | { kind: 'declined'; failureCode: string; failureMessage?: string; externalId?: string }
  /** The request certainly did not reach the gateway, or it refused to read it. */
  | { kind: 'notSent'; detail: string }
  | { kind: 'unknown'; detail: string }

/** A gateway's report on an attempt, in an answer or a callback, with the money that it claims to have moved. */
export type Reading = {
  outcome: Outcome | { kind: 'notFound' }
  /** Absent unless the report had both amount and currency. */
  money?: Money
  /** The amount as decimal text, if the report left out the currency. */
  amount?: string
  /** The currency, if the report left out the amount. */
  currency?: Currency
}

/** The detail of an unknown outcome if a gateway has several transactions under one reference. */
export const SEVERAL_TRANSACTIONS = 'SEVERAL_TRANSACTIONS'
