import * as z from 'zod'
import { fromBase64 } from './bytes.ts'
import { type HttpClient, httpCall } from './http-call.ts'

const Keys = z.array(z.object({ id: z.string(), key: z.string() }))

export type KeyCache = Map<string, CryptoKey>

/** What is known of a key: itself, that the gateway has none of this name, or that it could not be asked. */
export type FoundKey = CryptoKey | 'unknown' | 'unreachable'

/**
 * Finds the gateway's public keys by name, in the cache or by one call: a name that is not cached may be a key that has
 * just been rotated in.
 */
export function keyFinder(client: HttpClient, baseUrl: string, token: string, cache: KeyCache) {
  const nameOf = (keyid: string) => `${baseUrl} ${keyid}`
  return async (keyid: string): Promise<FoundKey> => {
    const cached = cache.get(nameOf(keyid))
    if (cached) return cached
    const answer = await httpCall(client, {
      method: 'GET',
      url: `${baseUrl}/v2/public-key/http`,
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
    })
    const keys = answer.kind === 'answer' && answer.status === 200 ? Keys.safeParse(answer.body) : undefined
    if (!keys?.success) return 'unreachable'
    // What is no longer published is no longer trusted.
    for (const name of cache.keys()) if (name.startsWith(nameOf(''))) cache.delete(name)
    for (const { id, key } of keys.data) {
      const imported = await importKey(key)
      if (imported) cache.set(nameOf(id), imported)
    }
    return cache.get(nameOf(keyid)) ?? 'unknown'
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
