import { and, asc, desc, eq, gte, lt, lte, sql } from 'drizzle-orm'
import { readTogether } from '#db/client.ts'
import { walletEntries, walletMonths } from '#db/schema/money/ledger.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { fail, invalid } from '#kernel/failure.ts'
import { formatCount } from '#kernel/format.ts'
import { type Currency, PRICE_CURRENCIES, type PriceCurrency } from '#kernel/money.ts'
import { boundsOfMonth, monthOf } from '#kernel/period.ts'
import { businessNameOf } from '../above.ts'
import type { Owner } from '../ledger/accounts.ts'
import { walletOwner } from './owner.ts'
import { type EntryFile, selectEntries } from './queries.ts'
import { readSealedMonth } from './sealed-months.ts'

/** A month of a wallet, in each currency that people earn in. */
export type Statement = {
  month: string
  ownerId: string
  /** The holder of the wallet: the seller's business, or the rider. */
  holder: string
  currencies: { currency: PriceCurrency; openingMinor: number; lines: EntryFile[]; closingMinor: number }[]
}

/** Most lines of a statement; more are read in a list (docs/money.md, Wallet). */
const MOST_LINES = 10_000
const TOO_LONG = `Ce mois a plus de ${formatCount(MOST_LINES)} lignes : lisez-les dans les mouvements du portefeuille, par période.`

/** The last month up to this one in which the wallet moved in a currency: one row by the key, however old the wallet is. */
const selectMonth = (ctx: Ctx, { ownerId }: Owner, currency: Currency, month: string) =>
  ctx.db
    .select()
    .from(walletMonths)
    .where(and(eq(walletMonths.ownerId, ownerId), eq(walletMonths.currency, currency), lte(walletMonths.month, month)))
    .orderBy(desc(walletMonths.month))
    .limit(1)

const selectLines = (ctx: Ctx, { ownerId }: Owner, month: string) => {
  const { since, before } = boundsOfMonth(month)
  return selectEntries(ctx)
    .where(
      and(eq(walletEntries.ownerId, ownerId), gte(walletEntries.createdAt, since), lt(walletEntries.createdAt, before)),
    )
    .orderBy(asc(walletEntries.createdAt), sql`wallet_entries.rowid`)
    .limit(MOST_LINES + 1)
}

const selectHolder = (ctx: Ctx, { ownerId }: Owner) =>
  ctx.db.all<{ holder: string }>(sql`
    SELECT coalesce(${businessNameOf(ownerId)}, u.name) AS holder FROM users u WHERE u.id = ${actorOf(ctx).id}`)

/**
 * Reads the caller's statement of a month of Lubumbashi: the available money at its beginning, each line, and the money at its end; the
 * current month runs until now, and is the default (docs/money.md, Wallet).
 * @throws 400 if the month has not begun; 409 if it has more lines than a statement has
 */
export async function readStatement(ctx: Ctx, month = monthOf(ctx.now)): Promise<Statement> {
  if (month > monthOf(ctx.now)) invalid('month', "Ce mois n'a pas encore commencé.")
  const owner = walletOwner(ctx)
  const [lines, [who], ...months] = await readTogether(
    ctx.db,
    selectLines(ctx, owner, month),
    selectHolder(ctx, owner),
    ...PRICE_CURRENCIES.map((currency) => selectMonth(ctx, owner, currency, month)),
  )
  const sealed = months.flat().find((last) => last.month === month && last.sha256 !== null)?.sha256
  const all = sealed ? await readSealedMonth(ctx, owner.ownerId, month, sealed) : lines
  if (all.length > MOST_LINES) fail('CONFLICT', { message: TOO_LONG })
  return {
    month,
    ownerId: owner.ownerId,
    holder: who?.holder ?? '',
    currencies: PRICE_CURRENCIES.map((currency, i) => {
      const last = months[i]?.[0]
      const closingMinor = last ? last.openingMinor + last.amountMinor : 0
      return {
        currency,
        openingMinor: last?.month === month ? last.openingMinor : closingMinor,
        lines: all.filter(({ entry }) => entry.currency === currency),
        closingMinor,
      }
    }),
  }
}
