import { and, eq, isNull } from 'drizzle-orm'
import * as z from 'zod'
import { commit } from '../../db/commit.ts'
import { users } from '../../db/schema/identity.ts'
import { violated } from '../../db/violation.ts'
import { Failure } from '../../kernel/failure.ts'
import * as f from '../../kernel/fields.ts'
import { issueCode } from '../codes/issue.ts'
import type { Ctx } from '../context.ts'
import { CODE_MESSAGES, NOTICES } from '../notices/messages.ts'
import { message } from '../notices/notify.ts'
import { sendOutbox } from '../notices/send.ts'
import { viewUser } from '../users/view.ts'
import { COMMON_PASSWORDS } from './common-passwords.ts'
import { hashPassword } from './password.ts'

export const newPassword = z
  .string()
  .min(8)
  .max(128)
  .refine((password) => !COMMON_PASSWORDS.has(password.toLowerCase()), {
    error: 'Ce mot de passe est trop courant. Choisissez-en un autre.',
  })

export const CreateAccount = z.strictObject({
  name: f.line(2, 80),
  email: f.email,
  password: newPassword,
  role: z.enum(['BUYER', 'SELLER', 'RIDER']),
  phone: f.phone.optional(),
  preferredCurrency: f.currency.optional(),
  locale: z.enum(['fr', 'en']).optional(),
})
type CreateAccount = z.output<typeof CreateAccount>

/**
 * Somebody joins: the account waits for the code sent to its address (contract.md 5.1). A known address gets the same
 * answer in the same time, and a mail that says so; nothing of its account changes or shows.
 */
export async function createAccount(ctx: Ctx, input: CreateAccount) {
  const phone = input.phone === undefined ? null : f.phoneOf(input.phone, 'phone')
  const user: typeof users.$inferSelect = {
    id: ctx.ids.v7(),
    name: input.name,
    email: input.email,
    emailVerifiedAt: null,
    phone,
    phoneVerifiedAt: null,
    role: input.role,
    preferredCurrency: input.preferredCurrency ?? 'USD',
    locale: input.locale ?? 'fr',
    avatarKey: null,
    secondaryEmail: null,
    passwordHash: await hashPassword(ctx, input.password),
    blockedAt: null,
    blockReason: null,
    deletedAt: null,
    erasureDueAt: null,
    erasedAt: null,
    lastLoginAt: null,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  }
  const { code, writes } = await issueCode(ctx, { purpose: 'EMAIL', person: user.email, target: user.email })
  const welcome = { channel: 'EMAIL', to: user.email, kind: 'code.email', ...CODE_MESSAGES.EMAIL(code) } as const
  try {
    await commit(ctx, [ctx.db.insert(users).values(user), ...writes, message(ctx, welcome)])
  } catch (error) {
    if (!(await isKnown(ctx, user.email, error))) throw error
    const known = { channel: 'EMAIL', to: user.email, kind: 'account.exists', ...NOTICES['account.exists']() } as const
    await commit(ctx, [message(ctx, known)])
  }
  ctx.later(() => sendOutbox(ctx))
  return { user: viewUser(ctx, user), verificationRequired: true }
}

async function isKnown(ctx: Ctx, email: string, error: unknown): Promise<boolean> {
  if (!(error instanceof Failure) && violated(error) === undefined) return false
  const rows = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), isNull(users.deletedAt)))
  return rows.length > 0
}
