import fc from 'fast-check'
import { type Document, resolve, type Schema } from './document.ts'
import type { Random } from './random.ts'

/** Knows good values of a field by its name; undefined leaves it to the schema. */
export type Suggest = (field: string, schema: Schema) => unknown

const SNIPPETS = [
  'Maïs de Kabare', "L'été à Goma — n°4", '%_*', "' OR 1=1 --", '"; DROP TABLE users', '<script>alert(1)</script>', '=1+1',
  '{{7*7}}', '../../etc/passwd', 'مرحبا', '日本', '🍅🥭', 'null', 'true', '0', '-1', 'constructor', 'a​b', 'É', '\\', 'AND OR NOT',
] // biome-ignore format: words that have broken programs before

const patterns = new Map<string, fc.Arbitrary<string>>()

/**
 * A value that a schema allows, edges as often as the middle. Whether it really does is asked of the validator.
 * @param trust how often a suggestion is taken
 */
export function inventValue(
  document: Document,
  given: Schema,
  random: Random,
  suggest: Suggest,
  { field = '', trust = 0.75 } = {},
): unknown {
  const resolved = resolve(document, given)
  const schema = Array.isArray(resolved.type) ? { ...resolved, type: random.pick(resolved.type) } : resolved
  const again = (inner: Schema, name = field) => inventValue(document, inner, random, suggest, { field: name, trust })
  if (random.chance(trust)) {
    const suggested = suggest(field, schema)
    if (suggested !== undefined) return suggested
  }
  if ('const' in schema) return schema.const
  if (schema.enum) return random.pick(schema.enum)
  const { anyOf, oneOf, ...beside } = schema
  const branches = anyOf ?? oneOf
  if (branches) {
    // Everything beside the branches holds for each of them.
    const branch = resolve(document, random.pick(branches))
    const required = [...(beside.required ?? []), ...(branch.required ?? [])]
    return again({ ...beside, ...branch, ...(required.length > 0 && { required }) })
  }
  switch (schema.type) {
    case 'object': {
      const either = schema['x-one-of'] ?? schema['x-some-of'] ?? schema['x-at-most-one-of'] ?? []
      const chosen = either.length > 0 ? random.pick(either) : undefined
      const isGiven = (name: string) => {
        if (either.includes(name)) return name === chosen
        const partners = schema.dependentRequired?.[name]
        return partners ? partners.includes(chosen ?? '') : schema.required?.includes(name) || random.chance(0.6)
      }
      const entries = Object.entries(schema.properties ?? {}).filter(([name]) => isGiven(name))
      return Object.fromEntries(entries.map(([name, inner]) => [name, again(inner, name)]))
    }
    case 'array': {
      const least = schema.minItems ?? 0
      const most = Math.min(schema.maxItems ?? least + 4, random.chance(0.05) ? 60 : least + 3)
      return Array.from({ length: least + random.below(Math.max(1, most - least + 1)) }, () =>
        again(schema.items ?? {}),
      )
    }
    case 'integer':
    case 'number':
      return numberOf(schema, random)
    case 'boolean':
      return random.chance(0.5)
    case 'null':
      return null
    case 'string':
      return schema.format === 'binary'
        ? Uint8Array.from({ length: random.below(64) }, () => random.below(256))
        : textOf(schema, random)
    default:
      return random.pick([null, 1, 'text', true, [], {}])
  }
}

function numberOf({ type, minimum = -1_000_000, maximum = 1_000_000 }: Schema, random: Random): number {
  const inside = minimum + random() * (Math.min(maximum, minimum + 1e7) - minimum)
  const value = random.chance(0.3)
    ? random.pick([minimum, maximum])
    : random.chance(0.5)
      ? minimum + random.below(50)
      : inside
  const bounded = Math.min(maximum, Math.max(minimum, value))
  return type === 'integer' ? Math.round(bounded) : Math.round(bounded * 100) / 100
}

function textOf({ format, pattern, minLength = 0, maxLength = 200 }: Schema, random: Random): string {
  const seed = random.below(2 ** 31)
  const sample = <T>(arbitrary: fc.Arbitrary<T>) => fc.sample(arbitrary, { seed, numRuns: 1 })[0] as T
  if (format === 'date-time' || format === 'date') {
    const time = new Date(Date.now() + (random() * 800 - 200) * 86_400_000).toISOString()
    return format === 'date' ? time.slice(0, 10) : time
  }
  if (format === 'email') return sample(fc.emailAddress())
  if (pattern && !pattern.includes('\\p{Cc}')) {
    const known = patterns.get(pattern) ?? fc.stringMatching(new RegExp(pattern, 'u'))
    patterns.set(pattern, known)
    return sample(known)
  }
  const length = random.chance(0.3) ? random.pick([minLength, maxLength]) : minLength + random.below(30)
  const wanted = Math.max(minLength, Math.min(maxLength, length))
  const start = random.chance(0.4) ? random.pick(SNIPPETS) : sample(fc.string({ unit: 'grapheme', maxLength: 12 }))
  const filler = random.pick(['a', 'é', 'mot ', '漢', '🍅'])
  return wanted === 0 ? '' : lengthen([...start.trim()], [...filler], wanted).join('')
}

/** As many characters as wanted, of which the last is no space: schemas count code points, and text is trimmed. */
function lengthen(start: string[], filler: string[], wanted: number): string[] {
  const all = [...start]
  while (all.length < wanted) all.push(...filler)
  return [...all.slice(0, Math.max(0, wanted - 1)), 'z']
}
