import * as z from 'zod'
import { UNITS } from '#db/schema/catalogue/products.ts'
import { jsonField } from '#domain/core/json-field.ts'
import * as f from '#kernel/fields.ts'
import { bytesOf, MAX_VARIANTS_BYTES, TOO_HEAVY } from '../variants/weight.ts'
import { expiryDate } from './place.ts'
import { picturesOfForm } from './uploads.ts'

/** An optional form field: browsers send an empty one as empty text, which counts as absent. */
const optional = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value: z.input<S> | '' | undefined) => (value === '' ? undefined : value), schema.optional())

/** A text in the variants' JSON, which may escape characters that the check of the form refuses. */
const word = (max: number) =>
  f.line(1, max).refine((text) => text.isWellFormed(), { error: 'Ce texte contient des caractères interdits.' })

export const NewVariant = z.strictObject({
  name: word(80).nullish(),
  sku: word(60).nullish(),
  price: f.amount,
  stock: z.int().min(0).max(1_000_000_000),
  attributes: z
    .record(word(40), word(100))
    .refine((attributes) => Object.keys(attributes).length <= 10, { error: 'Dix attributs au plus.' })
    .nullish(),
})

export type NewVariant = z.output<typeof NewVariant>

/** Most characters of the variants' JSON, with spaces and escapes, which are not stored. */
const MAX_VARIANTS_TEXT = 100_000

const variantsText = jsonField(MAX_VARIANTS_TEXT, 'Un tableau JSON est attendu.')
  .pipe(
    z
      .array(NewVariant)
      .min(1)
      .max(50)
      .refine((all) => areUnique(all.flatMap(({ sku }) => sku ?? [])), {
        error: 'Deux variantes ont la même référence (sku).',
      })
      .refine((all) => bytesOf(all) <= MAX_VARIANTS_BYTES, { error: TOO_HEAVY }),
  )
  .meta({
    json: {
      type: 'string',
      maxLength: MAX_VARIANTS_TEXT,
      contentMediaType: 'application/json',
      description: 'Tableau JSON de 1 à 50 variantes {name?, sku?, price, stock, attributes?}, de 16 Kio au plus.',
    },
  })

const areUnique = (values: string[]) => new Set(values).size === values.length

export const CreateProduct = z.strictObject({
  shopId: f.idIn,
  subcategoryId: f.idIn,
  name: f.line(2, 100),
  description: f.prose(20, 1000),
  brand: optional(f.line(1, 80)),
  unit: optional(z.enum(UNITS)),
  weightGrams: optional(
    z
      .string()
      .regex(/^\d{1,6}$/, { error: 'Un nombre entier de grammes est attendu.' })
      .transform(Number)
      .pipe(z.int().min(1).max(500_000))
      .meta({ json: { type: 'string', pattern: '^0*([1-9]\\d{0,4}|[1-4]\\d{5}|500000)$', maxLength: 6 } }),
  ),
  expiresAt: optional(expiryDate),
  currency: f.priceCurrency,
  variants: variantsText,
  ...picturesOfForm,
})

export type CreateProduct = z.output<typeof CreateProduct>
