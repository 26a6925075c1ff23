import { eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Write } from '#db/client.ts'
import { retryOnStale } from '#db/commit.ts'
import { abortWhen, guard } from '#db/guard.ts'
import { type TransferKind, transfers } from '#db/schema/money/ledger.ts'
import { unlessHeld } from '#domain/core/approvals/held.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { decideOwn } from '#domain/core/own-matter.ts'
import { staffAct } from '#domain/core/owner/staff-acts.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { formatMoney } from '#kernel/format.ts'
import { GATEWAY_IDS } from '#providers/gateways.ts'
import { earnersWho } from '../above.ts'
import { clearingOf, FX, MAY_OWE, ownerOfAvailable, REFUNDS_IN_FLIGHT, ROUNDING } from './accounts.ts'
import { besideReversal, isTakenBackByAdjusting } from './beside-reversal.ts'
import { moveOnIfGone } from './gone-owner.ts'
import { coverFromCash, post, walletEntry } from './post.ts'
import { selectTransfers, type TransferRow } from './queries.ts'
import { viewTransfer } from './view.ts'

export const Adjust = z.strictObject({ transferId: f.idIn, reason: f.reason })

const REVERSED: TransferKind = 'transfer:reversed'
const ALREADY_REVERSED = guard('ALREADY_REVERSED', 'CONFLICT', {
  reason: 'ALREADY_EXISTS',
  message: 'Ce virement a déjà été annulé.',
})

/** Accounts that show the state of an order, a payment, a payout or a refund: another balance would contradict that state. */
const KEPT_BY_A_STATE = [...GATEWAY_IDS.map(clearingOf), REFUNDS_IN_FLIGHT, FX, ROUNDING]
const isKeptByAState = (code: string) => KEPT_BY_A_STATE.includes(code) || /:(held|pending|reserved)$/.test(code)

/**
 * Reverses one transfer by another of the same amount, once (docs/money.md, Corrections). Our cash covers an account of ours that lacks the
 * money; a wallet may go below zero. An expense and a booking are taken back whole. Every ADMIN is mailed.
 * @throws 403 REAUTH_REQUIRED; 404; 409 ALREADY_EXISTS the second time; 409 INVALID_TRANSITION for a reversal, and for a transfer that went
 *   through a gateway or shows the state of an order, payout or refund; 409 for the ADMIN's own wallet while the service has another ADMIN
 */
export const adjustLedger = (ctx: Ctx, { transferId, reason }: z.output<typeof Adjust>) =>
  retryOnStale(async () => {
    const [wrong] = await selectTransfers(ctx).where(eq(transfers.id, transferId))
    if (!wrong) fail('NOT_FOUND')
    requireReversible(wrong)
    const { others, writes } = await besideReversal(ctx, wrong, reason)
    const id = ctx.ids.v7()
    const [[reversal]] = await commit(
      ctx,
      [
        unlessHeld(ctx),
        ...staffAct(
          ctx,
          'ledger.adjust',
          transferId,
          { reason, reversal: id },
          { act: 'ADJUST', what: `${wrong.kind}, ${formatMoney(wrong)}` },
        ),
        ...decideOwnWallet(ctx, wrong),
        ...reverse(ctx, wrong, id),
        ...others.flatMap((other) => reverse(ctx, other, ctx.ids.v7())),
        ...writes,
      ],
      selectTransfers(ctx).where(eq(transfers.id, id)),
    )
    return viewTransfer(reversal ?? fail('NOT_FOUND'))
  })

const OWN_WALLET = guard('ADJUST_OWN_WALLET', 'CONFLICT', {
  message: 'Ce virement est celui de votre portefeuille : un autre administrateur doit le corriger.',
})

/** Refuses to correct the actor's own wallet while the service has another administrator. */
function decideOwnWallet(ctx: Ctx, { id, fromAccount, toAccount }: TransferRow): Write[] {
  const owners = [fromAccount, toAccount].flatMap((code) => ownerOfAvailable(code)?.ownerId ?? [])
  if (owners.length === 0) return []
  const me = actorOf(ctx).id
  const isTheirs = sql`EXISTS (${earnersWho(sql`e.user_id = ${me} AND e.id IN ${owners}`)})`
  return decideOwn(ctx, { broken: OWN_WALLET, isTheirs }, { key: `transfer:${id}`, what: `virement ${id}` })
}

/** Kinds of transfers that another operation corrects: each with the operation to use. */
const WAYS: [kinds: RegExp, way: string][] = [
  [/^(order|payin):/, "Ce virement tient à une commande ou à son paiement : c'est la commande qu'on rembourse."],
  [/^refund:/, 'Ce virement tient à un remboursement : il se renvoie, se refuse ou se décide dans les remboursements.'],
  [
    /^withdrawal:/,
    'Ce virement tient à un retrait : son issue vient de la passerelle, ou se décide sur son mouvement.',
  ],
  [/^payout:/, 'Ce virement tient à un versement : son issue vient de la passerelle, ou se décide sur son mouvement.'],
  [
    /^charge:/,
    'Ce virement tient à un encaissement : son issue vient de la passerelle, ou se décide sur son mouvement.',
  ],
  [/^subscription:/, "Ce virement tient à un abonnement : c'est son paiement qu'on rembourse."],
]

function requireReversible(wrong: TransferRow): void {
  const { kind, fromAccount, toAccount } = wrong
  const refuse = (message: string) => fail('CONFLICT', { reason: 'INVALID_TRANSITION', message })
  if (kind === REVERSED) refuse("Une annulation ne s'annule pas.")
  if (isTakenBackByAdjusting(wrong)) return
  if (!isKeptByAState(fromAccount) && !isKeptByAState(toAccount)) return
  const way = WAYS.find(([kinds]) => kinds.test(kind))?.[1]
  refuse(way ?? "Ce virement tient à un autre mouvement d'argent : il ne s'annule pas seul.")
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
