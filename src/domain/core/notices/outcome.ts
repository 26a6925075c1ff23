import type { outbox } from '#db/schema/core/outbox.ts'
import { HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import type { Delivery } from '#providers/delivery.ts'
import type { Message } from './lease.ts'

const MAX_ATTEMPTS = 8
/** Tries of a code, which is valid for ten minutes: five take fifteen, so that a later one would arrive dead. */
const MAX_ATTEMPTS_OF_CODE = 5

/** Columns of a message after a try. The text is erased at its end, because it may contain a code. */
export function afterTry(
  now: number,
  { kind, attempts }: Message,
  delivery: Delivery,
): Partial<typeof outbox.$inferInsert> {
  const most = kind.startsWith('code.') ? MAX_ATTEMPTS_OF_CODE : MAX_ATTEMPTS
  if (delivery.kind === 'sent') return { status: 'SENT', sentAt: now, body: '' }
  if (delivery.kind === 'refused' || attempts >= most) return { status: 'FAILED', failure: delivery.detail, body: '' }
  return { failure: delivery.detail, nextAt: now + Math.min(MINUTE_MS * 2 ** (attempts - 1), HOUR_MS) }
}
