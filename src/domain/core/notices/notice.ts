import { FORMATS, type Format, type Locale, type Said } from '../../../kernel/format.ts'

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
}

/** The facts that a call gives: none for a notice that needs none. */
export type Given<Facts> = [Facts] extends [undefined] ? [] : [facts: Facts]

type Wording<Facts> = (facts: Facts, format: Format) => Words

const declared = new Map<string, Notice<never>>()

/**
 * Declares a notice, in the `notices.ts` of its feature. Facts are values, not texts: amounts as money, instants in ms,
 * reasons as they were given; `format` writes them as the reader's language does.
 */
export function notice<Facts = undefined>(
  kind: `${string}.${string}`,
  wordings: Readonly<Record<Locale, Wording<Facts>>>,
): Notice<Facts> {
  if (declared.has(kind)) throw new Error(`two notices are called ${kind}`)
  const made: Notice<Facts> = {
    kind: kind as unknown as NoticeKind,
    words: (locale, facts) => wordings[locale](facts, FORMATS[locale]),
  }
  declared.set(kind, made)
  return made
}

/** All that were declared so far. */
export const declaredNotices = (): Notice<never>[] => [...declared.values()]

const REASON = { fr: 'Motif :', en: 'Reason:' } as const
/** On a phone the beginning of a reason is enough. */
const SMS_REASON = 120

/** Adds the reason that was given, if there is one. */
export function because(words: Words, reason: Said | undefined, { locale, said }: Format): Words {
  if (!reason) return words
  const why = said(reason)
  const start = why.length > SMS_REASON ? `${why.slice(0, SMS_REASON - 1)}…` : why
  const ending = (text: string) => ` ${REASON[locale]} ${text}`
  return { ...words, body: words.body + ending(why), sms: (words.sms ?? words.body) + ending(start) }
}
