import { type CodeUse, issueCode } from '#domain/core/codes/issue.ts'
import { issueToken, type TokenPurpose } from '#domain/core/codes/token.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import type { TestDomain } from './domain.ts'

/** A code that somebody was sent. */
export async function issuedCode(ctx: Ctx, use: CodeUse): Promise<string> {
  const { code, writes } = await issueCode(ctx, use)
  await commit(ctx, writes)
  return code
}

/** A one-time token that somebody holds. */
export async function issuedToken(ctx: Ctx, wanted: Parameters<typeof issueToken>[1]) {
  const token = await issueToken(ctx, wanted)
  await commit(ctx, token.writes)
  return token
}

/** A token of each of these purposes, waiting for the person. */
export async function addTokens({ ctx }: TestDomain, userId: string, ...purposes: TokenPurpose[]): Promise<void> {
  for (const purpose of purposes) await issuedToken(ctx, { purpose, userId, ttlMs: 1000 })
}
/** The purposes of the tokens of a person that still open something. */
export const openTokens = ({ rows }: TestDomain, userId: string) =>
  rows('SELECT purpose FROM one_time_tokens WHERE user_id = ? AND consumed_at IS NULL ORDER BY purpose', userId).map(
    ({ purpose }) => purpose,
  )

// Refusals of a code or a token.
export const wrong = { code: 'UNAUTHORIZED', reason: 'INVALID_VERIFICATION_CODE' }
export const gone = { code: 'GONE', message: "Cette demande n'est plus valable. Recommencez." }
export const tooSoon = {
  code: 'TOO_MANY_REQUESTS',
  message: "Un code vient d'être envoyé. Attendez une minute avant d'en demander un autre.",
}
export const tooMany = {
  code: 'TOO_MANY_REQUESTS',
  message: 'Trop de codes ont été envoyés. Réessayez dans une heure.',
}
