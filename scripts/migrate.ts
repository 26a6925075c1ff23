/**
 * `npm run migrate -- <name>`: writes the migration from the database that the migrations make to the one that src/db
 * describes.
 * drizzle-kit compares the tables; changed triggers are dropped and made, and their totals added up anew. Read it
 * before you commit it.
 */
import { openStore } from '#testing/store.ts'
import { addMigration, lastSnapshot, tagOf, tagsIn } from './schema/files.ts'
import { afterTables } from './schema/later.ts'
import { presentSchema, tableChanges } from './schema/present.ts'

const name = process.argv[2]
if (!name || !/^[a-z][a-z0-9_]*$/.test(name)) {
  console.error('npm run migrate -- <name>, in small letters and underscores: what it does.')
  process.exit(1)
}

const { snapshot, statements: tables } = await tableChanges(lastSnapshot())
const statements = [...tables, ...afterTables(openStore().db, await presentSchema())]
if (statements.length === 0) console.log('The migrations make what src/db says.')
else {
  const tag = tagOf(tagsIn().length, name)
  addMigration({ tag, statements, snapshot }, Date.now())
  console.log(
    `migrations/${tag}.sql: ${statements.length} statements. Read it: a rebuilt table (__new_) must not be shipped.`,
  )
}
