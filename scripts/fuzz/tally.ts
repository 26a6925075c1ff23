import type { Case, Wanted } from './case.ts'
import type { Operation } from './document.ts'
import type { Answer } from './send.ts'

type Counts = { valid: number; invalid: number; statuses: Map<number, number> }

/** How often each operation was asked, and what it answered. */
export class Tally {
  private readonly counts = new Map<string, Counts>()
  asked = 0

  private of({ operationId }: Operation): Counts {
    const known = this.counts.get(operationId) ?? { valid: 0, invalid: 0, statuses: new Map() }
    this.counts.set(operationId, known)
    return known
  }

  add({ operation, wanted }: Case, { status }: Answer): void {
    const counts = this.of(operation)
    this.asked++
    counts[wanted]++
    counts.statuses.set(status, (counts.statuses.get(status) ?? 0) + 1)
  }

  /** An operation that takes nothing has no invalid case. */
  skip(operation: Operation, _wanted: Wanted): void {
    this.of(operation)
  }

  *lines(): Generator<string> {
    for (const [operationId, { valid, invalid, statuses }] of this.counts) {
      const said = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status}:${times}`)
      yield `${operationId.padEnd(44)} ${String(valid).padStart(4)} valid ${String(invalid).padStart(4)} invalid   ${said.join(' ')}`
    }
  }

  /** Operations that never succeeded: nothing was seen of their answers. */
  get neverSucceeded(): string[] {
    return [...this.counts]
      .filter(([, { statuses }]) => ![...statuses.keys()].some((status) => status < 300))
      .map(([operationId]) => operationId)
  }
}
