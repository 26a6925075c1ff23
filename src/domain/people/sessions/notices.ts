import { notice } from '../../core/notices/notice.ts'

type NewDevice = { device: string | null; address: string | null; at: number }

export const newDevice = notice<NewDevice>('session.new-device', {
  fr: ({ device, address, at }, { instant }) => ({
    subject: 'Connexion depuis un nouvel appareil',
    body: `Votre compte vient d'être ouvert depuis un nouvel appareil : ${device ?? 'appareil inconnu'} (adresse ${address ?? 'inconnue'}), le ${instant(at)}. Si ce n'est pas vous, changez votre mot de passe et déconnectez tous vos appareils.`,
  }),
  en: ({ device, address, at }, { instant }) => ({
    subject: 'Sign-in from a new device',
    body: `Your account has just been opened from a new device: ${device ?? 'unknown device'} (address ${address ?? 'unknown'}), on ${instant(at)}. If this was not you, change your password and sign out all your devices.`,
  }),
})
