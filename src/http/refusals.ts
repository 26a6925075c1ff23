import * as z from 'zod'
import { type Refusal, statusOf } from '../kernel/failure.ts'
import { EMPLOYEES, type Role } from '../kernel/roles.ts'
import { isAtDoor, isOwnAccount, type Operation, type Schema, takesKey } from './operation.ts'
import type { Route } from './route-table.ts'
import { isRead } from './session.ts'

const isEmployee = (role: Role) => EMPLOYEES.includes(role)

const SIGNED_IN = ['UNAUTHORIZED', 'TOKEN_EXPIRED', 'ACCOUNT_BLOCKED'] as const
const KEYED = ['IDEMPOTENCY_KEY_REUSED'] as const
/** The refusal of a request that others overtook each time, or that still runs. */
const CROWDED = ['REQUEST_IN_PROGRESS'] as const
/** The refusal that asks a guest for a challenge, before something can be guessed, sent or created. */
const AT_DOOR = ['CHALLENGE_REQUIRED'] as const
const COUNTED = ['TOO_MANY_REQUESTS'] as const
/** Refusals of each operation: unknown fields, in its address too, and a database that stumbles. */
const ANY = ['VALIDATION_ERROR', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'] as const

/** Refusals that an operation may give because of its kind, whatever it does. */
const BY_KIND = [
  'FORBIDDEN',
  'MFA_REQUIRED',
  'CSRF',
  'NOT_FOUND',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
] as const
export const COMMON: readonly Refusal[] = [
  ...BY_KIND,
  ...SIGNED_IN,
  ...KEYED,
  ...CROWDED,
  ...AT_DOOR,
  ...COUNTED,
  ...ANY,
]

function ofItsKind({ method, path, operation }: Route): Refusal[] {
  const { roles, param, json, rawBody, proof } = operation
  const [isKeyed, isWrite] = [takesKey(method, path, operation), !isRead(method)]
  const isTeams = roles !== 'public' && !isOwnAccount(path) && (roles === 'signedIn' || roles.some(isEmployee))
  const has: Record<(typeof BY_KIND)[number], boolean> = {
    FORBIDDEN: typeof roles !== 'string',
    MFA_REQUIRED: isTeams,
    CSRF: isTeams || (roles !== 'public' && isWrite),
    NOT_FOUND: Boolean(param),
    PAYLOAD_TOO_LARGE: isWrite,
    UNSUPPORTED_MEDIA_TYPE: isWrite && !rawBody,
  }
  return [
    ...BY_KIND.filter((refusal) => has[refusal]),
    ...(roles === 'public' ? [] : SIGNED_IN),
    ...(isKeyed ? KEYED : []),
    ...(isWrite && roles !== 'public' ? CROWDED : []),
    ...(takesPassword(json) ? BUSY : []),
    ...(proof ? PROVED : []),
    ...(operation.needsTerms ? AGREED : []),
    ...(refusesNewAdmins(operation) ? APPROVED : []),
    ...(isAtDoor(operation) ? AT_DOOR : []),
    ...(operation.tier ? COUNTED : []),
    ...ANY,
  ]
}

const PROVED = ['REAUTH_REQUIRED'] as const
const AGREED = ['TERMS_CHANGED'] as const
/** The refusal for an ADMIN who asks for a mailed code or approves with one (docs/money.md, Approval codes). */
const APPROVED = ['APPROVER_HELD'] as const
/** Whether an operation refuses an ADMIN who may approve nothing yet. */
export const refusesNewAdmins = (operation: Operation) => Boolean(operation.isHeld) || isApproval(operation)
const isApproval = ({ roles, json, ok }: Operation) =>
  typeof roles !== 'string' && roles.every(isEmployee) && ('raw' in ok ? [json] : [json, ok]).some(hasPendingId)
function hasPendingId(schema: Schema | undefined): boolean {
  if (schema instanceof z.ZodUnion) return schema.options.some((option) => hasPendingId(option))
  return schema instanceof z.ZodObject && 'pendingId' in schema.shape
}

/** The refusal of operations that hash a password: only so many may wait (docs/accounts.md, Passwords). */
const BUSY = ['GATEWAY_UNAVAILABLE'] as const
const takesPassword = (json: Schema | undefined) =>
  json instanceof z.ZodObject && Object.keys(json.shape).some((name) => /password$/i.test(name))

/** Every refusal of an operation: those of its kind, and its own. */
export const refusalsOf = (route: Route): Refusal[] => [...new Set([...ofItsKind(route), ...route.operation.reasons])]

/** The statuses of these refusals, each once, in ascending order. */
export const statusesOf = (refusals: readonly Refusal[]) => [...new Set(refusals.map(statusOf))].sort((a, b) => a - b)
