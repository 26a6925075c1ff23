import { eq } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { users } from '#db/schema/core/users.ts'
import type { Ctx } from '../context.ts'

/** No device is known to the account until it signs in again (docs/limits.md, Known devices). */
export const forgetDevices = (ctx: Ctx, userId: string): Write =>
  ctx.db.update(users).set({ devicesKnownSince: ctx.now }).where(eq(users.id, userId))
