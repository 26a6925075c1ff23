import { fail } from '../../../kernel/failure.ts'
import type { Ctx } from '../context.ts'

/** As `withStoredPictures` makes them. Private files and smaller sizes stand under keys with a slash, which none of these has. */
const PUBLIC_KEY = /^[a-z][a-z-]{0,30}-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(jpg|png|webp)$/

export const isPublicKey = (key: string) => PUBLIC_KEY.test(key)

/** A public picture by the end of its address. 404; nothing is asked for a key that cannot be one. */
export const getMedia = async (ctx: Ctx, key: string) =>
  (isPublicKey(key) ? await ctx.files.read(key) : undefined) ?? fail('NOT_FOUND')
