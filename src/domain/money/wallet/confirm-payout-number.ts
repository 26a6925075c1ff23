import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { wallets } from '#db/schema/money/wallets.ts'
import { recordAct } from '#domain/core/audit.ts'
import { checkCodeOf } from '#domain/core/codes/check.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { afterChange, freezeWithdrawals, tellOwner } from '#domain/core/owner/after-change.ts'
import { requireProof } from '#domain/core/owner/proof.ts'
import { undoLink } from '#domain/core/owner/undo-link.ts'
import * as f from '#kernel/fields.ts'
import { maskPhone } from '#kernel/phone.ts'
import { payoutNumberChanged } from './notices.ts'
import { walletOwner } from './owner.ts'
import { payoutNumberOf } from './payout-number.ts'
import { selectWallet } from './queries.ts'
import { viewSettings } from './settings.ts'

export const ConfirmPayoutNumber = z.strictObject({ code: f.code6 })

/**
 * The code that came by SMS proves the number: withdrawals go there from now on, and a code already sent for a withdrawal
 * dies with the old number, because it is bound to it. A new number is told everywhere and ends every other session; one
 * that takes another's place freezes withdrawals for a day (docs/money.md, Withdrawals).
 * @throws 401 INVALID_VERIFICATION_CODE, 403 REAUTH_REQUIRED, 410, 429 after five tries
 */
export async function confirmPayoutNumber(ctx: Ctx, { code }: z.output<typeof ConfirmPayoutNumber>) {
  const owner = walletOwner(ctx)
  requireProof(ctx)
  const userId = actorOf(ctx).id
  const { target, used } = await checkCodeOf(ctx, { purpose: 'PAYOUT_NUMBER', person: userId }, code)
  const { phone, network, country } = payoutNumberOf(target)
  const number = { payoutPhone: phone, payoutNetwork: network, payoutCountry: country, payoutVerifiedAt: ctx.now }
  const undo = await undoLink(ctx, userId)
  const replaced = sql`EXISTS (
    SELECT 1 FROM wallets w WHERE w.owner_id = ${owner.ownerId} AND w.payout_phone IS NOT NULL
      AND (w.payout_phone, w.payout_network, w.payout_country) <> (${phone}, ${network}, ${country}))`
  const [[wallet]] = await commit(
    ctx,
    [
      ...used,
      ...undo.writes,
      ...tellOwner(ctx, userId, payoutNumberChanged, { phone: maskPhone(phone), link: undo.link }),
      ...afterChange(ctx),
      freezeWithdrawals(ctx, userId, replaced),
      ctx.db
        .insert(wallets)
        .values({ ...owner, userId, ...number, createdAt: ctx.now })
        .onConflictDoUpdate({ target: wallets.ownerId, set: number }),
      recordAct(ctx, 'payout-number.change', owner.ownerId, { phone: maskPhone(phone), network, country }),
    ],
    selectWallet(ctx, owner),
  )
  return viewSettings(wallet)
}
