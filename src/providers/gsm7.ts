const GSM7 = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
    '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà^{}\\[~]|€',
)

/** Signs that word processors put in, the dots of masked numbers, and French letters that are two. */
const PLAIN: Record<string, string> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '•': '*',
  œ: 'oe',
  Œ: 'OE',
  '\u00a0': ' ',
  '\u202f': ' ',
}

/**
 * A text in the SMS alphabet as far as it goes: one letter outside it leaves 70 characters a segment instead of 160.
 * é è à ù stay; ê ç î lose their accent, and what is not in it at all is a question mark.
 */
export function toGsm7(text: string): string {
  return [...text.normalize('NFC')]
    .map((char) => {
      if (GSM7.has(char)) return char
      const plain = PLAIN[char] ?? char.normalize('NFD').replace(/\p{Mn}/gu, '')
      return [...plain].every((letter) => GSM7.has(letter)) ? plain : '?'
    })
    .join('')
}
