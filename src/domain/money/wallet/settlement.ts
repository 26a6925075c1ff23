import { inArray, sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether, type Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import { type GatewayTransaction, gatewayTransactions } from '#db/schema/money/gateways.ts'
import type { TransferKind } from '#db/schema/money/ledger.ts'
import type { Ctx } from '#domain/core/context.ts'
import { refOf } from '#domain/core/incidents/matter.ts'
import { openIncident } from '#domain/core/incidents/open.ts'
import { notify } from '#domain/core/notices/notify.ts'
import { fail } from '#kernel/failure.ts'
import { formatMoney } from '#kernel/format.ts'
import type { Money, PriceCurrency } from '#kernel/money.ts'
import { businessNameOf } from '../above.ts'
import { availableOf, CASH, CHARGES, type Owner } from '../ledger/accounts.ts'
import { coverFromCash, post, walletEntry } from '../ledger/post.ts'
import { ownReference } from '../payins/own-reference.ts'
import { SEIZED } from './matters.ts'
import { walletSettled } from './notices.ts'
import { oneOwner } from './owners.ts'

/** Kinds: give up a debt or a small rest; note a debt that was paid back; take the money of a blocked account. */
export const SETTLEMENT_KINDS = ['WRITE_OFF', 'COLLECT', 'SEIZE'] as const
export const SettlementKind = z.enum(SETTLEMENT_KINDS).meta({ id: 'SettlementKind' })
type Kind = z.output<typeof SettlementKind>

export type SettlementTerms = { currency: PriceCurrency; kind: Kind; note: string }
/** A settlement as the books would have it now: the amount that the wallet gets, or gives (below zero), and the charge that pays it. */
export type Settlement = SettlementTerms & {
  owner: Owner
  userId: string
  name: string
  balanceMinor: number
  amountMinor: number
  charge: { id: string; amountMinor: number } | undefined
}

const SETTLEMENT_MOVED = guard('SETTLEMENT_MOVED', 'CONFLICT', {
  reason: 'INVALID_TRANSITION',
  message: 'Ce portefeuille a changé depuis que le code a été demandé. Faites une nouvelle demande.',
})
const CHARGE_COLLECTED = guard('CHARGE_COLLECTED', 'CONFLICT', {
  reason: 'ALREADY_EXISTS',
  message: 'Cet encaissement a déjà réglé une dette.',
})

const TRANSFER: Record<Kind, TransferKind> = {
  WRITE_OFF: 'wallet:written-off',
  COLLECT: 'wallet:collected',
  SEIZE: 'wallet:seized',
}

type Row = Owner & { userId: string; name: string; isBlocked: 0 | 1; balanceMinor: number; leastMinor: number }

const isBlocked = (userId: string) =>
  sql`EXISTS (SELECT 1 FROM users u WHERE u.id = ${userId} AND u.blocked_at IS NOT NULL)`

/**
 * Computes a settlement of somebody's wallet as it would be now (docs/money.md, Settlements).
 * @throws 404; 409 INVALID_TRANSITION if the wallet has nothing of the kind
 */
export async function settlementOf(ctx: Ctx, id: string, asked: SettlementTerms): Promise<Settlement> {
  const { currency, kind, note } = asked
  const [[row], charges] = await readTogether(
    ctx.db,
    ctx.db.all<Row>(sql`
      SELECT o.kind AS ownerKind, o.id AS ownerId, o.user_id AS userId, u.blocked_at IS NOT NULL AS isBlocked,
        coalesce(${businessNameOf(sql`o.id`)}, u.name) AS name,
        coalesce((SELECT a.balance_minor FROM accounts a WHERE a.code = o.kind || ':' || o.id || ':available' AND a.currency = ${currency}), 0) AS balanceMinor,
        coalesce((SELECT m.min_payout_minor FROM money_settings m WHERE m.currency = ${currency}), 1) AS leastMinor
      FROM (${oneOwner(id)}) o CROSS JOIN users u ON u.id = o.user_id`),
    selectNamed(ctx, note),
  )
  if (!row) fail('NOT_FOUND')
  const { ownerKind, ownerId, userId, name, balanceMinor } = row
  const charge = kind === 'COLLECT' ? charges.find((one) => one.currency === currency) : undefined
  const amountMinor = amountOf(row, asked, charge)
  return {
    ...asked,
    ...{ owner: { ownerKind, ownerId }, userId, name, balanceMinor, amountMinor },
    charge: charge && { id: charge.id, amountMinor },
  }
}

/** The succeeded charges of staff whose references the note names: the money of one then pays the debt. */
const selectNamed = (ctx: Ctx, note: string) => {
  const words = note.split(/[\s,;()«»"]+|\.(?=\s|$)/).filter((word) => word.length >= 3)
  const names = words.slice(0, 30).flatMap((word) => [word, ownReference(word)])
  return ctx.db
    .select()
    .from(gatewayTransactions)
    .where(
      sql`${inArray(gatewayTransactions.reference, names.length > 0 ? names : [''])} AND purpose = 'CHARGE' AND status = 'succeeded'`,
    )
}

/** The largest balance that may be written off, whatever minimum is set: the minimum that the service begins with. */
const MOST_DUST: Record<PriceCurrency, number> = { USD: 100, CDF: 100_000 }

function amountOf(
  { balanceMinor, leastMinor, isBlocked }: Row,
  { kind, currency }: SettlementTerms,
  charge?: GatewayTransaction,
): number {
  switch (kind) {
    case 'WRITE_OFF':
      if (balanceMinor === 0) refuse('Ce portefeuille est à zéro : rien à régler.')
      if (balanceMinor >= Math.min(leastMinor, MOST_DUST[currency]))
        refuse('Seule une dette, ou un reste sous le minimum de retrait, peut être abandonnée.')
      return -balanceMinor
    case 'COLLECT':
      if (balanceMinor >= 0) refuse("Ce portefeuille n'a pas de dette dans cette devise.")
      return Math.min(-balanceMinor, charge?.amountMinor ?? -balanceMinor)
    case 'SEIZE':
      if (!isBlocked) refuse("Seul ce qu'a un compte bloqué peut être saisi. Bloquez-le d'abord.")
      if (balanceMinor <= 0) refuse("Ce portefeuille n'a rien de disponible dans cette devise.")
      return -balanceMinor
  }
}

const refuse = (message: string) => fail('CONFLICT', { reason: 'INVALID_TRANSITION', message })

/** Terms that the code approves: they contain the wallet's balance. */
export const termsOf = ({ owner, kind, currency, balanceMinor, amountMinor, charge }: Settlement) => [
  ...[owner.ownerId, kind, currency, balanceMinor, amountMinor],
  charge?.id ?? null,
]

/** The settlement in words, for the person who types the code. */
export const saidOf = ({ kind, amountMinor, currency, charge }: Settlement) => ({
  kind,
  amount: { amountMinor: Math.abs(amountMinor), currency },
  isByCharge: charge !== undefined,
})

/**
 * Books a settlement against our cash, and tells the owner. If a charge of staff paid the debt, its money leaves the account of charges, so
 * that it is no earning of ours; a seizure opens an incident.
 * @param id the approval's id, which keys the transfer
 * @throws 409 at the commit: ALREADY_EXISTS if the charge has settled a debt, INVALID_TRANSITION if the wallet has changed
 */
export function settle(ctx: Ctx, settlement: Settlement, id: string): Write[] {
  const { owner, userId, kind, currency, balanceMinor, amountMinor, charge, note, name } = settlement
  const wallet = availableOf(owner)
  const isOther = sql`coalesce((SELECT a.balance_minor FROM accounts a WHERE a.code = ${wallet} AND a.currency = ${currency}), 0) <> ${balanceMinor}`
  const money = { amountMinor: Math.abs(amountMinor), currency }
  const [from, to] = amountMinor > 0 ? [CASH, wallet] : [wallet, CASH]
  return [
    abortWhen(ctx.db, SETTLEMENT_MOVED, isOther),
    ...(kind === 'SEIZE' ? [abortWhen(ctx.db, SETTLEMENT_MOVED, sql`NOT ${isBlocked(userId)}`)] : []),
    ...(charge ? fromCharges(ctx, charge.id, money) : []),
    ...post(ctx, { kind: TRANSFER[kind], ref: id, from, to, ...money }),
    ...walletEntry(ctx, { ...owner, type: 'ADJUSTMENT', amountMinor, currency }),
    ...notify(ctx, userId, walletSettled, { kind, amount: money, reason: note }),
    ...(kind === 'SEIZE'
      ? [
          openIncident(ctx, {
            ref: refOf(SEIZED, id),
            severity: 'HIGH',
            title: "Argent saisi d'un compte bloqué",
            description: `${formatMoney(money)} de ${name} sont passés à notre caisse : ${note}`,
          }),
        ]
      : []),
  ]
}

function fromCharges(ctx: Ctx, chargeId: string, money: Money): Write[] {
  const kind: TransferKind = 'charge:collected'
  const isCollected = sql`EXISTS (SELECT 1 FROM transfers t WHERE t.kind = ${kind} AND t.ref = ${chargeId})`
  const stands = sql`EXISTS (SELECT 1 FROM gateway_transactions g WHERE g.id = ${chargeId} AND g.status = 'succeeded')`
  return [
    abortWhen(ctx.db, CHARGE_COLLECTED, isCollected),
    abortWhen(ctx.db, SETTLEMENT_MOVED, sql`NOT ${stands}`),
    ...post(ctx, { kind, ref: chargeId, from: CHARGES, to: CASH, ...money }),
    coverFromCash(ctx, CHARGES, money.currency, chargeId),
  ]
}
