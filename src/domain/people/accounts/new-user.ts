import type { users } from '../../../db/schema/core/users.ts'
import type { Ctx } from '../../core/context.ts'

type User = typeof users.$inferSelect
/** What a way of joining knows of the person; the rest begins as it does for everybody. */
type Joining = Pick<User, 'name' | 'email' | 'role'> &
  Partial<Pick<User, 'phone' | 'preferredCurrency' | 'locale' | 'passwordHash' | 'emailVerifiedAt'>>

/** The row of somebody who joins, whichever way: prices in USD and French unless told, and nothing proved. */
export const newUser = (ctx: Ctx, joining: Joining): User => ({
  id: ctx.ids.v7(),
  emailVerifiedAt: null,
  phone: null,
  phoneVerifiedAt: null,
  phoneVouched: null,
  preferredCurrency: 'USD',
  locale: 'fr',
  avatarKey: null,
  secondaryEmail: null,
  secondaryEmailVerifiedAt: null,
  withdrawalsHeldUntil: null,
  devicesKnownSince: null,
  approvalsHeldUntil: null,
  wasAdminUntil: null,
  passwordHash: null,
  blockedAt: null,
  blockReason: null,
  deletedAt: null,
  erasureDueAt: null,
  erasedAt: null,
  lastLoginAt: null,
  createdAt: ctx.now,
  updatedAt: ctx.now,
  ...joining,
})
