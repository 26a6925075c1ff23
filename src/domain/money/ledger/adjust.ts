import { eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Write } from '../../../db/client.ts'
import { abortWhen, guard } from '../../../db/guard.ts'
import { type TransferKind, transfers } from '../../../db/schema/money/ledger.ts'
import { fail } from '../../../kernel/failure.ts'
import * as f from '../../../kernel/fields.ts'
import { audited } from '../../core/audit.ts'
import { commit } from '../../core/commit.ts'
import type { Ctx } from '../../core/context.ts'
import { clearingOf, EXPENSES, FX, ownerOfAvailable, REFUNDS_IN_FLIGHT, ROUNDING } from './accounts.ts'
import { moveOnIfGone } from './gone-owner.ts'
import { MAY_OWE } from './payment-laws.ts'
import { coverFromCash, post, walletEntry } from './post.ts'
import { selectTransfers, type TransferRow } from './queries.ts'
import { viewTransfer } from './view.ts'

export const Adjust = z.strictObject({ transferId: f.idIn, reason: f.reason })

const REVERSED: TransferKind = 'transfer:reversed'
const ALREADY_REVERSED = guard('ALREADY_REVERSED', 'CONFLICT', {
  reason: 'ALREADY_EXISTS',
  message: 'Ce virement a déjà été annulé.',
})

/** What says where an order, a payment, a payout, a refund or an expense is: another balance would contradict it. */
const KEPT_BY_A_STATE = [clearingOf('A'), clearingOf('B'), REFUNDS_IN_FLIGHT, EXPENSES, FX, ROUNDING]
const isKeptByAState = (code: string) => KEPT_BY_A_STATE.includes(code) || /:(held|pending|reserved)$/.test(code)

/**
 * Reverses one transfer by another of the same amount, once (docs/money.md, Corrections). What an account of ours does not have
 * any more comes from our cash; what a seller or rider has may go below zero, and they read it in their wallet.
 * @throws 404; 409 ALREADY_EXISTS the second time; 409 INVALID_TRANSITION for a reversal, and for what went through a gateway
 *   or belongs to the state of an order, payout, refund or expense
 */
export async function adjustLedger(ctx: Ctx, { transferId, reason }: z.output<typeof Adjust>) {
  const [wrong] = await selectTransfers(ctx).where(eq(transfers.id, transferId))
  if (!wrong) fail('NOT_FOUND')
  requireReversible(wrong)
  const id = ctx.ids.v7()
  const [[reversal]] = await commit(
    ctx,
    [...reverse(ctx, wrong, id), audited(ctx, 'ledger.adjust', transferId, { reason, reversal: id })],
    selectTransfers(ctx).where(eq(transfers.id, id)),
  )
  return viewTransfer(reversal ?? fail('NOT_FOUND'))
}

function requireReversible({ kind, fromAccount, toAccount }: TransferRow): void {
  const refuse = (message: string) => fail('CONFLICT', { reason: 'INVALID_TRANSITION', message })
  if (kind === REVERSED) refuse("Une annulation ne s'annule pas.")
  if (isKeptByAState(fromAccount) || isKeptByAState(toAccount))
    refuse(
      'Ce virement tient à une commande, un paiement, un retrait, un remboursement ou une dépense : sa correction passe par là, pas par le virement.',
    )
}

function reverse(ctx: Ctx, wrong: TransferRow, id: string): Write[] {
  const { amountMinor, currency, fromAccount, toAccount } = wrong
  const reversed = sql`EXISTS (SELECT 1 FROM transfers t WHERE t.kind = ${REVERSED} AND t.ref = ${wrong.id})`
  const movement = { kind: REVERSED, ref: wrong.id, from: toAccount, to: fromAccount, amountMinor, currency }
  return [
    abortWhen(ctx.db, ALREADY_REVERSED, reversed),
    ...post(ctx, movement, id),
    ...(mayOwe(toAccount) ? [] : [coverFromCash(ctx, toAccount, currency, wrong.id)]),
    ...lineOf(ctx, wrong, toAccount, { amountMinor: -amountMinor, currency }),
    ...lineOf(ctx, wrong, fromAccount, { amountMinor, currency }),
  ]
}

const mayOwe = (code: string) => !code.startsWith('platform:') || MAY_OWE.includes(code)

function lineOf(
  ctx: Ctx,
  wrong: TransferRow,
  code: string,
  money: Pick<TransferRow, 'amountMinor' | 'currency'>,
): Write[] {
  const owner = ownerOfAvailable(code)
  if (!owner) return []
  const what = `Annulation du virement ${wrong.id} (${wrong.kind}).`
  return [
    ...walletEntry(ctx, { ...owner, ...money, type: 'ADJUSTMENT' }),
    ...moveOnIfGone(ctx, { ...owner, ...money, ref: wrong.id, what }),
  ]
}
