import { isNull } from 'drizzle-orm'
import * as z from 'zod'
import { abortUnlessChanged, guard } from '#db/guard.ts'
import { totp } from '#db/schema/people/factors.ts'
import { commit } from '#domain/core/commit.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { requireProof } from '#domain/core/owner/proof.ts'
import { seal } from '#kernel/seal.ts'
import { newSeed, otpauthUrlOf } from './authenticator.ts'
import { qrCode } from './qr-code.ts'

const TOTP_ENABLED = guard('TOTP_ENABLED', 'CONFLICT', {
  reason: 'ALREADY_EXISTS',
  message: 'La double authentification est déjà activée.',
})

export const TotpSetupView = z.object({
  /** The secret in base32, to type if the app cannot scan. */
  secret: z.string(),
  otpauthUrl: z.string(),
  /** An SVG picture as a data URL. */
  qrCode: z.string(),
})

/**
 * Makes a new secret to share with an authenticator app (docs/accounts.md, Authenticator). Sign-ins ask for no code until the first code is
 * confirmed; until then a new setup replaces this one.
 * @throws 403 REAUTH_REQUIRED, 409 ALREADY_EXISTS if one is enabled
 */
export async function setUpTotp(ctx: Ctx): Promise<z.output<typeof TotpSetupView>> {
  requireProof(ctx)
  const { id: userId, email } = actorOf(ctx)
  const secret = newSeed(ctx)
  const { text, version } = await seal(ctx.settings.sealKeys, userId, secret)
  const fresh = { sealedSeed: text, keyVersion: version, lastStep: 0, createdAt: ctx.now }
  await commit(ctx, [
    ctx.db
      .insert(totp)
      .values({ userId, ...fresh })
      .onConflictDoUpdate({ target: totp.userId, set: fresh, setWhere: isNull(totp.confirmedAt) }),
    abortUnlessChanged(ctx.db, TOTP_ENABLED),
  ])
  const otpauthUrl = otpauthUrlOf(secret, email)
  return { secret, otpauthUrl, qrCode: qrCode(otpauthUrl) }
}
