import type { Actor, Ctx } from '#domain/core/context.ts'
import { blockUser } from '#domain/people/users/block.ts'
import { deleteUser } from '#domain/people/users/delete.ts'
import { forceLogout } from '#domain/people/users/force-logout.ts'
import { restoreUser } from '#domain/people/users/restore.ts'
import { setRole } from '#domain/people/users/set-role.ts'
import { unblockUser } from '#domain/people/users/unblock.ts'
import { verifyEmailByStaff, verifyPhoneByStaff } from '#domain/people/users/verify-by-staff.ts'
import type { Simulation } from '../../simulation.ts'
import { accountOf, aGuest } from '../accounts/guests.ts'
import { act, type Commands } from '../plan.ts'

const anAdmin = (simulation: Simulation) => simulation.random.pick(simulation.people.admins)
const someStaff = (simulation: Simulation) =>
  simulation.random.pick([simulation.people.support, ...simulation.people.admins])

/** Makes an act of staff on a guest. */
const staffCommand = (
  name: string,
  weight: number,
  by: (simulation: Simulation) => Actor,
  does: (simulation: Simulation, id: string) => (ctx: Ctx) => Promise<unknown>,
): Commands => ({
  [name]: {
    weight,
    plan(simulation) {
      const account = accountOf(simulation, aGuest(simulation))
      return account && act(name, by(simulation), account.id, does(simulation, account.id))
    },
  },
})

const ROLES = ['BUYER', 'SELLER', 'RIDER', 'SUPPORT', 'ACCOUNTANT'] as const

export const staffOnUsers: Commands = {
  ...staffCommand('blockUser', 0.4, someStaff, (_, id) => (ctx) => blockUser(ctx, id, { reason: 'Abus' })),
  ...staffCommand('unblockUser', 2, someStaff, (_, id) => (ctx) => unblockUser(ctx, id, {})),
  ...staffCommand('forceLogout', 0.3, someStaff, (_, id) => (ctx) => forceLogout(ctx, id, {})),
  ...staffCommand('resetFactors', 1, anAdmin, (_, id) => (ctx) => forceLogout(ctx, id, { resetFactors: true })),
  ...staffCommand('vouchForEmail', 0.3, someStaff, (_, id) => (ctx) => verifyEmailByStaff(ctx, id, {})),
  ...staffCommand('vouchForPhone', 0.5, someStaff, (_, id) => (ctx) => verifyPhoneByStaff(ctx, id, {})),
  ...staffCommand('setRole', 0.4, anAdmin, ({ random }, id) => {
    const role = random.chance(0.5) ? 'BUYER' : random.pick(ROLES)
    return (ctx) => setRole(ctx, id, { role })
  }),
  ...staffCommand('deleteUser', 0.25, anAdmin, (_, id) => (ctx) => deleteUser(ctx, id, { reason: 'Demande' })),
  ...staffCommand('restoreUser', 1, anAdmin, (_, id) => (ctx) => restoreUser(ctx, id, {})),
}
