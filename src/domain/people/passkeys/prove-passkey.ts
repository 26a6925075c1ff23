import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Write } from '#db/client.ts'
import { refusedFor } from '#db/commit.ts'
import { abortUnlessChanged, abortWhen, guard } from '#db/guard.ts'
import { users } from '#db/schema/core/users.ts'
import { passkeys } from '#db/schema/people/factors.ts'
import { tryToken } from '#domain/core/codes/token.ts'
import { commit } from '#domain/core/commit.ts'
import { type Ctx, personOf } from '#domain/core/context.ts'
import { tellOwner } from '#domain/core/owner/after-change.ts'
import { fail } from '#kernel/failure.ts'
import { addFacts } from '#kernel/report.ts'
import { SIGN_IN_CHANGED } from '../sign-in/guards.ts'
import { totpEnabled } from '../sign-in/sign-in.ts'
import { passkeyCopied } from './notices.ts'
import { type LoginResponse, proveLogin, readLogin } from './prove-login.ts'

const PASSKEY_COUNTER = guard('PASSKEY_COUNTER', 'UNAUTHORIZED', {
  reason: 'INVALID_VERIFICATION_CODE',
  message: "Cette clé d'accès n'est plus sûre : utilisez un autre moyen.",
})

function refusePasskey(): never {
  fail('UNAUTHORIZED', { reason: 'INVALID_CREDENTIALS', message: "Cette clé d'accès n'ouvre aucun compte ici." })
}

type Answer = { challengeId: string; response: z.output<typeof LoginResponse> }

/**
 * The account whose passkey answered a challenge; a signed-in person may use only a passkey of their own. The try counts before anything is
 * compared.
 * @returns writes for the commit of the act that the passkey approves: they use the challenge up, and refuse a signature counter that did
 *   not rise, which means a copy; `orTell` then tells the owner
 * @throws 400 for an answer that no device sends, 401 INVALID_CREDENTIALS, 410 for a challenge that is over
 */
export async function provePasskey(ctx: Ctx, { challengeId, response }: Answer) {
  const challenge = await readLogin(response)
  const tried = await tryToken(ctx, 'PASSKEY_LOGIN', { id: challengeId, secret: challenge })
  const [found] = await ctx.db
    .select({ passkey: passkeys, user: users, totpEnabled })
    .from(passkeys)
    .innerJoin(users, and(eq(users.id, passkeys.userId), isNull(users.deletedAt)))
    .where(eq(passkeys.credentialId, response.id))
  if (!found || (tried.facts.email ?? found.user.email) !== found.user.email) refusePasskey()
  const { passkey, user } = found
  addFacts({ of: user.id })
  if (user.id !== (personOf(ctx)?.id ?? user.id)) refusePasskey()
  const proof = (await proveLogin(ctx, passkey, response)) ?? refusePasskey()
  const tell = [...tried.used, ...tellOwner(ctx, user.id, passkeyCopied, { name: passkey.name })]

  return {
    found,
    used: [...tried.used, ...swapCounter(ctx, passkey.id, proof)],
    /** Runs `work`, which commits the writes, and tells the owner if it finds a copy. */
    orTell: async <T>(work: () => Promise<T>): Promise<T> => {
      try {
        return await work()
      } catch (error) {
        if (refusedFor(error, 'INVALID_VERIFICATION_CODE')) await commit(ctx, tell)
        throw error
      }
    },
  }
}

/** Stores the counter of a sign-in, which must have risen; a passkey that does not count stays at 0. */
const swapCounter = (ctx: Ctx, id: string, { counter, backedUp }: { counter: number; backedUp: boolean }): Write[] => [
  abortWhen(ctx.db, SIGN_IN_CHANGED, sql`NOT EXISTS (SELECT 1 FROM passkeys p WHERE p.id = ${id})`),
  ctx.db
    .update(passkeys)
    .set({ counter, backedUp, lastUsedAt: ctx.now })
    .where(and(eq(passkeys.id, id), counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter))),
  abortUnlessChanged(ctx.db, PASSKEY_COUNTER),
]
