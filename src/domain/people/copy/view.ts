import * as z from 'zod'
import { COPY_STATUSES, type dataCopies } from '#db/schema/people/copies.ts'
import type { Ctx } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { iso, isoOrNull } from '#kernel/time.ts'
import { copyAddress } from './address.ts'

export type CopyRow = typeof dataCopies.$inferSelect

/** A copy of one's data (docs/accounts.md, Copy of one's data). */
export const CopyView = z
  .object({
    id: f.id,
    status: z.enum(COPY_STATUSES).meta({ id: 'DataCopyStatus' }),
    createdAt: f.isoTime,
    expiresAt: f.isoTime.nullable(),
    url: z.string().nullable(),
    size: z.int().nullable(),
  })
  .meta({ id: 'DataCopy' })

export async function viewCopy(ctx: Ctx, row: CopyRow): Promise<z.output<typeof CopyView>> {
  const { id, createdAt, expiresAt, bytes } = row
  const isOver = row.status === 'READY' && expiresAt !== null && expiresAt <= ctx.now
  const status = isOver ? 'EXPIRED' : row.status
  const isReady = status === 'READY' && expiresAt !== null
  return {
    id,
    status,
    createdAt: iso(createdAt),
    expiresAt: isoOrNull(expiresAt),
    url: isReady ? await copyAddress(ctx, id, expiresAt) : null,
    size: isReady ? bytes : null,
  }
}
