import { Defect } from '../../../kernel/defect.ts'
import { FORMATS, type Format, type Locale, type Said } from '../../../kernel/format.ts'
import { excerpt } from '../../../kernel/text.ts'

/** A message as somebody reads it. */
export type Words = {
  subject: string
  body: string
  /** What a phone gets, where the mail says more: every 160 characters cost one SMS. */
  sms?: string
}

declare const DECLARED: unique symbol
/** Only `notice` makes one, so a kind that is a text somewhere else does not compile. */
export type NoticeKind = string & { readonly [DECLARED]: true }

/** Something that people are told; what it says depends on the facts and on the reader's language. */
export type Notice<Facts> = {
  readonly kind: NoticeKind
  readonly words: (locale: Locale, facts: Facts) => Words
  /** Goes by SMS too, which costs money: what cannot wait, and security (docs/limits.md, SMS). */
  readonly isForPhones: boolean
  /** Tells of an order, not of security: its SMS count with the codes that the person asked for. */
  readonly isOfTrade: boolean
  readonly lane: Lane
}

/**
 * Which of the messages that wait go first: what somebody waits for before they can go on, alarms of the service, everything
 * else (docs/gateways.md, Lanes).
 */
export type Lane = 'CODE' | 'ALARM' | 'NOTICE'

/** Ids by which the app opens what a notice is about; that of an order comes with its number (docs/conventions.md, Notifications). */
type Opens = { opens?: Record<string, string> }

/** The facts that a call gives: none for a notice that needs none. */
export type Given<Facts> = [Facts] extends [undefined] ? [facts?: Opens] : [facts: Facts & Opens]

type Wording<Facts> = (facts: Facts, format: Format) => Words

const declared = new Map<string, Notice<never>>()

/**
 * Declares a notice, in the `notices.ts` of its feature. Facts are values, not texts: amounts as money, instants in ms,
 * reasons as they were given; `format` writes them as the reader's language does. `isForPhones` is what `notify` sends by
 * SMS beside the mail. A `code.` is of lane CODE unless told; what else is in a lane of its own says so here.
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

/** All that were declared so far. */
export const declaredNotices = (): Notice<never>[] => [...declared.values()]

/** What a notice says with these words in its link's place. */
export function inPlaceOfLink<Facts>({ words }: Notice<Facts>, locale: Locale, facts: Facts, place: string): Words {
  const { body, ...others } = words(locale, { ...facts, link: place })
  return { ...others, body: body.replace(`\n\n${place}`, ` ${place}`) }
}

/** Whether there is a link in what a notice says. */
export const hasLink = (facts: unknown): boolean => typeof facts === 'object' && facts !== null && 'link' in facts

const REASON = { fr: 'Motif :', en: 'Reason:' } as const

/** Adds the reason that was given, if there is one: of a person's words the beginning. */
export const because = (words: Words, reason: Said | undefined, { locale, said }: Format): Words =>
  reason
    ? {
        ...words,
        body: `${words.body} ${REASON[locale]} ${typeof reason === 'string' ? excerpt(reason) : said(reason)}`,
      }
    : words
