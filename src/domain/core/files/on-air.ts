import { sql } from 'drizzle-orm'
import { fail } from '#kernel/failure.ts'
import { OFF_AIR } from '../above.ts'
import type { Ctx } from '../context.ts'
import { isPublicKey } from './media-keys.ts'

async function isOffAir(ctx: Ctx, key: string): Promise<boolean> {
  const condition = OFF_AIR[key.slice(0, key.indexOf('-'))]?.(key)
  if (!condition) return false
  // A file that goes is off from the commit on that says so.
  const isGoing = sql`EXISTS (SELECT 1 FROM removed_files r WHERE r.key = ${key})`
  const [row] = await ctx.db.all<{ off: 0 | 1 }>(sql`SELECT (${condition} OR ${isGoing}) AS "off"`)
  return row?.off === 1
}

/**
 * A public picture, or a smaller size of it, if it may be shown: not of a product that was rejected or taken down, of a suspended
 * shop, of a blocked account or of one that is gone (docs/states.md, Moderation). Nothing is asked for a key that cannot be one.
 * @param stored under which key its bytes lie @returns undefined if there are none @throws 404
 */
export async function readOnAir(ctx: Ctx, key: string, stored = key) {
  if (!isPublicKey(key)) fail('NOT_FOUND')
  const [isOff, file] = await Promise.all([isOffAir(ctx, key), ctx.files.read(stored)])
  if (!isOff) return file
  await file?.body.cancel()
  return fail('NOT_FOUND')
}
