import { sql } from 'drizzle-orm'
import type { Ctx } from '#domain/core/context.ts'
import { isWritten, packText, readSealed, tellBroken, unpackText } from '#domain/core/files/sealed.ts'
import { sha256Bytes } from '#kernel/digest.ts'
import type { Rows } from './rows.ts'

/** The place of a group of orders in a file: offset, length and the beginning of its SHA-256. */
export type Place = string

/** Signs of a digest that a place keeps: 96 bits. */
const DIGEST = 24

/** The signs around the rows of a group: all groups of a file are one array of JSON. */
export type Ends = { isFirst: boolean; isLast: boolean }

/** Packs the rows of each group. A file is the packs one after the other, gzipped JSON of which each pack unpacks alone. */
export const packAll = (groups: Rows[], { isFirst, isLast }: Ends): Uint8Array<ArrayBuffer>[] =>
  groups.map((rows, i) => {
    const before = isFirst && i === 0 ? '[' : ','
    const after = isLast && i === groups.length - 1 ? ']' : ''
    return packText(before + JSON.stringify(rows) + after)
  })

export const placeOf = async (offset: number, packed: Uint8Array<ArrayBuffer>): Promise<Place> =>
  `${offset}.${packed.byteLength}.${(await sha256Bytes(packed)).slice(0, DIGEST)}`

function unpack(packed: Uint8Array): Rows {
  const text = unpackText(packed)
  return JSON.parse(text.slice(1, text.lastIndexOf('}') + 1))
}

/** A group of orders in a file. */
export type At = { n: number; place: Place }

/** Groups of one file above which it is read whole: each read of a part takes a call. */
const MANY = 20

/**
 * Reads the rows of groups from their files, by number and place.
 * @throws 503 if R2 does not answer, or if a file is missing or another than was written: then an incident tells the ADMINs
 */
export async function readGroups(ctx: Ctx, all: At[]): Promise<Map<string, Rows>> {
  const files = Map.groupBy(new Map(all.map((at) => [`${at.n} ${at.place}`, at])).values(), ({ n }) => n)
  const keys = await ctx.db.all<{ n: number; key: string }>(
    sql`SELECT f.n, f.key FROM sealed_files f WHERE f.n IN (SELECT j.value FROM json_each(${JSON.stringify([...files.keys()])}) j)`,
  )
  const keyOf = new Map(keys.map(({ n, key }) => [n, key]))
  const read = [...files].map(async ([n, groups]) => {
    const key = keyOf.get(n) ?? ''
    const whole = groups.length > MANY ? await readSealed(ctx, key) : undefined
    return Promise.all(
      groups.map(async ({ place }): Promise<[string, Rows]> => {
        const [offset = 0, length = 0] = place.split('.').map(Number)
        const packed = whole?.slice(offset, offset + length) ?? (await readSealed(ctx, key, offset, length))
        if (packed && (await isWritten(packed, place.slice(-DIGEST)))) return [`${n} ${place}`, unpack(packed)]
        // One that was rewritten meanwhile holds nothing any more.
        return tellBroken(ctx, key, sql`EXISTS (SELECT 1 FROM orders o WHERE o.sealed_in = ${n})`)
      }),
    )
  })
  return new Map((await Promise.all(read)).flat())
}
