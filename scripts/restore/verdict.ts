import type { DatabaseSync } from 'node:sqlite'
import { LAWS } from '#domain/money/ledger/checks.ts'
import { NIGHT_LAWS } from '#domain/money/ledger/night-laws.ts'

/** The faults of a restored database in words; empty if it is sound. */
export function faultsOf(db: DatabaseSync): string[] {
  const integrity = db
    .prepare('PRAGMA integrity_check')
    .all()
    .map((row) => String(row.integrity_check))
  const orphans = db.prepare('PRAGMA foreign_key_check').all()
  const broken = Object.entries({ ...LAWS, ...NIGHT_LAWS }).flatMap(([name, law]) => {
    const rows = db.prepare(law).all()
    return rows.length > 0 ? [`Law broken: ${name} (${rows.length} times, e.g. ${JSON.stringify(rows[0])}).`] : []
  })
  return [
    ...integrity.filter((line) => line !== 'ok').map((line) => `integrity_check: ${line}`),
    ...orphans.map((row) => `foreign_key_check: row ${row.rowid} of ${row.table} refers to nothing in ${row.parent}.`),
    ...broken,
  ]
}

export const LAWS_HELD = Object.keys({ ...LAWS, ...NIGHT_LAWS }).length
