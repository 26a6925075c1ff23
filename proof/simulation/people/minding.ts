import type { Actor, Ctx } from '../../../src/domain/core/context.ts'
import { blockUser } from '../../../src/domain/people/users/block.ts'
import { deleteUser } from '../../../src/domain/people/users/delete.ts'
import { forceLogout } from '../../../src/domain/people/users/force-logout.ts'
import { restoreUser } from '../../../src/domain/people/users/restore.ts'
import { setRole } from '../../../src/domain/people/users/set-role.ts'
import { unblockUser } from '../../../src/domain/people/users/unblock.ts'
import { vouchForEmail } from '../../../src/domain/people/users/vouch.ts'
import type { World } from '../world.ts'
import { accountOf, aGuest } from './guests.ts'
import { act, type Commands } from './plan.ts'

const anAdmin = (world: World) => world.random.pick(world.people.admins)
const someStaff = (world: World) => world.random.pick([world.people.support, ...world.people.admins])

/** What staff do about a guest. */
const about = (
  name: string,
  weight: number,
  by: (world: World) => Actor,
  does: (world: World, id: string) => (ctx: Ctx) => Promise<unknown>,
): Commands => ({
  [name]: {
    weight,
    plan(world) {
      const account = accountOf(world, aGuest(world))
      return account && act(name, by(world), account.id, does(world, account.id))
    },
  },
})

const ROLES = ['BUYER', 'SELLER', 'RIDER', 'SUPPORT', 'ACCOUNTANT'] as const

export const minding: Commands = {
  ...about('blockUser', 0.4, someStaff, (_, id) => (ctx) => blockUser(ctx, id, { reason: 'Abus' })),
  ...about('unblockUser', 2, someStaff, (_, id) => (ctx) => unblockUser(ctx, id, {})),
  ...about('forceLogout', 0.3, someStaff, (_, id) => (ctx) => forceLogout(ctx, id, {})),
  ...about('vouchForEmail', 0.3, someStaff, (_, id) => (ctx) => vouchForEmail(ctx, id, {})),
  ...about('setRole', 0.4, anAdmin, ({ random }, id) => {
    const role = random.chance(0.5) ? 'BUYER' : random.pick(ROLES)
    return (ctx) => setRole(ctx, id, { role })
  }),
  ...about('deleteUser', 0.25, anAdmin, (_, id) => (ctx) => deleteUser(ctx, id, { reason: 'Demande' })),
  ...about('restoreUser', 1, anAdmin, (_, id) => (ctx) => restoreUser(ctx, id)),
}
