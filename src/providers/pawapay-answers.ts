import * as z from 'zod'
import type { Outcome, Reading } from '../kernel/outcome.ts'
import { claimedMoney, readingOf } from './claimed-money.ts'
import type { HttpAnswer } from './http-call.ts'

export type MovementKind = 'deposit' | 'payout' | 'refund'

/** A field whose absence, or whose odd shape, must not make the rest unreadable. */
const text = z.string().optional().catch(undefined)

const Body = z.object({
  depositId: text,
  payoutId: text,
  refundId: text,
  status: text,
  amount: z.unknown().optional(),
  currency: z.unknown().optional(),
  providerTransactionId: text,
  failureReason: z.object({ failureCode: text, failureMessage: text }).optional().catch(undefined),
  rejectionReason: z.object({ rejectionCode: text, rejectionMessage: text }).optional().catch(undefined),
})
type Body = z.infer<typeof Body>

const Found = z.object({ status: z.literal('FOUND'), data: Body })
const NotFound = z.object({ status: z.literal('NOT_FOUND') })

/** Refused before anything was read: the same request may be sent again once the credentials are right. */
const AUTHENTICATION = new Set([
  'NO_AUTHENTICATION',
  'AUTHENTICATION_ERROR',
  'AUTHORISATION_ERROR',
  'HTTP_SIGNATURE_ERROR',
])

/**
 * Reads the answer to a request for a movement. `duplicate` is not an outcome yet: the gateway knows the id, did
 * not compare the bodies and must be asked for the status.
 */
export function outcomeOfCall(kind: MovementKind, id: string, answer: HttpAnswer): Outcome | { kind: 'duplicate' } {
  if (answer.kind !== 'answer') return answer
  const parsed = Body.safeParse(answer.body)
  if (!parsed.success) return toUnknown(`HTTP_${answer.status}_UNREADABLE`)
  const body = parsed.data
  // Refusals may carry no id at all, but never somebody else's.
  if (isAnothers(body, kind, id)) return toUnknown('OTHER_ID')
  if (answer.status === 200) {
    if (body.status === 'REJECTED') return toDeclined(body)
    if (body.status === 'DUPLICATE_IGNORED') return { kind: 'duplicate' }
    return body.status === 'ACCEPTED' ? pending(body) : toUnknown('UNKNOWN_STATUS')
  }
  const code = codeOf(body)
  if (code === undefined || ![400, 401, 403].includes(answer.status)) return toUnknown(`HTTP_${answer.status}`)
  return AUTHENTICATION.has(code) ? { kind: 'notSent', detail: code } : toDeclined(body)
}

/** Reads the answer to a status read. Only an answer that says so makes a movement failed or not found. */
export function readingOfStatus(kind: MovementKind, id: string, answer: HttpAnswer): Reading {
  if (answer.kind !== 'answer') return { outcome: toUnknown(answer.detail) }
  if (answer.status !== 200) return { outcome: toUnknown(`HTTP_${answer.status}`) }
  if (NotFound.safeParse(answer.body).success) return { outcome: { kind: 'notFound' } }
  const found = Found.safeParse(answer.body)
  if (!found.success) return { outcome: toUnknown('UNREADABLE') }
  return readingOfMovement(kind, id, found.data.data)
}

/** Reads the claim of a callback's body, with the id it speaks of. Believe the reading only if the signature was verified. */
export function readCallback(kind: MovementKind, body: unknown): { id?: string; reading?: Reading } {
  const parsed = Body.safeParse(body)
  const id = parsed.data?.[`${kind}Id`]
  return parsed.data && id !== undefined ? { id, reading: readingOfMovement(kind, id, parsed.data) } : {}
}

function readingOfMovement(kind: MovementKind, id: string, body: Body): Reading {
  if (isAnothers(body, kind, id)) return { outcome: toUnknown('OTHER_ID') }
  return readingOf(outcomeOfStatus(body), claimedMoney(body.amount, body.currency))
}

function outcomeOfStatus(body: Body): Outcome {
  switch (body.status) {
    case undefined:
      return toUnknown('NO_STATUS')
    case 'COMPLETED':
      return { kind: 'succeeded', ...externalId(body) }
    case 'FAILED':
    case 'REJECTED':
      return toDeclined(body)
    default:
      return pending(body)
  }
}

const toUnknown = (detail: string) => ({ kind: 'unknown', detail }) as const

const pending = (body: Body): Outcome => ({
  kind: 'pending',
  ...externalId(body),
  ...(body.status !== undefined && { state: body.status }),
})

function toDeclined(body: Body): Outcome {
  const message = body.failureReason?.failureMessage ?? body.rejectionReason?.rejectionMessage
  return {
    kind: 'declined',
    failureCode: codeOf(body) ?? 'UNSPECIFIED_FAILURE',
    ...(message !== undefined && { failureMessage: message }),
    ...externalId(body),
  }
}

const codeOf = (body: Body) => body.failureReason?.failureCode ?? body.rejectionReason?.rejectionCode

const externalId = ({ providerTransactionId: id }: Body) => (id === undefined ? {} : { externalId: id })

function isAnothers(body: Body, kind: MovementKind, id: string) {
  const theirs = body[`${kind}Id`]
  return theirs !== undefined && theirs.toLowerCase() !== id.toLowerCase()
}
