import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import worker from '#src/index.ts'
import { wait } from '#testing/clock.ts'
import { clientRequest } from '#testing/fixtures/inputs.ts'
import { listening } from './database.ts'

// biome-ignore lint/suspicious/noExplicitAny: a story reads into its answers freely.
type Data = any
export type Signed = { token: string } | null
type Answer = {
  status: number
  data: Data
  code?: string
  reason?: string
  message?: string
  retryAfter: string | null
}

/** An act of its person: an address, and how they find out whether it is done if the answer does not say. */
type Act = { as: Signed; path: string; body?: unknown; method?: string; look?: () => Promise<Data> }

const MOST_TRIES = 5

/** A request with all that it leaves to do. */
export function ask(as: Signed, method: string, path: string, body?: unknown, key?: string): Promise<Answer> {
  return listening(async () => {
    const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
    const request = new Request(`http://localhost:8787/api/v1${path}`, clientRequest(as, method, body, headers))
    const execution = createExecutionContext()
    const response = await worker.fetch(request as never, env, execution)
    await waitOnExecutionContext(execution)
    const { data, error = {} } = (await response.json()) as { data: Data; error?: Record<string, string> }
    return { status: response.status, data, ...error, retryAfter: response.headers.get('retry-after') }
  })
}

/** Answers to clients while the database stumbled, each time. */
export const told: Record<string, number> = {}
const note = (what: string) => {
  told[what] = (told[what] ?? 0) + 1
}

/**
 * Does something as a client does that follows the answers: a 503 comes again after `Retry-After`, with the same key where there
 * is one, and otherwise after a look whether it is done already. Any other end is a break.
 * @returns what was answered, or what was seen to be done
 */
export async function act({ as, path, body, method = 'POST', look }: Act): Promise<Data> {
  const takesKey = method === 'POST' && as !== null && !path.startsWith('/auth/')
  const key = takesKey ? crypto.randomUUID() : undefined
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    const answer = await ask(as, method, path, body, key)
    if (answer.status < 300) return answer.data
    const seconds = Number(answer.retryAfter)
    if (answer.status === 503 && answer.code === 'SERVICE_UNAVAILABLE' && seconds >= 1 && seconds <= 5) {
      note(key ? '503, and the same key' : method === 'GET' ? '503 of a read' : '503, and a look')
      wait(seconds * 1000)
      const seen = key ? undefined : await look?.()
      if (seen) return seen
      continue
    }
    // An act that is refused the second time may have been done the first.
    const seen = tries > 1 ? await look?.() : undefined
    if (!seen)
      throw new Error(
        `${method} ${path}, try ${tries}: ${answer.status} ${answer.reason ?? answer.code} ${answer.message}`,
      )
    note(key ? `${answer.reason}, and a look in spite of the key` : 'a refusal, and a look')
    return seen
  }
  throw new Error(`${method} ${path} is 503 again and again`)
}

export const read = (as: Signed, path: string): Promise<Data> => act({ as, path, method: 'GET' })
