import { reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'

/** Everything is as in the beginning: the database has its schema and no rows but those of the migrations. */
export async function emptyDatabase(): Promise<void> {
  await reset()
  // In plain Node the database is made with its schema.
  if (env.TEST_SCHEMA) await env.DB.batch(env.TEST_SCHEMA.map((statement) => env.DB.prepare(statement)))
}
