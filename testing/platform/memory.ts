/** The part of a KV namespace that the service and its tests use. */
export function memoryKv() {
  const values = new Map<string, { value: string; until: number }>()
  const read = (key: string) => {
    const found = values.get(key)
    return found && found.until > Date.now() ? found.value : null
  }
  return {
    get: async (key: string, type?: string) => {
      const value = read(key)
      return value !== null && type === 'json' ? (JSON.parse(value) as unknown) : value
    },
    put: async (key: string, value: string, { expirationTtl = Infinity } = {}) =>
      void values.set(key, { value, until: Date.now() + expirationTtl * 1000 }),
    delete: async (key: string) => void values.delete(key),
    list: async () => ({ keys: [...values.keys()].filter((key) => read(key) !== null).map((name) => ({ name })) }),
    empty: () => values.clear(),
  }
}

type Stored = { bytes: Uint8Array<ArrayBuffer>; httpMetadata: { contentType?: string }; uploaded: Date }

type Put = { httpMetadata?: Stored['httpMetadata']; onlyIf?: { etagDoesNotMatch: '*' } }

/** The part of an R2 bucket that the service and its tests use. */
export function memoryBucket() {
  const objects = new Map<string, Stored>()
  return {
    put: async (key: string, value: BodyInit, { httpMetadata = {}, onlyIf }: Put = {}) => {
      if (onlyIf && objects.has(key)) return null
      const bytes = new Uint8Array(await new Response(value).arrayBuffer())
      return objects.set(key, { bytes, httpMetadata, uploaded: new Date() })
    },
    head: async (key: string) => objects.get(key) ?? null,
    get: async (key: string, { range }: { range?: { offset: number; length: number } } = {}) => {
      const found = objects.get(key)
      if (!found) return null
      const { httpMetadata } = found
      const bytes = range ? found.bytes.slice(range.offset, range.offset + range.length) : found.bytes
      const whole = () => new Response(bytes)
      return {
        key,
        size: bytes.length,
        httpMetadata,
        httpEtag: `"${key}"`,
        get body() {
          return whole().body
        },
        arrayBuffer: () => whole().arrayBuffer(),
      }
    },
    delete: async (keys: string | string[]) => {
      for (const key of [keys].flat()) objects.delete(key)
    },
    list: async ({ prefix = '' } = {}) => ({
      objects: [...objects.keys()]
        .filter((key) => key.startsWith(prefix))
        .map((key) => ({ key, uploaded: objects.get(key)?.uploaded, size: objects.get(key)?.bytes.byteLength })),
      delimitedPrefixes: [...new Set([...objects.keys()].map((key) => key.slice(0, key.indexOf('/') + 1)))],
    }),
    empty: () => objects.clear(),
  }
}
