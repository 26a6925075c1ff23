import { invalid } from '../failure.ts'

/** A line of a file with its number as a spreadsheet counts it: from 1, empty lines included. */
export type CsvLine = { line: number; cells: string[] }

const DELIMITERS = [',', ';', '\t'] as const
type Delimiter = (typeof DELIMITERS)[number]

const MOST_OF_A_LINE = 20_000
const MOST_OF_A_HEADER = 2000
/** Separators inside descriptions count too: millions of them would cost seconds to split. */
const MOST_SEPARATORS = 300_000

/** Excel's own first line, which names the separator of cells; Excel does not show it. */
const NAMED_DELIMITER = /^sep=([,;\t])(?:\r\n|\r|\n|$)/i

const unreadable = (line: number, what: string): never =>
  invalid('file', `Le fichier est illisible à la ligne ${line} : ${what}.`)

/**
 * Decodes a file as spreadsheets save it: UTF-8 with or without a byte order mark, UTF-16 (Excel's « Texte Unicode »),
 * else Windows-1252 (Excel's « CSV »).
 * @throws 400 for a workbook, and for bytes that are no text
 */
export function textOfFile(bytes: Uint8Array): string {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3)
    invalid('file', 'Ce fichier est un classeur : enregistrez-le au format CSV dans le tableur.')
  const text = decodeText(bytes)
  if (text.includes('\0')) invalid('file', "Ce fichier n'est pas un texte : enregistrez-le au format CSV.")
  return text
}

function decodeText(bytes: Uint8Array): string {
  const [first, second, third, fourth] = bytes
  const isWide = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0 && third !== 0 && fourth === 0)
  if (isWide) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/**
 * Reads the lines of a CSV file (RFC 4180) with any line ends. The separator is the one that the first line has most
 * of.
 * A quote inside a cell that does not begin with a quote is an ordinary character: 12" is twelve inches.
 * @throws 400 for a wrong quote or a long line, with the line's number, and for too many separators
 */
export function* readCsv(text: string): Generator<CsvLine> {
  const named = NAMED_DELIMITER.exec(text)
  const from = named?.[0].length ?? 0
  const delimiter = (named?.[1] as Delimiter | undefined) ?? delimiterOf(text)
  if (countOf(text, delimiter) > MOST_SEPARATORS) invalid('file', 'Le fichier a trop de cases.')
  const end = new RegExp(`[${delimiter}\r\n]`, 'g')
  let line = 0
  for (let at = from; at < text.length; ) {
    const [began, cells] = [at, [] as string[]]
    line++
    do {
      if (cells.length > 0) at++
      let cell: string
      if (text[at] === '"') [cell, at] = readQuoted(text, at, delimiter, line)
      else {
        end.lastIndex = at
        const next = end.exec(text)?.index ?? text.length
        cell = text.slice(at, next)
        at = next
      }
      cells.push(cell)
      if (at - began > MOST_OF_A_LINE) unreadable(line, `${MOST_OF_A_LINE} signes au plus par ligne`)
    } while (text[at] === delimiter)
    at += text.startsWith('\r\n', at) ? 2 : 1
    yield { line, cells }
  }
}

/** Reads a cell that a quote opens: its text, and the position behind its closing quote. */
function readQuoted(text: string, opened: number, delimiter: Delimiter, line: number): [cell: string, end: number] {
  let cell = ''
  for (let from = opened + 1; ; ) {
    const quote = text.indexOf('"', from)
    if (quote < 0) return unreadable(line, 'un guillemet « " » y est ouvert et jamais refermé')
    cell += text.slice(from, quote)
    if (text[quote + 1] !== '"') return [cell, behindQuote(text, quote + 1, delimiter, line)]
    cell += '"'
    from = quote + 2
  }
}

function behindQuote(text: string, from: number, delimiter: Delimiter, line: number): number {
  let at = from
  while (text[at] === ' ') at++
  const sign = text[at]
  if (sign !== undefined && sign !== delimiter && sign !== '\r' && sign !== '\n')
    unreadable(line, `« ${sign} » suit un guillemet refermé. Dans une case, doublez les guillemets : « "" »`)
  return at
}

function delimiterOf(text: string): Delimiter {
  const first = /[^\r\n]*/.exec(text.slice(0, MOST_OF_A_HEADER).replace(/^[\r\n]+/, ''))?.[0] ?? ''
  return DELIMITERS.toSorted((a, b) => countOf(first, b) - countOf(first, a))[0] as Delimiter
}

function countOf(text: string, sign: string): number {
  let count = 0
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) count++
  return count
}
