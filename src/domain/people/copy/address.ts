import { and, eq, isNull } from 'drizzle-orm'
import { sessions } from '#db/schema/core/sessions.ts'
import { users } from '#db/schema/core/users.ts'
import { dataCopies } from '#db/schema/people/data-copies.ts'
import { isUnderASecret } from '#domain/core/codes/secrets.ts'
import { actorOf, type Ctx } from '#domain/core/context.ts'
import { hmac } from '#kernel/digest.ts'
import { fail } from '#kernel/failure.ts'
import { dayOf } from '#kernel/period.ts'
import { sameText } from '#kernel/text.ts'
import { archiveStream } from './archive.ts'

/** The beginning of the last part of an address of a copy; no other private file has it. */
const PREFIX = 'copy-'
export const isCopyKey = (key: string) => key.startsWith(PREFIX)

/** The address of a copy for the session that asks: it ends with the copy, and with that session if this comes first. */
export async function copyAddress(ctx: Ctx, id: string, expires: number): Promise<string> {
  const reader = actorOf(ctx).sessionId
  const signature = await sign(ctx, { id, reader, expires })
  const query = new URLSearchParams({ reader, expires: String(expires), signature })
  return `${ctx.settings.publicBaseUrl}/api/v1/media/${PREFIX}${id}?${query}`
}

/**
 * Reads the archive of a copy at its signed address: not after its session ended, or the account was blocked or deleted.
 * @throws 404 for an address that is not ours or no longer its reader's, 410 after seven days
 */
export async function readCopy(ctx: Ctx, key: string, { signature, ...address }: Address & { signature: string }) {
  const id = key.slice(PREFIX.length)
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
  const isOurs = async (as: Ctx) => sameText(signature, await sign(as, { id, ...address }))
  if (!(await isUnderASecret(ctx, isOurs))) fail('NOT_FOUND')
  if (address.expires <= ctx.now || copy.status !== 'READY') fail('GONE')
  return {
    body: archiveStream(ctx, id, copy.parts),
    contentType: 'application/zip',
    name: `soko-${dayOf(copy.createdAt)}.zip`,
  }
}

type Address = { reader: string; expires: number }

const sign = (ctx: Ctx, { id, reader, expires }: Address & { id: string }) =>
  hmac(ctx.settings.codeSecret, JSON.stringify(['copy', id, reader, expires]))
