import { notice } from '../notices/notice.ts'

/** In every message that carries one, the code comes first, so that it shows in a phone's notification. */
type Code = { code: string }

export const emailCode = notice<Code>('code.email', {
  fr: ({ code }) => ({
    subject: 'Votre code de vérification',
    body: `${code} est votre code pour vérifier votre adresse e-mail. Il est valable 10 minutes. Ne le donnez à personne.`,
  }),
  en: ({ code }) => ({
    subject: 'Your verification code',
    body: `${code} is your code to verify your e-mail address. It is valid for 10 minutes. Do not share it.`,
  }),
})

export const loginCode = notice<Code>('code.login', {
  fr: ({ code }) => ({
    subject: 'Votre code de connexion',
    body: `${code} ouvre votre compte Soko. Il est valable 10 minutes. Ne le donnez à personne : qui l'a entre chez vous.`,
  }),
  en: ({ code }) => ({
    subject: 'Your sign-in code',
    body: `${code} opens your Soko account. It is valid for 10 minutes. Do not share it: whoever has it gets in.`,
  }),
})
