import { notice } from '#domain/core/notices/notice.ts'

export const phoneCode = notice<{ code: string }>('code.phone', {
  fr: ({ code }) => ({
    subject: '',
    body: `${code} est votre code Soko. Il est valable 10 minutes. Ne le donnez à personne.`,
  }),
  en: ({ code }) => ({
    subject: '',
    body: `${code} is your Soko code. It is valid for 10 minutes. Do not share it.`,
  }),
})

/** Tells of an account's first number. `phone` shows only its ends; `link` undoes the change. */
export const phoneAdded = notice<{ phone: string; link: string }>(
  'phone.added',
  {
    fr: ({ phone, link }) => ({
      subject: 'Un numéro a été ajouté à votre compte',
      body: `Le numéro ${phone} est désormais celui de votre compte. Si ce n'est pas vous, annulez cet ajout par ce lien, valable 7 jours :\n\n${link}`,
      sms: `Soko : numéro ajouté. Pas vous ? ${link}`,
    }),
    en: ({ phone, link }) => ({
      subject: 'A number has been added to your account',
      body: `The number ${phone} is now the one of your account. If this was not you, take this back by this link, good for 7 days:\n\n${link}`,
      sms: `Soko: number added. Not you? ${link}`,
    }),
  },
  { isForPhones: true },
)

/** `phone` shows only its ends; `link` undoes the change. */
export const phoneChanged = notice<{ phone: string; link: string }>(
  'phone.changed',
  {
    fr: ({ phone, link }) => ({
      subject: 'Le numéro de votre compte a changé',
      body: `Le numéro ${phone} est désormais celui de votre compte. Si ce n'est pas vous, annulez ce changement par ce lien, valable 7 jours :\n\n${link}`,
      sms: `Soko : numéro changé. Pas vous ? ${link}`,
    }),
    en: ({ phone, link }) => ({
      subject: 'The number of your account has changed',
      body: `The number ${phone} is now the one of your account. If this was not you, take this change back by this link, good for 7 days:\n\n${link}`,
      sms: `Soko: number changed. Not you? ${link}`,
    }),
  },
  { isForPhones: true },
)

/**
 * Goes by mail to the account that had the number: another person has the SIM. `phone` shows only its ends; `link` takes the number back.
 */
export const numberTaken = notice<{ phone: string; link: string }>('phone.taken', {
  fr: ({ phone, link }) => ({
    subject: "Votre numéro est maintenant celui d'un autre compte",
    body: `Quelqu'un a confirmé par SMS le numéro ${phone}, que votre compte n'a pas confirmé par SMS ces 180 derniers jours : il est maintenant celui d'un autre compte, et les retraits attendent 7 jours. Si ce numéro est toujours le vôtre, reprenez-le par ce lien, valable 7 jours :\n\n${link}`,
  }),
  en: ({ phone, link }) => ({
    subject: 'Your number is now the one of another account',
    body: `Somebody proved by SMS the number ${phone}, which your account has not proved by SMS in the last 180 days: it is now the one of another account, and withdrawals wait 7 days. If this number is still yours, take it back by this link, good for 7 days:\n\n${link}`,
  }),
})

/** Goes to the account that had taken the number. */
export const numberTakenBack = notice<{ phone: string }>('phone.taken-back', {
  fr: ({ phone }) => ({
    subject: 'Le numéro de votre compte a été repris',
    body: `Le compte qui avait le numéro ${phone} avant le vôtre l'a repris par le lien reçu par e-mail : votre compte n'a plus de numéro. Si ce numéro est le vôtre, contactez l'assistance, ou ajoutez-en un autre.`,
  }),
  en: ({ phone }) => ({
    subject: 'The number of your account has been taken back',
    body: `The account that had the number ${phone} before yours took it back by the link it got by mail: your account has no number. If this number is yours, contact support, or add another one.`,
  }),
})

/** `at` is the latest time of the erasure. */
export const accountDeleted = notice<{ at: number }>('account.deleted', {
  fr: ({ at }, { day }) => ({
    subject: 'Votre compte a été supprimé',
    body: `Votre compte a été supprimé par l'équipe de Soko. Vos données personnelles seront effacées le ${day(at)} au plus tard. Si vous pensez à une erreur, contactez l'assistance avant cette date.`,
  }),
  en: ({ at }, { day }) => ({
    subject: 'Your account has been deleted',
    body: `Your account has been deleted by the Soko team. Your personal data will be erased on ${day(at)} at the latest. If you think this is a mistake, contact support before that date.`,
  }),
})

export const accountRestored = notice('account.restored', {
  fr: () => ({
    subject: 'Votre compte est rétabli',
    body: 'Votre compte est de nouveau ouvert : connectez-vous comme avant.',
  }),
  en: () => ({
    subject: 'Your account is back',
    body: 'Your account is open again: sign in as before.',
  }),
})

/** Goes to a person who leaves the team with a name that spoke for the service. */
export const renamed = notice<{ from: string; to: string }>('user.renamed', {
  fr: ({ from, to }) => ({
    subject: 'Votre nom a changé',
    body: `Vous ne faites plus partie de l'équipe de Soko, et votre nom « ${from} » laisserait croire que vous parlez en son nom : vous vous appelez maintenant « ${to} ». Choisissez un autre nom dans votre profil.`,
  }),
  en: ({ from, to }) => ({
    subject: 'Your name has changed',
    body: `You are no longer in the Soko team, and your name “${from}” would sound as if you spoke for it: your name is now “${to}”. Choose another one in your profile.`,
  }),
})

export const factorsReset = notice(
  'user.factors-reset',
  {
    fr: () => ({
      subject: 'Vos facteurs de connexion ont été réinitialisés',
      body: "Un administrateur de Soko a retiré de votre compte le mot de passe, l'application d'authentification, les codes de secours, les clés d'accès et le compte Google. Tous vos appareils ont été déconnectés, et un lien vient à votre adresse pour choisir un nouveau mot de passe. Si vous n'avez rien demandé, prévenez un autre administrateur tout de suite.",
      sms: 'Soko : vos facteurs de connexion ont été réinitialisés. Pas vous ? Prévenez un autre administrateur.',
    }),
    en: () => ({
      subject: 'Your sign-in factors have been reset',
      body: 'An administrator of Soko has removed the password, the authenticator, the backup codes, the passkeys and the Google account from your account. All your devices have been signed out, and a link comes to your address to choose a new password. If you did not ask for it, tell another administrator at once.',
      sms: 'Soko: your sign-in factors have been reset. Not you? Tell another administrator.',
    }),
  },
  { isForPhones: true },
)
