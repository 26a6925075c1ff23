import type { Rows, Value } from './snapshot.ts'

/** Names that a story made for its own things: in each copy they are others. */
const MADE =
  /[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|MBY-[0-9A-F]{20}|SBX[0-9A-F]{8}|24381\d{7}|(?:CMD|FAC)-\d{4}-\d{6}/g
const INSTANT = /\b1\d{12}\b/g
const SPAN_MS = 500 * 86_400_000

/** Ids that one copy may make, and an odd factor that spreads them over 48 bits. */
const MOST_MADE = 128
const FACTOR = 11_400_714_819

/** A story, and what of it each copy says otherwise. */
export type Wording = {
  beganAt: number
  /** Ids, addresses and numbers of people and things that each copy has of its own: text → column. */
  bound: Map<string, string>
  /** Texts that were there before the story, and stay. */
  isKnown: (text: string) => boolean
}

/** Writes a story's rows as SQL over its copies `c`, and the ids that it made as SQL over the plan `p` of these copies. */
export function templateOf(rows: Rows, { beganAt, bound, isKnown }: Wording) {
  const made = new Map<string, { column: string; sql: string }>()
  const names = [...bound.keys()]
    .sort((a, b) => b.length - a.length)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const marks = new RegExp([...names, MADE.source, INSTANT.source].join('|'), 'g')
  const isInstant = (value: number) => value >= beganAt && value < beganAt + SPAN_MS

  function slotOf(text: string): string | undefined {
    const column = bound.get(text)
    if (column) return `c.${column}`
    if (/^1\d{12}$/.test(text)) return isInstant(Number(text)) ? `(${text} + c.shift)` : undefined
    if (isKnown(text)) return undefined
    const known = made.get(text) ?? { column: `i${made.size}`, sql: freshOf(text, made.size) }
    made.set(text, known)
    return `c.${known.column}`
  }

  function expressionOf(value: Value): string {
    if (typeof value === 'number') return isInstant(value) ? `${value} + c.shift` : String(value)
    if (value === null) return 'NULL'
    const parts: string[] = []
    let end = 0
    for (const { 0: text, index } of value.matchAll(marks)) {
      const slot = slotOf(text)
      if (!slot) continue
      if (index > end) parts.push(literal(value.slice(end, index)))
      parts.push(slot)
      end = index + text.length
    }
    if (end < value.length || parts.length === 0) parts.push(literal(value.slice(end)))
    return parts.join(' || ')
  }

  const inserts = [...rows].flatMap(([table, all]) =>
    all.map((row) => ({
      table,
      values: Object.fromEntries(Object.entries(row).map(([column, value]) => [column, expressionOf(value)])),
    })),
  )
  if (made.size > MOST_MADE) throw new Error(`a story made ${made.size} ids, and a copy has room for ${MOST_MADE}`)
  return { inserts, made }
}

export const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

/** The name that a copy has in place of one that the story made. */
function freshOf(text: string, i: number): string {
  const spread = (bits: number) => `((p.n * ${MOST_MADE} + ${i}) * ${FACTOR} & ${2 ** bits - 1})`
  const order = /^(?:CMD|FAC)/.exec(text)
  if (order) return 'p.number'
  if (text.startsWith('MBY-')) return `printf('MBY-%020X', p.n * ${MOST_MADE} + ${i})`
  if (text.startsWith('SBX')) return `printf('SBX%08X', p.n * ${MOST_MADE} + ${i})`
  if (text.startsWith('24381')) return 'p.phone'
  const [, , third = '', fourth = ''] = text.split('-')
  if (third[0] === '4') return `printf('%08x-%04x-${third}-${fourth}-%012x', ${spread(32)}, ${i}, ${spread(48)})`
  const at = `(${Number.parseInt(text.slice(0, 8) + text.slice(9, 13), 16)} + p.shift)`
  return `printf('%08x-%04x-${third}-${fourth}-%012x', ${at} >> 16, ${at} & 65535, ${spread(48)})`
}
