import type { Facts } from './facts.ts'
import { report } from './report.ts'

/** What security is watched by (docs/logs.md, Security events). */
export const SECURITY_EVENTS = [
  'credential refused',
  'access refused',
  'challenge asked',
  'challenge refused',
  'challenge spent',
  'guesses used up',
  'sessions revoked',
  'staff act on money',
] as const
export type SecurityEvent = (typeof SECURITY_EVENTS)[number]

/** Logs one line of what may be an attack, or of power that was used. Ids say whom it is about, and nothing else does. */
export const reportSecurity = (event: SecurityEvent, facts: Facts = {}): void =>
  report(event, { kind: 'security', ...facts })
