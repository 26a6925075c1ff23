import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import type { Ctx } from '#domain/core/context.ts'
import { CASH, clearingOf, PAYOUTS_RESERVED } from '../ledger/accounts.ts'
import { post, type Transfer } from '../ledger/post.ts'
import type { PayoutRow } from './queries.ts'

const ACCOUNT_EMPTY = guard('ACCOUNT_EMPTY', 'CONFLICT', {
  reason: 'INSUFFICIENT_BALANCE',
  message: "Le compte qui paie n'a pas cette somme. Rien n'a été versé.",
})

/**
 * Reserves the amount of an administrator's payout on the account that pays it, when it is approved (docs/money.md, Admin payouts). Only
 * our own cash may go below zero; any other account ends the commit with INSUFFICIENT_BALANCE.
 */
export function reservePayout(ctx: Ctx, payout: PayoutRow): Write[] {
  const { account, currency } = payout
  const overdrawn = sql`(SELECT a.balance_minor FROM accounts a WHERE a.code = ${account} AND a.currency = ${currency}) < 0`
  return [
    ...move(ctx, payout, 'payout:reserved', account, PAYOUTS_RESERVED),
    ...(account === CASH ? [] : [abortWhen(ctx.db, ACCOUNT_EMPTY, overdrawn)]),
  ]
}

/** Books a payout that arrived: its reserve leaves for the gateway that paid. */
export const bookPayout = (ctx: Ctx, payout: PayoutRow): Write[] =>
  move(ctx, payout, 'payout:done', PAYOUTS_RESERVED, clearingOf(payout.gateway))

/** Releases a payout that did not arrive: its reserve goes back to the account that it came from. */
export const releasePayout = (ctx: Ctx, payout: PayoutRow): Write[] =>
  move(ctx, payout, 'payout:released', PAYOUTS_RESERVED, payout.account)

function move(ctx: Ctx, payout: PayoutRow, kind: Transfer['kind'], from: string, to: string): Write[] {
  const { id, amountMinor, currency } = payout
  return post(ctx, { kind, ref: id, from, to, amountMinor, currency })
}
