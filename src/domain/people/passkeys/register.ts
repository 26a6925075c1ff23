import { eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { abortWhen, guard } from '#db/guard.ts'
import { oneTimeTokens } from '#db/schema/core/codes.ts'
import { passkeys } from '#db/schema/people/factors.ts'
import { tryToken } from '#domain/core/codes/token.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { afterChange, tellOwner } from '#domain/core/owner/after-change.ts'
import { markProven, requireProof } from '#domain/core/owner/proof.ts'
import { undoLink } from '#domain/core/owner/undo-link.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import type { Device } from '../sessions/open-session.ts'
import { countAddedWay } from '../sign-in/ways-quota.ts'
import { MAX_PASSKEYS, readClientData } from './ceremony.ts'
import { nameOfDevice } from './device-name.ts'
import { passkeyAdded } from './notices.ts'
import { proveRegistration, RegistrationResponse } from './prove-registration.ts'
import { viewPasskey } from './view.ts'

const PASSKEY_LIMIT = guard('PASSKEY_LIMIT', 'CONFLICT', {
  message: "Vous avez déjà 20 clés d'accès. Supprimez-en une d'abord.",
})

export const RegisterPasskey = z.strictObject({
  challengeId: f.idIn.max(64),
  response: RegistrationResponse,
  name: f.line(1, 60).optional(),
})

/**
 * Adds a passkey to the signed-in account, 20 at most, and tells the owner; every other session ends. The challenge is used up; a failed
 * try counts, and the fifth is the last.
 * @throws 400 for an answer that no device sends, 401 INVALID_VERIFICATION_CODE, 403 REAUTH_REQUIRED, 409 ALREADY_EXISTS, 410, 429 past
 *   thirty ways in a day
 */
export async function registerPasskey(ctx: Ctx, input: z.output<typeof RegisterPasskey>, { deviceName }: Device) {
  requireProof(ctx)
  const { id: userId } = actorOf(ctx)
  const { challenge } = readClientData(input.response.response.clientDataJSON)
  const tried = await tryToken(ctx, 'PASSKEY_REGISTRATION', { id: input.challengeId, secret: challenge })
  if (tried.userId !== userId) fail('GONE', { message: "Cette demande n'est plus valable. Recommencez." })
  const made = await proveRegistration(ctx, input.response)

  const passkey = {
    id: ctx.ids.v7(),
    userId,
    ...made,
    name: input.name ?? nameOfDevice(deviceName),
    createdAt: ctx.now,
  }
  const undo = await undoLink(ctx, userId)
  const tooMany = sql`(SELECT count(*) FROM passkeys p WHERE p.user_id = ${userId}) > ${MAX_PASSKEYS}`
  const [rows] = await commit(
    ctx,
    [
      ...tried.used,
      // A used challenge is deleted, so that adding and removing passkeys leaves no rows.
      ctx.db.delete(oneTimeTokens).where(eq(oneTimeTokens.id, tried.id)),
      ...countAddedWay(ctx, userId),
      ...undo.writes,
      ctx.db.insert(passkeys).values(passkey),
      abortWhen(ctx.db, PASSKEY_LIMIT, tooMany),
      ...afterChange(ctx),
      markProven(ctx, { hasSecondFactor: true }),
      ...tellOwner(ctx, userId, passkeyAdded, { name: passkey.name, link: undo.link }),
    ],
    ctx.db.select().from(passkeys).where(eq(passkeys.id, passkey.id)),
  )
  return viewPasskey(rows[0] ?? fail('NOT_FOUND'))
}
