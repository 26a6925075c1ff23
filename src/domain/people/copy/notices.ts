import { notice } from '#domain/core/notices/notice.ts'

export const copyRequested = notice(
  'account.copy-requested',
  {
    fr: () => ({
      subject: 'Une copie de vos données a été demandée',
      body: "Une copie de toutes les données de votre compte Soko est en préparation. Elle se télécharge depuis votre compte pendant 7 jours. Si ce n'est pas vous, changez votre mot de passe : cela déconnecte vos autres appareils, et leurs adresses ne valent plus rien.",
      sms: 'Soko : une copie de vos données a été demandée. Pas vous ? Changez votre mot de passe.',
    }),
    en: () => ({
      subject: 'A copy of your data was asked for',
      body: 'A copy of all data of your Soko account is being made. It can be downloaded from your account for 7 days. If this was not you, change your password: this signs out your other devices, and ends the addresses that they were given.',
      sms: 'Soko: a copy of your data was asked for. Not you? Change your password.',
    }),
  },
  { isForPhones: true },
)

/** `until` is the end of its address. */
export const copyReady = notice<{ until: number }>('account.copy-ready', {
  fr: ({ until }, { day }) => ({
    subject: 'La copie de vos données est prête',
    body: `Téléchargez-la depuis votre compte jusqu'au ${day(until)}. Ensuite, elle est supprimée.`,
  }),
  en: ({ until }, { day }) => ({
    subject: 'The copy of your data is ready',
    body: `Download it from your account until ${day(until)}. After that it is removed.`,
  }),
})

export const copyFailed = notice('account.copy-failed', {
  fr: () => ({
    subject: "La copie de vos données n'a pas pu être faite",
    body: 'Une erreur de notre côté a arrêté la copie de vos données. Vous pouvez en demander une autre dès maintenant.',
  }),
  en: () => ({
    subject: 'The copy of your data could not be made',
    body: 'An error on our side stopped the copy of your data. You can ask for another one now.',
  }),
})
