import { notice } from '#domain/core/notices/notice.ts'

/** `link` undoes the change, except for the team, whom another administrator helps. */
export const totpTurnedOn = notice<{ link: string }>(
  'totp.enabled',
  {
    fr: ({ link }) => ({
      subject: 'La double authentification est activée',
      body: `Votre compte demande désormais un code de votre application à chaque connexion. Si ce n'est pas vous, annulez ce changement par ce lien, valable 7 jours, puis changez votre mot de passe :\n\n${link}`,
      sms: `Soko : double facteur activé. Pas vous ? ${link}`,
    }),
    en: ({ link }) => ({
      subject: 'Two-factor authentication is on',
      body: `Your account now asks for a code from your app at every sign-in. If this was not you, take this back by this link, good for 7 days, then change your password:\n\n${link}`,
      sms: `Soko: two-factor is on. Not you? ${link}`,
    }),
  },
  { isForPhones: true },
)

export const totpTurnedOff = notice(
  'totp.disabled',
  {
    fr: () => ({
      subject: 'La double authentification est désactivée',
      body: "Votre compte ne demande plus de code de votre application à la connexion. Si ce n'est pas vous, changez votre mot de passe et déconnectez tous vos appareils.",
      sms: 'Soko : la double authentification est désactivée. Pas vous ? Changez votre mot de passe.',
    }),
    en: () => ({
      subject: 'Two-factor authentication is off',
      body: 'Your account no longer asks for a code from your app at sign-in. If this was not you, change your password and sign out all your devices.',
      sms: 'Soko: two-factor authentication is off. Not you? Change your password.',
    }),
  },
  { isForPhones: true },
)

export const backupCodesRenewed = notice(
  'totp.backup-codes-renewed',
  {
    fr: () => ({
      subject: 'Vos codes de secours ont été remplacés',
      body: "Vos anciens codes de secours n'ouvrent plus votre compte, et dix nouveaux ont été montrés. Si ce n'est pas vous, changez votre mot de passe et déconnectez tous vos appareils.",
      sms: 'Soko : vos codes de secours ont été remplacés. Pas vous ? Changez votre mot de passe.',
    }),
    en: () => ({
      subject: 'Your backup codes have been replaced',
      body: 'Your old backup codes no longer open your account, and ten new ones have been shown. If this was not you, change your password and sign out all your devices.',
      sms: 'Soko: your backup codes have been replaced. Not you? Change your password.',
    }),
  },
  { isForPhones: true },
)
