import { Buffer } from 'node:buffer'
import { and, eq, isNull, ne, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { users } from '#db/schema/core/users.ts'
import { issueCode, rowOf } from '#domain/core/codes/issue.ts'
import { commitForGuest } from '#domain/core/codes/mail-code.ts'
import { emailCode } from '#domain/core/codes/notices.ts'
import type { Ctx } from '#domain/core/context.ts'
import { askerOf, deviceOf, markJoined } from '#domain/core/devices/known.ts'
import { requireHonestName } from '#domain/core/honest-name.ts'
import { mailAt, messageWhen } from '#domain/core/notices/notify.ts'
import { NOBODY } from '#domain/core/notices/row.ts'
import { acceptOnJoining, termsFields } from '#domain/core/terms.ts'
import { hmac } from '#kernel/digest.ts'
import * as f from '#kernel/fields.ts'
import { LOCALES } from '#kernel/format.ts'
import { hashChosen } from '../passwords/choose.ts'
import { newPassword } from '../passwords/new-password.ts'
import { viewUser } from '../users/view.ts'
import { newUser } from './new-user.ts'
import { accountExists } from './notices.ts'
import { screen, screening } from './screen.ts'
import { typedBy } from './typed.ts'

export const CreateAccount = z.strictObject({
  name: f.line(2, 80),
  email: f.email,
  password: newPassword,
  role: z.enum(['BUYER', 'SELLER', 'RIDER']),
  phone: f.phone.optional(),
  preferredCurrency: f.currency.optional(),
  locale: z.enum(LOCALES).optional(),
  ...termsFields,
  ...screening,
})
type CreateAccount = z.output<typeof CreateAccount>

/**
 * Creates an account that waits for the code mailed to its address (docs/accounts.md, Creating an account). A known address gets the same
 * answer in the same time: if its account is verified, the owner gets a mail that it exists; if not, a new code.
 * @throws 403 TERMS_CHANGED without the terms in force, if the platform has any; 429 for the sixth message to the address in an hour
 */
export async function createAccount(ctx: Ctx, { password, phone, ...input }: CreateAccount) {
  const {
    preferredCurrency = 'USD',
    locale = 'fr',
    website: _,
    turnstileToken: __,
    acceptTerms,
    termsVersion,
    ...person
  } = input
  requireHonestName(input.name, 'name')
  const isMachine = await screen(ctx, input)
  const number = phone === undefined ? null : f.phoneOf(phone, 'phone')
  const chosen = { password, field: 'password', salt: await saltOf(ctx, input.email) }
  const passwordHash = await hashChosen(ctx, chosen, { ...input, phone: number })
  const user = newUser(ctx, { ...person, preferredCurrency, locale, phone: number, passwordHash })
  const { email } = user
  // Every device gets this token, whether or not an account has the address.
  const deviceToken = await markJoined(ctx, email)
  const answer = { user: viewUser(ctx, user), verificationRequired: true, deviceToken }
  if (isMachine) return answer
  const row = rowOf(ctx, email, await askerOf(ctx, email))
  const { code, writes } = await issueCode(
    ctx,
    { purpose: 'EMAIL', person: email, target: email },
    { atOnce: true, row, typed: typedBy(user, deviceOf(deviceToken)) },
  )
  // The mail counts as a newcomer's, also if an account has the address: a refusal must not tell.
  const mail = { ...mailAt(email), account: NOBODY }
  const isProved = has(email, sql`u.email_verified_at IS NOT NULL`)
  await commitForGuest(ctx, 'REGISTRATION', email, (quota) => [
    ctx.db.insert(users).values(user).onConflictDoNothing(),
    dropDisputed(ctx, user),
    ...acceptOnJoining(ctx, user.id, { acceptTerms, termsVersion }),
    ...writes,
    ...quota,
    messageWhen(ctx, sql`NOT ${isProved}`, mail, emailCode, { code }),
    messageWhen(ctx, isProved, mail, accountExists),
  ])
  return answer
}

const has = (email: string, what: SQL) =>
  sql`EXISTS (SELECT 1 FROM users u WHERE u.email = ${email} AND u.deleted_at IS NULL AND ${what})`

/**
 * Drops the password of an unproved account if the address is registered again with another one: the mailed code would prove the address to
 * both. The holder of the address chooses a password after the code.
 */
const dropDisputed = (ctx: Ctx, { id, email, passwordHash }: typeof users.$inferSelect) =>
  ctx.db
    .update(users)
    .set({ passwordHash: null })
    .where(
      and(
        eq(users.email, email),
        isNull(users.deletedAt),
        isNull(users.emailVerifiedAt),
        ne(users.id, id),
        sql`users.password_hash IS NOT ${passwordHash}`,
      ),
    )

/**
 * The salt of a registration. Each address has its own, and it stays the same, so that a repeated registration with the same password gives
 * the same hash.
 */
const saltOf = async (ctx: Ctx, email: string) =>
  Buffer.from(await hmac(ctx.settings.codeSecret, `password salt:${email}`), 'hex').subarray(0, 16)
