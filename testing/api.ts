import { exports } from 'cloudflare:workers'
import { expect } from 'vitest'
import * as z from 'zod'
import { refusalsOf } from '#http/refusals.ts'
import { type Route, routesOf } from '#http/route-table.ts'
import type { Refusal } from '#kernel/failure.ts'
import type { Role } from '#kernel/roles.ts'
import { app } from '#src/app.ts'
import { clientRequest } from './fixtures/inputs.ts'
import { isStaffAct, noteAct } from './staff-acts.ts'

export type Person = { token: string; id: string; email: string; role: Role }
/** Somebody who calls, or nobody in particular. */
export type Caller = Person | null
export const guest: Caller = null

// biome-ignore lint/suspicious/noExplicitAny: an answer is checked by its declared schema first; tests then read into it freely.
type Data = any
export type Answer = {
  status: number
  data: Data
  error?: { code: string; reason?: string; message: string; details?: { field: string; message: string }[] }
  headers: Headers
  body: Data
}

const routes = routesOf(app).map((route) => ({ route, pattern: route.path.split('/') }))
const ORIGIN = 'http://localhost:8787'
const FailureBody = z.strictObject({
  success: z.literal(false),
  error: z.strictObject({
    code: z.string(),
    message: z.string().min(3),
    reason: z.string().optional(),
    details: z.array(z.strictObject({ field: z.string(), message: z.string() })).optional(),
  }),
})

/** The route that answers a path: the pattern with literals first. */
function routeAt(method: string, path: string) {
  const segments = path.split('/')
  const fits = routes
    .filter(
      ({ route, pattern }) =>
        route.method === method &&
        pattern.length === segments.length &&
        pattern.every((part, i) => part.startsWith(':') || part === segments[i]),
    )
    .map(({ route }) => route)
  // Literal segments win at the first place where two patterns differ.
  return fits.sort((a, b) => (a.path.replace(/:\w+/g, '~') < b.path.replace(/:\w+/g, '~') ? -1 : 1))[0]
}

/** A refusal that its operation does not declare is one that no front end was told of. */
function expectDeclared(route: Route, { code, reason }: { code: string; reason?: string }): void {
  const told = (reason ?? code) as Refusal
  if (code === 'METHOD_NOT_ALLOWED' || refusalsOf(route).includes(told)) return
  throw new Error(
    `${route.operation.id} (${route.method} ${route.path}) refuses with ${told}, which op() does not name`,
  )
}

/**
 * One request through the front door. A success is parsed by the schema its operation declares, a failure by the
 * envelope and by the refusals it declares, so that no test can pass on an answer nobody documented.
 */
export async function call(
  as: Caller,
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<Answer> {
  const request = new Request(`${ORIGIN}/api/v1${path}`, clientRequest(as, method, body, headers))
  const response = await exports.default.fetch(request)
  const isJson = response.headers.get('content-type')?.includes('json')
  const text = await response.text()
  const parsed: Data = isJson ? JSON.parse(text) : text
  const route = routeAt(method, `/api/v1${path.split('?')[0]}`)
  if (response.status >= 400) {
    FailureBody.parse(parsed)
    if (route) expectDeclared(route, parsed.error)
    return { status: response.status, data: undefined, error: parsed.error, headers: response.headers, body: parsed }
  }
  if (!route) throw new Error(`${method} ${path} answered ${response.status} but declares no operation`)
  const { operation } = route
  expect(response.status, `${method} ${path}`).toBe(operation.status ?? 200)
  const isReplayed = response.headers.has('idempotent-replayed')
  if (as && isStaffAct(route) && !isReplayed) await noteAct(route, as.id)
  if ('raw' in operation.ok) {
    const [sent, told] = [response.headers.get('content-type')?.split(';')[0] ?? '', [operation.ok.raw].flat()]
    const isTold = told.some((type) => type === sent || (type.endsWith('/*') && sent.startsWith(type.slice(0, -1))))
    if (!isTold) throw new Error(`${method} ${path} answers ${sent}, and declares ${told.join(', ')}`)
    return { status: response.status, data: parsed, headers: response.headers, body: parsed }
  }
  const data = z.safeParse(strictly(operation.ok), parsed.data)
  if (!data.success)
    throw new Error(`${method} ${path} breaks its schema: ${z.prettifyError(data.error)}\n${text.slice(0, 2000)}`)
  return { status: response.status, data: parsed.data, headers: response.headers, body: parsed }
}

const strict = new WeakMap<z.core.$ZodType, z.core.$ZodType>()
/** An answer may show no field that its schema does not declare. A schema is made strict once: zod compiles each anew. */
function strictly(schema: z.core.$ZodType): z.core.$ZodType {
  const known = strict.get(schema) ?? madeStrict(schema)
  strict.set(schema, known)
  return known
}

function madeStrict(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodUnion) return z.union(schema.options.map(strictly))
  return schema instanceof z.ZodObject ? schema.strict() : schema
}

/** Makes one request from many at once, released together. */
export const together = <T>(count: number, request: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => request(i)))

const countBy = <T>(things: T[], name: (thing: T) => string | number) =>
  Object.fromEntries(Object.entries(Object.groupBy(things, name)).map(([key, group]) => [key, group?.length ?? 0]))

/** Counts the answers of each status: {200: 1, 409: 49}. */
export const tally = (answers: { status: number }[]) => countBy(answers, ({ status }) => status)

/** Counts the answers of each refusal: {ALREADY_TAKEN: 49}. */
export const reasons = (answers: Answer[]) => countBy(answers, ({ error }) => error?.reason ?? error?.code ?? 'ok')
