import type { Actor, Ctx } from '#domain/core/context.ts'
import { RegisterDevice, registerDevice } from '#domain/office/notifications/register-device.ts'
import { removeDevice } from '#domain/office/notifications/remove-device.ts'
import { undoChange } from '#domain/people/changes/undo.ts'
import { createPassword } from '#domain/people/passwords/create.ts'
import { forgotPassword } from '#domain/people/passwords/forgot.ts'
import { resetPassword } from '#domain/people/passwords/reset.ts'
import { updatePassword } from '#domain/people/passwords/update.ts'
import { promoteSecondaryEmail } from '#domain/people/secondary-email/promote.ts'
import { removeSecondaryEmail } from '#domain/people/secondary-email/remove.ts'
import { requestSecondaryEmail } from '#domain/people/secondary-email/request.ts'
import { verifySecondaryEmail } from '#domain/people/secondary-email/verify.ts'
import { logout } from '#domain/people/sessions/logout.ts'
import { logoutAll } from '#domain/people/sessions/logout-all.ts'
import { revokeSession } from '#domain/people/sessions/revoke-session.ts'
import { signAccessToken } from '#domain/people/sessions/tokens.ts'
import { reauthenticate } from '#domain/people/sign-in/reauthenticate.ts'
import { confirmTotp } from '#domain/people/totp/confirm.ts'
import { disableTotp } from '#domain/people/totp/disable.ts'
import { regenerateBackupCodes } from '#domain/people/totp/regenerate-backup-codes.ts'
import { setUpTotp } from '#domain/people/totp/setup.ts'
import type { Simulation } from '../../simulation.ts'
import { act, type Commands, codeFrom, type Plan, pickFrom } from '../plan.ts'
import { codeOfApp } from './authenticator.ts'
import { addressOf, aGuest, type Guest, opensOnce, recent, signedIn } from './guests.ts'

const NEW_PASSWORDS = ['Goma-2026!a', 'Goma-2026!b'] as const

/** Makes an act of a guest on their own account while they are signed in. */
export function guestCommand(
  name: string,
  weight: number,
  does: (guest: Guest, as: Actor, simulation: Simulation) => ((ctx: Ctx) => Promise<unknown>) | undefined,
): Commands {
  const plan = (simulation: Simulation): Plan[] | undefined => {
    const guest = aGuest(simulation)
    const as = signedIn(simulation, guest)
    const run = as && does(guest, as, simulation)
    return as && run && act(name, as, guest.email, run)
  }
  return { [name]: { weight, plan } }
}

/** The link of a mail that takes a change back, now and then twice. */
function takesBack(simulation: Simulation, label: string, email: string, isTheirs: (to: string) => boolean) {
  const links = simulation.inbox
    .filter(({ to }) => isTheirs(to))
    .flatMap(({ text }) => /\/annuler\?token=([\w.-]+)/.exec(text)?.[1] ?? [])
  const token = recent(simulation, links)
  if (!token) return undefined
  const run = act(label, null, email, async (ctx) => {
    const answer = await undoChange(ctx, { token })
    opensOnce(simulation, `undo:${token}`)
    return answer
  })
  return simulation.random.chance(0.2) ? [...run, ...run] : run
}

export const securing: Commands = {
  ...guestCommand('setUpTotp', 2, (guest) => async (ctx) => {
    const answer = await setUpTotp(ctx)
    guest.seed = answer.secret
    return answer.secret
  }),
  ...guestCommand('confirmTotp', 3, (guest, _as, simulation) => {
    const code = codeOfApp(simulation, guest.seed)
    if (!code) return undefined
    return async (ctx) => {
      const answer = await confirmTotp(ctx, { code })
      guest.backupCodes.push(...answer.backupCodes)
      return answer
    }
  }),
  ...guestCommand('regenerateBackupCodes', 1, (guest, _as, simulation) => {
    const code = codeOfApp(simulation, guest.seed)
    if (!code) return undefined
    return async (ctx) => {
      const answer = await regenerateBackupCodes(ctx, { code })
      guest.backupCodes.push(...answer.backupCodes)
      return answer
    }
  }),
  ...guestCommand('disableTotp', 1, (guest, _as, simulation) => {
    const backup = simulation.random.chance(0.3) ? recent(simulation, guest.backupCodes) : undefined
    const code = backup ?? codeOfApp(simulation, guest.seed)
    if (!code) return undefined
    return async (ctx) => {
      const answer = await disableTotp(ctx, { code })
      if (backup) opensOnce(simulation, `backup:${backup}`)
      return answer
    }
  }),
  ...guestCommand('updatePassword', 1, (guest, _as, simulation) => {
    const currentPassword = recent(simulation, guest.passwords)
    const newPassword = simulation.random.pick(NEW_PASSWORDS)
    if (!currentPassword || currentPassword === newPassword) return undefined
    guest.passwords.push(newPassword)
    return (ctx) => updatePassword(ctx, { currentPassword, newPassword })
  }),
  ...guestCommand('createPassword', 0.5, (guest, _as, simulation) => {
    const newPassword = simulation.random.pick(NEW_PASSWORDS)
    guest.passwords.push(newPassword)
    return (ctx) => createPassword(ctx, { newPassword })
  }),
  ...guestCommand('logout', 0.4, (_guest, { id, ...actor }) => async (ctx) => {
    const accessToken = await signAccessToken(ctx, { userId: id, ...actor })
    return logout(ctx, { accessToken, refreshToken: undefined })
  }),
  ...guestCommand('logoutAll', 0.3, () => logoutAll),
  // Few tokens for many people: phones change hands.
  ...guestCommand('registerDevice', 1, (_guest, _as, simulation) => {
    const token = `token-of-a-phone-number-${simulation.random.below(20)}`
    return (ctx) => registerDevice(ctx, RegisterDevice.parse({ kind: 'FCM', token }))
  }),
  ...guestCommand('removeDevice', 2, (_guest, { id }, simulation) => {
    const device = pickFrom(
      simulation,
      simulation.store.rows<{ id: string }>('SELECT id FROM push_devices WHERE user_id = ?', id),
    )
    return device && ((ctx) => removeDevice(ctx, device.id))
  }),
  ...guestCommand(
    'endSession',
    0.4,
    (_guest, { sessionId }) =>
      (ctx) =>
        revokeSession(ctx, sessionId),
  ),
  ...guestCommand(
    'requestSecondaryEmail',
    2,
    ({ second }) =>
      (ctx) =>
        requestSecondaryEmail(ctx, { email: second }),
  ),
  ...guestCommand('verifySecondaryEmail', 6, ({ second }, _as, simulation) => {
    const code = codeFrom(simulation, second, 'comme adresse de secours')
    return code ? (ctx) => verifySecondaryEmail(ctx, { code }) : undefined
  }),
  ...guestCommand(
    'promoteSecondaryEmail',
    0.7,
    ({ second }) =>
      (ctx) =>
        promoteSecondaryEmail(ctx, { email: second }),
  ),
  ...guestCommand('removeSecondaryEmail', 0.4, () => removeSecondaryEmail),
  ...guestCommand('reauthenticate', 6, (guest, _as, simulation) => {
    const code = codeOfApp(simulation, guest.seed)
    const backupCode = simulation.random.chance(0.1) ? recent(simulation, guest.backupCodes) : undefined
    const mailed = codeFrom(simulation, addressOf(simulation, guest), 'ouvre votre compte')
    const password = recent(simulation, guest.passwords)
    const proofs = [{ password }, { code }, { backupCode }, { code: mailed }].filter(
      (proof) => Object.values(proof)[0] !== undefined,
    )
    if (proofs.length === 0) return undefined
    const proof = simulation.random.pick(proofs)
    return async (ctx) => {
      const answer = await reauthenticate(ctx, proof)
      if ('backupCode' in proof) opensOnce(simulation, `backup:${proof.backupCode}`)
      return answer
    }
  }),
  undoChange: {
    weight: 1,
    plan(simulation) {
      const { email } = aGuest(simulation)
      return takesBack(simulation, 'undoChange', email, (to) => to.startsWith(email[0] ?? ''))
    },
  },
  takeNumberBack: {
    weight: 0.3,
    plan(simulation) {
      const { email } = simulation.random.pick([...simulation.people.sellers, ...simulation.people.riders])
      return takesBack(simulation, 'takeNumberBack', email, (to) => to === email)
    },
  },
  forgotPassword: {
    weight: 1.2,
    plan(simulation) {
      const email = addressOf(simulation, aGuest(simulation))
      return act('forgotPassword', null, email, (ctx) => forgotPassword(ctx, { email }))
    },
  },
  resetPassword: {
    weight: 3,
    plan(simulation) {
      const guest = aGuest(simulation)
      const mails = simulation.inbox.filter(
        ({ to, text }) => to.startsWith(guest.email[0] ?? '') && text.includes('/reinitialiser?token='),
      )
      const links = mails.flatMap(({ text }) => /\?token=([\w.-]+)/.exec(text)?.[1] ?? [])
      const token = recent(simulation, links)
      if (!token) return undefined
      const newPassword = simulation.random.pick(NEW_PASSWORDS)
      guest.passwords.push(newPassword)
      const run = act('resetPassword', null, guest.email, async (ctx) => {
        const answer = await resetPassword(ctx, { token, newPassword })
        opensOnce(simulation, `reset:${token}`)
        return answer
      })
      return simulation.random.chance(0.2) ? [...run, ...run] : run
    },
  },
}
