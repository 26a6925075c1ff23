import type { Buffer } from 'node:buffer'
import { users } from '#db/schema/core/users.ts'
import { forgiveTry, type TriedToken } from '#domain/core/codes/token.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { invalid } from '#kernel/failure.ts'
import { hashPassword } from './hash.ts'
import { isOwn, type Own } from './weak.ts'

export const NOBODY: Own = { name: '', email: '' }

/** Columns of users with the facts that a person's password must not be made of. */
export const OWN_COLUMNS = {
  name: users.name,
  email: users.email,
  secondaryEmail: users.secondaryEmail,
  phone: users.phone,
} as const

const OWN = 'Ce mot de passe est fait de votre nom, de votre adresse ou de votre numéro. Choisissez-en un autre.'

/**
 * Hashes a password that a person chose. Every chosen password passes here.
 * @throws 400 if it is made of the person's own name, address or number, which others know; 503 as `hashPassword`
 */
export function hashChosen(
  ctx: Ctx,
  { password, field = 'newPassword', salt }: { password: string; field?: string; salt?: Buffer },
  own: Own,
): Promise<string> {
  if (isOwn(password, own)) invalid(field, OWN)
  return hashPassword(ctx, password, salt)
}

/**
 * Hashes a password chosen with a mailed token, as `hashChosen` does. A refused password spends no try of the token.
 * @throws 400, 503
 */
export async function chooseByToken(ctx: Ctx, { id, owner }: TriedToken, password: string): Promise<string> {
  const own = owner ?? NOBODY
  if (isOwn(password, own)) await commit(ctx, [forgiveTry(ctx, id)])
  return hashChosen(ctx, { password }, own)
}
