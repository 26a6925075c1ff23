import { readFileSync } from 'node:fs'

/** A machine as its table in docs/states.md tells it: its states, and from where each event leads where. Every other state refuses the event. */
export type Promised = { states: Set<string>; events: Record<string, Record<string, string>> }

type Row = { from: string; events: string[]; to: string }

/** The rows of the n-th table of states under a heading of docs/states.md. */
function rowsUnder(heading: string, nth: number): Row[] {
  const [, section = ''] = readFileSync('docs/states.md', 'utf8').split(`\n## ${heading}\n`)
  const [own = ''] = section.split('\n## ')
  const table = own.match(/^\| From \| Event.*\n\|[-|]+\n(?:\|.*\n)+/gm)?.[nth]
  if (!table) throw new Error(`docs/states.md has no table of states under ${heading}`)
  return table
    .trimEnd()
    .split('\n')
    .slice(2)
    .map((line) => line.split(' | '))
    .map(([from = '', event = '', to = '']) => ({
      from: from.slice(2),
      events: [...event.matchAll(/`([a-z][\w-]*)`/g)].map(([, name = '']) => name),
      to: to.replace(/ \|$/, ''),
    }))
}

const statesIn = (cell: string): string[] =>
  cell.match(/\b[A-Z][A-Z_]+\b|\b(?:pending|succeeded|failed|expired|review|reversed)\b/g) ?? []

/** Reads the table of a machine. A row without an event is how a thing begins, or a change that leaves the state as it was. */
export function promisedIn(heading: string, nth = 0): Promised {
  const rows = rowsUnder(heading, nth)
  const targets = rows.map(({ to }) => statesIn(to)[0]).filter((to) => to !== undefined)
  const states = new Set([
    ...targets,
    ...rows.filter(({ from }) => !from.startsWith('any')).flatMap(({ from }) => statesIn(from)),
  ])
  const events: Promised['events'] = {}
  for (const { from, events: names, to } of rows) {
    const named = statesIn(from)
    const sources = from.startsWith('any') ? [...states].filter((state) => !named.includes(state)) : named
    const target = to.startsWith('same') ? undefined : statesIn(to)[0]
    for (const name of names)
      for (const source of sources) events[name] = { ...events[name], [source]: target ?? source }
    const leadsAway = target !== undefined && sources.some((source) => source !== target)
    if (leadsAway && names.length === 0)
      throw new Error(`docs/states.md, ${heading}: the row from ${from} names no event`)
  }
  return { states, events }
}
