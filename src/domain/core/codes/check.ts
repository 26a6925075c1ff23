import { and, eq, gt, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { readTogether, type Write } from '../../../db/client.ts'
import { abortUnlessChanged } from '../../../db/guard.ts'
import { codes } from '../../../db/schema/core/codes.ts'
import { fail } from '../../../kernel/failure.ts'
import { reportSecurity } from '../../../kernel/security.ts'
import { sameText } from '../../../kernel/text.ts'
import { type Ctx, personOf } from '../context.ts'
import { askerOf } from '../devices/known.ts'
import { counting, giveBackTries, isOver, isWithin, logUsedUp, requireWithin, selectTries } from './attempts.ts'
import { CODE_USED } from './guards.ts'
import { codeLimits, ofAllNames } from './guesses.ts'
import { type CodeUse, hashCode, rowOfDevice } from './issue.ts'
import { isUnderASecret } from './secrets.ts'

/** Tries a code or a token lives through. */
export const MAX_ATTEMPTS = 5

/** What is asked for, and whose tries it costs: the account's of the person, unless another address is told. */
type Asked = Omit<CodeUse, 'target'> & { target?: string; account?: string }

/**
 * Compares a code that somebody typed. The try is counted in D1 before it is compared, so that parallel guesses get no
 * extra try: five an hour, however often the code is sent again, and thirty a day over all codes of the account
 * (docs/limits.md, Attempts). Thirty over all names of the account end in silence: the right code is taken for wrong.
 * @returns the writes that use the code up: put them in the commit of what it approves, so that it works once
 * @throws 401 INVALID_VERIFICATION_CODE, 429 when the tries are used up, 410 for an expired or unknown code
 */
export async function checkCode(ctx: Ctx, use: CodeUse & { account?: string }, typed: string): Promise<Write[]> {
  return (await compareCode(ctx, use, typed)).used
}

/** As `checkCode`, where only the code itself remembers what it was sent for: its target comes back with the writes. */
export async function checkCodeOf(
  ctx: Ctx,
  use: Omit<Asked, 'target'>,
  typed: string,
): Promise<{ target: string; used: Write[] }> {
  return compareCode(ctx, use, typed)
}

const isLive = (ctx: Ctx) => and(isNull(codes.consumedAt), gt(codes.expiresAt, ctx.now))

/**
 * The row that is tried: what was sent to this very device; else what was sent to whoever asked. Who is signed in may have
 * asked for either, so the newer one counts.
 */
function personTried(ctx: Ctx, purpose: string, own: SQL | string, shared: string): SQL | string {
  if (own === shared) return own
  const newer = sql`AND c.sent_at >= coalesce(
    (SELECT o.sent_at FROM codes o WHERE o.purpose = ${purpose} AND o.person = ${shared}), 0)`
  return sql`CASE WHEN EXISTS (
      SELECT 1 FROM codes c
      WHERE c.purpose = ${purpose} AND c.person = ${own} AND c.consumed_at IS NULL AND c.expires_at > ${ctx.now}
        ${personOf(ctx) ? newer : sql``}
    ) THEN ${own} ELSE ${shared} END`
}

/** `used` is written with what the code approves; `giveBack`, where that is refused: the code was right, and stays. */
export type RightCode = { target: string; used: Write[]; giveBack: Write[] }

/** As `checkCode`, for who gives the try back where the act is refused. */
export async function compareCode(ctx: Ctx, use: Asked, typed: string): Promise<RightCode> {
  const { purpose, person } = use
  const account = use.account ?? personOf(ctx)?.email ?? person
  const asker = await askerOf(ctx, account)
  const tried = and(
    eq(codes.purpose, purpose),
    eq(codes.person, personTried(ctx, purpose, rowOfDevice(person, asker), person)),
  )
  const [anHour, aDay] = codeLimits(ctx, `${purpose}:${use.account ?? person}`, account, asker)
  const ofAll = ofAllNames(ctx, account, asker)
  const toCompare = and(tried, isLive(ctx), lt(codes.attempts, MAX_ATTEMPTS))
  const isCompared = sql`EXISTS (SELECT 1 FROM codes WHERE ${toCompare})`
  const [, , , [inHour], [inDay], [inAll], counted, known] = await readTogether(
    ctx.db,
    counting(ctx, anHour, isCompared),
    counting(ctx, aDay, sql`${isCompared} AND NOT (${isOver(anHour)})`),
    counting(ctx, ofAll, sql`${isCompared} AND NOT (${isOver(anHour)}) AND NOT (${isOver(aDay)})`),
    selectTries(ctx, anHour),
    selectTries(ctx, aDay),
    selectTries(ctx, ofAll),
    ctx.db
      .update(codes)
      .set({ attempts: sql`attempts + 1` })
      .where(toCompare)
      .returning({ person: codes.person, codeHash: codes.codeHash, target: codes.target, attempts: codes.attempts }),
    ctx.db.select().from(codes).where(tried),
  )
  const [live] = counted
  for (const [limit, row] of [
    [anHour, inHour],
    [aDay, inDay],
  ] as const) {
    if (live) logUsedUp(limit, row)
    requireWithin(ctx, limit, row, 'Trop de codes incorrects. Réessayez plus tard.')
  }
  if (!live) {
    const dead = known[0] && known[0].consumedAt === null && known[0].expiresAt > ctx.now
    if (dead)
      fail('TOO_MANY_REQUESTS', { message: 'Trop de codes incorrects. Demandez un nouveau code.', retryAfter: 60 })
    fail('GONE', { message: "Ce code n'est plus valable. Demandez-en un nouveau." })
  }
  const target = use.target ?? live.target
  const isRight = async (as: Ctx) => sameText(live.codeHash, await hashCode(as, { purpose, person, target }, typed))
  const hasTries = isWithin(ctx, ofAll, inAll)
  logUsedUp(ofAll, inAll)
  if (!(await isUnderASecret(ctx, isRight)) || !hasTries) {
    if (live.attempts === MAX_ATTEMPTS) reportSecurity('guesses used up', { what: 'code', purpose })
    fail('UNAUTHORIZED', 'INVALID_VERIFICATION_CODE')
  }
  const used = and(eq(codes.purpose, purpose), eq(codes.person, live.person), eq(codes.codeHash, live.codeHash))
  return {
    target,
    used: [
      ctx.db
        .update(codes)
        .set({ consumedAt: ctx.now })
        .where(and(used, isNull(codes.consumedAt))),
      abortUnlessChanged(ctx.db, CODE_USED),
      ...giveBackTries(ctx, anHour, aDay, ofAll),
    ],
    giveBack: [
      ctx.db
        .update(codes)
        .set({ attempts: sql`attempts - 1` })
        .where(and(used, gt(codes.attempts, 0))),
      ...giveBackTries(ctx, anHour, aDay, ofAll),
    ],
  }
}
