import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { abortWhen, guard } from '#db/guard.ts'
import { addresses } from '#db/schema/people/addresses.ts'
import { withinEdits } from '#domain/core/codes/day-quota.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { requireActiveActor } from '#domain/core/guards.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { addressFields } from './fields.ts'
import { dropDefault, hasNoDefault, selectAddress } from './queries.ts'
import { viewAddress } from './view.ts'

const ADDRESS_LIMIT = guard('ADDRESS_LIMIT', 'CONFLICT', {
  message: "Vous avez déjà 20 adresses. Supprimez-en une d'abord.",
})

export const AddAddress = z.strictObject(addressFields)

const MOST = 20

/**
 * Adds an address. It becomes the default if it is the first or asks to be (docs/accounts.md, Profile and addresses).
 * @throws 409 over 20
 */
export async function addAddress(ctx: Ctx, { isDefault, phone, ...input }: z.output<typeof AddAddress>) {
  const { id: userId } = actorOf(ctx)
  const id = ctx.ids.v7()
  const row = {
    ...input,
    id,
    userId,
    phone: f.phoneOf(phone, 'phone', input.country),
    isDefault: sql<boolean>`${hasNoDefault(ctx)}`,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  }
  const tooMany = sql`(SELECT count(*) FROM addresses a WHERE a.user_id = ${userId}) > ${MOST}`
  const [[added]] = await commit(
    ctx,
    [
      requireActiveActor(ctx),
      ...withinEdits(ctx),
      ...(isDefault ? [dropDefault(ctx)] : []),
      ctx.db.insert(addresses).values(row),
      abortWhen(ctx.db, ADDRESS_LIMIT, tooMany),
    ],
    selectAddress(ctx, id),
  )
  return viewAddress(added ?? fail('NOT_FOUND'))
}
