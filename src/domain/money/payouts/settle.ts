import { eq } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import type { GatewayTransaction, Verdict } from '#db/schema/money/gateways.ts'
import { payouts } from '#db/schema/money/payouts.ts'
import type { Ctx } from '#domain/core/context.ts'
import { allows, transition } from '#domain/core/machine.ts'
import { notify } from '#domain/core/notices/notify.ts'
import { maskPhone } from '#kernel/phone.ts'
import { availableOf, type Owner, reservedOf } from '../ledger/accounts.ts'
import { moveOnIfGone } from '../ledger/gone-owner.ts'
import { post, walletEntry } from '../ledger/post.ts'
import { leave } from './exchange.ts'
import { payoutMachine } from './machine.ts'
import { bookPayout, releasePayout } from './money.ts'
import { adminPayoutCompleted, adminPayoutFailed, payoutCompleted, payoutFailed } from './notices.ts'
import { ownerOf, type PayoutRow } from './queries.ts'

/**
 * Books the operator's verdict on outgoing money (docs/money.md, Transfers): a withdrawal leaves its reserve or goes back to its owner; an
 * admin's payout leaves, or goes back to its account. Silence releases nothing.
 */
export async function settlePayout(ctx: Ctx, tx: GatewayTransaction, verdict: Verdict): Promise<Write[]> {
  if (verdict === 'expired') return []
  const [payout] = await ctx.db.select().from(payouts).where(eq(payouts.id, tx.subjectId))
  const event = EVENTS[verdict]
  if (!payout || !allows(payoutMachine, payout.status, event)) return []
  const owner = ownerOf(payout)
  return [
    ...transition(ctx, payoutMachine, payout, event, { set: { failureCode: tx.failureCode } }),
    ...(owner ? settleWithdrawal(ctx, payout, owner, event) : settleAdminPayout(ctx, payout, event)),
  ]
}

const EVENTS = { succeeded: 'complete', failed: 'fail' } as const satisfies Record<Exclude<Verdict, 'expired'>, Event>
type Event = 'complete' | 'fail'

function settleWithdrawal(ctx: Ctx, payout: PayoutRow, owner: Owner, event: Event): Write[] {
  const { id, amountMinor, currency, requestedBy } = payout
  const amount = { amountMinor, currency }
  if (event === 'complete') {
    return [
      ...leave(ctx, payout, 'withdrawal:done', reservedOf(owner)),
      ...notify(ctx, requestedBy, payoutCompleted, { amount, opens: { payoutId: id } }),
    ]
  }
  return [
    ...post(ctx, {
      ...{ kind: 'withdrawal:failed', ref: id, amountMinor, currency },
      ...{ from: reservedOf(owner), to: availableOf(owner) },
    }),
    ...walletEntry(ctx, { ...owner, type: 'PAYOUT_REVERSAL', amountMinor, currency, payoutId: id }),
    ...moveOnIfGone(ctx, { ...owner, ...amount, ref: id, payoutId: id, what: `Le retrait ${id} n'est pas parti.` }),
    ...notify(ctx, requestedBy, payoutFailed, { amount, opens: { payoutId: id } }),
  ]
}

function settleAdminPayout(ctx: Ctx, payout: PayoutRow, event: Event): Write[] {
  const { amountMinor, currency, requestedBy } = payout
  const facts = { amount: { amountMinor, currency }, phone: maskPhone(payout.phone), opens: { payoutId: payout.id } }
  return event === 'complete'
    ? [...bookPayout(ctx, payout), ...notify(ctx, requestedBy, adminPayoutCompleted, facts)]
    : [...releasePayout(ctx, payout), ...notify(ctx, requestedBy, adminPayoutFailed, facts)]
}
