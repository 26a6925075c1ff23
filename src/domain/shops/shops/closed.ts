import { inArray, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortOnce, failureOf, guard, isBroken } from '#db/guard.ts'
import { shops } from '#db/schema/shops/shops.ts'
import type { Ctx } from '#domain/core/context.ts'
import { type Closure, isInClosure, isInClosureSql } from '#domain/core/opening-hours.ts'
import { type FieldError, fail } from '#kernel/failure.ts'
import { formatInstant } from '#kernel/format.ts'
import { iso } from '#kernel/time.ts'

const SHOP_IN_CLOSURE = guard('SHOP_IN_CLOSURE', 'CONFLICT', { reason: 'SHOP_CLOSED' })

/** Aborts a commit that orders from, or pays, a shop that its owner has closed for a time. */
export const requireNoneInClosure = (ctx: Ctx, shopIds: string[]): Write =>
  abortInClosure(ctx.db, SHOP_IN_CLOSURE, JSON.stringify([...new Set(shopIds)]), ctx.now)

const abortInClosure = abortOnce(
  (ids: string, now: number) => sql`EXISTS (
    SELECT 1 FROM json_each(${ids}) l CROSS JOIN shops s ON s.id = l.value
    WHERE ${isInClosureSql('s', now)})`,
)

type NamedClosure = Closure & { name: string }

/**
 * Refuses shops that are closed for a time: 409 SHOP_CLOSED, whose `details` name `availableAt`, unless one has no end yet.
 * @param lines further details
 */
export function refuseInClosure(ctx: Ctx, found: NamedClosure[], lines: FieldError[] = []): void {
  const closed = found.filter((shop) => isInClosure(shop, ctx.now))
  const [first] = closed
  if (!first) return
  const ends = closed.map(({ closedTo }) => closedTo)
  const last = ends.includes(null) ? null : Math.max(...ends.map(Number))
  const until = first.closedTo === null ? "jusqu'à nouvel ordre" : `jusqu'au ${formatInstant(first.closedTo)}`
  fail('CONFLICT', {
    reason: 'SHOP_CLOSED',
    message: `La boutique ${first.name} est fermée ${until}. Revenez ensuite, ou commandez ailleurs.`,
    details: [...(last === null ? [] : [{ field: 'availableAt', message: iso(last) }]), ...lines],
  })
}

/** Runs work that `requireNoneInClosure` may abort; the error then names the closed shop and the end. */
export async function naming<T>(ctx: Ctx, shopIds: string[], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isBroken(error, SHOP_IN_CLOSURE)) throw error
    const { name, closedFrom, closedTo } = shops
    const found = await ctx.db.select({ name, closedFrom, closedTo }).from(shops).where(inArray(shops.id, shopIds))
    refuseInClosure(ctx, found)
    throw failureOf(SHOP_IN_CLOSURE)
  }
}
