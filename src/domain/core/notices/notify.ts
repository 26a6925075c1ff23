import { type SQL, sql } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import { MAIL_OF_ONE_THING } from '../../../kernel/limits.ts'
import { counting, isOver } from '../codes/attempts.ts'
import type { Ctx } from '../context.ts'
import { isYoung } from '../owner/young.ts'
import { codeIsFree, withinMails } from './code-by-mail.ts'
import { toFeed } from './feed.ts'
import type { Given, Notice } from './notice.ts'
import { accompany } from './outbox.ts'
import { NOBODY, type Recipient, writeMessage } from './row.ts'
import { isNewcomer, isNewcomersAccount, isNewcomersAddress } from './shares.ts'
import { noticeBySms } from './sms.ts'
import { isWanted } from './wanted.ts'

type Person = { id: string; email: string }

const localeOf = (userId: string) => sql`(SELECT r.locale FROM users r WHERE r.id = ${userId})`
const isThere = sql`u.deleted_at IS NULL`

/** An address of a person beside the one that they are told at. */
export const otherMailOf = ({ id, email }: Person): Recipient => ({
  channel: 'EMAIL',
  to: email,
  locale: localeOf(id),
  account: id,
})

/** A person's address, as it was when it was read; what goes there stands in their feed too. */
export const mailOf = (person: Person): Recipient => ({ ...otherMailOf(person), userId: person.id })

/** The address of an account, whoever's it is: French where it is nobody's. */
export const mailAt = (email: string): Recipient => ({
  channel: 'EMAIL',
  to: email,
  locale: sql`(SELECT r.locale FROM users r WHERE r.email = ${email} AND r.deleted_at IS NULL)`,
})

/** A message to an address or number, written in the commit that causes it and sent after it. */
export const message = <Facts>(ctx: Ctx, to: Recipient, notice: Notice<Facts>, ...given: Given<Facts>): Write =>
  messageWhen(ctx, sql`1`, to, notice, ...given)

/** As `message`, where `condition` holds at that point of the commit. */
export function messageWhen<Facts>(
  ctx: Ctx,
  condition: SQL,
  to: Recipient,
  notice: Notice<Facts>,
  ...given: Given<Facts>
): Write {
  const { userId } = to
  const mail = writeMail(ctx, { ...to, isNewcomers: isNewcomers(ctx, to) }, notice, given, sql`WHERE ${condition}`)
  if (userId === undefined) return mail
  const whose = sql`FROM users u WHERE u.id = ${userId} AND ${isThere} AND ${condition}`
  return withFeed(mail, toFeed(ctx, whose, notice, given))
}

const withFeed = (mail: Write, row: Write | undefined): Write => (row ? accompany(mail, row) : mail)

const isNewcomers = (ctx: Ctx, { to, account }: Recipient): SQL =>
  account === undefined ? isNewcomersAddress(ctx, to) : isNewcomersAccount(ctx, account)

/** One row of the outbox that is counted if it is a code's. */
function writeMail<Facts>(
  ctx: Ctx,
  to: Parameters<typeof writeMessage>[1],
  notice: Notice<Facts>,
  given: Given<Facts>,
  from?: SQL,
): Write {
  const id = ctx.ids.v7()
  return withinMails(ctx, notice, writeMessage(ctx, to, notice, given, from, sql`${id}`), id)
}

/**
 * As `message` where `condition` holds; elsewhere a row for nobody, that is written, kept and taken away like any other, so
 * that nothing of the database tells the two apart (docs/accounts.md, Enumeration).
 */
export function messageOrNothing<Facts>(
  ctx: Ctx,
  condition: SQL,
  recipient: Recipient,
  notice: Notice<Facts>,
  ...given: Given<Facts>
): Write {
  const { to, channel, locale } = recipient
  const isMail = channel === 'EMAIL'
  const counted = isMail ? isNewcomers(ctx, recipient) : sql`0`
  const isSent = isMail ? sql`${condition} AND ${codeIsFree(ctx, counted)}` : condition
  const target = { channel, locale, isNewcomers: counted, to: sql`CASE WHEN ${isSent} THEN ${to} ELSE ${NOBODY} END` }
  return isMail ? writeMail(ctx, target, notice, given) : writeMessage(ctx, target, notice, given)
}

/** A notice to somebody's address as it was when it was read, as security notices go. */
export const mailTo = <Facts>(ctx: Ctx, person: Person, notice: Notice<Facts>, ...given: Given<Facts>): Write =>
  message(ctx, mailOf(person), notice, ...given)

/** A notice to the second address of an account, where it has one. */
export const mailSecondary = <Facts>(
  ctx: Ctx,
  userId: string | SQL,
  notice: Notice<Facts>,
  ...given: Given<Facts>
): Write =>
  writeMail(
    ctx,
    { ...theirMail(ctx), to: sql`u.secondary_email`, isYoung: isYoung.secondaryEmail(ctx) },
    notice,
    given,
    sql`FROM users u WHERE u.id = ${userId} AND u.secondary_email IS NOT NULL`,
  )

const theirMail = (ctx: Ctx) =>
  ({ channel: 'EMAIL', to: sql`u.email`, locale: sql`u.locale`, isNewcomers: isNewcomer(ctx) }) as const

/** A mail to everybody whom `whose` names, as `u`, beside what stands in the app. */
export const mailAll = <Facts>(ctx: Ctx, whose: SQL, notice: Notice<Facts>, ...given: Given<Facts>): Write =>
  writeMessage(
    ctx,
    theirMail(ctx),
    notice,
    given,
    sql`FROM users u WHERE ${isThere} AND ${whose}`,
    sql`${ctx.ids.v7()} || ':' || u.id`,
  )

/** A notice to everybody whom `whose` names, as `u`: in the app, and to their address. */
export function mailEverybody<Facts>(ctx: Ctx, whose: SQL, notice: Notice<Facts>, ...given: Given<Facts>): Write {
  const all = sql`FROM users u WHERE ${isThere} AND ${whose}`
  const mail = mailAll(ctx, whose, notice, ...given)
  // An id for each: the end of it is the end of theirs.
  return withFeed(mail, toFeed(ctx, all, notice, given, sql`substr(${ctx.ids.v7()}, 1, 24) || substr(u.id, -12)`))
}

/**
 * Tells a person what happened: in the app, by e-mail and, where the notice is one for phones, by SMS to their verified
 * number; each unless they want none of its group. A link does not go where the account is reached since lately.
 */
export const notify = <Facts>(ctx: Ctx, userId: string | SQL, notice: Notice<Facts>, ...given: Given<Facts>): Write[] =>
  tell(ctx, userId, sql`1`, notice, ...given)

/**
 * As `notify`, for what may come often of one thing: all of it stands in the app, and one mail goes in ten minutes
 * (docs/limits.md, Quotas).
 * @param about the id of the thing
 */
export function notifySeldom<Facts>(
  ctx: Ctx,
  userId: string,
  about: string,
  notice: Notice<Facts>,
  ...given: Given<Facts>
): Write[] {
  const mails = { key: `mails:${notice.kind}:${about}:${userId}`, ...MAIL_OF_ONE_THING }
  return [counting(ctx, mails), ...tell(ctx, userId, sql`NOT ${isOver(mails)}`, notice, ...given)]
}

/** Tells those whom `whose` names, as `u`, in the app alone. */
export function tellInApp<Facts>(ctx: Ctx, whose: SQL, notice: Notice<Facts>, ...given: Given<Facts>): Write[] {
  // An id for each: the end of it is the end of theirs.
  const id = sql`substr(${ctx.ids.v7()}, 1, 24) || substr(u.id, -12)`
  const row = toFeed(ctx, sql`FROM users u WHERE ${isThere} AND ${whose}`, notice, given, id)
  return row ? [row] : []
}

function tell<Facts>(
  ctx: Ctx,
  userId: string | SQL,
  isMailed: SQL,
  notice: Notice<Facts>,
  ...given: Given<Facts>
): Write[] {
  const whose = sql`FROM users u WHERE u.id = ${userId} AND ${isThere}`
  const mails = sql`${whose} AND ${isMailed} AND ${isWanted(notice.kind, 'email')}`
  const mail = writeMail(ctx, { ...theirMail(ctx), isYoung: isYoung.email(ctx) }, notice, given, mails)
  return [
    withFeed(mail, toFeed(ctx, whose, notice, given)),
    ...(notice.isForPhones ? noticeBySms(ctx, userId, notice, ...given) : []),
  ]
}
