import * as z from 'zod'
import * as f from '../../../kernel/fields.ts'

/** What an ADMIN says of a movement, or the code that decides what they said. */
export const Resolve = z
  .strictObject({
    outcome: z.enum(['succeeded', 'failed', 'lateSuccess', 'reversed']).optional(),
    note: f.reason.optional(),
    /** What really came in, of a movement in review. */
    amount: f.amount.optional(),
    pendingId: f.idIn.optional(),
    code: f.code6.optional(),
    totp: f.code6.optional(),
  })
  .meta(f.oneOf('outcome', 'pendingId'))
export type Resolve = z.output<typeof Resolve>
