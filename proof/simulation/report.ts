/** Counts of everything that can strike and did, over one history or a whole campaign. */
export type Report = {
  seeds: number
  steps: number
  commands: Record<string, { done: number; refused: number; crashed: number; failed: number }>
  /** Acts that people, operators and the clock were made to do. */
  acts: Record<string, number>
  refusals: Record<string, number>
  faults: Record<string, number>
  /** By site: which call or trip, before or after it. */
  crashes: Record<string, number>
  /** By command: the process died while it was under way. */
  crashesIn: Record<string, number>
  states: Record<string, number>
}

export const newReport = (): Report => ({
  seeds: 0,
  steps: 0,
  commands: {},
  acts: {},
  refusals: {},
  faults: {},
  crashes: {},
  crashesIn: {},
  states: {},
})

export const count = (table: Record<string, number>, key: string, by = 1) => {
  table[key] = (table[key] ?? 0) + by
}

export function countsOf({ commands }: Report, name: string) {
  const counts = commands[name] ?? { done: 0, refused: 0, crashed: 0, failed: 0 }
  commands[name] = counts
  return counts
}

/** Adds what another process counted. */
export function addReport(total: Report, other: Report): void {
  total.seeds += other.seeds
  total.steps += other.steps
  for (const name of ['acts', 'refusals', 'faults', 'crashes', 'crashesIn', 'states'] as const) {
    for (const [key, by] of Object.entries(other[name])) count(total[name], key, by)
  }
  for (const [name, theirs] of Object.entries(other.commands)) {
    const mine = countsOf(total, name)
    for (const key of ['done', 'refused', 'crashed', 'failed'] as const) mine[key] += theirs[key]
  }
}
