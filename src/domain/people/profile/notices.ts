import { notice } from '../../core/notices/notice.ts'

export const newEmailCode = notice<{ code: string }>('code.new-email', {
  fr: ({ code }) => ({
    subject: "Votre code pour changer d'adresse",
    body: `${code} fait de cette adresse celle d'un compte Soko. Il est valable 10 minutes. Ne le donnez à personne.`,
  }),
  en: ({ code }) => ({
    subject: 'Your code to change your address',
    body: `${code} makes this address the one of a Soko account. It is valid for 10 minutes. Do not share it.`,
  }),
})

export const emailChanged = notice<{ email: string }>('email.changed', {
  fr: ({ email }) => ({
    subject: "L'adresse de votre compte a changé",
    body: `Votre compte s'ouvre désormais avec l'adresse ${email} et vos autres appareils ont été déconnectés. Si ce n'est pas vous, contactez l'assistance tout de suite.`,
  }),
  en: ({ email }) => ({
    subject: 'The address of your account has changed',
    body: `Your account now opens with the address ${email} and your other devices have been signed out. If this was not you, contact support at once.`,
  }),
})

export const phoneRemoved = notice('phone.removed', {
  fr: () => ({
    subject: 'Le numéro de votre compte a été retiré',
    body: "Votre compte n'a plus de numéro de téléphone. Si ce n'est pas vous, changez votre mot de passe et déconnectez tous vos appareils.",
  }),
  en: () => ({
    subject: 'The number of your account has been removed',
    body: 'Your account no longer has a phone number. If this was not you, change your password and sign out all your devices.',
  }),
})

/** `at` is when what is personal goes. */
export const deletionScheduled = notice<{ at: number }>('account.deletion-scheduled', {
  fr: ({ at }, { day }) => ({
    subject: 'Votre compte sera supprimé',
    body: `Vous avez demandé la suppression de votre compte : vos données personnelles seront effacées le ${day(at)}. Jusque-là, vous pouvez revenir sur cette demande depuis votre compte. Si ce n'est pas vous, annulez-la et changez votre mot de passe.`,
  }),
  en: ({ at }, { day }) => ({
    subject: 'Your account will be deleted',
    body: `You asked for your account to be deleted: your personal data will be erased on ${day(at)}. Until then you can take this back in your account. If this was not you, cancel it and change your password.`,
  }),
})

export const deletionCancelled = notice('account.deletion-cancelled', {
  fr: () => ({
    subject: 'Votre compte est conservé',
    body: "La suppression de votre compte est annulée : rien ne sera effacé. Si ce n'est pas vous, changez votre mot de passe.",
  }),
  en: () => ({
    subject: 'Your account stays',
    body: 'The deletion of your account is cancelled: nothing will be erased. If this was not you, change your password.',
  }),
})
