import { loginPasskey } from '#domain/people/passkeys/login.ts'
import { startPasskeyLogin } from '#domain/people/passkeys/login-options.ts'
import { registerPasskey } from '#domain/people/passkeys/register.ts'
import { startPasskeyRegistration } from '#domain/people/passkeys/register-options.ts'
import { removePasskey } from '#domain/people/passkeys/remove.ts'
import { act, type Commands, pickFrom } from '../plan.ts'
import { addressOf, aGuest, DEVICES, opensOnce, remember } from './guests.ts'
import { guestCommand } from './securing.ts'
import { makePasskey, signWith } from './security-key.ts'

export const passkeys: Commands = {
  ...guestCommand('startPasskeyRegistration', 2, ({ phone }) => async (ctx) => {
    const answer = await startPasskeyRegistration(ctx)
    phone.registration = answer
    return answer.challengeId
  }),
  ...guestCommand('registerPasskey', 3, ({ phone, email }, _as, simulation) => {
    // Mostly at once; now and then with a challenge of before, which may be over or used up.
    const known = simulation.random.chance(0.3) ? phone.registration : undefined
    return async (ctx) => {
      const made = await makePasskey(phone, email, known ?? (await startPasskeyRegistration(ctx)))
      const passkey = await registerPasskey(ctx, made, DEVICES[0])
      opensOnce(simulation, `passkey added:${made.challengeId}`)
      return passkey
    }
  }),
  startPasskeyLogin: {
    weight: 1,
    plan(simulation) {
      const guest = aGuest(simulation)
      const input = simulation.random.chance(0.5) ? { email: addressOf(simulation, guest) } : {}
      return act('startPasskeyLogin', null, input, async (ctx) => {
        const answer = await startPasskeyLogin(ctx, input)
        guest.phone.login = answer
        return answer.challengeId
      })
    },
  },
  loginPasskey: {
    weight: 3,
    plan(simulation) {
      const guest = aGuest(simulation)
      const { passkeys, login } = guest.phone
      const passkey = pickFrom(simulation, passkeys)
      if (!passkey) return undefined
      const known = simulation.random.chance(0.3) ? login : undefined
      const device = simulation.random.pick(DEVICES)
      const run = act('loginPasskey', null, [guest.email, known?.challengeId], async (ctx) => {
        const signed = await signWith(passkey, known ?? (await startPasskeyLogin(ctx, {})))
        const answer = remember(guest, await loginPasskey(ctx, signed, device))
        opensOnce(simulation, `passkey challenge:${signed.challengeId}`)
        return answer
      })
      return simulation.random.chance(0.2) ? [...run, ...run] : run
    },
  },
  ...guestCommand('removePasskey', 0.5, (_guest, { id }, simulation) => {
    const rows = simulation.store.rows<{ id: string }>('SELECT id FROM passkeys WHERE user_id = ? ORDER BY id', id)
    const passkey = pickFrom(simulation, rows)
    return passkey && ((ctx) => removePasskey(ctx, passkey.id))
  }),
}
