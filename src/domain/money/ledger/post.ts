import { type SQL, sql } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import { type TransferKind, transfers, walletEntries } from '../../../db/schema/money/ledger.ts'
import type { Money } from '../../../kernel/money.ts'
import { MINUTE_MS } from '../../../kernel/time.ts'
import { type Ctx, personOf } from '../../core/context.ts'
import { availableOf, CASH, type Owner } from './accounts.ts'

/** An account is its code, or the statement that finds it inside the commit. */
export type Transfer = { kind: TransferKind; ref: string; from: string | SQL; to: string | SQL } & Money

/** The requests of a moment commit in another order than they began in. */
const MOMENT_MS = MINUTE_MS

/**
 * When a transfer is booked: its request's instant, or that of the last transfer where that one is of a request which began later and
 * was committed first. So transfers stand in the order of their commits (docs/money.md, Books).
 */
export const bookedAt = ({ now }: Ctx): SQL<number> => sql`coalesce((
  SELECT l.created_at FROM transfers l WHERE l.rowid = (SELECT max(m.rowid) FROM transfers m)
    AND l.created_at BETWEEN ${now} AND ${now + MOMENT_MS}), ${now})`

/** The same of a wallet's line, whose balance is the one before it and its amount. */
export const enteredAt = ({ now }: Ctx, ownerId: string): SQL<number> => sql`coalesce((
  SELECT max(l.created_at) FROM wallet_entries l WHERE l.owner_id = ${ownerId}
    AND l.created_at BETWEEN ${now} AND ${now + MOMENT_MS}), ${now})`

/**
 * Moves one amount from one account to another (docs/money.md, Double entry). The kind and ref key it, so the same event
 * posts once; the trigger moves both balances, and the CHECK stops what would overdraw a held account. Nothing is
 * written for an amount of zero.
 */
export function post(ctx: Ctx, { kind, ref, from, to, amountMinor, currency }: Transfer, id = ctx.ids.v7()): Write[] {
  if (amountMinor === 0) return []
  const row = { id, kind, ref, fromAccount: from, toAccount: to, amountMinor, currency }
  return [ctx.db.insert(transfers).values({ ...row, actorId: personOf(ctx)?.id ?? null, createdAt: bookedAt(ctx) })]
}

/**
 * Behind a transfer that takes back what an account of ours earned: what it does not have any more, because it was paid
 * out, comes from our cash in the same commit (docs/money.md, Accounts). Nothing is written where it has enough.
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

/** The line a seller or rider reads of a movement of their available money; after its transfers in the same commit. */
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
