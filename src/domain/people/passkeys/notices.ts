import { notice } from '#domain/core/notices/notice.ts'

type Passkey = { name: string }

/** `link` removes the passkey again. */
export const passkeyAdded = notice<Passkey & { link: string }>(
  'passkey.added',
  {
    fr: ({ name, link }) => ({
      subject: "Une clé d'accès a été ajoutée",
      body: `La clé d'accès « ${name} » ouvre désormais votre compte. Si ce n'est pas vous, annulez cet ajout par ce lien, valable 7 jours, puis changez votre mot de passe :\n\n${link}`,
      sms: `Soko : clé d'accès ajoutée. Pas vous ? ${link}`,
    }),
    en: ({ name, link }) => ({
      subject: 'A passkey has been added',
      body: `The passkey "${name}" now opens your account. If this was not you, take this back by this link, good for 7 days, then change your password:\n\n${link}`,
      sms: `Soko: passkey added. Not you? ${link}`,
    }),
  },
  { isForPhones: true },
)

export const passkeyRemoved = notice<Passkey>(
  'passkey.removed',
  {
    fr: ({ name }) => ({
      subject: "Une clé d'accès a été supprimée",
      body: `La clé d'accès « ${name} » n'ouvre plus votre compte. Si ce n'est pas vous, changez votre mot de passe et déconnectez tous vos appareils.`,
      sms: "Soko : une clé d'accès de votre compte a été supprimée. Pas vous ? Changez votre mot de passe.",
    }),
    en: ({ name }) => ({
      subject: 'A passkey has been removed',
      body: `The passkey "${name}" no longer opens your account. If this was not you, change your password and sign out all your devices.`,
      sms: 'Soko: a passkey of your account has been removed. Not you? Change your password.',
    }),
  },
  { isForPhones: true },
)

/** Tells of a sign-in whose signature counter did not rise. */
export const passkeyCopied = notice<Passkey>(
  'passkey.copied',
  {
    fr: ({ name }) => ({
      subject: "Connexion refusée par clé d'accès",
      body: `Une connexion avec votre clé d'accès « ${name} » a été refusée : il en existe peut-être une copie. Supprimez cette clé et ajoutez-en une nouvelle.`,
      sms: "Soko : une clé d'accès peut-être copiée a été refusée. Supprimez-la et ajoutez-en une autre.",
    }),
    en: ({ name }) => ({
      subject: 'Sign-in with a passkey refused',
      body: `A sign-in with your passkey "${name}" was refused: there may be a copy of it. Remove this passkey and add a new one.`,
      sms: 'Soko: a passkey that may be a copy was refused. Remove it and add another.',
    }),
  },
  { isForPhones: true },
)
