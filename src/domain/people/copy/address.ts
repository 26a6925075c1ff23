import { actorOf, type Ctx } from '#domain/core/context.ts'
import { hmac } from '#kernel/digest.ts'

/** The beginning of the last part of an address of a copy; no other private file has it. */
export const COPY_PREFIX = 'copy-'

/** A signed address: the session it was given to, and its end. */
export type CopyAddress = { reader: string; expires: number }

/** The address of a copy for the session that asks: it ends with the copy, and with that session if this comes first. */
export async function copyAddress(ctx: Ctx, id: string, expires: number): Promise<string> {
  const reader = actorOf(ctx).sessionId
  const signature = await signCopy(ctx, id, { reader, expires })
  const query = new URLSearchParams({ reader, expires: String(expires), signature })
  return `${ctx.settings.publicBaseUrl}/api/v1/media/${COPY_PREFIX}${id}?${query}`
}

export const signCopy = (ctx: Ctx, id: string, { reader, expires }: CopyAddress) =>
  hmac(ctx.settings.codeSecret, JSON.stringify(['copy', id, reader, expires]))
