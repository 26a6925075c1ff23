import type { users } from '#db/schema/core/users.ts'
import type { Ctx } from '#domain/core/context.ts'

type User = typeof users.$inferSelect
/** Facts that a way of joining gives; the other columns begin alike for everybody. */
type Joining = Pick<User, 'name' | 'email' | 'role'> &
  Partial<Pick<User, 'phone' | 'preferredCurrency' | 'locale' | 'passwordHash' | 'emailVerifiedAt'>>

/** The row of a new account. Unless `joining` says otherwise, prices are in USD, the language is French, and nothing is proved. */
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
