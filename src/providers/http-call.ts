/** The terms of calls. A body of more than `mostBytes` is read no further, and is no JSON. */
export type HttpClient = { fetch: typeof globalThis.fetch; timeoutMs: number; mostBytes: number }

export type HttpRequest = {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
}

export type HttpAnswer =
  /** `body` is the parsed JSON, undefined when it is not JSON. */
  | { kind: 'answer'; status: number; body: unknown }
  | { kind: 'notSent'; detail: string }
  | { kind: 'unknown'; detail: string }

const DEFAULT_TIMEOUT_MS = 10_000
/** Gateways list a hundred movements in an answer. */
const DEFAULT_MOST_BYTES = 1_000_000

/** Errors of Node's fetch that mean no connection was ever made. workerd names no cause: there it is always unknown. */
const NEVER_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

/** The client of an adapter: its own time-out (10 s unless told) and the fetch that was injected. */
export function httpClient(config: Partial<HttpClient>): HttpClient {
  return {
    fetch: config.fetch ?? globalThis.fetch,
    timeoutMs: config.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    mostBytes: config.mostBytes ?? DEFAULT_MOST_BYTES,
  }
}

/**
 * One call, never repeated here, whose answer is read as JSON. It does not throw: a time-out or a connection lost once
 * the request may have left is `unknown`, and only a request that cannot have left is `notSent`.
 */
export async function httpCall({ fetch, timeoutMs, mostBytes }: HttpClient, request: HttpRequest): Promise<HttpAnswer> {
  const { url, ...init } = request
  try {
    // A bad address or a line break in a secret fails here, where it is still certain that nothing has left.
    new Request(url, init)
  } catch {
    return { kind: 'notSent', detail: 'INVALID_REQUEST' }
  }
  try {
    // A redirect is an answer like another: following it could repeat a movement somewhere else.
    const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
    return { kind: 'answer', status: response.status, body: parseJson(await textOf(response, mostBytes)) }
  } catch (error) {
    const detail = nameOf(error)
    return { kind: NEVER_CONNECTED.has(detail) ? 'notSent' : 'unknown', detail }
  }
}

/** The text of an answer; none if it is too long. */
async function textOf({ body }: Response, mostBytes: number): Promise<string> {
  const decoder = new TextDecoder()
  let [text, bytes] = ['', 0]
  // Leaving the loop cancels the rest.
  for await (const part of body ?? []) {
    bytes += part.byteLength
    if (bytes > mostBytes) return ''
    text += decoder.decode(part, { stream: true })
  }
  return text + decoder.decode()
}

/** The value of a JSON text, undefined when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A base URL to which paths beginning with a slash are added. */
export const withoutSlash = (baseUrl: string) => baseUrl.replace(/\/+$/, '')

// The message of an error may hold the address and the body, which must not reach a log.
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'NETWORK_ERROR'
  const cause: unknown = error.cause
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code
  return error.name === 'TimeoutError' || error.name === 'AbortError' ? 'TIMEOUT' : 'NETWORK_ERROR'
}
