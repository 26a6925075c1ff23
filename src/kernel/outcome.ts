import type { Currency, Money } from './money.ts'

/** What a gateway took for a movement, and what it charged with it, as decimal text. */
export type Fees = { fee?: string; charged?: string }

/**
 * What is known of a movement after a call to a gateway. Five, not two: an unreadable answer is never taken for a
 * success or a failure, and only `notSent` may be sent again (docs/states.md, Unknown outcomes).
 */
export type Outcome =
  | { kind: 'succeeded'; externalId?: string; fees?: Fees }
  | { kind: 'pending'; externalId?: string /** The gateway's own word, such as ACCEPTED. */; state?: string }
  | { kind: 'declined'; failureCode: string; failureMessage?: string; externalId?: string }
  /** The request certainly did not reach the gateway, or it refused to read it. */
  | { kind: 'notSent'; detail: string }
  | { kind: 'unknown'; detail: string }

/** What a gateway says of a movement when asked or when it calls back, with the money it claims to have moved. */
export type Reading = {
  outcome: Outcome | { kind: 'notFound' }
  /** Absent when the answer did not say both. */
  money?: Money
  /** An amount whose currency was left out, as decimal text; a currency whose amount was. */
  amount?: string
  currency?: Currency
}

/** The detail of an unknown outcome where a gateway has several transactions under one reference. */
export const SEVERAL_TRANSACTIONS = 'SEVERAL_TRANSACTIONS'
