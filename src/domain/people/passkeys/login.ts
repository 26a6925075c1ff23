import * as z from 'zod'
import type { Ctx } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import type { Device } from '../sessions/open-session.ts'
import { type SignedIn, signIn } from '../sign-in/sign-in.ts'
import { LoginResponse } from './prove-login.ts'
import { provePasskey } from './prove-passkey.ts'

export const PasskeyLogin = z.strictObject({ challengeId: f.idIn.max(64), response: LoginResponse })

/**
 * Signs in with a passkey: a new session, or a challenge if the account has an authenticator. The try counts before anything is compared. A
 * signature counter that does not rise means a copy of the passkey: the sign-in is refused, and the owner told.
 * @throws 400 for an answer that no device sends, 401, 403 ACCOUNT_BLOCKED, 410 for a challenge that is over
 */
export async function loginPasskey(ctx: Ctx, input: z.output<typeof PasskeyLogin>, device: Device): Promise<SignedIn> {
  const { found, used, orTell } = await provePasskey(ctx, input)
  return orTell(() => signIn(ctx, found, device, { method: 'PASSKEY', used }))
}
