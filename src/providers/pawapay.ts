import type { Money } from '../kernel/money.ts'
import type { Outcome, Reading } from '../kernel/outcome.ts'
import { SECOND_MS } from '../kernel/time.ts'
import { claims } from './claimed-money.ts'
import { httpCall, httpClient, parseJson, withoutSlash } from './http-call.ts'
import { type MovementKind, outcomeOfCall, readCallback, readingOfStatus } from './pawapay-answers.ts'
import { ActiveConfiguration } from './pawapay-configuration.ts'
import { type KeyCache, keyFinder, newKeyCache } from './pawapay-keys.ts'
import { type SignatureVerdict, type SignedRequest, verifySignature } from './pawapay-signature.ts'
import {
  type Availability,
  type Prediction,
  readAvailability,
  readBalances,
  readPrediction,
  type WalletBalance,
} from './pawapay-toolkit.ts'
import { amountFor, customerMessage, refundAmount } from './pawapay-words.ts'
import { remember } from './remember.ts'

export type { ActiveConfiguration, Availability, KeyCache, MovementKind, Prediction, SignedRequest, WalletBalance }
export { newKeyCache }

export type PawapayConfig = {
  baseUrl: string
  token: string
  /** Our public host, which callbacks are signed for when a proxy rewrites Host. */
  authority?: string
  /** The gateway's public keys. Pass one that outlives the request, or they are fetched for every callback. */
  keyCache?: KeyCache
  timeoutMs?: number
  fetch?: typeof globalThis.fetch
}

type Transfer = { id: string; money: Money; phone: string; provider: string; message: string }

/** `id` and, only when verified, `reading`. Without proof the id may be used for one thing: to ask the gateway. */
export type Callback = { verdict: SignatureVerdict; id?: string; reading?: Reading }

export type Pawapay = {
  deposit(r: Transfer): Promise<Outcome>
  payout(r: Transfer): Promise<Outcome>
  refund(r: { id: string; depositId: string; money: Money }): Promise<Outcome>
  read(kind: MovementKind, id: string): Promise<Reading>
  /** undefined when unreachable or unreadable. */
  activeConfiguration(): Promise<ActiveConfiguration | undefined>
  /** Which operators work, asked at most once a minute by this adapter; undefined when nothing is known. */
  availability(now: number): Promise<Availability | undefined>
  /** Predicts the operator of a number; undefined when the gateway is unreachable or its answer unreadable. */
  predictProvider(phone: string): Promise<Prediction | undefined>
  /** Reads the balances that it holds for us; undefined when it is unreachable or its answer unreadable. */
  walletBalances(): Promise<WalletBalance[] | undefined>
  verifyCallback(kind: MovementKind, request: SignedRequest, now: number): Promise<Callback>
}

/**
 * Gateway A, pawaPay's Merchant API v2. Ids are ours (UUIDv4) and are its idempotency key: sending the same id and body
 * again moves money once. Nothing here throws; `read` never answers `notSent`, which would speak of the movement.
 */
export function pawapay(config: PawapayConfig): Pawapay {
  const client = httpClient(config)
  const baseUrl = withoutSlash(config.baseUrl)
  const headers = {
    authorization: `Bearer ${config.token}`,
    accept: 'application/json',
    'content-type': 'application/json',
  }
  const keyOf = keyFinder(client, baseUrl, config.token, config.keyCache ?? newKeyCache())

  const ask = (path: string, by = client) => httpCall(by, { method: 'GET', url: `${baseUrl}${path}`, headers })
  // Somebody who pays waits for it, and can do without.
  const quick = { ...client, timeoutMs: Math.min(client.timeoutMs, 3 * SECOND_MS) }

  const read = async (kind: MovementKind, id: string) =>
    readingOfStatus(kind, id, await ask(`/v2/${kind}s/${encodeURIComponent(id)}`))

  async function move(kind: MovementKind, id: string, money: Money, body: Record<string, unknown>): Promise<Outcome> {
    const request = { method: 'POST', url: `${baseUrl}/v2/${kind}s`, headers, body: JSON.stringify(body) } as const
    const outcome = outcomeOfCall(kind, id, await httpCall(client, request))
    return outcome.kind === 'duplicate' ? knownAlready(kind, id, money) : outcome
  }

  async function knownAlready(kind: MovementKind, id: string, money: Money): Promise<Outcome> {
    const reading = await read(kind, id)
    if (reading.outcome.kind === 'notFound') return { kind: 'unknown', detail: 'DUPLICATE_NOT_FOUND' }
    if (!claims(reading, money)) return { kind: 'unknown', detail: 'DUPLICATE_OTHER_AMOUNT' }
    return reading.outcome
  }

  async function transfer(kind: 'deposit' | 'payout', party: 'payer' | 'recipient', r: Transfer): Promise<Outcome> {
    const amount = amountFor(r.money, r.provider)
    if (amount === undefined) return { kind: 'declined', failureCode: 'INVALID_AMOUNT' }
    return move(kind, r.id, r.money, {
      [`${kind}Id`]: r.id,
      amount,
      currency: r.money.currency,
      [party]: { type: 'MMO', accountDetails: { phoneNumber: r.phone, provider: r.provider } },
      customerMessage: customerMessage(r.message),
    })
  }

  return {
    deposit: (r) => transfer('deposit', 'payer', r),
    payout: (r) => transfer('payout', 'recipient', r),
    refund: ({ id, depositId, money }) =>
      move('refund', id, money, { refundId: id, depositId, amount: refundAmount(money), currency: money.currency }),
    read,
    async activeConfiguration() {
      const answer = await ask('/v2/active-conf')
      if (answer.kind !== 'answer' || answer.status !== 200) return undefined
      return ActiveConfiguration.safeParse(answer.body).data
    },
    availability: remember(async () => readAvailability(await ask('/v2/availability', quick))),
    async predictProvider(phoneNumber) {
      const url = `${baseUrl}/v2/predict-provider`
      const body = JSON.stringify({ phoneNumber })
      return readPrediction(await httpCall(client, { method: 'POST', url, headers, body }))
    },
    walletBalances: async () => readBalances(await ask('/v2/wallet-balances')),
    async verifyCallback(kind, request, now) {
      const { id, reading } = readCallback(kind, parseJson(new TextDecoder().decode(request.body)))
      const authorities = config.authority ? [config.authority] : []
      const verdict = await verifySignature(request, { now, authorities, keyOf: (keyid) => keyOf(keyid, now) })
      return { verdict, ...(id !== undefined && { id }), ...(verdict === 'verified' && reading && { reading }) }
    },
  }
}
