import { guard } from '#db/guard.ts'
import { DAY_MS } from '#kernel/time.ts'

export const NOT_DUE = guard('NOT_DUE', 'CONFLICT', {
  reason: 'INVALID_TRANSITION',
  message: "Aucune suppression n'est prévue pour ce compte.",
})

/** Time between a deletion and the erasure of personal data (docs/accounts.md, Erasure). */
export const ERASURE_WAIT_MS = 30 * DAY_MS
