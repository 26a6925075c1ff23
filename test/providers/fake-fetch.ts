export type Sent = { method: string; url: string; headers: Headers; text: string; json: unknown }
type Step = Response | Error | (() => Response | Promise<Response>)

/** A fetch that gives the answers in turn and remembers what was asked. One call too many throws. */
export function fakeFetch(...steps: Step[]) {
  const sent: Sent[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const text = new TextDecoder().decode(await request.arrayBuffer())
    const json = request.headers.get('content-type')?.includes('json') && text ? JSON.parse(text) : undefined
    sent.push({ method: request.method, url: request.url, headers: request.headers, text, json })
    const step = steps[sent.length - 1]
    if (step === undefined) throw new Error('one call too many')
    if (step instanceof Error) throw step
    return typeof step === 'function' ? step() : step
  }
  return { fetch, sent }
}

export const json = (body: unknown, status = 200) => Response.json(body, { status })
export const html = (status: number) => new Response('<html>oops</html>', { status })
export const networkError = (code: string) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('secret address'), { code }) })
export const timeout = () => new DOMException('The operation was aborted due to timeout', 'TimeoutError')

/** A fetch that never answers but gives up when it is told to. */
export const hanging: typeof globalThis.fetch = (_input, init) =>
  new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))

export const bytes = (text: string) => new Uint8Array(new TextEncoder().encode(text))
