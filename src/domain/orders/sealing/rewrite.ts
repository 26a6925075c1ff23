import { sql } from 'drizzle-orm'
import { abortWhen } from '#db/guard.ts'
import { moving, SEALED } from '#db/sealed.ts'
import { Stale } from '#db/violation.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { HOUR_MS } from '#kernel/time.ts'
import { beginFile } from './begin-file.ts'
import { type Place, packAll, placeOf, readGroups } from './file.ts'

/** Files of one run. */
const MOST = 10

type File = { n: number; lastDay: string }
type Sealed = { id: string; place: Place }

/**
 * Writes files anew that hold orders which were unsealed, without those, so that what is erased is erased there too (docs/growth.md, Sealed
 * orders); files that hold none any more go.
 */
export async function rewriteSealed(ctx: Ctx): Promise<void> {
  const [dead] = await ctx.db.all<File>(sql`
    SELECT f.n, f.last_day AS lastDay FROM sealed_files f WHERE f.orders > 0 AND f.orders < f.written LIMIT 1`)
  if (dead) await rewriteFile(ctx, dead)
  // A file to which no order has come yet may be under way.
  const gone = await ctx.db.all<{ n: number; key: string }>(sql`
    SELECT f.n, f.key FROM sealed_files f
    WHERE f.orders = 0 AND f.orders < f.written AND (f.bytes = 0 OR f.created_at <= ${ctx.now - HOUR_MS}) LIMIT ${MOST}`)
  if (gone.length === 0) return
  await ctx.files.remove(gone.map(({ key }) => key))
  const all = sql`(SELECT j.value FROM json_each(${JSON.stringify(gone.map(({ n }) => n))}) j)`
  await commit(ctx, [
    ctx.db.run(sql`DELETE FROM sealed_riders WHERE n IN ${all}`),
    ctx.db.run(sql`DELETE FROM sealed_files WHERE n IN ${all}`),
  ])
}

async function rewriteFile(ctx: Ctx, { n, lastDay }: File): Promise<void> {
  const sealed = await ctx.db.all<Sealed>(sql`
    SELECT o.id, o.sealed_place AS place FROM orders o WHERE o.sealed_in = ${n}`)
  const groups = await readGroups(
    ctx,
    sealed.map(({ place }) => ({ n, place })),
  )
  const packs = packAll([...groups.values()], { isFirst: true, isLast: true })
  const places = new Map<Place, Place>()
  let offset = 0
  for (const [i, at] of [...groups.keys()].entries()) {
    const packed = packs[i] as Uint8Array<ArrayBuffer>
    places.set(at.slice(at.indexOf(' ') + 1), await placeOf(offset, packed))
    offset += packed.byteLength
  }
  const next = await beginFile(ctx, packs, { written: sealed.length, lastDay })
  const moved = JSON.stringify(sealed.map(({ id, place }) => ({ id, place, next: places.get(place) })))
  try {
    await commit(
      ctx,
      moving(ctx.db, [
        ctx.db.run(sql`
          UPDATE orders SET (sealed_in, sealed_place) = (
            SELECT ${next}, v.value ->> 'next' FROM json_each(${moved}) v WHERE v.value ->> 'id' = orders.id)
          WHERE sealed_in = ${n} AND EXISTS (
            SELECT 1 FROM json_each(${moved}) v WHERE v.value ->> 'id' = orders.id AND v.value ->> 'place' = orders.sealed_place)`),
        abortWhen(ctx.db, SEALED, sql`changes() <> ${sealed.length}`),
        ctx.db.run(sql`
          INSERT INTO sealed_riders (rider_id, n) SELECT s.rider_id, ${next} FROM sealed_riders s WHERE s.n = ${n}`),
        ctx.db.run(sql`UPDATE sealed_files SET orders = ${sealed.length}, total_minor = (
          SELECT f.total_minor FROM sealed_files f WHERE f.n = ${n}) WHERE n = ${next}`),
        ctx.db.run(sql`UPDATE sealed_files SET orders = 0, total_minor = 0, bytes = 0 WHERE n = ${n}`),
      ]),
    )
  } catch (error) {
    // An order was unsealed meanwhile: the next run writes the file without it.
    if (!(error instanceof Stale)) throw error
  }
}
