import { fail } from '../../../kernel/failure.ts'
import type { Ctx } from '../context.ts'

/** A picture of ours by the end of its address. Everything in the bucket is public; keys never change what they hold. */
export const findMedia = async (ctx: Ctx, key: string) =>
  (/^[\w.-]{1,100}$/.test(key) ? await ctx.images.read(key) : undefined) ?? fail('NOT_FOUND')
