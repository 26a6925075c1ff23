import { type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Ctx } from '#domain/core/context.ts'
import { type Paper, papersWhere } from '#domain/core/files/documents.ts'
import { PaperView, viewPaper } from '#domain/core/files/view.ts'
import * as f from '#kernel/fields.ts'
import { iso } from '#kernel/time.ts'

/** A picture that the rider took of the parcel. */
export const ProofView = PaperView.extend({ createdAt: f.isoTime }).meta({ id: 'Proof' })

/** The proofs of a delivery, inside another statement: JSON for `readPapers`. */
export const proofsOf = (deliveryId: SQL) => papersWhere(sql`d.kind = 'PROOF' AND d.subject_id = ${deliveryId}`)

/** Shows proofs, each with an address that the person who asks may read for ten minutes. */
export const viewProofs = (ctx: Ctx, proofs: Paper[]): Promise<z.output<typeof ProofView>[]> =>
  Promise.all(proofs.map(async (proof) => ({ ...(await viewPaper(ctx, proof)), createdAt: iso(proof.createdAt) })))
