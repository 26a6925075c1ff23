import { code, escapeHtml, inline, table } from './html.ts'
import type { Json } from './schema.ts'

const CHOICES = { 'x-one-of': 'Exactement un de', 'x-some-of': 'Au moins un de', 'x-at-most-one-of': 'Au plus un de' }

/** A named schema in HTML: its fields or its values, and its example. */
export function modelOf(name: string, schema: Json): string {
  const { examples = [] } = schema as { examples?: unknown[] }
  const choices = Object.entries(CHOICES).flatMap(([word, words]) =>
    word in schema ? [`<p>${words} ${(schema[word] as string[]).map(code).join(', ')}.</p>`] : [],
  )
  const fields = fieldsOf(schema)
  return [
    `<section id="${name}"><h3>${name}</h3>`,
    ...(fields.length > 0 ? [table(['Champ', 'Type', ''], fields)] : [`<p>${typeOf(schema)} ${boundsOf(schema)}</p>`]),
    ...choices,
    ...examples.map((example) => `<details><summary>Exemple</summary>${exampleOf(example)}</details>`),
    '</section>',
  ].join('\n')
}

export const exampleOf = (example: unknown) => `<pre>${escapeHtml(JSON.stringify(example, null, 2))}</pre>`

/** The rows of an object's fields, of one choice after the other; those of an object inside it follow their field. */
function fieldsOf(schema: Json, within = ''): string[][] {
  const {
    properties,
    required = [],
    items,
    anyOf,
    oneOf,
  } = schema as { properties?: Record<string, Json>; required?: string[] } & Json
  if (items) return fieldsOf(items as Json, `${within}[]`)
  const many = anyOf ?? oneOf
  if (Array.isArray(many)) return many.flatMap((each) => fieldsOf(each as Json, within))
  return Object.entries(properties ?? {}).flatMap(([name, field]) => {
    const path = within ? `${within}.${name}` : name
    const row = [
      code(path),
      typeOf(field),
      [required.includes(name) ? 'obligatoire' : '', boundsOf(field)].filter(Boolean).join(' ; '),
    ]
    return [row, ...fieldsOf(field, path)]
  })
}

const WORDS: Record<string, string> = {
  string: 'texte',
  integer: 'entier',
  number: 'nombre',
  boolean: 'booléen',
  object: 'objet',
  null: 'null',
}

/** The type of a schema in HTML; a named one is a link to its place in the page. */
export function typeOf({
  $ref,
  type,
  items,
  anyOf,
  oneOf,
  enum: values,
  const: value,
  additionalProperties,
}: Json): string {
  const [, name] = /\/schemas\/(\w+)$/.exec(String($ref)) ?? []
  if (name) return `<a href="#${name}">${name}</a>`
  if (value !== undefined) return code(JSON.stringify(value))
  if (Array.isArray(values)) return values.map((each) => code(String(each))).join(', ')
  const many = anyOf ?? oneOf
  if (Array.isArray(many)) return many.map((each) => typeOf(each as Json)).join(' ou ')
  if (items) return `liste de ${typeOf(items as Json)}`
  if (type === 'object' && typeof additionalProperties === 'object')
    return `objet de ${typeOf(additionalProperties as Json)}`
  return [type ?? []]
    .flat()
    .map((each) => WORDS[String(each)] ?? String(each))
    .join(' ou ')
}

/** The bounds of a value in HTML. */
export function boundsOf(schema: Json): string {
  const between = (least: unknown, most: unknown, unit: string) => {
    if (least === undefined && most === undefined) return []
    if (least === undefined) return [`au plus ${most}${unit}`]
    return [most === undefined ? `au moins ${least}${unit}` : `de ${least} à ${most}${unit}`]
  }
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, format, pattern, description } = schema
  return [
    ...between(minLength, maxLength, ' signes'),
    ...between(minimum, maximum, ''),
    ...between(minItems, maxItems, ' éléments'),
    ...(format ? [code(String(format))] : []),
    ...(pattern ? [code(String(pattern))] : []),
    ...('default' in schema ? [`${code(JSON.stringify(schema.default))} par défaut`] : []),
    ...(description ? [inline(String(description))] : []),
  ].join(' ; ')
}
