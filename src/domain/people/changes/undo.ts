import { and, eq, gte, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Write } from '#db/client.ts'
import { abortUnlessChanged } from '#db/guard.ts'
import { oneTimeTokens } from '#db/schema/core/codes.ts'
import { users } from '#db/schema/core/users.ts'
import { wallets } from '#db/schema/money/wallets.ts'
import { earningsOf } from '#domain/core/above.ts'
import { TOKEN_USED } from '#domain/core/codes/guards.ts'
import { endTokens, readTokenText, tryToken } from '#domain/core/codes/token.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { forgetDevices } from '#domain/core/devices/forget.ts'
import { messageWhen, otherMailOf } from '#domain/core/notices/notify.ts'
import { freezeWithdrawals, tellOwner, tellOwnerWhen } from '#domain/core/owner/after-change.ts'
import { cancelRecoveries } from '#domain/core/owner/cancel-recoveries.ts'
import { revokeAllAccess } from '#domain/core/owner/revoke-sessions.ts'
import { Contacts } from '#domain/core/owner/undo-link.ts'
import { maskPhone } from '#kernel/phone.ts'
import { DAY_MS } from '#kernel/time.ts'
import { leaveToOwner } from '../accounts/leave-to-owner.ts'
import { endYoungWays } from '../sign-in/end-young-ways.ts'
import { numberTakenBack } from '../users/notices.ts'
import { changeUndone, numberNotRestored } from './notices.ts'

export const UndoChange = z.strictObject({ token: z.string().min(1).max(200) })
export const UndoneChangeView = z.object({ undone: z.literal(true) })

const LINK_OVER =
  'Ce lien a déjà servi ou date de plus de 7 jours. Si vous avez encore un doute, choisissez un nouveau mot de passe avec « Mot de passe oublié ».'

/** Takes the number back from the account that took it, if that account still has it, and ends the wait for withdrawals. */
function takeBack(ctx: Ctx, userId: string, taker: string, phone: string): Write[] {
  const isTheirs = and(eq(users.id, taker), eq(users.phone, phone), isNotNull(users.phoneVerifiedAt))
  const stillHas = sql`EXISTS (SELECT 1 FROM users t WHERE t.id = ${taker} AND t.phone = ${phone} AND t.phone_verified_at IS NOT NULL)`
  return [
    ...tellOwnerWhen(ctx, stillHas, taker, numberTakenBack, { phone: maskPhone(phone) }),
    ctx.db.update(users).set({ phone: null, phoneVerifiedAt: null, updatedAt: ctx.now }).where(isTheirs),
    ctx.db.update(users).set({ withdrawalsHeldUntil: null }).where(eq(users.id, userId)),
  ]
}

/** A thief may have added a way in shortly before the change: those of this long before it go too. */
const BEFORE_MS = DAY_MS

/**
 * Undoes the change that the link belongs to, and all changes after it: contacts, payout numbers, ways in added since the day before, a
 * deletion asked for. The link of a number that another account took gives back only that number (docs/accounts.md, After a change).
 * @throws 401 INVALID_VERIFICATION_CODE for a wrong token; 410 for a used or old one; 409 ALREADY_EXISTS if another account has proved the
 *   address since. A number that another account has proved since is left out, and the owner is told
 */
export async function undoChange(
  ctx: Ctx,
  { token }: z.output<typeof UndoChange>,
): Promise<z.output<typeof UndoneChangeView>> {
  const tried = await tryToken(ctx, 'CHANGE_UNDO', readTokenText(token), LINK_OVER)
  const { id: tokenId, userId, facts, createdAt, used } = tried
  const id = userId ?? ''
  const { wallets: numbers, takenBy = null, ...contacts } = Contacts.parse(facts)
  const { phone, phoneVerifiedAt } = contacts
  const isNewAgain = sql`EXISTS (SELECT 1 FROM users u WHERE u.id = ${id} AND u.email <> ${contacts.email})`
  const hasGone = provedByAnother(id, contacts)
  await commit(ctx, [
    ...used,
    endLaterLinks(ctx, id, tokenId),
    ...tellOwner(ctx, id, changeUndone),
    ...(takenBy === null
      ? [
          messageWhen(ctx, isNewAgain, otherMailOf({ id, email: contacts.email }), changeUndone),
          leaveToOwner(ctx, id, contacts.email),
        ]
      : takeBack(ctx, id, takenBy, phone ?? '')),
    ctx.db
      .update(users)
      .set({
        ...(takenBy === null && addressesAgain(ctx, contacts)),
        phone: sql`CASE WHEN NOT ${hasGone} THEN ${phone} END`,
        phoneVerifiedAt: sql`CASE WHEN NOT ${hasGone} THEN ${sinceRestored(ctx, sql`users.phone IS ${phone}`, phoneVerifiedAt, takenBy === null ? undefined : phoneVerifiedAt)} END`,
        erasureDueAt: null,
        updatedAt: ctx.now,
      })
      .where(and(eq(users.id, id), isNull(users.deletedAt))),
    abortUnlessChanged(ctx.db, TOKEN_USED),
    ...tellOwnerWhen(ctx, hasGone, id, numberNotRestored),
    ...(takenBy === null ? restorePayoutNumbers(ctx, id, numbers) : restorePayoutNumber(ctx, phone, numbers)),
    ...endYoungWays(ctx, id, createdAt - BEFORE_MS),
    ...revokeAllAccess(ctx, id, 'UNDO'),
    endTokens(ctx, 'PASSWORD_RESET', id),
    ...cancelRecoveries(ctx, id),
    forgetDevices(ctx, id),
    freezeWithdrawals(ctx, id),
  ])
  return { undone: true }
}

/** Whether another account has proved the number by now: a thief may have proved it there, by its SIM. */
const provedByAnother = (
  userId: string,
  { phone, phoneVerifiedAt }: Pick<Contacts, 'phone' | 'phoneVerifiedAt'>,
): SQL =>
  phoneVerifiedAt === null
    ? sql`0`
    : sql`EXISTS (
        SELECT 1 FROM users o
        WHERE o.phone = ${phone} AND o.id <> ${userId} AND o.phone_verified_at IS NOT NULL AND o.deleted_at IS NULL)`

/**
 * The time since which a number or second address counts as proved. A restored one counts from now, as the thief may be the one who
 * restores it, so it recovers no account for a week. The caller gives another `restored` for a number that another account had taken.
 * @param before time of the proof before the change
 * @param restored time that counts if it comes back; by default now, and null if it was not proved before
 */
const sinceRestored = (
  ctx: Ctx,
  isUnchanged: SQL,
  before: number | null,
  restored = before === null ? null : ctx.now,
): SQL<number | null> => sql`CASE WHEN ${isUnchanged} THEN ${before} ELSE ${restored} END`

/**
 * Ends the links of this change and of later ones, which would restore contacts that are gone. Links of numbers that another account took
 * stay.
 */
const endLaterLinks = (ctx: Ctx, userId: string, tokenId: string): Write =>
  endTokens(
    ctx,
    'CHANGE_UNDO',
    userId,
    sql`${gte(oneTimeTokens.id, tokenId)} AND one_time_tokens.facts ->> 'takenBy' IS NULL`,
  )

/** The main and second address as they were before the change. */
const addressesAgain = (ctx: Ctx, { email, emailVerifiedAt, secondaryEmail, ...at }: Omit<Contacts, 'wallets'>) => ({
  email,
  emailVerifiedAt,
  secondaryEmail,
  secondaryEmailVerifiedAt:
    secondaryEmail === null
      ? null
      : sinceRestored(ctx, sql`users.secondary_email IS ${secondaryEmail}`, at.secondaryEmailVerifiedAt, ctx.now),
})

type Numbers = Contacts['wallets']

/** Restores the payout numbers of before the change; a wallet that had none then has none again. */
const restorePayoutNumbers = (ctx: Ctx, userId: string, numbers: Numbers): Write[] => [
  ctx.db
    .update(wallets)
    .set({ payoutPhone: null, payoutNetwork: null, payoutCountry: null, payoutVerifiedAt: null })
    .where(sql`owner_id IN (${earningsOf(userId)})`),
  ...numbers.map(({ ownerId, ...number }) => ctx.db.update(wallets).set(number).where(eq(wallets.ownerId, ownerId))),
]

/** Gives the number back to the wallets that lost it with the account's number, if they have no other one since. */
const restorePayoutNumber = (ctx: Ctx, phone: string | null, numbers: Numbers): Write[] =>
  numbers
    .filter(({ payoutPhone }) => payoutPhone === phone)
    .map(({ ownerId, ...number }) =>
      ctx.db
        .update(wallets)
        .set(number)
        .where(and(eq(wallets.ownerId, ownerId), isNull(wallets.payoutPhone))),
    )
