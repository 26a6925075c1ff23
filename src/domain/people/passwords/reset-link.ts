import type { Write } from '#db/client.ts'
import { endTokens, issueToken, tokenText } from '#domain/core/codes/token.ts'
import type { Ctx } from '#domain/core/context.ts'
import { MINUTE_MS } from '#kernel/time.ts'

const RESET_TTL_MS = 30 * MINUTE_MS

type Whose = { userId: string | null; email: string; isFromAdmin?: boolean }

/**
 * Makes a link that sets a new password, good for 30 minutes; the first link that is used ends the others (docs/accounts.md, Passwords).
 * Earlier links stay good: a stranger's request would else end the owner's link.
 * @param isFromAdmin the link replaces those before it, and serves a team member without a factor too (docs/accounts.md, Staff factors)
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
