/**
 * `npm run schema`: writes the whole database anew, as one migration: the tables of src/db, the files of
 * src/db/triggers, and the triggers that src/db writes.
 * Once there is a database on Cloudflare, `npm run migrate` writes the later changes.
 */
import { addMigration, isDeployed, removeMigrations } from './schema/files.ts'
import { baseline } from './schema/present.ts'

if (isDeployed()) {
  console.error('wrangler.toml names a database: npm run migrate -- <name> writes a migration of what changed since.')
  process.exit(1)
}

const made = await baseline()
removeMigrations()
addMigration(made, 0)
console.log(`migrations/${made.tag}.sql: ${made.statements.length} statements`)
