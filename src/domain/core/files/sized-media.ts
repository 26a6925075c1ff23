import * as z from 'zod'
import { fail } from '#kernel/failure.ts'
import { report } from '#kernel/report.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import type { Ctx } from '../context.ts'
import { PREVIEW_WIDTH, SIZES, sizedKey, type Width } from './media-keys.ts'
import { readOnAir } from './on-air.ts'

export const MediaWidth = z.enum(SIZES)

/** Time in ms in which a picture that could not be made smaller is not tried again, so that a request for it costs only a read. */
const REST_MS = 10 * MINUTE_MS
const MOST_REMEMBERED = 1000
const failedUntil = new Map<string, number>()

/**
 * Reads a public picture as WebP of this width, or of its own if that is less; for previews of links as JPEG. The first request makes and keeps it: of several made at
 * once the first stays. If it cannot be made, the original stands in for it.
 * @throws 404
 */
export async function getSizedMedia(ctx: Ctx, key: string, width: Width) {
  const sized = sizedKey(key, width)
  const kept = await readOnAir(ctx, key, sized)
  if (kept) return kept

  const original = await bytesOf(ctx, key)
  const { shrink } = ctx.files
  if (!shrink || (failedUntil.get(sized) ?? 0) > ctx.now) return { ...original, isStandIn: true }
  const type = width === PREVIEW_WIDTH ? 'image/jpeg' : 'image/webp'
  const made = await shrink(original.body, Number(width), type).catch((error: unknown) => rest(ctx, sized, error))
  if (!made) return { ...(await bytesOf(ctx, key)), isStandIn: true }

  await ctx.files.putOnce(sized, made, type)
  // The picture was removed meanwhile, with the sizes that existed then.
  if (!(await ctx.files.has(key))) await ctx.files.remove([key])
  return (await ctx.files.read(sized)) ?? fail('NOT_FOUND')
}

/** Reads the original; the caller has already checked that it is public, with the missing size. */
const bytesOf = async (ctx: Ctx, key: string) => (await ctx.files.read(key)) ?? fail('NOT_FOUND')

function rest(ctx: Ctx, sized: string, error: unknown): undefined {
  report('picture not made smaller', { key: sized }, error)
  if (failedUntil.size >= MOST_REMEMBERED) failedUntil.clear()
  failedUntil.set(sized, ctx.now + REST_MS)
}
