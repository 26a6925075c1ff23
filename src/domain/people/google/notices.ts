import { notice } from '#domain/core/notices/notice.ts'

/** `link` undoes the linking. */
export const googleLinked = notice<{ email: string; link: string }>(
  'google.linked',
  {
    fr: ({ email, link }) => ({
      subject: 'Un compte Google a été lié',
      body: `Le compte Google ${email} ouvre désormais votre compte Soko. Si ce n'est pas vous, annulez cet ajout par ce lien, valable 7 jours, puis changez votre mot de passe :\n\n${link}`,
      sms: `Soko : compte Google lié. Pas vous ? ${link}`,
    }),
    en: ({ email, link }) => ({
      subject: 'A Google account has been linked',
      body: `The Google account ${email} now opens your Soko account. If this was not you, take this back by this link, good for 7 days, then change your password:\n\n${link}`,
      sms: `Soko: Google account linked. Not you? ${link}`,
    }),
  },
  { isForPhones: true },
)

export const googleUnlinked = notice(
  'google.unlinked',
  {
    fr: () => ({
      subject: 'Votre compte Google a été délié',
      body: "Votre compte Google n'ouvre plus votre compte Soko. Si ce n'est pas vous, changez votre mot de passe et déconnectez tous vos appareils.",
      sms: 'Soko : votre compte Google a été délié. Pas vous ? Changez votre mot de passe.',
    }),
    en: () => ({
      subject: 'Your Google account has been unlinked',
      body: 'Your Google account no longer opens your Soko account. If this was not you, change your password and sign out all your devices.',
      sms: 'Soko: your Google account has been unlinked. Not you? Change your password.',
    }),
  },
  { isForPhones: true },
)
