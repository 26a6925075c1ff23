import type { DatabaseSync } from 'node:sqlite'
import type { Story } from './model.ts'
import type { Rows } from './snapshot.ts'
import type { Stage } from './stage.ts'
import { templateOf, type Wording } from './template.ts'

const DAY_MS = 86_400_000

/** Days for which rows of a table are kept: older copies of a story have none of them. */
const KEPT_DAYS = { idempotency_keys: 1, quotes: 1, outbox: 3, sessions: 30, notifications: 60 }
/** Tables that `settle` computes of the others, and tables whose rows pass with the day. */
const COMPUTED =
  /^(accounts|counters|feeds|held_bytes|(order|expense)_totals|(product|seller)_sales|rider_(deliveries|zones)|wallet_months|\w+_days)$/
const PASSING =
  /^(alerts|attempts|codes|heartbeats|heartbeat_quarters|law_\w+|message_counts|search_words|search_spellings|touched)$/
/** Columns that the database numbers by itself. */
const NUMBERED: Record<string, string> = { notifications: 'seq', search_keys: 'row' }

export type Copies = {
  story: Story
  bound: Wording['bound']
  isKnown: Wording['isKnown']
  /** Other words for columns: table → column → SQL over a copy `c`. */
  reworded?: Record<string, Record<string, string>>
  keptDays?: Record<string, number>
  /** A table that keeps columns of each copy: each with the text of the story in whose place it stands. */
  kept?: { into: string; columns: Record<string, string> }
}

/** Makes the function that copies a story once for each row of a query (`n`, `at`, `shift` and what is bound). */
export function copier(
  db: DatabaseSync,
  stage: Stage,
  now: number,
  { story, bound, isKnown, reworded = {}, ...more }: Copies,
) {
  const rows: Rows = new Map([...story.rows].filter(([table]) => !COMPUTED.test(table) && !PASSING.test(table)))
  const { inserts, made } = templateOf(rows, { beganAt: story.beganAt, bound, isKnown })
  const keptDays: Record<string, number> = { ...KEPT_DAYS, ...more.keptDays }
  const statements = inserts.map(({ table, values }) => {
    const told = Object.entries({ ...values, ...reworded[table] }).filter(([column]) => NUMBERED[table] !== column)
    const into = stage.of(
      table,
      told.map(([column]) => column),
    )
    const days = keptDays[table]
    const since = days ? ` WHERE c.at > ${now - days * DAY_MS}` : ''
    return `INSERT INTO ${into} SELECT ${told.map(([, value]) => value).join(', ')} FROM chunk c${since}`
  })
  if (more.kept) {
    const columnOf = (text: string) => bound.get(text) ?? made.get(text)?.column
    const columns = Object.entries(more.kept.columns).map(([name, text]) => `c.${columnOf(text)} AS ${name}`)
    const into = more.kept.into
    db.exec(`CREATE TEMP TABLE ${into} (k INTEGER PRIMARY KEY, ${Object.keys(more.kept.columns).join(', ')})`)
    statements.push(`INSERT INTO ${into} SELECT c.k, ${columns.join(', ')} FROM chunk c`)
  }
  const ids = [...made.values()].map(({ column, sql }) => `${sql} AS ${column}`)
  return (plan: string) => {
    db.exec(`CREATE TEMP TABLE chunk AS SELECT ${['p.*', ...ids].join(', ')} FROM (${plan}) p`)
    for (const statement of statements) db.exec(statement)
    db.exec('DROP TABLE chunk')
  }
}
