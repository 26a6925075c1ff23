// Counts questions about a movement: requests to a gateway that read its status, as they go out.
import { onTestFinished, vi } from 'vitest'

const GATEWAYS = /(^|\.)(pawapay|mbiyopay)\.test$/

/** Counts from here what gateways are asked about this movement of theirs, or of ours: reads alone. */
export function questions(id: string): () => number {
  let count = 0
  const look = async (request: Request): Promise<undefined> => {
    const { host, href } = new URL(request.url)
    if (!GATEWAYS.test(host)) return
    const about = request.method === 'GET' ? href : `${href} ${await request.clone().text()}`
    if (about.includes(id) && (request.method === 'GET' || /status|check|verify/i.test(href))) count++
  }
  const through = globalThis.fetch
  globalThis.answersFirst = look
  vi.stubGlobal('fetch', ((input: RequestInfo | URL, init?: RequestInit) => through(input, init)) as typeof fetch)
  onTestFinished(() => {
    vi.unstubAllGlobals()
    globalThis.answersFirst = undefined
  })
  return () => count
}
