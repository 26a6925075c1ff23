import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Write } from '../../../db/client.ts'
import { refusedFor } from '../../../db/commit.ts'
import { abortUnlessChanged, abortWhen, guard } from '../../../db/guard.ts'
import { passkeys } from '../../../db/schema/people/factors.ts'
import { users } from '../../../db/schema/people/users.ts'
import { fail } from '../../../kernel/failure.ts'
import * as f from '../../../kernel/fields.ts'
import { tryToken } from '../../core/codes/token.ts'
import { commit } from '../../core/commit.ts'
import type { Ctx } from '../../core/context.ts'
import { mailSecondary, mailTo } from '../../core/notices/notify.ts'
import type { Device } from '../sessions/open-session.ts'
import { SIGN_IN_CHANGED } from '../sign-in/guards.ts'
import { type SignedIn, signIn, totpEnabled } from '../sign-in/sign-in.ts'
import { passkeyCopied } from './notices.ts'
import { LoginResponse, proveLogin, readLogin } from './prove-login.ts'

const PASSKEY_COUNTER = guard('PASSKEY_COUNTER', 'UNAUTHORIZED', {
  reason: 'INVALID_VERIFICATION_CODE',
  message: "Cette clé d'accès n'est plus sûre : utilisez un autre moyen.",
})

export const PasskeyLogin = z.strictObject({ challengeId: f.idIn.max(64), response: LoginResponse })

function unproven(): never {
  fail('UNAUTHORIZED', { reason: 'INVALID_CREDENTIALS', message: "Cette clé d'accès n'ouvre aucun compte ici." })
}

/**
 * Signs in with a passkey: a new session, or the authenticator's challenge where the account asks for its code. The try
 * is counted before anything is compared, and the challenge is used up with the sign-in. A signature counter that does
 * not rise means a copy of the passkey: refused, and told to the owner by mail.
 * @throws 400 for what no device sends, 401, 403 ACCOUNT_BLOCKED, 410 for a challenge that is over
 */
export async function loginPasskey(ctx: Ctx, input: z.output<typeof PasskeyLogin>, device: Device): Promise<SignedIn> {
  const { challengeId, response } = input
  const challenge = await readLogin(response)
  const tried = await tryToken(ctx, 'PASSKEY_LOGIN', { id: challengeId, secret: challenge })
  const [found] = await ctx.db
    .select({ passkey: passkeys, user: users, totpEnabled })
    .from(passkeys)
    .innerJoin(users, and(eq(users.id, passkeys.userId), isNull(users.deletedAt)))
    .where(eq(passkeys.credentialId, response.id))
  if (!found || (tried.facts.email ?? found.user.email) !== found.user.email) unproven()
  const { passkey, user } = found
  const proof = (await proveLogin(ctx, passkey, response)) ?? unproven()

  const used = [...tried.used, ...swapCounter(ctx, passkey.id, proof)]
  try {
    return await signIn(ctx, found, device, { method: 'PASSKEY', used })
  } catch (error) {
    if (refusedFor(error, 'INVALID_VERIFICATION_CODE')) {
      await commit(ctx, [
        ...tried.used,
        mailTo(ctx, user, passkeyCopied, { name: passkey.name }),
        mailSecondary(ctx, user.id, passkeyCopied, { name: passkey.name }),
      ])
    }
    throw error
  }
}

/** Keeps the counter of a sign-in, which must have risen; of a passkey that does not count it stays 0. */
const swapCounter = (ctx: Ctx, id: string, { counter, backedUp }: { counter: number; backedUp: boolean }): Write[] => [
  abortWhen(ctx.db, SIGN_IN_CHANGED, sql`NOT EXISTS (SELECT 1 FROM passkeys p WHERE p.id = ${id})`),
  ctx.db
    .update(passkeys)
    .set({ counter, backedUp, lastUsedAt: ctx.now })
    .where(and(eq(passkeys.id, id), counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter))),
  abortUnlessChanged(ctx.db, PASSKEY_COUNTER),
]
