import { type SQL, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import { invalid } from '#kernel/failure.ts'
import type { Locale } from '#kernel/format.ts'
import { SMS_OF_ACCOUNT, SMS_OF_NUMBER } from '#kernel/limits.ts'
import type { Ctx } from '../context.ts'
import { isYoung } from '../owner/young.ts'
import type { Lane, Notice, NoticeFacts } from './notice.ts'
import { writeMessage } from './row.ts'
import { countMessages, isNewcomer, isNewcomersAccount, oneMessage, roomFor } from './shares.ts'
import { isWanted } from './wanted.ts'

const SMS_NUMBER_QUOTA = guard('SMS_NUMBER_QUOTA', 'TOO_MANY_REQUESTS', {
  message: 'Ce numéro a déjà reçu cinq SMS. Réessayez dans une heure.',
  retryAfter: 3600,
})
const SMS_ACCOUNT_QUOTA = guard('SMS_ACCOUNT_QUOTA', 'TOO_MANY_REQUESTS', {
  message: "Vous avez demandé trop de SMS aujourd'hui. Réessayez demain.",
  retryAfter: 24 * 3600,
})
const SMS_ALL_QUOTA = guard('SMS_ALL_QUOTA', 'GATEWAY_UNAVAILABLE', {
  message: 'Aucun SMS ne peut partir pour le moment. Réessayez plus tard.',
  retryAfter: 3600,
})

/**
 * The counters of each kind of asker, by the beginning of their keys. Each is apart: strangers who name a number, or buy from its owner, use up
 * neither the owner's codes nor the notices of security.
 */
const COUNTERS = {
  own: { number: 'sms:own:number:', account: 'sms:account:' },
  others: { number: 'sms:number:', account: 'sms:account:' },
  ownDevices: { number: 'sms:own:number:', account: 'sms:account:devices:' },
  guests: { number: 'sms:number:', account: 'sms:account:guests:' },
  trade: { number: 'sms:trade:number:', account: 'sms:trade:account:' },
  security: { number: 'sms:security:number:', account: 'sms:security:account:' },
} as const
type Counter = keyof typeof COUNTERS

/**
 * The person and number that an SMS counts for, and whether it counts with young accounts. SQL if only the commit knows them; `owns` says
 * when `counter` gives way to the owner's own.
 */
type SmsTo = {
  userId: string | SQL
  phone: string | SQL
  isNewcomers: SQL
  counter: Counter
  owns?: { counter: Counter; when: SQL }
}

function limitsOf({ userId, phone, counter, owns }: SmsTo) {
  const prefix = (of: 'number' | 'account') =>
    owns
      ? sql`CASE WHEN ${owns.when} THEN ${COUNTERS[owns.counter][of]} ELSE ${COUNTERS[counter][of]} END`
      : sql`${COUNTERS[counter][of]}`
  return {
    number: { key: sql`(${prefix('number')}) || ${phone}`, ...SMS_OF_NUMBER },
    account: { key: sql`(${prefix('account')}) || ${userId}`, ...SMS_OF_ACCOUNT },
  }
}
type Limit = { key: SQL; max: number; windowMs: number }

const isUsedUp = (ctx: Ctx, { key, max }: Limit) =>
  sql`coalesce((SELECT a.count FROM attempts a WHERE a.key = ${key} AND a.window_ends_at > ${ctx.now}), 0) >= ${max}`

/** The lane that an SMS counts in; alarms go by mail. */
const countedAs = (lane: Lane) => (lane === 'CODE' ? 'CODE' : 'NOTICE')

const isServed = ({ settings }: Ctx, phone: SQL) =>
  sql`(${sql.join(
    settings.sms.countries.map((code) => sql`${phone} LIKE ${`${code}%`}`),
    sql` OR `,
  )})`

/** Refuses a number of a country without SMS, because each SMS costs money (docs/limits.md, SMS). @throws 400 that names the field */
export function requireSmsCountry({ settings }: Ctx, phone: string, field: string): void {
  const { countries } = settings.sms
  if (countries.some((code) => phone.startsWith(code))) return
  invalid(field, `Nos SMS ne partent que vers les numéros en ${countries.map((code) => `+${code}`).join(' et ')}.`)
}

/** Whether an SMS may go to a number now, at that point of a commit: its country is served, and number, account and service have room. */
export function smsIsFree(ctx: Ctx, lane: Lane, to: SmsTo): SQL {
  const { number, account } = limitsOf(to)
  const hasRoom = sql`${roomFor(ctx, 'SMS', countedAs(lane), to.isNewcomers)} > 0`
  return sql`${isServed(ctx, sql`${to.phone}`)} AND NOT (${isUsedUp(ctx, number)} OR ${isUsedUp(ctx, account)}) AND ${hasRoom}`
}

/**
 * Counts the SMS that the statement just before these wrote, if it wrote one.
 * @param isSent whether it costs anything; else it counts apart, and uses up nobody's share
 */
export function countSms(ctx: Ctx, lane: Lane, to: SmsTo, isSent: SQL = sql`1`): Write[] {
  const { number, account } = limitsOf(to)
  const channel = sql`iif(${isSent}, 'SMS', 'NOBODY')`
  const isOver = sql`attempts.window_ends_at <= ${ctx.now}`
  const each = [number, account].map(({ key, windowMs }) => sql`SELECT ${key} AS key, ${ctx.now + windowMs} AS ends`)
  return [
    countMessages(ctx, sql`SELECT ${oneMessage(channel, countedAs(lane), to.isNewcomers)} WHERE changes() > 0`),
    // Behind the one that counts a message: it changed a row as well.
    ctx.db.run(sql`
      INSERT INTO attempts (key, count, window_ends_at)
      SELECT iif(${isSent}, '', 'unsent ') || c.key, 1, c.ends FROM (${sql.join(each, sql` UNION ALL `)}) c WHERE changes() > 0
      ON CONFLICT (key) DO UPDATE SET
        count = CASE WHEN ${isOver} THEN 1 ELSE attempts.count + 1 END,
        window_ends_at = CASE WHEN ${isOver} THEN excluded.window_ends_at ELSE attempts.window_ends_at END`),
  ]
}

/**
 * Writes a code by SMS to a number that a signed-in person gave, and counts it.
 * @throws 429 if the number or the account has had its SMS, 503 if the whole service, or the young accounts for a young one, have used up
 *   theirs
 */
export function codeBySms<Facts>(
  ctx: Ctx,
  { userId, phone, locale }: { userId: string; phone: string; locale?: Locale | undefined },
  notice: Notice<Facts>,
  ...given: NoticeFacts<Facts>
): Write[] {
  const isOwn = sql`EXISTS (
    SELECT 1 FROM users u WHERE u.id = ${userId} AND u.phone = ${phone} AND u.phone_verified_at IS NOT NULL)`
  const owns = { counter: 'own', when: isOwn } as const
  const to = { userId, phone, isNewcomers: isNewcomersAccount(ctx, userId), counter: 'others', owns } as const
  const { number, account } = limitsOf(to)
  const language = locale ?? sql`(SELECT r.locale FROM users r WHERE r.id = ${userId})`
  return [
    abortWhen(ctx.db, SMS_NUMBER_QUOTA, isUsedUp(ctx, number)),
    abortWhen(ctx.db, SMS_ACCOUNT_QUOTA, isUsedUp(ctx, account)),
    abortWhen(ctx.db, SMS_ALL_QUOTA, sql`${roomFor(ctx, 'SMS', countedAs(notice.lane), to.isNewcomers)} <= 0`),
    writeMessage(ctx, { channel: 'SMS', to: phone, locale: language, isNewcomers: to.isNewcomers }, notice, given),
    ...countSms(ctx, notice.lane, to),
  ]
}

/**
 * Writes a notice by SMS to the verified number of a person; nothing if there is none, or no SMS is left for it.
 * @param matter that of the pushes for which it waits
 */
export function noticeBySms<Facts>(
  ctx: Ctx,
  userId: string | SQL,
  matter: string | undefined,
  notice: Notice<Facts>,
  ...given: NoticeFacts<Facts>
): Write[] {
  const counter = notice.isOfTrade ? 'trade' : 'security'
  const to = { userId: sql`u.id`, phone: sql`u.phone`, isNewcomers: isNewcomer(ctx), counter } as const
  const free = sql`${smsIsFree(ctx, notice.lane, to)} AND ${isWanted(notice.kind, 'sms')}`
  const whose = sql`FROM users u
    WHERE u.id = ${userId} AND u.deleted_at IS NULL AND u.phone_verified_at IS NOT NULL AND ${free}`
  return [
    writeMessage(
      ctx,
      {
        ...{ channel: 'SMS', to: to.phone, locale: sql`u.locale`, isNewcomers: to.isNewcomers },
        isYoung: isYoung.phone(ctx),
        ...(matter !== undefined && { matter }),
      },
      notice,
      given,
      whose,
    ),
    ...countSms(ctx, notice.lane, {
      userId,
      phone: sql`(SELECT u.phone FROM users u WHERE u.id = ${userId})`,
      isNewcomers: sql`(SELECT ${isNewcomer(ctx)} FROM users u WHERE u.id = ${userId})`,
      counter,
    }),
  ]
}

/** Takes back the counts of an SMS of trade that waits, before the push of a device ends it. */
export function uncountSms(ctx: Ctx, matter: string, deviceId: string): Write[] {
  const waiting = sql`FROM outbox o WHERE o.matter = ${matter} AND o.channel = 'SMS' AND o.attempts = 0`
  const { number, account } = COUNTERS.trade
  return [
    ctx.db.run(sql`
      UPDATE message_counts SET
        notices = max(0, notices - (SELECT count(*) ${waiting} AND o.is_newcomers = 0)),
        newcomers_notices = max(0, newcomers_notices - (SELECT count(*) ${waiting} AND o.is_newcomers = 1))
      WHERE channel = 'SMS' AND window_ends_at > ${ctx.now} AND EXISTS (SELECT 1 ${waiting})`),
    ctx.db.run(sql`
      UPDATE attempts SET count = count - 1
      WHERE count > 0 AND window_ends_at > ${ctx.now} AND key IN (
        SELECT ${number} || o.recipient ${waiting}
        UNION ALL SELECT ${account} || v.user_id FROM push_devices v WHERE v.id = ${deviceId} AND EXISTS (SELECT 1 ${waiting}))`),
  ]
}
