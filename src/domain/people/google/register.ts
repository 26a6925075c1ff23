import { and, eq, isNull } from 'drizzle-orm'
import * as z from 'zod'
import type { Write } from '#db/client.ts'
import { abortUnlessChanged, guard } from '#db/guard.ts'
import { users } from '#db/schema/core/users.ts'
import { identities } from '#db/schema/people/factors.ts'
import type { Ctx } from '#domain/core/context.ts'
import { markDevice } from '#domain/core/devices/known.ts'
import { NAMELESS } from '#domain/core/honest-name.ts'
import { acceptOnJoining, termsFields } from '#domain/core/terms.ts'
import * as f from '#kernel/fields.ts'
import { deceitIn } from '#kernel/look-alikes.ts'
import { beginningOf } from '#kernel/text.ts'
import type { GoogleClaim } from '#providers/google.ts'
import { newUser } from '../accounts/new-user.ts'
import { screen, screening } from '../accounts/screen.ts'
import { type Device, openSession } from '../sessions/open-session.ts'
import { type SignedIn, signIn } from '../sign-in/sign-in.ts'
import { viewUser } from '../users/view.ts'
import { freeOfDeleted } from './free-of-deleted.ts'
import { idToken, proveGoogle, refuseToken } from './token.ts'

const ADDRESS_PROVED = guard('ADDRESS_PROVED', 'CONFLICT', {
  reason: 'ALREADY_EXISTS',
  message: 'Cette adresse e-mail est déjà utilisée. Connectez-vous, puis liez Google dans votre compte.',
})

export const RegisterGoogle = z.strictObject({
  idToken,
  role: z.enum(['BUYER', 'SELLER', 'RIDER']),
  phone: f.phone.optional(),
  preferredCurrency: f.currency.optional(),
  ...termsFields,
  ...screening,
})

/**
 * Creates an account with an address that Google has verified: without a password, linked and signed in (docs/accounts.md, Google). It
 * takes over an unproved account of the address. A machine gets the same answer, with tokens that open nothing.
 * @throws 401 INVALID_CREDENTIALS, also for an address that Google did not verify; 403 TERMS_CHANGED without the terms in force, if the
 *   platform has any; 409 ALREADY_EXISTS, 503
 */
export async function registerGoogle(
  ctx: Ctx,
  input: z.output<typeof RegisterGoogle>,
  device: Device,
): Promise<SignedIn> {
  const phone = input.phone === undefined ? null : f.phoneOf(input.phone, 'phone')
  const isMachine = await screen(ctx, input)
  const { claim, used } = await proveGoogle(ctx, input.idToken)
  if (!claim.emailVerified) refuseToken("Google n'a pas vérifié l'adresse de ce compte.")
  const [unproved] = await ctx.db.select({ id: users.id }).from(users).where(unprovedAt(claim.email))
  const fresh = newUser(ctx, {
    name: nameOf(claim),
    email: claim.email,
    emailVerifiedAt: ctx.now,
    role: input.role,
    phone,
    preferredCurrency: input.preferredCurrency ?? 'USD',
  })
  const user = { ...fresh, id: unproved?.id ?? fresh.id }
  if (isMachine) {
    const session = await openSession(ctx, fresh.id, device)
    const nothing = { sellerProfileId: null, riderId: null, hasSecondFactor: false }
    const tokens = await session.tokensOf({ role: user.role, ...nothing })
    const nobody = { id: fresh.id, email: fresh.id }
    return { user: viewUser(ctx, user), tokens, deviceToken: await markDevice(ctx, nobody) }
  }

  const { subject, email } = claim
  const link = { provider: 'GOOGLE', subject, userId: user.id, email, linkedAt: ctx.now } as const
  const joined = [
    ...used,
    ...join(ctx, user, unproved?.id),
    ...acceptOnJoining(ctx, user.id, input),
    freeOfDeleted(ctx, subject),
    ctx.db.insert(identities).values(link),
  ]
  return signIn(ctx, { user, totpEnabled: false }, device, { method: 'GOOGLE', used: joined })
}

/** An account of the address that nobody ever proved, and so nobody signed in to. */
const unprovedAt = (email: string) =>
  and(eq(users.email, email), isNull(users.emailVerifiedAt), isNull(users.deletedAt), isNull(users.blockedAt))

/** Writes the account. An unproved account holds no address: it becomes this account, and keeps nothing that was typed there. */
function join(ctx: Ctx, user: typeof users.$inferSelect, unprovedId: string | undefined): Write[] {
  if (!unprovedId) return [ctx.db.insert(users).values(user)]
  const { id: _, ...facts } = user
  return [
    ctx.db
      .update(users)
      .set(facts)
      .where(and(eq(users.id, unprovedId), unprovedAt(user.email))),
    abortUnlessChanged(ctx.db, ADDRESS_PROVED),
  ]
}

/** The name that Google gives, if it is allowed here; else the part of the address before the @. */
function nameOf({ name, email }: GoogleClaim): string {
  const fits = f.line(2, 80).safeParse(beginningOf(name?.replace(/[\p{Cc}\p{Bidi_Control}]/gu, ' ') ?? '', 80))
  const told = fits.success ? fits.data : (email.split('@')[0] ?? '').slice(0, 80).padEnd(2, '_')
  return deceitIn(told) ? NAMELESS : told
}
