import { DAY_MS } from '../../../kernel/time.ts'

/** Where the code of a recovery may go. */
export const RECOVERY_METHODS = ['SECONDARY_EMAIL', 'PHONE'] as const
export type RecoveryMethod = (typeof RECOVERY_METHODS)[number]

/** How long the owner has to stop a recovery that was proved, and how long the new password may be chosen after it. */
export const WAIT_MS = DAY_MS
export const COMPLETE_TTL_MS = 7 * DAY_MS
