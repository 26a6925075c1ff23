import { type SQL, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortWhen, failureOf, guard, isBroken, NOT_FOUND, VERSION_MISMATCH } from '#db/guard.ts'
import { dayQuota, withinDayByRows } from '#domain/core/codes/day-quota.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { requireActiveActor } from '#domain/core/guards.ts'
import { CART_LINES_A_DAY } from '#kernel/limits.ts'
import { type CartLine, MOST_LINES } from './fields.ts'
import { selectCart } from './queries.ts'
import { type CartView, viewCart } from './view.ts'

const CART_FULL = guard('CART_FULL', 'CONFLICT', {
  message: `Un panier a au plus ${MOST_LINES} lignes. Retirez-en d'abord.`,
})

export const CART_TOO_DEAR = guard('CART_TOO_DEAR', 'CONFLICT', {
  message: 'Le total du panier est trop grand. Retirez-en des articles.',
})

/** Refuses a cart whose total, over all currencies together, is too large for an exact number. @throws 409 */
export const requireExactTotal = (ctx: Ctx): Write =>
  abortWhen(
    ctx.db,
    CART_TOO_DEAR,
    sql`(
      SELECT sum(v.price_minor * i.quantity) FROM cart_items i CROSS JOIN variants v ON v.id = i.variant_id
      WHERE i.user_id = ${actorOf(ctx).id}) > ${Number.MAX_SAFE_INTEGER}`,
  )

/** Changes the cart of the person who asks, all or nothing, and answers its new contents. */
export async function changeCart(ctx: Ctx, writes: Write[]): Promise<CartView> {
  return viewCart(ctx, ...(await commit(ctx, [requireActiveActor(ctx), ...writes], ...selectCart(ctx))))
}

const ALWAYS = sql`true`

/** Raises the version of the cart if `when` holds, and makes the cart if there is none. */
export const raiseVersion = (ctx: Ctx, when: SQL = ALWAYS): Write =>
  ctx.db.run(sql`
    INSERT INTO carts (user_id, version, created_at, updated_at)
    SELECT ${actorOf(ctx).id}, 2, ${ctx.now}, ${ctx.now} WHERE ${when}
    ON CONFLICT (user_id) DO UPDATE SET version = version + 1, updated_at = excluded.updated_at`)

/** Refuses a change of a cart that was changed since the person read it. @throws 409 VERSION_MISMATCH */
export const requireVersion = (ctx: Ctx, baseVersion: number | undefined): Write[] =>
  baseVersion === undefined
    ? []
    : [
        abortWhen(
          ctx.db,
          VERSION_MISMATCH,
          sql`coalesce((SELECT c.version FROM carts c WHERE c.user_id = ${actorOf(ctx).id}), 1) <> ${baseVersion}`,
        ),
      ]

/**
 * Lines as one parameter for `insertLines`; each carries the id that it gets if it is new. A cart shows its lines by id, and ids of one
 * moment are random: they are sorted, so that the lines keep the given order.
 */
export function linesJson(ctx: Ctx, lines: CartLine[]): string {
  const ids = lines.map(() => ctx.ids.v7()).sort()
  return JSON.stringify(lines.map((line, i) => ({ id: ids[i], ...line })))
}

/** The change of a line that the cart already has of a variant: `set`, if `where` holds. */
type OnConflict = { set: SQL; where?: SQL }

/** Counts the lines that the statement just before it wrote: a cart of a hundred lines may be filled twenty times a day. @throws 429 */
const countLines = (ctx: Ctx): Write[] => withinDayByRows(ctx, cartLinesOf(ctx))

export const cartLinesOf = (ctx: Ctx) => dayQuota(ctx, 'cart lines', CART_LINES_A_DAY)

/**
 * Inserts lines, each at its present price; lines that stay as they are are not written, and all others count.
 * @param only condition on the variants that come in; their tables are `v` and `p`
 * @throws 429
 */
export const insertLines = (ctx: Ctx, lines: string, { set, where }: OnConflict, only: SQL = ALWAYS): Write[] => [
  ctx.db.run(sql`
    INSERT INTO cart_items (id, user_id, variant_id, quantity, seen_price_minor, seen_currency, created_at, updated_at)
    SELECT l.value ->> 'id', ${actorOf(ctx).id}, v.id, l.value ->> 'quantity', v.price_minor, p.currency, ${ctx.now}, ${ctx.now}
    FROM json_each(${lines}) l JOIN variants v ON v.id = l.value ->> 'variantId' JOIN products p ON p.id = v.product_id
    WHERE ${only} ON CONFLICT (user_id, variant_id) DO UPDATE SET updated_at = excluded.updated_at, ${set}
    WHERE ${where ?? ALWAYS}`),
  ...countLines(ctx),
]

/** Marks the price of a changed line as seen. */
export const SEEN = sql`seen_price_minor = excluded.seen_price_minor, seen_currency = excluded.seen_currency`

/** If the cart already has the line, the larger quantity stays. */
export const LARGER: OnConflict = { set: sql`quantity = excluded.quantity`, where: sql`quantity < excluded.quantity` }

/** The new line replaces the old one, if it differs. */
export const REPLACED: OnConflict = {
  set: sql`quantity = excluded.quantity, ${SEEN}`,
  where: sql`(quantity, seen_price_minor, seen_currency) IS NOT (excluded.quantity, excluded.seen_price_minor, excluded.seen_currency)`,
}

/** Whether the cart is different from exactly these lines at their present prices. */
export const isAnother = (ctx: Ctx, lines: string) => sql`(EXISTS (
  SELECT 1 FROM cart_items i WHERE i.user_id = ${actorOf(ctx).id}
    AND i.variant_id NOT IN (SELECT l.value ->> 'variantId' FROM json_each(${lines}) l)) OR EXISTS (
  SELECT 1 FROM json_each(${lines}) l JOIN variants v ON v.id = l.value ->> 'variantId' JOIN products p ON p.id = v.product_id
  WHERE NOT EXISTS (
    SELECT 1 FROM cart_items i WHERE i.user_id = ${actorOf(ctx).id} AND i.variant_id = v.id
      AND (i.quantity, i.seen_price_minor, i.seen_currency) IS (l.value ->> 'quantity', v.price_minor, p.currency))))`

/** Whether one of the lines brings more than the cart has of its variant; `only` as for `insertLines`. */
export const someLineChanges = (ctx: Ctx, lines: string, only: SQL = ALWAYS) => sql`EXISTS (
  SELECT 1 FROM json_each(${lines}) l JOIN variants v ON v.id = l.value ->> 'variantId' JOIN products p ON p.id = v.product_id
  WHERE ${only} AND NOT EXISTS (
    SELECT 1 FROM cart_items i WHERE i.user_id = ${actorOf(ctx).id} AND i.variant_id = v.id
      AND i.quantity >= l.value ->> 'quantity'))`

/** Whether the cart has a line of the variant that `l` names. */
export const isInCart = (ctx: Ctx) =>
  sql`EXISTS (SELECT 1 FROM cart_items i WHERE i.user_id = ${actorOf(ctx).id} AND i.variant_id = l.value ->> 'variantId')`

/** Whether one of the lines names no variant for which the condition holds; its tables are `v` and `p`, the line is `l`. */
export const someLineIsNot = (lines: string, allowed: SQL, or: SQL = sql`false`) => sql`EXISTS (
  SELECT 1 FROM json_each(${lines}) l WHERE NOT ${or} AND NOT EXISTS (
    SELECT 1 FROM variants v JOIN products p ON p.id = v.product_id WHERE v.id = l.value ->> 'variantId' AND ${allowed}))`

/**
 * Runs a change of a cart by lines that `someLineIsNot` may abort; the error then names each line that is none of those that are allowed.
 */
export async function namingLines<T>(ctx: Ctx, lines: string, allowed: SQL, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isBroken(error, NOT_FOUND)) throw error
    const found = await ctx.db.all<{ place: number }>(sql`
      SELECT l.key AS place FROM json_each(${lines}) l WHERE NOT ${isInCart(ctx)} AND NOT EXISTS (
        SELECT 1 FROM variants v JOIN products p ON p.id = v.product_id WHERE v.id = l.value ->> 'variantId' AND ${allowed})`)
    const details = found.map(({ place }) => ({
      field: `items.${place}.variantId`,
      message: 'Cet article est introuvable.',
    }))
    throw failureOf({ ...NOT_FOUND, message: 'Des articles sont introuvables. Retirez-les du panier.', details })
  }
}

/** Refuses a cart with too many lines. @throws 409 */
export const requireRoom = (ctx: Ctx): Write =>
  abortWhen(
    ctx.db,
    CART_FULL,
    sql`(SELECT count(*) FROM cart_items i WHERE i.user_id = ${actorOf(ctx).id}) > ${MOST_LINES}`,
  )
