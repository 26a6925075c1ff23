import { beforeAll, describe, expect, it } from 'vitest'
import { meterWork, newMeter } from '#db/meter.ts'
import type { Ctx } from '#domain/core/context.ts'
import { listWalletTransactions } from '#domain/money/wallet/list-transactions.ts'
import { showStatement } from '#domain/money/wallet/show-statement.ts'
import { boundsOfMonth, monthOf } from '#kernel/period.ts'
import { DAY_MS } from '#kernel/time.ts'
import { contextAs } from '#testing/fixtures/context.ts'
import { newWalletOwner, sellOften, type WalletOwner } from '#testing/fixtures/wallets.ts'

// The cost of a wallet's months does not grow with its age (docs/money.md, Wallet).

const MONTH = monthOf(Date.now())
const { since } = boundsOfMonth(MONTH)
let young: WalletOwner
let old: WalletOwner
beforeAll(async () => {
  young = await newWalletOwner('SELLER')
  old = await newWalletOwner('SELLER')
  await sellOften(old, 3650, since - 3650 * DAY_MS, DAY_MS)
  for (const owner of [young, old]) await sellOften(owner, 30, since)
}, 120_000)

/** Counts the rows of the database that an act of the owner reads. */
async function cost({ person, ownerId }: WalletOwner, act: (ctx: Ctx) => Promise<unknown>) {
  const meter = newMeter()
  await meterWork(meter, () => act(contextAs(person, { sellerProfileId: ownerId })))
  return meter.rowsRead
}

describe('a wallet of ten years costs what one of a month does', () => {
  it.each<[string, (ctx: Ctx) => Promise<unknown>]>([
    ['its statement', (ctx) => showStatement(ctx, { month: MONTH })],
    ['its lines of a period', (ctx) => listWalletTransactions(ctx, { from: `${MONTH}-01`, page: 1, limit: 20 })],
  ])('%s', async (_name, act) => {
    const [less, more] = [await cost(young, act), await cost(old, act)]
    expect(less).toBeGreaterThan(20)
    expect(more).toBeLessThanOrEqual(less + 10)
  })
})
