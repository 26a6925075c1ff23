import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether, type Write } from '#db/client.ts'
import { guard } from '#db/guard.ts'
import { productImportLines, productImports } from '#db/schema/catalogue/imports.ts'
import { requireWithin, selectTries, withinQuota } from '#domain/core/codes/attempts.ts'
import { editsOf, leftOf } from '#domain/core/codes/day-quota.ts'
import { commit } from '#domain/core/commit.ts'
import { type Ctx, sellerOf } from '#domain/core/context.ts'
import { requireActiveActor } from '#domain/core/guards.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { IMPORTS_OF_SELLER } from '#kernel/limits.ts'
import { checkLines } from './check.ts'
import type { Line } from './line.ts'
import { parseFile } from './parse.ts'
import { capErrors } from './progress.ts'
import { type ImportRow, knownBySku, placesBySlug, selectKnown, selectPlaces, selectRoom } from './queries.ts'
import { viewImport } from './view.ts'

const TOO_MANY_IMPORTS = guard('TOO_MANY_IMPORTS', 'TOO_MANY_REQUESTS', {
  message: `${IMPORTS_OF_SELLER.max} importations par jour au plus.`,
  retryAfter: IMPORTS_OF_SELLER.windowMs / 1000,
})

export const ImportProducts = z.strictObject({
  file: f.file,
  shopId: f.idIn,
  partial: z.enum(['true', 'false']).optional(),
  stock: z.enum(['set']).optional(),
})

/** Most characters of one parameter: D1 takes strings of 2 MB at most. */
const MOST_TEXT = 1_000_000

/**
 * Checks every line of a file of products for a shop at once; a job then imports the correct ones (docs/states.md, Import of products). If
 * a line is wrong, nothing is imported, unless `partial` is set.
 * @throws 400 for a file that cannot be read; 403 SUBSCRIPTION_REQUIRED, SHOP_SUSPENDED; 404; 409 while another import of the shop runs;
 *   413; 429
 */
export async function importProducts(ctx: Ctx, { file, shopId, partial, stock }: z.output<typeof ImportProducts>) {
  const { sellerProfileId } = sellerOf(ctx)
  const quota = { key: `import:${sellerProfileId}`, ...IMPORTS_OF_SELLER }
  const { room, edits, places } = await readStanding(ctx, sellerProfileId, shopId, quota)
  const lines = await parseFile(file)
  const known = knownBySku(
    await selectKnown(
      ctx,
      shopId,
      lines.map(({ cells }) => cells.sku ?? ''),
    ),
  )
  const { good, errors } = checkLines(lines, { now: ctx.now, places, known, room, edits, setsStock: stock === 'set' })
  const isRefused = good.length === 0 || (errors.length > 0 && partial !== 'true')
  const row: ImportRow = {
    id: ctx.ids.v7(),
    shopId,
    sellerProfileId,
    status: isRefused ? 'REFUSED' : 'RUNNING',
    lines: lines.length,
    done: 0,
    cursor: 0,
    errors: capErrors(errors),
    createdAt: ctx.now,
    updatedAt: ctx.now,
    failures: 0,
  }
  await commit(ctx, [
    requireActiveActor(ctx),
    ...withinQuota(ctx, quota, TOO_MANY_IMPORTS),
    ctx.db.insert(productImports).values(row),
    ...(isRefused ? [] : keepLines(ctx, row.id, good)),
  ])
  return viewImport(row)
}

async function readStanding(
  ctx: Ctx,
  sellerProfileId: string,
  shopId: string,
  quota: Parameters<typeof selectTries>[1],
) {
  const edits = editsOf(ctx)
  const [[shop], [limits], [tries], [edited], places] = await readTogether(
    ctx.db,
    ctx.db.all<{ status: string; running: number }>(sql`
      SELECT s.status, EXISTS (SELECT 1 FROM product_imports i WHERE i.shop_id = s.id AND i.status = 'RUNNING') AS running
      FROM shops s WHERE s.id = ${shopId} AND s.seller_profile_id = ${sellerProfileId}`),
    selectRoom(ctx, sellerProfileId),
    selectTries(ctx, quota),
    selectTries(ctx, edits),
    selectPlaces(ctx),
  )
  if (!shop) fail('NOT_FOUND', { message: 'Boutique introuvable.' })
  if (shop.status === 'SUSPENDED') fail('FORBIDDEN', 'SHOP_SUSPENDED')
  if (shop.status === 'CLOSED')
    fail('CONFLICT', { reason: 'INVALID_TRANSITION', message: 'Cette boutique est fermée.' })
  if (!limits) fail('FORBIDDEN', 'SUBSCRIPTION_REQUIRED')
  requireWithin(ctx, { ...quota, max: quota.max - 1 }, tries, TOO_MANY_IMPORTS.message)
  if (shop.running)
    fail('CONFLICT', { reason: 'ALREADY_EXISTS', message: 'Une importation est déjà en cours pour cette boutique.' })
  return { room: limits.room, edits: leftOf(ctx, edits, edited), places: placesBySlug(places) }
}

/** Stores the lines for the job, in texts that are short enough for D1. */
function keepLines(ctx: Ctx, importId: string, lines: Line[]): Write[] {
  const texts: string[] = []
  let text = ''
  for (const line of lines) {
    const one = JSON.stringify([line.line, JSON.stringify(line)])
    if (text.length + one.length > MOST_TEXT) {
      texts.push(text)
      text = ''
    }
    text += text === '' ? one : `,${one}`
  }
  texts.push(text)
  return texts.map((all) =>
    ctx.db.run(sql`
      INSERT INTO ${productImportLines} (import_id, line, content)
      SELECT ${importId}, value ->> 0, value ->> 1 FROM json_each(${`[${all}]`})`),
  )
}
