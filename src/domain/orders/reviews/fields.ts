import * as z from 'zod'
import { RIDER_REASONS } from '#db/schema/orders/reviews.ts'
import { jsonField } from '#domain/core/json-field.ts'
import * as f from '#kernel/fields.ts'

/** Most characters of the JSON of all products, with spaces and escapes. */
const MAX_TEXT = 100_000
const MOST_PICTURES = 3
/** Most reviews of one request: an order has no more lines. */
const MOST_PRODUCTS = 50

/** An optional field of a form: browsers send an empty one as empty text, which counts as absent. */
const optional = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value: z.input<S> | '' | undefined) => (value === '' ? undefined : value), schema.optional())

export const rating = z.int().min(1).max(5)
/** Words in JSON of a form may escape signs that the check of the form refuses. */
export const comment = f
  .prose(1, 1000)
  .refine((text) => text.isWellFormed(), { error: 'Ce texte contient des caractères interdits.' })
export const reasonCode = z.enum(RIDER_REASONS)

const ProductRating = z.strictObject({
  productId: f.idIn,
  rating,
  comment: comment.nullish(),
  images: z.array(z.int().min(0).max(99)).max(MOST_PICTURES).nullish(),
})
const ShopRating = z.strictObject({ rating, comment: comment.nullish() })
const RiderRating = z.strictObject({ rating, reasonCode: reasonCode.nullish() })

const NO_OBJECT = 'Un objet JSON est attendu.'
const textOf = (description: string, maxLength: number) => ({
  json: { type: 'string', maxLength, contentMediaType: 'application/json', description } as const,
})

/** The ratings of a request, as texts of a form beside its pictures. */
export const ratings = {
  products: optional(
    jsonField(MAX_TEXT, 'Un tableau JSON est attendu.')
      .pipe(z.array(ProductRating).min(1).max(MOST_PRODUCTS))
      .meta(
        textOf(
          'Tableau JSON {productId, rating, comment?, images?} ; images : places parmi les fichiers, depuis 0.',
          MAX_TEXT,
        ),
      ),
  ),
  shop: optional(jsonField(10_000, NO_OBJECT).pipe(ShopRating).meta(textOf('Objet JSON {rating, comment?}.', 10_000))),
  rider: optional(jsonField(1000, NO_OBJECT).pipe(RiderRating).meta(textOf('Objet JSON {rating, reasonCode?}.', 1000))),
}
