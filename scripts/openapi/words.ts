import type { Operation } from '#http/operation.ts'
import { REASONS, type Reason, type Refusal, sentenceOf, statusOf } from '#kernel/failure.ts'
import { type Per, TIERS, type Tier } from '#kernel/limits.ts'
import { HOUR_MS } from '#kernel/time.ts'

/** Words of the API inside a French text: a body or words without accents between « and », a request, a name in camelCase, a constant. */
const OWN_WORDS =
  /« (\{[^»]*\}|[ -~…]+?) »|\b(?:GET|POST|PUT|DELETE) \/[\w/:?={}&.-]*[\w}=]|\b[a-z]+(?:[A-Z][a-z]*)+\b|\b(?!(?:SMS|QR|SVG|URL|JPEG|PNG|JSON|HTTP|IP|UUID|ISO|UTC|POST|ASCII|API|USD|CDF|RWF)\b)[A-Z]{2,}(?:_[A-Z]+)*\b/g

/**
 * Writes a French text as Markdown: the API's words become code, and the parameters of paths get the document's braces.
 * @param requests the request of an operation by its id; the document shows the request in place of the id
 */
export const markdown = (text: string, requests: Record<string, string> = {}) =>
  text.replace(OWN_WORDS, (word, quoted: string | undefined) => {
    const code = quoted ?? requests[word] ?? word
    return `\`${code.replace(/\/:(\w+)/g, '/{$1}')}\``
  })

export const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** Joins a text that stands on several lines in the source. */
export const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Writes each paragraph and list item on one line: readers of the document show every line end as a break. Code and tables stay as they are. */
export const unwrap = (text: string) =>
  text
    .split(/^(```[\s\S]*?^```|\|.*)$/m)
    .map((part, at) => (at % 2 === 1 ? part : part.replace(/(?<!^|\n)\n(?!$|\n|- |\d+\. )\s*/g, ' ')))
    .join('')

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

/** The refusals as a list for readers of the document: `code`, and `reason` if there is one. */
export const refusalLines = (refusals: readonly Refusal[]): string[] =>
  refusals
    .toSorted((a, b) => statusOf(a) - statusOf(b))
    .map((refusal) => `- ${statusOf(refusal)} ${wordsOf(refusal)} : ${sentenceOf(refusal)}`)

const wordsOf = (refusal: Refusal) =>
  refusal in REASONS ? `\`${REASONS[refusal as Reason][0]}\` / \`${refusal}\`` : `\`${refusal}\``
