import { type Answer, call, type Somebody } from '#testing/running/call.ts'
import type { RunningService } from '#testing/running/start.ts'

/** A query that counts what one request did: once it is acknowledged there is exactly one, and never two. */
export type Effect = { sql: string; values: string[] }
export type Entry = {
  name: string
  as: Somebody
  path: string
  body: unknown
  key: string
  effect: Effect | undefined
  /** Undefined while nobody knows what became of the request. */
  answer: Answer | undefined
}
export type Journal = ReturnType<typeof newJournal>

/** The client's own log of what it asked and what it was told, which no crash of the service can touch. */
export function newJournal(service: RunningService) {
  const entries: Entry[] = []
  return {
    entries,
    /**
     * A POST under an Idempotency-Key of its own, written down before it is sent.
     * @param body may hold the key, so that what it makes can be told
     */
    async post(
      name: string,
      as: Somebody,
      path: string,
      body: (key: string) => unknown,
      effect?: (key: string) => Effect,
    ): Promise<Answer> {
      const key = crypto.randomUUID()
      const entry: Entry = { name, as, path, body: body(key), key, effect: effect?.(key), answer: undefined }
      entries.push(entry)
      return send(service, entry)
    },
  }
}

/** Sends an entry, perhaps again: the same key and the same body. A 5xx is no word on what became of it. */
export async function send(service: RunningService, entry: Entry): Promise<Answer> {
  const answer = await call(service, entry.as, 'POST', entry.path, entry.body, { 'idempotency-key': entry.key })
  if (answer.status < 500) entry.answer = answer
  return answer
}

/** An event in the history of a thing. */
export const eventOf = (thingId: string, event: string) => (): Effect => ({
  sql: 'SELECT count(*) AS n FROM history WHERE thing_id = ? AND event = ?',
  values: [thingId, event],
})

/** A row that carries the key in one of its columns. */
export const rowWith = (table: string, column: string) => (key: string) => ({
  sql: `SELECT count(*) AS n FROM ${table} WHERE ${column} = ?`,
  values: [key],
})
