import { ID, SCHEMA_VALUES, VALUES } from './example-values.ts'
import type { Json } from './schema.ts'

/** Names and slugs of examples, by the schema they stand in. */
const NAMES: [schema: RegExp, name: string, slug: string][] = [
  [/Subcategory/, 'Café et thé', 'cafe-et-the'],
  [/[Cc]ategory/, 'Épicerie', 'epicerie'],
  [/Product|OrderItem|Variant/, 'Café du Kivu', 'cafe-du-kivu'],
  [/Plan/, 'Essentiel', 'essentiel'],
  [/[Ss]hop/, 'Kivu Saveurs', 'kivu-saveurs'],
  [/Post/, '', 'cinq-conseils-pour-vendre'],
  [/Passkey/, "Téléphone d'Aline", ''],
  [/Ledger/, 'Le grand livre est équilibré', ''],
]

/** Enums whose example is not the first value. */
const CHOSEN: Record<string, string> = { Currency: 'CDF', PriceCurrency: 'CDF', ProductStatus: 'PUBLISHED' }

/** Fields that are still empty in an order that waits for its payment. */
const NOT_YET =
  'exchangeRate prepMinutes rejectionReason cancellationReason delivery autoCompleteAt paidAt acceptedAt readyAt pickedUpAt deliveredAt completedAt rejectedAt cancelledAt'
const NEW_ORDER = {
  ...Object.fromEntries(NOT_YET.split(' ').map((name) => [name, null])),
  refundedAmount: '0.00',
  expiresAt: '2026-11-22T08:45:00.000Z',
  pickupCode: undefined,
}

const KYC = { idNumber: '•••••••7890' }

/** Fields of one schema with values that agree with each other. */
const OF_ONE: Record<string, Record<string, unknown>> = {
  Order: NEW_ORDER,
  OrderWithPayin: { ...NEW_ORDER, paymentStatus: 'PENDING' },
  Payin: { orderId: ID, amount: 40_500, failureReason: null },
  /** The quote of this body says the rest. */
  PlaceCheckoutBody: { addressId: undefined, deliveryAddress: undefined, currency: undefined },
  CreateReviewsBody: {
    products: JSON.stringify([{ productId: ID, rating: 5, images: [0] }]),
    shop: '{"rating":4}',
    rider: '{"rating":5}',
  },
  Delivery: { rider: null, attempts: 0, proofs: [], failureReason: null, distanceKm: 1.8 },
  Kyc: KYC,
  StaffKyc: KYC,
  Product: { weightGrams: 500, expiresAt: null },
  PayoutFile: { failureCode: null, failureMessage: null },
  UserFile: { blockReason: null, deletedAt: null },
}

/** Fields left out of examples: people leave them empty, few operations ask for them, they are rarely of use, or they are good for a day or a place only. */
const LEFT_OUT = ['occurredAt', 'zones', 'website', 'turnstileToken', 'closedFrom', 'closedTo', 'closureNote']

/** An example value for a schema of the document; undefined for an optional file. */
export function exampleOf(schema: Json, all: Record<string, Json>, within: string, field = ''): unknown {
  const { $ref, type, anyOf } = schema
  const types = [type ?? (anyOf as Json[] | undefined)?.map((each) => each.type)].flat()
  if (typeof $ref === 'string') {
    const name = $ref.slice('#/components/schemas/'.length)
    return CHOSEN[name] ?? exampleOf(all[name] ?? {}, all, name, field)
  }
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if (type !== undefined && types.includes('object')) {
    // The card of a thing inside another thing has no schema of its own, so the field's name stands for it.
    return objectOf(schema, all, /^(shop|category)$/.test(field) ? field : within)
  }
  if (type !== undefined && types.includes('array')) {
    const item = exampleOf((schema.items ?? {}) as Json, all, within, field)
    return item === undefined ? undefined : [item]
  }
  if (schema.format === 'binary' && VALUES[field] === undefined) return undefined
  const [, name, slug] = NAMES.find(([of]) => of.test(within)) ?? []
  if (field === 'name') return name ?? VALUES.name
  if (field === 'slug') return slug ?? 'kivu-saveurs'
  if (schema.format === 'date' && !/^\d{4}-/.test(String(VALUES[field]))) return '2026-11-22'
  const known = VALUES[field]
  if (field === 'number' && /^Order/.test(within)) return 'CMD-2026-000123'
  if (known !== undefined && schema.format !== 'date-time' && fits(known, types)) return known
  if (Array.isArray(anyOf) && type === undefined) return exampleOf(anyOf[0] as Json, all, within, field)
  return byType(schema, types, field)
}

const fits = (value: unknown, types: unknown[]) =>
  types[0] === undefined || types.includes(typeof value) || (types.includes('integer') && Number.isInteger(value))

function byType(schema: Json, types: unknown[], field: string): unknown {
  if (types.includes('boolean')) return schema.default ?? true
  if (types.includes('integer') || types.includes('number'))
    return schema.default ?? Math.max(Number(schema.minimum ?? 1), 1)
  if (schema.format === 'date-time') return '2026-11-22T08:30:00.000Z'
  if (/(Id|^zones|^requestedBy)$/.test(field)) return ID
  if (String(schema.pattern ?? '').includes('\\d+')) return '18500.00'
  return /Url$/.test(field) ? 'https://api.soko.example/api/v1/media/0199a3f2.webp' : 'exemple'
}

const saidIn = (within: string) => SCHEMA_VALUES.find(([schema]) => schema.test(within))?.[1] ?? {}

/** An example object. If fields stand for each other, it has only the first of them, with the fields that go with it. */
function objectOf(
  { properties = {}, required = [], dependentRequired = {}, ...words }: Json,
  all: Record<string, Json>,
  within: string,
): Json {
  const [, ...others] = (words['x-one-of'] ?? words['x-some-of'] ?? words['x-at-most-one-of'] ?? []) as string[]
  const without = [...LEFT_OUT, ...others, ...others.flatMap((other) => (dependentRequired as Json)[other] ?? [])]
  const isWanted = (name: string) => (required as string[]).includes(name) || !without.includes(name)
  const fields = Object.entries(properties as Record<string, Json>).filter(([name]) => isWanted(name))
  return Object.fromEntries(
    fields.flatMap(([name, schema]) => {
      const fixed = OF_ONE[within] ?? saidIn(within)
      const value = name in fixed ? fixed[name] : exampleOf(schema, all, within, name)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
