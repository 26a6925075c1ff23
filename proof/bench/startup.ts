import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { median } from './compare.ts'

const ISOLATES = 7

/** Reads the whole Worker when it is asked, not before: what a fresh isolate does until it can answer. */
const LATE = `export default { async fetch() {
  const { default: market } = await import('./index.js')
  return new Response(typeof market.fetch)
} }`

/** Milliseconds from nothing to a Worker that is read, compiled and run: the median of fresh isolates. */
export async function startupMs(market: string): Promise<number> {
  const esModule = (path: string, contents: string) => ({ type: 'ESModule' as const, path: `/${path}`, contents })
  const workers = Array.from({ length: ISOLATES }, (_, i) => ({
    name: `fresh${i}`,
    modulesRoot: '/',
    modules: [esModule('late.js', LATE), esModule('index.js', market)],
    compatibilityDate: '2026-07-01',
    compatibilityFlags: ['nodejs_compat'],
    unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
  }))
  const miniflare = new Miniflare(convertV4MiniflareOptions({ workers }))
  try {
    await miniflare.ready
    const times: number[] = []
    for (const { name } of workers) {
      const url = await miniflare.unsafeGetDirectURL(name)
      const startedAt = performance.now()
      if ((await (await fetch(url)).text()) !== 'function') throw new Error('the Worker did not start')
      times.push(performance.now() - startedAt)
    }
    return Math.round(median(times))
  } finally {
    await miniflare.dispose()
  }
}
