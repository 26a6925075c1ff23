import { type Document, resolve, type Schema } from './document.ts'
import type { Random } from './random.ts'

export type Broken = { value: unknown; how: string }

/** Every way to break a value of a schema at one place. Whether it is then really invalid is asked of the validator. */
export function waysToBreak(document: Document, given: Schema, value: unknown, at = ''): Broken[] {
  const schema = resolve(document, given)
  const ways: Broken[] = wrongTypes(value).map((wrong) => ({ value: wrong, how: `${at || 'body'} = ${say(wrong)}` }))
  const into = (broken: unknown, how: string) => ways.push({ value: broken, how: `${at} ${how}`.trim() })
  if (typeof value === 'string') {
    const { minLength, maxLength, enum: words, pattern } = schema
    if (minLength) into([...value].slice(0, minLength - 1).join(''), 'too short')
    if (maxLength !== undefined) into(value + 'x'.repeat(maxLength + 1 - [...value].length), 'too long')
    if (words) into(`${value}X`, 'not in the list')
    if (words) into(value.toLowerCase(), 'in lower case')
    if (pattern) into(`${value}\u0007`, 'against the pattern')
    if (pattern) into('', 'empty')
  }
  if (typeof value === 'number') {
    if (schema.minimum !== undefined) into(schema.minimum - 1, 'too small')
    if (schema.maximum !== undefined) into(schema.maximum + 1, 'too large')
    if (schema.type === 'integer') into(value + 0.5, 'not whole')
  }
  if (Array.isArray(value)) {
    if (schema.minItems) into(value.slice(0, schema.minItems - 1), 'too few')
    if (schema.maxItems !== undefined && value.length > 0)
      into(
        Array.from({ length: schema.maxItems + 1 }, () => value[0]),
        'too many',
      )
    for (const [i, item] of value.slice(0, 3).entries())
      for (const way of waysToBreak(document, schema.items ?? {}, item, `${at}[${i}]`))
        ways.push({ value: value.with(i, way.value), how: way.how })
  } else if (typeof value === 'object' && value !== null) {
    into({ ...value, zzUnknown: 1 }, 'unknown field')
    for (const [name, inner] of Object.entries(schema.properties ?? {})) {
      const { [name]: own, ...others } = value as Record<string, unknown>
      if (schema.required?.includes(name)) into(others, `without ${name}`)
      for (const way of waysToBreak(document, inner, own, at ? `${at}.${name}` : name))
        ways.push({ value: { ...value, [name]: way.value }, how: way.how })
    }
  }
  return ways
}

const WRONG: unknown[] = [null, true, -1.5, 1e300, 'zz', '', [], {}, ['zz'], { zz: 1 }]
const wrongTypes = (value: unknown) => WRONG.filter((wrong) => JSON.stringify(wrong) !== JSON.stringify(value))
const say = (value: unknown) => JSON.stringify(value).slice(0, 40)

/** Bodies that no schema can speak of, the status they answer, and their content type where it is not the right one. */
export type RawBreak = { how: string; text: string | Uint8Array<ArrayBuffer>; status: number; type?: string }

const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

export function rawBreak(value: unknown, random: Random): RawBreak {
  const text = JSON.stringify(value) ?? '{}'
  const inside = (more: string) => (text === '{}' ? `{${more}}` : text.replace(/^\{/, `{${more},`))
  const breaks: RawBreak[] = [
    { how: 'cut JSON', text: text.slice(0, -1), status: 400 },
    { how: 'not JSON', text: `${text}}`, status: 400 },
    { how: 'single quotes', text: "{'a':1}", status: 400 },
    { how: 'broken UTF-8', text: Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), status: 400 },
    { how: 'prototype key', text: inside('"__proto__":{"role":"ADMIN"}'), status: 400 },
    { how: 'constructor key', text: inside('"constructor":{"prototype":1}'), status: 400 },
    { how: 'NUL in a key', text: inside('"a\\u0000b":1'), status: 400 },
    { how: 'lone surrogate', text: inside('"zz":"\\ud800"'), status: 400 },
    { how: 'too deep', text: inside(`"zz":${deep(40)}`), status: 400 },
    { how: 'very deep', text: deep(20_000), status: 400 },
    { how: 'form type', text: 'a=1', type: 'application/x-www-form-urlencoded', status: 415 },
    { how: 'text type', text, type: 'text/plain', status: 415 },
    { how: 'no type', text, type: '', status: 415 },
  ]
  if (random.chance(0.02)) return { how: 'over 1 MiB', text: inside(`"zz":"${'x'.repeat(1024 * 1024)}"`), status: 413 }
  return random.pick(breaks)
}
