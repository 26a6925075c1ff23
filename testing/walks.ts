/** A row of EXPLAIN QUERY PLAN. */
export type Step = { id: number; parent: number; detail: string }

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
