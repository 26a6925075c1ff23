import { MAX_AUTH_BYTES } from '#http/body.ts'
import type { Case } from '../case.ts'
import { mayCall, type Operation } from '../document.ts'
import type { Answer } from '../send.ts'
import { isOfRole, isRuled } from './rules.ts'

/** A seller without a profile, a rider who has not applied: the role is right and nothing is theirs yet. */
const isUnfinished = (error: { message: string } | undefined) =>
  /^(Complétez|Déposez) d'abord/.test(error?.message ?? '')

/** Staff may act on people, and who may act on staff is another matter (docs/accounts.md, Staff acts). */
const isAboveThem = (error: { message: string } | undefined) =>
  error?.message === 'Seul un administrateur peut agir sur un administrateur.'

/** Ways in take little, before anybody looks at it (docs/limits.md). */
const isLongAtDoor = ({ address, body }: Case) =>
  address.startsWith('/api/v1/auth/') && typeof body === 'string' && Buffer.byteLength(body) > MAX_AUTH_BYTES

const NOT_FOR_VALID = new Set([405, 413, 415])

/** Whether the answer is one that this question may have. */
export function* verdictFaults(asked: Case, answer: Answer): Generator<string> {
  const { operation, as, mustAnswer } = asked
  const { status, body } = answer
  if (status === 429 || status === 502 || status === 503) return
  if (status === 413 && isLongAtDoor(asked)) return
  if (mustAnswer && !mustAnswer.includes(status)) {
    const isRefusal = mustAnswer.every((each) => each >= 400)
    yield status < 400 && isRefusal
      ? `accepted ${as} with ${status}`
      : `answered ${status} to ${as}, not ${mustAnswer.join(' or ')}`
    return
  }
  if (mustAnswer) return
  const error = body?.error
  // A file holds more than a schema can say.
  const isFile = status === 415 && operation.body?.type === 'multipart/form-data'
  if (NOT_FOR_VALID.has(status) && !isFile) yield `refused a valid request with ${status}`
  if (status === 401 && operation.access !== 'public' && !error?.reason) yield 'does not know a caller who is signed in'
  const isTold = isUnfinished(error) || isAboveThem(error) || isOfRole(operation, error?.message ?? '')
  if (status === 403 && mayCall(operation.access, as) && !error?.reason && !isTold)
    yield `refused a role it is for: ${error?.message}`
  if (status === 400 && error?.code === 'VALIDATION_ERROR') {
    const details: { field: string; message: string }[] = error.details ?? []
    if (details.length === 0) yield `refused a valid form without a field: ${error.message}`
    for (const { field, message } of details)
      if (!isRuled(operation, field, message)) yield `refused a valid ${field}: ${message}`
  }
}

/** The list of an answer is as long as it may be, and its pagination adds up (docs/conventions.md, Lists). */
export function* pageFaults({ address }: Case, { status, body }: Answer): Generator<string> {
  const page = body?.data?.pagination
  if (status !== 200 || !page) return
  const asked = new URLSearchParams(address.split('?')[1])
  if (page.page !== Number(asked.get('page') ?? 1)) yield `answers page ${page.page}`
  if (page.limit !== Number(asked.get('limit') ?? 20)) yield `answers limit ${page.limit}`
  if (page.totalPages !== Math.ceil(page.total / page.limit))
    yield `totalPages ${page.totalPages} of ${page.total} by ${page.limit}`
  // Fields beside the list have no pages.
  const list = Object.values(body.data).find(Array.isArray)
  if (list && list.length > page.limit) yield 'a list is longer than its limit'
}

export const isNoStore = ({ operation, as }: { operation: Operation; as: string }, { headers }: Answer) =>
  operation.access === 'public' || as === 'guest' || (headers.get('cache-control') ?? '').includes('no-store')
