import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { counterName, counterValue } from '#db/counters.ts'
import type { Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { offsetOf, pagination } from '#kernel/page.ts'
import { viewOwners } from './balances.ts'
import { everyOwner, oneOwner, selectOwners, standingsOf } from './owners.ts'

export const WalletParam = z.strictObject({ sellerProfileId: f.idIn })
export const ListWallets = z.strictObject(f.pageQuery)

/** The wallets of all sellers and riders, those who came last first, for finance (docs/money.md, Wallet). */
export async function listWallets(ctx: Ctx, page: z.output<typeof ListWallets>) {
  const owners = sql`${everyOwner} LIMIT ${page.limit} OFFSET ${offsetOf(page)}`
  const total = sql`${counterValue(counterName('sellerProfiles'))} + ${counterValue(counterName('riders'))}`
  const [rows, [counted], ...standings] = await readTogether(
    ctx.db,
    selectOwners(ctx, owners),
    ctx.db.all<{ total: number }>(sql`SELECT ${total} AS total`),
    ...standingsOf(ctx, owners),
  )
  return { wallets: viewOwners(ctx, rows, standings), pagination: pagination(page, counted?.total ?? 0) }
}

/** The wallet of a seller or rider, by the id of their profile. 404. */
export async function showWalletOf(ctx: Ctx, id: string) {
  const owner = oneOwner(id)
  const [rows, ...standings] = await readTogether(ctx.db, selectOwners(ctx, owner), ...standingsOf(ctx, owner))
  return viewOwners(ctx, rows, standings)[0] ?? fail('NOT_FOUND')
}
