import type { Write } from '../../../db/client.ts'
import { endTokens } from '../../core/codes/token.ts'
import type { Ctx } from '../../core/context.ts'
import { forgetDevices } from '../../core/devices/forget.ts'
import type { Notice } from '../../core/notices/notice.ts'
import { holdWithdrawals, tellOwner } from '../../core/owner/after-change.ts'
import { cancelRecoveries } from '../../core/owner/cancel-recoveries.ts'
import { passwordReplaced } from './notices.ts'

/**
 * What goes with every password that takes another's place, beside the sessions: nothing that was begun with the old one,
 * or to replace it, goes on, withdrawals wait a day, and the person is told at their addresses and their number.
 */
export const passwordChanged = (ctx: Ctx, id: string, notice: Notice<undefined> = passwordReplaced): Write[] => [
  endTokens(ctx, 'TOTP_CHALLENGE', id),
  endTokens(ctx, 'PASSWORD_RESET', id),
  ...cancelRecoveries(ctx, id),
  forgetDevices(ctx, id),
  holdWithdrawals(ctx, id),
  ...tellOwner(ctx, id, notice),
]
