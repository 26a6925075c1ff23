/** drizzle-kit writes no STRICT: adds it to every CREATE TABLE of the migrations, so that D1 refuses a value of a wrong type. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

for (const name of readdirSync('migrations').filter((file) => file.endsWith('.sql'))) {
  const path = `migrations/${name}`
  const sql = readFileSync(path, 'utf8')
  writeFileSync(path, sql.replace(/(CREATE TABLE [^;]*?\n\));/g, '$1 STRICT;'))
}
