import { AddAddress, addAddress } from '#domain/people/addresses/add.ts'
import { editAddress } from '#domain/people/addresses/edit.ts'
import { removeAddress } from '#domain/people/addresses/remove.ts'
import { linkGoogle } from '#domain/people/google/link.ts'
import { loginGoogle } from '#domain/people/google/login.ts'
import { registerGoogle } from '#domain/people/google/register.ts'
import { unlinkGoogle } from '#domain/people/google/unlink.ts'
import { removePhone } from '#domain/people/profile/remove-phone.ts'
import { requestEmail } from '#domain/people/profile/request-email.ts'
import { cancelErasure, scheduleErasure } from '#domain/people/profile/schedule-erasure.ts'
import { updateProfile } from '#domain/people/profile/update.ts'
import { verifyNewEmail } from '#domain/people/profile/verify-new-email.ts'
import { requestPhone } from '#domain/people/users/request-phone.ts'
import { verifyPhone } from '#domain/people/users/verify-phone.ts'
import { CreateProfile, createSellerProfile } from '#domain/shops/profiles/create.ts'
import { HOUR_MS } from '#kernel/time.ts'
import { PROFILE } from '#testing/fixtures/inputs.ts'
import type { Simulation } from '../../simulation.ts'
import { act, type Commands, codeFrom } from '../plan.ts'
import { codeOfApp } from './authenticator.ts'
import { aGuest, DEVICES, type Guest, opensOnce, recent, remember } from './guests.ts'
import { guestCommand } from './securing.ts'

/** Makes Google's word about a guest, which stands for its signed token here; a new one each time. */
const tokenOf = (simulation: Simulation, { email }: Guest) =>
  JSON.stringify({
    kind: 'verified',
    claim: { subject: `google-${email}`, email, emailVerified: true, name: 'Aline', endsAt: simulation.now + HOUR_MS },
    nonce: simulation.random.hex(8),
  })

const byGoogle = (name: string, weight: number, enter: typeof loginGoogle | RegisterByGoogle): Commands => ({
  [name]: {
    weight,
    plan(simulation) {
      const guest = aGuest(simulation)
      const idToken = tokenOf(simulation, guest)
      const run = act(name, null, guest.email, async (ctx) => {
        const answer = remember(guest, await enter(ctx, { idToken, role: 'BUYER' }, DEVICES[0]))
        opensOnce(simulation, idToken)
        return answer
      })
      return simulation.random.chance(0.2) ? [...run, ...run] : run
    },
  },
})
type RegisterByGoogle = typeof registerGoogle

/** The proof that a guest gives of being who they are. */
function proofOf(simulation: Simulation, guest: Guest): { code: string } | { password: string } | undefined {
  const code = simulation.random.chance(0.5) ? codeOfApp(simulation, guest.seed) : undefined
  if (code) return { code }
  const password = recent(simulation, guest.passwords)
  return password ? { password } : undefined
}

const someAddress = (simulation: Simulation) =>
  AddAddress.parse({
    label: 'Maison',
    recipientName: 'Aline',
    phone: '243810000001',
    country: 'CD',
    city: 'Bukavu',
    ...(simulation.random.chance(0.5) && { isDefault: true }),
  })
const oneAddress = (simulation: Simulation, userId: string) => {
  const rows = simulation.store.rows<{ id: string }>('SELECT id FROM addresses WHERE user_id = ? ORDER BY id', userId)
  return rows.length > 0 ? simulation.random.pick(rows).id : undefined
}

const NEW_PROFILE = CreateProfile.parse(PROFILE)
/** Fewer numbers than guests: now and then two want the same. */
const NUMBERS = ['243990000031', '243990000032']

export const owning: Commands = {
  ...guestCommand('requestPhone', 2, (guest, _as, simulation) => {
    const phone = simulation.random.pick(NUMBERS)
    guest.phone.number = phone
    return (ctx) => requestPhone(ctx, { phone })
  }),
  ...guestCommand('verifyPhone', 8, ({ phone: { number } }, _as, simulation) => {
    const code = number && codeFrom(simulation, number, 'est votre code Soko')
    return code ? (ctx) => verifyPhone(ctx, { code }) : undefined
  }),
  /** Whoever bought the SIM of an earner who proved the number long ago. */
  ...guestCommand('requestRecycledNumber', 0.5, (guest, _as, simulation) => {
    const { phone } = simulation.random.pick([...simulation.people.sellers, ...simulation.people.riders])
    if (!phone) return undefined
    guest.phone.number = phone
    return (ctx) => requestPhone(ctx, { phone })
  }),
  ...guestCommand('removePhone', 0.2, () => removePhone),
  ...guestCommand('createSellerProfile', 0.2, () => (ctx) => createSellerProfile(ctx, NEW_PROFILE)),
  ...byGoogle('loginGoogle', 0.8, loginGoogle),
  ...byGoogle('registerGoogle', 0.4, registerGoogle),
  ...guestCommand('linkGoogle', 1.2, (guest, _as, simulation) => {
    const idToken = tokenOf(simulation, guest)
    return (ctx) => linkGoogle(ctx, { idToken })
  }),
  ...guestCommand('unlinkGoogle', 1.2, () => unlinkGoogle),
  ...guestCommand('addAddress', 1, (_guest, _as, simulation) => {
    const input = someAddress(simulation)
    return (ctx) => addAddress(ctx, input)
  }),
  ...guestCommand('editAddress', 0.6, (_guest, { id }, simulation) => {
    const address = oneAddress(simulation, id)
    return address ? (ctx) => editAddress(ctx, address, { isDefault: true }) : undefined
  }),
  ...guestCommand('removeAddress', 0.8, (_guest, { id }, simulation) => {
    const address = oneAddress(simulation, id)
    return address ? (ctx) => removeAddress(ctx, address) : undefined
  }),
  ...guestCommand('updateProfile', 0.4, () => (ctx) => updateProfile(ctx, { preferredCurrency: 'CDF' })),
  ...guestCommand('requestEmail', 1.5, (guest, _as, simulation) => {
    const proof = proofOf(simulation, guest)
    return proof && ((ctx) => requestEmail(ctx, { newEmail: guest.third, ...proof }))
  }),
  ...guestCommand('verifyNewEmail', 5, ({ third }, _as, simulation) => {
    const code = codeFrom(simulation, third, 'fait de cette adresse')
    return code ? (ctx) => verifyNewEmail(ctx, { code }) : undefined
  }),
  ...guestCommand('scheduleErasure', 0.5, (guest, _as, simulation) => {
    const proof = proofOf(simulation, guest)
    return proof && ((ctx) => scheduleErasure(ctx, proof))
  }),
  ...guestCommand('cancelErasure', 0.4, () => cancelErasure),
}
