import { describe, expect, it } from 'vitest'
import { type Caller, call, guest } from '#testing/api.ts'
import { newRider } from '#testing/fixtures/deliveries.ts'
import { freshEmail } from '#testing/fixtures/inputs.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { jpeg } from '#testing/fixtures/pictures.ts'
import { newShopkeeper } from '#testing/fixtures/shops.ts'
import { UNKNOWN } from '#testing/stories/catalogue.ts'
import {
  type Doc,
  ODD,
  type Operation,
  openApi,
  operationsOf,
  saidOf,
  textFields,
  withField,
} from '#testing/stories/words.ts'
import { sample } from '#testing/whole.ts'

// Rules 8.4.1 and 8.4.2, of every field of the document in which people write: letters of every language, invisible signs and other
// spaces are taken; U+202E is refused by its name; nothing of it is a 500.

const doc = await openApi()
const operations = operationsOf(doc).filter(({ path }) => !path.includes('/callbacks'))

/** Somebody who may call the operation. */
async function callerOf({ roles }: Operation): Promise<Caller> {
  if (roles === 'public') return guest
  const role = roles === 'signedIn' ? 'BUYER' : [roles].flat()[0]
  if (role === 'SELLER') return newShopkeeper()
  if (role === 'RIDER') return newRider()
  return signUp(role as 'BUYER')
}
const pathOf = ({ path }: Operation) => path.replace(/\{(\w+)\}/g, UNKNOWN)
let networks = 0
/** Each request from a place of its own, so that no guest is asked for a proof of work. */
const place = () => ({ 'cf-connecting-ip': `41.243.${Math.floor(++networks / 250)}.${(networks % 250) + 1}` })

function formOf(body: Doc, fields: Doc): FormData {
  const form = new FormData()
  for (const [key, value] of Object.entries<Doc>(fields)) {
    const schema = body.properties[key]
    const isFile = schema?.format === 'binary' || schema?.items
    if (isFile) form.append(key, new Blob([jpeg()], { type: 'image/jpeg' }), 'photo.jpg')
    else if (value !== null && value !== undefined)
      form.append(key, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return form
}

const fitted = (text: string, min: number, max: number) => {
  let long = text
  while (long.length < min + (min > 1 ? 5 : 0)) long = `${long} ${text}`
  return long.length <= max ? long : null
}

const writing = operations.filter(({ body }) => body && textFields(doc, body).length > 0)

describe('a text in', () => {
  it('8.4.2 there are such operations', () => expect(writing.length).toBeGreaterThan(60))

  it.each(writing.map((op) => [op.id, op] as const))(
    '8.4.2 a field of %s is taken, U+202E refused by name',
    async (_, op) => {
      let as = await callerOf(op)
      const [wrong, isForm]: [string[], boolean] = [[], op.type === 'multipart/form-data']
      for (const { at, min, max } of textFields(doc, op.body)) {
        const field = at.join('.')
        const send = async (text: string) => {
          let body = withField(op.example, at, text)
          if (op.id === 'createAccount') body = { ...body, email: freshEmail(), password: 'Mpiko-2026-ya-soko!' }
          const ask = () => call(as, op.method, pathOf(op), isForm ? formOf(op.body, body) : body, place())
          const answer = await ask()
          if (answer.status !== 429) return answer
          // Somebody else asks: this one has asked too often.
          as = await callerOf(op)
          return ask()
        }
        for (const { name, text } of sample(ODD)) {
          const long = fitted(text, min, max)
          if (!long) continue
          const answer = await send(long)
          if (answer.status >= 500) wrong.push(`${field}: ${name}: ${answer.status}`)
          const said = answer.status === 400 ? saidOf(answer, field) : []
          if (said.length > 0) wrong.push(`${field}: ${name}: ${said.join()}`)
        }
        const turned = fitted('Robe \u202eessed', min, max)
        if (!turned) continue
        const refused = await send(turned)
        if (refused.status !== 400 || !saidOf(refused, field).some((message) => message.includes('U+202E')))
          wrong.push(`${field}: U+202E: ${refused.status} ${JSON.stringify(refused.error)}`)
      }
      expect(wrong).toEqual([])
    },
    120_000,
  )
})

const asking = operations.filter(({ query }) => query.some(({ schema }) => isFree(schema)))
function isFree(schema: Doc): boolean {
  const one = schema?.$ref ? doc.components.schemas[schema.$ref.split('/').at(-1)] : schema
  return one?.type === 'string' && !one.enum && !one.format && !one.pattern?.includes('\\d')
}

describe('a text in a query of', () => {
  it.each(asking.map((op) => [op.id, op] as const))('8.4.2 %s is never a 500, and a search takes it', async (_, op) => {
    const as = await callerOf(op)
    const wrong: string[] = []
    const needed = op.query.filter(({ required }) => required)
    for (const { name: key, schema } of op.query) {
      if (!isFree(schema)) continue
      for (const { name, text } of [...sample(ODD), { name: 'U+202E', text: 'a\u202eb' }]) {
        const query = new URLSearchParams({
          ...Object.fromEntries(needed.map((one: Doc) => [one.name, '1'])),
          [key]: text,
        })
        const answer = await call(as, op.method, `${pathOf(op)}?${query}`)
        if (answer.status >= 500) wrong.push(`${key}: ${name}: ${answer.status}`)
        if (!['search', 'city', 'brand'].includes(key)) continue
        if (name === 'U+202E') {
          if (answer.status !== 400 || !JSON.stringify(answer.error).includes('U+202E'))
            wrong.push(`${key}: U+202E: ${answer.status}`)
        } else if (answer.status === 400) wrong.push(`${key}: ${name}: ${JSON.stringify(answer.error)}`)
      }
    }
    expect(wrong).toEqual([])
  })
})

describe('a text in a path of', () => {
  const pathed = operations.filter(({ path, method }) => path.includes('{') && method === 'GET')
  it.each(pathed.map((op) => [op.id, op] as const))('8.4.2 %s is 404 or 400, never a 500', async (_, op) => {
    const as = await callerOf(op)
    for (const { text, name } of sample(ODD)) {
      const path = op.path.replace(/\{(\w+)\}/g, encodeURIComponent(text.slice(0, 60)))
      const { status } = await call(as, op.method, path)
      expect([400, 403, 404, 405, 410], `${name} ${path}`).toContain(status)
    }
  })
})
