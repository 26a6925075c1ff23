import { and, eq, getTableColumns, gt, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortUnlessChanged } from '#db/guard.ts'
import { oneTimeTokens } from '#db/schema/core/codes.ts'
import { hmac } from '#kernel/digest.ts'
import { fail } from '#kernel/failure.ts'
import { reportSecurity } from '#kernel/security.ts'
import { sameText } from '#kernel/text.ts'
import type { Ctx } from '../context.ts'
import { MAX_ATTEMPTS } from './check.ts'
import { TOKEN_USED } from './guards.ts'
import { isUnderASecret } from './secrets.ts'

type Row = typeof oneTimeTokens.$inferSelect
export type TokenPurpose = Row['purpose']
type Issue = { purpose: TokenPurpose; userId: string | null; ttlMs: number; facts?: Row['facts'] | SQL }

/** The two halves that travel: the row, and what proves that its bearer was given it. */
export type IssuedToken = { id: string; secret: string; writes: Write[] }
/** Facts about the person for whom a token was made. */
export type TokenOwner = { name: string; email: string; secondaryEmail: string | null; phone: string | null }
export type TriedToken = Pick<Row, 'id' | 'userId' | 'facts' | 'createdAt'> & {
  owner: TokenOwner | null
  /** Uses it up: put them in the commit of what it opens, so that it opens it once. */
  used: Write[]
}

/** A token as one word, for a link or a body. */
export const tokenText = ({ id, secret }: Pick<IssuedToken, 'id' | 'secret'>) => `${id}.${secret}`

export function readTokenText(text: string): { id: string; secret: string } {
  const [id = '', secret = ''] = text.split('.')
  return { id, secret }
}

const hashSecret = (ctx: Ctx, purpose: TokenPurpose, id: string, secret: string) =>
  hmac(ctx.settings.codeSecret, JSON.stringify(['token', purpose, id, secret]))

/** A new random token, and the write that makes it good (docs/accounts.md, Guessing): only its keyed hash is kept. */
export async function issueToken(ctx: Ctx, { purpose, userId, ttlMs, facts = {} }: Issue): Promise<IssuedToken> {
  const id = ctx.ids.v7()
  const secret = ctx.ids.secret()
  const secretHash = await hashSecret(ctx, purpose, id, secret)
  const row = { id, purpose, userId, facts, secretHash, expiresAt: ctx.now + ttlMs, createdAt: ctx.now }
  return { id, secret, writes: [ctx.db.insert(oneTimeTokens).values(row)] }
}

const OWNER = sql<string | null>`(
  SELECT json_object('name', u.name, 'email', u.email, 'secondaryEmail', u.secondary_email, 'phone', u.phone)
  FROM users u WHERE u.id = ${oneTimeTokens.userId})`

/**
 * Tries a token. The try is counted in D1 before anything is compared, in one conditional write; a token has five tries.
 * @param over the message to a person who comes too late
 * @throws 401 INVALID_VERIFICATION_CODE for a wrong secret, 410 for one that expired, was used, was tried too often or never was
 */
export async function tryToken(
  ctx: Ctx,
  purpose: TokenPurpose,
  { id, secret }: { id: string; secret: string },
  over = "Cette demande n'est plus valable. Recommencez.",
): Promise<TriedToken> {
  const mine = and(eq(oneTimeTokens.id, id), eq(oneTimeTokens.purpose, purpose), isNull(oneTimeTokens.consumedAt))
  const [row] = await ctx.db
    .update(oneTimeTokens)
    .set({ attempts: sql`attempts + 1` })
    .where(and(mine, gt(oneTimeTokens.expiresAt, ctx.now), lt(oneTimeTokens.attempts, MAX_ATTEMPTS)))
    .returning({ ...getTableColumns(oneTimeTokens), owner: OWNER })
  if (!row) fail('GONE', { message: over })
  const isRight = async (as: Ctx) => sameText(row.secretHash, await hashSecret(as, purpose, id, secret))
  if (!(await isUnderASecret(ctx, isRight))) {
    if (row.attempts === MAX_ATTEMPTS) reportSecurity('guesses used up', { what: 'token', purpose })
    fail('UNAUTHORIZED', 'INVALID_VERIFICATION_CODE')
  }
  return {
    id: row.id,
    userId: row.userId,
    facts: row.facts,
    createdAt: row.createdAt,
    owner: row.owner === null ? null : (JSON.parse(row.owner) as TokenOwner),
    used: [
      ctx.db.update(oneTimeTokens).set({ consumedAt: ctx.now }).where(mine),
      abortUnlessChanged(ctx.db, TOKEN_USED),
    ],
  }
}

/**
 * Ends every open token of a person for a purpose: a newer one replaces it, or its reason is gone.
 * @param when a condition that must hold at that point of the commit; without one, always
 */
export const endTokens = (ctx: Ctx, purpose: TokenPurpose, userId: string, when?: SQL): Write =>
  ctx.db
    .update(oneTimeTokens)
    .set({ consumedAt: ctx.now })
    .where(
      and(
        eq(oneTimeTokens.userId, userId),
        eq(oneTimeTokens.purpose, purpose),
        sql`one_time_tokens.consumed_at IS NULL`,
        when,
      ),
    )

/** Gives a try back to a holder of the right token who came too early or asked for a refused act: that is no guess. */
export const forgiveTry = (ctx: Ctx, tokenId: string): Write =>
  ctx.db.update(oneTimeTokens).set({ attempts: sql`max(attempts - 1, 0)` }).where(eq(oneTimeTokens.id, tokenId))
