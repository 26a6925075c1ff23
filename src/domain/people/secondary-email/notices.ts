import { notice } from '#domain/core/notices/notice.ts'

export const secondaryEmailCode = notice<{ code: string }>('code.secondary-email', {
  fr: ({ code }) => ({
    subject: 'Votre code pour une adresse de secours',
    body: `${code} confirme cette adresse comme adresse de secours d'un compte Soko. Il est valable 10 minutes. Ne le donnez à personne.`,
  }),
  en: ({ code }) => ({
    subject: 'Your code for a second address',
    body: `${code} confirms this address as the second address of a Soko account. It is valid for 10 minutes. Do not share it.`,
  }),
})

/** `link` undoes the change. */
export const secondaryEmailAdded = notice<{ email: string; link: string }>(
  'secondary-email.added',
  {
    fr: ({ email, link }) => ({
      subject: 'Une adresse de secours a été ajoutée',
      body: `L'adresse ${email} pourra servir à récupérer votre compte dans 7 jours. Si ce n'est pas vous, annulez ce changement par ce lien, valable 7 jours :\n\n${link}`,
      sms: `Soko : adresse ajoutée. Pas vous ? ${link}`,
    }),
    en: ({ email, link }) => ({
      subject: 'A second address has been added',
      body: `The address ${email} can be used to recover your account in 7 days. If this was not you, take this change back by this link, good for 7 days:\n\n${link}`,
      sms: `Soko: address added. Not you? ${link}`,
    }),
  },
  { isForPhones: true },
)

/** `link` undoes the change. */
export const secondaryEmailRemoved = notice<{ link: string }>(
  'secondary-email.removed',
  {
    fr: ({ link }) => ({
      subject: 'Votre adresse de secours a été retirée',
      body: `Votre adresse de secours ne sert plus à récupérer votre compte. Si ce n'est pas vous, annulez ce changement par ce lien, valable 7 jours :\n\n${link}`,
      sms: `Soko : adresse retirée. Pas vous ? ${link}`,
    }),
    en: ({ link }) => ({
      subject: 'Your second address has been removed',
      body: `Your second address can no longer be used to recover your account. If this was not you, take this change back by this link, good for 7 days:\n\n${link}`,
      sms: `Soko: address removed. Not you? ${link}`,
    }),
  },
  { isForPhones: true },
)

/** `link` undoes the change. */
export const secondaryEmailPromoted = notice<{ link: string }>(
  'secondary-email.promoted',
  {
    fr: ({ link }) => ({
      subject: 'Votre adresse principale a changé',
      body: `Votre adresse de secours est devenue l'adresse principale de votre compte, l'ancienne est devenue l'adresse de secours, et les retraits attendent 24 heures. Si ce n'est pas vous, annulez ce changement par ce lien, valable 7 jours :\n\n${link}`,
      sms: `Soko : adresse changée. Pas vous ? ${link}`,
    }),
    en: ({ link }) => ({
      subject: 'Your main address has changed',
      body: `Your second address has become the main address of your account, the former one is now the second, and withdrawals wait 24 hours. If this was not you, take this change back by this link, good for 7 days:\n\n${link}`,
      sms: `Soko: address changed. Not you? ${link}`,
    }),
  },
  { isForPhones: true },
)
