import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { abortUnlessChanged, abortWhen, guard, NOT_FOUND } from '#db/guard.ts'
import { addresses } from '#db/schema/people/addresses.ts'
import { withinEdits } from '#domain/core/codes/day-quota.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { requireActiveActor } from '#domain/core/guards.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { addressFields } from './fields.ts'
import { dropDefault, hasNoDefault, isMine, selectAddress } from './queries.ts'
import { viewAddress } from './view.ts'

const DEFAULT_NEEDED = guard('DEFAULT_NEEDED', 'CONFLICT', {
  message: 'Choisissez plutôt une autre adresse par défaut : il en faut une.',
})

export const EditAddress = z.strictObject(addressFields).partial()

/**
 * Changes the given fields of an address of the signed-in person. A new default takes the place of the old one (docs/accounts.md, Profile
 * and addresses).
 * @throws 404 for another person's address; 409 if the default shall stop being it: another address has to become the default
 */
export async function editAddress(ctx: Ctx, id: string, { phone, isDefault, ...input }: z.output<typeof EditAddress>) {
  const [known] = await selectAddress(ctx, id)
  const number = phone === undefined ? {} : { phone: f.phoneOf(phone, 'phone', input.country ?? known?.country) }
  if (!known) fail('NOT_FOUND')
  const given = {
    ...input,
    ...number,
    ...(isDefault !== undefined && { isDefault }),
  }
  if (Object.keys(given).length === 0) return viewAddress(known)
  const none = sql`${hasNoDefault(ctx)} AND EXISTS (SELECT 1 FROM addresses a WHERE a.user_id = ${actorOf(ctx).id})`
  const [[edited]] = await commit(
    ctx,
    [
      requireActiveActor(ctx),
      ...withinEdits(ctx),
      ...(isDefault ? [dropDefault(ctx)] : []),
      ctx.db
        .update(addresses)
        .set({ ...given, updatedAt: ctx.now })
        .where(isMine(ctx, id)),
      abortUnlessChanged(ctx.db, NOT_FOUND),
      abortWhen(ctx.db, DEFAULT_NEEDED, none),
    ],
    selectAddress(ctx, id),
  )
  return viewAddress(edited ?? fail('NOT_FOUND'))
}
