import type { Write } from '../../../db/client.ts'
import { endTokens } from '../../core/codes/token.ts'
import type { Ctx } from '../../core/context.ts'
import type { Notice } from '../../core/notices/notice.ts'
import { mailSecondary, mailTo } from '../../core/notices/notify.ts'
import { cancelRecoveries } from '../recovery/cancel.ts'
import { passwordReplaced } from './notices.ts'

/**
 * What goes with every new password, beside the sessions: nothing that was begun with the old one, or to replace it, goes
 * on, and the person is told at their addresses.
 */
export const passwordChanged = (
  ctx: Ctx,
  person: { id: string; email: string },
  notice: Notice<undefined> = passwordReplaced,
): Write[] => [
  endTokens(ctx, 'TOTP_CHALLENGE', person.id),
  endTokens(ctx, 'PASSWORD_RESET', person.id),
  endTokens(ctx, 'RECOVERY', person.id),
  cancelRecoveries(ctx, person.id),
  mailTo(ctx, person, notice),
  mailSecondary(ctx, person.id, notice),
]
