import { type CsvLine, readCsv, textOfFile } from '#kernel/csv/csv-read.ts'
import { fail, invalid } from '#kernel/failure.ts'
import { beginningOf } from '#kernel/text.ts'
import type { Upload } from '#kernel/upload.ts'
import { type Cells, type Column, columnByName, textOf } from './columns.ts'

const MAX_FILE_BYTES = 5 * 1024 * 1024
const MOST_LINES = 5000
/** Most lines with the empty ones, which spreadsheets write below the others. */
const MOST_ROWS = 20_000

export type ParsedLine = { line: number; cells: Cells }

/**
 * Reads the lines of a file of products, as spreadsheets save it (docs/states.md, Import of products). Lines have the numbers that a
 * spreadsheet shows, empty ones counted.
 * @throws 413 over 5 MB; 400 for a file that is no text, unknown columns, a broken line, none or over 5,000, and addresses of pictures
 */
export async function parseFile(file: Upload): Promise<ParsedLine[]> {
  if (file.size > MAX_FILE_BYTES) fail('PAYLOAD_TOO_LARGE', { message: 'Le fichier doit faire 5 Mo au plus.' })
  const [header, ...rows] = rowsOf(textOfFile(new Uint8Array(await file.arrayBuffer())))
  if (!header) invalid('file', 'Le fichier est vide : la première ligne nomme les colonnes.')
  const columns = columnsOf(header.cells)
  if (rows.length === 0) invalid('file', 'Le fichier ne contient aucun produit.')
  if (rows.length > MOST_LINES) invalid('file', `${MOST_LINES} lignes au plus.`)
  const lines = rows.map((row) => ({ line: row.line, cells: cellsOf(columns, row) }))
  const pictured = lines.find(({ cells }) => cells.images)
  if (pictured) invalid('images', `Ligne ${pictured.line} : les images ne s'importent pas. Laissez cette colonne vide.`)
  return lines
}

/** The rows with at least one cell that is not empty. */
function rowsOf(text: string): CsvLine[] {
  const rows: CsvLine[] = []
  for (const row of readCsv(text)) {
    if (row.line > MOST_ROWS) invalid('file', `${MOST_ROWS} lignes au plus, même vides.`)
    if (rows.length <= MOST_LINES + 1 && row.cells.some((cell) => cell.trim() !== '')) rows.push(row)
  }
  return rows
}

/** The columns that the heads name. A column without a head is undefined, and its cells must be empty. */
function columnsOf(header: string[]): (Column | undefined)[] {
  const columns = header.map((head) => {
    const column = columnByName(head)
    if (column === undefined && (head.trim() !== '' || header.length === 1))
      invalid('file', `La colonne « ${beginningOf(head.trim(), 40)} » est inconnue.`)
    return column
  })
  const named = columns.filter((column) => column !== undefined)
  const twice = named.find((column, i) => named.indexOf(column) < i)
  if (twice) invalid('file', `Une colonne figure deux fois. La seconde est « ${twice} ».`)
  if (!named.includes('sku')) invalid('file', 'Il manque la colonne « sku ».')
  return columns
}

function cellsOf(columns: (Column | undefined)[], { line, cells }: CsvLine): Cells {
  const isExtra = cells.some((cell, i) => columns[i] === undefined && cell.trim() !== '')
  if (isExtra) invalid('file', `La ligne ${line} a plus de cases que d'en-têtes.`)
  return Object.fromEntries(columns.flatMap((column, i) => (column ? [[column, textOf(column, cells[i] ?? '')]] : [])))
}
