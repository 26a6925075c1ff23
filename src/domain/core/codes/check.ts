import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import { readTogether, type Write } from '#db/client.ts'
import { abortUnlessChanged } from '#db/guard.ts'
import { codes, type JoinForm } from '#db/schema/core/codes.ts'
import { fail } from '#kernel/failure.ts'
import { reportSecurity } from '#kernel/security.ts'
import { sameText } from '#kernel/text.ts'
import { type Ctx, personOf } from '../context.ts'
import { type Asker, askerOf } from '../devices/known.ts'
import {
  type CountedTries,
  countTry,
  giveBackTries,
  isOver,
  isWithin,
  logUsedUp,
  requireWithin,
  selectTries,
} from './attempts.ts'
import { CODE_USED } from './guards.ts'
import { codeLimits, ofAllNames } from './guesses.ts'
import { type CodeUse, hashCode, rowOfDevice, rowOfNetwork } from './issue.ts'
import { isUnderASecret } from './secrets.ts'

/** Tries after which a code or a token dies. */
export const MAX_ATTEMPTS = 5

/** The purpose and person of a code. `account` names the account whose tries count, if it is not the person's. */
type CodeToCheck = Omit<CodeUse, 'target'> & { target?: string; account?: string }

/**
 * Compares a code that somebody typed (docs/limits.md, Attempts). The try is counted in D1 before it is compared: five an hour, and thirty
 * a day over all codes of the account. Above thirty over all names of the account, the right code silently counts as wrong.
 * @returns the writes that use up the code, for the commit of the act that it approves
 * @throws 401 INVALID_VERIFICATION_CODE, 429 if the tries are used up, 410 for an expired or unknown code
 */
export async function checkCode(ctx: Ctx, use: CodeUse & { account?: string }, typed: string): Promise<Write[]> {
  return (await compareCode(ctx, use, typed)).used
}

/** Compares as `checkCode` a code that alone remembers its target, and gives the target back with the writes. */
export async function checkCodeOf(
  ctx: Ctx,
  use: Omit<CodeToCheck, 'target'>,
  typed: string,
): Promise<{ target: string; used: Write[] }> {
  return compareCode(ctx, use, typed)
}

const isLive = (ctx: Ctx) => and(isNull(codes.consumedAt), gt(codes.expiresAt, ctx.now))

type CodeRow = typeof codes.$inferSelect

/**
 * Whether a code has tries left. A code that a guest's network asked for is tried from any network: tries are counted per asker, and nobody
 * uses it up.
 */
const hasTriesLeft = (purpose: string) => {
  const isLeft = sql`codes.attempts < ${MAX_ATTEMPTS}`
  return isOfGuests(purpose) ? sql`(${isLeft} OR instr(codes.person, ' device ') = 0)` : isLeft
}

const isOfGuests = (purpose: string) => purpose === 'LOGIN' || purpose === 'EMAIL'

/**
 * The row to try: the code sent to this very device; else to its network; else the newest that anybody asked for, because a phone changes
 * its network between mail and code. A signed-in person may have asked as either of the first two, so the newer one counts.
 */
function personToTry(ctx: Ctx, purpose: string, person: string, { device, isOwn }: Asker): SQL | string {
  if (!isOfGuests(purpose)) return person
  const ofDevice = device === undefined ? sql`NULL` : sql`iif(${isOwn}, ${rowOfDevice(person, device)}, NULL)`
  const rank = sql`CASE c.person WHEN ${ofDevice} THEN 0 WHEN ${rowOfNetwork(ctx, person)} THEN ${personOf(ctx) ? 0 : 1} ELSE 2 END`
  // Rows of other devices belong to nobody else.
  return sql`coalesce((
    SELECT c.person FROM codes c
    WHERE c.purpose = ${purpose} AND c.consumed_at IS NULL AND c.expires_at > ${ctx.now}
      AND (c.person = ${person} OR c.person = ${ofDevice}
        OR c.person BETWEEN ${`${person} network `} AND ${`${person} network ~`})
    ORDER BY ${rank}, c.sent_at DESC LIMIT 1), ${person})`
}

/** A code that was right: `used` is written with the approved act; `giveBack` if the act is refused: the code stays. */
export type RightCode = { target: string; typed: JoinForm | null; used: Write[]; giveBack: Write[] }

/** Compares as `checkCode`, for a caller who gives the try back if the act is refused. */
export async function compareCode(ctx: Ctx, use: CodeToCheck, typed: string): Promise<RightCode> {
  const { purpose, person } = use
  const account = use.account ?? personOf(ctx)?.email ?? person
  const asker = await askerOf(ctx, account)
  const tried = and(eq(codes.purpose, purpose), eq(codes.person, personToTry(ctx, purpose, person, asker)))
  const { hours, day } = codeLimits(ctx, `${purpose}:${use.account ?? person}`, account, asker)
  const ofAll = ofAllNames(ctx, account, asker)
  const toCompare = and(tried, isLive(ctx), hasTriesLeft(purpose))
  const isCompared = sql`EXISTS (SELECT 1 FROM codes WHERE ${toCompare})`
  const isHourOver = sql.join(hours.map(isOver), sql` OR `)
  const isRefused = sql`(${isHourOver} OR ${isOver(day)})`
  const limits = [...hours, day, ofAll]
  const answers: unknown[] = await readTogether(
    ctx.db,
    countTry(ctx, hours[0], isCompared),
    // A known device counts once, from either of its two IPv6 networks.
    ...hours.slice(1).map((hour) => countTry(ctx, hour, sql`${isCompared} AND NOT (${asker.isOwn})`)),
    countTry(ctx, day, sql`${isCompared} AND NOT (${isHourOver})`),
    countTry(ctx, ofAll, sql`${isCompared} AND NOT ${isRefused}`),
    ...limits.map((limit) => selectTries(ctx, limit)),
    // A code that a limit refuses is not compared, so it loses no try.
    ctx.db
      .update(codes)
      .set({ attempts: sql`min(attempts + 1, ${MAX_ATTEMPTS})` })
      .where(and(toCompare, sql`NOT ${isRefused}`))
      .returning(),
    ctx.db.select().from(codes).where(tried),
  )
  const [inAll] = answers[limits.length * 2 - 1] as CountedTries[]
  const [[live], [known]] = answers.slice(limits.length * 2) as [(CodeRow | undefined)[], (CodeRow | undefined)[]]
  const isOpen = known && known.consumedAt === null && known.expiresAt > ctx.now
  for (const [i, limit] of [...hours, day].entries()) {
    const [row] = answers[limits.length + i] as CountedTries[]
    if (isOpen) logUsedUp(limit, row)
    requireWithin(ctx, limit, row, 'Trop de codes incorrects. Réessayez plus tard.')
  }
  if (!live) {
    if (isOpen)
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
    typed: live.typed,
    used: [
      ctx.db
        .update(codes)
        .set({ consumedAt: ctx.now })
        .where(and(used, isNull(codes.consumedAt))),
      abortUnlessChanged(ctx.db, CODE_USED),
      ...giveBackTries(ctx, ...limits),
    ],
    giveBack: [
      ctx.db
        .update(codes)
        .set({ attempts: sql`attempts - 1` })
        .where(and(used, gt(codes.attempts, 0))),
      ...giveBackTries(ctx, ...limits),
    ],
  }
}
