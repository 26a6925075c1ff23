import { notice } from '#domain/core/notices/notice.ts'

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

/** `link` undoes the change. */
export const emailChanged = notice<{ email: string; link: string }>(
  'email.changed',
  {
    fr: ({ email, link }) => ({
      subject: "L'adresse de votre compte a changé",
      body: `Votre compte s'ouvre désormais avec l'adresse ${email}, vos autres appareils ont été déconnectés et les retraits attendent 24 heures. Si ce n'est pas vous, annulez ce changement par ce lien, valable 7 jours :\n\n${link}`,
      sms: `Soko : adresse changée. Pas vous ? ${link}`,
    }),
    en: ({ email, link }) => ({
      subject: 'The address of your account has changed',
      body: `Your account now opens with the address ${email}, your other devices have been signed out and withdrawals wait 24 hours. If this was not you, take this change back by this link, good for 7 days:\n\n${link}`,
      sms: `Soko: address changed. Not you? ${link}`,
    }),
  },
  { isForPhones: true },
)

/** `link` undoes the change. */
export const phoneRemoved = notice<{ link: string }>(
  'phone.removed',
  {
    fr: ({ link }) => ({
      subject: 'Le numéro de votre compte a été retiré',
      body: `Votre compte n'a plus de numéro de téléphone, vos autres appareils ont été déconnectés et les retraits attendent 24 heures. Si ce n'est pas vous, annulez ce changement par ce lien, valable 7 jours :\n\n${link}`,
      sms: `Soko : numéro retiré. Pas vous ? ${link}`,
    }),
    en: ({ link }) => ({
      subject: 'The number of your account has been removed',
      body: `Your account no longer has a phone number, your other devices have been signed out and withdrawals wait 24 hours. If this was not you, take this change back by this link, good for 7 days:\n\n${link}`,
      sms: `Soko: number removed. Not you? ${link}`,
    }),
  },
  { isForPhones: true },
)

/** `at` is the time of the erasure. */
export const deletionScheduled = notice<{ at: number }>(
  'account.deletion-scheduled',
  {
    fr: ({ at }, { day }) => ({
      subject: 'Votre compte sera supprimé',
      body: `Vous avez demandé la suppression de votre compte : vos données personnelles seront effacées le ${day(at)}. Jusque-là, vous pouvez revenir sur cette demande depuis votre compte. Si ce n'est pas vous, annulez-la et changez votre mot de passe.`,
      sms: `Soko : votre compte sera supprimé le ${day(at)}. Pas vous ? Annulez-le dans l'application et changez votre mot de passe.`,
    }),
    en: ({ at }, { day }) => ({
      subject: 'Your account will be deleted',
      body: `You asked for your account to be deleted: your personal data will be erased on ${day(at)}. Until then you can take this back in your account. If this was not you, cancel it and change your password.`,
      sms: `Soko: your account will be deleted on ${day(at)}. Not you? Cancel it in the app and change your password.`,
    }),
  },
  { isForPhones: true },
)

/** Tells an address that the account had until lately, whose link still undoes its change. `at` is the time of the erasure. */
export const formerDeletionScheduled = notice<{ at: number }>('account.former-deletion-scheduled', {
  fr: ({ at }, { day }) => ({
    subject: 'Un compte qui avait cette adresse sera supprimé',
    body: `La suppression du compte Soko qui avait cette adresse a été demandée : ses données personnelles seront effacées le ${day(at)}. Si ce n'est pas vous, ouvrez le lien que vous avez reçu quand le compte a changé : il annule le changement et la suppression.`,
  }),
  en: ({ at }, { day }) => ({
    subject: 'An account that had this address will be deleted',
    body: `The deletion of the Soko account that had this address was asked for: its personal data will be erased on ${day(at)}. If this was not you, open the link that you received when the account changed: it takes back the change and the deletion.`,
  }),
})

export const deletionCancelled = notice(
  'account.deletion-cancelled',
  {
    fr: () => ({
      subject: 'Votre compte est conservé',
      body: "La suppression de votre compte est annulée : rien ne sera effacé. Si ce n'est pas vous, changez votre mot de passe.",
      sms: 'Soko : la suppression de votre compte est annulée. Pas vous ? Changez votre mot de passe.',
    }),
    en: () => ({
      subject: 'Your account stays',
      body: 'The deletion of your account is cancelled: nothing will be erased. If this was not you, change your password.',
      sms: 'Soko: the deletion of your account is cancelled. Not you? Change your password.',
    }),
  },
  { isForPhones: true },
)
