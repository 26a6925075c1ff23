import { notice } from './notice.ts'
import type { Channel } from './shares.ts'

const WHAT = {
  fr: { SMS: 'SMS', EMAIL: 'e-mails' },
  en: { SMS: 'SMS', EMAIL: 'e-mails' },
} as const satisfies Record<'fr' | 'en', Record<Channel, string>>

/** To the ADMINs, of a day whose end is less than 24 hours away. */
export const messagesUsedUp = notice<{ channel: Channel; step: 'ALL' | 'NEWCOMERS' | 'NOTICES' }>(
  'share.used-up',
  {
    fr({ channel, step }) {
      const what = WHAT.fr[channel]
      const waiting = channel === 'SMS' ? 'partent par e-mail seulement' : 'attendent'
      const share = {
        ALL: [`Les ${what} du jour sont épuisés`, `les codes par ${what} sont refusés et les avis ${waiting}`],
        NEWCOMERS: [
          `Les ${what} du jour des nouveaux comptes sont épuisés`,
          `les comptes de moins de 7 jours ne reçoivent plus de code par ${what}`,
        ],
        NOTICES: [`Les ${what} du jour pour les avis sont épuisés`, `les avis ${waiting}`],
      } as const
      const [subject, then] = share[step]
      return { subject, body: `${subject} : ${then} jusqu'à la fin des 24 heures.` }
    },
    en({ channel, step }) {
      const what = WHAT.en[channel]
      const waiting = channel === 'SMS' ? 'go by e-mail alone' : 'wait'
      const share = {
        ALL: [`The day's ${what} are used up`, `codes by ${what} are refused and notices ${waiting}`],
        NEWCOMERS: [
          `The day's ${what} of new accounts are used up`,
          `accounts younger than 7 days get no code by ${what}`,
        ],
        NOTICES: [`The day's ${what} for notices are used up`, `notices ${waiting}`],
      } as const
      const [subject, then] = share[step]
      return { subject, body: `${subject}: ${then} until the 24 hours are over.` }
    },
  },
  { lane: 'ALARM' },
)
