import { inSigns } from '../kernel/folding.ts'

const GSM7 = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
    '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà^{}\\[~]|€',
)

/**
 * A text in the SMS alphabet: one letter outside it leaves 70 characters a segment instead of 160. é è à ù stay; ê ç î lose
 * their accent, œ and ɔ become plain letters.
 */
export const toGsm7 = (text: string): string => inSigns(text, (sign) => GSM7.has(sign))
