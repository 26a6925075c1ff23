import type { Case } from './case.ts'
import type { Person } from './people.ts'

// biome-ignore lint/suspicious/noExplicitAny: an answer is what is being checked; nothing is known of it.
type Body = any
export type Answer = { status: number; headers: Headers; type: string; text: string; body: Body }

const TIMEOUT_MS = 60_000

/** One request as a mobile client makes it; an answer that is said to be JSON and is not has no body. */
export async function send(
  api: string,
  { address, operation, headers, body }: Case,
  caller: Person | undefined,
): Promise<Answer> {
  return ask(
    api,
    operation.method,
    address,
    {
      ...(caller && { authorization: `Bearer ${caller.token}` }),
      ...headers,
    },
    body,
  )
}

export async function ask(
  api: string,
  method: string,
  address: string,
  headers: Record<string, string> = {},
  body?: Case['body'],
): Promise<Answer> {
  const request = {
    method,
    headers: { 'x-client-type': 'mobile', ...headers },
    // Bytes, so that fetch adds no content type of its own.
    ...(body !== undefined && { body: typeof body === 'string' ? new TextEncoder().encode(body) : body }),
    redirect: 'manual' as const,
  }
  const go = () => fetch(new URL(api).origin + address, { ...request, signal: AbortSignal.timeout(TIMEOUT_MS) })
  // A connection kept alive may be closed under a request; what fails twice is no answer.
  const answer = await go().catch(go)
  return read(answer)
}

export async function read(answer: globalThis.Response): Promise<Answer> {
  const type = answer.headers.get('content-type')?.split(';')[0] ?? ''
  const text = await answer.text()
  return {
    status: answer.status,
    headers: answer.headers,
    type,
    text,
    body: type.includes('json') ? parse(text) : undefined,
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
