import { Defect } from '../kernel/defect.ts'
import type { Operation, Rereading } from './operation.ts'
import type { Route } from './route-table.ts'

/**
 * The GET that reads each operation's answer again: it answers the same view, is open to all callers of the operation,
 * and finds the thing by the ids in the answer. An operation's own `readAgainAt` comes first.
 */
export function rereadings(routes: Route[]): (operation: Operation) => Rereading | undefined {
  const found = new Map<string, Rereading | undefined>()
  for (const { method, path, operation } of routes)
    if (method === 'POST' && operation.roles !== 'public' && !found.get(operation.id)) {
      const at = operation.readAgainAt ?? pathFor(path, operation, routes)
      found.set(operation.id, at === undefined ? undefined : rereadingAt(at, operation, routes))
    }
  return ({ id }) => found.get(id)
}

function rereadingAt(at: string, { ok }: Operation, routes: Route[]): Rereading {
  const shown = routes.find(({ method, path }) => method === 'GET' && path === at)?.operation.ok
  if (!shown) throw new Defect(`nothing answers at ${at}`)
  const ids = [...at.matchAll(/:(\w+)/g)].map(([, name]) => String(name))
  const fields = fieldsOf(ok)
  // Two views without fields of their own are the same one.
  return { path: at, ids, fields, own: fields.filter((name) => !fieldsOf(shown).includes(name)) }
}

const fieldsOf = (ok: Operation['ok']): string[] => ('shape' in ok ? Object.keys(ok.shape as object) : [])

function pathFor(path: string, { ok, roles }: Operation, routes: Route[]): string | undefined {
  const isOfOne = (other: string) => other.includes('/:')
  const fits = routes.filter(
    ({ method, path: other, operation }) =>
      method === 'GET' &&
      operation.ok === ok &&
      isOpenTo(operation.roles, roles) &&
      // A path without an id, or with a slug, does not show the thing on which the operation acted by its id.
      (isOfOne(other) || !isOfOne(path)) &&
      !other.includes(':slug'),
  )
  // A path without an id says less about other people than a path with one.
  return (fits.find(({ path: other }) => !isOfOne(other)) ?? fits[0])?.path
}

const isOpenTo = (reading: Operation['roles'], acting: Operation['roles']) =>
  reading === 'public' ||
  reading === 'signedIn' ||
  (Array.isArray(acting) && acting.every((role) => reading.includes(role)))

/** The address of a reading with the ids of this answer; undefined if an id is missing. */
export function addressOf(rereading: Rereading | undefined, data: unknown): string | undefined {
  if (!rereading) return undefined
  let isWhole = true
  const address = rereading.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = typeof data === 'object' && data !== null ? (data as Record<string, unknown>)[name] : undefined
    if (typeof value !== 'string') isWhole = false
    return encodeURIComponent(String(value))
  })
  return isWhole ? address : undefined
}

/** The request that reads again, as the same caller: the headers stay, except those about the body, the key and the cache. */
export function readingOf(request: Request, path: string): Request {
  const headers = new Headers(request.headers)
  for (const name of ['content-type', 'content-length', 'idempotency-key', 'if-none-match']) headers.delete(name)
  headers.set('accept', 'application/json')
  return new Request(new URL(path, request.url), { headers })
}
