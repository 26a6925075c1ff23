import { type SQL, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import type { Locale } from '#kernel/format.ts'
import { SMS_WAITS_MS } from '#kernel/limits.ts'
import type { Ctx } from '../context.ts'
import { hasLink, inPlaceOfLink, type Notice, type NoticeFacts, type Words } from './notice.ts'
import { asMessage } from './outbox.ts'
import type { Channel } from './shares.ts'

/** The address of a message, and its language: a known one, or a person's, read inside the commit. */
export type Recipient = {
  channel: Channel
  to: string
  locale: Locale | SQL
  /** The person whose feed gets the message too. */
  userId?: string
  /** The account that the message counts for, NOBODY if there is none; for an address alone, the account that has it. */
  account?: string
}

/** The recipient of a message that is not sent: the person who asked for it must not be able to tell. */
export const NOBODY = ''

/**
 * `isYoung`: whether the person `u` gets the notice without its link, because the address is young. `isNewcomers`: whether the message
 * counts with those of young accounts. `matter`: that of pushes before it in the commit; if there are any, it waits for them.
 */
type Target = Pick<Recipient, 'channel' | 'locale'> & {
  to: string | SQL
  isNewcomers: SQL
  isYoung?: SQL
  matter?: string
}

/** Words in place of a link for an address that gets none. */
const ELSEWHERE = {
  fr: 'le lien est parti aux adresses et numéros plus anciens du compte.',
  en: 'the link went to the older addresses and numbers of the account.',
} as const satisfies Record<Locale, string>

/** Writes one row of the outbox. The statement carries both languages, and the commit picks the reader's. */
export function writeMessage<Facts>(
  ctx: Ctx,
  { channel, to, locale, isYoung, isNewcomers, matter }: Target,
  notice: Notice<Facts>,
  given: NoticeFacts<Facts>,
  from: SQL = sql``,
  id: SQL = sql`${ctx.ids.v7()}`,
): Write {
  const facts = given[0] as Facts
  const { kind, lane, words } = notice
  // An alarm counts for no young account.
  const counted = lane === 'ALARM' ? sql`0` : isNewcomers
  const isKnown = typeof locale === 'string'
  const inTheirs = (part: (words: Words) => string) => {
    const said = (as: Locale) => {
      const whole = sql`${part(words(as, facts))}`
      if (!(isYoung && hasLink(facts))) return whole
      return sql`CASE WHEN ${isYoung} THEN ${part(inPlaceOfLink(notice, as, facts, ELSEWHERE[as]))} ELSE ${whole} END`
    }
    return isKnown ? said(locale) : sql`CASE ${locale} WHEN 'en' THEN ${said('en')} ELSE ${said('fr')} END`
  }
  const subject = inTheirs((said) => said.subject)
  const body = inTheirs((said) => (channel === 'SMS' ? (said.sms ?? said.body) : said.body))
  const pushed =
    matter === undefined ? sql`NULL` : sql`(SELECT p.matter FROM outbox p WHERE p.matter = ${matter} LIMIT 1)`
  const dueAt = matter === undefined ? sql`${ctx.now}` : sql`${ctx.now} + iif(${pushed} IS NULL, 0, ${SMS_WAITS_MS})`
  return asMessage(
    ctx.db.run(sql`
      INSERT INTO outbox (id, channel, lane, is_newcomers, recipient, kind, subject, body, status, attempts, next_at, created_at, matter)
      SELECT ${id}, ${channel}, ${lane}, ${counted}, ${to}, ${kind}, ${subject}, ${body}, 'PENDING', 0, ${dueAt}, ${ctx.now}, ${pushed}
      ${from}`),
  )
}
