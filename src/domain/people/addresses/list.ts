import { eq } from 'drizzle-orm'
import type * as z from 'zod'
import { addresses } from '#db/schema/people/addresses.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { newestFirst } from './queries.ts'
import { type AddressListView, viewAddress } from './view.ts'

/** The addresses of the signed-in person, the newest first; 20 at most (docs/accounts.md, Profile and addresses). */
export async function listAddresses(ctx: Ctx): Promise<z.output<typeof AddressListView>> {
  const rows = await ctx.db
    .select()
    .from(addresses)
    .where(eq(addresses.userId, actorOf(ctx).id))
    .orderBy(...newestFirst)
  return { addresses: rows.map(viewAddress) }
}
