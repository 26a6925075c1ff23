// Steps of the tests of erasure: words that stand nowhere else, planted where a person writes, and looked for everywhere.
import { env } from 'cloudflare:workers'
import { all } from '#testing/fixtures/database.ts'

const LETTERS = 'bcdfghjkmnpqrstvwxz'
const word = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (n) => LETTERS[n % LETTERS.length]).join('')

/** Words that were planted, and for each the field that it was planted in. */
export function newCanaries() {
  const planted = new Map<string, string>()
  return {
    planted,
    /** A text for this field. */
    in(field: string): string {
      const one = word()
      planted.set(one, field)
      return `Zed ${one}`
    },
    /** The bare word for this field. */
    word(field: string): string {
      const one = word()
      planted.set(one, field)
      return one
    },
  }
}
export type Canaries = ReturnType<typeof newCanaries>

const latin = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
function textOf(value: unknown): string {
  if (value instanceof ArrayBuffer) return latin(new Uint8Array(value))
  if (ArrayBuffer.isView(value)) return latin(new Uint8Array(value.buffer, value.byteOffset, value.byteLength))
  if (Array.isArray(value)) return latin(Uint8Array.from(value as number[]))
  return String(value)
}
/** The part of a word that an index keeps as it is: it leaves out what a word shares with the one before it. */
const tail = (one: string) => one.slice(4)

/** Finds these words: `table.column` of the database, keys and contents of the buckets, keys and values of KV. */
export async function whereTheyStand({ planted }: Canaries): Promise<string[]> {
  const found = new Set<string>()
  const look = (place: string, text: string) => {
    const lower = text.toLowerCase()
    for (const [one, field] of planted) if (lower.includes(tail(one))) found.add(`${field} in ${place}`)
  }
  const tables = await all<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%' ORDER BY name",
  )
  for (const { name } of tables)
    for (const row of await all<Record<string, unknown>>(`SELECT * FROM "${name}"`).catch(() => []))
      for (const [column, value] of Object.entries(row)) if (value !== null) look(`${name}.${column}`, textOf(value))
  for (const { key, customMetadata, httpMetadata } of (
    await env.MEDIA.list({ include: ['customMetadata', 'httpMetadata'] } as R2ListOptions)
  ).objects) {
    look(`media ${key}`, `${key} ${JSON.stringify([customMetadata, httpMetadata])}`)
    const bytes = await (await env.MEDIA.get(key))?.arrayBuffer()
    if (bytes) look(`media ${key}`, latin(new Uint8Array(bytes)))
  }
  for (const { name } of 'list' in env.LIMITS ? (await env.LIMITS.list()).keys : [])
    look('KV', `${name} ${await env.LIMITS.get(name)}`)
  return [...found].sort()
}
/** The fields whose words stand somewhere. */
export const fieldsFound = (places: string[]) => new Set(places.map((place) => place.split(' in ')[0]))
/** The keys of all files. */
export const allFiles = async () => new Set((await env.MEDIA.list()).objects.map(({ key }) => key))
