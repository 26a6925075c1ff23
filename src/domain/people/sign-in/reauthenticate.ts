import * as z from 'zod'
import type { Write } from '#db/client.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { markProven, requireLiveSession } from '#domain/core/owner/proof.ts'
import { invalid } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { PROOF_TTL_MS } from '#kernel/proof.ts'
import { iso } from '#kernel/time.ts'
import { LoginResponse } from '../passkeys/prove-login.ts'
import { provePasskey } from '../passkeys/prove-passkey.ts'
import { totpOrBackupCode } from '../totp/prove.ts'
import { proveByCode, proveByPassword, proveByTotp } from './prove-owner.ts'
import { currentPassword } from './prove-password.ts'

export const Reauthenticate = z
  .strictObject({
    password: currentPassword.optional(),
    code: f.code6.optional(),
    backupCode: totpOrBackupCode.optional(),
    challengeId: f.idIn.max(64).optional(),
    response: LoginResponse.optional(),
  })
  .meta({
    ...f.oneOf('password', 'code', 'backupCode', 'challengeId'),
    dependentRequired: { challengeId: ['response'], response: ['challengeId'] },
  })
type Reauthenticate = z.output<typeof Reauthenticate>
export const ReauthenticatedView = z.object({ reauthenticatedUntil: f.isoTime })

/**
 * Proves the owner of the account for ten minutes in this session, by one proof that is enough by itself (docs/accounts.md, Proof of the
 * owner). Guesses count before they are compared.
 * @throws 400 without exactly one proof; 401; 403 REAUTH_REQUIRED for a proof that is too weak for this account; 409, 410, 429
 */
export async function reauthenticate(ctx: Ctx, given: Reauthenticate): Promise<z.output<typeof ReauthenticatedView>> {
  const { used, orTell = (work: () => Promise<unknown>) => work() } = await prove(ctx, given)
  await orTell(() => commit(ctx, [...used, requireLiveSession(ctx)]))
  return { reauthenticatedUntil: iso(ctx.now + PROOF_TTL_MS) }
}

type OwnerProof = { used: Write[]; orTell?: (work: () => Promise<unknown>) => Promise<unknown> }

async function prove(
  ctx: Ctx,
  { password, code, backupCode, challengeId, response }: Reauthenticate,
): Promise<OwnerProof> {
  const given = [password, code, backupCode, challengeId ?? response].filter((each) => each !== undefined)
  if (given.length !== 1)
    invalid('code', "Donnez une seule preuve : mot de passe, code, code de secours ou clé d'accès.")
  if (password !== undefined) return { used: await proveByPassword(ctx, password) }
  if (code !== undefined) return { used: await proveByCode(ctx, code) }
  if (backupCode !== undefined) return { used: await proveByTotp(ctx, backupCode) }
  if (challengeId === undefined) invalid('challengeId', "Donnez challengeId avec la réponse de l'appareil.")
  if (response === undefined) invalid('response', "Donnez la réponse de l'appareil.")
  const { used, orTell } = await provePasskey(ctx, { challengeId, response })
  return { used: [...used, markProven(ctx, { hasSecondFactor: true })], orTell }
}
