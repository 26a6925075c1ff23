import { retryOnStale } from '#db/commit.ts'
import type { ApprovalInput } from '#domain/core/approvals/confirm.ts'
import { approvePending, getPending } from '#domain/core/approvals/pending.ts'
import { recordAct, shownAmount } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { decideOwn } from '#domain/core/own-matter.ts'
import { ownWallet } from './own-wallet.ts'
import { RequestSettlement } from './request-settlement.ts'
import { settle, settlementOf, termsOf } from './settlement.ts'

/**
 * Uses up the code and settles the wallet in one commit (docs/money.md, Settlements). Runs inside the admin's Durable Object.
 * @returns the id of the wallet
 * @throws 401 INVALID_VERIFICATION_CODE, 404 if another admin asked, 409 if the wallet moved since, 410, 429
 */
export const approveSettlement = (ctx: Ctx, { pendingId, ...typed }: ApprovalInput): Promise<string> =>
  retryOnStale(async () => {
    const pending = await getPending(ctx, 'SETTLEMENT', pendingId)
    const { subjectId, input } = pending
    const settlement = await settlementOf(ctx, subjectId, RequestSettlement.parse(input))
    const { kind, note, amountMinor, currency } = settlement
    await approvePending(ctx, pending, termsOf(settlement), typed, (used) =>
      commit(ctx, [
        ...used,
        ...decideOwn(ctx, ownWallet(ctx, settlement), {
          key: `settlement:${pending.id}`,
          what: `portefeuille ${subjectId}, réglé`,
        }),
        ...settle(ctx, settlement, pending.id),
        recordAct(ctx, 'wallet.settle', subjectId, { kind, note, ...shownAmount({ amountMinor, currency }) }),
      ]),
    )
    return subjectId
  })
