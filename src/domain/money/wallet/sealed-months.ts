import { getTableColumns, sql } from 'drizzle-orm'
import { abortWhen, guard } from '#db/guard.ts'
import { walletEntries } from '#db/schema/money/ledger.ts'
import { moving } from '#db/sealed.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { isWritten, packText, readSealed, tellBroken, unpackText, writeSealed } from '#domain/core/files/sealed.ts'
import { sha256Bytes } from '#kernel/digest.ts'
import { boundsOfMonth, monthBefore, monthOf } from '#kernel/period.ts'
import type { EntryFile } from './queries.ts'

/** Months of wallets that one run seals. */
const MOST = 100

const CHANGED = guard('WALLET_MONTH_CHANGED', 'CONFLICT', { isStale: true })

type Row = Record<string, unknown>
const keyOf = (ownerId: string, month: string) => `sealed/wallets/${ownerId}/${month}`
const columns = getTableColumns(walletEntries)

/** Moves the lines of months that ended long ago into a file each (docs/growth.md, Sealed orders). @returns the number of months */
export async function sealWalletMonths(ctx: Ctx): Promise<number> {
  const last = monthBefore(ctx.now - ctx.settings.sealAfter.month)
  const due = await ctx.db.all<{ ownerId: string; month: string }>(sql`
    SELECT DISTINCT m.owner_id AS ownerId, m.month FROM wallet_months m
    WHERE m.sha256 IS NULL AND m.month <= ${last} ORDER BY m.month, m.owner_id LIMIT ${MOST}`)
  const months = due.map((one) => ({ ...one, ...boundsOfMonth(one.month) }))
  if (months.length === 0) return 0
  const isIn = sql`e.owner_id = v.value ->> 'ownerId' AND e.created_at >= v.value ->> 'since' AND e.created_at < v.value ->> 'before'`
  const lines = await ctx.db.all<Row>(sql`
    SELECT e.*, e.rowid AS rowid FROM json_each(${JSON.stringify(months)}) v CROSS JOIN wallet_entries e ON ${isIn}
    ORDER BY v.key, e.created_at, e.rowid`)
  const sealed = await Promise.all(
    months.map(async (one) => {
      const own = lines.filter(
        ({ owner_id, created_at }) => owner_id === one.ownerId && monthOf(Number(created_at)) === one.month,
      )
      const packed = packText(JSON.stringify(own))
      await writeSealed(ctx, keyOf(one.ownerId, one.month), packed)
      return { ...one, lines: own.length, sha256: await sha256Bytes(packed) }
    }),
  )
  const all = JSON.stringify(sealed)
  await commit(
    ctx,
    moving(ctx.db, [
      abortWhen(
        ctx.db,
        CHANGED,
        sql`EXISTS (SELECT 1 FROM json_each(${all}) v WHERE v.value ->> 'lines' <> (SELECT count(*) FROM wallet_entries e WHERE ${isIn}))`,
      ),
      ctx.db.run(sql`
        DELETE FROM wallet_entries WHERE rowid IN (SELECT e.rowid FROM json_each(${all}) v CROSS JOIN wallet_entries e ON ${isIn})`),
      ctx.db.run(sql`
        UPDATE wallet_months SET sha256 = (SELECT v.value ->> 'sha256' FROM json_each(${all}) v
          WHERE v.value ->> 'ownerId' = wallet_months.owner_id AND v.value ->> 'month' = wallet_months.month)
        WHERE (owner_id, month) IN (SELECT v.value ->> 'ownerId', v.value ->> 'month' FROM json_each(${all}) v)`),
    ]),
  )
  return months.length
}

/** The lines of a sealed month, in the order of their commits. @throws 503 if the file is missing or another than was written */
export async function readSealedMonth(ctx: Ctx, ownerId: string, month: string, sha256: string): Promise<EntryFile[]> {
  const key = keyOf(ownerId, month)
  const packed = await readSealed(ctx, key)
  if (!packed || !(await isWritten(packed, sha256))) return tellBroken(ctx, key)
  const entries = (JSON.parse(unpackText(packed)) as Row[]).map(entryOf)
  const paid = await ctx.db.all<{ id: string; status: EntryFile['payoutStatus']; exchange: string | null }>(sql`
    SELECT p.id, p.status, p.exchange FROM payouts p WHERE p.id IN (
      SELECT j.value FROM json_each(${JSON.stringify(entries.flatMap(({ payoutId }) => payoutId ?? []))}) j)`)
  const payoutOf = new Map(paid.map((payout) => [payout.id, payout]))
  return entries.map((entry) => {
    const { status = null, exchange = null } = payoutOf.get(entry.payoutId ?? '') ?? {}
    return { entry, payoutStatus: status, exchange: exchange === null ? null : JSON.parse(exchange) }
  })
}

const entryOf = (row: Row) =>
  Object.fromEntries(Object.entries(columns).map(([key, { name }]) => [key, row[name] ?? null])) as EntryFile['entry']
