/** The keys of each subject of laws, by which the night walks through them: what to select, and the column that is compared. */
export const SUBJECTS = {
  account: 'k.code FROM accounts k WHERE k.code',
  attempt: 'k.id FROM gateway_transactions k WHERE k.id',
  booking: 'k.id FROM bookings k WHERE k.id',
  exchange: `k.ref FROM transfers k WHERE k.kind = 'order:exchanged' AND k.ref`,
  expense: 'k.id FROM expenses k WHERE k.id',
  order: 'k.id FROM orders k WHERE k.id',
  /** Things for which money moves once: all but orders, by the subject of their attempts. */
  paid: 'k.subject_id FROM gateway_transactions k WHERE k.subject_id',
  payment: 'k.id FROM subscription_payments k WHERE k.id',
  payout: 'k.id FROM payouts k WHERE k.id',
  refund: 'k.id FROM refunds k WHERE k.id',
  rider: 'k.id FROM riders k WHERE k.id',
  subscription: 'k.id FROM subscriptions k WHERE k.id',
  /** Transfers that took something for a refund, by their ref. */
  taken: `k.ref FROM transfers k WHERE k.kind = 'refund:taken' AND k.ref`,
  /** Whatever has a history. */
  thing: 'k.thing_id FROM history k WHERE k.thing_id',
  variant: 'k.id FROM variants k WHERE k.id',
}
/** Things that laws are about. Triggers note which of them changed (scripts/schema/watches.ts). */
export type Subject = keyof typeof SUBJECTS

/**
 * A query that finds the keys of what breaks a law. Where «o.id» stands the query of some things has a condition on that key; the query of
 * all has none.
 */
export type Part = {
  /** The subject whose changed things the hour looks at. */
  of?: Subject
  /** The keys along which the night walks; a part without them is held in one statement. */
  walk?: string
  /** Whether only the night holds it. */
  isNightly?: true
  sql: string
  /** The queries of some things, and of a range of keys, if they are others than that of all. */
  some?: string
  range?: string
}

/** A law: its parts together find what breaks it. */
export type Law = Part[]

/** A part about the things of a subject. */
export const of = (subject: Subject, sql: string, others: Pick<Part, 'some' | 'range'> = {}): Law => [
  { of: subject, walk: SUBJECTS[subject], sql, ...others },
]
/** A part that the hour holds as it is: an index has only what it reads. */
export const open = (sql: string): Law => [{ sql }]
/** A part that only the night holds, along these keys or, without them, in one statement. */
export const atNight = (sql: string, walk?: string): Law => [{ sql, isNightly: true, ...(walk && { walk }) }]

/** Keys lie after «key before after»: an account of a seller is `«a.code seller: :pending»`, a day of an instant «day:a.created_at». */
const MARK = /«(\S+?)(?: (\S*) (\S*))?»/g
const around = (value: string, before = '', after = '') =>
  `${before && `'${before}' || `}${value}${after && ` || '${after}'`}`

/** The query of all things. */
export const wholeOf = (law: Law): string => law.map(({ sql }) => sql.replace(MARK, '')).join('\nUNION ALL ')

/** The query of the things whose keys are in the table `keys (value)`. */
export const queryOfSome = ({ sql, some = sql }: Part): string =>
  some.replace(
    MARK,
    (_all, key: string, before?: string, after?: string) =>
      ` AND ${key} IN (SELECT ${around('value', before, after)} FROM keys)`,
  )

/** The first millisecond after a day of Lubumbashi and Kigali. */
export const dayAfter = (day: string) => `(unixepoch(${day}) + 79200) * 1000`
const [LOW, HIGH] = ['low', 'high'].map((end) => `(SELECT ${end} FROM span)`) as [string, string]

/** The end of the last range. What comes after a key may sort behind the beginning of the first one. */
const behind = (before = '', after = '') =>
  after ? `iif(${LOW} = '', '${before}', ${around(LOW, before, after)})` : around(LOW, before, after)

/** The query of the things whose keys are in the row of the table `span (low, high)`: above the first, and up to the second. */
export const queryOfRange = ({ sql, range = sql }: Part): string =>
  range.replace(MARK, (_all, key: string, before?: string, after?: string) =>
    key.startsWith('day:')
      ? ` AND ${key.slice(4)} >= ${dayAfter(LOW)} AND ${key.slice(4)} < ${dayAfter(HIGH)}`
      : ` AND ${key} > ${behind(before, after)} AND ${key} <= ${around(HIGH, before, after)}`,
  )

/** The queries of all things of each law, for whoever holds the laws on a whole database at once. */
export const wholes = (laws: Record<string, Law>): Record<string, string> =>
  Object.fromEntries(Object.entries(laws).map(([name, law]) => [name, wholeOf(law)]))
