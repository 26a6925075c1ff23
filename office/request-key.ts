/** Time after which a request is another act, even if the same was sent before, in ms. */
const LIFE_MS = 3_600_000

type Waiting = { key: string; at: number }

/** Keys by the request that waits for its answer. */
type Memory = { read: (name: string) => unknown; write: (name: string, value: unknown) => void }

/**
 * A fetch whose every write bears an `Idempotency-Key`. Until the service answers, the same request has the same key: after a lost answer,
 * in a window that was closed and opened again, on a page that was loaded again. Requests of the sign-in take no key.
 */
export function withKey(memory: Memory, send: typeof fetch): typeof fetch {
  return async (input, init = {}) => {
    const url = input instanceof Request ? input.url : String(input)
    if ((init.method ?? 'GET') === 'GET' || url.includes('/api/v1/auth/')) return send(input, init)
    const name = `clé : ${await digest(`${init.method} ${url}\n${await textOf(init.body)}`)}`
    const headers = new Headers(init.headers)
    headers.set('Idempotency-Key', keyOf(memory, name))
    const answer = await send(input, { ...init, headers })
    if (await isAnswered(answer)) memory.write(name, undefined)
    return answer
  }
}

function keyOf({ read, write }: Memory, name: string): string {
  const waiting = read(name) as Waiting | undefined
  if (waiting && Date.now() - waiting.at < LIFE_MS) return waiting.key
  const key = crypto.randomUUID()
  write(name, { key, at: Date.now() } satisfies Waiting)
  return key
}

/** Whether the service has decided about the request: it did it, or refused it. */
async function isAnswered(answer: Response): Promise<boolean> {
  if (answer.status >= 500) return false
  if (answer.status !== 409) return true
  const { error } = (await answer
    .clone()
    .json()
    .catch(() => ({}))) as { error?: { reason?: string } }
  return error?.reason !== 'REQUEST_IN_PROGRESS'
}

/** A body as text, for comparison only: a file is its digest. */
async function textOf(body: BodyInit | null | undefined): Promise<string> {
  if (!(body instanceof FormData)) return String(body ?? '')
  const parts = [...body].map(async ([name, value]) => [
    name,
    typeof value === 'string' ? value : await digest(await value.arrayBuffer()),
  ])
  return JSON.stringify(await Promise.all(parts))
}

async function digest(of: string | ArrayBuffer): Promise<string> {
  const bytes = typeof of === 'string' ? new TextEncoder().encode(of) : of
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
