import { type SQL, sql } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { sessions } from '#db/schema/core/sessions.ts'
import type { Ctx } from '#domain/core/context.ts'
import { REFRESH_TTL_MS, SESSION_TTL_MS } from '#kernel/session-lengths.ts'
import { SECOND_MS } from '#kernel/time.ts'
import { selectRights } from './rights.ts'
import { ACCESS_TTL_MS, type Rights, refreshTokenFor, signAccessToken } from './tokens.ts'

/** The origin of a sign-in, as the session list shows it. */
export type Device = { clientType: 'WEB' | 'MOBILE'; deviceName: string | null; ipAddress: string | null }
/** `expiresIn` is in seconds. */
export type Tokens = { accessToken: string; refreshToken: string; expiresIn: number }

/** Proof of the owner that a session has when it opens. */
export type SessionProof = { provenAt: number | SQL | null; hasSecondFactor: boolean }
const UNPROVEN: SessionProof = { provenAt: null, hasSecondFactor: false }

export const expiresInSeconds = ACCESS_TTL_MS / SECOND_MS

/** Most sessions kept of an account, the newest, ended ones counted: repeated sign-ins do not fill the table. */
const MOST_KEPT = 200
const dropOldest = (ctx: Ctx, userId: string): Write =>
  ctx.db.run(sql`
    DELETE FROM sessions WHERE id IN (
      SELECT s.id FROM sessions s WHERE s.user_id = ${userId} ORDER BY s.created_at DESC, s.id DESC LIMIT -1 OFFSET ${MOST_KEPT})`)

/**
 * Makes a new session: the writes that open it, and `tokensOf`, which signs its tokens with the rights that the same commit reads by
 * `rights`.
 */
export async function openSession(ctx: Ctx, userId: string, device: Device, proof = UNPROVEN) {
  const id = ctx.ids.v7()
  const row = {
    id,
    userId,
    ...device,
    ...proof,
    rotatedAt: ctx.now,
    createdAt: ctx.now,
    lastUsedAt: ctx.now,
    expiresAt: ctx.now + REFRESH_TTL_MS,
    endsAt: ctx.now + SESSION_TTL_MS,
  }
  const writes: Write[] = [ctx.db.insert(sessions).values(row), dropOldest(ctx, userId)]
  const refreshToken = await refreshTokenFor(ctx, id, 1)
  const tokensOf = async (rights: Rights): Promise<Tokens> => ({
    accessToken: await signAccessToken(ctx, { userId, sessionId: id, ...rights }),
    refreshToken,
    expiresIn: expiresInSeconds,
  })
  return { id, writes, rights: selectRights(ctx.db, id), tokensOf }
}
