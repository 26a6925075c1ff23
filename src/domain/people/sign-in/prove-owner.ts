import type { Write } from '#db/client.ts'
import { checkCode } from '#domain/core/codes/check.ts'
import type { Ctx } from '#domain/core/context.ts'
import { isProven, markProven, requireProof } from '#domain/core/owner/proof.ts'
import { fail, invalid } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { checkTotpProof, totpOrBackupCode } from '../totp/prove.ts'
import { currentPassword, provePassword } from './prove-password.ts'
import { selectWays } from './ways.ts'

/** Fields of a request that prove the owner of the session again; they may be left out for ten minutes after a proof. */
export const proof = { password: currentPassword.optional(), code: totpOrBackupCode.optional() }
export const eitherProof = f.atMostOneOf('password', 'code')
type Proof = { password?: string | undefined; code?: string | undefined }

/**
 * Proves that the signed-in person owns the account: by the session's proof of the last ten minutes, or by a password or code, which then
 * counts for ten minutes. If it is too weak for the account, the session needs its own proof (docs/accounts.md, Proof of the owner).
 * @param byCode checks the code; by default any code that proves the account
 * @returns writes for the commit of the act that is approved
 * @throws 400 for both; 401, 410, 429; 403 REAUTH_REQUIRED
 */
export async function proveOwner(ctx: Ctx, { password, code }: Proof, byCode = proveByCode): Promise<Write[]> {
  if (password !== undefined && code !== undefined) invalid('code', 'Donnez votre mot de passe, ou un code.')
  if (password !== undefined) return proveByPassword(ctx, password, isProven(ctx))
  if (code !== undefined) return byCode(ctx, code, isProven(ctx))
  requireProof(ctx)
  return []
}

const refuseUnproved = (message: string) => fail('FORBIDDEN', { reason: 'REAUTH_REQUIRED', message })
const NEEDS_FACTOR =
  "Le mot de passe seul ne suffit pas pour ce compte. Donnez un code de votre application d'authentification, un code de secours ou votre clé d'accès."
const NEEDS_PASSKEY = "Le mot de passe seul ne suffit pas pour ce compte. Donnez votre clé d'accès."
const NEEDS_BETTER =
  "Un code reçu par e-mail ne suffit pas pour ce compte. Donnez votre mot de passe ou votre clé d'accès, ou reconnectez-vous."

/**
 * Proves the owner by the password, if the account has no authenticator and needs no passkey.
 * @param isProved the session has a proof already: the password is then checked for every account
 * @throws 401 INVALID_CREDENTIALS, 403 REAUTH_REQUIRED, 429
 */
export const proveByPassword = (ctx: Ctx, password: string, isProved = false): Promise<Write[]> =>
  provePassword(ctx, password, ({ hasTotp, isHeldToPasskey }) => {
    if (!(hasTotp || isHeldToPasskey)) return [markProven(ctx)]
    return isProved ? [] : refuseUnproved(hasTotp ? NEEDS_FACTOR : NEEDS_PASSKEY)
  })

/**
 * Proves the owner by a code of the authenticator or a backup code. An account that has no better way is proved by the sign-in code mailed
 * to its address.
 * @param isProved the session has a proof already: a mailed code is then checked for every account without an authenticator
 * @throws 401 INVALID_VERIFICATION_CODE, 403 REAUTH_REQUIRED, 410, 429
 */
export async function proveByCode(ctx: Ctx, code: string, isProved = false): Promise<Write[]> {
  const [ways] = await selectWays(ctx)
  const { email, hasTotp, hasOwnProof } = ways ?? fail('UNAUTHORIZED')
  if (hasTotp) return proveByTotp(ctx, code)
  if (hasOwnProof && !isProved) refuseUnproved(NEEDS_BETTER)
  if (!f.code6.safeParse(code).success) fail('UNAUTHORIZED', 'INVALID_VERIFICATION_CODE')
  const used = await checkCode(ctx, { purpose: 'LOGIN', person: email, target: email }, code)
  return hasOwnProof ? used : [...used, markProven(ctx)]
}

/**
 * Proves the owner by a code of the authenticator or a backup code.
 * @throws 401 INVALID_VERIFICATION_CODE, 409 without an authenticator, 429
 */
export const proveByTotp = async (ctx: Ctx, code: string): Promise<Write[]> => [
  ...(await checkTotpProof(ctx, code)),
  markProven(ctx, { hasSecondFactor: true }),
]
