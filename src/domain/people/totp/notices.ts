import { notice } from '../../core/notices/notice.ts'

export const totpTurnedOn = notice(
  'totp.enabled',
  {
    fr: () => ({
      subject: 'La double authentification est activée',
      body: "Votre compte demande désormais un code de votre application à chaque connexion. Si ce n'est pas vous, contactez l'assistance tout de suite.",
      sms: "Soko : la double authentification est activée. Pas vous ? Contactez l'assistance.",
    }),
    en: () => ({
      subject: 'Two-factor authentication is on',
      body: 'Your account now asks for a code from your app at every sign-in. If this was not you, contact support at once.',
      sms: 'Soko: two-factor authentication is on. Not you? Contact support.',
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
