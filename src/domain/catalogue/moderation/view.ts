import * as z from 'zod'
import {
  MODERATION_EVENTS,
  MODERATION_MODES,
  MODERATION_STATUSES,
  type moderationEvents,
} from '#db/schema/core/moderation.ts'
import type { Ctx } from '#domain/core/context.ts'
import * as f from '#kernel/fields.ts'
import { iso } from '#kernel/time.ts'
import type { ProductRow } from '../products/queries.ts'
import { ProductView, viewOwnProduct } from '../products/view.ts'

const status = z.enum(MODERATION_STATUSES).meta({ id: 'ModerationStatus' })
const mode = z.enum(MODERATION_MODES).meta({ id: 'ModerationMode' })

const said = { reasonCode: z.string().nullable(), reason: z.string().nullable() }

/** A move of moderation, without the name of the staff member. */
const ModerationEventView = z
  .object({
    event: z.enum(MODERATION_EVENTS),
    from: status,
    to: status,
    ...said,
    actorRole: z.enum(['SELLER', 'STAFF']),
    at: f.isoTime,
  })
  .meta({ id: 'ModerationEvent' })

/** A product with its moderation: the mode, the reasons of the last move, and the moves, the newest first. */
export const ModeratedProductView = ProductView.extend({
  moderationStatus: status,
  moderationMode: mode,
  ...said,
  history: z.array(ModerationEventView),
}).meta({ id: 'ModeratedProduct' })

export const ModerationSettingsView = z.object({ mode }).meta({ id: 'ModerationSettings' })

type Event = typeof moderationEvents.$inferSelect

const BY_SELLER: readonly string[] = ['publish', 'edit', 'submit', 'withdraw'] satisfies Event['event'][]

/** @param events the newest first */
export function viewModerated(ctx: Ctx, row: ProductRow, events: Event[]): z.output<typeof ModeratedProductView> {
  const [last] = events
  return {
    ...viewOwnProduct(ctx, row),
    moderationStatus: row.moderationStatus,
    moderationMode: row.moderationMode,
    reasonCode: last?.reasonCode ?? null,
    reason: last?.reason ?? null,
    history: events.map(({ event, fromStatus, toStatus, reasonCode, reason, at }) => ({
      event,
      from: fromStatus,
      to: toStatus,
      reasonCode,
      reason,
      actorRole: BY_SELLER.includes(event) ? ('SELLER' as const) : ('STAFF' as const),
      at: iso(at),
    })),
  }
}
