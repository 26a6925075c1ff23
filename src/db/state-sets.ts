import { type SQL, sql } from 'drizzle-orm'

/** States that mean one thing together. TypeScript, SQL, partial indexes and triggers read this one list. */
export type StateSet<S extends string = string> = {
  states: readonly S[]
  has: (status: string | null | undefined) => status is S
  /** SQL: the column is in one of these states. Written out, because SQLite does not see through a bound list to a partial index. */
  in: (column: string) => SQL<boolean>
  notIn: (column: string) => SQL<boolean>
  /** SQL as text, for laws, triggers and indexes. */
  inText: (column: string) => string
  notInText: (column: string) => string
}

/** Names of the sets that each state is in. */
type Table<S extends string> = Record<S, readonly string[]>
type StatesIn<S extends string, T extends Table<S>, Name> = {
  [State in S]: Name extends T[State][number] ? State : never
}[S]

function stateSet<S extends string>(states: readonly S[]): StateSet<S> {
  const list = `(${states.map((state) => `'${state}'`).join(', ')})`
  const inText = (column: string) => `${column} IN ${list}`
  const notInText = (column: string) => `${column} NOT IN ${list}`
  return {
    states,
    has: (status): status is S => states.some((state) => state === status),
    in: (column) => sql<boolean>`${sql.raw(inText(column))}`,
    notIn: (column) => sql<boolean>`${sql.raw(notInText(column))}`,
    inText,
    notInText,
  }
}

/**
 * Sets of the states of a closed set, by name. A table names the sets of each state, so the compiler asks for them when a state is added.
 */
export function stateSets<S extends string, const T extends Table<S>>(
  states: readonly S[],
  table: T & Record<Exclude<keyof T, S>, never>,
): { [Name in T[S][number]]: StateSet<StatesIn<S, T, Name>> } {
  const setsOf: Table<S> = table
  const names = new Set(states.flatMap((state) => setsOf[state]))
  return Object.fromEntries(
    [...names].map((name) => [name, stateSet(states.filter((state) => setsOf[state].includes(name)))]),
  ) as { [Name in T[S][number]]: StateSet<StatesIn<S, T, Name>> }
}
