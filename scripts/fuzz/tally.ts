import type { Case } from './case.ts'
import type { Operation } from './document.ts'
import type { Answer } from './send.ts'

type Counts = { valid: number; invalid: number; statuses: Map<number, number>; refusals: Map<string, number> }

const count = <K>(counts: Map<K, number>, key: K) => counts.set(key, (counts.get(key) ?? 0) + 1)
const said = <K extends string | number>(counts: Map<K, number>) =>
  [...counts].map(([key, times]) => `${key}: ${times}`)

/** How often each operation was asked, and what it answered. */
export class Tally {
  private readonly counts = new Map<string, Counts>()
  asked = 0

  private of({ operationId }: Operation): Counts {
    const known = this.counts.get(operationId) ?? { valid: 0, invalid: 0, statuses: new Map(), refusals: new Map() }
    this.counts.set(operationId, known)
    return known
  }

  add({ operation, wanted, mustAnswer }: Case, { status, body }: Answer): void {
    const counts = this.of(operation)
    this.asked++
    counts[wanted]++
    count(counts.statuses, status)
    if (wanted === 'valid' && !mustAnswer && status >= 400) count(counts.refusals, `${status} ${body?.error?.message}`)
  }

  /** An operation that takes nothing has no invalid case. */
  skip(operation: Operation): void {
    this.of(operation)
  }

  *lines(): Generator<string> {
    for (const [operationId, { valid, invalid, statuses }] of this.counts) {
      const answers = said(new Map([...statuses].sort(([a], [b]) => a - b)))
      yield `${operationId.padEnd(48)}${String(valid).padStart(4)} valid${String(invalid).padStart(5)} invalid   ${answers.join(', ')}`
    }
  }

  /** Operations of which no success was seen, and so nothing of their answers, with what they said instead. */
  *barrenLines(): Generator<string> {
    for (const [operationId, { statuses, refusals }] of this.counts) {
      if ([...statuses.keys()].some((status) => status < 300)) continue
      yield `${operationId} never succeeded: ${said(refusals).slice(0, 6).join('; ')}`
    }
  }
}
