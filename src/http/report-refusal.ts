import { Failure, type Reason } from '../kernel/failure.ts'
import { reportSecurity } from '../kernel/security.ts'
import type { Operation } from './operation.ts'

/**
 * Logs a refusal that concerns security, at the place where all refusals end: a wrong proof, a missing right, a
 * challenge that was asked for (docs/logs.md, Security events).
 */
export function reportRefusal(operation: Operation | undefined, error: unknown): void {
  if (!operation || !(error instanceof Failure)) return
  const { code, reason } = error
  if (reason === 'CHALLENGE_REQUIRED') reportSecurity(error.details ? 'challenge refused' : 'challenge asked')
  else if (isOfCredential(error, operation)) reportSecurity('credential refused', { code, reason })
  else if (code === 'FORBIDDEN' && isOfAccess(reason)) reportSecurity('access refused', { reason })
}

/** Whether a proof was refused: to guests also because their account is blocked, or their code or link is over. */
const isOfCredential = ({ code, reason }: Failure, { roles, tier }: Operation): boolean =>
  reason === 'INVALID_CREDENTIALS' ||
  reason === 'INVALID_VERIFICATION_CODE' ||
  (roles === 'public' && code === 'FORBIDDEN' && reason !== 'CSRF') ||
  (roles === 'public' && tier === 'credential' && code === 'GONE')

/** Whether a right is missing. Other reasons name a step that the person has still to take: a subscription, a proof of identity. */
const isOfAccess = (reason: Reason | undefined) =>
  reason === undefined || reason === 'MFA_REQUIRED' || reason === 'CSRF' || reason === 'ACCOUNT_BLOCKED'
