import { asJson, asText, encode, trimmed } from './bodies.ts'
import { type Broken, rawBreak, waysToBreak } from './broken.ts'
import type { Case } from './case.ts'
import { withQuery } from './parameters.ts'
import { type Material, validCase } from './valid.ts'

/** What makes a good request a bad one; undefined when this way of breaking found nothing to break. */
type Break = Pick<Case, 'how'> & Partial<Case>
type Way = 'body' | 'shape' | 'raw' | 'query' | 'key' | 'path' | 'token'
type Breaker = (material: Material, good: Case) => Break | undefined

const IDS = [
  '0',
  '-1',
  'x'.repeat(64),
  "' OR '1'='1",
  '%',
  'é漢🍅',
  'null',
  '..%2f',
  '01a1c475-390d-729f-89dc',
  '{}',
  ' ',
]
const TEXTS = [
  '',
  ' ',
  'abc',
  '0',
  '-1',
  '1.5',
  '1e3',
  '101',
  '99999999999',
  'NOPE',
  'x'.repeat(500),
  '\u0007',
  'null',
  '[]',
]
const KEYS = ['x'.repeat(65), 'two words', 'é']
const TOKENS = ['Bearer x.y.z', 'Bearer', 'Basic YTpi', 'Bearer eyJhbGciOiJub25lIn0.e30.', 'bearer a']
const TRIES = 30
const SHAPES = /unknown field|without/

const BREAKERS: Record<Way, Breaker> = {
  /** One value of the body against its schema. What is valid once it is trimmed, or read as the text of a form, is not. */
  body: (material, { value, headers }) => {
    const { document, operation, facts } = material
    if (!operation.body) return undefined
    const ways = waysToBreak(document, operation.body.schema, value ?? {})
    return oneOf(ways, material, headers, facts.random.below(ways.length))
  },
  /** A field too many or too few, in turn: one way among dozens of wrong values, and the one most often forgotten. */
  shape: (material, { value, headers }) => {
    const { document, operation, facts } = material
    if (!operation.body) return undefined
    const shapes = waysToBreak(document, operation.body.schema, value ?? {}).filter(({ how }) => SHAPES.test(how))
    return oneOf(shapes, material, headers, Math.floor(facts.at / breakersOf(material).length))
  },
  /** Bytes that are no such body at all. */
  raw: ({ facts }, { value, headers }) => {
    const { how, text, status, type = 'application/json' } = rawBreak(value ?? {}, facts.random)
    const body = typeof text === 'string' ? Uint8Array.from(new TextEncoder().encode(text)) : text
    const { 'content-type': _, ...others } = headers
    // The type and the size are looked at before anybody is asked who they are.
    const mustAnswer = status === 400 ? {} : { mustAnswer: [status] }
    return { how, value: undefined, body, headers: { ...others, ...(type && { 'content-type': type }) }, ...mustAnswer }
  },
  query: ({ schemas, operation, facts }, { address }) => {
    const parameter = facts.random.pick(operation.parameters.filter((each) => each.in === 'query'))
    const bad = TEXTS.filter(
      (text) => ![text, text.trim()].some((each) => schemas.isValidParameter(operation, parameter, each)),
    )
    if (bad.length === 0) return undefined
    const text = facts.random.pick(bad)
    return { how: `${parameter.name}=${text.slice(0, 20)}`, address: withQuery(address, parameter.name, text) }
  },
  key: ({ facts }, { headers }) => {
    const key = facts.random.pick(KEYS)
    return { how: `Idempotency-Key ${key.slice(0, 10)}`, headers: { ...headers, 'idempotency-key': key } }
  },
  /** An id that is none: not found, unless something else is refused first. */
  path: ({ operation, facts }, { address, mustAnswer = [400, 401, 403, 404, 409, 410] }) => {
    const path = operation.path.replace(/\{\w+\}/g, () => encodeURIComponent(facts.random.pick(IDS)))
    const search = address.includes('?') ? address.slice(address.indexOf('?')) : ''
    return { how: 'malformed id', address: path + search, mustAnswer }
  },
  token: ({ facts }, { headers }) => {
    const authorization = facts.random.pick(TOKENS)
    return { how: 'bad token', as: 'guest', headers: { ...headers, authorization }, mustAnswer: [401] }
  },
}

/** The first of some ways, from one on, after which a value is really no longer valid. */
function oneOf(ways: Broken[], { schemas, operation }: Material, headers: Case['headers'], first: number) {
  const { body } = operation
  if (!body) return undefined
  const isValid = (seen: unknown) => schemas.isValidBody(operation, seen)
  for (let i = 0; i < Math.min(TRIES, ways.length); i++) {
    const { value, how } = ways[(first + i) % ways.length] as Broken
    if (isValid(trimmed(asJson(value))) || (body.type !== 'application/json' && isValid(asText(value)))) continue
    const encoded = encode(body.type, value)
    if (encoded) return { how, value, body: encoded.body, headers: { ...headers, ...encoded.headers } }
  }
  return undefined
}

/** A request of which one thing is not as the document says; undefined when nothing of this operation can be wrong. */
export function invalidCase(material: Material, good = validCase(material)): Case | undefined {
  const ways = breakersOf(material)
  const way = ways[material.facts.at % ways.length]
  if (!good || !way) return undefined
  const broken = BREAKERS[way](material, good)
  // A callback is told by its signature before its body is read.
  const isSigned = material.operation.body?.schema.properties === undefined && material.operation.access === 'public'
  const mustAnswer = good.mustAnswer ?? (isSigned && material.operation.body ? [400, 401] : [400])
  return broken && { ...good, wanted: 'invalid', mustAnswer, ...broken }
}

function breakersOf({ operation: { body, parameters, path, access } }: Material): Way[] {
  const hasQuery = parameters.some((parameter) => parameter.in === 'query')
  return [
    ...(body ? (['shape', 'body', 'body', 'body'] as const) : []),
    ...(body?.type === 'application/json' && body.schema.properties ? (['raw'] as const) : []),
    ...(hasQuery ? (['query', 'query'] as const) : []),
    ...(parameters.some(({ name }) => name === 'Idempotency-Key') ? (['key'] as const) : []),
    ...(path.includes('{') ? (['path'] as const) : []),
    ...(access === 'public' ? [] : (['token'] as const)),
  ]
}
