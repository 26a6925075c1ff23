import { fold } from './folding.ts'

/**
 * Letters of Latin, Greek and Cyrillic that Unicode calls confusable (UTS 39, security/confusables.txt), behind the
 * letter that stands for them.
 * Both cases of a letter are one, unless they look like two: Η like H, η like n. A test holds every such pair.
 */
const LOOK_ALIKES = new Map(
  (
    [
      ['2', 'ƧƨᴤꙄꙅꝚꝛ'],
      ['3', 'ƷȜȝɜʒЗзӠӡᴈꝪꝫꞫ'],
      ['5', 'Ƽ'],
      ['6', 'б'],
      ['8', 'Ȣȣ'],
      ['9', 'Ꝯꝯ'],
      ['a', 'ɑΑαАаᴀẚ'],
      ['b', 'ƄƅʙΒВЬвьꞴ'],
      ['c', 'ςϚϛϲϹСсᴄ'],
      ['d', 'Ԁԁᴅ'],
      ['e', 'ƏƐǝəɛΕεЄЕеєҽӘәԐԑᴇᶟꞒꞓꬲ'],
      ['f', 'ſϜϝẝꞘꞙꬵ'],
      ['g', 'ƍɡɢԌԍᶃ'],
      ['h', 'ʜΗНнҺһ'],
      ['i', 'ıɩɪͺΙιІіӀӏꙇ'],
      ['j', 'ʝͿϳЈјյᴊꞲ'],
      ['k', 'ĸΚκКкᴋ'],
      ['l', '1Ɩǀʟ'],
      ['m', 'ʍΜμϺϻМмᴍꭑ'],
      ['n', 'ɲɴΝΠηπϖПпᴨ'],
      ['o', '0ƆɔͻΟοσϽОоᴏᴐᴑↃↄꬽ'],
      ['p', 'ΡρРрᴘᴩ'],
      ['q', 'Ԛԛ'],
      ['r', 'ƦʀΓГгᴦꭇꭈ'],
      ['s', 'ƽЅѕꜱ'],
      ['ss', 'ßβϐꞵ'],
      ['t', 'ƫΤτТтᴛ'],
      ['th', 'ÞþƿϷϸ'],
      ['u', 'Ʋʋυᴜꞟꭎꭒ'],
      ['v', 'νѴѵᴠ'],
      ['w', 'ɯΩωѡԜԝᴡꙌꙍꞶꞷ'],
      ['x', '×ΧχХхꞳꭓꭕ'],
      ['y', 'ƔɣʏΥγϒУуҮүᶌỿꭚ'],
      ['z', 'Ζζᴢ'],
      ['ƕ', 'ǶԊԋ'],
      ['ɋ', 'ᶐ'],
      ['ɸ', 'ΦφФф'],
      ['ʃ', 'ƩʃΣꭍ'],
      ['ʌ', 'ɅΛλЛлᴧᴫ'],
      ['ʘ', 'Ꙩꙩ'],
      ['ʚ', 'ꞝ'],
      ['ψ', 'ΨѰѱ'],
      ['љ', 'ꭠ'],
      ['ҷ', 'ҶӋӌ'],
      ['ᴎ', 'ͶͷИи'],
      ['ᴙ', 'я'],
      ['ẟ', 'δ'],
      ['ⱶ', 'ͰͱⱵ'],
      ['ꜧ', 'ꞕ'],
      ['ꜿ', 'ͽϿꜾ'],
      ['ꝺ', 'Ꝺ'],
    ] as const
  ).flatMap(([letter, alike]) => [...alike].map((sign): [string, string] => [sign, letter])),
)

const byLooks = (text: string) => [...text].map((sign) => LOOK_ALIKES.get(sign) ?? sign).join('')
const noMarks = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '')

/** The words of a text by their looks. A capital of another script looks different from its small letter, so looks come before case. */
const wordsByLooks = (text: string) => byLooks(fold(byLooks(noMarks(byLooks(text))))).match(/[\p{L}\p{N}]+/gu) ?? []

/**
 * The skeleton of a name: names with one skeleton cannot be told apart (docs/conventions.md, Names that deceive).
 * The name is folded, by looks, its letters joined; `rn` is `m`, and `i` is `l`, as `I` looks. A name without a letter
 * is its own skeleton.
 */
export const skeletonOf = (name: string): string =>
  wordsByLooks(name).join('').replaceAll('rn', 'm').replaceAll('i', 'l') || fold(name) || name

/** Lets i and l stand for each other: a capital or a digit in place of one looks like the other. */
function byThinLetters(pattern: string): RegExp {
  return new RegExp(pattern.replace(/[il]/g, '[il]'))
}

/** Words by which a name claims to speak for the service. */
const RESERVED = byThinLetters(
  '^(?:soko|supports?|admins?|administrat(?:eur|rice|ion|or)s?|officiel(?:le)?s?|officials?)$',
)
/** Reserved words, one or several in one piece: `sokosupport`. */
const RESERVED_TOGETHER = byThinLetters('^(?:soko|support|admin|officiel(?:le)?|official)+$')
/** Check marks and shields, like those that mean « verified » elsewhere. */
const BADGE = /[\u2611\u2705\u2713\u2714\u{1f5f8}\u{1f5f9}\u{1fbb1}\u{1f6e1}\u26e8\u{1f530}\u{1f396}\u{1f3c5}]/u

/** Digits at the start or the end of a word, or alone: Support1 is read as support, not as supportl. */
const BESIDE = /(?<![\p{L}\p{N}])\p{N}+|(?<!\p{N})\p{N}+(?![\p{L}\p{N}])/gu

/** The word or sign by which a name deceives, as the person who chose the name may read it; undefined if there is none. */
export function deceitIn(name: string): string | undefined {
  const badge = BADGE.exec(name)?.[0]
  if (badge) return badge
  return reservedIn(wordsByLooks(name)) ?? reservedIn(wordsByLooks(noMarks(name).replace(BESIDE, ' ')))
}

function reservedIn(words: string[]): string | undefined {
  const reserved = words.find((word) => RESERVED.test(word) || RESERVED_TOGETHER.test(word))
  if (reserved) return reserved
  // Single letters beside each other make one word.
  const spelled = words.map((word) => (word.length === 1 ? word : ` ${word} `)).join('')
  return spelled.split(' ').find((word) => RESERVED_TOGETHER.test(word))
}
