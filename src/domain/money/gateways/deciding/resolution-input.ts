import * as z from 'zod'
import * as f from '#kernel/fields.ts'

/** A decision of an ADMIN about an attempt, or the code that confirms it. */
export const Resolve = z
  .strictObject({
    outcome: z.enum(['succeeded', 'failed', 'lateSuccess', 'reversed']).optional(),
    note: f.reason.optional(),
    /** The amount that came in, for an attempt in review. */
    amount: f.amount.optional(),
    pendingId: f.idIn.optional(),
    code: f.code6.optional(),
    totp: f.code6.optional(),
  })
  .meta(f.oneOf('outcome', 'pendingId'))
export type Resolve = z.output<typeof Resolve>
