import type { Facts } from './facts.ts'
import { report } from './report.ts'

/** Events by which security is watched (docs/logs.md, Security events). */
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

/** Logs one line about a possible attack, or about power that was used. Ids name the people, and nothing else does. */
export const reportSecurity = (event: SecurityEvent, facts: Facts = {}): void =>
  report(event, { kind: 'security', ...facts })
