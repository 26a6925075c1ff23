import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { APPLIED } from '../restore/migrate.ts'
import type { Wrangler } from './steps.ts'

export const BASELINE = '0000_baseline.sql'

/**
 * The longest text that D1 takes in one query, in bytes. `wrangler d1 migrations apply` sends each file as one query,
 * so a later migration must be shorter than this; the baseline is longer.
 */
export const MOST_IN_A_QUERY = 100_000

/** The baseline as an import: all its statements, and the row by which wrangler knows that it was applied. */
export const baselineImport = (folder = 'migrations'): string =>
  `${APPLIED};\n${readFileSync(`${folder}/${BASELINE}`, 'utf8')}\nINSERT INTO d1_migrations (name) VALUES ('${BASELINE}');\n`

/**
 * Brings the tables of the account's database up to date. A database without tables gets the baseline by an import,
 * which D1 takes whole or not at all; wrangler applies later migrations statement by statement.
 * @throws if wrangler cannot say what was applied, or a migration fails
 */
export async function migrate({ ask, run }: Wrangler, flag: string): Promise<void> {
  const answer = await ask('d1', 'migrations', 'list', 'DB', '--remote', flag)
  if (!('printed' in answer)) throw new Error(`What was applied is not known: ${answer.failed}`)
  if (answer.printed.includes(BASELINE)) {
    mkdirSync('dist', { recursive: true })
    writeFileSync(`dist/${BASELINE}`, baselineImport())
    await run('d1', 'execute', 'DB', '--remote', flag, '--file', `dist/${BASELINE}`, '--yes')
  }
  await run('d1', 'migrations', 'apply', 'DB', '--remote', flag)
}
