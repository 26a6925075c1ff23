import * as z from 'zod'
import * as f from '#kernel/fields.ts'

/** The reason of a staff act, for the record. */
export const StaffAct = z.strictObject({ reason: f.reason.optional() })
export type StaffAct = z.output<typeof StaffAct>
