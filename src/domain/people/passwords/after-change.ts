import type { Write } from '#db/client.ts'
import { endTokens } from '#domain/core/codes/token.ts'
import type { Ctx } from '#domain/core/context.ts'
import { forgetDevices } from '#domain/core/devices/forget.ts'
import type { Notice } from '#domain/core/notices/notice.ts'
import { freezeWithdrawals, tellOwner } from '#domain/core/owner/after-change.ts'
import { cancelRecoveries } from '#domain/core/owner/cancel-recoveries.ts'
import { passwordReplaced } from './notices.ts'

/**
 * The writes beside every password that replaces another, except the end of sessions: tokens of the old password and recoveries end, known
 * devices are forgotten, withdrawals wait a day, and the owner is told at every address and number.
 */
export const afterPasswordChange = (ctx: Ctx, id: string, notice: Notice<undefined> = passwordReplaced): Write[] => [
  endTokens(ctx, 'TOTP_CHALLENGE', id),
  endTokens(ctx, 'PASSWORD_RESET', id),
  ...cancelRecoveries(ctx, id),
  forgetDevices(ctx, id),
  freezeWithdrawals(ctx, id),
  ...tellOwner(ctx, id, notice),
]
