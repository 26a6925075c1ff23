import { type SQL, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { counters } from '#db/schema/core/counters.ts'
import { accounts } from '#db/schema/money/ledger.ts'
import { PAYOUT_STATES } from '#db/schema/money/payouts.ts'
import { moneySettings, wallets } from '#db/schema/money/wallets.ts'
import type { Ctx } from '#domain/core/context.ts'
import { lacksKyc } from '#domain/core/kyc-required.ts'
import { PRICE_CURRENCIES } from '#kernel/money.ts'
import { DAY_MS } from '#kernel/time.ts'
import { businessNameOf, earnersWho } from '../above.ts'
import { DUST_EVERY_MS } from './queries.ts'

type Kind = 'seller' | 'rider'
export type OwnerRow = {
  ownerKind: Kind
  ownerId: string
  userId: string
  name: string
  frozenUntil: number | null
  lacksKyc: 0 | 1
}
type LatelyRow = { ownerId: string; currency: string; amountMinor: number; hadDust: 0 | 1 }

/** Everybody who earns, newest first: SELECT of kind, id, user_id and at, which takes a LIMIT. */
export const everyOwner = sql`${earnersWho(sql`1`)} ORDER BY at DESC, id DESC`

/** The seller or the rider of this id. */
export const oneOwner = (id: string): SQL => earnersWho(sql`e.id = ${id}`)

/** The owners of a choice. */
export const selectOwners = (ctx: Ctx, owners: SQL) =>
  ctx.db.all<OwnerRow>(sql`
    SELECT o.kind AS ownerKind, o.id AS ownerId, o.user_id AS userId, u.withdrawals_held_until AS frozenUntil,
      coalesce(${businessNameOf(sql`o.id`)}, u.name) AS name,
      ${lacksKyc('WITHDRAWAL', sql`o.id`)} AS lacksKyc
    FROM (${owners}) o CROSS JOIN users u ON u.id = o.user_id ORDER BY o.at DESC, o.id DESC`)

/** Everything that the wallets of a choice of owners are shown from, each statement for all of them. */
export const standingsOf = (ctx: Ctx, owners: SQL) =>
  [
    ctx.db.select().from(wallets).where(sql`wallets.owner_id IN (SELECT o.id FROM (${owners}) o)`),
    ctx.db
      .select()
      .from(accounts)
      .where(sql`accounts.code IN (
      SELECT o.kind || ':' || o.id || s.value FROM (${owners}) o CROSS JOIN json_each('[":available",":reserved",":pending"]') s)`),
    ctx.db
      .select()
      .from(counters)
      .where(sql`counters.name IN (
      SELECT s.value ->> 0 || o.kind || ':' || o.id || (s.value ->> 1) || c.value FROM (${owners}) o
      CROSS JOIN json_each('[["earned:", ":available:"], ["withdrawn:", ":reserved:"]]') s CROSS JOIN json_each(${JSON.stringify(PRICE_CURRENCIES)}) c)`),
    ctx.db.select().from(moneySettings),
    ctx.db.all<LatelyRow>(sql`
      SELECT payouts.owner_id AS ownerId, payouts.currency, sum(iif(payouts.created_at > ${ctx.now - DAY_MS}, payouts.amount_minor, 0)) AS amountMinor,
        max(payouts.is_dust) AS hadDust FROM (${owners}) o
      CROSS JOIN payouts ON payouts.owner_id = o.id AND payouts.created_at > ${ctx.now - DUST_EVERY_MS} AND ${PAYOUT_STATES.undone.notIn('payouts.status')}
      GROUP BY payouts.owner_id, payouts.currency`),
  ] as const satisfies readonly Write[]
