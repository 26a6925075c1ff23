import type { Write } from '../../../db/client.ts'
import { endTokens } from '../../core/codes/token.ts'
import type { Ctx } from '../../core/context.ts'
import { mailSecondary, mailTo } from '../../core/notices/notify.ts'
import { cancelRecoveries } from '../recovery/cancel.ts'

/**
 * What goes with every new password, beside the sessions: nothing that was begun with the old one, or to replace it, goes
 * on, and the person is told at their addresses.
 */
export const passwordChanged = (
  ctx: Ctx,
  { id, email }: { id: string; email: string },
  kind: 'password.changed' | 'password.created' | 'recovery.completed' = 'password.changed',
): Write[] => [
  endTokens(ctx, 'TOTP_CHALLENGE', id),
  endTokens(ctx, 'PASSWORD_RESET', id),
  endTokens(ctx, 'RECOVERY', id),
  cancelRecoveries(ctx, id),
  mailTo(ctx, email, kind),
  mailSecondary(ctx, id, kind),
]
