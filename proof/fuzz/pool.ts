import type { Random } from './random.ts'

const MOST_OF_A_KIND = 400
const FIRST = 40

/** Words of paths and keys, and the kind of thing whose id follows them. */
const KINDS: Record<string, string> = {
  users: 'user', user: 'user', buyer: 'user',
  sessions: 'session', addresses: 'address', passkey: 'passkey', passkeys: 'passkey',
  shops: 'shop', shop: 'shop',
  plans: 'plan', plan: 'plan',
  subscriptions: 'subscription', subscription: 'subscription',
  payments: 'deposit', deposit: 'deposit',
  categories: 'category', category: 'category',
  subcategories: 'subcategory', subcategory: 'subcategory',
  products: 'product', product: 'product',
  variants: 'variant', variant: 'variant',
  orders: 'order', order: 'order',
  deliveries: 'delivery', delivery: 'delivery',
  riders: 'rider', rider: 'rider',
  profiles: 'profile', reports: 'report',
  kyc: 'kyc', import: 'import', documents: 'document', document: 'document',
  incidents: 'incident', incident: 'incident', tickets: 'ticket', ticket: 'ticket',
  expenses: 'expense', expense: 'expense',
  refunds: 'refund', refund: 'refund',
  payouts: 'payout', payout: 'payout', pending: 'pending',
  'exchange-rates': 'rate', rates: 'rate', rate: 'rate',
} // biome-ignore format: one line a kind

/** The kind a path's parameter or a field names: `/orders/admin/{id}` is an order, `variantId` a variant. */
export function kindOf(name: string, path = ''): string | undefined {
  const own = /^(\w+)Id$/.exec(name)?.[1]
  if (own) return KINDS[own] ?? own
  if (name === 'slug') return `${kindIn(path)} slug`
  if (name === 'key') return 'media'
  return name === 'id' ? kindIn(path) : undefined
}

const kindIn = (path: string) =>
  path
    .split('/')
    .reverse()
    .map((part) => KINDS[part])
    .find((kind) => kind !== undefined)

const NONE: ReadonlySet<string> = new Set()

type Shown = Record<string, unknown>

/**
 * The ids that answers showed, by kind and by the status they were last seen in, for everybody and for each person who
 * saw them.
 */
export class Pool {
  private readonly ids = new Map<string, string[]>()
  private readonly statuses = new Map<string, string>()
  private readonly people = new Map<string, Pool>()
  /** Codes that an order's parties tell each other, by the order's id; a delivery's id leads to its order. */
  private readonly codes = new Map<string, { pickupCode?: string; dropoffCode?: string }>()
  private readonly orderOf = new Map<string, string>()
  /** Statuses in which an operation was seen to succeed. */
  readonly liked = new Map<string, Set<string>>()
  /** Ids that must not be drawn: blocking a caller, or closing the demo's shop, would end the run. */
  readonly forbidden: Set<string>

  constructor(forbidden = new Set<string>()) {
    this.forbidden = forbidden
  }

  /** Gives everything that one person saw. */
  of(personId: string): Pool {
    const known = this.people.get(personId) ?? new Pool(this.forbidden)
    this.people.set(personId, known)
    return known
  }

  add(kind: string | undefined, id: unknown, status?: unknown): void {
    if (!kind || typeof id !== 'string' || id === '' || this.forbidden.has(id)) return
    if (typeof status === 'string') {
      const before = this.statuses.get(id)
      if (before !== status) this.drop(`${kind}@${before}`, id)
      this.statuses.set(id, status)
      this.keep(`${kind}@${status}`, id)
    }
    this.keep(kind, id)
  }

  /** Without a look at what is forbidden. */
  keep(key: string, id: string): void {
    const known = this.ids.get(key) ?? []
    this.ids.set(key, known)
    if (known.includes(id)) return
    // The first ones stay: they are the demo's, and the richest.
    if (known.length >= MOST_OF_A_KIND) known.splice(FIRST, 1)
    known.push(id)
  }

  private drop(key: string, id: string): void {
    const known = this.ids.get(key)
    if (known?.includes(id)) known.splice(known.indexOf(id), 1)
  }

  /** The status that an operation moved something out of. */
  statusOf(id: string): string | undefined {
    return this.statuses.get(id)
  }

  /**
   * One of a kind: any status as often as any other, new ones as often as old ones.
   * @param liked the statuses that were seen to do
   */
  one(kind: string | undefined, random: Random, liked: ReadonlySet<string> = NONE): string | undefined {
    const byStatus = [...this.ids.keys()].filter((key) => key.startsWith(`${kind}@`) && this.ids.get(key)?.length)
    const fitting = byStatus.filter((key) => liked.has(key.slice(key.indexOf('@') + 1)))
    const some = fitting.length > 0 && random.chance(0.5) ? fitting : byStatus
    const key = some.length > 0 && random.chance(0.7) ? random.pick(some) : (kind ?? '')
    const known = this.ids.get(key) ?? []
    if (known.length === 0) return undefined
    const drawn = random.chance(0.5) ? random.pick(known) : random.pick(known.slice(-20))
    // Somebody may have been seen before it was known that they are needed.
    return this.forbidden.has(drawn) ? undefined : drawn
  }

  any(random: Random): string | undefined {
    const kinds = [...this.ids.keys()]
    return kinds.length > 0 ? this.one(random.pick(kinds), random) : undefined
  }

  /** The code that proves a hand-over of an order or a delivery. */
  codeOf(id: string, which: 'pickupCode' | 'dropoffCode'): string | undefined {
    return this.codes.get(this.orderOf.get(id) ?? id)?.[which]
  }

  /** Remembers the status of what an operation is about to be asked of, if the answer is a success. */
  like(operationId: string, status: string | undefined): void {
    if (status) this.liked.set(operationId, (this.liked.get(operationId) ?? new Set()).add(status))
  }

  noteCodes(orderId: string, { pickupCode, dropoffCode }: Shown): void {
    const known = this.codes.get(orderId) ?? {}
    if (typeof pickupCode === 'string') known.pickupCode = pickupCode
    if (typeof dropoffCode === 'string') known.dropoffCode = dropoffCode
    this.codes.set(orderId, known)
  }

  /** Keeps every id of an answer: `id` is of the kind of the key or path it stands under. */
  harvest(value: unknown, path: string, personId?: string): void {
    this.collect(value, path)
    if (personId) this.of(personId).collect(value, path)
  }

  private collect(value: unknown, under: string): void {
    if (Array.isArray(value)) for (const inner of value) this.collect(inner, under)
    else if (typeof value === 'object' && value !== null) this.collectFrom(value as Shown, under)
  }

  private collectFrom(value: Shown, under: string): void {
    const { id, orderId, status } = value
    if (typeof id === 'string') this.noteCodes(id, value)
    if (typeof id === 'string' && typeof orderId === 'string') this.orderOf.set(id, orderId)
    for (const [key, inner] of Object.entries(value)) {
      if (typeof inner === 'object') this.collect(inner, KINDS[key] ? `/${key}` : under)
      else if (/Token$/.test(key) && key !== 'accessToken') this.add(key, inner)
      else if (/url$/i.test(key)) this.add('media', /\/media\/([^/?]+)/.exec(String(inner))?.[1])
      else this.add(kindOf(key, under), inner, key === 'id' ? status : undefined)
    }
  }
}
