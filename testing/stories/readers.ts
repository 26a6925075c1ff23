// Steps of the tests of reading: every operation that somebody reads, and what stands in its answers.
import { exports } from 'cloudflare:workers'
import { type Route, routesOf } from '#http/route-table.ts'
import { app } from '#src/app.ts'
import type { Caller, Person } from '#testing/api.ts'
import { minuteCronAfter } from '#testing/clock.ts'
import { all } from '#testing/fixtures/database.ts'
import { clientRequest } from '#testing/fixtures/inputs.ts'
import { inbox } from '#testing/sandbox.ts'
import { SECOND } from '#testing/stories/money.ts'

export const routes: Route[] = routesOf(app)

/** An answer as it came, whatever it is. */
export type Raw = { status: number; text: string; headers: Headers; bytes: Uint8Array }
/** A request whose answer is not looked at by its schema. */
export async function askRaw(
  as: Caller,
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<Raw> {
  const request = new Request(`http://localhost:8787/api/v1${path}`, clientRequest(as, method, body, headers))
  const response = await exports.default.fetch(request)
  const bytes = new Uint8Array(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes, text: new TextDecoder().decode(bytes) }
}

/** The paths of every operation that is read, its parameters filled by their names, or by `id`. */
export function readPaths(ids: Record<string, string> & { id: string }): string[] {
  return routes
    .filter(({ method, path }) => method === 'GET' && !/(openapi.json|live|ready)$/.test(path))
    .map(({ path }) => path.replace('/api/v1', '').replace(/:(\w+)/g, (_, name: string) => ids[name] ?? ids.id))
}

/** All that somebody reads in every operation of GET, as one text for each path. */
export async function everythingReadBy(as: Caller, ids: Record<string, string> & { id: string }) {
  const answers: { path: string; text: string; status: number }[] = []
  for (const path of readPaths(ids)) {
    const { text, status } = await askRaw(as, 'GET', path)
    answers.push({ path, text, status })
  }
  return answers
}
/** The paths whose answer holds one of these words. */
export const pathsThatShow = (answers: { path: string; text: string }[], words: string[]) =>
  answers.flatMap(({ path, text }) => words.filter((word) => text.includes(word)).map((word) => `${path}: ${word}`))

/** Every mail and SMS that came to somebody, once the cron has run. */
export async function heardBy({ email, phone }: Person & { phone?: string | undefined }): Promise<string[]> {
  await minuteCronAfter(SECOND)
  const messages = [...(await inbox(email)), ...(phone ? await inbox(phone) : [])]
  return messages.map(({ subject, text }) => `${subject} ${text}`)
}
/** Notices that the application shows somebody. */
export const noticesOf = ({ id }: { id: string }) =>
  all<{ kind: string }>('SELECT * FROM notifications WHERE user_id = ? ORDER BY rowid', id)
