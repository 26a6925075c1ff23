import * as z from 'zod'
import * as f from '#kernel/fields.ts'

/** Lines of one cart: every read prices all of them (docs/limits.md, Sizes). */
export const MOST_LINES = 100
/** Pieces of one line. */
export const MOST_PIECES = 999

export const cartQuantity = z.int().min(1).max(MOST_PIECES)
export const cartLine = { variantId: f.idIn, quantity: cartQuantity }

/** Several lines, each of another variant. */
export const linesUpTo = (most: number) =>
  z
    .array(z.strictObject(cartLine))
    .max(most)
    .refine((lines) => new Set(lines.map(({ variantId }) => variantId)).size === lines.length, {
      error: "Chaque variante ne peut figurer qu'une fois.",
    })

export const cartLines = linesUpTo(MOST_LINES)

/** The version that the caller saw. */
export const baseVersion = f.version.optional()

export type CartLine = { variantId: string; quantity: number }
