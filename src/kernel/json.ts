/** Levels of objects and lists inside each other. */
const MAX_DEPTH = 32
/** Names of fields in one text: many times what the largest order or form of prices has. */
const MAX_NAMES = 5000
/** Values in one text, names not counted: small on the wire, but each is looked at. */
const MAX_VALUES = 20_000

/** The fault of a text: it is no JSON, is too deep, has too many names or values, or one object has a name twice. */
export type JsonFault = { kind: 'broken' } | { kind: 'deep' } | { kind: 'many' } | { kind: 'twice'; name: string }

/**
 * Parses JSON text. Depth, numbers of names and values, and repeated names are checked in the text before it is parsed:
 * programs disagree on which of two equal names counts.
 */
export function readJson(text: string, refuse: (fault: JsonFault) => never): unknown {
  const fault = faultOf(text)
  // A text that is no JSON is refused as such, even if it has a name twice.
  if (fault && fault.kind !== 'twice') refuse(fault)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    refuse({ kind: 'broken' })
  }
  return fault ? refuse(fault) : value
}

function faultOf(text: string): JsonFault | undefined {
  const open: (Set<string> | undefined)[] = []
  let names = 0
  let values = 0
  for (const [token, colon] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|["{}[\],]/g)) {
    // A quote that nothing closes ends the check: from each quote behind it, the pattern would search to the end again.
    if (token === '"') return { kind: 'broken' }
    if (token === '{' || token === '[') {
      if (open.length >= MAX_DEPTH) return { kind: 'deep' }
      open.push(undefined)
      values++
    } else if (token === '}' || token === ']') open.pop()
    else if (token === ',') values++
    else if (colon) {
      if (++names > MAX_NAMES) return { kind: 'many' }
      const name = nameOf(token.slice(0, -colon.length))
      const known = open.at(-1) ?? new Set()
      if (name === undefined) return { kind: 'broken' }
      if (known.has(name)) return { kind: 'twice', name }
      open[open.length - 1] = known.add(name)
    }
    if (values > MAX_VALUES) return { kind: 'many' }
  }
  return undefined
}

function nameOf(token: string): string | undefined {
  try {
    return JSON.parse(token) as string
  } catch {
    return undefined
  }
}
