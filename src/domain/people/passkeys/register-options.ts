import { and, eq, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { readTogether, type Write } from '#db/client.ts'
import { oneTimeTokens } from '#db/schema/core/codes.ts'
import { users } from '#db/schema/core/users.ts'
import { passkeys } from '#db/schema/people/factors.ts'
import { issueToken } from '#domain/core/codes/token.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { requireProof } from '#domain/core/owner/proof.ts'
import { fail } from '#kernel/failure.ts'
import { ALGORITHMS, CEREMONY_TTL_MS, challengeBytes, handleOf, RELYING_PARTY_NAME, webauthn } from './ceremony.ts'
import type { RegistrationOptionsView } from './view.ts'

/**
 * Begins to add a passkey to the signed-in account: a challenge of five minutes, good once, which replaces the one this session asked for
 * before. The device must store the passkey and check its user; the answer names the account's passkeys, so that no device makes a second.
 * @throws 403 REAUTH_REQUIRED
 */
export async function startPasskeyRegistration(ctx: Ctx): Promise<z.output<typeof RegistrationOptionsView>> {
  requireProof(ctx)
  const { id, sessionId } = actorOf(ctx)
  const [[person], known] = await readTogether(
    ctx.db,
    ctx.db.select({ name: users.name, email: users.email }).from(users).where(eq(users.id, id)),
    ctx.db
      .select({ id: passkeys.credentialId, transports: passkeys.transports })
      .from(passkeys)
      .where(eq(passkeys.userId, id)),
  )
  const { name, email } = person ?? fail('UNAUTHORIZED')
  const token = await issueToken(ctx, {
    purpose: 'PASSKEY_REGISTRATION',
    userId: id,
    ttlMs: CEREMONY_TTL_MS,
    facts: { sessionId },
  })
  const { generateRegistrationOptions } = await webauthn()
  const options = await generateRegistrationOptions({
    rpName: RELYING_PARTY_NAME,
    rpID: ctx.settings.relyingParty.id,
    userID: handleOf(id),
    userName: email,
    userDisplayName: name,
    challenge: challengeBytes(token.secret),
    timeout: CEREMONY_TTL_MS,
    attestationType: 'none',
    excludeCredentials: known.map((each) => ({ id: each.id, transports: each.transports as 'internal'[] })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
  await commit(ctx, [dropFormer(ctx), ...token.writes])
  // The library's type allows more than the library writes.
  return { challengeId: token.id, options: options as z.output<typeof RegistrationOptionsView>['options'] }
}

/** Deletes the former challenge: a session has one row, however often it asks. */
const dropFormer = (ctx: Ctx): Write =>
  ctx.db
    .delete(oneTimeTokens)
    .where(
      and(
        eq(oneTimeTokens.userId, actorOf(ctx).id),
        eq(oneTimeTokens.purpose, 'PASSKEY_REGISTRATION'),
        sql`one_time_tokens.consumed_at IS NULL AND one_time_tokens.facts ->> 'sessionId' = ${actorOf(ctx).sessionId}`,
      ),
    )
