import * as z from 'zod'
import { askApproval } from '#domain/core/approvals/pending.ts'
import { recordAct, shownAmount } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { mailTo } from '#domain/core/notices/notify.ts'
import { refuseOwn } from '#domain/core/own-matter.ts'
import * as f from '#kernel/fields.ts'
import { settlementCode } from './notices.ts'
import { ownWallet } from './own-wallet.ts'
import { SettlementKind, saidOf, settlementOf, termsOf } from './settlement.ts'

export const RequestSettlement = z.strictObject({ currency: f.priceCurrency, kind: SettlementKind, note: f.reason })

/**
 * First step of a settlement: a code goes to the admin's address, good for exactly this wallet as it stands, for 10 minutes
 * (docs/money.md, Settlements). Nothing moves yet.
 * @throws 404; 409 INVALID_TRANSITION if there is nothing of the kind, 409 for the actor's own wallet while the service has another ADMIN; 429 within 60 s of the last code
 */
export async function requestSettlement(ctx: Ctx, id: string, asked: z.output<typeof RequestSettlement>) {
  const settlement = await settlementOf(ctx, id, asked)
  const { name, amountMinor, currency, kind } = settlement
  const approval = { purpose: 'SETTLEMENT', subjectId: id, terms: termsOf(settlement), input: asked } as const
  const { view, writes } = await askApproval(ctx, approval, (code) =>
    mailTo(ctx, actorOf(ctx), settlementCode, { code, name, ...saidOf(settlement) }),
  )
  const amount = shownAmount({ amountMinor, currency })
  await commit(ctx, [
    refuseOwn(ctx, ownWallet(ctx, settlement)),
    ...writes,
    recordAct(ctx, 'wallet.settle-request', id, { kind, ...amount }),
  ])
  return view
}
