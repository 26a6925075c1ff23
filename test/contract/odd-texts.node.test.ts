import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { BROKEN_LINES, ODD_TEXTS, REFUSED_TEXTS } from '#testing/fixtures/odd-texts.ts'
import { good, schemaOf, withFault } from './bad-values.ts'
import { operations } from './operations.ts'

type Path = (string | number)[]

/** Paths of the texts in a body. */
function* textsOf(value: unknown, path: Path = []): Generator<Path> {
  if (typeof value === 'string') yield path
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value))
      yield* textsOf(inner, [...path, Array.isArray(value) ? Number(key) : key])
}
const at = (value: unknown, path: Path): unknown =>
  path.reduce((inner, key) => (inner as Record<string | number, unknown> | undefined)?.[key], value)

const bodies = operations.flatMap(({ operation: { id, json, query } }) =>
  [json, query].flatMap((schema) => (schema ? [{ id, schema, body: good(schemaOf(schema)) }] : [])),
)
const parsed = ({ schema, body }: (typeof bodies)[number], path: Path, text: string) =>
  z.safeParse(schema, JSON.parse(withFault(body, { path, what: '', text: JSON.stringify(text) })))

/** Secrets are taken as they are, ids are looked up, signed words are compared whole. */
const IS_NO_TEXT =
  /(?:[Ii]d|[Pp]assword|[Tt]oken|ticket|[Ss]ecret|website|endpoint|provider|network|identifier|[Cc]ode|Ids\.0|attachments\.0|zones\.0|transports\.0)$/

/** Free text takes letters, spaces and punctuation as they are; a code, an id or a secret is none, or is told apart below. */
const fields = bodies.flatMap((each) =>
  [...textsOf(each.body)].flatMap((path) => {
    const name = `${each.id}.${path.join('.')}`
    const took = parsed(each, path, 'Été, un café.')
    return took.success && at(took.data, path) === 'Été, un café.' && !IS_NO_TEXT.test(name)
      ? [{ name, each, path }]
      : []
  }),
)

describe.each(fields)('$name', ({ each, path }) => {
  it('keeps what people write, without what nobody sees', () => {
    for (const [text, kept] of ODD_TEXTS) {
      const took = parsed(each, path, text)
      const isShort = !took.success && took.error.issues.every(({ code }) => code === 'too_big')
      if (!isShort) expect([text, took.error?.issues[0]?.message, at(took.data, path)]).toEqual([text, undefined, kept])
    }
  })

  it('refuses by its name what turns or breaks a text', () => {
    for (const [text, sign] of REFUSED_TEXTS) {
      const { error } = parsed(each, path, text)
      expect(error?.issues.map(({ message }) => message).join(), text).toContain(sign)
    }
    for (const text of BROKEN_LINES) {
      const took = parsed(each, path, text)
      if (took.success) expect(at(took.data, path)).toBe('Belle\nrobe en wax')
      else expect(took.error.issues[0]?.message).toMatch(/retour à la ligne|au plus/)
    }
  })
})

it('the free texts of the service are found', () => {
  expect(fields.length).toBeGreaterThan(100)
})
