/** The kind and place of the value behind a key of a PDF: enough to tell active content from chance. */
export type PdfValue = { kind: 'number' | 'reference' | 'other'; at: number }

/** Gives the end of a sticky pattern's match at a place, or the place itself. The last answer is kept for the same question. */
function skipper(text: string, pattern: RegExp): (at: number) => number {
  let [from, end] = [-1, -1]
  return (at) => {
    if (at === from) return end
    pattern.lastIndex = at
    ;[from, end] = [at, pattern.test(text) ? pattern.lastIndex : at]
    return end
  }
}

/**
 * Skips white space and comments, which end with their line. A key in a comment may really stand in a string, so each
 * key is checked; keys of one comment share its end, so that a text is read once, from left to right.
 */
function gapSkipper(text: string): (at: number) => number {
  let line = { from: 0, end: -1 }
  let gap = { from: -1, end: -1 }
  return (from) => {
    if (from === gap.from) return gap.end
    let end = skipPattern(text, /\s*/y, from)
    while (text[end] === '%') {
      if (end < line.from || end >= line.end) line = { from: end, end: skipPattern(text, /[^\r\n]*/y, end) }
      end = line.end > gap.from && line.end < gap.end ? gap.end : skipPattern(text, /\s*/y, line.end)
    }
    gap = { from, end }
    return end
  }
}

const skipPattern = (text: string, pattern: RegExp, at: number) => skipper(text, pattern)(at)

/** Reads the values behind keys. The keys must be asked for from left to right. */
export function valueReader(text: string): (at: number) => PdfValue {
  const gaps = [gapSkipper(text), gapSkipper(text), gapSkipper(text)] as const
  const digits = [skipper(text, /\d*/y), skipper(text, /\d*/y)] as const
  return (behindKey) => {
    const at = gaps[0](behindKey)
    const object = digits[0](at)
    if (object === at) return { kind: 'other', at }
    const second = gaps[1](object)
    const generation = digits[1](second)
    const last = gaps[2](generation)
    const isReference = second > object && generation > second && last > generation && text[last] === 'R'
    return { kind: isReference ? 'reference' : 'number', at }
  }
}

/** Finds the next match of a pattern from a place on, else infinity. The places must be asked for from left to right. */
export function finder(text: string, pattern: RegExp): (at: number) => number {
  let found = -1
  return (at) => {
    if (found < at) {
      pattern.lastIndex = at
      found = pattern.exec(text)?.index ?? Number.POSITIVE_INFINITY
    }
    return found
  }
}
