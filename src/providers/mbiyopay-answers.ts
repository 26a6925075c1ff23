import * as z from 'zod'
import type { Money } from '../kernel/money.ts'
import type { Outcome, Reading } from '../kernel/outcome.ts'
import { claimedMoney, claims, readingOf } from './claimed-money.ts'
import type { HttpAnswer } from './http-call.ts'

const text = z.string().min(1).optional().catch(undefined)
/** Ids are text, but a number does no harm. */
const id = z
  .union([z.string().min(1), z.number().transform(String)])
  .optional()
  .catch(undefined)

/** An amount that a person reads: what cannot be read is left out. */
const decimal = z
  .union([z.number(), z.string()])
  .transform(String)
  .refine((said) => /^\d{1,13}(\.\d+)?$/.test(said))
  .optional()
  .catch(undefined)

const Transaction = z.object({
  transaction_id: id,
  order_id: id,
  amount: z.unknown().optional(),
  fee: decimal,
  charged_amount: decimal,
  currency: z.unknown().optional(),
  status: text,
  type: text,
  created_at: text,
})
export type Transaction = z.infer<typeof Transaction>

const Answer = z.object({ status: text, message: text, data: z.unknown().optional() })
const Refusal = z.object({ status: z.literal('error'), message: text, data: z.unknown().optional() })

/** Our words for a field that was refused: those of gateway A, so that one table says them in French. */
const FIELD_CODES = [
  ['phone_number', 'INVALID_PHONE_NUMBER'],
  ['network', 'INVALID_PROVIDER'],
  ['currency', 'INVALID_CURRENCY'],
  ['amount', 'INVALID_AMOUNT'],
] as const

/** Reads the answer to a payin or a payout, for the order id and the money that were sent. */
export function outcomeOfCall(orderId: string, money: Money, answer: HttpAnswer): Outcome {
  if (answer.kind !== 'answer') return answer
  const { status, body } = answer
  if (status === 401 || status === 403) return { kind: 'notSent', detail: `HTTP_${status}` }
  if (status < 200 || status > 299) return outcomeOfRefusal(status, body)
  const parsed = Answer.safeParse(body)
  if (!parsed.success || parsed.data.status === 'error') return toUnknown(`HTTP_${status}_UNREADABLE`)
  const transaction = Transaction.safeParse(parsed.data.data).data
  if (!transaction?.transaction_id) return toUnknown('NO_TRANSACTION_ID')
  if (transaction.order_id !== undefined && transaction.order_id !== orderId) return toUnknown('OTHER_ORDER_ID')
  if (!claims(claimedMoney(transaction.amount, transaction.currency), money)) return toUnknown('OTHER_AMOUNT')
  return outcomeOfStatus(transaction)
}

/** Reads a transaction that was looked up, or came by a callback. */
export function readingOfTransaction(transaction: Transaction): Reading & { externalId?: string; reference?: string } {
  const { transaction_id: externalId, order_id: reference } = transaction
  return {
    ...readingOf(outcomeOfStatus(transaction), claimedMoney(transaction.amount, transaction.currency)),
    ...(externalId !== undefined && { externalId }),
    ...(reference !== undefined && { reference }),
  }
}

/** Time at which the gateway made it, if it says so in a readable way. */
export function createdAtOf({ created_at }: Transaction): { createdAt?: number } {
  const createdAt = created_at === undefined ? Number.NaN : Date.parse(created_at)
  return Number.isNaN(createdAt) ? {} : { createdAt }
}

/** The transaction of an answer, wrapped in `data` or bare. */
export function transactionOf(body: unknown): Transaction | undefined {
  const wrapped = Answer.safeParse(body).data?.data
  return Transaction.safeParse(wrapped ?? body).data
}

/** An answer that says no, as opposed to a page of somebody in between. */
export const isRefusal = (body: unknown) => Refusal.safeParse(body).success

function outcomeOfRefusal(status: number, body: unknown): Outcome {
  const refusal = Refusal.safeParse(body)
  // 408 and 429 say nothing of what happened; 409 could speak of a first call that went through.
  if (!refusal.success || status < 400 || status > 499 || [408, 409, 429].includes(status)) {
    return toUnknown(`HTTP_${status}`)
  }
  const { message, data } = refusal.data
  const fields = z.record(z.string(), z.unknown()).safeParse(data).data ?? {}
  // A complaint about our own id may mean that it is taken: that is, that an earlier call went through.
  if (Object.keys(fields).some((field) => field.includes('order_id'))) return toUnknown('ORDER_ID_REFUSED')
  const byField = FIELD_CODES.find(([name]) => Object.keys(fields).some((field) => field.endsWith(name)))
  return {
    kind: 'declined',
    failureCode: byField?.[1] ?? (message && /^[A-Z][A-Z0-9_]+$/.test(message) ? message : 'REFUSED'),
    ...(message !== undefined && { failureMessage: message }),
  }
}

function outcomeOfStatus({ status, transaction_id, fee, charged_amount: charged }: Transaction): Outcome {
  const externalId = transaction_id === undefined ? {} : { externalId: transaction_id }
  const said = { ...(fee !== undefined && { fee }), ...(charged !== undefined && { charged }) }
  const fees = fee === undefined && charged === undefined ? {} : { fees: said }
  switch (status) {
    case undefined:
      return toUnknown('NO_STATUS')
    case 'successful':
      return { kind: 'succeeded', ...externalId, ...fees }
    case 'failed':
      return { kind: 'declined', failureCode: 'FAILED', ...externalId }
    case 'cancelled':
      return { kind: 'declined', failureCode: 'CANCELLED', ...externalId }
    default:
      return { kind: 'pending', ...externalId, state: status }
  }
}

const toUnknown = (detail: string) => ({ kind: 'unknown', detail }) as const
