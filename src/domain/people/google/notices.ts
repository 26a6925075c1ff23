import { notice } from '../../core/notices/notice.ts'

export const googleLinked = notice<{ email: string }>(
  'google.linked',
  {
    fr: ({ email }) => ({
      subject: 'Un compte Google a été lié',
      body: `Le compte Google ${email} ouvre désormais votre compte Soko. Si ce n'est pas vous, déliez-le, changez votre mot de passe et déconnectez tous vos appareils.`,
      sms: 'Soko : un compte Google ouvre désormais votre compte. Pas vous ? Changez votre mot de passe.',
    }),
    en: ({ email }) => ({
      subject: 'A Google account has been linked',
      body: `The Google account ${email} now opens your Soko account. If this was not you, unlink it, change your password and sign out all your devices.`,
      sms: 'Soko: a Google account now opens your account. Not you? Change your password.',
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
