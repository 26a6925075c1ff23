import { notice } from '#domain/core/notices/notice.ts'

type NewDevice = { clientType: 'WEB' | 'MOBILE'; address: string | null; at: number }

/** The kind of client. The name that a device gives itself is left out, because a thief could write it. */
const KIND = {
  fr: { WEB: 'dans un navigateur', MOBILE: "dans l'application" },
  en: { WEB: 'in a browser', MOBILE: 'in the app' },
}

export const newDevice = notice<NewDevice>('session.new-device', {
  fr: ({ clientType, address, at }, { instant }) => ({
    subject: 'Connexion depuis un nouvel appareil',
    body: `Votre compte vient d'être ouvert depuis un nouvel appareil, ${KIND.fr[clientType]} (adresse ${address ?? 'inconnue'}), le ${instant(at)}. Si ce n'est pas vous, changez votre mot de passe et déconnectez tous vos appareils.`,
  }),
  en: ({ clientType, address, at }, { instant }) => ({
    subject: 'Sign-in from a new device',
    body: `Your account has just been opened from a new device, ${KIND.en[clientType]} (address ${address ?? 'unknown'}), on ${instant(at)}. If this was not you, change your password and sign out all your devices.`,
  }),
})

export const sessionReused = notice<{ at: number }>('session.reused', {
  fr: ({ at }, { instant }) => ({
    subject: 'Une de vos sessions a été fermée',
    body: `Un ancien jeton d'une de vos sessions a servi le ${instant(at)} : quelqu'un d'autre l'a peut-être copié. Cette session est fermée. Reconnectez-vous ; si vous avez un doute, changez votre mot de passe et déconnectez tous vos appareils.`,
  }),
  en: ({ at }, { instant }) => ({
    subject: 'One of your sessions was ended',
    body: `An old token of one of your sessions was used on ${instant(at)}: somebody else may have copied it. That session is over. Sign in again; if in doubt, change your password and sign out all your devices.`,
  }),
})
