import * as f from '../../../kernel/fields.ts'

/** No change and no count is above this. */
export const MAX_UNITS = 1_000_000_000

/** The seller's own word: RESTOCK, ADJUSTMENT, DAMAGE, … */
export const movementType = f.line(1, 40)
