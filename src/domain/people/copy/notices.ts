import { notice } from '#domain/core/notices/notice.ts'

export const copyRequested = notice(
  'account.copy-requested',
  {
    fr: () => ({
      subject: 'Une copie de vos données a été demandée',
      body: "Elle se téléchargera depuis votre compte pendant 7 jours. Si ce n'est pas vous, changez votre mot de passe : cela déconnecte vos autres appareils et ferme leurs adresses de téléchargement.",
      sms: 'Soko : une copie de vos données a été demandée. Pas vous ? Changez votre mot de passe.',
    }),
    en: () => ({
      subject: 'A copy of your data was asked for',
      body: 'You can download it from your account for 7 days. If this was not you, change your password: this signs out your other devices and ends their addresses for the download.',
      sms: 'Soko: a copy of your data was asked for. Not you? Change your password.',
    }),
  },
  { isForPhones: true },
)
