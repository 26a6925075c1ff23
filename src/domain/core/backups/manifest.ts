import type { Catalogue } from '../../../db/backup-tables.ts'

export type KeptFile = { key: string; sha256: string; rows: number; bytes: number }

/** What one backup is made of: the last file of it to be written, named by its own hash. */
export type Manifest = {
  format: 1
  chain: string
  backup: string
  /** The moment whose rows a restore has, ISO 8601. */
  at: string
  /** The last migration that the database had; null where nothing there says which were applied. */
  migration: string | null
  /** The manifest of the backup before it in the chain: its files come first. Null for the full one. */
  previous: string | null
  tables: Record<string, { columns: string[]; key: string[] | null }>
  /** Tables that it does not hold. */
  others: string[]
  /** The highest number ever given by each table that counts them. */
  sequences: { name: string; seq: number }[]
  files: KeptFile[]
  rows: number
  bytes: number
}

/** The tables as a manifest describes them. */
export const describeTables = ({ tables }: Catalogue): Manifest['tables'] =>
  Object.fromEntries(tables.map(({ name, columns, key }) => [name, { columns, key }]))
