import { users } from '#db/schema/core/users.ts'
import { commit } from '#domain/core/commit.ts'
import type { Actor, Ctx } from '#domain/core/context.ts'
import { applyAsRider } from '#domain/orders/riders/apply.ts'
import { decideRider } from '#domain/orders/riders/decide.ts'
import { setAvailability } from '#domain/orders/riders/set-availability.ts'
import { hashPassword } from '#domain/people/passwords/hash.ts'
import type { At } from './at.ts'
import { DEMO_PASSWORD, type DemoPerson } from './people.ts'

export const demoActor = ({ role, email }: DemoPerson, id: string): Actor => ({
  id,
  role,
  email,
  sessionId: 'seed',
  provenAt: null,
  phone: null,
  hasSecondFactor: false,
  sellerProfileId: null,
  riderId: null,
})

/** Makes an account with a verified address and number. A rider joins as a buyer, and becomes a rider by applying. */
export async function join(ctx: Ctx, person: DemoPerson, id: string = ctx.ids.v7()): Promise<Actor> {
  const row = {
    ...person,
    id,
    role: person.role === 'RIDER' ? ('BUYER' as const) : person.role,
    passwordHash: await hashPassword(ctx, DEMO_PASSWORD),
    emailVerifiedAt: ctx.now,
    phoneVerifiedAt: ctx.now,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  }
  await commit(ctx, [ctx.db.insert(users).values(row)])
  return demoActor(person, id)
}

/** Makes an account a rider who is online: application, approval, availability. */
export async function enlist(at: At, rider: Actor, admin: Actor): Promise<void> {
  const { id } = await applyAsRider(at(26, rider), { vehicleType: 'MOTO', vehiclePlate: 'SK 4821 AB', zones: [] })
  await decideRider(at(25, admin), id, 'approve', {})
  await setAvailability(at(1, { ...rider, riderId: id }), { availability: 'ONLINE' })
}
