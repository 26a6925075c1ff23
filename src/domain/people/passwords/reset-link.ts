import type { Write } from '../../../db/client.ts'
import { MINUTE_MS } from '../../../kernel/time.ts'
import { endTokens, issueToken, tokenText } from '../../core/codes/token.ts'
import type { Ctx } from '../../core/context.ts'

const RESET_TTL_MS = 30 * MINUTE_MS

type Whose = { userId: string | null; email: string; isFromAdmin?: boolean }

/**
 * A link that sets a new password, good for 30 minutes, and used up with all others by the first that does
 * (docs/accounts.md, Passwords). Those before it stay good: somebody else's request would end the person's own.
 * @param isFromAdmin it takes the place of those before, and is good for somebody of the team without a factor too
 * (docs/accounts.md, Staff factors)
 * @returns the link, and the writes that make it good
 */
export async function issueResetLink(
  ctx: Ctx,
  { userId, email, isFromAdmin = false }: Whose,
): Promise<{ link: string; writes: Write[] }> {
  const facts = isFromAdmin ? { email, from: 'ADMIN' } : { email }
  const token = await issueToken(ctx, { purpose: 'PASSWORD_RESET', userId, ttlMs: RESET_TTL_MS, facts })
  return {
    link: `${ctx.settings.webBaseUrl}/reinitialiser?token=${tokenText(token)}`,
    writes: isFromAdmin ? [endTokens(ctx, 'PASSWORD_RESET', userId ?? ''), ...token.writes] : token.writes,
  }
}
