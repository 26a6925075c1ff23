import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Write } from '#db/client.ts'
import { abortUnlessChanged } from '#db/guard.ts'
import { backupCodes } from '#db/schema/people/factors.ts'
import { CODE_USED } from '#domain/core/codes/guards.ts'
import { underEachSecret } from '#domain/core/codes/secrets.ts'
import type { Ctx } from '#domain/core/context.ts'
import { hmac } from '#kernel/digest.ts'
import { codeIn } from '#kernel/signs.ts'
import { randomBase32 } from './authenticator.ts'

const COUNT = 10

/** The keyed hash that stores a backup code of one account; case, spaces and hyphens do not count. */
export const hashBackupCode = (ctx: Ctx, userId: string, code: string): Promise<string> =>
  hmac(ctx.settings.codeSecret, JSON.stringify(['BACKUP', userId, codeIn(code).toLowerCase()]))

/** Ten characters of base32 (letters, and digits 2 to 7), which is 50 bits: `k3vqa-7mzd2`. */
function newCode(ctx: Ctx): string {
  const text = randomBase32(ctx, 7).toLowerCase()
  return `${text.slice(0, 5)}-${text.slice(5, 10)}`
}

/** Makes ten new backup codes, and the writes that replace the account's former codes with them. */
export async function newBackupCodes(ctx: Ctx, userId: string): Promise<{ codes: string[]; writes: Write[] }> {
  const codes = Array.from({ length: COUNT }, () => newCode(ctx))
  const rows = codes.map(async (code) => ({
    userId,
    codeHash: await hashBackupCode(ctx, userId, code),
    createdAt: ctx.now,
  }))
  return { codes, writes: [dropBackupCodes(ctx, userId), ctx.db.insert(backupCodes).values(await Promise.all(rows))] }
}

export const dropBackupCodes = (ctx: Ctx, userId: string): Write =>
  ctx.db.delete(backupCodes).where(eq(backupCodes.userId, userId))

/**
 * Uses a backup code up, once. Count the try before.
 * @returns writes that refuse the commit with 401 INVALID_VERIFICATION_CODE if the account has no such unused code
 */
export async function useBackupCode(ctx: Ctx, userId: string, code: string): Promise<Write[]> {
  const hashes = await Promise.all(underEachSecret(ctx).map((as) => hashBackupCode(as, userId, code)))
  return [
    ctx.db
      .update(backupCodes)
      .set({ usedAt: ctx.now })
      .where(and(eq(backupCodes.userId, userId), inArray(backupCodes.codeHash, hashes), isNull(backupCodes.usedAt))),
    abortUnlessChanged(ctx.db, CODE_USED),
  ]
}
