import * as z from 'zod'
import type { Write } from '#db/client.ts'
import { countAttempt, forgive } from '#domain/core/codes/attempts.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { fail } from '#kernel/failure.ts'
import { PASSWORD_TRIES, PASSWORDS_A_DAY } from '#kernel/limits.ts'
import { isPassword } from '../passwords/hash.ts'
import { samePassword } from './sign-in.ts'
import { selectWays, type Ways } from './ways.ts'

export const currentPassword = z.string().min(1).max(128)

/**
 * Checks the password of the signed-in person. Ten tries in 15 minutes and thirty in a day are allowed; a try counts before it is compared.
 * @param judge gives further writes for an account with these ways in; if it throws, the password is not compared
 * @returns writes for the commit of the act that is approved: they refuse it if the password changed meanwhile, and forget the tries
 * @throws 401 INVALID_CREDENTIALS, 403 REAUTH_REQUIRED, 429
 */
export async function provePassword(
  ctx: Ctx,
  password: string,
  judge: (ways: Ways) => Write[] = () => [],
): Promise<Write[]> {
  const { id } = actorOf(ctx)
  const key = `password:${id}`
  const guess = { key, ...PASSWORD_TRIES, also: [{ key: `${key}:day`, ...PASSWORDS_A_DAY }] }
  const [[user]] = await countAttempt(ctx, guess, selectWays(ctx))
  const judged = user ? judge(user) : []
  if (!user || !(await isPassword(ctx, password, user.passwordHash)))
    fail('UNAUTHORIZED', { reason: 'INVALID_CREDENTIALS', message: 'Mot de passe incorrect.' })
  return [samePassword(ctx, user), ...forgive(ctx, guess), ...judged]
}
