/** A step of one request outside its own code, in its order: the floor does the same again with nothing around it. */
export type Step =
  | { kind: 'trip'; path: string; isBatch: boolean; statements: Statement[]; late: boolean; rows: Rows }
  | { kind: 'call'; url: string; method: string; headers: Record<string, string>; body: string | null; late: boolean }
  | { kind: 'hash'; late: false }

export type Statement = { sql: string; params: unknown[] }
export type Rows = { read: number; written: number }

/** A name of the request's own in a recorded text: `{{buyerId}}`; `{{fresh:0}}` is made anew for each request. */
const SLOT = /\{\{([\w:]+)\}\}/

/** Values that requests make themselves: ids with a time stamp, and the references that must be unique. */
const FRESH = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|PI-[0-9a-f]{24}-\d{13}/g
/** Seeded ids have a time stamp of zero. */
const isSeeded = (text: string) => text.startsWith('0000000')

/** Turns a recording into the floor's script: what came with the request and what it made become slots. */
export function templateOf(steps: Step[], given: Record<string, string>): Step[] {
  const made: string[] = []
  const named = Object.entries(given).sort(([, a], [, b]) => b.length - a.length)
  const cut = (text: string) => {
    let cutText = text
    for (const [name, value] of named) cutText = cutText.replaceAll(value, `{{${name}}}`)
    return cutText.replace(FRESH, (found) => {
      if (isSeeded(found)) return found
      if (!made.includes(found)) made.push(found)
      return `{{fresh:${made.indexOf(found)}}}`
    })
  }
  return steps.map((step) => {
    if (step.kind === 'call') return { ...step, body: step.body && cut(step.body) }
    if (step.kind === 'hash') return step
    const params = (all: unknown[]) => all.map((param) => (typeof param === 'string' ? cut(param) : param))
    return { ...step, statements: step.statements.map(({ sql, params: all }) => ({ sql, params: params(all) })) }
  })
}

/** Fills the slots of one text. Fresh ids go up with the time, as the service's own do. */
export function filler(given: Record<string, string>): (text: string) => string {
  const made = new Map<string, string>()
  const stamp = Date.now().toString(16).padStart(12, '0')
  return (text) => {
    if (!text.includes('{{')) return text
    return text.replace(new RegExp(SLOT, 'g'), (_, name: string) => {
      if (!name.startsWith('fresh:')) return given[name] ?? ''
      const known = made.get(name) ?? `${stamp.slice(0, 8)}-${stamp.slice(8)}-7${crypto.randomUUID().slice(15)}`
      made.set(name, known)
      return known
    })
  }
}
