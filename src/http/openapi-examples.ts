import type { Json } from './openapi-schema.ts'

const ID = '0199a3f2-6c1e-7b0a-8f21-5d3c9e7a1b40'

/** What a field is given as an example, by its name, where its schema says too little. */
const VALUES: Record<string, unknown> = {
  accessToken: 'eyJhbGciOiJIUzI1NiJ9',
  account: 'Compte principal',
  address: 'Nyawera, av. des Orchidées 15, Bukavu',
  amount: '18500.00',
  attestationObject: 'o2NmbXRkbm9uZQ',
  authenticatorData: 'SZYN5YgOjGh0NBcP',
  avatar: '(fichier)',
  avatarUrl: 'https://api.soko.example/api/v1/media/0199a3f2.webp',
  avenue: 'Avenue des Orchidées',
  backupCode: 'k7vm-2qxd',
  balanceAfter: '55500.00',
  brand: 'Kivu Saveurs',
  businessName: 'Kivu Saveurs',
  buyerNote: 'Sonnez deux fois.',
  city: 'Bukavu',
  clientDataJSON: 'eyJ0eXBlIjoid2Vi',
  close: '17:00',
  code: '123456',
  commune: 'Ibanda',
  contactPhone: '243991234789',
  country: 'CD',
  currentPassword: 'Kivu-2026-lac',
  currency: 'CDF',
  deliveryAddress: 'Nyawera, av. des Orchidées 15, Bukavu',
  deliveryFee: '3500.00',
  description: 'Café arabica du Kivu, moulu, en paquet de 500 g.',
  deviceName: 'Tecno Spark 20',
  difference: '0',
  dropoffCode: '654321',
  email: 'aline@example.com',
  event: 'request',
  expiresAt: '2027-06-30',
  expiresIn: 900,
  fee: '3500.00',
  frozen: false,
  id: ID,
  identifier: 'aline@example.com',
  idNat: '19-F4300-N12345B',
  idToken: 'eyJhbGciOiJSUzI1NiJ9',
  ipAddress: '197.157.210.4',
  isBlocked: false,
  label: 'Maison',
  landmark: 'En face de la pharmacie',
  lat: -2.5083,
  lineTotal: '37000.00',
  linkedProviders: 'GOOGLE',
  lng: 28.8608,
  maskedEmail: 'a•••@example.com',
  maskedPhone: '24399•••4789',
  maxPhotosPerProduct: 8,
  maxProducts: 50,
  maxShops: 2,
  name: 'Aline Bahati',
  network: 'airtel',
  newEmail: 'aline.bahati@example.com',
  newPassword: 'Virunga-2026-volcan',
  note: 'Sonnez deux fois.',
  number: '15',
  open: '08:00',
  otpCode: '123456',
  password: 'Kivu-2026-lac',
  payerPhoneNumber: '243991234555',
  pendingToken: 'q8Zt1yVbR3mK',
  phone: '243991234789',
  phoneNumber: '243991234789',
  pickupCode: '123456',
  prepMinutes: 30,
  provider: 'AIRTEL_COD',
  quantity: 2,
  quartier: 'Nyawera',
  rccm: 'CD/BKV/RCCM/24-B-01234',
  riderEarning: '2800.00',
  reason: 'À la demande de la personne.',
  recipientName: 'Aline Bahati',
  recoveryToken: 'q8Zt1yVbR3mK',
  refreshToken: 'eyJhbGciOiJIUzI1NiJ9',
  resendIn: 60,
  signature: 'MEUCIQDx',
  sku: 'CAFE-500',
  stock: 12,
  subtotal: '37000.00',
  taxNumber: 'A1234567B',
  token: 'q8Zt1yVbR3mK',
  totp: '123456',
  total: '40500.00',
  transports: 'internal',
  type: 'Réassort',
  to: 'AWAITING_CODE',
  unitPrice: '18500.00',
  url: 'https://api.soko.example/api/v1/media/0199a3f2.webp',
  userHandle: 'MDE5OWEzZjI',
  variants: '[{"price":"18500.00","stock":12}]',
  vehiclePlate: 'NK 2210 BC',
  weightGrams: '500',
}

/** What has a name, by the schema it stands in, and its address on the web. */
const NAMES: [schema: RegExp, name: string, slug: string][] = [
  [/Subcategory/, 'Café et thé', 'cafe-et-the'],
  [/[Cc]ategory/, 'Épicerie', 'epicerie'],
  [/Product|OrderItem|Variant/, 'Café du Kivu', 'cafe-du-kivu'],
  [/Plan/, 'Essentiel', 'essentiel'],
  [/[Ss]hop/, 'Kivu Saveurs', 'kivu-saveurs'],
  [/Passkey/, "Téléphone d'Aline", ''],
  [/Ledger/, 'Le grand livre est équilibré', ''],
]

/** Of these enums not the first. */
const CHOSEN: Record<string, string> = { Currency: 'CDF', PriceCurrency: 'CDF', ProductStatus: 'PUBLISHED' }

/** What has not happened yet to an order that waits for its payment. */
const NOT_YET =
  'exchangeRate prepMinutes rejectionReason cancellationReason delivery autoCompleteAt paidAt acceptedAt readyAt pickedUpAt deliveredAt completedAt rejectedAt cancelledAt'
const NEW_ORDER = {
  ...Object.fromEntries(NOT_YET.split(' ').map((name) => [name, null])),
  refundedAmount: '0.00',
  expiresAt: '2026-11-22T08:45:00.000Z',
  pickupCode: undefined,
}

/** Fields of one thing that agree with each other. */
const OF_ONE: Record<string, Record<string, unknown>> = {
  Order: NEW_ORDER,
  OrderWithPayin: { ...NEW_ORDER, paymentStatus: 'PENDING' },
  Payin: { amount: 40_500 },
  Delivery: { rider: null, attempts: 0, proofs: [], failureReason: null, distanceKm: 1.8 },
  Product: { weightGrams: 500, expiresAt: null },
  PayoutFile: { failureCode: null, failureMessage: null },
  UserFile: { blockReason: null, deletedAt: null },
}

/** Left empty by people, asked for only here and there, or rarely of use. */
const LEFT_OUT = ['website', 'turnstileToken', 'closedFrom', 'closedTo']

/** A value as a schema of the document wants it; undefined for a file that need not be there. */
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
    // The card of a thing inside another has no schema of its own.
    return objectOf(schema, all, /^(shop|category)$/.test(field) ? field : within)
  }
  if (type !== undefined && types.includes('array')) {
    const item = exampleOf((schema.items ?? {}) as Json, all, within, field)
    return item === undefined ? undefined : [item]
  }
  if (schema.format === 'binary' && field !== 'avatar') return undefined
  const [, name, slug] = NAMES.find(([of]) => of.test(within)) ?? []
  if (field === 'name') return name ?? VALUES.name
  if (field === 'slug') return slug ?? 'kivu-saveurs'
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

/** Of fields that stand for each other, the first, and what goes with it. */
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
      const fixed = OF_ONE[within] ?? {}
      const value = name in fixed ? fixed[name] : exampleOf(schema, all, within, name)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
