import { REASONS, type Reason, type Refusal, sentenceOf, statusOf } from '../kernel/failure.ts'
import { type Per, TIERS, type Tier } from '../kernel/limits.ts'
import { HOUR_MS } from '../kernel/time.ts'
import type { Operation } from './operation.ts'

/**
 * What is the API's own in a French text: a body or what has no accent between « and », a request, a name in camelCase, a
 * constant.
 */
const OWN_WORDS =
  /« (\{[^»]*\}|[ -~…]+?) »|\b(?:GET|POST|PUT|DELETE) \/[\w/:?={}&.-]*[\w}=]|\b[a-z]+(?:[A-Z][a-z]*)+\b|\b(?!(?:SMS|QR|SVG|URL|JPEG|PNG|JSON|HTTP|IP|UUID|ISO|UTC|POST|ASCII|API|USD|CDF|RWF)\b)[A-Z]{2,}(?:_[A-Z]+)*\b/g

/**
 * A French text as Markdown: the API's own words set as code, the parameters of paths as the document writes them.
 * @param requests by the id of an operation, its request, which the document shows in its place
 */
export const markdown = (text: string, requests: Record<string, string> = {}) =>
  text.replace(OWN_WORDS, (word, quoted: string | undefined) => {
    const code = quoted ?? requests[word] ?? word
    return `\`${code.replace(/\/:(\w+)/g, '/{$1}')}\``
  })

export const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** A text that stands on several lines in the source, on one. */
export const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Its paragraphs and list items each on one line: what reads the document takes every end of a line for a break. */
export const unwrapped = (text: string) => text.replace(/(?<!\n)\n(?!\n|- |\d+\. )\s*/g, ' ')

export function whoMay({ roles, guestsBring }: Operation): string {
  if (roles === 'public') return 'tout le monde'
  const signedIn = guestsBring
    ? `toute personne connectée, un visiteur avec ${guestsBring}`
    : 'toute personne connectée'
  return roles === 'signedIn' ? signedIn : roles.join(', ')
}

const WHOSE: Record<Per, string> = {
  address: 'adresse IP',
  'address and account': 'adresse IP et compte',
  account: 'compte',
  session: 'session',
}

/** « 10 par minute et par adresse IP ». */
export function figureOf(tier: Tier): string {
  const { max, per, windowMs } = TIERS[tier]
  return `${max} par ${windowMs === HOUR_MS ? 'heure' : 'minute'} et par ${WHOSE[per]}`
}

/** The refusals as a list, for who reads the document: what `code` says, and `reason`, or that there is none. */
export const refusalLines = (refusals: readonly Refusal[]): string[] =>
  refusals
    .toSorted((a, b) => statusOf(a) - statusOf(b))
    .map((refusal) => `- ${statusOf(refusal)} ${wordsOf(refusal)} : ${sentenceOf(refusal)}`)

const wordsOf = (refusal: Refusal) =>
  refusal in REASONS ? `\`${REASONS[refusal as Reason][0]}\` / \`${refusal}\`` : `\`${refusal}\``
