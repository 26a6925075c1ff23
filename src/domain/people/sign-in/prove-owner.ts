import type { Write } from '../../../db/client.ts'
import { fail, invalid } from '../../../kernel/failure.ts'
import * as f from '../../../kernel/fields.ts'
import { checkCode } from '../../core/codes/check.ts'
import type { Ctx } from '../../core/context.ts'
import { isProven, markProven, requireProof } from '../../core/owner/proof.ts'
import { checkTotpProof, totpOrBackupCode } from '../totp/prove.ts'
import { currentPassword, provePassword } from './prove-password.ts'
import { selectWays } from './ways.ts'

/** What proves once more that a session is in its owner's hands; left out where it was proved a moment ago. */
export const proof = { password: currentPassword.optional(), code: totpOrBackupCode.optional() }
export const eitherProof = f.atMostOneOf('password', 'code')
type Proof = { password?: string | undefined; code?: string | undefined }

/**
 * The person asking is the account's owner: the session proved it within ten minutes, or what they give does now, which
 * counts for ten minutes too. An account with an authenticator is never proved by its password, and a mailed code proves
 * only one that has nothing better: given beside a proof that holds, they are checked and prolong nothing
 * (docs/accounts.md, Proof of the owner).
 * @param byCode which codes count: any that proves the account, unless told
 * @returns writes for the commit of what is approved
 * @throws 400 for both; 401, 410, 429; 403 REAUTH_REQUIRED
 */
export async function proveOwner(ctx: Ctx, { password, code }: Proof, byCode = proveByCode): Promise<Write[]> {
  if (password !== undefined && code !== undefined) invalid('code', 'Donnez votre mot de passe, ou un code.')
  if (password !== undefined) return proveByPassword(ctx, password, isProven(ctx))
  if (code !== undefined) return byCode(ctx, code, isProven(ctx))
  requireProof(ctx)
  return []
}

const unproved = (message: string) => fail('FORBIDDEN', { reason: 'REAUTH_REQUIRED', message })
const NEEDS_FACTOR =
  "Le mot de passe seul ne suffit pas pour ce compte. Donnez un code de votre application d'authentification, un code de secours ou votre clé d'accès."
const NEEDS_PASSKEY = "Le mot de passe seul ne suffit pas pour ce compte. Donnez votre clé d'accès."
const NEEDS_BETTER =
  "Un code reçu par e-mail ne suffit pas pour ce compte. Donnez votre mot de passe ou votre clé d'accès, ou reconnectez-vous."

/**
 * A password, for an account that nothing better guards. 401 INVALID_CREDENTIALS, 403 REAUTH_REQUIRED, 429
 * @param isProved whether the session is proved without it: then it is checked for every account
 */
export const proveByPassword = (ctx: Ctx, password: string, isProved = false): Promise<Write[]> =>
  provePassword(ctx, password, ({ hasTotp, isHeldToPasskey }) => {
    if (!(hasTotp || isHeldToPasskey)) return [markProven(ctx)]
    return isProved ? [] : unproved(hasTotp ? NEEDS_FACTOR : NEEDS_PASSKEY)
  })

/**
 * A code of the authenticator, or a backup code; where the account has nothing better, the code that signs in, mailed to
 * its present address. 401 INVALID_VERIFICATION_CODE, 403 REAUTH_REQUIRED, 410, 429
 * @param isProved whether the session is proved without it: then a mailed code is checked for every account
 */
export async function proveByCode(ctx: Ctx, code: string, isProved = false): Promise<Write[]> {
  const [ways] = await selectWays(ctx)
  const { email, hasTotp, hasOwnProof } = ways ?? fail('UNAUTHORIZED')
  if (hasTotp) return proveByTotp(ctx, code)
  if (hasOwnProof && !isProved) unproved(NEEDS_BETTER)
  if (!f.code6.safeParse(code).success) fail('UNAUTHORIZED', 'INVALID_VERIFICATION_CODE')
  const used = await checkCode(ctx, { purpose: 'LOGIN', person: email, target: email }, code)
  return hasOwnProof ? used : [...used, markProven(ctx)]
}

/** A code of the authenticator, or a backup code. 401 INVALID_VERIFICATION_CODE, 409 without an authenticator, 429 */
export const proveByTotp = async (ctx: Ctx, code: string): Promise<Write[]> => [
  ...(await checkTotpProof(ctx, code)),
  markProven(ctx, { hasSecondFactor: true }),
]
