import { type SQL, sql } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import type { Ctx } from '../context.ts'
import type { Given, Notice } from './notice.ts'
import { NOBODY, type Recipient, writeMessage } from './row.ts'
import { noticeBySms } from './sms.ts'

type Person = { id: string; email: string }

const localeOf = (userId: string) => sql`(SELECT r.locale FROM users r WHERE r.id = ${userId})`

/** A person's address, as it was when it was read. */
export const mailOf = ({ id, email }: Person): Recipient => ({ channel: 'EMAIL', to: email, locale: localeOf(id) })

/** The address of an account, whoever's it is: French where it is nobody's. */
export const mailAt = (email: string): Recipient => ({
  channel: 'EMAIL',
  to: email,
  locale: sql`(SELECT r.locale FROM users r WHERE r.email = ${email} AND r.deleted_at IS NULL)`,
})

/** A message to an address or number, written in the commit that causes it and sent after it. */
export const message = <Facts>(ctx: Ctx, to: Recipient, notice: Notice<Facts>, ...given: Given<Facts>): Write =>
  writeMessage(ctx, to, notice, given)

/** As `message`, where `condition` holds at that point of the commit. */
export const messageWhen = <Facts>(
  ctx: Ctx,
  condition: SQL,
  to: Recipient,
  notice: Notice<Facts>,
  ...given: Given<Facts>
): Write => writeMessage(ctx, to, notice, given, sql`WHERE ${condition}`)

/**
 * As `message` where `condition` holds; elsewhere a row for nobody, that is written, kept and taken away like any other, so
 * that nothing of the database tells the two apart (docs/accounts.md, Enumeration).
 */
export const messageOrNothing = <Facts>(
  ctx: Ctx,
  condition: SQL,
  { to, ...rest }: Recipient,
  notice: Notice<Facts>,
  ...given: Given<Facts>
): Write => writeMessage(ctx, { ...rest, to: sql`CASE WHEN ${condition} THEN ${to} ELSE ${NOBODY} END` }, notice, given)

/** A notice to somebody's address as it was when it was read, as security notices go. */
export const mailTo = <Facts>(ctx: Ctx, person: Person, notice: Notice<Facts>, ...given: Given<Facts>): Write =>
  writeMessage(ctx, mailOf(person), notice, given)

/** A notice to the second address of an account, where it has one. */
export const mailSecondary = <Facts>(
  ctx: Ctx,
  userId: string | SQL,
  notice: Notice<Facts>,
  ...given: Given<Facts>
): Write =>
  writeMessage(
    ctx,
    { channel: 'EMAIL', to: sql`u.secondary_email`, locale: sql`u.locale` },
    notice,
    given,
    sql`FROM users u WHERE u.id = ${userId} AND u.secondary_email IS NOT NULL`,
  )

/** A notice to the address of everybody whom `whose` names, as `u`. */
export const mailEverybody = <Facts>(ctx: Ctx, whose: SQL, notice: Notice<Facts>, ...given: Given<Facts>): Write =>
  writeMessage(
    ctx,
    { channel: 'EMAIL', to: sql`u.email`, locale: sql`u.locale` },
    notice,
    given,
    sql`FROM users u WHERE u.deleted_at IS NULL AND ${whose}`,
    sql`${ctx.ids.v7()} || ':' || u.id`,
  )

/** Tells a person what happened: by e-mail and, where the notice is one for phones, by SMS to their verified number. */
export function notify<Facts>(ctx: Ctx, userId: string | SQL, notice: Notice<Facts>, ...given: Given<Facts>): Write[] {
  const whose = sql`FROM users u WHERE u.id = ${userId} AND u.deleted_at IS NULL`
  return [
    writeMessage(ctx, { channel: 'EMAIL', to: sql`u.email`, locale: sql`u.locale` }, notice, given, whose),
    ...(notice.isForPhones ? noticeBySms(ctx, userId, notice, ...given) : []),
  ]
}
