import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { parseJson } from '#http/body.ts'
import { labelOf } from '#http/field-labels.ts'
import { validationFailure } from '#http/french.ts'

const refusalOf = (schema: z.ZodType, input: unknown) => {
  const { error } = schema.safeParse(input)
  return validationFailure(error ?? expect.fail('it is valid')).toBody().error
}
const said = (schema: z.ZodType, input: unknown) =>
  refusalOf(z.strictObject({ f: schema }), { f: input }).details?.[0]?.message

describe('a 400 stays small, whatever is sent', () => {
  const many = (count: number, name: (i: number) => string) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [name(i), i]))

  it('names twenty fields, and says how many there are', () => {
    const { message, details } = refusalOf(
      z.strictObject({}),
      many(3000, (i) => `f${i}`),
    )
    expect(details).toHaveLength(20)
    expect(message).toContain('(et 2999 autres champs à corriger)')
    const items = refusalOf(
      z.array(z.strictObject({})),
      Array.from({ length: 50 }, () => ({ x: 1, y: 2 })),
    )
    expect(items.details).toHaveLength(20)
    expect(items.message).toContain('(et 99 autres champs à corriger)')
  })

  it('repeats no name of a thousand letters', () => {
    const long = 'x'.repeat(1000)
    const unknown = refusalOf(z.strictObject({}), { [long]: 1 })
    expect(JSON.stringify(unknown).length).toBeLessThan(400)
    const twice = () => parseJson(`{"${long}":1,"${long}":2}`)
    expect(twice).toThrow(expect.objectContaining({ message: expect.not.stringContaining('x'.repeat(61)) }))
  })

  it('is all there is of a body of more than 5,000 names', () => {
    expect(() => parseJson(JSON.stringify(many(5000, String)))).not.toThrow()
    expect(() => parseJson(JSON.stringify(many(5001, String)))).toThrow('Le contenu a trop de champs.')
  })
})

describe('a 400 says in French', () => {
  it.each([
    [z.string(), undefined, 'Ce champ est obligatoire.'],
    [z.string(), 1, 'Un texte est attendu.'],
    [z.int(), 1.5, 'Un nombre entier est attendu.'],
    [z.number(), 'x', 'Un nombre est attendu.'],
    [z.boolean(), 1, 'Vrai ou faux est attendu.'],
    [z.array(z.string()), 1, 'Une liste est attendue.'],
    [z.strictObject({}), 1, 'Un objet est attendu.'],
    [z.string().min(1), '', 'Ce texte doit avoir au moins 1 caractère.'],
    [z.string().min(2), 'x', 'Ce texte doit avoir au moins 2 caractères.'],
    [z.string().max(2000), 'x'.repeat(2001), 'Ce texte doit avoir au plus 2 000 caractères.'],
    [z.string().length(6), 'x', 'Ce texte doit avoir exactement 6 caractères.'],
    [z.array(z.string()).min(1), [], 'Cette liste doit avoir au moins 1 élément.'],
    [z.date(), 1, 'Une date est attendue.'],
    [z.file(), 1, 'Un fichier est attendu.'],
    [z.file().max(1), new File(['ab'], 'a'), 'Ce fichier doit faire au plus 1 octet.'],
    [z.number().min(-90), -91, "La valeur doit être d'au moins -90."],
    [z.number().max(0.5), 1, "La valeur doit être d'au plus 0,5."],
    [z.number().max(1_000_000), 1e9, "La valeur doit être d'au plus 1 000 000."],
    [z.email(), 'x', "L'adresse e-mail est invalide."],
    [z.iso.datetime(), 'x', 'Le format est invalide.'],
    [z.enum(['A', 'B']), 'C', "La valeur doit être l'une des suivantes : A, B."],
    [z.literal('A'), 'C', 'La valeur attendue est A.'],
    [z.union([z.number(), z.boolean()]), 'x', 'La valeur est invalide.'],
    [z.union([z.number(), z.boolean()]), undefined, 'Ce champ est obligatoire.'],
    [z.string().refine(() => false, { error: 'Non.' }), 'x', 'Non.'],
  ])('%#: %s', (schema, input, message) => {
    expect(said(schema, input)).toBe(message)
  })

  it('which field is wrong, in words: the first in the message, all in the details', () => {
    const form = z.strictObject({ payerPhoneNumber: z.string(), items: z.array(z.strictObject({ quantity: z.int() })) })
    expect(refusalOf(form, { items: [{ quantity: 1 }, { quantity: 0.5 }], foo: 1 })).toEqual({
      code: 'VALIDATION_ERROR',
      message: 'Le numéro du payeur : ce champ est obligatoire (et 2 autres champs à corriger).',
      details: [
        { field: 'payerPhoneNumber', message: 'Ce champ est obligatoire.' },
        { field: 'items.1.quantity', message: 'Un nombre entier est attendu.' },
        { field: 'foo', message: "Ce champ n'existe pas." },
      ],
    })
  })

  it('how many others there are, when there are', () => {
    const form = z.strictObject({
      payerPhoneNumber: z.string(),
      address: z.strictObject({ city: z.string() }).optional(),
    })
    const message = (input: object) => refusalOf(form, input).message
    expect(message({})).toBe('Le numéro du payeur : ce champ est obligatoire.')
    expect(message({ foo: 1 })).toBe('Le numéro du payeur : ce champ est obligatoire (et 1 autre champ à corriger).')
    expect(refusalOf(form, { payerPhoneNumber: '', address: { city: '', foo: 1 } }).details).toEqual([
      { field: 'address.foo', message: "Ce champ n'existe pas." },
    ])
  })

  it('a sentence of its own as it is, but for the capital of a word', () => {
    const message = (error: string, input = {}) =>
      refusalOf(z.strictObject({ name: z.string({ error }) }), input).message.replace(/^[^:]*: /, '')
    expect(message('PNG, JPEG ou WebP. Rien de plus.')).toBe('PNG, JPEG ou WebP. Rien de plus.')
    expect(message('À choisir.')).toBe('à choisir.')
    expect(message("L'un. Ou l'autre.", { foo: 1 })).toBe("l'un. Ou l'autre (et 1 autre champ à corriger).")
  })

  it('what is about the whole', () => {
    expect(refusalOf(z.strictObject({}), 1)).toMatchObject({
      message: 'Un objet est attendu.',
      details: [{ field: '' }],
    })
  })

  it.each([
    ['{"payerPhoneNumber":1,"payerPhoneNumber":2}', 'Vous avez donné deux fois le numéro du payeur.'],
    ['{"foo":1,"foo":2}', 'Vous avez donné deux fois le champ foo.'],
  ])('which field comes twice: %s', (text, message) => {
    expect(() => parseJson(text)).toThrow(message)
  })
})

it.each([
  ['items.1.quantity', 'la quantité (n° 2)'],
  ['items', 'les articles'],
  ['deliveryAddress.city', 'la ville'],
  ['effectiveAt', "la date d'effet"],
  ['w', 'la largeur'],
  ['deliveryAddress.foo', 'le champ deliveryAddress.foo'],
  ['toString', 'le champ toString'],
  ['', 'le champ '],
])('the field %s is « %s »', (field, label) => {
  expect(labelOf(field)).toBe(label)
})
