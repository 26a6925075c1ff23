import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import { type Ctx, signatureOf } from '#domain/core/context.ts'
import { isInOpenOrder } from '../above.ts'
import { modeNow } from '../moderation/move.ts'
import { editOf, isRepriced, type There } from './edit-of.ts'
import { requireDates, requirePlaces } from './guards.ts'
import { stockSetBy } from './stock-set.ts'

const ORDERED = guard('IMPORT_CURRENCY', 'CONFLICT', {
  reason: 'IN_USE',
  message: 'Une commande de ce produit est en cours : sa devise ne peut pas changer avant.',
})
/** The product changed between the read of a step and its commit. */
export const CHANGED = guard('IMPORT_CHANGED', 'CONFLICT', {
  reason: 'VERSION_MISMATCH',
  message: "Ce produit a été modifié pendant l'importation.",
})
const rows = (list: string) => sql`json_each(${list})`

/** Writes the changes of lines to known products; it writes nothing for a line that changes nothing. */
export function updateLines(ctx: Ctx, shopId: string, all: There[]): Write[] {
  const edits = new Map<string, ReturnType<typeof editOf>>()
  for (const one of all) {
    const edit = editOf(edits.get(one.now.productId)?.after ?? one.now, one)
    if (edit.isChanged || edits.has(one.now.productId)) edits.set(one.now.productId, edit)
  }
  const made = [...edits.values()]
  const converted = made.filter(({ isInOtherCurrency }) => isInOtherCurrency)
  return [
    ...converted.map(({ after }) =>
      abortWhen(ctx.db, ORDERED, isInOpenOrder(shopId, sql`i.product_id = ${after.productId}`)),
    ),
    ...(made.length > 0 ? writeEdits(ctx, made) : []),
    ...writePrices(ctx, all),
    ...writeStock(ctx, all),
  ]
}

/** Writes edits as those by hand: an approved product that looks different goes back to moderation. */
function writeEdits(ctx: Ctx, edits: ReturnType<typeof editOf>[]): Write[] {
  const { actorId, caller } = signatureOf(ctx)
  const list = JSON.stringify(edits.map(({ after, isShownAnew }) => ({ ...after, isShownAnew: isShownAnew ? 1 : 0 })))
  const joined = sql`${rows(list)} j JOIN products p ON p.id = j.value ->> 'productId'`
  const isReviewed = sql.raw(`p.moderation_status = 'APPROVED' AND e.value ->> 'isShownAnew' = 1`)
  const moved = edits.filter(({ isMoved }) => isMoved)
  const dated = edits.filter(({ isMoved, isDated }) => isMoved || isDated)
  return [
    requirePlaces(
      ctx,
      moved.map(({ after }) => after.subcategoryId),
    ),
    abortWhen(
      ctx.db,
      CHANGED,
      sql`(SELECT count(*) FROM ${joined} WHERE p.deleted_at IS NULL AND p.version = j.value ->> 'version') <> ${edits.length}`,
    ),
    ctx.db.run(sql`
      INSERT INTO history (thing_id, version, thing, event, from_status, to_status, actor_id, caller, at)
      SELECT p.id, p.version + 1, 'product', 'edit', p.status, p.status, ${actorId}, ${caller}, ${ctx.now} FROM ${joined}`),
    ctx.db.run(sql`
      INSERT INTO moderation_events (thing_id, version, thing, event, from_status, to_status, actor_id, at)
      SELECT p.id, p.version + 1, 'product', 'edit', 'APPROVED', 'PENDING', ${actorId}, ${ctx.now}
      FROM ${joined} WHERE p.moderation_status = 'APPROVED' AND j.value ->> 'isShownAnew' = 1`),
    ctx.db.run(sql`
      UPDATE products AS p SET name = e.value ->> 'name', description = e.value ->> 'description', category_id = e.value ->> 'categoryId',
        subcategory_id = e.value ->> 'subcategoryId', currency = e.value ->> 'currency', unit = e.value ->> 'unit',
        brand = e.value ->> 'brand', weight_grams = e.value ->> 'weightGrams', expires_at = e.value ->> 'expiresAt',
        moderation_mode = iif(${isReviewed}, ${modeNow}, p.moderation_mode),
        approved_before = iif(${isReviewed}, p.status = 'PUBLISHED', p.approved_before),
        moderation_status = iif(${isReviewed}, 'PENDING', p.moderation_status),
        version = p.version + 1, updated_at = ${ctx.now}
      FROM ${rows(list)} e WHERE p.id = e.value ->> 'productId'`),
    requireDates(
      ctx,
      dated.map(({ after }) => after.productId),
    ),
  ]
}

function writePrices(ctx: Ctx, all: There[]): Write[] {
  const prices = all.filter(isRepriced).map(({ line, now }) => ({ id: now.variantId, priceMinor: line.priceMinor }))
  if (prices.length === 0) return []
  return [
    ctx.db.run(sql`
      UPDATE variants AS v SET price_minor = e.value ->> 'priceMinor', version = v.version + 1, updated_at = ${ctx.now}
      FROM ${rows(JSON.stringify(prices))} e WHERE v.id = e.value ->> 'id' AND v.deleted_at IS NULL`),
  ]
}

/** The stock changed between the read of a step and its commit: the step reads again, to tell the line that expected another stock. */
export const STOCK_MOVED = guard('IMPORT_STOCK_MOVED', 'CONFLICT')

/**
 * Writes the difference to the stock at that point of the commit, as setting it by hand does. The stock that the file expects must be
 * there.
 */
function writeStock(ctx: Ctx, all: There[]): Write[] {
  const counts = all.flatMap(({ line, now }) => {
    const stock = stockSetBy(line)
    if (stock === undefined || stock === now.stock) return []
    return { movementId: ctx.ids.v7(), id: now.variantId, stock, seen: line.stockSeen ?? null }
  })
  if (counts.length === 0) return []
  const list = JSON.stringify(counts)
  return [
    ...(counts.some(({ seen }) => seen !== null) ? [unlessStockMoved(ctx, list)] : []),
    ctx.db.run(sql`
      INSERT INTO stock_movements (id, variant_id, type, amount, reason, actor_id, created_at)
      SELECT e.value ->> 'movementId', v.id, 'ADJUSTMENT', (e.value ->> 'stock') - v.stock, 'Importation', ${signatureOf(ctx).actorId}, ${ctx.now}
      FROM ${rows(list)} e JOIN variants v ON v.id = e.value ->> 'id'
      WHERE v.deleted_at IS NULL AND (e.value ->> 'stock') <> v.stock`),
  ]
}

const unlessStockMoved = (ctx: Ctx, list: string): Write =>
  abortWhen(
    ctx.db,
    STOCK_MOVED,
    sql`EXISTS (SELECT 1 FROM ${rows(list)} e JOIN variants v ON v.id = e.value ->> 'id'
        WHERE e.value ->> 'seen' IS NOT NULL AND v.stock <> e.value ->> 'seen')`,
  )
