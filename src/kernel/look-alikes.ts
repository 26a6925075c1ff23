import { fold } from './folding.ts'

/**
 * Letters that look like one of a to z, each behind it: those of Latin, Greek and Cyrillic whose prototype in Unicode's
 * confusables (UTS 39, security/confusables.txt) is that letter, alone or by way of its small capital.
 */
const LOOK_ALIKES = [
  'aАаΑαɑᴀ',
  'bВвΒʙƄьЬ',
  'cСсϹϲᴄ',
  'dԀԁᴅ',
  'eЕеΕҽᴇ',
  'fϜꞙ',
  'gɡԌԍɢ',
  'hНнΗʜҺһ',
  'iІіΙιɩӀӏıɪ',
  'jЈјϳյᴊ',
  'kКкΚκᴋ',
  'lʟƖǀ1',
  'mМмΜᴍϺ',
  'nΝɴпη',
  'oОоΟοσᴏ0',
  'pРрΡρᴘϱ',
  'qԚԛ',
  'rгʀᴦ',
  'sЅѕꜱƽ',
  'tТтΤτᴛ',
  'uυʋᴜ',
  'vνѴѵᴠ',
  'wԜԝѡωᴡ',
  'xХхΧχ×',
  'yУуΥγүҮʏ',
  'zΖᴢ',
]
  .map((each) => [...each])
  .reduceRight<Record<string, string>>((all, [letter = '', ...alike]) => {
    for (const sign of alike) all[sign] = letter
    return all
  }, {})

const byLooks = (text: string) => [...text].map((sign) => LOOK_ALIKES[sign] ?? sign).join('')
const noMarks = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '')

/** The words of a text as they look. A capital of another writing looks otherwise than its small one, so looks come before case. */
const wordsByLooks = (text: string) => byLooks(fold(byLooks(noMarks(text)))).match(/[\p{L}\p{N}]+/gu) ?? []

/**
 * Names of one skeleton cannot be told apart (docs/conventions.md, Names that deceive): folded, by looks, with nothing between
 * its letters; `rn` is `m`, and `i` is `l`, because its capital is. A name without a letter is its own.
 */
export const skeletonOf = (name: string): string =>
  wordsByLooks(name).join('').replaceAll('rn', 'm').replaceAll('i', 'l') || fold(name) || name

/** An i and an l look alike where a capital or a digit stands for one of them. */
function byThinLetters(pattern: string): RegExp {
  return new RegExp(pattern.replace(/[il]/g, '[il]'))
}

/** Words by which a name says that it speaks for the service. */
const RESERVED = byThinLetters(
  '^(?:soko|supports?|admins?|administrat(?:eur|rice|ion|or)s?|officiel(?:le)?s?|officials?)$',
)
/** Such words without anything between them, or letter by letter. */
const RESERVED_TOGETHER = byThinLetters('^(?:soko|support|admin|officiel(?:le)?|official)+$')
/** Check marks and shields, as those that say « verified » elsewhere. */
const BADGE = /[\u2611\u2705\u2713\u2714\u{1f5f8}\u{1f5f9}\u{1fbb1}\u{1f6e1}\u26e8\u{1f530}\u{1f396}\u{1f3c5}]/u

/** The word or sign by which a name deceives, as whoever chose it may read it; none where it does not. */
export function deceitIn(name: string): string | undefined {
  const badge = BADGE.exec(name)?.[0]
  if (badge) return badge
  const words = wordsByLooks(name)
  const reserved = words.find((word) => RESERVED.test(word) || RESERVED_TOGETHER.test(word))
  if (reserved) return reserved
  // Letters one by one are a word.
  const spelled = words.map((word) => (word.length === 1 ? word : ` ${word} `)).join('')
  return spelled.split(' ').find((word) => RESERVED_TOGETHER.test(word))
}
