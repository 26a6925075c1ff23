import { Defect } from '../kernel/defect.ts'
import type { Operation, Rereading } from './operation.ts'
import type { Route } from './route-table.ts'

/**
 * How each operation's answer is read again: by the GET that answers the same view, open to all who may call this one, found by
 * the ids in the answer. An operation that names one (`readAgainAt`) is heeded first.
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

/** The address of a reading with the ids of this answer; nothing if it lacks one. */
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

/** The request's own headers but those of its body and of what was asked: it is the same caller who reads. */
export function readingOf(request: Request, path: string): Request {
  const headers = new Headers(request.headers)
  for (const name of ['content-type', 'content-length', 'idempotency-key', 'if-none-match']) headers.delete(name)
  headers.set('accept', 'application/json')
  return new Request(new URL(path, request.url), { headers })
}
