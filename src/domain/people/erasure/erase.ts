import { eq, sql } from 'drizzle-orm'
import { readTogether } from '#db/client.ts'
import { retryOnStale } from '#db/commit.ts'
import { abortUnlessChanged, abortWhen } from '#db/guard.ts'
import { riders } from '#db/schema/orders/riders.ts'
import { sellerProfiles } from '#db/schema/shops/profiles.ts'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { hasSealed, SEALED_OF_PERSON, unsealOfPerson } from '#domain/orders/sealing/unseal-of-person.ts'
import { Failure } from '#kernel/failure.ts'
import { selectOpenShops } from '../users/get-subject.ts'
import { LAST_ADMIN, noAdminLeft, nothingOpen } from '../users/guards.ts'
import { erasing, idsOf, listOf } from './place.ts'
import { PLACES } from './places.ts'
import { NOT_DUE } from './terms.ts'
import { eraseSeller } from './trade.ts'
import { blankQuotes, forgetSearchedBuyer } from './words.ts'

/**
 * Erases the personal data of an account whose 30 days are over, in one commit, and deletes it if it is not (docs/accounts.md, Erasure).
 * Orders, transfers, payments and the audit record stay. An account that must stay, or is not due any more, stays as it is.
 * @returns whether it was done
 */
export async function eraseUser(ctx: Ctx, id: string): Promise<boolean> {
  try {
    await unsealOfPerson(ctx, id)
    await retryOnStale(() => erase(ctx, id))
    return true
  } catch (error) {
    if (error instanceof Failure && error.code === 'CONFLICT') return false
    throw error
  }
}

async function erase(ctx: Ctx, id: string): Promise<void> {
  const [[seller], [rider], shops] = await readTogether(
    ctx.db,
    ctx.db.select({ id: sellerProfiles.id }).from(sellerProfiles).where(eq(sellerProfiles.userId, id)),
    ctx.db.select({ id: riders.id }).from(riders).where(eq(riders.userId, id)),
    selectOpenShops(ctx, id),
  )
  const lastInOffice = sql`EXISTS (SELECT 1 FROM users e WHERE e.id = ${id} AND e.role = 'ADMIN') AND ${noAdminLeft}`
  const owners = { user: id, seller: seller?.id, rider: rider?.id }
  await commit(ctx, [
    ...nothingOpen(ctx, id),
    abortWhen(ctx.db, SEALED_OF_PERSON, hasSealed(id)),
    ...(seller ? eraseSeller(ctx, seller.id, shops) : []),
    ...blankQuotes(ctx, id),
    forgetSearchedBuyer(ctx, id),
    ...idsOf(owners).flatMap(([kind, ids]) =>
      ids.length > 0 ? PLACES[kind].flatMap((place) => erasing(ctx, place, listOf(ids))) : [],
    ),
    // The account's own row is the last place: it changes nothing if the erasure is not due, or not any more.
    abortUnlessChanged(ctx.db, NOT_DUE),
    abortWhen(ctx.db, LAST_ADMIN, lastInOffice),
    recordAct(ctx, 'user.erase', id),
  ])
}
