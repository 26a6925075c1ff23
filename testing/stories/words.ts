// Steps of the tests of words: odd texts, how each is kept, and by which plain spelling a search finds it.
import { type Answer, call, guest } from '#testing/api.ts'

/** A text, how it is kept, and how somebody types its first words who knows no sign of it. */
export type Odd = { name: string; text: string; kept?: string; plain?: string }

/** Each begins with a word of letters, so that it can be a name and be searched for. */
export const ODD: Odd[] = [
  { name: 'letters of Lingala', text: 'Mbɛlɛ ya bɔlɔ', plain: 'mbele' },
  { name: 'their capitals', text: 'ƐLƐNGI Ɔkɔkɔ', plain: 'elengi okoko' },
  { name: 'with tone marks', text: 'Mbɔ́tɛ ŋgɔ̂lɛ̌', plain: 'mbote nggole' },
  { name: 'an eng and its capital', text: 'Ŋoma ya ŋola', plain: 'ngoma ngola' },
  { name: 'ligatures', text: 'Œuvre et Æsir sœur', plain: 'oeuvre aesir soeur' },
  { name: 'letters with a stroke', text: 'Łódź Øre Strasße', plain: 'lodz ore strassse' },
  { name: 'a plain apostrophe', text: "Ng'ombe wa n'djili", plain: 'ngombe' },
  { name: 'a curled apostrophe', text: 'Ng’ombe wa n’djili', plain: "ng'ombe" },
  { name: 'a letter apostrophe', text: 'Ngʼombe wa nʼdjili', plain: 'ngombe' },
  { name: 'a grave accent', text: 'Ng`ombe wa n`djili', plain: 'ngombe' },
  { name: 'an acute accent', text: 'Ng´ombe wa n´djili', plain: 'ngombe' },
  {
    name: 'invisible signs',
    text: 'Kwa\u200bngu\u200e Ki\u2060vu\ufeff bi\u00aden',
    kept: 'Kwangu Kivu bien',
    plain: 'kwangu kivu bien',
  },
  { name: 'emoji of several signs', text: 'Fermier 👩🏾‍🌾 👍🏿 ❤️', plain: 'fermier' },
  { name: 'flags', text: 'Drapeaux 🇨🇩🇷🇼', plain: 'drapeaux' },
  { name: 'right to left', text: 'Souk سوق כיפה', plain: 'souk' },
  { name: 'look-alikes', text: 'Маlеwа раgnе' },
  { name: 'full width', text: 'Ｋｉｖｕ ｗａｘ' },
  { name: 'letters in two parts', text: 'Cafe\u0301 cre\u0300me', plain: 'cafe creme' },
  { name: 'other spaces', text: 'Prix\u00a05\u202f000\u2009fin', kept: 'Prix 5 000 fin', plain: 'prix' },
  { name: 'other hyphens', text: 'Porte\u2011bébé\u2010soie', kept: 'Porte-bébé-soie', plain: 'porte bebe' },
]

/** One text is the other as people see them: marks apart or not. */
export const sameText = (one: unknown, other: string) =>
  typeof one === 'string' && one.normalize('NFKC') === other.normalize('NFKC')
export const keptAs = ({ text, kept = text }: Odd) => kept

/** Whether a text breaks a sign that people see in the middle: half of a pair, a joiner with nothing behind it. */
export const isBroken = (text: string) =>
  !text.isWellFormed() || text.includes('\ufffd') || /\u200d(?![\p{Extended_Pictographic}\p{L}\p{M}])/u.test(text)

// biome-ignore lint/suspicious/noExplicitAny: the document is read freely.
export type Doc = any
export const openApi = async (): Promise<Doc> => (await call(guest, 'GET', '/openapi.json')).body

/** Each operation of the document with the schema of its body, references followed. */
export type Operation = {
  id: string
  method: string
  path: string
  roles: string | string[]
  type?: string
  body?: Doc
  example?: Doc
  query: Doc[]
}
export function operationsOf(doc: Doc): Operation[] {
  const found: Operation[] = []
  for (const [path, methods] of Object.entries<Doc>(doc.paths))
    for (const [method, op] of Object.entries<Doc>(methods)) {
      const [type, content] = Object.entries<Doc>(op.requestBody?.content ?? {})[0] ?? []
      found.push({
        id: op.operationId,
        method: method.toUpperCase(),
        path: path.replace('/api/v1', ''),
        roles: op['x-roles'],
        ...(content && { type, body: resolveSchema(doc, content.schema), example: content.example ?? {} }),
        query: (op.parameters ?? [])
          .map((one: Doc) => resolveSchema(doc, one))
          .filter((one: Doc) => one.in === 'query'),
      })
    }
  return found
}
export function resolveSchema(doc: Doc, schema: Doc): Doc {
  let one = schema
  while (one?.$ref)
    one = one.$ref
      .slice(2)
      .split('/')
      .reduce((at: Doc, key: string) => at[key], doc)
  return one
}

const NO_TEXT = /password|token|code$|otp$|id$|ids$|website|network|provider|^network$|identifier|slug$|^type$/i
const PROSE = '^[^\\p{Cc}\\p{Cs}\\u202e]*$'
export type Field = { at: (string | number)[]; min: number; max: number }
/** The fields of a body in which people write what they like. */
export function textFields(doc: Doc, schema: Doc, at: Field['at'] = []): Field[] {
  const one = resolveSchema(doc, schema)
  if (!one) return []
  const many = one.anyOf ?? one.oneOf
  if (many) return many.flatMap((each: Doc) => textFields(doc, each, at))
  if (one.properties)
    return Object.entries<Doc>(one.properties).flatMap(([key, each]) => textFields(doc, each, [...at, key]))
  if (one.items) return textFields(doc, one.items, [...at, 0])
  const isText = [one.type].flat().includes('string') && !one.enum && !one.const && !one.format && !one.contentMediaType
  const name = String(at.filter((part) => typeof part === 'string').at(-1) ?? '')
  const isOfDevice = at.includes('response')
  if (
    !isText ||
    isOfDevice ||
    NO_TEXT.test(name) ||
    (one.pattern && one.pattern !== PROSE) ||
    one.maxLength === undefined
  )
    return []
  return [{ at, min: one.minLength ?? 0, max: one.maxLength }]
}

/** A copy of something with one field set. */
export function withField(body: Doc, at: Field['at'], value: unknown): Doc {
  const [key, ...rest] = at
  if (key === undefined) return value
  const copy = Array.isArray(body) ? [...body] : { ...(body ?? {}) }
  // biome-ignore lint/suspicious/noExplicitAny: a key of an object or an array.
  ;(copy as any)[key] = withField((copy as any)[key] ?? (typeof rest[0] === 'number' ? [] : {}), rest, value)
  return copy
}

/** Message of a 400 about a field; nothing if it says nothing of it. */
export const saidOf = ({ error }: Answer, field: string) =>
  (error?.details ?? [])
    .filter((each) => each.field === field || each.field.startsWith(`${field}.`))
    .map(({ message }) => message)
