import type { Backups, Edge, Files } from './domain/core/context.ts'
import { sizesOf } from './domain/core/files/media-keys.ts'
import type { Env } from './env.ts'
import { report } from './kernel/report.ts'

/** Files in R2, made smaller by Cloudflare Images. */
export const filesOf = ({ MEDIA, IMAGES }: Env): Files => ({
  put: async (key, bytes, contentType) => {
    await MEDIA.put(key, bytes, { httpMetadata: { contentType } })
  },
  putOnce: async (key, bytes, contentType) => {
    await MEDIA.put(key, bytes, { httpMetadata: { contentType }, onlyIf: { etagDoesNotMatch: '*' } })
  },
  read: async (key) => {
    const object = await MEDIA.get(key)
    if (!object) return undefined
    const contentType = object.httpMetadata?.contentType ?? 'application/octet-stream'
    return { body: object.body, contentType, etag: object.httpEtag }
  },
  bytes: async (key, offset, length) => {
    const range = offset === undefined || length === undefined ? {} : { range: { offset, length } }
    const object = await MEDIA.get(key, range)
    return object ? new Uint8Array(await object.arrayBuffer()) : undefined
  },
  has: async (key) => (await MEDIA.head(key)) !== null,
  keysBefore: async (prefix, at) => {
    const { objects } = await MEDIA.list({ prefix })
    return objects.filter(({ uploaded }) => uploaded.getTime() < at).map(({ key }) => key)
  },
  remove: async (keys) => {
    // Originals go first: a request that makes a size meanwhile looks for them once the size is kept.
    await MEDIA.delete(keys)
    const sizes = keys.flatMap(sizesOf)
    if (sizes.length > 0) await MEDIA.delete(sizes)
  },
  shrink:
    IMAGES &&
    (async (picture, width, format) => {
      // A JPEG shows what a picture leaves clear in white.
      const more = format === 'image/jpeg' ? { height: 2 * width, background: '#ffffff' } : {}
      const smaller = IMAGES.input(picture).transform({ width, fit: 'scale-down', ...more })
      const result = await smaller.output({ format, quality: 75 })
      return new Uint8Array(await result.response().arrayBuffer())
    }),
})

/** Backups in R2. */
export const backupsOf = ({ BACKUP }: Env): Backups => ({
  put: async (key, bytes) => {
    await BACKUP.put(key, bytes)
  },
  folders: async () => {
    const { delimitedPrefixes } = await BACKUP.list({ delimiter: '/' })
    return delimitedPrefixes.map((prefix) => prefix.slice(0, -1))
  },
  list: async (folder) => (await BACKUP.list({ prefix: `${folder}/` })).objects.map(({ key }) => key),
  remove: (keys) => BACKUP.delete(keys),
})

/** Cloudflare's cache in front of the Worker. In development there is none: nothing is kept, so nothing has to go. */
export const edgeOf = (cache: CacheContext | undefined): Edge => ({
  async purge(tags) {
    if (!cache) return true
    const { success, errors } = await cache.purge({ tags })
    if (!success) report('purge refused', { errors: errors.map(({ message }) => message).join() })
    return success
  },
})
