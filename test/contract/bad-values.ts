import * as z from 'zod'
import { jpeg } from '#testing/fixtures/pictures.ts'

/** JSON Schema as zod writes it, as far as the fields of inputs use it. */
type Schema = {
  type?: string
  /** Schema of a query parameter, which comes in as text, as the document says it. */
  json?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  enum?: string[]
  const?: unknown
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  pattern?: string
  format?: string
  additionalProperties?: unknown
}

export function schemaOf(schema: z.core.$ZodType): Schema {
  const { $defs = {}, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  // A named schema stands where it is used.
  const whole = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(whole)
    if (typeof value !== 'object' || value === null) return value
    const { $ref, ...own } = value as { $ref?: string }
    const named = $ref ? $defs[$ref.slice('#/$defs/'.length)] : {}
    const schema = Object.fromEntries(Object.entries({ ...named, ...own }).map(([key, inner]) => [key, whole(inner)]))
    return withoutNesting(schema as Schema)
  }
  return whole(json) as Schema
}

/** An amount or null is a number, a text or null. */
function withoutNesting(schema: Schema): Schema {
  const inner = schema.anyOf?.find(({ anyOf }) => anyOf)
  return inner ? { ...inner, ...schema, anyOf: schema.anyOf?.flatMap((each) => each.anyOf ?? each) ?? [] } : schema
}

/** Something wrong in one place: `text` is the JSON that stands there, undefined where the field is left out. */
type Fault = { path: (string | number)[]; what: string; text: string | undefined }

const GOOD: Record<string, unknown> = {
  email: 'quelquun@test.example',
  newEmail: 'quelquun@test.example',
  password: 'Un-long-mot-2026',
  code: '123456',
  totp: '123456',
  otpCode: '123456',
  provider: 'VODACOM_MPESA_COD',
  network: 'vodacom',
  open: '08:00',
  close: '17:00',
  amount: '5.00',
  minOrderAmount: '5.00',
  products: '[{"productId":"x","rating":5,"images":[0]}]',
  shop: '{"rating":5}',
  rider: '{"rating":5}',
  variants: '[{"price":"12.50","stock":3}]',
  expiresAt: '2099-01-01',
  incurredAt: '2026-01-02',
  birthDate: '1990-05-12',
  idExpiresAt: '2099-01-01',
  closedTo: '2026-02-01T00:00:00.000Z',
  // Not over a day ago.
  get occurredAt() {
    return new Date().toISOString()
  },
  weightGrams: '250',
  slug: 'une-adresse',
  endpoint: 'https://fcm.googleapis.com/fcm/send/a',
  p256dh: 'B'.repeat(87),
  auth: 'A'.repeat(22),
}
const isPhone = (name: string) => /phone/i.test(name)
/** In a body where one field or another is enough, `anyOf` names fields: those are no values of their own. */
const isValue = (schema: Schema) => schema.type !== 'null' && !Object.keys(schema).every((key) => key === 'required')
const optionsOf = (schema: Schema) => {
  const options = (schema.anyOf ?? []).filter(isValue)
  return options.length > 0 ? options : [schema]
}
const isAmount = (schema: Schema) => ['number', 'string'].every((type) => schema.anyOf?.some((s) => s.type === type))

/** A body that an operation takes: its JSON, or a form with a picture for each file. */
export function goodBody({
  json,
  form,
}: {
  json?: z.core.$ZodType | undefined
  form?: z.core.$ZodType | undefined
}): unknown {
  if (json) return good(schemaOf(json))
  if (!form) return undefined
  const body = new FormData()
  for (const [name, field] of Object.entries(schemaOf(form).properties ?? {})) {
    const isFile = JSON.stringify(field).includes('binary')
    body.append(name, isFile ? new File([jpeg()], 'photo.jpg') : String(good(field, name)))
  }
  return body
}

/** A value that the schema takes, every optional field filled. */
export function good(schema: Schema, name = ''): unknown {
  const [first = schema] = optionsOf(schema)
  if (first.type === 'object') {
    return Object.fromEntries(Object.entries(first.properties ?? {}).map(([key, field]) => [key, good(field, key)]))
  }
  if (first.type === 'array') return [good(first.items ?? {}, name)]
  if (first.const !== undefined) return first.const
  if (first.enum) return first.enum[0]
  if (first.type === 'integer' || first.type === 'number') {
    return isAmount(schema) ? GOOD.amount : Math.max(first.minimum ?? 1, 1)
  }
  if (first.type === 'boolean') return true
  if (isPhone(name)) return '243810000123'
  if (name in GOOD) return GOOD[name]
  if (first.format === 'date-time') return '2026-01-01T00:00:00.000Z'
  if (first.format === 'uri') return 'https://soko.example/conditions'
  if (/Id$|^zones$/.test(name)) return crypto.randomUUID()
  const text = 'Un texte de bonne longueur'.slice(0, first.maxLength)
  return new RegExp(first.pattern ?? '', 'u').test(text) ? text : text.replaceAll(' ', '-')
}

const SCALARS = { boolean: 'true', number: '12345', string: '"texte"' }
const CONTAINERS = { array: '[]', object: '{}' }
const quote = (text: string) => JSON.stringify(text)

/** Texts that cannot stand in a field, whatever it takes. */
const broken = (): [string, string][] => [
  ['a NUL byte', quote('a\0b')],
  ['a lone surrogate', '"\\ud800"'],
]

export const BAD_AMOUNTS: [what: string, text: string][] = [
  ['three decimals', '"1.234"'],
  ['three decimals as a number', '0.001'],
  ['an exponent', '"1e3"'],
  ['an exponent as a number', '1e21'],
  ['more than a number holds', '1e309'],
  ['negative', '-5'],
  ['negative text', '"-5"'],
  ['NaN', '"NaN"'],
  ['Infinity', '"Infinity"'],
  ['empty', '""'],
  ['a comma', '"1,5"'],
  ['hexadecimal', '"0x10"'],
  ['spaces', '" 5 "'],
  ['too much', '"99999999999999"'],
]

function badTexts(schema: Schema, name: string): [string, string][] {
  const { minLength = 0, maxLength, pattern, format } = schema
  const matches = (text: string) => !pattern || new RegExp(pattern, 'u').test(text)
  return [
    ...broken(),
    ...(minLength > 0 ? ([['too short', quote('x'.repeat(minLength - 1))]] as [string, string][]) : []),
    ...(maxLength ? ([['too long', quote('x'.repeat(maxLength + 1))]] as [string, string][]) : []),
    ...(schema.enum ? ([['none of the list', '"AUCUN"']] as [string, string][]) : []),
    ...(format || !matches('?') ? ([['malformed', '"?"']] as [string, string][]) : []),
    ...(!matches('a\u0007') ? ([['a control character', quote('a\u0007bc')]] as [string, string][]) : []),
    ...(isPhone(name)
      ? ['12', 'abcdefghi', '1234567890123456'].map((n): [string, string] => ['no phone', quote(n)])
      : []),
    ...(name === 'email' ? ([['no address', '"pas-une-adresse"']] as [string, string][]) : []),
    ...(/^(network|provider)$/.test(name) ? ([['unknown operator', '"inconnu"']] as [string, string][]) : []),
  ]
}

function badNumbers({ type, minimum, maximum = Number.MAX_SAFE_INTEGER }: Schema): [string, string][] {
  return [
    ['more than a number holds', '1e309'],
    ['less than a number holds', '-1e309'],
    ...(type === 'integer' ? ([['a fraction', '1.5']] as [string, string][]) : []),
    ...(minimum !== undefined ? ([['too small', String(minimum - 1)]] as [string, string][]) : []),
    ...(maximum < Number.MAX_SAFE_INTEGER ? ([['too big', String(maximum + 1)]] as [string, string][]) : []),
  ]
}

/** Everything that one field at a time can have wrong. */
export function* faultsOf(schema: Schema, name = '', path: Fault['path'] = []): Generator<Fault> {
  const at = (faults: Iterable<[string, string]>) => [...faults].map(([what, text]) => ({ path, what, text }))
  const types = new Set((schema.anyOf ?? [schema]).map(({ type }) => (type === 'integer' ? 'number' : type)))
  // One wrong scalar and one wrong container stand for the others: all fail in the same place.
  const wrong = [{ null: 'null' }, SCALARS, CONTAINERS].flatMap((kind) =>
    Object.entries(kind)
      .filter(([type]) => !types.has(type))
      .slice(0, 1),
  )
  yield* at(wrong.map(([type, text]) => [`${type} instead`, text]))
  if (isAmount(schema)) {
    // Rates have eight decimals.
    const pattern = schema.json?.anyOf?.find(({ type }) => type === 'string')?.pattern
    const isTaken = (text: string) => pattern !== undefined && new RegExp(pattern, 'u').test(JSON.parse(text))
    return yield* at([...BAD_AMOUNTS.filter(([, text]) => !isTaken(text)), ...broken()])
  }

  const [only = schema] = optionsOf(schema)
  if (only.const === true) yield { path, what: 'not so', text: 'false' }
  if (only.type === 'string') yield* at(badTexts(only, name))
  if (only.type === 'number' || only.type === 'integer') yield* at(badNumbers(only))
  if (only.type === 'array') {
    const items = only.items ?? {}
    if (only.minItems) yield { path, what: 'too few', text: '[]' }
    if (only.maxItems) {
      const many = Array.from({ length: only.maxItems + 1 }, () => good(items, name))
      yield { path, what: 'too many', text: JSON.stringify(many) }
    }
    yield* faultsOf(items, name, [...path, 0])
  }
  if (only.type === 'object') {
    // A browser's WebAuthn answer may have more fields than we know (docs/conventions.md, Paths and bodies).
    const isOpen = typeof only.additionalProperties === 'object'
    if (!isOpen) yield { path: [...path, 'inconnu'], what: 'unknown', text: '1' }
    yield { path: [...path, '__proto__'], what: 'a prototype', text: '{"role":"ADMIN"}' }
    yield { path: [...path, 'constructor'], what: 'a prototype', text: '{"prototype":{}}' }
    for (const [key, field] of Object.entries(only.properties ?? {})) {
      if (only.required?.includes(key)) yield { path: [...path, key], what: 'missing', text: undefined }
      yield* faultsOf(field, key, [...path, key])
    }
  }
}

/** The JSON text of `value` with the fault in it. */
export function withFault(value: unknown, { path, text }: Fault): string {
  const [key, ...rest] = path
  if (key === undefined) return text ?? 'null'
  const inner = { path: rest, what: '', text }
  if (Array.isArray(value))
    return `[${value.map((each, i) => (i === key ? withFault(each, inner) : JSON.stringify(each)))}]`
  const fields = Object.entries(value as object).filter(([name]) => name !== key)
  const lines = fields.map(([name, each]) => `${quote(name)}:${JSON.stringify(each)}`)
  const own = Object.hasOwn(value as object, key) ? (value as Record<string, unknown>)[key] : undefined
  const faulty = rest.length > 0 || text !== undefined ? [`${quote(String(key))}:${withFault(own, inner)}`] : []
  return `{${[...lines, ...faulty]}}`
}

/** Texts that a query parameter cannot be, as they stand in the address. */
export function badParameters(schema: Schema): [name: string, text: string][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const { type, minimum, maximum } = field.json ?? {}
    const isNumber = type === 'integer' || type === 'number'
    const numbers = isNumber
      ? ['abc', 'NaN', '1e1', '', ' 1', '0x1', ...(type === 'integer' ? ['1.5', '-1', '99999999999'] : [])]
      : []
    const bounds = isNumber
      ? [minimum === undefined ? [] : minimum - 1, maximum === undefined ? [] : maximum + 1].flat()
      : []
    const amounts = isAmount(field)
      ? BAD_AMOUNTS.map(([, text]) => text.replaceAll('"', '')).filter((text) => text !== '0.001')
      : []
    const texts =
      field.type === 'string' && !isNumber ? badTexts(field, name).filter(([what]) => !/surrogate|NUL/.test(what)) : []
    const all = [...numbers, ...bounds.map(String), ...amounts, ...texts.map(([, text]) => JSON.parse(text) as string)]
    return [...all.map((text): [string, string] => [name, encodeURIComponent(text)]), [name, '%00'] as [string, string]]
  })
}
