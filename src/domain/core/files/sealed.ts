import { gunzipSync, gzipSync } from 'node:zlib'
import { type SQL, sql } from 'drizzle-orm'
import { sha256Bytes } from '#kernel/digest.ts'
import { fail } from '#kernel/failure.ts'
import { dayOf } from '#kernel/period.ts'
import { report } from '#kernel/report.ts'
import { commit } from '../commit.ts'
import { asService, type Ctx } from '../context.ts'
import { matter, refOf } from '../incidents/matter.ts'
import { openIncidentWhen } from '../incidents/open.ts'

/** A sealed file (docs/growth.md) that is missing or is not what was written, by its key and the day. */
export const FILE_BROKEN = matter({
  ...{ name: 'sealedFile', isMoney: true, word: { roles: ['ADMIN'] } },
  ends: "Un administrateur dit que le fichier est revenu, tel qu'il avait été écrit.",
})

export const packText = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(gzipSync(text))
export const unpackText = (packed: Uint8Array): string => gunzipSync(packed).toString()

/** Writes a file, in place of one that no commit came to name. */
export const writeSealed = (ctx: Ctx, key: string, packed: Uint8Array): Promise<void> =>
  ctx.files.put(key, packed, 'application/gzip')

/** The bytes of a file, or of a part of it; undefined if it is not there. @throws 503 if R2 does not answer */
export async function readSealed(ctx: Ctx, key: string, offset?: number, length?: number) {
  try {
    return await ctx.files.bytes(key, offset, length)
  } catch (error) {
    report('sealed file not read', { key }, error)
    return fail('SERVICE_UNAVAILABLE')
  }
}

/** Whether these are the bytes with this SHA-256, or with one that begins so. */
export const isWritten = async (bytes: Uint8Array<ArrayBuffer> | undefined, digest: string) =>
  bytes !== undefined && (await sha256Bytes(bytes)).startsWith(digest)

/** Opens an incident about a file, once a day, if something is still in it. @throws 503 always */
export async function tellBroken(ctx: Ctx, key: string, isNeeded: SQL = sql`1`): Promise<never> {
  await commit({ ...asService(ctx, 'cron'), keyUse: undefined }, [
    openIncidentWhen(ctx, isNeeded, {
      ref: refOf(FILE_BROKEN, `${key}:${dayOf(ctx.now)}`),
      severity: 'CRITICAL',
      type: 'PLATFORM',
      title: 'Un fichier scellé est abîmé',
      description: `Le fichier ${key} manque, ou n'est plus celui qui a été écrit. Remettez celui de la copie (docs/restore.md).`,
    }),
  ])
  return fail('SERVICE_UNAVAILABLE')
}
