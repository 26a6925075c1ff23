import { eq } from 'drizzle-orm'
import type { Write } from '../../../db/client.ts'
import { users } from '../../../db/schema/people/users.ts'
import { fail, invalid } from '../../../kernel/failure.ts'
import * as f from '../../../kernel/fields.ts'
import { checkCode } from '../../core/codes/check.ts'
import { actorOf, type Ctx } from '../../core/context.ts'
import { currentPassword, provePassword } from '../sign-in/reauthenticate.ts'
import { totpEnabled } from '../sign-in/sign-in.ts'
import { checkTotpProof, totpOrBackupCode } from '../totp/prove.ts'

/** What proves once more that a session is in its owner's hands. */
export const proof = { password: currentPassword.optional(), code: totpOrBackupCode.optional() }
type Proof = { password?: string | undefined; code?: string | undefined }

/**
 * The person asking proves to be the account's owner: by its password; or by a code of the authenticator; or, where the
 * account has none, by a code that signs in, mailed to its present address.
 * @returns writes for the commit of what is approved
 * @throws 400 without exactly one of both; 401, 410, 429
 */
export async function proveOwner(ctx: Ctx, { password, code }: Proof): Promise<Write[]> {
  if ((password === undefined) === (code === undefined)) invalid('code', 'Donnez votre mot de passe, ou un code.')
  if (password !== undefined) return provePassword(ctx, password)
  const { id } = actorOf(ctx)
  const [me] = await ctx.db.select({ email: users.email, totpEnabled }).from(users).where(eq(users.id, id))
  const { email, totpEnabled: hasTotp } = me ?? fail('UNAUTHORIZED')
  const typed = code ?? ''
  if (hasTotp) return checkTotpProof(ctx, typed)
  if (!f.code6.safeParse(typed).success) fail('UNAUTHORIZED', 'INVALID_VERIFICATION_CODE')
  return checkCode(ctx, { purpose: 'LOGIN', person: email, target: email }, typed)
}
