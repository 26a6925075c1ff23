import * as z from 'zod'
import { issueToken } from '#domain/core/codes/token.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { CEREMONY_TTL_MS, challengeBytes, webauthn } from './ceremony.ts'
import type { LoginOptionsView } from './view.ts'

export const PasskeyLoginOptions = z.strictObject({ email: f.email.optional() })

/**
 * Begins a sign-in with a passkey: a challenge of five minutes, good once (docs/accounts.md, Passkeys). The device finds the passkey
 * itself, so any address costs and answers the same. If an address is given, only a passkey of its account completes the sign-in.
 */
export async function startPasskeyLogin(
  ctx: Ctx,
  { email }: z.output<typeof PasskeyLoginOptions>,
): Promise<z.output<typeof LoginOptionsView>> {
  const facts = { email: email ?? null }
  const token = await issueToken(ctx, { purpose: 'PASSKEY_LOGIN', userId: null, ttlMs: CEREMONY_TTL_MS, facts })
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({
    rpID: ctx.settings.relyingParty.id,
    challenge: challengeBytes(token.secret),
    timeout: CEREMONY_TTL_MS,
    userVerification: 'required',
  })
  await commit(ctx, token.writes)
  // The library's type allows more than the library writes.
  return { challengeId: token.id, options: options as z.output<typeof LoginOptionsView>['options'] }
}
