import { fail } from '../../../kernel/failure.ts'
import type { Ctx } from '../context.ts'
import { isPublicKey } from './media-keys.ts'

/** A public picture by the end of its address. 404; nothing is asked for a key that cannot be one. */
export const getMedia = async (ctx: Ctx, key: string) =>
  (isPublicKey(key) ? await ctx.files.read(key) : undefined) ?? fail('NOT_FOUND')
