import { eq, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import type { GatewayTransaction } from '#db/schema/money/gateways.ts'
import { payouts } from '#db/schema/money/payouts.ts'
import type { Ctx } from '#domain/core/context.ts'
import { transition } from '#domain/core/machine.ts'
import { notify } from '#domain/core/notices/notify.ts'
import { fail } from '#kernel/failure.ts'
import { maskPhone } from '#kernel/phone.ts'
import { availableOf, CASH, clearingOf } from '../ledger/accounts.ts'
import { moveOnIfGone } from '../ledger/gone-owner.ts'
import { post, walletEntry } from '../ledger/post.ts'
import { comeBack, leave } from './exchange.ts'
import { payoutMachine } from './machine.ts'
import { adminPayoutCompleted, adminPayoutFailed, payoutCompleted, payoutFailed } from './notices.ts'
import { ownerOf, type PayoutRow } from './queries.ts'

/**
 * Books a payout that arrived though it had failed (docs/money.md, Corrections). A withdrawal comes from the available balance, which may
 * go below zero, or from our cash if its owner is deleted; an administrator's payout from its account, or else our cash.
 */
export async function payoutArrivedLate(ctx: Ctx, tx: GatewayTransaction): Promise<Write[]> {
  const payout = await getPayout(ctx, tx)
  const { id, amountMinor, currency, phone, requestedBy } = payout
  const owner = ownerOf(payout)
  const what = `Le retrait ${id} vers le ${phone} est arrivé après coup, et sa somme avait été rendue.`
  const leaves = { ref: id, to: clearingOf(payout.gateway), amountMinor, currency }
  return [
    ...transition(ctx, payoutMachine, payout, 'lateComplete', { set: { failureCode: null } }),
    ...(owner
      ? [
          ...leave(ctx, payout, 'withdrawal:late', availableOf(owner)),
          ...walletEntry(ctx, { ...owner, type: 'ADJUSTMENT', amountMinor: -amountMinor, currency, payoutId: id }),
          ...moveOnIfGone(ctx, { ...owner, amountMinor: -amountMinor, currency, ref: id, payoutId: id, what }),
          ...tellOwner(ctx, payout, payoutCompleted),
        ]
      : [
          ...post(ctx, { ...leaves, kind: 'payout:late', from: coveredBy(payout) }),
          ...notify(ctx, requestedBy, adminPayoutCompleted, factsOf(payout)),
        ]),
  ]
}

/**
 * Books money that an operator gave back after it had arrived: it returns to its owner or account. For a deleted owner it goes on to our
 * cash, for people to pay (docs/money.md, Corrections).
 */
export async function bookPayoutReturn(ctx: Ctx, tx: GatewayTransaction): Promise<Write[]> {
  const payout = await getPayout(ctx, tx)
  const { id, amountMinor, currency, phone, requestedBy } = payout
  const owner = ownerOf(payout)
  const what = `Le retrait ${id} vers le ${phone} est revenu.`
  const comes = { ref: id, from: clearingOf(payout.gateway), amountMinor, currency }
  return [
    ...transition(ctx, payoutMachine, payout, 'return'),
    ...(owner
      ? [
          ...comeBack(ctx, payout, availableOf(owner)),
          ...walletEntry(ctx, { ...owner, type: 'PAYOUT_REVERSAL', amountMinor, currency, payoutId: id }),
          ...moveOnIfGone(ctx, { ...owner, amountMinor, currency, ref: id, payoutId: id, what }),
          ...tellOwner(ctx, payout, payoutFailed),
        ]
      : [
          ...post(ctx, { ...comes, kind: 'payout:returned', to: paidBy(payout) }),
          ...notify(ctx, requestedBy, adminPayoutFailed, factsOf(payout)),
        ]),
  ]
}

/** Tells the owner of a withdrawal, unless they are gone. */
function tellOwner(ctx: Ctx, payout: PayoutRow, notice: typeof payoutCompleted | typeof payoutFailed): Write[] {
  const { id, amountMinor, currency, requestedBy } = payout
  return notify(ctx, requestedBy, notice, { amount: { amountMinor, currency }, opens: { payoutId: id } })
}

async function getPayout(ctx: Ctx, { subjectId }: GatewayTransaction): Promise<PayoutRow> {
  const [payout] = await ctx.db.select().from(payouts).where(eq(payouts.id, subjectId))
  return payout ?? fail('NOT_FOUND')
}

/** The account that pays, if it has the money at this commit; else our cash, which may go below zero. */
const coveredBy = ({ account, amountMinor, currency }: PayoutRow) => sql<string>`
  CASE WHEN (SELECT a.balance_minor FROM accounts a WHERE a.code = ${account} AND a.currency = ${currency}) >= ${amountMinor}
    THEN ${account} ELSE ${CASH} END`

/** Whichever account paid for it in the end. */
const paidBy = ({ id, account }: PayoutRow) => sql<string>`
  coalesce((SELECT t.from_account FROM transfers t WHERE t.kind = 'payout:late' AND t.ref = ${id}), ${account})`

const factsOf = ({ id, amountMinor, currency, phone }: PayoutRow) => ({
  amount: { amountMinor, currency },
  phone: maskPhone(phone),
  opens: { payoutId: id },
})
