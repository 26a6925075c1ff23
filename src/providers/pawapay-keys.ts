import * as z from 'zod'
import { fromBase64 } from './bytes.ts'
import { type HttpClient, httpCall } from './http-call.ts'

const Keys = z.array(z.object({ id: z.string(), key: z.string() }))

/** Gateway A's keys by name, the names that it has no key for, and when it was last asked. Instants in milliseconds. */
export type KeyCache = { keys: Map<string, CryptoKey>; unknownUntil: Map<string, number>; askedAt: number[] }

export const newKeyCache = (): KeyCache => ({ keys: new Map(), unknownUntil: new Map(), askedAt: [] })

/** The answer about a key: the key, that the gateway has none of this name, or that it could not be asked. */
export type FoundKey = CryptoKey | 'unknown' | 'unreachable'

/** A name without a key is remembered this long, and so many of them: a guess of the next key's name delays that key no longer. */
const UNKNOWN_FOR_MS = 2 * 60_000
const UNKNOWN_AT_MOST = 1000
/**
 * Anybody can invent names: however many come, the gateway is asked so often in a minute, and then once in so many
 * milliseconds. One answer tells all keys, so that is the longest that invented names delay a rotated one.
 */
const QUESTIONS_A_MINUTE = 5
const SPACED_MS = 60_000 / QUESTIONS_A_MINUTE

/**
 * Finds the gateway's public keys by name, in the cache or by one call: a name that is not cached may be a key that has
 * just been rotated in. A name that nobody has is remembered.
 */
export function keyFinder(client: HttpClient, baseUrl: string, token: string, cache: KeyCache) {
  const { keys, unknownUntil } = cache
  return async (keyid: string, now: number): Promise<FoundKey> => {
    const cached = keys.get(keyid)
    if (cached) return cached
    if ((unknownUntil.get(keyid) ?? 0) > now) return 'unknown'
    cache.askedAt = cache.askedAt.filter((at) => at > now - 60_000)
    const isSpaced = now - (cache.askedAt.at(-1) ?? 0) >= SPACED_MS
    if (cache.askedAt.length >= QUESTIONS_A_MINUTE && !isSpaced) return keys.size > 0 ? 'unknown' : 'unreachable'
    cache.askedAt.push(now)
    const answer = await httpCall(client, {
      method: 'GET',
      url: `${baseUrl}/v2/public-key/http`,
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
    })
    const published = answer.kind === 'answer' && answer.status === 200 ? Keys.safeParse(answer.body) : undefined
    if (!published?.success) return 'unreachable'
    // A key that is no longer published is no longer trusted.
    keys.clear()
    for (const { id, key } of published.data) {
      const imported = await importKey(key)
      if (imported) keys.set(id, imported)
    }
    const found = keys.get(keyid)
    if (found) return found
    if (unknownUntil.size >= UNKNOWN_AT_MOST) unknownUntil.clear()
    unknownUntil.set(keyid, now + UNKNOWN_FOR_MS)
    return 'unknown'
  }
}

// Keys of other algorithms may stand in the list: they are not ours to use.
async function importKey(pem: string): Promise<CryptoKey | undefined> {
  const spki = fromBase64(pem.replace(/-----[^-]+-----|\s/g, ''))
  if (!spki) return undefined
  try {
    return await crypto.subtle.importKey('spki', spki, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify'])
  } catch {
    return undefined
  }
}
