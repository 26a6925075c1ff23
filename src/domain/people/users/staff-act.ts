import * as z from 'zod'
import * as f from '../../../kernel/fields.ts'

/** Why staff did it, for the record. */
export const StaffAct = z.strictObject({ reason: f.reason.optional() })
export type StaffAct = z.output<typeof StaffAct>
