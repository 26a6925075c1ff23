import { sql } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import { Failure } from '../../../kernel/failure.ts'
import { readPicture } from '../../../kernel/picture/read.ts'
import type { Ctx } from '../../core/context.ts'

export type StoredImage = { id: string; key: string; contentType: string; position: number }

/**
 * Stores the pictures under fresh keys and does the work that shows them. When a picture or the work is refused, what was
 * stored is taken away again. After an error whose outcome is unknown it stays: the commit may have happened.
 */
export async function withStoredImages<T>(
  ctx: Ctx,
  files: File[],
  work: (images: StoredImage[]) => Promise<T>,
): Promise<T> {
  const stored: StoredImage[] = []
  try {
    // One after the other: ten pictures at once, each in two copies, would come near the memory of an isolate.
    for (const [position, file] of files.entries()) stored.push(await store(ctx, file, position))
    return await work(stored)
  } catch (error) {
    if (error instanceof Failure && stored.length > 0) await ctx.images.remove(stored.map(({ key }) => key))
    throw error
  }
}

async function store(ctx: Ctx, file: File, position: number): Promise<StoredImage> {
  const { bytes, contentType, extension } = readPicture(new Uint8Array(await file.arrayBuffer()), `images.${position}`)
  const id = ctx.ids.v7()
  const key = `product-${id}.${extension}`
  await ctx.images.put(key, bytes, contentType)
  return { id, key, contentType, position }
}

export const insertImages = (ctx: Ctx, productId: string, images: StoredImage[]): Write[] =>
  images.length === 0
    ? []
    : [
        ctx.db.run(sql`
          INSERT INTO product_images (id, product_id, key, content_type, position, created_at)
          SELECT value->>'id', ${productId}, value->>'key', value->>'contentType', value->>'position', ${ctx.now}
          FROM json_each(${JSON.stringify(images)})`),
      ]
