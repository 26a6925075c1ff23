import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { retryOnStale } from '#db/commit.ts'
import { abortWhen, guard } from '#db/guard.ts'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { nextStatus } from '#domain/core/machine.ts'
import { notify } from '#domain/core/notices/notify.ts'
import { refuseOwnThing } from '#domain/core/own-thing.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { productModeration } from './machine.ts'
import { moderate } from './move.ts'
import { productRefused, productRestored, productTakenDown, productToCorrect } from './notices.ts'
import { selectAnyProduct, selectEvents } from './queries.ts'
import { viewModerated } from './view.ts'

const said = { reasonCode: f.line(1, 60).optional(), version: f.version.optional() }
export const DecideProduct = z.strictObject({ reason: f.reason, ...said })
export const ApproveProduct = z.strictObject({ reason: f.reason.optional(), ...said })

/** Decisions of staff about a product: the action in the audit record, and the notice to the seller, if there is one. */
const DECISIONS = {
  approve: ['product.approve', undefined],
  reject: ['product.reject', productRefused],
  requestChanges: ['product.request-changes', productToCorrect],
  takedown: ['product.takedown', productTakenDown],
  restore: ['product.restore', productRestored],
} as const

type Decision = keyof typeof DECISIONS

/**
 * Approves, refuses, sends back, takes down or restores a product, with its visibility, in one commit (docs/states.md, Moderation). If two
 * decide at once, one of them does.
 * @throws 404; 403 for the actor's own product; 409 INVALID_TRANSITION; VERSION_MISMATCH if it was edited since `version`, between its read
 *   and the commit, or, for a restore without `version`, since the takedown
 */
export function decideProduct(
  ctx: Ctx,
  id: string,
  decision: Decision,
  { version, ...why }: z.output<typeof ApproveProduct>,
) {
  let looked = version
  return retryOnStale(async () => {
    const [product] = await selectAnyProduct(ctx, id)
    if (!product) fail('NOT_FOUND')
    refuseOwnThing(ctx, product.sellerProfileId)
    // A decision never counts for an edit that came between its read and its commit.
    if (looked !== version) nextStatus(productModeration, product.moderationStatus, decision)
    if (looked !== undefined && looked !== product.version) fail('CONFLICT', 'VERSION_MISMATCH')
    looked = product.version
    const [action, told] = DECISIONS[decision]
    const owner = sql`(SELECT sp.user_id FROM seller_profiles sp WHERE sp.id = ${product.sellerProfileId})`
    const [[decided], events] = await commit(
      ctx,
      [
        ...moderate(ctx, product, decision, why),
        ...(decision === 'restore' && version === undefined ? [requireAsTakenDown(ctx, id)] : []),
        recordAct(ctx, action, id, why),
        ...(told ? notify(ctx, owner, told, { name: product.name, reason: why.reason, opens: { productId: id } }) : []),
      ],
      selectAnyProduct(ctx, id),
      selectEvents(ctx, id),
    )
    return viewModerated(ctx, decided ?? fail('NOT_FOUND'), events)
  })
}

const EDITED_SINCE_TAKEDOWN = guard('EDITED_SINCE_TAKEDOWN', 'CONFLICT', {
  reason: 'VERSION_MISMATCH',
  message: 'Le produit a été modifié depuis son retrait : relisez-le et envoyez la version que vous avez lue.',
})

/** Refuses a restore if the seller edited the product since the takedown: no text becomes public unread. The takedown itself is no edit. */
const requireAsTakenDown = (ctx: Ctx, id: string) =>
  abortWhen(
    ctx.db,
    EDITED_SINCE_TAKEDOWN,
    sql`EXISTS (
      SELECT 1 FROM history h WHERE h.thing_id = ${id} AND h.event = 'edit' AND h.version > (
        SELECT max(m.version) FROM moderation_events m WHERE m.thing_id = ${id} AND m.event = 'takedown'))`,
  )
