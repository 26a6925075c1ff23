/*
 * Stands in for Cloudflare's cache in front of the Worker, as RFC 9111 describes one. It looks on: each request reaches the Worker, so a
 * test reads what is there now, and the answer that the cache would have given is held against it.
 */

type Kept = { body: string; tags: string[]; at: number; lifeMs: number; staleMs: number }
type Ask = (request: Request) => Promise<Response>

const kept = new Map<string, Kept>()
/** Faults that no single answer shows, for the end of a file. */
const faults: string[] = []

const secondsOf = (directives: string, name: string) =>
  Number(new RegExp(`(?:^|,)\\s*${name}=(\\d+)`).exec(directives)?.[1] ?? 0) * 1000

/** The key of an answer: its address as it is written, and what it varies by. */
function keyOf({ url, headers }: Request, vary: string): string {
  const { pathname, search } = new URL(url)
  const by = vary
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter(Boolean)
    .sort()
    .map((name) => `${name}=${headers.get(name) ?? ''}`)
  return [pathname + search, ...by].join(' ')
}

function keep(request: Request, response: Response, body: string): void {
  const directives = response.headers.get('cloudflare-cdn-cache-control') ?? response.headers.get('cache-control') ?? ''
  const vary = response.headers.get('vary') ?? ''
  if (response.status !== 200 || /private|no-store/.test(directives) || response.headers.has('set-cookie')) return
  kept.set(keyOf(request, vary), {
    body,
    tags: (response.headers.get('cache-tag') ?? '').split(','),
    at: Date.now(),
    lifeMs: secondsOf(directives, 'max-age'),
    staleMs: secondsOf(directives, 'stale-while-revalidate'),
  })
}

/** Answers that are gone from the service; at the end of a file none of them may still be kept. */
const gone: { key: string; answer: Kept; path: string }[] = []

/** Asks the Worker, and notes what the cache would have given that it must not. */
export async function lookOn(request: Request, ask: Ask): Promise<Response> {
  const path = new URL(request.url).pathname
  if (request.method !== 'GET' || !path.startsWith('/api/')) return ask(request)
  const copy = new Request(request)
  const response = await ask(request)
  if (!hasCaller(copy.headers) && response.status === 404) noteGone(copy, path)
  if (!response.headers.has('cloudflare-cdn-cache-control')) return response
  const isText = response.headers.get('content-type')?.includes('json')
  const body = isText ? await response.clone().text() : ''
  if (isText && hasCaller(copy.headers) && response.status === 200) {
    const asGuest = await (await ask(new Request(copy, { headers: withoutCaller(copy.headers) }))).text()
    // Somebody may have written meanwhile.
    if (asGuest !== body && (await (await ask(new Request(copy))).text()) === body)
      faults.push(`${path} shows its caller more than a guest, and caches keep it for all`)
  }
  keep(copy, response, body)
  return response
}

function noteGone(request: Request, path: string): void {
  for (const vary of VARIES) {
    const key = keyOf(request, vary)
    const answer = kept.get(key)
    if (answer && isAlive(answer)) gone.push({ key, answer, path })
  }
}

const isAlive = ({ at, lifeMs, staleMs }: Kept) => Date.now() - at < lifeMs + staleMs
/** Headers by which our answers vary. */
const VARIES = ['Origin', 'Origin, Authorization, Cookie', '']
const CALLERS = ['authorization', 'cookie']
const hasCaller = (headers: Headers) => CALLERS.some((name) => headers.has(name))
function withoutCaller(headers: Headers): Headers {
  const copy = new Headers(headers)
  for (const name of CALLERS) copy.delete(name)
  return copy
}
export function purge(tags: string[]): void {
  for (const [key, answer] of kept) if (answer.tags.some((tag) => tags.includes(tag))) kept.delete(key)
}

export function emptyEdge(): void {
  kept.clear()
  gone.length = 0
}

const LEFT_BY_THEMSELVES = `
  SELECT p.id FROM products p JOIN shops s ON s.id = p.shop_id
  WHERE p.status = 'PUBLISHED' AND p.deleted_at IS NULL AND p.moderation_status IN ('PENDING', 'APPROVED') AND s.status = 'PUBLISHED' AND s.owner_blocked = 0
  UNION ALL SELECT s.id FROM shops s WHERE s.status = 'PUBLISHED' AND s.owner_blocked = 0 AND s.over_plan = 1`

/**
 * The faults since the last call. What was taken down is purged a moment after the answer, so it is looked for at the end; what expired, or
 * has no place in a plan, nobody takes down.
 */
export async function takeFaults(db: D1Database): Promise<string[]> {
  const left = gone.splice(0).filter(({ key, answer }) => kept.get(key) === answer)
  if (left.length === 0) return faults.splice(0)
  const { results } = await db.prepare(LEFT_BY_THEMSELVES).all<{ id: string }>()
  const notTakenDown = new Set(results.map(({ id }) => id))
  const wrong = left.filter(({ answer }) => !notTakenDown.has(JSON.parse(answer.body).data?.id))
  return [...faults.splice(0), ...wrong.map(({ path }) => `${path} is 404, and caches still show it`)]
}
