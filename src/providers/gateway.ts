import type { Code } from '../kernel/failure.ts'
import type { Money } from '../kernel/money.ts'
import type { Outcome, Reading } from '../kernel/outcome.ts'
import type { CountryCode } from '../kernel/phone.ts'
import type { ActiveConfiguration } from './pawapay-configuration.ts'
import type { SignatureVerdict, SignedRequest } from './pawapay-signature.ts'
import type { Availability, Prediction, WalletBalance } from './pawapay-toolkit.ts'

export type { ActiveConfiguration, Availability, Prediction, WalletBalance }

/** One attempt to move money, in our words. The adapter says it in those of its gateway. */
export type Attempt = Money & {
  kind: 'deposit' | 'payin' | 'payout' | 'refund'
  /** Our id, which the gateway is told. */
  reference: string
  /** The gateway's own id, once it is known. */
  externalId: string | null
  /** Our id of the attempt that a refund gives back; null if the gateway is to pay the phone instead. */
  originalReference: string | null
  phone: string
  network: string
  country: CountryCode
}

/** A movement in the list that a gateway keeps. */
export type ListedMovement = Reading & { externalId?: string; reference?: string; createdAt?: number }

/**
 * A callback, as far as its adapter understood it. An unproved one names a movement only if the gateway may be asked about it, and
 * never brings a reading.
 */
export type Callback = {
  verdict: SignatureVerdict
  reference?: string
  externalId?: string
  /** Every kind of movement that it can be about; any if it does not say. */
  kinds?: readonly Attempt['kind'][]
  reading?: Reading
}

/** The comparison of the books with the gateway at night (docs/gateways.md, Night job). */
export type Night =
  /** Lists everything that it moved from `fromMs` until `toMs`; undefined if the list cannot be read to its end. */
  | { by: 'movements'; list(fromMs: number, toMs: number): Promise<ListedMovement[] | undefined> }
  /** Reads what it holds for us; undefined if it is unreachable or unreadable. */
  | { by: 'balances'; read(): Promise<WalletBalance[] | undefined> }

/** News of mobile operators from a gateway; undefined if it is unreachable or unreadable. */
export type Operators = {
  configuration(): Promise<ActiveConfiguration | undefined>
  availability(now: number): Promise<Availability | undefined>
  predict(phone: string): Promise<Prediction | undefined>
}

/**
 * Everything the house asks of a gateway. Nothing here throws: `send` answers one of five outcomes, and `read` never answers
 * `notSent`, which would speak of the movement.
 */
export type Gateway = {
  /** Makes the call of an attempt, once. */
  send(attempt: Attempt): Promise<Outcome>
  /** Asks what became of an attempt, with our own token. */
  read(attempt: Attempt): Promise<Reading>
  verifyCallback(request: SignedRequest, now: number): Promise<Callback>
  night: Night
  /** Missing if it tells nothing of operators: then nothing is refused before it is asked. */
  operators?: Operators
}

/** Facts about a gateway that need no call. */
export type GatewayFacts = {
  /** The codes that our API answers if it refuses at once: money that comes in, that goes out, and that goes back. */
  refused: Record<'payin' | 'payout' | 'refund', Code>
  /** The gateway's word for a wallet of ours that has too little money for a call. */
  outOfFunds?: string
  /** Nobody asks again about an attempt for this long (docs/gateways.md, Asking again). */
  questionEveryMs: number
  /** The reference that it is told: ours, unless it takes none of that form. */
  referenceOf(wanted: string, newId: () => string): string
  /** The gateway's own name of a network of a country; undefined for one that it does not reach. */
  nameOf(country: CountryCode, network: string): string | undefined
}
