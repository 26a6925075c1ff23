import { env } from 'cloudflare:workers'
import { until } from '#testing/sandbox.ts'

/** Tries and their windows are counted also for requests that change nothing. */
const COUNTED = ['attempts']

/** FNV-1a: enough to see that two texts differ. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash >>> 0).toString(16)
}

/** All that is kept, to see that nothing changed: how many rows each table has, and what is in them; the stored pictures. */
export async function everything(): Promise<Record<string, string>> {
  const tables = await env.DB.prepare(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'
       AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*' AND name NOT GLOB '*_search_*' ORDER BY name`,
  ).all<{ name: string }>()
  const names = tables.results.map(({ name }) => name).filter((name) => !COUNTED.includes(name))
  const found = await env.DB.batch(names.map((name) => env.DB.prepare(`SELECT * FROM ${name}`)))
  const pictures = await env.MEDIA.list()
  return {
    ...Object.fromEntries(
      names.map((name, i) => {
        const rows = found[i]?.results ?? []
        return [name, `${rows.length} rows, ${fingerprint(JSON.stringify(rows))}`]
      }),
    ),
    pictures: pictures.objects.map(({ key }) => key).join(),
  }
}

/** All that is kept, once the messages on their way are sent. */
export async function everythingAtRest(): Promise<Record<string, string>> {
  await until(async () => {
    const waiting = await env.DB.prepare(`SELECT count(*) AS n FROM outbox WHERE status = 'PENDING'`).first<{
      n: number
    }>()
    return waiting?.n === 0
  }, 'the last message')
  return everything()
}
