import type { Buffer } from 'node:buffer'
import { users } from '../../../db/schema/core/users.ts'
import { invalid } from '../../../kernel/failure.ts'
import { forgiveTry, type TriedToken } from '../../core/codes/token.ts'
import { commit } from '../../core/commit.ts'
import type { Ctx } from '../../core/context.ts'
import { hashPassword } from './hash.ts'
import { isOwn, type Own } from './weak.ts'

export const NOBODY: Own = { name: '', email: '' }

/** What of a person no password of theirs is made of: columns of a statement about users. */
export const OWN_COLUMNS = {
  name: users.name,
  email: users.email,
  secondaryEmail: users.secondaryEmail,
  phone: users.phone,
} as const

const OWN = 'Ce mot de passe est fait de votre nom, de votre adresse ou de votre numéro. Choisissez-en un autre.'

/**
 * The record of a password that a person chose: the one way to one.
 * @throws 400 for one made of their own name, address or number, which others know; 503 as `hashPassword`
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
 * The same for whoever a mailed token names. A password that is refused spends no try of the token.
 * @throws 400, 503
 */
export async function chooseByToken(ctx: Ctx, { id, owner }: TriedToken, password: string): Promise<string> {
  const own = owner ?? NOBODY
  if (isOwn(password, own)) await commit(ctx, [forgiveTry(ctx, id)])
  return hashChosen(ctx, { password }, own)
}
