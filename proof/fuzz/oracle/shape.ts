import type { Operation, Response } from '../document.ts'
import type { Schemas } from '../schemas.ts'
import type { Answer } from '../send.ts'

const SECURITY: Record<string, RegExp> = {
  'strict-transport-security': /max-age=\d{8,}/,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^no-referrer$/,
  'cross-origin-resource-policy': /./,
  'content-security-policy': /default-src 'none'/,
}
/** Headers of HTTP itself or of CORS, those that only a development server adds, and those of every answer, as the guide says. */
const OF_THE_MEDIUM =
  /^(content-(type|length|encoding|disposition)|date|connection|keep-alive|transfer-encoding|vary|access-control-.*|x-d1-round-trips|x-request-id|cache-control|ratelimit(-policy)?)$/

/** Faults of an answer that no question can excuse: undeclared status, header, content type or body, a bare failure. */
export function* shapeFaults(operation: Operation, schemas: Schemas, answer: Answer): Generator<string> {
  const { status, headers, type, body } = answer
  if (status >= 500 && status !== 502 && status !== 503) yield `answers ${status}`
  yield* headerFaults(headers)
  const declared = operation.responses[String(status)]
  if (!declared) {
    yield `status ${status} is not declared`
    return
  }
  yield* undeclaredHeaders(headers, declared)
  if (status >= 400) {
    yield* failureFaults(answer)
    yield* refusalFaults(operation, declared, answer)
  }
  if (status === 304) return
  const types = Object.keys(declared.content ?? {})
  const fitting = types.find((each) => each === type || (each.endsWith('/*') && type.startsWith(each.slice(0, -1))))
  if (!fitting) yield `content type ${type || 'none'} of ${status} is not declared`
  else if (fitting === 'application/json' && fitting === type) {
    if (body === undefined) yield 'the body is not JSON'
    const fault = schemas.faultOf(operation, status, fitting, body)
    if (fault) yield `body of ${status}: ${fault}`
  }
}

export function* headerFaults(headers: Headers): Generator<string> {
  for (const [name, wanted] of Object.entries(SECURITY))
    if (!wanted.test(headers.get(name) ?? '')) yield `security header ${name} is ${headers.get(name)}`
}

function* undeclaredHeaders(headers: Headers, { headers: declared = {} }: Response): Generator<string> {
  const names = new Set(Object.keys(declared).map((name) => name.toLowerCase()))
  for (const name of headers.keys())
    if (!names.has(name) && !(name in SECURITY) && !OF_THE_MEDIUM.test(name)) yield `header ${name} is not declared`
}

/** A refusal is one of those that come with the kind of the operation, or that the operation names. */
function* refusalFaults(operation: Operation, declared: Response, { body }: Answer): Generator<string> {
  const told = body?.error?.reason ?? body?.error?.code
  if (![...operation.reasons, ...(declared['x-reasons'] ?? [])].includes(told)) yield `refusal ${told} is not declared`
}

const KEYS = ['code', 'message', 'reason', 'details']

/** The failure envelope of docs/conventions.md, Envelope, whatever the document says of it. */
export function* failureFaults({ status, type, body, headers }: Answer): Generator<string> {
  const error = body?.error
  if (type !== 'application/json' || body?.success !== false || typeof error?.code !== 'string')
    yield `${status} is not in the envelope`
  else if (typeof error.message !== 'string' || error.message.length < 3) yield `${status} says nothing`
  else if (Object.keys(error).some((key) => !KEYS.includes(key))) yield `${status} says more than it may`
  if (!headers.get('cache-control')?.includes('no-store'))
    yield `${status} may be kept: Cache-Control ${headers.get('cache-control')}`
  if (status === 429 && !/^\d+$/.test(headers.get('retry-after') ?? '')) yield '429 without Retry-After'
}
