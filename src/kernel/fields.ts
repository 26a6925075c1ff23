import * as z from 'zod'
import { invalid } from './failure.ts'
import { formatMoney } from './format.ts'
import { CURRENCIES, type Currency, currencies, MAX_AMOUNT_MINOR, PRICE_CURRENCIES, parseAmount } from './money.ts'
import { type CountryCode, countryCodes, msisdn } from './phone.ts'
import { cleanText, codeIn, describeSign } from './signs.ts'
import { isUpload, type Upload } from './upload.ts'

/** The fields that inputs and answers are made of. Input objects are strict: an unknown field is refused. */

/** Signs that no text may have: control characters, halves of a sign, and U+202E, which turns the direction of writing. */
const REFUSED = /[\p{Cc}\p{Cs}\u202e]/u
const REFUSED_IN_PROSE = /[[\p{Cc}\p{Cs}\u202e]--[\n\r\t]]/v
const refusedIn = (text: unknown, refused: RegExp) => `Ce texte contient ${describeSign(String(text), refused)}.`
/** Signs that no number or code may have; its spaces are removed instead of refused. */
const REFUSED_IN_NUMBER = /[[\p{Cc}\p{Cs}\u202e]--\s]/v
/** The error message of a number or a code: it names the refused sign if there is one, else says `otherwise`. */
const signOr = (text: unknown, otherwise: string) =>
  REFUSED_IN_NUMBER.test(String(text)) ? refusedIn(text, REFUSED_IN_NUMBER) : otherwise
const LINE = /^[^\p{Cc}\p{Cs}\u202e]*$/u
/** A sign that is seen: no space, no mark without a letter, nothing without a shape such as U+200B, U+2060 and Braille's blank. */
const SEEN = /[^\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u
const isSeen = (text: string) => text === '' || SEEN.test(text)
const BLANK = { error: 'Ce texte est vide.' }

/** One line of text from a person, trimmed. Invisible signs that were pasted are removed, and a visible one must be left. */
export const line = (min: number, max: number) =>
  z
    .string()
    .overwrite((text) => cleanText(text).trim())
    .min(min)
    .max(max)
    .regex(LINE, { abort: true, error: ({ input }) => refusedIn(input, REFUSED) })
    .refine(isSeen, BLANK)
/** Text of several lines that keeps the spaces around it, which mean something in Markdown. */
export const verbatim = (min: number, max: number) => several(cleanText, min, max)
/** Text that may have several lines and tabs, trimmed. */
export const prose = (min: number, max: number) => several((text) => cleanText(text).trim(), min, max)

const several = (kept: (text: string) => string, min: number, max: number) =>
  z
    .string()
    .overwrite(kept)
    .min(min)
    .max(max)
    .refine((text) => !REFUSED_IN_PROSE.test(text), {
      abort: true,
      error: ({ input }) => refusedIn(input, REFUSED_IN_PROSE),
    })
    .refine(isSeen, BLANK)

/** An id in an input. A malformed id answers 404, so that ids do not leak (docs/conventions.md, Ids and strangers). */
export const idIn = z.string().min(1)
export const IdParam = z.strictObject({ id: idIn })
export type IdParam = z.output<typeof IdParam>

export const email = z
  .string()
  .overwrite((text) => cleanText(text).trim())
  .toLowerCase()
  .max(254)
  .pipe(z.email({ error: ({ input }) => (REFUSED.test(String(input)) ? refusedIn(input, REFUSED) : undefined) }))
  .meta({ json: { type: 'string', format: 'email', maxLength: 254, pattern: z.regexes.email.source } })
/** A code of 6 digits; « 123 456 » and « 123-456 » are accepted too. */
export const code6 = z
  .string()
  .overwrite(codeIn)
  .regex(/^\d{6}$/, { error: ({ input }) => signOr(input, 'Le code a 6 chiffres.') })
export { atMostOneOf, oneOf, someOf } from './one-of.ts'
export const reason = prose(1, 500)
export const version = z.int().min(1)

export const currency = z.enum(currencies).meta({ id: 'Currency' })
export const priceCurrency = z.enum(PRICE_CURRENCIES).meta({ id: 'PriceCurrency' })
export const country = z.enum(countryCodes).meta({ id: 'Country' })

/** An amount as it comes in; the verb reads it with its currency through `amountOf`. */
export const amount = z
  .union([z.number(), z.string().max(20)])
  .refine((value) => /^\d{1,13}(\.\d{1,2})?$/.test(String(value)), { error: "Le montant n'est pas un nombre valable." })
  .meta({
    json: {
      description: 'Montant décimal, avec au plus les décimales de la devise.',
      anyOf: [
        { type: 'number', minimum: 0, exclusiveMaximum: 10_000_000_000_000 },
        { type: 'string', pattern: '^\\d{1,13}(\\.\\d{1,2})?$' },
      ],
    },
  })

/**
 * Converts an amount of an input to minor units.
 * @param min smallest amount that is accepted, in minor units
 * @throws 400 that names the field
 */
export function amountOf(value: number | string, currency: Currency, field: string, min = 1): number {
  const minor = parseAmount(value, currency)
  if (minor === undefined) {
    const { decimals } = CURRENCIES[currency]
    if (Number(value) * 10 ** decimals > MAX_AMOUNT_MINOR)
      invalid(field, `Le montant est trop grand : ${formatMoney({ amountMinor: MAX_AMOUNT_MINOR, currency })} au plus.`)
    const most = decimals === 0 ? 'sans décimales' : `au plus ${decimals} décimales`
    invalid(field, `Le montant n'est pas un nombre valable en ${currency} (${most}).`)
  }
  if (minor < min) invalid(field, `Le montant doit être d'au moins ${formatMoney({ amountMinor: min, currency })}.`)
  return minor
}

/** Signs that people write between the digits of a phone number. */
const GAP = '[\\s().\\-\\/]*'
const NO_PHONE = 'Un numéro a de 9 à 15 chiffres, dont 9 après +243 ou +250.'
export const phoneJson = {
  type: 'string',
  maxLength: 30,
  description: "De 9 à 15 chiffres, l'indicatif du pays d'abord ; après +243 ou +250, exactement 9.",
  pattern: `^${GAP}((\\+|0${GAP}0)(${GAP}\\d){9,15}|([1-9]${GAP}\\d|0${GAP}[1-9])(${GAP}\\d){7,13})${GAP}$`,
  examples: ['+243 810 000 123'],
}
const NO_COUNTRY =
  "Ajoutez l'indicatif du pays devant ce numéro : +243 (RD Congo), +250 (Rwanda) ou celui d'un autre pays."
export const phone = z
  .string()
  .trim()
  .max(30)
  .refine((value) => (msisdn(value) ?? msisdn(value, 'CD')) !== undefined, {
    error: ({ input }) => signOr(input, NO_PHONE),
  })
  .meta({ json: phoneJson })

/** Digits of a phone number with the country code first, or a 400 that names the field; a national number needs `country`. */
export const phoneOf = (value: string, field: string, country?: CountryCode): string =>
  msisdn(value, country) ?? invalid(field, country === undefined && msisdn(value, 'CD') ? NO_COUNTRY : NO_PHONE)

const wholeNumber = (max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, { error: 'Un nombre entier est attendu.' })
    .transform(Number)
    .pipe(z.number().min(1).max(max))

/** `page` and `limit` of every list; spread into its query. */
export const pageQuery = {
  page: wholeNumber(1_000_000)
    .default(1)
    .meta({ json: { type: 'integer', minimum: 1, default: 1 } }),
  limit: wholeNumber(100)
    .default(20)
    .meta({ json: { type: 'integer', minimum: 1, maximum: 100, default: 20 } }),
}

const before = { description: "L'id de la dernière ligne reçue : la suite, sans répétition.", type: 'string' }
/** In lists that grow at their head: the rows behind this id. None are behind an id that does not exist. */
export const beforeQuery = {
  before: z.guid({ error: "L'id d'une ligne de cette liste est attendu." }).optional().meta({ json: before }),
}

/** One file of a form. */
export const file = z
  .custom<File>(isUpload, { error: 'Un fichier est attendu.' })
  .transform((value): Upload => value)
  .meta({ json: { type: 'string', format: 'binary' } })

/** The text that a person searches for: one line, at most 100 characters. */
export const search = line(1, 100)

const LATEST = Date.parse('9999-12-31T23:59:59.999Z')
const EARLIEST = Date.parse('0001-01-01T00:00:00Z')
/** Whether an instant lies in the years 0001 to 9999 in UTC, whatever its offset is. */
const isWritable = (time: string) => Date.parse(time) >= EARLIEST && Date.parse(time) <= LATEST
const NO_TIME = { error: 'Une date ISO 8601 est attendue, des années 0001 à 9999 en temps universel.' }

/** An instant, with its offset from UTC. */
export const instant = z.iso.datetime({ offset: true, abort: true, ...NO_TIME }).refine(isWritable, NO_TIME)
/** A day, or an instant. */
export const dayOrInstant = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], NO_TIME)
  .refine(isWritable, NO_TIME)

/** A day of the calendar: 1990-05-12. */
export const day = z.iso
  .date({ error: 'Une date AAAA-MM-JJ est attendue.' })
  .meta({ json: { type: 'string', format: 'date' } })

export const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: 'Un mois AAAA-MM est attendu.' })

/** The fields of answers. */
export const id = z.string()
export const isoTime = z.iso.datetime()
export const decimal = z.string().regex(/^-?\d+(\.\d+)?$/)
export const paginationOut = z
  .object({ page: z.int().min(1), limit: z.int().min(1), total: z.int(), totalPages: z.int() })
  .meta({ id: 'Pagination' })
/** The schema of one page of a list under its own name: `listOf('orders', OrderView)` is OrderList in the OpenAPI document. */
export const listOf = <K extends string, S extends z.ZodType>(name: K, item: S) => {
  const fields = { [name]: z.array(item), pagination: paginationOut } as Record<K, z.ZodArray<S>> & {
    pagination: typeof paginationOut
  }
  const id = item.meta()?.id
  return z.object(fields).meta(id ? { id: `${id}List` } : {})
}
