/*
 * Stands in for Cloudflare's cache in the phone's own city: it keeps what the Worker lets it keep, for as long as the Worker says, and gives
 * it without asking the Worker.
 */

const kept = new Map<string, { body: string; headers: Headers; until: number }>()

export default {
  async fetch(request, { WORKER }): Promise<Response> {
    const hit = kept.get(request.url)
    if (hit && Date.now() < hit.until) return new Response(hit.body, hit)
    const { status, headers, ...answer } = await readAll(await WORKER.fetch(request))
    const seconds = Number(/max-age=(\d+)/.exec(headers.get('cloudflare-cdn-cache-control') ?? '')?.[1] ?? 0)
    if (status === 200 && seconds > 0) kept.set(request.url, { ...answer, headers, until: Date.now() + seconds * 1000 })
    return new Response(answer.body, { status, headers })
  },
} satisfies ExportedHandler<{ WORKER: Fetcher }>

const readAll = async (response: Response) => ({
  body: await response.text(),
  status: response.status,
  headers: new Headers(response.headers),
})
