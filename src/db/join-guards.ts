import type { Statement } from './admission.ts'

/** A guard as `abortWhen` writes it: its name is its first value. */
const GUARD = /^\s*INSERT INTO guard \(code\) SELECT \? WHERE\s/

/** D1 takes so many values in a statement. */
const MOST_VALUES = 100

/** The statements of a batch with guards joined, and for each statement as it came its place among them. */
export type Joined = { statements: Statement[]; places: number[] }

/**
 * Joins guards that follow each other in a batch, because each statement of a batch costs the Worker and D1 more than its condition does. A
 * joined statement holds the conditions in their order and raises the first that is broken, as they would one by one.
 */
export function joinGuards(batch: readonly Statement[]): Joined {
  const runs: Statement[][] = []
  const places = batch.map((statement) => {
    const last = runs.at(-1)
    const isNext = last !== undefined && GUARD.test(statement.sql) && GUARD.test(last[0]?.sql ?? '')
    if (isNext && valuesIn(last) + statement.params.length <= MOST_VALUES) last.push(statement)
    else runs.push([statement])
    return runs.length - 1
  })
  return { statements: runs.map(joined), places }
}

const valuesIn = (run: Statement[]) => run.reduce((sum, { params }) => sum + params.length, 0)

function joined(run: Statement[]): Statement {
  const [only] = run
  if (only && run.length === 1) return only
  const whens = run.map(({ sql }) => `WHEN (${sql.replace(GUARD, '')}) THEN ?`)
  return {
    sql: `INSERT INTO guard (code) WITH broken AS MATERIALIZED (SELECT CASE ${whens.join(' ')} END AS code)
      SELECT code FROM broken WHERE code IS NOT NULL`,
    params: run.flatMap(({ params: [name, ...values] }) => [...values, name]),
  }
}
