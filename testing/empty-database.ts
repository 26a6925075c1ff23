import { reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'

/** Everything is as in the beginning: the database has its schema and no rows but those of the migrations. */
export async function emptyDatabase(again = 3): Promise<void> {
  await reset()
  // In plain Node the database is made with its schema.
  if (!env.TEST_SCHEMA) return
  try {
    await env.DB.batch(env.TEST_SCHEMA.map((statement) => env.DB.prepare(statement)))
  } catch (error) {
    // On a busy machine workerd has answered from the database that it was to throw away.
    if (again === 0 || !String(error).includes('already exists')) throw error
    await emptyDatabase(again - 1)
  }
}
