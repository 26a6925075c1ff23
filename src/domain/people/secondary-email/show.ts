import { eq } from 'drizzle-orm'
import * as z from 'zod'
import { users } from '#db/schema/core/users.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { maskEmail } from '#kernel/phone.ts'

/** `a•••@example.com`; null if there is none. */
export const SecondaryEmailView = z.object({ email: z.string().nullable() }).meta({ id: 'SecondaryEmail' })

/** Shows the second address of the signed-in account, masked against eyes over a shoulder (docs/accounts.md, Second address). */
export async function showSecondaryEmail(ctx: Ctx): Promise<z.output<typeof SecondaryEmailView>> {
  const [user] = await ctx.db
    .select({ email: users.secondaryEmail })
    .from(users)
    .where(eq(users.id, actorOf(ctx).id))
  return { email: user?.email ? maskEmail(user.email) : null }
}
