import type { Case } from './case.ts'
import type { Operation } from './document.ts'
import type { Answer } from './send.ts'

type Counts = {
  asked: number
  statuses: Map<number, number>
  /** Without what the story asked. */
  tried: number
  successes: number
  refusals: Map<string, number>
  /** Why a scene for it could not be set. */
  unset: Map<string, number>
}

const count = <K>(counts: Map<K, number>, key: K) => counts.set(key, (counts.get(key) ?? 0) + 1)
const said = <K extends string | number>(counts: Map<K, number>) =>
  [...counts].map(([key, times]) => `${key}: ${times}`)

/** Counts how often each operation was asked, and what it answered. */
export class Tally {
  private readonly counts = new Map<string, Counts>()
  asked = 0

  private of({ operationId }: Operation): Counts {
    const fresh = () => ({
      asked: 0,
      statuses: new Map(),
      tried: 0,
      successes: 0,
      refusals: new Map(),
      unset: new Map(),
    })
    const known = this.counts.get(operationId) ?? fresh()
    this.counts.set(operationId, known)
    return known
  }

  add({ operation, mustAnswer }: Case, { status, body }: Answer, { told = false } = {}): void {
    const counts = this.of(operation)
    this.asked++
    counts.asked++
    count(counts.statuses, status)
    if (!told) {
      counts.tried++
      if (status < 300) counts.successes++
    }
    if (!mustAnswer && status >= 400) count(counts.refusals, `${status} ${body?.error?.message}`)
  }

  /** Number of times that a case got through. */
  successesOf = (operation: Operation): number => this.of(operation).successes

  unset(operation: Operation, why: string): void {
    count(this.of(operation).unset, why)
  }

  /** Counts an operation of which no try came out as the document says. */
  skip(operation: Operation): void {
    this.of(operation)
  }

  *lines(): Generator<string> {
    for (const [operationId, { asked, statuses }] of this.counts) {
      const answers = said(new Map([...statuses].sort(([a], [b]) => a - b)))
      yield `${operationId.padEnd(48)}${String(asked).padStart(4)}   ${answers.join(', ')}`
    }
  }

  *unsetLines(): Generator<string> {
    for (const [operationId, { unset }] of this.counts)
      if (unset.size > 0) yield `${operationId}: the scene was not set: ${said(unset).slice(0, 3).join('; ')}`
  }

  /** Operations of which no case succeeded, so that nothing of their answers was seen, with what they said instead. */
  *barren(): Generator<{ operationId: string; said: string }> {
    for (const [operationId, { tried, successes, refusals }] of this.counts)
      if (tried > 0 && successes === 0) yield { operationId, said: said(refusals).slice(0, 6).join('; ') }
  }
}
