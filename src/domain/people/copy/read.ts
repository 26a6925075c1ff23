import { and, eq, isNull } from 'drizzle-orm'
import { sessions } from '#db/schema/core/sessions.ts'
import { users } from '#db/schema/core/users.ts'
import { dataCopies } from '#db/schema/people/copies.ts'
import { isUnderASecret } from '#domain/core/codes/secrets.ts'
import type { Ctx } from '#domain/core/context.ts'
import { readStoredDocument } from '#domain/core/files/documents.ts'
import { fail } from '#kernel/failure.ts'
import { dayOf } from '#kernel/period.ts'
import { sameText } from '#kernel/text.ts'
import { COPY_PREFIX, type CopyAddress, signCopy } from './address.ts'
import { archiveStream } from './archive.ts'

/** Reads a private file at its signed address: a document, or the archive of a copy. @throws 404, 410 */
export const readPrivateFile = (ctx: Ctx, key: string, signed: CopyAddress & { signature: string }) =>
  key.startsWith(COPY_PREFIX) ? readCopy(ctx, key, signed) : readStoredDocument(ctx, key, signed)

/**
 * Reads the archive of a copy at its signed address: not after its session ended, or the account was blocked or deleted.
 * @throws 404 for an address that is not ours or no longer its reader's, 410 after seven days
 */
async function readCopy(ctx: Ctx, key: string, { signature, ...address }: CopyAddress & { signature: string }) {
  const id = key.slice(COPY_PREFIX.length)
  const [copy] = await ctx.db
    .select({ status: dataCopies.status, parts: dataCopies.parts, createdAt: dataCopies.createdAt })
    .from(dataCopies)
    .innerJoin(
      sessions,
      and(eq(sessions.id, address.reader), eq(sessions.userId, dataCopies.userId), isNull(sessions.revokedAt)),
    )
    .innerJoin(users, and(eq(users.id, dataCopies.userId), isNull(users.deletedAt), isNull(users.blockedAt)))
    .where(eq(dataCopies.id, id))
  if (!copy) fail('NOT_FOUND')
  const isOurs = async (as: Ctx) => sameText(signature, await signCopy(as, id, address))
  if (!(await isUnderASecret(ctx, isOurs))) fail('NOT_FOUND')
  if (address.expires <= ctx.now || copy.status !== 'READY') fail('GONE')
  return {
    body: archiveStream(ctx, id, copy.parts),
    contentType: 'application/zip',
    name: `soko-${dayOf(copy.createdAt)}.zip`,
  }
}
