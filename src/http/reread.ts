import type { Operation } from './operation.ts'
import type { Route } from './route-table.ts'

/** Where an answer can be read again, and the fields that are shown there. */
type Reading = { path: string; declared: string[] }

/**
 * The address at which an operation's own answer can be read again: the GET that answers the same view, open to all who may
 * call this one, found by the ids in the answer. An operation that names one (`readAgainAt`) is heeded first.
 */
export function rereadings(routes: Route[]): (operation: Operation, data: unknown) => Reading | undefined {
  const found = new Map<string, string | undefined>()
  for (const { method, path, operation } of routes)
    if (method === 'POST' && operation.roles !== 'public' && !found.get(operation.id))
      found.set(operation.id, operation.readAgainAt ?? pathFor(path, operation, routes))
  return (operation, data) => {
    const pattern = found.get(operation.id)
    const path = pattern && filled(pattern, data)
    return path ? { path, declared: fieldsAt(pattern, routes) } : undefined
  }
}

/** The fields that the GET at this address may answer. */
function fieldsAt(pattern: string, routes: Route[]): string[] {
  const reading = routes.find(({ method, path }) => method === 'GET' && path === pattern)?.operation.ok
  return reading && 'shape' in reading ? Object.keys(reading.shape as object) : []
}

function pathFor(path: string, { ok, roles }: Operation, routes: Route[]): string | undefined {
  const isOfOne = (other: string) => other.includes('/:')
  const fits = routes.filter(
    ({ method, path: other, operation }) =>
      method === 'GET' &&
      operation.ok === ok &&
      isOpenTo(operation.roles, roles) &&
      // An address of one's own, or a slug, does not show the thing that was acted on by its id.
      (isOfOne(other) || !isOfOne(path)) &&
      !other.includes(':slug'),
  )
  // An address of one's own says less about others than one by id.
  return (fits.find(({ path: other }) => !isOfOne(other)) ?? fits[0])?.path
}

const isOpenTo = (reading: Operation['roles'], acting: Operation['roles']) =>
  reading === 'public' ||
  reading === 'signedIn' ||
  (Array.isArray(acting) && acting.every((role) => reading.includes(role)))

/** The address with the ids of this answer; nothing if it lacks one. */
function filled(path: string, data: unknown): string | undefined {
  let isWhole = true
  const address = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = typeof data === 'object' && data !== null ? (data as Record<string, unknown>)[name] : undefined
    if (typeof value !== 'string') isWhole = false
    return encodeURIComponent(String(value))
  })
  return isWhole ? address : undefined
}

/** The request's own headers but those of its body and of what was asked: it is the same caller who reads. */
export function readingOf(request: Request, path: string): Request {
  const headers = new Headers(request.headers)
  for (const name of ['content-type', 'content-length', 'idempotency-key', 'if-none-match']) headers.delete(name)
  headers.set('accept', 'application/json')
  return new Request(new URL(path, request.url), { headers })
}
