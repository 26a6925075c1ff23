import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import { readTogether, type Write } from '#db/client.ts'
import { retryOnStale } from '#db/commit.ts'
import { abortUnlessChanged, abortWhen } from '#db/guard.ts'
import { users } from '#db/schema/core/users.ts'
import { riders } from '#db/schema/orders/riders.ts'
import { sellerProfiles } from '#db/schema/shops/profiles.ts'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { queueFileRemoval } from '#domain/core/files/remove.ts'
import { hasSealed, SEALED_OF_PERSON, unsealOfPerson } from '#domain/orders/sealing/unseal-of-person.ts'
import { Failure } from '#kernel/failure.ts'
import { selectOpenShops } from '../users/get-subject.ts'
import { LAST_ADMIN, noAdminLeft, nothingOpen } from '../users/guards.ts'
import {
  blankIncidents,
  blankMessages,
  blankOrders,
  blankTickets,
  dropPersonal,
  ERASED_NAME,
  erasedEmail,
} from './personal.ts'
import { NOT_DUE } from './terms.ts'
import { eraseRider, eraseSeller } from './trade.ts'
import { blankCatalogue, blankQuotes, blankReasonsOfBuyer, blankReasonsOfSeller } from './words.ts'

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
  await commit(ctx, [
    ...nothingOpen(ctx, id),
    abortWhen(ctx.db, SEALED_OF_PERSON, hasSealed(id)),
    queueFileRemoval(ctx, sql`SELECT u.avatar_key AS key FROM users u WHERE u.id = ${id}`),
    ...dropPersonal(ctx, id),
    ...blankUser(ctx, id),
    abortWhen(ctx.db, LAST_ADMIN, lastInOffice),
    ...blankQuotes(ctx, id),
    ...blankReasonsOfBuyer(ctx, id),
    ...blankOrders(ctx, id),
    blankMessages(ctx, id),
    ...blankIncidents(ctx, id),
    ...blankTickets(ctx, id),
    ...(seller
      ? [
          ...eraseSeller(ctx, seller.id, shops),
          ...blankReasonsOfSeller(ctx, seller.id),
          ...blankCatalogue(ctx, seller.id),
        ]
      : []),
    ...(rider ? eraseRider(ctx, rider.id) : []),
    recordAct(ctx, 'user.erase', id),
  ])
}

/** Blanks the account's row, and undoes the commit if the erasure is not due, or not any more. */
const blankUser = (ctx: Ctx, id: string): Write[] => [
  ctx.db
    .update(users)
    .set({
      name: ERASED_NAME,
      email: erasedEmail(id),
      emailVerifiedAt: null,
      phone: null,
      phoneVerifiedAt: null,
      phoneVouched: null,
      avatarKey: null,
      secondaryEmail: null,
      secondaryEmailVerifiedAt: null,
      passwordHash: null,
      blockReason: null,
      lastLoginAt: null,
      deletedAt: sql`coalesce(deleted_at, ${ctx.now})`,
      erasedAt: ctx.now,
      updatedAt: ctx.now,
    })
    .where(and(eq(users.id, id), isNull(users.erasedAt), lte(users.erasureDueAt, ctx.now))),
  abortUnlessChanged(ctx.db, NOT_DUE),
]
