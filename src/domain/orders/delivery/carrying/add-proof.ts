import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { readTogether } from '#db/client.ts'
import { abortWhen, failureOf, guard } from '#db/guard.ts'
import { DELIVERY_STATES } from '#db/schema/orders/deliveries.ts'
import { type Ctx, riderOf } from '#domain/core/context.ts'
import { withStoredDocument } from '#domain/core/files/documents.ts'
import { selectBytesOfDay } from '#domain/core/files/store.ts'
import { requireActiveActor } from '#domain/core/guards.ts'
import { PHOTO } from '#kernel/document.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { commitJob } from '../commit-job.ts'
import { deliveryMachine } from '../machine.ts'
import { selectDelivery } from '../queries.ts'

const MAX_PROOFS = 5
const PROOF_LIMIT = guard('PROOF_LIMIT', 'CONFLICT', { message: `Une course a ${MAX_PROOFS} preuves au plus.` })

export const AddProof = z.strictObject({ file: f.file })

/**
 * Adds a photo of how the parcel left, arrived or came back, which the parties and staff may see (docs/states.md, Delivery). A delivery has
 * at most five, however many come at once.
 * @throws 400 for a damaged one; 404; 409 before pick-up, and after five; 413; 415; 429
 */
export async function addProof(ctx: Ctx, id: string, { file }: z.output<typeof AddProof>) {
  const [[found], [ofDay]] = await readTogether(ctx.db, selectDelivery(ctx, id), selectBytesOfDay(ctx))
  if (found?.delivery.riderId !== riderOf(ctx).riderId) fail('NOT_FOUND')
  requirePickedUp(found.delivery.status)
  if (found.proofs.length >= MAX_PROOFS) throw failureOf(PROOF_LIMIT)
  // The rider who picked the parcel up keeps the job to its end.
  const hasEnough = sql`(SELECT count(*) FROM documents d WHERE d.kind = 'PROOF' AND d.subject_id = ${id}) >= ${MAX_PROOFS}`
  const proof = { file, field: 'file', kind: 'PROOF', ofDay, subjectId: id, ...PHOTO } as const
  return withStoredDocument(ctx, proof, (_, writes) =>
    commitJob(ctx, id, [requireActiveActor(ctx), abortWhen(ctx.db, PROOF_LIMIT, hasEnough), ...writes]),
  )
}

function requirePickedUp(status: keyof typeof deliveryMachine.states): void {
  if (DELIVERY_STATES.pickedUp.has(status)) return
  const message = `Impossible d'ajouter une preuve : la course est ${deliveryMachine.states[status]}.`
  fail('CONFLICT', { reason: 'INVALID_TRANSITION', message })
}
