import { type Currency, formatAmount, type Money } from './money.ts'

/** The languages that the service writes to people in. */
export const LOCALES = ['fr', 'en'] as const
export type Locale = (typeof LOCALES)[number]

/** A text for people: the service's own words in each language, or a person's words, which stay as they are. */
export type Translated = string | Readonly<Record<Locale, string>>

/** Writes values in one language. */
export type Format = {
  locale: Locale
  /** « 37 000 CDF », « 12,50 USD »; "37,000 CDF", "12.50 USD". */
  money(money: Money): string
  /** « 37 000 », « 0,5 »; "37,000", "0.5". */
  count(count: number | bigint): string
  /** « 22 novembre 2026 », "22 November 2026": the day in Lubumbashi, Goma and Kigali. */
  day(ms: number): string
  /** « 22 novembre 2026 à 09:45 (UTC+2) », "22 November 2026 at 09:45 (UTC+2)": the time in Lubumbashi, Goma and Kigali. */
  instant(ms: number): string
  /** A rough duration: « 45 minutes », « 3 heures », « 2 jours ». */
  span(minutes: number): string
  said(text: Translated): string
}

const SPELLING = {
  fr: { tag: 'fr', thousands: ' ', point: ',', spans: ['minute', 'heure', 'jour'] },
  en: { tag: 'en-GB', thousands: ',', point: '.', spans: ['minute', 'hour', 'day'] },
} as const

/** In minutes. */
const HOUR = 60
const DAY = 24 * HOUR

function formatIn(locale: Locale): Format {
  const { tag, thousands, point, spans } = SPELLING[locale]
  const at = { dateStyle: 'long', timeZone: 'Africa/Lubumbashi' } as const
  // A DateTimeFormat costs more to make than a whole commit, so each one is made once, when the first text needs it.
  let days: Intl.DateTimeFormat | undefined
  let instants: Intl.DateTimeFormat | undefined
  const decimal = (text: string) => {
    const [whole = '', fraction = ''] = text.split('.')
    const grouped = whole.replace(/(?<=\d)(?=(\d{3})+$)/g, thousands)
    return /[1-9]/.test(fraction) ? `${grouped}${point}${fraction}` : grouped
  }
  const first = (date: string) => (locale === 'fr' ? date.replace(/^1 /, '1er ') : date)
  return {
    locale,
    money: ({ amountMinor, currency }) => `${decimal(formatAmount(amountMinor, currency))} ${currency}`,
    count: (count) => decimal(String(count)),
    day(ms) {
      days ??= new Intl.DateTimeFormat(tag, at)
      return first(days.format(ms))
    },
    instant(ms) {
      instants ??= new Intl.DateTimeFormat(tag, { ...at, timeStyle: 'short' })
      return `${first(instants.format(ms))} (UTC+2)`
    },
    span(minutes) {
      const [minute, hour, day] = spans
      const [count, unit] =
        minutes < 2 * HOUR ? [minutes, minute] : minutes < 2 * DAY ? [minutes / HOUR, hour] : [minutes / DAY, day]
      return `${Math.round(count)} ${unit}${Math.round(count) > 1 ? 's' : ''}`
    },
    said: (text) => (typeof text === 'string' ? text : text[locale]),
  }
}

/** An amount with all its decimals, for a column of amounts: « -12 500,00 ». */
export function formatDigits(amountMinor: number, currency: Currency): string {
  const [whole = '', fraction] = formatAmount(amountMinor, currency).split('.')
  const grouped = whole.replace(/(?<=\d)(?=(\d{3})+$)/g, '\u00a0')
  return fraction === undefined ? grouped : `${grouped},${fraction}`
}

export const FORMATS: Readonly<Record<Locale, Format>> = { fr: formatIn('fr'), en: formatIn('en') }

/** Values in French, as answers and the files of staff show them. */
export const {
  money: formatMoney,
  count: formatCount,
  day: formatDay,
  instant: formatInstant,
  said: inFrench,
} = FORMATS.fr
