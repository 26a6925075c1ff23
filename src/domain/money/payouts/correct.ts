import { eq, sql } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import { abortWhen, guard } from '../../../db/guard.ts'
import type { GatewayTransaction } from '../../../db/schema/money/gateways.ts'
import { payouts } from '../../../db/schema/money/payouts.ts'
import { fail } from '../../../kernel/failure.ts'
import { formatMoney } from '../../../kernel/format.ts'
import { maskPhone } from '../../../kernel/phone.ts'
import type { Ctx } from '../../core/context.ts'
import { openIncident } from '../../core/incidents/open.ts'
import { transition } from '../../core/machine.ts'
import { notify } from '../../core/notices/notify.ts'
import { availableOf, CASH, clearingOf, type Owner } from '../ledger/accounts.ts'
import { post, walletEntry } from '../ledger/post.ts'
import { payoutMachine } from './machine.ts'
import { adminPayoutCompleted, adminPayoutFailed, payoutCompleted, payoutFailed } from './notices.ts'
import { ownerOf, type PayoutRow } from './queries.ts'

/**
 * Money that had gone out although its payout failed (docs/money.md, Corrections): a withdrawal takes it from what is
 * available, which may go below zero by it, and from our cash where its owner is erased since and nobody would ever pay that;
 * an administrator's payout from its account, or from our cash where that account does not have it any more.
 */
export async function payoutArrivedLate(ctx: Ctx, tx: GatewayTransaction): Promise<Write[]> {
  const payout = await getPayout(ctx, tx)
  const { id, amountMinor, currency, requestedBy } = payout
  const owner = ownerOf(payout)
  const leaves = { ref: id, to: clearingOf(payout.gateway), amountMinor, currency }
  const isErased = owner && (await isOwnerErased(ctx, payout))
  return [
    ...transition(ctx, payoutMachine, payout, 'lateComplete', { set: { failureCode: null } }),
    ...(owner
      ? [
          ...post(ctx, { ...leaves, kind: 'withdrawal:late', from: availableOf(owner) }),
          ...walletEntry(ctx, { ...owner, type: 'ADJUSTMENT', amountMinor: -amountMinor, currency, payoutId: id }),
          ...(isErased ? outOfCash(ctx, payout, owner) : ifNotErased(ctx, payout, payoutCompleted)),
        ]
      : [
          ...post(ctx, { ...leaves, kind: 'payout:late', from: coveredBy(payout) }),
          ...notify(ctx, requestedBy, adminPayoutCompleted, factsOf(payout)),
        ]),
  ]
}

/** Whose withdrawal it is, is erased at the same time: where its money goes is decided again. */
const OWNER_ERASED = guard('WITHDRAWAL_OWNER_ERASED', 'CONFLICT', { reason: 'REQUEST_IN_PROGRESS', isStale: true })

/**
 * Money that an operator gave back after it had arrived: it is there again for whom it came from. Nobody can take it out of the
 * wallet of somebody who is erased since: it goes on to our cash, for people to pay (docs/money.md, Corrections).
 */
export async function payoutReturned(ctx: Ctx, tx: GatewayTransaction): Promise<Write[]> {
  const payout = await getPayout(ctx, tx)
  const { id, amountMinor, currency, requestedBy } = payout
  const owner = ownerOf(payout)
  const comes = { ref: id, from: clearingOf(payout.gateway), amountMinor, currency }
  const isErased = owner && (await isOwnerErased(ctx, payout))
  return [
    ...transition(ctx, payoutMachine, payout, 'return'),
    ...(owner
      ? [
          ...post(ctx, { ...comes, kind: 'withdrawal:returned', to: availableOf(owner) }),
          ...walletEntry(ctx, { ...owner, type: 'PAYOUT_REVERSAL', amountMinor, currency, payoutId: id }),
          ...(isErased ? intoCash(ctx, payout, owner) : ifNotErased(ctx, payout, payoutFailed)),
        ]
      : [
          ...post(ctx, { ...comes, kind: 'payout:returned', to: paidBy(payout) }),
          ...notify(ctx, requestedBy, adminPayoutFailed, factsOf(payout)),
        ]),
  ]
}

const erased = ({ requestedBy }: PayoutRow) =>
  sql`EXISTS (SELECT 1 FROM users u WHERE u.id = ${requestedBy} AND u.erased_at IS NOT NULL)`

async function isOwnerErased(ctx: Ctx, payout: PayoutRow): Promise<boolean> {
  const [row] = await ctx.db.all<{ isErased: number }>(sql`SELECT ${erased(payout)} AS "isErased"`)
  return row?.isErased === 1
}

/** Tells the owner of a withdrawal, who is still there at that point of the commit. */
function ifNotErased(ctx: Ctx, payout: PayoutRow, notice: typeof payoutCompleted | typeof payoutFailed): Write[] {
  const { id, amountMinor, currency, requestedBy } = payout
  return [
    abortWhen(ctx.db, OWNER_ERASED, erased(payout)),
    ...notify(ctx, requestedBy, notice, { amount: { amountMinor, currency }, opens: { payoutId: id } }),
  ]
}

/** Pays what a wallet owes that nobody fills any more; the loss is for people to see. */
function outOfCash(ctx: Ctx, payout: PayoutRow, owner: Owner): Write[] {
  const { id, amountMinor, currency, phone } = payout
  return [
    ...post(ctx, { kind: 'withdrawal:covered', ref: id, from: CASH, to: availableOf(owner), amountMinor, currency }),
    ...walletEntry(ctx, { ...owner, type: 'ADJUSTMENT', amountMinor, currency, payoutId: id }),
    openIncident(ctx, {
      ref: `covered:${id}`,
      severity: 'HIGH',
      title: "Retrait payé deux fois d'un compte effacé",
      description: `Le retrait ${id} de ${formatMoney(payout)} vers le ${phone} est arrivé après coup, et le compte de son propriétaire est effacé : la somme lui avait été rendue. La caisse l'a payée ; c'est une perte, sauf si la personne la rend.`,
    }),
  ]
}

/** Out of a wallet that nobody opens any more; whom to pay only a person can find out. */
function intoCash(ctx: Ctx, payout: PayoutRow, owner: Owner): Write[] {
  const { id, amountMinor, currency, phone } = payout
  return [
    ...post(ctx, { kind: 'withdrawal:unclaimed', ref: id, from: availableOf(owner), to: CASH, amountMinor, currency }),
    ...walletEntry(ctx, { ...owner, type: 'ADJUSTMENT', amountMinor: -amountMinor, currency, payoutId: id }),
    openIncident(ctx, {
      ref: `unclaimed:${id}`,
      severity: 'HIGH',
      title: "Retrait revenu d'un compte effacé",
      description: `Le retrait ${id} de ${formatMoney(payout)} vers le ${phone} est revenu, et le compte de son propriétaire est effacé. La somme attend en caisse : payez-la par un versement à qui elle revient.`,
    }),
  ]
}

async function getPayout(ctx: Ctx, { subjectId }: GatewayTransaction): Promise<PayoutRow> {
  const [payout] = await ctx.db.select().from(payouts).where(eq(payouts.id, subjectId))
  return payout ?? fail('NOT_FOUND')
}

/** The account it is paid from, where that has the money when this is committed; else our cash, which may go below zero. */
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
