import * as z from 'zod'
import type { users } from '#db/schema/core/users.ts'
import type { Ctx } from '#domain/core/context.ts'
import { deviceMark } from '#domain/core/devices/view.ts'
import { mediaUrl } from '#domain/core/files/media-url.ts'
import * as f from '#kernel/fields.ts'
import { ROLES } from '#kernel/roles.ts'
import { iso, isoOrNull } from '#kernel/time.ts'

/** A user (docs/conventions.md, Shapes). */
export const UserView = z
  .object({
    id: f.id,
    name: z.string(),
    role: z.enum(ROLES).meta({ id: 'Role' }),
    email: z.string(),
    isEmailVerified: z.boolean(),
    phone: z.string().nullable(),
    isPhoneVerified: z.boolean(),
    preferredCurrency: f.currency,
    avatarUrl: z.string().nullable(),
    isBlocked: z.boolean(),
    createdAt: f.isoTime,
  })
  .meta({ id: 'User' })

/** A user, with the token that makes the device known under the changed address or number. */
export const MarkedUserView = UserView.extend(deviceMark).meta({ id: 'MarkedUser' })

export const viewUser = (ctx: Ctx, user: typeof users.$inferSelect): z.output<typeof UserView> => ({
  id: user.id,
  name: user.name,
  role: user.role,
  email: user.email,
  isEmailVerified: user.emailVerifiedAt !== null,
  phone: user.phone,
  isPhoneVerified: user.phoneVerifiedAt !== null,
  preferredCurrency: user.preferredCurrency,
  avatarUrl: user.avatarKey && mediaUrl(ctx, user.avatarKey),
  isBlocked: user.blockedAt !== null,
  createdAt: iso(user.createdAt),
})

/** A user as they see their own profile. */
export const ProfileView = UserView.extend({
  deletionAt: f.isoTime.nullable().meta({
    description: 'Les données du compte seront effacées à cet instant, sauf cancelErasure. « null » : rien de prévu.',
  }),
}).meta({ id: 'Profile' })

export const viewProfile = (ctx: Ctx, user: typeof users.$inferSelect): z.output<typeof ProfileView> => ({
  ...viewUser(ctx, user),
  deletionAt: isoOrNull(user.erasureDueAt),
})

export const UserList = f.listOf('users', UserView)

/** Null for an ADMIN who may approve, and for all other roles. */
export const heldUntilView = f.isoTime.nullable().meta({ description: "N'approuve rien avant (APPROVER_HELD)." })

/** A person as staff see them (docs/accounts.md, Staff acts). */
export const UserFileView = UserView.extend({
  lastLoginAt: f.isoTime.nullable(),
  /** Number of live sessions. */
  sessionsCount: z.int(),
  /** Number of orders as a buyer. */
  ordersCount: z.int(),
  blockReason: z.string().nullable(),
  approvalsHeldUntil: heldUntilView,
  deletedAt: f.isoTime.nullable(),
}).meta({ id: 'UserFile' })
