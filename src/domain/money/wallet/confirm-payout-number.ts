import * as z from 'zod'
import { wallets } from '../../../db/schema/money/wallets.ts'
import * as f from '../../../kernel/fields.ts'
import { maskPhone } from '../../../kernel/phone.ts'
import { audited } from '../../core/audit.ts'
import { checkCodeOf } from '../../core/codes/check.ts'
import { commit } from '../../core/commit.ts'
import { actorOf, type Ctx } from '../../core/context.ts'
import { notify } from '../../core/notices/notify.ts'
import { payoutNumberChanged } from './notices.ts'
import { walletOwner } from './owner.ts'
import { payoutNumberOf } from './payout-number.ts'
import { selectWallet } from './queries.ts'
import { viewSettings } from './settings.ts'

export const ConfirmPayoutNumber = z.strictObject({ code: f.code6 })

/**
 * The code that came by SMS proves the number: withdrawals go there from now on, and the owner is told by mail. A code
 * already sent for a withdrawal dies with the old number, because it is bound to it.
 * @throws 401 INVALID_VERIFICATION_CODE, 410, 429 after five tries
 */
export async function confirmPayoutNumber(ctx: Ctx, { code }: z.output<typeof ConfirmPayoutNumber>) {
  const owner = walletOwner(ctx)
  const userId = actorOf(ctx).id
  const { target, used } = await checkCodeOf(ctx, { purpose: 'PAYOUT_NUMBER', person: userId }, code)
  const { phone, network, country } = payoutNumberOf(target)
  const number = { payoutPhone: phone, payoutNetwork: network, payoutCountry: country, payoutVerifiedAt: ctx.now }
  const [[wallet]] = await commit(
    ctx,
    [
      ...used,
      ctx.db
        .insert(wallets)
        .values({ ...owner, userId, ...number, createdAt: ctx.now })
        .onConflictDoUpdate({ target: wallets.ownerId, set: number }),
      audited(ctx, 'payout-number.change', owner.ownerId, { phone: maskPhone(phone), network, country }),
      ...notify(ctx, userId, payoutNumberChanged, { phone: maskPhone(phone) }),
    ],
    selectWallet(ctx, owner),
  )
  return viewSettings(wallet)
}
