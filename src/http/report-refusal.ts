import { Failure, type Reason } from '../kernel/failure.ts'
import { reportSecurity } from '../kernel/security.ts'
import type { Operation } from './operation.ts'

/**
 * Logs a refusal that tells of security, where all of them end: a proof that was wrong, a right that somebody lacks, a
 * challenge that was asked for (docs/logs.md, Security events).
 */
export function reportRefusal(operation: Operation | undefined, error: unknown): void {
  if (!operation || !(error instanceof Failure)) return
  const { code, reason } = error
  if (reason === 'CHALLENGE_REQUIRED') reportSecurity(error.details ? 'challenge refused' : 'challenge asked')
  else if (isOfCredential(error, operation)) reportSecurity('credential refused', { code, reason })
  else if (code === 'FORBIDDEN' && isOfAccess(reason)) reportSecurity('access refused', { reason })
}

/** A guest is refused what they came to prove also where their account is blocked, or their code or link is over. */
const isOfCredential = ({ code, reason }: Failure, { roles, tier }: Operation): boolean =>
  reason === 'INVALID_CREDENTIALS' ||
  reason === 'INVALID_VERIFICATION_CODE' ||
  (roles === 'public' && code === 'FORBIDDEN' && reason !== 'CSRF') ||
  (roles === 'public' && tier === 'credential' && code === 'GONE')

/** Other reasons say what somebody has still to do: a subscription, a proof of identity. */
const isOfAccess = (reason: Reason | undefined) =>
  reason === undefined || reason === 'MFA_REQUIRED' || reason === 'CSRF' || reason === 'ACCOUNT_BLOCKED'
