import { and, eq, inArray } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether, type Write } from '#db/client.ts'
import { retryOnStale } from '#db/commit.ts'
import { abortUnlessChanged, guard } from '#db/guard.ts'
import { users } from '#db/schema/core/users.ts'
import { wallets } from '#db/schema/money/wallets.ts'
import { riders } from '#db/schema/orders/riders.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { recordCreation, transition } from '#domain/core/machine.ts'
import { fail } from '#kernel/failure.ts'
import { requireStanding } from '../zones/guards.ts'
import { requireZones, riderFields } from './fields.ts'
import { riderMachine } from './machine.ts'
import { countZones, selectRider } from './queries.ts'
import { viewRider } from './view.ts'

const ROLE_CHANGED = guard('ROLE_CHANGED', 'CONFLICT', {
  message: 'Seul un acheteur ou un livreur peut déposer une candidature de livreur.',
})

export const ApplyAsRider = z.strictObject({
  vehicleType: riderFields.vehicleType,
  vehiclePlate: riderFields.vehiclePlate.optional(),
  zones: riderFields.zones.optional(),
})
type ApplyAsRider = z.output<typeof ApplyAsRider>

/**
 * A buyer asks to become a rider: the role changes at once, the work waits for staff's approval (docs/states.md,
 * Rider). A REJECTED rider may apply again. The wallet opens empty.
 * @throws 403 PHONE_NOT_VERIFIED; 409 for other roles and ALREADY_EXISTS for an application that is not rejected
 */
export const applyAsRider = (ctx: Ctx, input: ApplyAsRider) =>
  retryOnStale(async () => {
    const actor = actorOf(ctx)
    const zones = input.zones ?? []
    const [[person], [rider], [counted]] = await readTogether(
      ctx.db,
      ctx.db
        .select({ role: users.role, phoneVerifiedAt: users.phoneVerifiedAt })
        .from(users)
        .where(eq(users.id, actor.id)),
      ctx.db.select().from(riders).where(eq(riders.userId, actor.id)),
      countZones(ctx, zones),
    )
    if (person?.phoneVerifiedAt == null) fail('FORBIDDEN', 'PHONE_NOT_VERIFIED')
    requireZones(zones, counted?.known)
    if (rider && rider.status !== 'REJECTED') {
      fail('CONFLICT', {
        reason: 'ALREADY_EXISTS',
        message: 'Vous avez déjà une candidature de livreur. Lisez où elle en est dans votre profil de livreur.',
      })
    }

    const profile = { vehicleType: input.vehicleType, vehiclePlate: input.vehiclePlate ?? null, zones }
    const id = rider?.id ?? ctx.ids.v7()
    const [[applied]] = await commit(
      ctx,
      [
        // Roles that may not apply abort here, also one that was given since this request was let in.
        ctx.db
          .update(users)
          .set({ role: 'RIDER', updatedAt: ctx.now })
          .where(and(eq(users.id, actor.id), inArray(users.role, ['BUYER', 'RIDER']))),
        abortUnlessChanged(ctx.db, ROLE_CHANGED),
        requireStanding(ctx, zones),
        ...(rider ? transition(ctx, riderMachine, rider, 'reapply', { set: profile }) : enlist(ctx, id, profile)),
      ],
      selectRider(ctx, id),
    )
    return viewRider(ctx, applied ?? fail('NOT_FOUND'))
  })

type Profile = Pick<typeof riders.$inferInsert, 'vehicleType' | 'vehiclePlate' | 'zones'>

function enlist(ctx: Ctx, id: string, profile: Profile): Write[] {
  const { id: userId } = actorOf(ctx)
  const times = { createdAt: ctx.now, updatedAt: ctx.now }
  return [
    ctx.db
      .insert(riders)
      .values({ id, userId, status: 'PENDING', ...profile, reachedAt: { PENDING: ctx.now }, ...times }),
    recordCreation(ctx, 'rider', id, 'PENDING', 'apply'),
    ctx.db.insert(wallets).values({ ownerId: id, ownerKind: 'rider', userId, createdAt: ctx.now }),
  ]
}
