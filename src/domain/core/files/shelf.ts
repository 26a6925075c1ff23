import { fail } from '#kernel/failure.ts'
import { HOUR_MS } from '#kernel/time.ts'
import type { Ctx } from '../context.ts'

/** A key with a slash is no public address. */
const PREFIX = 'arriving/'
/** No request takes so long. */
const CUT_OFF_MS = HOUR_MS

/** Keeps the files of one request's form in R2 until its end, so that they do not lie in memory together. */
export function openShelf(ctx: Ctx) {
  const keys: string[] = []
  return {
    async put(bytes: Uint8Array): Promise<() => Promise<ArrayBuffer>> {
      const key = `${PREFIX}${crypto.randomUUID()}`
      keys.push(key)
      await ctx.files.put(key, bytes, 'application/octet-stream')
      return async () => new Response(((await ctx.files.read(key)) ?? fail('GONE')).body).arrayBuffer()
    },
    /** Removes them, after the answer. */
    clear(): void {
      if (keys.length > 0) ctx.later(() => ctx.files.remove(keys))
    },
  }
}

/** Removes what requests that were cut off left lying. @returns how many files */
export async function clearShelves(ctx: Ctx): Promise<number> {
  const keys = await ctx.files.keysBefore(PREFIX, ctx.now - CUT_OFF_MS)
  if (keys.length > 0) await ctx.files.remove(keys)
  return keys.length
}
