import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { readTogether, type Write } from '../../../db/client.ts'
import { abortUnlessChanged } from '../../../db/guard.ts'
import { codes } from '../../../db/schema/core/codes.ts'
import { fail } from '../../../kernel/failure.ts'
import { sameText } from '../../../kernel/text.ts'
import type { Ctx } from '../context.ts'
import { CODE_USED } from './guards.ts'
import { type CodeUse, hashCode } from './issue.ts'

/** Tries a code or a token lives through. */
export const MAX_ATTEMPTS = 5

/**
 * Compares a code that somebody typed. The try is counted in D1 before it is compared, so that parallel guesses get no
 * extra try, and after five the code is dead.
 * @returns the writes that use the code up: put them in the commit of what it approves, so that it works once
 * @throws 401 INVALID_VERIFICATION_CODE, 429 after five tries, 410 for an expired or unknown code
 */
export async function checkCode(ctx: Ctx, use: CodeUse, typed: string): Promise<Write[]> {
  return (await compareCode(ctx, use, typed)).used
}

/** As `checkCode`, where only the code itself remembers what it was sent for: its target comes back with the writes. */
export async function checkCodeOf(
  ctx: Ctx,
  use: Omit<CodeUse, 'target'>,
  typed: string,
): Promise<{ target: string; used: Write[] }> {
  return compareCode(ctx, use, typed)
}

type Asked = Omit<CodeUse, 'target'> & { target?: string }

async function compareCode(ctx: Ctx, use: Asked, typed: string): Promise<{ target: string; used: Write[] }> {
  const mine = and(eq(codes.purpose, use.purpose), eq(codes.person, use.person))
  const [counted, known] = await readTogether(
    ctx.db,
    ctx.db
      .update(codes)
      .set({ attempts: sql`attempts + 1` })
      .where(and(mine, isNull(codes.consumedAt), gt(codes.expiresAt, ctx.now), lt(codes.attempts, MAX_ATTEMPTS)))
      .returning({ codeHash: codes.codeHash, target: codes.target }),
    ctx.db.select().from(codes).where(mine),
  )
  const [live] = counted
  if (!live) {
    const dead = known[0] && known[0].consumedAt === null && known[0].expiresAt > ctx.now
    if (dead)
      fail('TOO_MANY_REQUESTS', { message: 'Trop de codes incorrects. Demandez un nouveau code.', retryAfter: 60 })
    fail('GONE', { message: "Ce code n'est plus valable. Demandez-en un nouveau." })
  }
  const target = use.target ?? live.target
  if (!sameText(live.codeHash, await hashCode(ctx, { ...use, target }, typed)))
    fail('UNAUTHORIZED', 'INVALID_VERIFICATION_CODE')
  return {
    target,
    used: [
      ctx.db
        .update(codes)
        .set({ consumedAt: ctx.now })
        .where(and(mine, eq(codes.codeHash, live.codeHash), isNull(codes.consumedAt))),
      abortUnlessChanged(ctx.db, CODE_USED),
    ],
  }
}
