import { inflateWithin } from './inflate.ts'

const REFERENCE = String.raw`\d+\s+\d+\s+R`
/** A name ends at a delimiter: /Launch is not the beginning of another word. */
const END = String.raw`(?![^\s()<>\[\]{}/%])`
/** Names of active content in a PDF. Two letters alone stand in packed pictures by chance. */
const FAULTS = {
  SCRIPT: new RegExp(String.raw`/(?:JavaScript|Rendition|XFA)${END}|/JS\s*(?:[(<]|${REFERENCE})`),
  LAUNCH: new RegExp(`/(?:Launch|ImportData|SubmitForm)${END}`),
  EMBEDDED: new RegExp(String.raw`/(?:EmbeddedFiles?|FileAttachment|RichMedia|GoToE)${END}|/EF\s*(?:<<|${REFERENCE})`),
  ENCRYPTED: new RegExp(`/Encrypt${END}`),
}
export type PdfFault = keyof typeof FAULTS | 'HIDDEN'

/** Signs of a stream of packed objects: its name, or an entry that only such a stream has. */
const PACKED = new RegExp(
  String.raw`/ObjStm${END}|/First\s+\d+(?!\d|\s+\d+\s+R)|/First\s+${REFERENCE}(?=(?:(?!endobj)[^]){0,500}?>>\s*stream)`,
  'g',
)
const MOST_PACKED = 2000
const MOST_UNPACKED_BYTES = 8 * 1024 * 1024
const MOST_DICTIONARY = 2000

const textOf = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes)
/** Any letter of a name may be written by its number. */
const spelledOut = (text: string) =>
  text.includes('#')
    ? text.replace(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
const timesIn = (text: string) => text.match(PACKED)?.length ?? 0

/**
 * The parts of a PDF that no paper needs: scripts, launched programs, embedded files, encryption, also in its packed objects; HIDDEN where they
 * are packed so that nobody can look into them. Undefined for pages and nothing else.
 */
export function faultOfPdf(bytes: Uint8Array): PdfFault | undefined {
  const text = textOf(bytes)
  const spelled = spelledOut(text)
  const fault = faultIn(spelled)
  if (fault) return fault
  if (timesIn(spelled) !== timesIn(text)) return 'HIDDEN'
  const streams = new Set<number>()
  for (const { index } of text.matchAll(PACKED)) {
    const start = streamOf(text, index)
    if (start === undefined) return 'HIDDEN'
    streams.add(start)
  }
  if (streams.size > MOST_PACKED) return 'HIDDEN'
  let left = MOST_UNPACKED_BYTES
  for (const start of streams) {
    const unpacked = unpackedAt(bytes, text, start, left)
    if (!unpacked) return 'HIDDEN'
    left -= unpacked.byteLength
    const inside = faultIn(spelledOut(textOf(unpacked)))
    if (inside) return inside
  }
  return undefined
}

function faultIn(text: string): PdfFault | undefined {
  for (const [fault, pattern] of Object.entries(FAULTS)) if (pattern.test(text)) return fault as PdfFault
  return undefined
}

/** Where the data of the dictionary around this place begins. */
function streamOf(text: string, at: number): number | undefined {
  const found = />>\s*stream\r?\n/.exec(text.slice(at, at + MOST_DICTIONARY))
  return found ? at + found.index + found[0].length : undefined
}

/** The objects of a stream, which is packed in the one way that everybody packs them, or not at all. */
function unpackedAt(bytes: Uint8Array, text: string, start: number, most: number): Uint8Array | undefined {
  const from = Math.max(text.lastIndexOf(' obj', start), start - 2 * MOST_DICTIONARY)
  const dictionary = text.slice(from, start)
  const filter = /\/F(?:ilter)?\s*(\[[^\]]*\]|\/\w+|\d)/.exec(dictionary)?.[1]
  const end = text.indexOf('endstream', start)
  if (end < 0 || /\/(?:DecodeParms|DP)\b/.test(dictionary)) return undefined
  if (filter === undefined) return bytes.subarray(start, end)
  if (!/^(?:\[\s*)?\/(?:FlateDecode|Fl)(?:\s*\])?$/.test(filter)) return undefined
  // Packed data may hold the word by chance.
  const unpacked = inflateWithin(bytes.subarray(start, end), most) ?? inflateWithin(bytes.subarray(start), most)
  return unpacked === 'more' ? undefined : unpacked
}
