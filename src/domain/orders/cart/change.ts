import { type SQL, sql } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import { abortWhen, guard, VERSION_MISMATCH } from '../../../db/guard.ts'
import { CART_LINES_A_DAY } from '../../../kernel/limits.ts'
import { dayQuota, withinDayByRows } from '../../core/codes/day-quota.ts'
import { commit } from '../../core/commit.ts'
import { actorOf, type Ctx } from '../../core/context.ts'
import { requireActiveActor } from '../../core/guards.ts'
import { type CartLine, MOST_LINES } from './fields.ts'
import { selectCart } from './queries.ts'
import { type CartView, viewCart } from './view.ts'

const CART_FULL = guard('CART_FULL', 'CONFLICT', {
  message: `Un panier a au plus ${MOST_LINES} lignes. Retirez-en d'abord.`,
})

export const CART_TOO_DEAR = guard('CART_TOO_DEAR', 'CONFLICT', {
  message: 'Le total du panier est trop grand. Retirez-en des articles.',
})

/** Keeps what a cart comes to a number that is told exactly, whatever the currencies of its lines. 409 */
export const requireExactTotal = (ctx: Ctx): Write =>
  abortWhen(
    ctx.db,
    CART_TOO_DEAR,
    sql`(
      SELECT sum(v.price_minor * i.quantity) FROM cart_items i CROSS JOIN variants v ON v.id = i.variant_id
      WHERE i.user_id = ${actorOf(ctx).id}) > ${Number.MAX_SAFE_INTEGER}`,
  )

/** Changes the cart of the person asking, all or nothing, and answers what it holds then. */
export async function changeCart(ctx: Ctx, writes: Write[]): Promise<CartView> {
  return viewCart(ctx, ...(await commit(ctx, [requireActiveActor(ctx), ...writes], ...selectCart(ctx))))
}

const ALWAYS = sql`true`

/** Raises the version of the cart where something changes, and makes the cart where there was none. */
export const raiseVersion = (ctx: Ctx, when: SQL = ALWAYS): Write =>
  ctx.db.run(sql`
    INSERT INTO carts (user_id, version, created_at, updated_at)
    SELECT ${actorOf(ctx).id}, 2, ${ctx.now}, ${ctx.now} WHERE ${when}
    ON CONFLICT (user_id) DO UPDATE SET version = version + 1, updated_at = excluded.updated_at`)

/** Tells who changes a cart that was changed since they read it. 409 VERSION_MISMATCH */
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
 * Lines as one parameter for `insertLines`; each brings the id that it has where it is new. Ids of one moment sort at random,
 * and a cart shows its lines by them: they are given in the order that was asked for.
 */
export function linesJson(ctx: Ctx, lines: CartLine[]): string {
  const ids = lines.map(() => ctx.ids.v7()).sort()
  return JSON.stringify(lines.map((line, i) => ({ id: ids[i], ...line })))
}

/** Becomes of the line that the cart has of a variant: what is set, where that changes it. */
type OnConflict = { set: SQL; where?: SQL }

/** Counts the lines that the statement just before it wrote: a basket of a hundred may be filled twenty times a day. 429 */
const countLines = (ctx: Ctx): Write[] => withinDayByRows(ctx, cartLinesOf(ctx))

export const cartLinesOf = (ctx: Ctx) => dayQuota(ctx, 'cart lines', CART_LINES_A_DAY)

/**
 * Puts lines in, each at its price of this moment; those that stay as they are are not written, and all others count. 429
 * @param only which variants come in; their tables are `v` and `p`
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

/** A line that is touched has its price seen. */
export const SEEN = sql`seen_price_minor = excluded.seen_price_minor, seen_currency = excluded.seen_currency`

/** Of a line that the cart has and one that comes in, the larger quantity stays. */
export const LARGER: OnConflict = { set: sql`quantity = excluded.quantity`, where: sql`quantity < excluded.quantity` }

/** The line that comes in takes its place, where it is another. */
export const REPLACED: OnConflict = {
  set: sql`quantity = excluded.quantity, ${SEEN}`,
  where: sql`(quantity, seen_price_minor, seen_currency) IS NOT (excluded.quantity, excluded.seen_price_minor, excluded.seen_currency)`,
}

/** True where the cart holds anything but just these lines, at their prices of this moment. */
export const isAnother = (ctx: Ctx, lines: string) => sql`(EXISTS (
  SELECT 1 FROM cart_items i WHERE i.user_id = ${actorOf(ctx).id}
    AND i.variant_id NOT IN (SELECT l.value ->> 'variantId' FROM json_each(${lines}) l)) OR EXISTS (
  SELECT 1 FROM json_each(${lines}) l JOIN variants v ON v.id = l.value ->> 'variantId' JOIN products p ON p.id = v.product_id
  WHERE NOT EXISTS (
    SELECT 1 FROM cart_items i WHERE i.user_id = ${actorOf(ctx).id} AND i.variant_id = v.id
      AND (i.quantity, i.seen_price_minor, i.seen_currency) IS (l.value ->> 'quantity', v.price_minor, p.currency))))`

/** True where one of the lines brings more than the cart has of its variant; `only` as for `insertLines`. */
export const someLineChanges = (ctx: Ctx, lines: string, only: SQL = ALWAYS) => sql`EXISTS (
  SELECT 1 FROM json_each(${lines}) l JOIN variants v ON v.id = l.value ->> 'variantId' JOIN products p ON p.id = v.product_id
  WHERE ${only} AND NOT EXISTS (
    SELECT 1 FROM cart_items i WHERE i.user_id = ${actorOf(ctx).id} AND i.variant_id = v.id
      AND i.quantity >= l.value ->> 'quantity'))`

/** True where the cart has a line of the variant that `l` names. */
export const isInCart = (ctx: Ctx) =>
  sql`EXISTS (SELECT 1 FROM cart_items i WHERE i.user_id = ${actorOf(ctx).id} AND i.variant_id = l.value ->> 'variantId')`

/** True where one of the lines names no variant for which the condition holds; its tables are `v` and `p`, the line is `l`. */
export const someLineIsNot = (lines: string, allowed: SQL, or: SQL = sql`false`) => sql`EXISTS (
  SELECT 1 FROM json_each(${lines}) l WHERE NOT ${or} AND NOT EXISTS (
    SELECT 1 FROM variants v JOIN products p ON p.id = v.product_id WHERE v.id = l.value ->> 'variantId' AND ${allowed}))`

/** Keeps a cart within its bound. 409 */
export const requireRoom = (ctx: Ctx): Write =>
  abortWhen(
    ctx.db,
    CART_FULL,
    sql`(SELECT count(*) FROM cart_items i WHERE i.user_id = ${actorOf(ctx).id}) > ${MOST_LINES}`,
  )
