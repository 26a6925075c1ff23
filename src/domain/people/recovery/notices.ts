import { notice } from '#domain/core/notices/notice.ts'

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

/** `availableAt` is the time from which the new password may be chosen. No recovery is proved while its owner cannot be told. */
export const recoveryProven = notice<{ availableAt: number }>(
  'recovery.proven',
  {
    fr: ({ availableAt }, { instant }) => ({
      subject: "Quelqu'un récupère votre compte",
      body: `Quelqu'un a confirmé une demande de récupération de votre compte : il pourra choisir un nouveau mot de passe à partir du ${instant(availableAt)}. Si ce n'est pas vous, annulez la demande dans votre compte avant cette date.`,
      sms: `Soko : quelqu'un récupère votre compte (nouveau mot de passe dès le ${instant(availableAt)}). Pas vous ? Annulez dans l'application.`,
    }),
    en: ({ availableAt }, { instant }) => ({
      subject: 'Somebody is recovering your account',
      body: `Somebody confirmed a request to recover your account and can choose a new password from ${instant(availableAt)}. If this is not you, cancel the request in your account before then.`,
      sms: `Soko: somebody is recovering your account (new password from ${instant(availableAt)}). Not you? Cancel it in the app.`,
    }),
  },
  { isForPhones: true, lane: 'CODE' },
)

export const recoveryCancelled = notice(
  'recovery.cancelled',
  {
    fr: () => ({
      subject: 'La récupération de votre compte est annulée',
      body: "La demande de récupération de votre compte a été annulée depuis le compte même. Si ce n'est pas vous, changez votre mot de passe et recommencez la récupération.",
      sms: 'Soko : la récupération de votre compte est annulée. Pas vous ? Recommencez-la.',
    }),
    en: () => ({
      subject: 'The recovery of your account is cancelled',
      body: 'The request to recover your account was cancelled from the account itself. If this was not you, change your password and start the recovery again.',
      sms: 'Soko: the recovery of your account is cancelled. Not you? Start it again.',
    }),
  },
  { isForPhones: true },
)

export const recoveryCompleted = notice(
  'recovery.completed',
  {
    fr: () => ({
      subject: 'Votre compte a été récupéré',
      body: "Votre compte a un nouveau mot de passe, tous vos appareils ont été déconnectés et les moyens de connexion ajoutés dans la semaine avant la demande ont été retirés. Si une suppression du compte était prévue, elle est annulée. Si ce n'est pas vous, contactez l'assistance tout de suite.",
      sms: "Soko : votre compte a été récupéré et a un nouveau mot de passe. Pas vous ? Contactez l'assistance.",
    }),
    en: () => ({
      subject: 'Your account has been recovered',
      body: 'Your account has a new password, all your devices have been signed out and ways to sign in that were added within a week before the request have been removed. A deletion of the account that was scheduled is cancelled. If this was not you, contact support at once.',
      sms: 'Soko: your account has been recovered and has a new password. Not you? Contact support.',
    }),
  },
  { isForPhones: true },
)
