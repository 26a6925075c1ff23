import type { Words } from './messages.ts'

/**
 * The messages that carry a code, in French, and for a phone in English too (contract.md 5.2). The code comes first, so
 * that it shows in a phone's notification.
 */
export const CODE_MESSAGES = {
  EMAIL: (code: string): Words => ({
    subject: 'Votre code de vérification',
    body: `${code} est votre code pour vérifier votre adresse e-mail. Il est valable 10 minutes. Ne le donnez à personne.`,
  }),
  LOGIN: (code: string): Words => ({
    subject: 'Votre code de connexion',
    body: `${code} ouvre votre compte Soko. Il est valable 10 minutes. Ne le donnez à personne : celui qui l'a entre chez vous.`,
  }),
  SECONDARY_EMAIL: (code: string): Words => ({
    subject: 'Votre code pour une adresse de secours',
    body: `${code} confirme cette adresse comme adresse de secours d'un compte Soko. Il est valable 10 minutes. Ne le donnez à personne.`,
  }),
  NEW_EMAIL: (code: string): Words => ({
    subject: 'Votre code pour changer d’adresse',
    body: `${code} fait de cette adresse celle d'un compte Soko. Il est valable 10 minutes. Ne le donnez à personne.`,
  }),
  RECOVERY: (code: string, locale: 'fr' | 'en' = 'fr'): Words => ({
    subject: 'Votre code pour récupérer votre compte',
    body:
      locale === 'en'
        ? `${code} is the code to recover your Soko account. It is valid for 10 minutes. Do not share it.`
        : `${code} sert à récupérer votre compte Soko. Il est valable 10 minutes. Ne le donnez à personne.`,
  }),
  PHONE: (code: string, locale: 'fr' | 'en' = 'fr'): Words => ({
    subject: '',
    body:
      locale === 'en'
        ? `${code} is your Soko code. It is valid for 10 minutes. Do not share it.`
        : `${code} est votre code Soko. Il est valable 10 minutes. Ne le donnez à personne.`,
  }),
  PAYOUT_NUMBER: (code: string): Words => ({
    subject: '',
    body: `${code} confirme ce numero pour recevoir vos retraits Soko. Valable 10 minutes. Ne le donnez a personne.`,
  }),
  WITHDRAWAL: (code: string, amount: string, phone: string): Words => ({
    subject: 'Code pour votre retrait',
    body: `${code} confirme votre retrait de ${amount} vers le ${phone}. Il est valable 10 minutes. Ne le donnez à personne.`,
  }),
  ADMIN_PAYOUT: (code: string, amount: string, phone: string): Words => ({
    subject: 'Code pour un versement',
    body: `${code} approuve le versement de ${amount} vers le ${phone}. Il est valable 10 minutes.`,
  }),
}
