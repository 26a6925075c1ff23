import type { Catalogue } from '#db/backup-tables.ts'

export type KeptFile = { key: string; sha256: string; rows: number; bytes: number }

/** The contents of one backup: its last file, named by its own hash. */
export type Manifest = {
  format: 1
  chain: string
  backup: string
  /** The moment whose rows a restore brings back, ISO 8601. */
  at: string
  /** The last migration that the database had; null if the database has no table of migrations. */
  migration: string | null
  /** The manifest of the backup before it in the chain, whose files come first. Null for the full one. */
  previous: string | null
  tables: Record<string, { columns: string[]; key: string[] | null }>
  /** Tables that the backup does not hold. */
  others: string[]
  /** The highest number that each table with a sequence ever gave. */
  sequences: { name: string; seq: number }[]
  files: KeptFile[]
  rows: number
  bytes: number
}

/** The tables as a manifest describes them. */
export const describeTables = ({ tables }: Catalogue): Manifest['tables'] =>
  Object.fromEntries(tables.map(({ name, columns, key }) => [name, { columns, key }]))
