import { fold } from '#kernel/folding.ts'
import { COMMON_PASSWORDS } from './common-passwords.ts'
import { isPacked } from './packed-set.ts'

/** Signs that stand for a letter in common passwords: p@ssw0rd. */
const STANDS_FOR: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
}
const spellOut = (text: string) => text.replace(/[@431!0$5]/g, (sign) => STANDS_FOR[sign] ?? sign)

/**
 * Whether a password is among those that everybody tries first. It is compared in its NFKC form, as it is hashed: a wide letter opens like
 * a narrow one.
 */
export function isCommon(password: string): boolean {
  const lower = password.normalize('NFKC').toLowerCase()
  const folded = fold(password)
  return isPacked(COMMON_PASSWORDS, [lower, folded, spellOut(folded)])
}

/** Whether a password repeats one sign. */
export const isRepeated = (password: string) => new Set(fold(password)).size <= 1

/** Words of the service, of its payment operators and its places. */
const OF_SERVICE =
  `soko mobile money mpesa vodacom airtel orange africell mtn momo pawapay mbiyopay market marketplace boutique shop
 vendeur acheteur livreur seller buyer rider admin administrateur support officiel compte password motdepasse mdp kinshasa
lubumbashi goma bukavu kisangani kolwezi matadi kananga mbujimayi congo rdc rdcongo kigali rwanda`.split(/\s+/)

/** Words with at most so many digits and signs beside them are no secret: soko2026, Soko-2026!. */
const MOST_BESIDE = 6
const lettersOf = (text: string) => fold(text).replace(/[^a-z]/g, '')

/** Whether a password is only some of these words, and a few digits or signs. */
function isMadeOf(password: string, words: string[]): boolean {
  const ofLetters = [...new Set(words.map(lettersOf))].filter((word) => word.length > 1)
  const text = fold(password)
  // Digits after the words stay digits; those within the words may stand for letters.
  const inWords = spellOut(text.replace(/[^\p{L}\p{N}@$!]+|(?<![\d!])[\d!]+$/gu, ''))
  return [text, inWords]
    .map(lettersOf)
    .some((letters) => text.length - letters.length <= MOST_BESIDE && isJoined(letters, ofLetters))
}

/** Whether a text is some of these words in a row. Each place is looked at once, however many words begin alike. */
function isJoined(letters: string, words: string[]): boolean {
  const ends = new Set([0])
  for (let at = 0; at < letters.length; at++)
    if (ends.has(at)) for (const word of words) if (letters.startsWith(word, at)) ends.add(at + word.length)
  return letters !== '' && ends.has(letters.length)
}

export const isOfService = (password: string) => isMadeOf(password, OF_SERVICE)

/** Facts about a person that others know. */
export type Own = {
  name: string
  email: string
  secondaryEmail?: string | null
  phone?: string | null
}

/** Whether a password is the person's own name, address or number, with a few more signs. */
export function isOwn(password: string, { name, email, secondaryEmail, phone }: Own): boolean {
  const addresses = [email, secondaryEmail ?? ''].filter((address) => address !== '')
  const folded = fold(password)
  if (addresses.some((address) => [fold(address), fold(address.split('@')[0] ?? '')].includes(folded))) return true
  const words = [
    ...name.split(/[^\p{L}]+/u),
    ...addresses.flatMap((address) => (address.split('@')[0] ?? '').split(/[^\p{L}]+/u)),
  ]
  if (isMadeOf(password, [...words, ...OF_SERVICE])) return true
  // The last nine digits are the number within its country, however the rest is written.
  const own = phone?.replace(/\D/g, '').slice(-9)
  const digits = password.normalize('NFKC').replace(/\D/g, '')
  return own !== undefined && own.length === 9 && digits.includes(own) && digits.length <= own.length + MOST_BESIDE
}
