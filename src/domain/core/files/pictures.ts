import type { Write } from '#db/client.ts'
import { readPicture } from '#kernel/picture/read.ts'
import type { Upload } from '#kernel/upload.ts'
import type { Ctx } from '../context.ts'
import { bytesOfSizes } from './media-keys.ts'
import { type BytesOfDay, withStore } from './store.ts'

export type StoredPicture = { id: string; key: string; contentType: string; width: number; height: number }

type Uploads = {
  /** Each file has the name of its field, which a refusal tells. */
  files: { file: Upload; field: string }[]
  /** The beginning of the keys under which they are stored. */
  prefix: string
  ofDay: BytesOfDay
}

/**
 * Stores public pictures under fresh keys, without their metadata, and does the work that shows them, whose commit needs the
 * writes that count their bytes (`withStore`).
 * @throws 400 for a damaged picture, 409, 413, 415, 429
 */
export const withStoredPictures = <T>(
  ctx: Ctx,
  { files, prefix, ofDay }: Uploads,
  work: (pictures: StoredPicture[], counted: () => Write[]) => Promise<T>,
): Promise<T> =>
  withStore(ctx, ofDay, async (put, counted) => {
    const stored: StoredPicture[] = []
    // One after the other: ten pictures at once, each in two copies, would come near the memory of an isolate.
    for (const { file, field } of files) {
      const { bytes, extension, ...picture } = readPicture(new Uint8Array(await file.arrayBuffer()), field)
      const id = ctx.ids.v7()
      const key = `${prefix}-${id}.${extension}`
      await put({ key, bytes, contentType: picture.contentType, beside: bytesOfSizes(picture) })
      stored.push({ id, key, ...picture })
    }
    return await work(stored, counted)
  })
