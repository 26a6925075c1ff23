import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { counters } from '#db/schema/core/counters.ts'
import { users } from '#db/schema/core/users.ts'
import { accounts, walletEntries } from '#db/schema/money/ledger.ts'
import { PAYOUT_STATES, payouts } from '#db/schema/money/payouts.ts'
import { moneySettings, wallets } from '#db/schema/money/wallets.ts'
import type { Ctx } from '#domain/core/context.ts'
import { lacksKyc } from '#domain/core/kyc-required.ts'
import { type Currency, currencies } from '#kernel/money.ts'
import { DAY_MS } from '#kernel/time.ts'
import { availableOf, type Owner, reservedOf } from '../ledger/accounts.ts'

export type WalletRow = typeof wallets.$inferSelect

export const selectWallet = (ctx: Ctx, { ownerId }: Owner) =>
  ctx.db.select().from(wallets).where(eq(wallets.ownerId, ownerId))

/** The ledger accounts of a wallet; a rider has no pending money of their own. */
export const selectAccounts = (ctx: Ctx, owner: Owner) => {
  const codes = [availableOf(owner), reservedOf(owner), `${owner.ownerKind}:${owner.ownerId}:pending`]
  return ctx.db.select().from(accounts).where(inArray(accounts.code, codes))
}

export const earnedName = (owner: Owner, currency: Currency) => `earned:${availableOf(owner)}:${currency}`
export const withdrawnName = (owner: Owner, currency: Currency) => `withdrawn:${reservedOf(owner)}:${currency}`

/** All that the owner ever earned and withdrew, in counters that triggers keep. */
export const selectLifetimes = (ctx: Ctx, owner: Owner) =>
  ctx.db
    .select()
    .from(counters)
    .where(
      inArray(
        counters.name,
        currencies.flatMap((currency) => [earnedName(owner, currency), withdrawnName(owner, currency)]),
      ),
    )

/** Amount of a currency that the owner withdrew in the last 24 hours, at that point of a commit. */
export const lastDayOf = (ctx: Ctx, { ownerId }: Owner, currency: Currency) => sql<number>`coalesce((
  SELECT sum(p.amount_minor) FROM payouts p WHERE p.owner_id = ${ownerId} AND p.created_at > ${ctx.now - DAY_MS}
    AND p.currency = ${currency} AND ${PAYOUT_STATES.undone.notIn('p.status')}), 0)`

/** Time between two withdrawals of a whole balance under the minimum, in ms. */
export const DUST_EVERY_MS = 30 * DAY_MS

/** Whether the owner withdrew less of a currency than its minimum at that time, in the last 30 days, at that point of a commit. */
export const hadDust = (ctx: Ctx, { ownerId }: Owner, currency: Currency) => sql<0 | 1>`EXISTS (
  SELECT 1 FROM payouts d WHERE d.owner_id = ${ownerId} AND d.created_at > ${ctx.now - DUST_EVERY_MS} AND d.currency = ${currency}
    AND ${PAYOUT_STATES.undone.notIn('d.status')} AND d.is_dust)`

/** The facts that decide whether an owner may withdraw this currency now. */
export const selectStanding = (ctx: Ctx, owner: Owner, currency: Currency) =>
  ctx.db
    .select({
      settings: moneySettings,
      wallet: wallets,
      availableMinor: sql<number>`coalesce((
        SELECT a.balance_minor FROM accounts a WHERE a.code = ${availableOf(owner)} AND a.currency = ${currency}), 0)`.as(
        'available_minor',
      ),
      lastDayMinor: lastDayOf(ctx, owner, currency).as('last_day_minor'),
      hadDust: hadDust(ctx, owner, currency).as('had_dust'),
      frozenUntil: users.withdrawalsHeldUntil,
      lacksKyc: lacksKyc('WITHDRAWAL', owner.ownerId).as('lacks_kyc'),
    })
    .from(moneySettings)
    .leftJoin(wallets, eq(wallets.ownerId, owner.ownerId))
    .leftJoin(users, eq(users.id, wallets.userId))
    .where(eq(moneySettings.currency, currency))

/** Whether the platform asks for an identity of the owner that they have not proved. */
export const selectLacksKyc = (ctx: Ctx, { ownerId }: Owner) =>
  ctx.db.all<{ lacksKyc: number }>(sql`SELECT ${lacksKyc('WITHDRAWAL', ownerId)} AS lacksKyc`)

/** Amounts that the owner withdrew in 24 hours, by currency, and whether one in 30 days was below the minimum at that time. */
export const selectLately = (ctx: Ctx, { ownerId }: Owner) =>
  ctx.db
    .select({
      currency: payouts.currency,
      amountMinor: sql<number>`sum(iif(created_at > ${ctx.now - DAY_MS}, amount_minor, 0))`.as('last_day_minor'),
      hadDust: sql<0 | 1>`max(is_dust)`.as('had_dust'),
    })
    .from(payouts)
    .where(
      and(
        eq(payouts.ownerId, ownerId),
        gt(payouts.createdAt, ctx.now - DUST_EVERY_MS),
        PAYOUT_STATES.undone.notIn('status'),
      ),
    )
    .groupBy(payouts.currency)

/** Lines of a wallet, each with the state and exchange of the payout that it is about. */
export const selectEntries = (ctx: Ctx) =>
  ctx.db
    .select({ entry: walletEntries, payoutStatus: payouts.status, exchange: payouts.exchange })
    .from(walletEntries)
    .leftJoin(payouts, eq(payouts.id, walletEntries.payoutId))
    .$dynamic()

export type EntryFile = Awaited<ReturnType<typeof selectEntries>>[number]
