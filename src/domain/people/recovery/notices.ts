import { notice } from '../../core/notices/notice.ts'

export const recoveryCode = notice<{ code: string }>('code.recovery', {
  fr: ({ code }) => ({
    subject: 'Votre code pour récupérer votre compte',
    body: `${code} sert à récupérer votre compte Soko. Il est valable 10 minutes. Ne le donnez à personne.`,
  }),
  en: ({ code }) => ({
    subject: 'Your code to recover your account',
    body: `${code} is the code to recover your Soko account. It is valid for 10 minutes. Do not share it.`,
  }),
})

/** The new password may be chosen from `availableAt` on. */
export const recoveryProven = notice<{ availableAt: number }>(
  'recovery.proven',
  {
    fr: ({ availableAt }, { instant }) => ({
      subject: "Quelqu'un récupère votre compte",
      body: `Quelqu'un a confirmé une demande de récupération de votre compte : il pourra choisir un nouveau mot de passe à partir du ${instant(availableAt)}. Si ce n'est pas vous, connectez-vous à votre compte avant : la demande sera annulée.`,
      sms: `Quelqu'un récupère votre compte Soko. Si ce n'est pas vous, connectez-vous avant le ${instant(availableAt)}.`,
    }),
    en: ({ availableAt }, { instant }) => ({
      subject: 'Somebody is recovering your account',
      body: `Somebody confirmed a request to recover your account and can choose a new password from ${instant(availableAt)}. If this is not you, sign in to your account before then: the request will be cancelled.`,
      sms: `Somebody is recovering your Soko account. If this is not you, sign in before ${instant(availableAt)}.`,
    }),
  },
  { isForPhones: true },
)

export const recoveryCompleted = notice('recovery.completed', {
  fr: () => ({
    subject: 'Votre compte a été récupéré',
    body: "Votre compte a un nouveau mot de passe et tous vos appareils ont été déconnectés. Si ce n'est pas vous, contactez l'assistance tout de suite.",
  }),
  en: () => ({
    subject: 'Your account has been recovered',
    body: 'Your account has a new password and all your devices have been signed out. If this was not you, contact support at once.',
  }),
})
