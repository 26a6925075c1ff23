import { formatAmount, type Money } from '../kernel/money.ts'
import { type Outcome, type Reading, SEVERAL_TRANSACTIONS } from '../kernel/outcome.ts'
import type { CountryCode } from '../kernel/phone.ts'
import { fromHex } from './bytes.ts'
import type { ListedMovement } from './gateway.ts'
import { httpCall, httpClient, parseJson, withoutSlash } from './http-call.ts'
import { createdAtOf, isRefusal, outcomeOfCall, readingOfTransaction, transactionOf } from './mbiyopay-answers.ts'
import { walk } from './mbiyopay-list.ts'

/**
 * Gateway B publishes no documentation. What the integrations we know disagree on, or only one of them shows, is here:
 * look here first when the real service answers otherwise.
 */
const DOUBTFUL = {
  /** Some write +243…, others 243…; none was seen to fail. */
  phone: (msisdn: string) => msisdn,
  /** One integration each writes mpesa and afrimoney for the first and the last; the rest, and we, use these. */
  network: (network: string) => network,
  /** Major units as a JSON number; some send text. Built from decimal text, so 12.10 is never 12.100000000000001. */
  amount: ({ amountMinor, currency }: Money) => Number(formatAmount(amountMinor, currency)),
  /** Only payouts carry it, in one integration. */
  beneficiary: (name: string) => ({ beneficiary: name }),
  /** Orange's one-time code, which nobody fills in. */
  omOtp: null,
  /** The list is shown once, without its filters: a server that knows none of them ignores them. */
  list: (filter: string, page: number) => `/merchant/transactions?${filter}&per_page=100&page=${page}`,
  /** The webhook's only proof: HMAC-SHA256 of the raw body in hexadecimal, without a time stamp or a prefix. */
  signatureHeader: 'signature',
}

export type MbiyopayConfig = {
  baseUrl: string
  secretKey: string
  webhookSecret: string
  callbackUrl: string
  timeoutMs?: number
  fetch?: typeof globalThis.fetch
}

type Payment = { id: string; money: Money; network: string; phone: string; country: CountryCode }

/** Everything but `reading` is said without proof unless the verdict is verified; even then, read again by API. */
export type Webhook = {
  verdict: 'verified' | 'unsigned' | 'forged'
  transactionId?: string
  /** Our id. */
  reference?: string
  type?: string
  reading?: Reading
}

export type Mbiyopay = {
  payin(r: Payment): Promise<Outcome>
  payout(r: Payment & { beneficiary: string }): Promise<Outcome>
  read(transactionId: string): Promise<Reading & { reference?: string }>
  findByReference(id: string): Promise<Reading & { externalId?: string }>
  /** Everything it moved from `fromMs` until `toMs`, whoever asked for it; undefined when the list cannot be read to its end. */
  movements(fromMs: number, toMs: number): Promise<ListedMovement[] | undefined>
  verifyCallback(request: { headers: Headers; body: Uint8Array<ArrayBuffer> }): Promise<Webhook>
}

/**
 * Gateway B, MbiyoPay. It has no idempotency key: each call that gets through is another movement of money, so an unknown
 * outcome must never be sent again. Nothing here throws; reads never answer `notSent`.
 */
export function mbiyopay(config: MbiyopayConfig): Mbiyopay {
  const client = httpClient(config)
  const baseUrl = withoutSlash(config.baseUrl)
  const headers = {
    authorization: `Bearer ${config.secretKey}`,
    accept: 'application/json',
    'content-type': 'application/json',
  }

  async function pay(path: string, r: Payment, extra: { beneficiary?: string } = {}): Promise<Outcome> {
    const body = JSON.stringify({
      amount: DOUBTFUL.amount(r.money),
      currency: r.money.currency,
      payment_method: 'mobile_money',
      order_id: r.id,
      callback_url: config.callbackUrl,
      metadata: {
        network: DOUBTFUL.network(r.network),
        phone_number: DOUBTFUL.phone(r.phone),
        country_code: r.country,
        om_otp: DOUBTFUL.omOtp,
        ...extra,
      },
    })
    return outcomeOfCall(r.id, r.money, await httpCall(client, { method: 'POST', url: baseUrl + path, headers, body }))
  }

  const ask = (path: string) => httpCall(client, { method: 'GET', url: baseUrl + path, headers })

  return {
    payin: (r) => pay('/merchant/payin', r),
    payout: (r) => pay('/merchant/payout', r, DOUBTFUL.beneficiary(r.beneficiary)),

    async read(transactionId) {
      const answer = await ask(`/merchant/transactions/${encodeURIComponent(transactionId)}`)
      if (answer.kind !== 'answer') return toUnknown(answer.detail)
      if (answer.status === 404 && isRefusal(answer.body)) return { outcome: { kind: 'notFound' } }
      const transaction = answer.status === 200 ? transactionOf(answer.body) : undefined
      if (!transaction) return toUnknown(`HTTP_${answer.status}`)
      if (transaction.transaction_id !== transactionId) return toUnknown('OTHER_ID')
      return readingOfTransaction(transaction)
    },

    async findByReference(id) {
      const list = await walk((page) => ask(DOUBTFUL.list(`order_id=${encodeURIComponent(id)}`, page)))
      if (typeof list === 'string') return toUnknown(list)
      const [found, ...others] = list.filter((row) => row.order_id === id)
      if (others.length) return toUnknown(SEVERAL_TRANSACTIONS)
      if (!found) return { outcome: { kind: 'notFound' } }
      return found.transaction_id === undefined ? toUnknown('NO_TRANSACTION_ID') : readingOfTransaction(found)
    },

    async movements(fromMs, toMs) {
      const filter = `from=${new Date(fromMs).toISOString()}&to=${new Date(toMs).toISOString()}`
      const list = await walk((page) => ask(DOUBTFUL.list(filter, page)))
      if (typeof list === 'string') return undefined
      return list
        .map((row) => ({ ...readingOfTransaction(row), ...createdAtOf(row) }))
        .filter(({ createdAt = fromMs }) => createdAt >= fromMs && createdAt < toMs)
    },

    async verifyCallback({ headers: received, body }) {
      const verdict = await verdictOf(received.get(DOUBTFUL.signatureHeader), config.webhookSecret, body)
      const transaction = transactionOf(parseJson(new TextDecoder().decode(body)))
      if (!transaction) return { verdict }
      const { externalId, reference, ...reading } = readingOfTransaction(transaction)
      return {
        verdict,
        ...(externalId !== undefined && { transactionId: externalId }),
        ...(reference !== undefined && { reference }),
        ...(transaction.type !== undefined && { type: transaction.type }),
        ...(verdict === 'verified' && { reading }),
      }
    },
  }
}

const toUnknown = (detail: string): Reading => ({ outcome: { kind: 'unknown', detail } })

async function verdictOf(header: string | null, secret: string, body: Uint8Array<ArrayBuffer>) {
  if (header === null) return 'unsigned'
  const signature = fromHex(header.trim())
  // An empty secret would let anybody sign.
  if (!signature || !secret) return 'forged'
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, ['verify'])
  // WebCrypto's own comparison takes the same time wherever the two differ.
  return (await crypto.subtle.verify('HMAC', key, signature, body)) ? 'verified' : 'forged'
}
