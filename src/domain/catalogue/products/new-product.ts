import * as z from 'zod'
import { UNITS } from '../../../db/schema/catalogue/products.ts'
import * as f from '../../../kernel/fields.ts'
import { expiryDate } from './place.ts'
import { picturesOfForm } from './uploads.ts'

/** Form fields are text: an optional one that is empty counts as absent, as browsers send it. */
const optional = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value: z.input<S> | '' | undefined) => (value === '' ? undefined : value), schema.optional())

/** The JSON text of the variants may spell out what the form itself is checked for. */
const word = (max: number) =>
  f.line(1, max).refine((text) => text.isWellFormed(), { error: 'Ce texte contient des caractères interdits.' })

export const NewVariant = z.strictObject({
  name: word(80).nullish(),
  sku: word(60).nullish(),
  price: f.amount,
  stock: z.int().min(0).max(1_000_000_000),
  attributes: z
    .record(word(40), word(100))
    .refine((attributes) => Object.keys(attributes).length <= 20, { error: 'Vingt attributs au plus.' })
    .nullish(),
})

export type NewVariant = z.output<typeof NewVariant>

/** Zod drops a prototype key without a word. */
function refusePrototype(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new SyntaxError(key)
  return value
}

const variantsText = z
  .string()
  .max(500_000)
  .transform((text, check) => {
    try {
      return JSON.parse(text, refusePrototype) as unknown
    } catch {
      check.addIssue({ code: 'custom', message: 'Un tableau JSON est attendu.' })
      return z.NEVER
    }
  })
  .pipe(
    z
      .array(NewVariant)
      .min(1)
      .max(50)
      .refine((all) => areUnique(all.flatMap(({ sku }) => sku ?? [])), {
        error: 'Deux variantes ont la même référence (sku).',
      }),
  )
  .meta({
    json: {
      type: 'string',
      maxLength: 500_000,
      contentMediaType: 'application/json',
      description: 'Tableau JSON de 1 à 50 variantes {name?, sku?, price, stock, attributes?}.',
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
