import { fail, invalid } from '../../../kernel/failure.ts'
import { type Cells, COLUMNS, type Column, textOf } from './columns.ts'

const MAX_FILE_BYTES = 5 * 1024 * 1024
export const MOST_LINES = 5000
const MOST_OF_A_LINE = 20_000

export type ParsedLine = { line: number; cells: Cells }

/**
 * The lines of a file of products: CSV in UTF-8, with comma or semicolon as its header has it. Lines are numbered as a
 * spreadsheet shows them, the header being 1.
 * @throws 413 over 5 MB; 400 for another encoding, unknown columns, a broken line, none or over 5,000, and addresses of pictures
 */
export async function parseFile(file: File): Promise<ParsedLine[]> {
  if (file.size > MAX_FILE_BYTES) fail('PAYLOAD_TOO_LARGE', { message: 'Le fichier doit faire 5 Mo au plus.' })
  const text = decode(await file.arrayBuffer())
  const [header = '', ...records] = await recordsOf(text)
  const columns = columnsOf(header)
  if (records.length === 0) invalid('file', 'Le fichier ne contient aucun produit.')
  if (records.length > MOST_LINES) invalid('file', `${MOST_LINES} lignes au plus.`)
  const lines = records.map((record, i) => ({ line: i + 2, cells: cellsOf(columns, record, i + 2) }))
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

async function recordsOf(text: string): Promise<string[][]> {
  // Loaded when the first file comes: no other request needs it.
  const { parse } = await import('csv-parse/sync')
  const first = text.slice(0, text.search(/\r|\n|$/))
  const delimiter = first.split(';').length > first.split(',').length ? ';' : ','
  try {
    return parse(text, {
      delimiter,
      skip_empty_lines: true,
      relax_column_count: true,
      max_record_size: MOST_OF_A_LINE,
      to: MOST_LINES + 2,
    }) as string[][]
  } catch (error) {
    const line = (error as { lines?: number }).lines
    return invalid('file', `Le fichier est illisible${line ? ` à la ligne ${line}` : ''} : vérifiez les guillemets.`)
  }
}

function columnsOf(header: string[] | ''): Column[] {
  const names = [...header].map((name) => name.trim())
  const unknown = names.find((name) => !(COLUMNS as readonly string[]).includes(name))
  if (unknown !== undefined) invalid('file', `La colonne « ${unknown.slice(0, 40)} » est inconnue.`)
  if (new Set(names).size < names.length) invalid('file', 'Une colonne figure deux fois.')
  if (!names.includes('sku')) invalid('file', 'Il manque la colonne « sku ».')
  return names as Column[]
}

function cellsOf(columns: Column[], record: string[], line: number): Cells {
  if (record.length > columns.length) invalid('file', `La ligne ${line} a plus de cases que d'en-têtes.`)
  return Object.fromEntries(columns.map((column, i) => [column, textOf(record[i] ?? '')]))
}
