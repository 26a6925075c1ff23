import { notice } from '#domain/core/notices/notice.ts'

export const resetLink = notice<{ link: string }>(
  'password.reset-link',
  {
    fr: ({ link }) => ({
      subject: 'Choisissez un nouveau mot de passe',
      body: `Pour choisir un nouveau mot de passe, ouvrez ce lien dans les 30 minutes :\n\n${link}\n\nSi vous n'avez rien demandé, ne faites rien : votre mot de passe reste le même.`,
    }),
    en: ({ link }) => ({
      subject: 'Choose a new password',
      body: `To choose a new password, open this link within 30 minutes:\n\n${link}\n\nIf you did not ask for it, do nothing: your password stays the same.`,
    }),
  },
  { lane: 'CODE' },
)

/** Tells a team member who has no factor who else can let them in. */
export const resetRefused = notice(
  'password.reset-refused',
  {
    fr: () => ({
      subject: 'Votre mot de passe ne se réinitialise pas par e-mail',
      body: "Quelqu'un a demandé un lien pour choisir un nouveau mot de passe. Votre compte est de l'équipe et n'a ni application d'authentification ni clé d'accès : demandez à un autre administrateur de réinitialiser vos facteurs, et un lien vous parviendra. Si vous n'avez rien demandé, ne faites rien.",
    }),
    en: () => ({
      subject: 'Your password is not reset by e-mail',
      body: 'Somebody asked for a link to choose a new password. Your account is of the team and has neither an authenticator nor a passkey: ask another administrator to reset your factors, and a link will reach you. If you did not ask for it, do nothing.',
    }),
  },
  { lane: 'CODE' },
)

export const passwordReplaced = notice(
  'password.changed',
  {
    fr: () => ({
      subject: 'Votre mot de passe a changé',
      body: "Le mot de passe de votre compte vient de changer et vos autres appareils ont été déconnectés. Si ce n'est pas vous, réinitialisez votre mot de passe et contactez l'assistance tout de suite.",
      sms: "Soko : votre mot de passe a changé. Pas vous ? Réinitialisez-le et contactez l'assistance.",
    }),
    en: () => ({
      subject: 'Your password has changed',
      body: 'The password of your account has just changed and your other devices have been signed out. If this was not you, reset your password and contact support at once.',
      sms: 'Soko: your password has changed. Not you? Reset it and contact support.',
    }),
  },
  { isForPhones: true },
)

export const passwordAdded = notice(
  'password.created',
  {
    fr: () => ({
      subject: 'Un mot de passe a été ajouté',
      body: "Votre compte s'ouvre désormais aussi par un mot de passe. Si ce n'est pas vous, réinitialisez-le et déconnectez tous vos appareils.",
      sms: 'Soko : un mot de passe a été ajouté à votre compte. Pas vous ? Réinitialisez-le.',
    }),
    en: () => ({
      subject: 'A password has been added',
      body: 'Your account can now also be opened with a password. If this was not you, reset it and sign out all your devices.',
      sms: 'Soko: a password has been added to your account. Not you? Reset it.',
    }),
  },
  { isForPhones: true },
)
