import { DAY_MS } from '../../../kernel/time.ts'

/** Between a deletion and the erasure of what is personal (contract.md 5.2). */
export const ERASURE_WAIT_MS = 30 * DAY_MS
