import { type SQL, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import type { Ctx } from '../context.ts'
import type { Notice } from './notice.ts'
import { accompany } from './outbox.ts'
import { NOBODY } from './row.ts'
import { countMessages, countsOf, oneMessage, roomFor, sharesOf } from './shares.ts'

const MAIL_ALL_QUOTA = guard('MAIL_ALL_QUOTA', 'GATEWAY_UNAVAILABLE', {
  message: 'Aucun e-mail ne peut partir pour le moment. Réessayez plus tard.',
  retryAfter: 3600,
})

/**
 * Counts a mail of lane CODE in the day's mails; its commit answers 503 if the account's share has no room. A row for nobody is refused if
 * all mails are used up, like any other, and else uses up nothing.
 * @param id the id of the row that `mail` writes, if it writes one
 */
export function withinMails<W extends Write>(ctx: Ctx, { lane }: Notice<never>, mail: W, id: string): W {
  if (lane !== 'CODE') return mail
  const written = sql`FROM outbox o WHERE o.id = ${id}`
  const isNobodys = sql`o.recipient = ${NOBODY}`
  const left = sql`(${roomFor(ctx, 'EMAIL', 'CODE', sql`o.is_newcomers AND NOT ${isNobodys}`)} - (${isNobodys}))`
  return accompany(
    mail,
    countMessages(
      ctx,
      sql`SELECT ${oneMessage(sql`iif(${isNobodys}, 'NOBODY', 'EMAIL')`, 'CODE', sql`o.is_newcomers`)} ${written}`,
    ),
    abortWhen(ctx.db, MAIL_ALL_QUOTA, sql`EXISTS (SELECT 1 ${written} AND ${left} < 0)`),
  )
}

/**
 * Whether a guest's code may be mailed now, at that point of a commit. True also if all mails are used up: the commit then refuses every
 * guest in words. A used-up share of young accounts is kept silent, because guests must not learn whose account is young.
 */
export const codeIsFree = (ctx: Ctx, isNewcomers: SQL): SQL =>
  sql`(${roomFor(ctx, 'EMAIL', 'CODE', isNewcomers)} > 0 OR ${isUsedUp(ctx)})`

const isUsedUp = (ctx: Ctx) =>
  sql`(SELECT d.codes + d.notices + d.new_codes + d.new_notices FROM ${countsOf(ctx, 'EMAIL')} d) >= ${sharesOf(ctx, 'EMAIL').all}`
