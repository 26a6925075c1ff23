import type { Answer } from './send.ts'

export type Finding = { operation: string; as: string; fault: string; request: string; answer: Answer }

const EXAMPLES = 2

/** Findings of a campaign: the same fault of an operation once, with its first requests. */
export class Findings {
  private readonly found = new Map<string, Finding[]>()
  private readonly times = new Map<string, number>()

  add(finding: Finding): void {
    const key = `${finding.operation}: ${finding.fault.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>').replace(/\d{3,}(?=[^ ]*$)/g, 'n')}`
    const known = this.found.get(key) ?? []
    if (known.length < EXAMPLES) this.found.set(key, [...known, finding])
    this.times.set(key, (this.times.get(key) ?? 0) + 1)
  }

  get size() {
    return this.found.size
  }

  /** Each fault with how often it was seen, and a request to see it again. */
  *lines(): Generator<string> {
    for (const [key, examples] of [...this.found].sort(([a], [b]) => a.localeCompare(b))) {
      yield `\n${key} (${this.times.get(key)} times)`
      for (const { as, request, answer } of examples) {
        yield `   as ${as}: ${request}`
        yield `   -> ${answer.status} ${answer.text.slice(0, 400)}`
      }
    }
  }
}
