import type { Role } from '../../../kernel/roles.ts'
import { DAY_MS } from '../../../kernel/time.ts'

/** Where the code of a recovery may go. */
export const RECOVERY_METHODS = ['SECONDARY_EMAIL', 'PHONE'] as const
export type RecoveryMethod = (typeof RECOVERY_METHODS)[number]

/** Whose accounts move other people's money: they are let in again by an administrator, not here. */
export const EMPLOYEES: Role[] = ['SUPPORT', 'ADMIN', 'ACCOUNTANT']

/** How long the owner has to stop a recovery that was proved, and how long the new password may be chosen after it. */
export const WAIT_MS = DAY_MS
export const COMPLETE_TTL_MS = 7 * DAY_MS
