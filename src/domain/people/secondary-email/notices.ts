import { notice } from '../../core/notices/notice.ts'

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

export const secondaryEmailAdded = notice<{ email: string }>('secondary-email.added', {
  fr: ({ email }) => ({
    subject: 'Une adresse de secours a été ajoutée',
    body: `L'adresse ${email} peut désormais servir à récupérer votre compte. Si ce n'est pas vous, supprimez-la et changez votre mot de passe.`,
  }),
  en: ({ email }) => ({
    subject: 'A second address has been added',
    body: `The address ${email} can now be used to recover your account. If this was not you, remove it and change your password.`,
  }),
})

export const secondaryEmailRemoved = notice('secondary-email.removed', {
  fr: () => ({
    subject: 'Votre adresse de secours a été retirée',
    body: "Votre adresse de secours ne sert plus à récupérer votre compte. Si ce n'est pas vous, changez votre mot de passe et contactez l'assistance.",
  }),
  en: () => ({
    subject: 'Your second address has been removed',
    body: 'Your second address can no longer be used to recover your account. If this was not you, change your password and contact support.',
  }),
})

export const secondaryEmailPromoted = notice('secondary-email.promoted', {
  fr: () => ({
    subject: 'Votre adresse principale a changé',
    body: "Votre adresse de secours est devenue l'adresse principale de votre compte, et l'ancienne est devenue l'adresse de secours. Si ce n'est pas vous, contactez l'assistance tout de suite.",
  }),
  en: () => ({
    subject: 'Your main address has changed',
    body: 'Your second address has become the main address of your account, and the former one is now the second. If this was not you, contact support at once.',
  }),
})
