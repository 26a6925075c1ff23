import { type Refusal, statusOf } from '../kernel/failure.ts'
import { takesKey } from './operation.ts'
import type { Route } from './route-table.ts'
import { isRead } from './session.ts'

/** What any operation of its kind may refuse with, whatever it does. */
function ofItsKind({ method, path, operation }: Route): Refusal[] {
  const { roles, param, query, json, form, rawBody } = operation
  const isKeyed = takesKey(method, path, operation)
  return [
    ...(query || json || form || rawBody || isKeyed ? (['VALIDATION_ERROR'] as const) : []),
    ...(roles === 'public' ? [] : (['UNAUTHORIZED', 'TOKEN_EXPIRED', 'ACCOUNT_BLOCKED'] as const)),
    ...(roles === 'public' || isRead(method) ? [] : (['CSRF'] as const)),
    ...(typeof roles === 'string' ? [] : (['FORBIDDEN'] as const)),
    ...(param ? (['NOT_FOUND'] as const) : []),
    ...(isKeyed ? (['IDEMPOTENCY_KEY_REUSED', 'REQUEST_IN_PROGRESS'] as const) : []),
    ...(isRead(method) ? [] : (['PAYLOAD_TOO_LARGE'] as const)),
    ...(json || form ? (['UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    'TOO_MANY_REQUESTS',
    'INTERNAL_ERROR',
  ]
}

/** Everything an operation may refuse with, by its kind and of its own. */
export const refusalsOf = (route: Route): Refusal[] => [...new Set([...ofItsKind(route), ...route.operation.reasons])]

/** The statuses of these refusals, each once. */
export const statusesOf = (refusals: readonly Refusal[]) => [...new Set(refusals.map(statusOf))].sort((a, b) => a - b)
