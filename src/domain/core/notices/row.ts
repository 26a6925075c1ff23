import { type SQL, sql } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import type { Locale } from '../../../kernel/format.ts'
import type { Ctx } from '../context.ts'
import { type Given, hasLink, inPlaceOfLink, type Notice, type Words } from './notice.ts'
import { asMessage } from './outbox.ts'
import type { Channel } from './shares.ts'

/** Where a message goes, and the language it is in: one that is known, or a person's, read inside the commit. */
export type Recipient = {
  channel: Channel
  to: string
  locale: Locale | SQL
  /** Whose feed it goes to as well. */
  userId?: string
  /** The account that it counts for, NOBODY where there is none; of an address alone the one that has it. */
  account?: string
}

/** The recipient of a message that is not sent: who asked for it must not be able to tell. */
export const NOBODY = ''

/**
 * `isYoung`, of the person `u`, is where it does not get the link of a notice, but the rest; `isNewcomers` is whether it counts with
 * those of young accounts.
 */
type Target = Pick<Recipient, 'channel' | 'locale'> & { to: string | SQL; isNewcomers: SQL; isYoung?: SQL }

/** What stands in a link's place for who gets none. */
const ELSEWHERE = {
  fr: 'le lien est parti aux adresses et numéros plus anciens du compte.',
  en: 'the link went to the older addresses and numbers of the account.',
} as const satisfies Record<Locale, string>

/** One row of the outbox. Both languages travel with the statement, and the commit itself takes the reader's. */
export function writeMessage<Facts>(
  ctx: Ctx,
  { channel, to, locale, isYoung, isNewcomers }: Target,
  notice: Notice<Facts>,
  given: Given<Facts>,
  from: SQL = sql``,
  id: SQL = sql`${ctx.ids.v7()}`,
): Write {
  const facts = given[0] as Facts
  const { kind, lane, words } = notice
  // An alarm counts for nobody.
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
  return asMessage(
    ctx.db.run(sql`
      INSERT INTO outbox (id, channel, lane, is_newcomers, recipient, kind, subject, body, status, attempts, next_at, created_at)
      SELECT ${id}, ${channel}, ${lane}, ${counted}, ${to}, ${kind}, ${subject}, ${body}, 'PENDING', 0, ${ctx.now}, ${ctx.now} ${from}`),
  )
}
