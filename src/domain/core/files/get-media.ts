import { fail } from '../../../kernel/failure.ts'
import type { Ctx } from '../context.ts'

/** A public picture by the end of its address. Private files stand under keys with a slash, which none of these has. */
export const getMedia = async (ctx: Ctx, key: string) =>
  (/^[\w.-]{1,100}$/.test(key) ? await ctx.files.read(key) : undefined) ?? fail('NOT_FOUND')
