/** A row of EXPLAIN QUERY PLAN. */
export type Step = { id: number; parent: number; detail: string }

/** Tables that may be walked from end to end, and why. */
const WALKED: Record<string, string> = {
  backup_marks: 'a row for each table, once a share of a backup',
  backups: 'a row a night, for 13 months; when a chain is removed',
  sqlite_schema: 'what the database is made of, when a backup is taken',
  sqlite_sequence: 'a row for each table that counts, when a backup is taken',
  accounts: "the ledger's own lists and sums, for finance",
  categories: 'a few dozen, all of them shown',
  codes: 'those of the last half hour: the cron forgets the others',
  money_settings: 'a row for each currency',
  law_parts: 'a row for each part of a law',
  law_walks: 'a row for each walk of the night',
  law_clock: 'one row',
  law_faults: 'twenty rows at most for each broken law',
  law_verdicts: 'a row for each law, when one is given up',
  live_notes: 'what the commit itself wrote, if anything',
  purges: 'what was taken down in the last minute: a tick tells the edge',
  one_time_tokens: 'at an erasure; the cron forgets those that have ended',
  recoveries: 'at an erasure; few people recover an account',
}
/** Indexes that are walked without a LIMIT of their own: they hold few rows. */
const FEW = ['law_verdicts_broken', 'outbox_due', 'plans_order']

/** Tables and indexes that may be walked from end to end. */
type Allowed = { tables: readonly string[]; indexes: readonly string[] }

/**
 * The scans of a plan that read a table or an index from end to end. A LIMIT ends a scan only if it stands in the scan's own SELECT, and
 * if no sort of that SELECT needs all rows first.
 */
export function walksIn(sql: string, plan: readonly Step[], { tables, indexes }: Allowed): string[] {
  const made = new Set(plan.map(({ detail }) => /^(?:CO-ROUTINE|MATERIALIZE) (\S+)/.exec(detail)?.[1]))
  const isSorted = (parent: number) =>
    plan.some((step) => step.parent === parent && /^USE TEMP B-TREE FOR (?:ORDER|GROUP) BY/.test(step.detail))
  return plan.flatMap(({ parent, detail }) => {
    const [, name = '', index] = /^SCAN ([a-z_]+)(?: USING (?:COVERING )?INDEX (\S+))?$/.exec(detail) ?? []
    if (name === '' || made.has(name) || tables.includes(name)) return []
    const isEnded = index && (indexes.includes(index) || (isLimited(sql, name) && !isSorted(parent)))
    return isEnded ? [] : [detail]
  })
}

/** Whether a SELECT that reads this table, or this alias, has a LIMIT of its own, outside of any SELECT in it. */
function isLimited(sql: string, name: string): boolean {
  const reads = new RegExp(`(?:\\b(?:from|join)|,)\\s+(?:"?\\w+"?\\s+(?:as\\s+)?)?"?${name}"?(?![\\w.])`, 'i')
  return selectsOf(sql).some((select) => reads.test(select) && /\blimit\b/i.test(select))
}

/** The text of each group of parentheses, and of the whole, each without the groups in it. */
function selectsOf(sql: string): string[] {
  const done: string[] = []
  const open = ['']
  for (const part of sql.replace(/'[^']*'/g, "''").split(/([()])/)) {
    if (part === '(') open.push('')
    else if (part === ')') done.push(open.pop() ?? '')
    else open.push(`${open.pop() ?? ''} ${part}`)
  }
  return [...done, ...open]
}

/** The scans of a statement that walk a table which grows, or an index that no LIMIT ends. */
export const walksOf = (sql: string, plan: Step[]): string[] =>
  walksIn(sql, plan, { tables: Object.keys(WALKED), indexes: FEW }).map(
    (detail) => `${detail}: ${sql.replace(/\s+/g, ' ')}`,
  )

/** A value for each parameter: EXPLAIN plans the same for all. */
export function nulls(sql: string): null[] {
  const bare = sql.replace(/'[^']*'/g, '')
  const numbered = [...bare.matchAll(/\?(\d+)/g)].map(([, number]) => Number(number))
  return Array<null>(Math.max(0, ...numbered) || bare.split('?').length - 1).fill(null)
}
