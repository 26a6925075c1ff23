import * as z from 'zod'
import type { history } from '#db/schema/core/history.ts'
import * as f from '#kernel/fields.ts'
import { iso } from '#kernel/time.ts'

/** One entry of a thing's history, as finance is shown it. */
export const StepView = z
  .object({
    event: z.string(),
    from: z.string().nullable(),
    to: z.string(),
    actorId: f.id.nullable(),
    reason: z.string().nullable(),
    at: f.isoTime,
  })
  .meta({ id: 'Step' })

export const viewStep = (step: typeof history.$inferSelect): z.output<typeof StepView> => ({
  event: step.event,
  from: step.fromStatus,
  to: step.toStatus,
  actorId: step.actorId,
  reason: step.reason,
  at: iso(step.at),
})
