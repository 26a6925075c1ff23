import * as z from 'zod'
import * as f from '../../../kernel/fields.ts'
import type { Ctx } from '../../core/context.ts'
import type { Device } from '../sessions/open-session.ts'
import { type SignedIn, signIn } from '../sign-in/sign-in.ts'
import { LoginResponse } from './prove-login.ts'
import { provePasskey } from './prove-passkey.ts'

export const PasskeyLogin = z.strictObject({ challengeId: f.idIn.max(64), response: LoginResponse })

/**
 * Signs in with a passkey: a new session, or the authenticator's challenge where the account asks for its code. The try
 * is counted before anything is compared, and the challenge is used up with the sign-in. A signature counter that does
 * not rise means a copy of the passkey: refused, and told to the owner.
 * @throws 400 for what no device sends, 401, 403 ACCOUNT_BLOCKED, 410 for a challenge that is over
 */
export async function loginPasskey(ctx: Ctx, input: z.output<typeof PasskeyLogin>, device: Device): Promise<SignedIn> {
  const { found, used, orTell } = await provePasskey(ctx, input)
  return orTell(() => signIn(ctx, found, device, { method: 'PASSKEY', used }))
}
