import { type SQL, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { MAIL_OF_ONE_THING } from '#kernel/limits.ts'
import { countTry, isOver } from '../codes/attempts.ts'
import type { Ctx } from '../context.ts'
import { isYoung } from '../owner/young.ts'
import { codeIsFree, withinMails } from './code-by-mail.ts'
import { toFeed } from './feed.ts'
import type { Notice, NoticeFacts } from './notice.ts'
import { accompany } from './outbox.ts'
import { NOBODY, type Recipient, writeMessage } from './row.ts'
import { isNewcomer, isNewcomersAccount, isNewcomersAddress } from './shares.ts'
import { noticeBySms } from './sms.ts'
import { toDevices } from './to-devices.ts'
import { isWanted } from './wanted.ts'

type Person = { id: string; email: string }

const localeOf = (userId: string) => sql`(SELECT r.locale FROM users r WHERE r.id = ${userId})`
const isThere = sql`u.deleted_at IS NULL`

/** Another address of a person than their feed's: the message stands in no feed. */
export const otherMailOf = ({ id, email }: Person): Recipient => ({
  channel: 'EMAIL',
  to: email,
  locale: localeOf(id),
  account: id,
})

/** A person's address, as it was when it was read; a message to it stands in their feed too. */
export const mailOf = (person: Person): Recipient => ({ ...otherMailOf(person), userId: person.id })

/** An address of any account, or of none: without an account the message is in French. */
export const mailAt = (email: string): Recipient => ({
  channel: 'EMAIL',
  to: email,
  locale: sql`(SELECT r.locale FROM users r WHERE r.email = ${email} AND r.deleted_at IS NULL)`,
})

/** Writes a message to an address or number, in the commit that causes it; it is sent after the commit. */
export const message = <Facts>(ctx: Ctx, to: Recipient, notice: Notice<Facts>, ...given: NoticeFacts<Facts>): Write =>
  messageWhen(ctx, sql`1`, to, notice, ...given)

/** Writes as `message`, if `condition` holds at that point of the commit. */
export function messageWhen<Facts>(
  ctx: Ctx,
  condition: SQL,
  to: Recipient,
  notice: Notice<Facts>,
  ...given: NoticeFacts<Facts>
): Write {
  const { userId } = to
  const mail = writeMail(ctx, { ...to, isNewcomers: isNewcomers(ctx, to) }, notice, given, sql`WHERE ${condition}`)
  if (userId === undefined) return mail
  const whose = sql`FROM users u WHERE u.id = ${userId} AND ${isThere} AND ${condition}`
  return withOthers(mail, toFeed(ctx, whose, notice, given), toDevices(ctx, whose, notice, given))
}

const withOthers = (mail: Write, ...others: (Write | undefined)[]): Write =>
  accompany(mail, ...others.filter((write) => write !== undefined))

const isNewcomers = (ctx: Ctx, { to, account }: Recipient): SQL =>
  account === undefined ? isNewcomersAddress(ctx, to) : isNewcomersAccount(ctx, account)

/** Writes one row of the outbox, and counts it if it is a code. */
function writeMail<Facts>(
  ctx: Ctx,
  to: Parameters<typeof writeMessage>[1],
  notice: Notice<Facts>,
  given: NoticeFacts<Facts>,
  from?: SQL,
): Write {
  const id = ctx.ids.v7()
  return withinMails(ctx, notice, writeMessage(ctx, to, notice, given, from, sql`${id}`), id)
}

/**
 * Writes as `message` if `condition` holds; otherwise a row for nobody, which is kept and removed like any other, so that the database does
 * not tell the two apart (docs/accounts.md, Enumeration).
 */
export function messageOrNothing<Facts>(
  ctx: Ctx,
  condition: SQL,
  recipient: Recipient,
  notice: Notice<Facts>,
  ...given: NoticeFacts<Facts>
): Write {
  const { to, channel, locale } = recipient
  const isMail = channel === 'EMAIL'
  const counted = isMail ? isNewcomers(ctx, recipient) : sql`0`
  const isSent = isMail ? sql`${condition} AND ${codeIsFree(ctx, counted)}` : condition
  const target = { channel, locale, isNewcomers: counted, to: sql`CASE WHEN ${isSent} THEN ${to} ELSE ${NOBODY} END` }
  return isMail ? writeMail(ctx, target, notice, given) : writeMessage(ctx, target, notice, given)
}

/** Writes a notice to a person's address as it was when it was read: security notices go this way. */
export const mailTo = <Facts>(ctx: Ctx, person: Person, notice: Notice<Facts>, ...given: NoticeFacts<Facts>): Write =>
  message(ctx, mailOf(person), notice, ...given)

/** Writes a notice to the second address of an account, if it has one. */
export const mailSecondary = <Facts>(
  ctx: Ctx,
  userId: string | SQL,
  notice: Notice<Facts>,
  ...given: NoticeFacts<Facts>
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

/** Mails all persons `u` of `whose`, without a row in the app. */
export const mailAll = <Facts>(ctx: Ctx, whose: SQL, notice: Notice<Facts>, ...given: NoticeFacts<Facts>): Write =>
  writeMessage(
    ctx,
    theirMail(ctx),
    notice,
    given,
    sql`FROM users u WHERE ${isThere} AND ${whose}`,
    sql`${ctx.ids.v7()} || ':' || u.id`,
  )

/** Tells all persons `u` of `whose`, in the app, by mail and on their devices. */
export function mailEverybody<Facts>(ctx: Ctx, whose: SQL, notice: Notice<Facts>, ...given: NoticeFacts<Facts>): Write {
  const all = sql`FROM users u WHERE ${isThere} AND ${whose}`
  const mail = mailAll(ctx, whose, notice, ...given)
  // Each row has an id whose end is the end of its person's id.
  const id = sql`substr(${ctx.ids.v7()}, 1, 24) || substr(u.id, -12)`
  return withOthers(mail, toFeed(ctx, all, notice, given, id), toDevices(ctx, all, notice, given))
}

/**
 * Tells a person what happened: in the app, by e-mail, on their devices and, if the notice is one for phones, by SMS to their verified
 * number; each unless they switched its group off. An SMS that is not about security waits for the pushes, and goes if none is taken. Young addresses and numbers get no link.
 */
export const notify = <Facts>(
  ctx: Ctx,
  userId: string | SQL,
  notice: Notice<Facts>,
  ...given: NoticeFacts<Facts>
): Write[] => tell(ctx, userId, sql`1`, notice, ...given)

/**
 * Tells as `notify` of events that may come often: all of them stand in the app, and one mail goes in ten minutes (docs/limits.md, Quotas).
 * @param about the id of the thing
 */
export function notifySeldom<Facts>(
  ctx: Ctx,
  userId: string,
  about: string,
  notice: Notice<Facts>,
  ...given: NoticeFacts<Facts>
): Write[] {
  const mails = { key: `mails:${notice.kind}:${about}:${userId}`, ...MAIL_OF_ONE_THING }
  return [countTry(ctx, mails), ...tell(ctx, userId, sql`NOT ${isOver(mails)}`, notice, ...given)]
}

/** Tells all persons `u` of `whose` in the app alone. */
export function tellInApp<Facts>(ctx: Ctx, whose: SQL, notice: Notice<Facts>, ...given: NoticeFacts<Facts>): Write[] {
  // Each row has an id whose end is the end of its person's id.
  const id = sql`substr(${ctx.ids.v7()}, 1, 24) || substr(u.id, -12)`
  const row = toFeed(ctx, sql`FROM users u WHERE ${isThere} AND ${whose}`, notice, given, id)
  return row ? [row] : []
}

function tell<Facts>(
  ctx: Ctx,
  userId: string | SQL,
  isMailed: SQL,
  notice: Notice<Facts>,
  ...given: NoticeFacts<Facts>
): Write[] {
  const whose = sql`FROM users u WHERE u.id = ${userId} AND ${isThere}`
  const mails = sql`${whose} AND ${isMailed} AND ${isWanted(notice.kind, 'email')}`
  const mail = writeMail(ctx, { ...theirMail(ctx), isYoung: isYoung.email(ctx) }, notice, given, mails)
  const matter = notice.isForPhones && notice.isOfTrade ? ctx.ids.v7() : undefined
  return [
    withOthers(mail, toFeed(ctx, whose, notice, given), toDevices(ctx, whose, notice, given, matter)),
    ...(notice.isForPhones ? noticeBySms(ctx, userId, matter, notice, ...given) : []),
  ]
}
