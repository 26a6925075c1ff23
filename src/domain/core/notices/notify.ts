import { type SQL, sql } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import type { Locale } from '../../../kernel/format.ts'
import type { Ctx } from '../context.ts'
import type { Given, Notice, Words } from './notice.ts'
import { asMessage } from './outbox.ts'

type Channel = 'EMAIL' | 'SMS'

/** Where a message goes, and the language it is in: one that is known, or a person's, read inside the commit. */
export type Recipient = { channel: Channel; to: string; locale: Locale | SQL }

type Person = { id: string; email: string }

const localeOf = (userId: string) => sql`(SELECT r.locale FROM users r WHERE r.id = ${userId})`

/** A person's address, as it was when it was read. */
export const mailOf = ({ id, email }: Person): Recipient => ({ channel: 'EMAIL', to: email, locale: localeOf(id) })

/** A number that a person gave. */
export const smsOf = (userId: string, phone: string): Recipient => ({
  channel: 'SMS',
  to: phone,
  locale: localeOf(userId),
})

/** The address of an account, whoever's it is: French where it is nobody's. */
export const mailAt = (email: string): Recipient => ({
  channel: 'EMAIL',
  to: email,
  locale: sql`(SELECT r.locale FROM users r WHERE r.email = ${email} AND r.deleted_at IS NULL)`,
})

/** A message to an address or number, written in the commit that causes it and sent after it. */
export const message = <Facts>(ctx: Ctx, to: Recipient, notice: Notice<Facts>, ...given: Given<Facts>): Write =>
  write(ctx, to, notice, given)

/** As `message`, where `condition` holds at that point of the commit. */
export const messageWhen = <Facts>(
  ctx: Ctx,
  condition: SQL,
  to: Recipient,
  notice: Notice<Facts>,
  ...given: Given<Facts>
): Write => write(ctx, to, notice, given, sql`WHERE ${condition}`)

/** A notice to somebody's address as it was when it was read, as security notices go. */
export const mailTo = <Facts>(ctx: Ctx, person: Person, notice: Notice<Facts>, ...given: Given<Facts>): Write =>
  write(ctx, mailOf(person), notice, given)

/** A notice to the second address of an account, where it has one. */
export const mailSecondary = <Facts>(ctx: Ctx, userId: string, notice: Notice<Facts>, ...given: Given<Facts>): Write =>
  write(
    ctx,
    { channel: 'EMAIL', to: sql`u.secondary_email`, locale: sql`u.locale` },
    notice,
    given,
    sql`FROM users u WHERE u.id = ${userId} AND u.secondary_email IS NOT NULL`,
  )

/** Tells a person what happened: by e-mail, and by SMS when their number is verified. */
export function notify<Facts>(ctx: Ctx, userId: string | SQL, notice: Notice<Facts>, ...given: Given<Facts>): Write[] {
  const locale = sql`u.locale`
  const whose = sql`FROM users u WHERE u.id = ${userId} AND u.deleted_at IS NULL`
  return [
    write(ctx, { channel: 'EMAIL', to: sql`u.email`, locale }, notice, given, whose),
    write(
      ctx,
      { channel: 'SMS', to: sql`u.phone`, locale },
      notice,
      given,
      sql`${whose} AND u.phone_verified_at IS NOT NULL`,
    ),
  ]
}

type Target = Omit<Recipient, 'to'> & { to: string | SQL }

/** One row of the outbox. Both languages travel with the statement, and the commit itself takes the reader's. */
function write<Facts>(
  ctx: Ctx,
  { channel, to, locale }: Target,
  { kind, words }: Notice<Facts>,
  given: Given<Facts>,
  from: SQL = sql``,
): Write {
  const facts = given[0] as Facts
  const [fr, en] = [words('fr', facts), words('en', facts)]
  const isKnown = typeof locale === 'string'
  const inTheirs = (part: (words: Words) => string) =>
    isKnown
      ? sql`${part(locale === 'en' ? en : fr)}`
      : sql`CASE ${locale} WHEN 'en' THEN ${part(en)} ELSE ${part(fr)} END`
  const subject = inTheirs((said) => said.subject)
  const body = inTheirs((said) => (channel === 'SMS' ? (said.sms ?? said.body) : said.body))
  return asMessage(
    ctx.db.run(sql`
      INSERT INTO outbox (id, channel, recipient, kind, subject, body, status, attempts, next_at, created_at)
      SELECT ${ctx.ids.v7()}, ${channel}, ${to}, ${kind}, ${subject}, ${body}, 'PENDING', 0, ${ctx.now}, ${ctx.now} ${from}`),
  )
}
