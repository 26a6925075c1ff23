import { DAY_MS } from '#kernel/time.ts'

/** Destinations of the code of a recovery. */
export const RECOVERY_METHODS = ['SECONDARY_EMAIL', 'PHONE'] as const
export type RecoveryMethod = (typeof RECOVERY_METHODS)[number]

/** The owner may stop a proved recovery for WAIT_MS; after that the new password may be chosen for COMPLETE_TTL_MS. */
export const WAIT_MS = DAY_MS
export const COMPLETE_TTL_MS = 7 * DAY_MS
