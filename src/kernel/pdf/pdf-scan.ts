import { inflateWithin } from '../inflate.ts'
import { finder, valueReader } from './pdf-values.ts'

/** The end of a PDF name, so that /Launch is not found at the beginning of a longer name. */
const END = String.raw`(?![^\s()<>\[\]{}/%])`
/**
 * Active content in a PDF: names, and keys of two letters with their value, because two letters alone stand in packed
 * pictures by chance.
 */
const FAULTS = {
  SCRIPT: { names: new RegExp(`/(?:JavaScript|Rendition|XFA)${END}`), entry: { key: '/JS', values: ['(', '<'] } },
  LAUNCH: { names: new RegExp(`/(?:Launch|ImportData|SubmitForm)${END}`) },
  EMBEDDED: {
    names: new RegExp(`/(?:EmbeddedFiles?|FileAttachment|RichMedia|GoToE)${END}`),
    entry: { key: '/EF', values: ['<<'] },
  },
  ENCRYPTED: { names: new RegExp(`/Encrypt${END}`) },
}
export type PdfFault = keyof typeof FAULTS | 'HIDDEN'

const PACKED_NAME = new RegExp(`/ObjStm${END}`, 'g')
const MOST_PACKED = 2000
const MOST_UNPACKED_BYTES = 8 * 1024 * 1024
const MOST_DICTIONARY = 2000

/** NUL is white space in a PDF. */
const textOf = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes).replaceAll('\0', ' ')
/** Replaces the letters of PDF names that are written by their number, such as #4A. */
const spelledOut = (text: string) =>
  text.includes('#')
    ? text.replace(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

/**
 * Finds parts of a PDF that no paper needs, also in its packed objects: scripts, launched programs, embedded files,
 * encryption.
 * @returns HIDDEN if objects are packed in a way that cannot be read; undefined for pages and nothing else
 */
export function faultOfPdf(bytes: Uint8Array): PdfFault | undefined {
  const text = textOf(bytes)
  const spelled = spelledOut(text)
  const fault = faultIn(spelled)
  if (fault) return fault
  const packed = packedIn(text)
  if (packed.length !== packedIn(spelled).length) return 'HIDDEN'
  const streams = new Set<number>()
  for (const index of packed) {
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
  for (const [fault, { names, entry }] of Object.entries<Signs>(FAULTS))
    if (names.test(text) || (entry && hasEntry(text, entry))) return fault as PdfFault
  return undefined
}
type Signs = { names: RegExp; entry?: { key: string; values: string[] } }

/** Whether one of these values, or a reference, stands behind a key. */
function hasEntry(text: string, { key, values }: { key: string; values: string[] }): boolean {
  const behind = valueReader(text)
  return placesOf(text, key).some((at) => {
    const value = behind(at + key.length)
    return value.kind === 'reference' || values.some((each) => text.startsWith(each, value.at))
  })
}

/** Places that show streams of packed objects: the name of such streams, or an entry that only they have. */
function packedIn(text: string): number[] {
  const behind = valueReader(text)
  const [close, stream, end] = [finder(text, />>/g), finder(text, /stream[\r\n]/g), finder(text, /endobj/g)]
  const firsts = placesOf(text, '/First').filter((at) => {
    const { kind } = behind(at + '/First'.length)
    if (kind !== 'reference') return kind === 'number'
    const data = stream(at)
    return data < at + MOST_DICTIONARY && close(at) < data && data < end(at)
  })
  return [...[...text.matchAll(PACKED_NAME)].map(({ index }) => index), ...firsts]
}

function placesOf(text: string, word: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) places.push(at)
  return places
}

/** The place at which the data of the dictionary around `at` begins. */
function streamOf(text: string, at: number): number | undefined {
  const found = />>\s*stream\r?\n/.exec(text.slice(at, at + MOST_DICTIONARY))
  return found ? at + found.index + found[0].length : undefined
}

/** The objects of a stream, unpacked: only streams that are not packed, or packed in the usual way (Flate), are read. */
function unpackedAt(bytes: Uint8Array, text: string, start: number, most: number): Uint8Array | undefined {
  const before = text.slice(Math.max(0, start - 2 * MOST_DICTIONARY), start).replace(/\s/g, ' ')
  const dictionary = before.slice(Math.max(0, before.lastIndexOf(' obj')))
  const filter = /\/F(?:ilter)?\s*(\[[^\]]*\]|\/\w+|\d)/.exec(dictionary)?.[1]
  const end = text.indexOf('endstream', start)
  if (end < 0 || /\/(?:DecodeParms|DP)\b/.test(dictionary)) return undefined
  if (filter === undefined) return bytes.subarray(start, end)
  if (!/^(?:\[\s*)?\/(?:FlateDecode|Fl)(?:\s*\])?$/.test(filter)) return undefined
  // Packed data may hold the word `endstream` by chance.
  const unpacked = inflateWithin(bytes.subarray(start, end), most) ?? inflateWithin(bytes.subarray(start), most)
  return unpacked === 'more' ? undefined : unpacked
}
