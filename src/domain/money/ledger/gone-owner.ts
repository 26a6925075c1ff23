import { sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import type { TransferKind } from '#db/schema/money/ledger.ts'
import { type Ctx, personOf } from '#domain/core/context.ts'
import { refOf } from '#domain/core/incidents/matter.ts'
import { openIncidentWhen } from '#domain/core/incidents/open.ts'
import { formatMoney } from '#kernel/format.ts'
import type { Money } from '#kernel/money.ts'
import { earnersWho } from '../above.ts'
import { availableOf, CASH, type Owner } from './accounts.ts'
import { COVERED, UNCLAIMED } from './matters.ts'
import { bookedAt, enteredAt } from './post.ts'

/** Money that moved: `ref` is that of its transfer, and `what` is a French sentence about it. */
type MoneyOfOwner = Owner &
  Money & { ref: string; what: string; orderId?: string | undefined; payoutId?: string | undefined }

/**
 * Passes on money of a deleted owner, after its movement and wallet line in the same commit: income (above zero) goes to our cash, a debit
 * (below zero) comes from it, and an incident says so (docs/money.md, Corrections). It writes nothing for other owners.
 */
export function moveOnIfGone(ctx: Ctx, moved: MoneyOfOwner): Write[] {
  const { ownerId, ref, what, amountMinor, currency, orderId, payoutId } = moved
  if (amountMinor === 0) return []
  const id = ctx.ids.v7()
  const wallet = availableOf(moved)
  const isIncome = amountMinor > 0
  const kind: TransferKind = isIncome ? 'wallet:unclaimed' : 'wallet:covered'
  const [from, to] = isIncome ? [wallet, CASH] : [CASH, wallet]
  const money = { amountMinor: Math.abs(amountMinor), currency }
  const hasMovedOn = sql`EXISTS (SELECT 1 FROM transfers t WHERE t.id = ${id})`
  return [
    ctx.db.run(sql`
      INSERT INTO transfers (id, kind, ref, from_account, to_account, amount_minor, currency, actor_id, created_at)
      SELECT ${id}, ${kind}, ${ref}, ${from}, ${to}, ${money.amountMinor}, ${currency}, ${personOf(ctx)?.id ?? null}, ${bookedAt(ctx)}
      FROM users u WHERE u.id = (SELECT o.user_id FROM (${earnersWho(sql`e.id = ${ownerId}`)}) o) AND u.deleted_at IS NOT NULL`),
    ctx.db.run(sql`
      INSERT INTO wallet_entries (id, owner_id, type, amount_minor, currency, balance_after_minor, order_id, payout_id, created_at)
      SELECT ${ctx.ids.v7()}, ${ownerId}, 'ADJUSTMENT', ${-amountMinor}, ${currency}, a.balance_minor, ${orderId ?? null},
        ${payoutId ?? null}, ${enteredAt(ctx, ownerId)}
      FROM accounts a WHERE a.code = ${wallet} AND a.currency = ${currency} AND ${hasMovedOn}`),
    openIncidentWhen(ctx, hasMovedOn, {
      ref: refOf(isIncome ? UNCLAIMED : COVERED, ref),
      severity: 'HIGH',
      ...(orderId !== undefined && { orderId }),
      ...(isIncome
        ? {
            title: "Argent d'un compte supprimé",
            description: `${what} ${formatMoney(money)} revenaient au portefeuille d'un compte supprimé et attendent en caisse : payez-les par un versement à qui ils reviennent.`,
          }
        : {
            title: 'Argent repris à un compte supprimé',
            description: `${what} ${formatMoney(money)} étaient à prendre au portefeuille d'un compte supprimé et manquent à notre caisse : c'est une perte, sauf si la personne les rend.`,
          }),
    }),
  ]
}
