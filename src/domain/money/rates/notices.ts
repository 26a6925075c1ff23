import { notice } from '#domain/core/notices/notice.ts'
import type { Currency } from '#kernel/money.ts'

type First = { base: Currency; quote: Currency; to: number; by: string }

/** To finance, of a rate that an administrator confirmed though it is far from the last. */
export const rateJump = notice<First & { from: number; percent: number }>(
  'rate.jump',
  {
    fr: ({ base, quote, from, to, percent, by }) => ({
      subject: `Taux ${base} → ${quote} : saut de ${percent} % confirmé`,
      body: `Confirmé par ${by} : 1 ${base} passe de ${french(from)} à ${french(to)} ${quote} (${percent} %). Si c'est une erreur, corrigez ce taux tout de suite.`,
    }),
    en: ({ base, quote, from, to, percent, by }) => ({
      subject: `Rate ${base} → ${quote}: a jump of ${percent}% was confirmed`,
      body: `Confirmed by ${by}: 1 ${base} goes from ${from} to ${to} ${quote} (${percent}%). If that is a mistake, correct the rate at once.`,
    }),
  },
  { lane: 'ALARM' },
)

/** Tells finance of a rate that could be compared with nothing. */
export const firstRate = notice<First>('rate.first', {
  fr: ({ base, quote, to, by }) => ({
    subject: `Premier taux ${base} → ${quote}`,
    body: `Fixé par ${by}, le premier de cette paire : 1 ${base} vaut ${french(to)} ${quote}. Vérifiez-le.`,
  }),
  en: ({ base, quote, to, by }) => ({
    subject: `First rate ${base} → ${quote}`,
    body: `Set by ${by}, the first of this pair: 1 ${base} is ${to} ${quote}. Please check it.`,
  }),
})

const french = (rate: number) => String(rate).replace('.', ',')
