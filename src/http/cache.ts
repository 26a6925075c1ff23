import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { MOST_TAGS } from '../kernel/limits.ts'
import type { AppEnv } from './app-env.ts'
import type { Operation } from './operation.ts'

/** Phones keep an answer for half a minute. */
const FOR_PHONES = 'public, max-age=30'
/** Cloudflare keeps it near them: 90 s at most, while it asks for a new one, and ten minutes if the service fails. It strips this header. */
const FOR_THE_EDGE = 'public, max-age=30, stale-while-revalidate=60, stale-if-error=600'
/** Pictures never change, so the edge keeps them until they are purged. */
export const PICTURES_AT_THE_EDGE = 'public, max-age=31536000, stale-if-error=600'

/** Headers of one request, which would be told to everybody else. */
const OF_ONE_REQUEST = ['Set-Cookie', 'RateLimit', 'RateLimit-Policy']

/**
 * Lets caches keep the answer of an operation that answers everybody the same, or guests the same if it knows its caller; then they ask
 * again with its ETag and get 304 if it is unchanged. A refusal is kept by nobody.
 * @param shown a text with the ids of all that stands in the answer; by default the answer itself
 */
export async function letCachesKeep(
  c: Context<AppEnv>,
  { knowsCaller }: Pick<Operation, 'knowsCaller'>,
  shown?: string,
): Promise<void> {
  if (c.res.status !== 200) return
  if (knowsCaller) c.header('Vary', 'Authorization, Cookie', { append: true })
  const isForOne = c.get('ctx').caller.kind === 'person'
  const bytes = new Uint8Array(await c.res.arrayBuffer())
  const etag = `"${createHash('sha1').update(bytes).digest('base64url')}"`
  const { headers } = c.res
  headers.set('ETag', etag)
  headers.set('Cache-Control', isForOne ? 'private, no-store' : FOR_PHONES)
  if (!isForOne) {
    for (const name of OF_ONE_REQUEST) headers.delete(name)
    headers.set('Cloudflare-CDN-Cache-Control', FOR_THE_EDGE)
    headers.set('Cache-Tag', tagsIn(shown ?? new TextDecoder().decode(bytes)).join())
  }
  const isKnown = c.req
    .header('if-none-match')
    ?.match(/"[^"]*"/g)
    ?.includes(etag)
  if (isKnown) headers.delete('content-type')
  // Without this, Hono would merge the headers of both answers.
  c.res = undefined
  c.res = isKnown ? new Response(null, { status: 304, headers }) : new Response(bytes, { headers })
}

/** Whether everybody gets this answer: nothing of one request may stand in it. */
export const isShared = (headers: Headers): boolean => headers.has('Cloudflare-CDN-Cache-Control')

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-([0-9a-f]{12})/g

/** Things that are never purged, and texts of people, in which any id may stand: theirs come last, for an answer has only so many tags. */
const LAST = [
  /"(?:description|body|excerpt|comment)":"(?:[^"\\]|\\.)*"/g,
  /"(?:variants|subcategories)":\[[^\]]*\]/g,
  /"categories":\[[^\]]*\]/g,
]

/** The tags by which an answer is purged: one for each thing and each picture whose id stands in it. */
export function tagsIn(text: string): string[] {
  const first = LAST.reduce((left, part) => left.replaceAll(part, ''), text)
  const tags = new Set<string>()
  for (const [, tag] of `${first}\n${text}`.matchAll(ID)) {
    if (tag) tags.add(tag)
    if (tags.size === MOST_TAGS) break
  }
  return [...tags]
}
