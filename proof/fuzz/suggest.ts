import { COUNTRIES } from '#kernel/phone.ts'
import { DEMO_PASSWORD } from '../../scripts/seed/people.ts'
import { drawPicture } from '../../scripts/seed/picture.ts'
import type { Operation, Schema } from './document.ts'
import type { Person } from './people.ts'
import { kindOf, type Pool } from './pool.ts'
import type { Random } from './random.ts'
import type { Suggest } from './values.ts'

/** Facts that a case knows beside its operation. */
export type Facts = {
  random: Random
  /** The how manieth case of its operation: what must not be left to chance goes around by it. */
  at: number
  pool: Pool
  /** Codes that came to whom the case is about, newest first. */
  codes: string[]
  caller: Person | undefined
  /** A new account, its e-mail and password. */
  account: { email: string; password: string } | undefined
  next: () => number
}

const DAY_MS = 86_400_000
const PICTURE = drawPicture('round', 45)
const PROVIDERS = { CD: ['VODACOM_MPESA_COD', 'AIRTEL_COD', 'ORANGE_COD'], RW: ['MTN_MOMO_RWA', 'AIRTEL_RWA'] }

/** Good values by a field's name, consistent within one request: its country decides number, network and provider. */
export function suggestionsOf(
  operation: Operation,
  { random, pool, codes, caller, account, next }: Facts,
  pathId = '',
): Suggest {
  const country = random.chance(0.8) ? 'CD' : 'RW'
  const paysIn = random.pick(COUNTRIES[country].currencies)
  const phone =
    `${country === 'CD' ? '24399' : '25078'}${String(next() % 10_000).padStart(4, '0')}${random.pick(['789', '789', '456', '049'])}`.slice(
      0,
      12,
    )
  const local = phone.length < 12 ? phone.padEnd(12, '9') : phone
  const liked = pool.liked.get(operation.operationId)
  const isPriced = /products|shop|plans|orders$/.test(operation.path)
  /** Mails hold other numbers too. */
  const codeFor = ({ pattern = '' }: Schema) => codes.find((code) => new RegExp(pattern, 'u').test(code))
  const named: Record<string, (schema: Schema) => unknown> = {
    phone: () => (caller && random.chance(0.3) ? caller.phone : local),
    payerPhoneNumber: () => local,
    phoneNumber: () => local,
    contactPhone: () => local,
    network: () => random.pick(COUNTRIES[country].networks),
    provider: () => random.pick(PROVIDERS[country]),
    country: () => country,
    countryCode: () => country,
    currency: () => (isPriced ? random.pick(['USD', 'CDF']) : paysIn),
    amount: () => (paysIn === 'USD' ? random.pick([1, 5, '12.50']) : random.pick([1000, '2500'])),
    price: () => random.pick(['5', 20, '100']),
    minOrderAmount: () => random.pick([0, '1', 5]),
    email: () => account?.email ?? (caller && random.chance(0.3) ? caller.email : `fuzz-${next()}@exemple.test`),
    newEmail: () => `fuzz-${next()}@exemple.test`,
    identifier: () => account?.email ?? caller?.email,
    password: () => (operation.access === 'public' ? `Mot-de-passe-${next()}` : passwordOf(caller)),
    currentPassword: () => passwordOf(caller),
    newPassword: () => `Mot-de-passe-${next()}`,
    code: (schema) =>
      pool.codeOf(pathId, operation.path.endsWith('deliver') ? 'dropoffCode' : 'pickupCode') ?? codeFor(schema),
    otpCode: codeFor,
    version: () => undefined,
    search: () => random.pick(['the', 'cafe', 'lampe solaire', 'seller', '%', '"', "d'or"]),
    expiresAt: () => new Date(Date.now() + (30 + random.below(300)) * DAY_MS).toISOString().slice(0, 10),
    variants: () => JSON.stringify(variantsOf(random, next)),
    images: () => (random.chance(0.5) ? [] : [PICTURE]),
    'images[]': () => [],
    zones: () => [],
    page: () => 1 + random.below(3),
    limit: () => random.pick([1, 20, 100]),
  }
  return (field, schema: Schema) => {
    const kind = kindOf(field, operation.path)
    if (kind)
      return (
        (caller && random.chance(0.7) ? pool.of(caller.id).one(kind, random, liked) : undefined) ??
        pool.one(kind, random, liked)
      )
    const suggested = named[field]?.(schema) ?? (/Token$/.test(field) ? pool.one(field, random) : undefined)
    if (suggested === undefined || field === 'variants') return suggested
    const isWanted = schema.enum === undefined || schema.enum.includes(suggested)
    return isWanted && schema.type !== 'object' && schema.type !== 'null' && !schema.anyOf?.some(isNull)
      ? suggested
      : undefined
  }
}

const passwordOf = (caller: Person | undefined) => caller?.password ?? DEMO_PASSWORD

const isNull = ({ type }: Schema) => type === 'null'

const variantsOf = (random: Random, next: () => number) =>
  Array.from({ length: 1 + random.below(3) }, (_, i) => ({
    ...(i > 0 && { name: `Taille ${i}` }),
    ...(random.chance(0.5) && { sku: `F-${next()}-${i}` }),
    price: random.pick(['5', 12, '100']),
    stock: 10 + random.below(100),
  }))
