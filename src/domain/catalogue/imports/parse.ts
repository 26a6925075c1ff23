import { fail, invalid } from '../../../kernel/failure.ts'
import { type Cells, COLUMNS, type Column, textOf } from './columns.ts'

const MAX_FILE_BYTES = 5 * 1024 * 1024
const MOST_LINES = 5000
/** With the empty ones, which spreadsheets write below the others. */
const MOST_ROWS = 20_000
const MOST_OF_A_LINE = 20_000
const MOST_OF_A_HEADER = 2000
/** Commas in descriptions counted: millions of them would cost seconds to take apart. */
const MOST_SEPARATORS = 300_000

export type ParsedLine = { line: number; cells: Cells }
type Row = { line: number; record: string[] }

/**
 * The lines of a file of products: CSV in UTF-8, with comma or semicolon as its header has it. Lines are numbered as a
 * spreadsheet shows them, the empty ones too.
 * @throws 413 over 5 MB; 400 for another encoding, unknown columns, a broken line, none or over 5,000, and addresses of pictures
 */
export async function parseFile(file: File): Promise<ParsedLine[]> {
  if (file.size > MAX_FILE_BYTES) fail('PAYLOAD_TOO_LARGE', { message: 'Le fichier doit faire 5 Mo au plus.' })
  const [header, ...rows] = await rowsOf(decode(await file.arrayBuffer()))
  const columns = columnsOf(header?.record ?? [''])
  if (rows.length === 0) invalid('file', 'Le fichier ne contient aucun produit.')
  if (rows.length > MOST_LINES) invalid('file', `${MOST_LINES} lignes au plus.`)
  const lines = rows.map((row) => ({ line: row.line, cells: cellsOf(columns, row) }))
  const pictured = lines.find(({ cells }) => cells.images)
  if (pictured) invalid('images', `Ligne ${pictured.line} : les images ne s'importent pas. Laissez cette colonne vide.`)
  return lines
}

function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
  } catch {
    return invalid('file', 'Le fichier doit être en UTF-8 : « CSV UTF-8 » dans le tableur.')
  }
}

/** The rows that are not empty; a row of empty cells is. */
async function rowsOf(text: string): Promise<Row[]> {
  // Loaded when the first file comes: no other request needs it.
  const { parse } = await import('csv-parse/sync')
  const first = /[^\r\n]*/.exec(text.slice(0, MOST_OF_A_HEADER).trimStart())?.[0] ?? ''
  const delimiter = countOf(first, ';') > countOf(first, ',') ? ';' : ','
  if (countOf(text, delimiter) > MOST_SEPARATORS) invalid('file', 'Le fichier a trop de cases.')
  const rows: Row[] = []
  let line = 0
  try {
    parse(text, {
      delimiter,
      relax_column_count: true,
      max_record_size: MOST_OF_A_LINE,
      to: MOST_ROWS + 1,
      on_record: (record: string[]) => {
        line++
        if (rows.length <= MOST_LINES + 1 && record.some((cell) => cell.trim() !== '')) rows.push({ line, record })
        return null
      },
    })
  } catch (error) {
    const at = (error as { lines?: number }).lines
    return invalid('file', `Le fichier est illisible${at ? ` à la ligne ${at}` : ''} : vérifiez les guillemets.`)
  }
  if (line > MOST_ROWS) invalid('file', `${MOST_ROWS} lignes au plus, même vides.`)
  return rows
}

function countOf(text: string, sign: string): number {
  let count = 0
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) count++
  return count
}

function columnsOf(header: string[]): Column[] {
  const names = header.map((name) => name.trim())
  const unknown = names.find((name) => !(COLUMNS as readonly string[]).includes(name))
  if (unknown !== undefined) invalid('file', `La colonne « ${unknown.slice(0, 40)} » est inconnue.`)
  if (new Set(names).size < names.length) invalid('file', 'Une colonne figure deux fois.')
  if (!names.includes('sku')) invalid('file', 'Il manque la colonne « sku ».')
  return names as Column[]
}

function cellsOf(columns: Column[], { line, record }: Row): Cells {
  if (record.length > columns.length) invalid('file', `La ligne ${line} a plus de cases que d'en-têtes.`)
  return Object.fromEntries(columns.map((column, i) => [column, textOf(record[i] ?? '')]))
}
