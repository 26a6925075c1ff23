import { beforeAll, describe, expect, it } from 'vitest'
import { type Answer, call } from '#testing/api.ts'
import { jpeg } from '#testing/fixtures/pictures.ts'
import { type Category, newCategory, productForm, variant } from '#testing/fixtures/products.ts'
import { newShopkeeper, type Shopkeeper } from '#testing/fixtures/shops.ts'
import { BAD_AMOUNTS, faultsOf, schemaOf } from './bad-values.ts'
import { everything, everythingAtRest } from './everything.ts'
import { operations } from './operations.ts'

// POST /products is the form with fields: the same as bad-input.test.ts, in the words of a multipart body.

let seller: Shopkeeper
let place: Category
let before: Record<string, string>

beforeAll(async () => {
  seller = await newShopkeeper()
  place = await newCategory()
  before = await everythingAtRest()
})

async function expectUnchanged() {
  const [was, now] = [before, await everything()]
  // A change by one request is not held against the next.
  before = now
  expect(now).toEqual(was)
}

const send = (form: FormData) => call(seller, 'POST', '/products', form)
const form = (change: (form: FormData) => void) => {
  const whole = productForm(seller, place)
  change(whole)
  return whole
}

async function expectRefused(answer: Answer, field: string, what: string) {
  expect([answer.status, answer.error?.code], `${field} ${what}: ${JSON.stringify(answer.error)}`).toEqual([
    400,
    'VALIDATION_ERROR',
  ])
  const told = answer.error?.details?.map((detail) => detail.field) ?? []
  expect(
    told.some((each) => each.startsWith(field)),
    `${field} ${what} is named in ${told}`,
  ).toBe(true)
}

const schema = schemaOf(
  operations.find(({ name }) => name === 'POST /api/v1/products')?.operation.form ?? expect.fail('no form'),
)
const texts = Object.entries(schema.properties ?? {}).filter(([, field]) => field.type !== 'array')

describe('every field of the form', () => {
  it.each(texts.map(([name, field]) => ({ name, field })))('$name', async ({ name, field }) => {
    const isText = (text: string | undefined) => text?.startsWith('"') && text !== '"texte"'
    const faults = [...faultsOf(field, name)].filter(({ text }) => isText(text))
    for (const { what, text = '""' } of faults) {
      const value = JSON.parse(text) as string
      // An optional field that is left empty is not there; a form cannot carry half a surrogate.
      if ((value === '' && !schema.required?.includes(name)) || !value.isWellFormed()) continue
      await expectRefused(await send(form((whole) => whole.set(name, value))), name, what)
    }
    await expectRefused(await send(form((whole) => whole.set(name, new Blob(['x']), 'x.txt'))), name, 'a file')
    await expectRefused(
      await send(form((whole) => whole.append(name, (whole.get(name) as string) ?? 'x') ?? whole.append(name, 'y'))),
      name,
      'twice',
    )
    if (schema.required?.includes(name))
      await expectRefused(await send(form((whole) => whole.delete(name))), name, 'missing')
    await expectUnchanged()
  })

  it('unknown fields and prototypes', async () => {
    for (const name of ['inconnu', '__proto__', 'constructor', 'status', 'shop_id', 'sellerProfileId']) {
      const answer = await send(form((whole) => whole.set(name, 'PUBLISHED')))
      expect([answer.status, answer.error?.code], name).toEqual([400, 'VALIDATION_ERROR'])
    }
    await expectUnchanged()
  })

  it('a text where a picture belongs, eleven pictures, and what is no form', async () => {
    await expectRefused(await send(form((whole) => whole.set('images', 'une image'))), 'images', 'a text')
    const eleven = productForm(seller, place, { images: Array.from({ length: 11 }, () => new Blob([jpeg()])) })
    expect((await send(eleven)).status).toBe(400)
    for (const [type, status] of [
      ['application/json', 415],
      ['text/plain', 415],
      ['multipart/form-data', 400],
      ['multipart/form-data; boundary=x', 400],
    ] as const) {
      const answer = await call(seller, 'POST', '/products', '{"name":"x"}', { 'content-type': type })
      expect(answer.status, type).toBe(status)
    }
    await expectUnchanged()
  })
})

describe('every field of a variant', () => {
  const bad: [what: string, text: string][] = [
    ...BAD_AMOUNTS.map(([what, text]): [string, string] => [`price ${what}`, `[{"price":${text},"stock":1}]`]),
    ...['0', '"0"', 'true', 'null', '[]', '{}'].map((price): [string, string] => [
      `price ${price}`,
      `[{"price":${price},"stock":1}]`,
    ]),
    ...['-1', '1.5', '1e309', '"3"', 'null', '1000000001'].map((stock): [string, string] => [
      `stock ${stock}`,
      `[{"price":"1.00","stock":${stock}}]`,
    ]),
    ['price missing', '[{"stock":1}]'],
    ['stock missing', '[{"price":"1.00"}]'],
    ['an unknown field', '[{"price":"1.00","stock":1,"held":0}]'],
    ['a prototype', '[{"price":"1.00","stock":1,"__proto__":{"stock":9}}]'],
    ['a prototype among the attributes', '[{"price":"1.00","stock":1,"attributes":{"__proto__":"x"}}]'],
    ['a NUL byte', '[{"price":"1.00","stock":1,"name":"a\\u0000b"}]'],
    ['a lone surrogate', '[{"price":"1.00","stock":1,"name":"\\ud800"}]'],
    ['a deep attribute', `[{"price":"1.00","stock":1,"attributes":{"a":${'['.repeat(50)}${']'.repeat(50)}}}]`],
    ['no list', '{"price":"1.00","stock":1}'],
    ['no variant', '[]'],
    ['no JSON', '[{'],
    ['fifty-one', JSON.stringify(Array.from({ length: 51 }, (_, i) => variant({ name: `v${i}` })))],
  ]

  it.each(bad)('%s', async (what, text) => {
    await expectRefused(await send(form((whole) => whole.set('variants', text))), 'variants', what)
    await expectUnchanged()
  })
})
