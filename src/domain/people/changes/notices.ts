import { notice } from '#domain/core/notices/notice.ts'

export const changeUndone = notice(
  'change.undone',
  {
    fr: () => ({
      subject: 'Un changement de votre compte a été annulé',
      body: "Les adresses et les numéros de votre compte sont de nouveau ceux d'avant, les moyens de connexion ajoutés depuis la veille de ce changement ont été retirés, une suppression du compte qui était demandée est annulée, tous les appareils ont été déconnectés et les retraits attendent 24 heures. Si vous n'avez pas fait ce changement, choisissez tout de suite un nouveau mot de passe.",
      sms: "Soko : les adresses et numéros de votre compte sont de nouveau ceux d'avant. Changez votre mot de passe.",
    }),
    en: () => ({
      subject: 'A change of your account has been taken back',
      body: 'The addresses and numbers of your account are what they were before, the ways to sign in that were added since the day before that change have been removed, a deletion of the account that was asked for is cancelled, all devices have been signed out and withdrawals wait 24 hours. If you did not make that change, choose a new password at once.',
      sms: 'Soko: the addresses and numbers of your account are what they were before. Change your password.',
    }),
  },
  { isForPhones: true },
)

export const numberNotRestored = notice('change.number-not-restored', {
  fr: () => ({
    subject: "Le numéro de votre compte n'a pas été remis",
    body: "Le numéro que votre compte avait est maintenant celui d'un autre compte, qui l'a confirmé : votre compte n'a plus de numéro. Si c'est le vôtre, votre carte SIM est peut-être dans d'autres mains : voyez votre opérateur, puis ajoutez de nouveau un numéro.",
  }),
  en: () => ({
    subject: 'The number of your account has not been put back',
    body: 'The number that your account had is now the one of another account, which proved it: your account has no number. If it is yours, your SIM card may be in other hands: see your operator, then add a number again.',
  }),
})
