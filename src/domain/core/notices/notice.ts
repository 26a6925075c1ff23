import { Defect } from '#kernel/defect.ts'
import { FORMATS, type Format, type Locale, type Translated } from '#kernel/format.ts'
import { excerpt } from '#kernel/text.ts'

/** The words of a message for its reader. */
export type Words = {
  subject: string
  body: string
  /** The text for a phone, if the mail says more: every 160 characters cost one SMS. */
  sms?: string
}

declare const DECLARED: unique symbol
/** The kind of a declared notice. Only `notice` makes one, so any other text does not compile. */
export type NoticeKind = string & { readonly [DECLARED]: true }

/** A message to people; its words depend on the facts and on the reader's language. */
export type Notice<Facts> = {
  readonly kind: NoticeKind
  readonly words: (locale: Locale, facts: Facts) => Words
  /** Whether it goes by SMS too, which costs money: urgent matters, and security (docs/limits.md, SMS). */
  readonly isForPhones: boolean
  /** Whether it tells of an order, not of security: its SMS count with the codes that the person asked for. */
  readonly isOfTrade: boolean
  readonly lane: Lane
}

/**
 * The order of waiting messages: first those that somebody waits for before they can go on, then alarms of the service, then the rest
 * (docs/gateways.md, Lanes).
 */
export type Lane = 'CODE' | 'ALARM' | 'NOTICE'

/** Ids by which the app opens the subject of a notice, and the channel of a message, which no push says; an order's id comes from its number (docs/conventions.md, Notifications). */
type Opens = { opens?: Ids & { channel?: string } }
type Ids = { [id in `${string}Id`]?: string }

/** The facts that a call gives: none if the notice needs none. */
export type NoticeFacts<Facts> = [Facts] extends [undefined] ? [facts?: Opens] : [facts: Facts & Opens]

type Wording<Facts> = (facts: Facts, format: Format) => Words

const declared = new Map<string, Notice<never>>()

/**
 * Declares a notice, in the `notices.ts` of its feature. Facts are values, not texts: money, instants in ms, reasons as typed; `format`
 * writes them in the reader's language. A `code.` has the lane CODE by default, other notices NOTICE.
 */
export function notice<Facts = undefined>(
  kind: `${string}.${string}`,
  wordings: Readonly<Record<Locale, Wording<Facts>>>,
  {
    isForPhones = false,
    isOfTrade = false,
    lane = kind.startsWith('code.') ? 'CODE' : 'NOTICE',
  }: { isForPhones?: boolean; isOfTrade?: boolean; lane?: Lane } = {},
): Notice<Facts> {
  if (declared.has(kind)) throw new Defect(`two notices are called ${kind}`)
  const made: Notice<Facts> = {
    kind: kind as unknown as NoticeKind,
    words: (locale, facts) => wordings[locale](facts, FORMATS[locale]),
    isForPhones,
    isOfTrade,
    lane,
  }
  declared.set(kind, made)
  return made
}

/** The notice of a kind, if one is declared. */
export const declaredNotice = (kind: string): Notice<never> | undefined => declared.get(kind)

/** All notices that were declared so far. */
export const declaredNotices = (): Notice<never>[] => [...declared.values()]

/** The words of a notice with `place` instead of its link. */
export function inPlaceOfLink<Facts>({ words }: Notice<Facts>, locale: Locale, facts: Facts, place: string): Words {
  const { body, ...others } = words(locale, { ...facts, link: place })
  return { ...others, body: body.replace(`\n\n${place}`, ` ${place}`) }
}

/** Whether the facts of a notice contain a link. */
export const hasLink = (facts: unknown): boolean => typeof facts === 'object' && facts !== null && 'link' in facts

const REASON = { fr: 'Motif :', en: 'Reason:' } as const

/** Adds the reason, if there is one; a person's own words are cut to their beginning. */
export const because = (words: Words, reason: Translated | undefined, { locale, said }: Format): Words =>
  reason
    ? {
        ...words,
        body: `${words.body} ${REASON[locale]} ${typeof reason === 'string' ? excerpt(reason) : said(reason)}`,
      }
    : words
