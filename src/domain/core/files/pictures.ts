import { Stale } from '../../../db/violation.ts'
import { Failure } from '../../../kernel/failure.ts'
import { readPicture } from '../../../kernel/picture/read.ts'
import type { Upload } from '../../../kernel/upload.ts'
import type { Ctx } from '../context.ts'

export type StoredPicture = { id: string; key: string; contentType: string; width: number; height: number }

/**
 * Stores public pictures under fresh keys, without their metadata, and does the work that shows them. When a picture or
 * the work is refused, what was stored is taken away again. After an error whose outcome is unknown it stays: the commit
 * may have happened.
 * @param uploads each with the name of its field, for what is told when it is refused
 * @param prefix the beginning of their keys
 * @throws 400 for a damaged picture, 413, 415
 */
export async function withStoredPictures<T>(
  ctx: Ctx,
  uploads: { file: Upload; field: string }[],
  prefix: string,
  work: (pictures: StoredPicture[]) => Promise<T>,
): Promise<T> {
  const stored: StoredPicture[] = []
  try {
    // One after the other: ten pictures at once, each in two copies, would come near the memory of an isolate.
    for (const { file, field } of uploads) {
      const { bytes, extension, ...picture } = readPicture(new Uint8Array(await file.arrayBuffer()), field)
      const id = ctx.ids.v7()
      const key = `${prefix}-${id}.${extension}`
      await ctx.files.put(key, bytes, picture.contentType)
      stored.push({ id, key, ...picture })
    }
    return await work(stored)
  } catch (error) {
    if ((error instanceof Failure || error instanceof Stale) && stored.length > 0)
      await ctx.files.remove(stored.map(({ key }) => key))
    throw error
  }
}
