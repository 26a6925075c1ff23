import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import * as f from '../../../kernel/fields.ts'
import { iso } from '../../../kernel/time.ts'
import type { Ctx } from '../../core/context.ts'
import { documentAddress, type Paper, papersWhere } from '../../core/files/documents.ts'

/** A picture that the rider took of the parcel. */
export const ProofView = z
  .object({
    id: f.id,
    url: z.string().meta({ description: 'Adresse signée de dix minutes.' }),
    contentType: z.string(),
    size: z.int(),
    createdAt: f.isoTime,
  })
  .meta({ id: 'Proof' })

/** The proofs of a delivery, inside another statement: JSON for `readPapers`. */
export const proofsOf = (deliveryId: SQL) => papersWhere(sql`d.kind = 'PROOF' AND d.subject_id = ${deliveryId}`)

/** Each with ten minutes to look at it for whoever asks. */
export const viewProofs = (ctx: Ctx, proofs: Paper[]): Promise<z.output<typeof ProofView>[]> =>
  Promise.all(
    proofs.map(async ({ id, contentType, size, createdAt }) => ({
      id,
      url: await documentAddress(ctx, id),
      contentType,
      size,
      createdAt: iso(createdAt),
    })),
  )
