import { type SQL, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { type TransferKind, transfers, walletEntries } from '#db/schema/money/ledger.ts'
import { type Ctx, personOf } from '#domain/core/context.ts'
import type { Money } from '#kernel/money.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import { availableOf, CASH, type Owner } from './accounts.ts'

/** A transfer between two accounts: each is a code, or the statement that finds it inside the commit. */
export type Transfer = { kind: TransferKind; ref: string; from: string | SQL; to: string | SQL } & Money

/** Requests that begin within this time of each other may commit in another order, in ms. */
const MOMENT_MS = MINUTE_MS

/**
 * The time of a transfer: its request's instant, or the time of the last transfer if a request that began later committed first. So
 * transfers stand in the order of their commits (docs/money.md, Books).
 */
export const bookedAt = ({ now }: Ctx): SQL<number> => sql`coalesce((
  SELECT l.created_at FROM transfers l WHERE l.rowid = (SELECT max(m.rowid) FROM transfers m)
    AND l.created_at BETWEEN ${now} AND ${now + MOMENT_MS}), ${now})`

/** The time of a wallet's line, found as in `bookedAt`: each balance is the one before it plus the line's amount. */
export const enteredAt = ({ now }: Ctx, ownerId: string): SQL<number> => sql`coalesce((
  SELECT max(l.created_at) FROM wallet_entries l WHERE l.owner_id = ${ownerId}
    AND l.created_at BETWEEN ${now} AND ${now + MOMENT_MS}), ${now})`

/**
 * Moves one amount from one account to another (docs/money.md, Double entry). Kind and ref are its key, so that an event posts once; the
 * trigger moves both balances, and a CHECK refuses to overdraw an escrow account. An amount of zero writes nothing.
 */
export function post(ctx: Ctx, { kind, ref, from, to, amountMinor, currency }: Transfer, id = ctx.ids.v7()): Write[] {
  if (amountMinor === 0) return []
  const row = { id, kind, ref, fromAccount: from, toAccount: to, amountMinor, currency }
  return [ctx.db.insert(transfers).values({ ...row, actorId: personOf(ctx)?.id ?? null, createdAt: bookedAt(ctx) })]
}

/**
 * Covers from our cash, behind a transfer that takes back earnings of our account, the part that it lacks because it was paid out
 * (docs/money.md, Accounts). It writes nothing if the account has enough.
 */
export function coverFromCash(ctx: Ctx, account: string, currency: Money['currency'], ref: string): Write {
  const kind: TransferKind = 'platform:covered'
  return ctx.db.run(sql`
    INSERT INTO transfers (id, kind, ref, from_account, to_account, amount_minor, currency, actor_id, created_at)
    SELECT ${ctx.ids.v7()}, ${kind}, ${ref}, ${CASH}, a.code, -a.balance_minor, a.currency, ${personOf(ctx)?.id ?? null}, ${bookedAt(ctx)}
    FROM accounts a WHERE a.code = ${account} AND a.currency = ${currency} AND a.balance_minor < 0`)
}

type Entry = Owner &
  Money & {
    type: typeof walletEntries.$inferInsert.type
    orderId?: string | undefined
    payoutId?: string | undefined
  }

/** Writes the line that a seller or rider reads of a movement of their available money; it follows its transfers in the same commit. */
export function walletEntry(
  ctx: Ctx,
  { type, amountMinor, currency, orderId, payoutId, ...owner }: Entry,
  id = ctx.ids.v7(),
): Write[] {
  if (amountMinor === 0) return []
  const balance = sql<number>`coalesce((SELECT a.balance_minor FROM accounts a WHERE a.code = ${availableOf(owner)} AND a.currency = ${currency}), 0)`
  return [
    ctx.db.insert(walletEntries).values({
      id,
      ownerId: owner.ownerId,
      type,
      amountMinor,
      currency,
      balanceAfterMinor: balance,
      orderId: orderId ?? null,
      payoutId: payoutId ?? null,
      createdAt: enteredAt(ctx, owner.ownerId),
    }),
  ]
}
